import Foundation
import TestSupport
import Testing

/// What docs/misconceptions.md promises: each command prints the words that stand beside it.
@Suite struct MisconceptionTests {
    /// A row of the table.
    struct Row: CustomTestStringConvertible, Sendable {
        let number: Int
        let command: String
        let words: String

        var testDescription: String { "\(number): \(command)" }
    }

    private static let text =
        (try? String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "docs/misconceptions.md"), encoding: .utf8)) ?? ""

    static let rows: [Row] = text.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: " | ").map { $0.trimmingCharacters(in: .whitespaces.union(["|"])) }
        guard line.hasPrefix("| "), cells.count == 4, let number = Int(cells[0]) else { return nil }
        return Row(
            number: number, command: cells[2].trimmingCharacters(in: ["`"]),
            words: cells[3].trimmingCharacters(in: ["`"]))
    }

    /// The arguments of a command, in which quotation marks keep words together.
    private func arguments(_ command: some StringProtocol) -> [String] {
        command.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: Character(" ")).map { String($0) }
        }
    }

    @Test func thereAreAllThirtyNineInTheirOrder() {
        #expect(Self.rows.map(\.number) == Array(1...39))
        #expect(Self.rows.allSatisfy { $0.command.hasPrefix("HandshakeSim ") && !$0.words.isEmpty })
    }

    @Test func everyCommandShowsWhatItIsNamedFor() async throws {
        let preparation = try #require(
            Self.text.split(separator: "\n").first { $0.hasPrefix("HandshakeSim ") }, "no command that writes files")
        try await TemporaryDirectory.use { folder in
            let files = ["chain.pem", "root.pem"]
            func run(_ command: some StringProtocol) async throws -> Tool.Result {
                try await BuiltProgram.run(
                    arguments(command).dropFirst().map { files.contains($0) ? folder.path(of: $0) : $0 })
            }
            #expect(try await run(preparation).status == 0)
            for row in Self.rows {
                let result = try await run(row.command)
                let printed = result.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let wanted = row.words.split(separator: " ").joined(separator: " ")
                #expect(printed.contains(wanted), "\(row.number): \(row.command)\n\(result.standardError)")
            }
        }
    }
}
