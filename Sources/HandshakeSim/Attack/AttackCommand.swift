import ArgumentParser

/// Attacks that are really carried out.
struct AttackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attack",
        abstract: "Carry out an attack.",
        subcommands: [
            ForwardSecrecyCommand.self, PaddingOracleCommand.self, BleichenbacherCommand.self,
            InterceptionCommand.self, ReplayCommand.self, EarlyDataReplayCommand.self, DowngradeCommand.self,
            GuessISNCommand.self, StolenStateCommand.self,
        ])
}
