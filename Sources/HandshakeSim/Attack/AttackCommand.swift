import ArgumentParser
import Museum

/// Attacks that are really carried out.
struct AttackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attack",
        abstract: "Carry out an attack.",
        subcommands: [AttackListCommand.self] + attacks)

    /// The attacks, each once. An older attack that is an exhibit as well has one command for both.
    static let attacks: [any ParsableCommand.Type] =
        AttackName.allCases.map(\.command)
        + ExhibitName.allCases.filter { AttackName(rawValue: $0.rawValue) == nil }.map(\.command)
}

/// The names of the attacks on the command line, in the order of the help. A command has its name from here, so that no attack is left out.
enum AttackName: String, CaseIterable {
    case forwardSecrecy = "forward-secrecy"
    case interception = "mitm"
    case earlyDataReplay = "early-data-replay"
    case versionDowngrade = "version-downgrade"
    case sequenceNumberGuess = "guess-isn"
    case stolenState = "stolen-state"
    case algorithms

    /// The command that carries it out.
    var command: any ParsableCommand.Type {
        switch self {
        case .forwardSecrecy: ForwardSecrecyCommand.self
        case .interception: InterceptionCommand.self
        case .earlyDataReplay: EarlyDataReplayCommand.self
        case .versionDowngrade: DowngradeCommand.self
        case .sequenceNumberGuess: GuessISNCommand.self
        case .stolenState: StolenStateCommand.self
        case .algorithms: AlgorithmsCommand.self
        }
    }
}
