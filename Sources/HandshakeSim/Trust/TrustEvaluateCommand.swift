import ArgumentParser

/// Judges chains.
struct TrustEvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Judge chains, one a line, and say why.")

    @Flag(help: "Read requests from standard input, a JSON object a line.")
    var batch = false

    func run() async throws {
        guard batch else { throw ValidationError("Use --batch.") }
    }
}
