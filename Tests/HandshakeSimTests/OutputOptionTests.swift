import Foundation
import TestSupport
import Testing

/// What is shown and written is asked for alike of every command.
@Suite struct OutputOptionTests {
    /// What the parser of arguments says of a command.
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { let name: String }
            let names: [Name]?
            let valueName: String?
        }
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?

        /// Those that do something, by their full names.
        func leaves(after path: [String] = []) -> [(name: String, command: Command)] {
            let path = path + [commandName]
            guard let subcommands, commandName != "help" else { return [(path.joined(separator: " "), self)] }
            return subcommands.filter { $0.commandName != "help" }.flatMap { $0.leaves(after: path) }
        }

        func takes(_ option: String) -> Bool {
            arguments?.contains { $0.names?.contains { $0.name == option } == true } == true
        }
    }

    private struct Dump: Decodable { let command: Command }

    @Test func everyCommandTakesNoColorAndTheOnesThatMakeARunTheSameFiles() async throws {
        let result = try await BuiltProgram.run(["--experimental-dump-help"])
        let leaves = try JSONDecoder().decode(Dump.self, from: Data(result.standardOutput.utf8)).command.leaves()
        #expect(leaves.count > 15)
        for (name, command) in leaves where !command.takes("no-color") { Issue.record("\(name)") }
        for name in ["run", "explore", "connect", "listen", "tcp show", "attack mitm", "attack early-data-replay"] {
            let command = try #require(leaves.first { $0.name == "HandshakeSim \(name)" }, "\(name)").command
            for option in ["detail", "json", "pcap", "html", "no-color"] where !command.takes(option) {
                Issue.record("\(name) --\(option)")
            }
        }
    }

    @Test func theCounterexampleIsToldInFullWhereMessagesAreAskedFor() async throws {
        let result = try await BuiltProgram.run(
            ["explore", "--variant", "two-way", "--detail", "messages", "--no-color"])
        #expect(result.status == 3)
        #expect(result.standardError.isEmpty)
        // The figure, and below it the run with the reasons.
        #expect(result.standardOutput.contains("--> <SEQ=90><CTL=SYN> -->                         ESTABLISHED"))
        #expect(result.standardOutput.contains("A counterexample"))
        #expect(result.standardOutput.contains("sequence number"))
        for line in result.lines { #expect(line.count <= 100) }
    }
}
