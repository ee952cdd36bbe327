import ArgumentParser

/// The group of commands about certificates and trust.
struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Certificates: what is in them, who accepts them, and why.",
        subcommands: Catalogue.reports)
}
