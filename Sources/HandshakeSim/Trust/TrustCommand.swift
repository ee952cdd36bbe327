import ArgumentParser

/// Why a certificate is believed, and why not.
struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Certificates: what is in them, who accepts them, and why.",
        subcommands: Catalogue.reports)
}
