import ArgumentParser
import Museum

/// The group of commands that carry out attacks.
struct AttackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attack",
        abstract: "Carry out an attack.",
        subcommands: [AttackListCommand.self] + attacks)

    /// The commands of all attacks. An exhibit of the museum has one command.
    static let attacks: [any ParsableCommand.Type] =
        AttackName.allCases.map(\.command)
        + ExhibitName.allCases.filter { AttackName(rawValue: $0.rawValue) == nil }.map(\.command)
}

/// The names of the attacks that have a command of their own, in the order of the help. Each command takes its name from here, so the
/// list is complete.
enum AttackName: String, CaseIterable {
    case forwardSecrecy = "forward-secrecy"
    case interception = "mitm"
    case earlyDataReplay = "early-data-replay"
    case versionDowngrade = "version-downgrade"
    case sequenceNumberGuess = "guess-isn"
    case algorithms

    /// The command that carries out the attack.
    var command: any ParsableCommand.Type {
        switch self {
        case .forwardSecrecy: ForwardSecrecyCommand.self
        case .interception: InterceptionCommand.self
        case .earlyDataReplay: EarlyDataReplayCommand.self
        case .versionDowngrade: DowngradeCommand.self
        case .sequenceNumberGuess: GuessISNCommand.self
        case .algorithms: AlgorithmsCommand.self
        }
    }
}
