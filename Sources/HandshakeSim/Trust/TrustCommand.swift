import ArgumentParser

/// Why a certificate is believed, and why not.
struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Certificates: what is in them, who accepts them, and why.",
        subcommands: [
            TrustShowCommand.self,
            TrustEvaluateCommand.self,
            TrustMatrixCommand.self,
            TrustPinCommand.self,
            TrustPinnedRootsCommand.self,
            TrustChallengesCommand.self,
            TrustLoadersCommand.self,
            TrustATSCommand.self,
        ])
}
