import ArgumentParser

/// Attacks that are really carried out.
struct AttackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attack",
        abstract: "Carry out an attack.",
        subcommands: Catalogue.attacks)
}
