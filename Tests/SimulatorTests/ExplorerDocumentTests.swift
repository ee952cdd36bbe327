import Foundation
import Simulator
import Testing

/// docs/explorer.md lists what the code lists, and quotes what the code prints.
@Suite struct ExplorerDocumentTests {
    private let lines: [String]

    init() throws {
        let manual = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/explorer.md")
        lines = try String(contentsOf: manual, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The lines of the section called `title`.
    private func section(_ title: String) -> [String] {
        Array(lines.drop { $0 != "## \(title)" }.dropFirst().prefix { !$0.hasPrefix("## ") })
    }

    private func items(_ title: String) -> [String] {
        section(title).filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    }

    @Test func rules() {
        #expect(items("The rules") == TCPSpace.Rule.allCases.map { "`\($0)`: \($0.sentence(in: .english))" })
    }

    @Test func omissions() {
        #expect(items("Figure 5") == TCPSpace.Arrow.omissions.map(\.description))
    }

    @Test func mutants() {
        let rows = section("Wrong TCPs").filter { $0.hasPrefix("| ") }.dropFirst()
        let expected = Mutant.all.map { mutant in
            let allowed =
                [
                    ("loss", mutant.bounds.loss), ("duplicate", mutant.bounds.duplicate),
                    ("reorder", mutant.bounds.reorder), ("timeouts", mutant.bounds.timeouts),
                    ("forged", mutant.bounds.forged),
                ].filter { $0.1 > 0 } + [("data", mutant.scope.data)]
            var bounds = allowed.map { "\($0) \($1)" }
            if let buffer = mutant.scope.buffer { bounds.append("buffer \(buffer)") }
            if mutant.scope.mayAbort { bounds.append("abort") }
            if mutant.scope.mayReopen { bounds.append("reopen") }
            let excused = TCPSpace.Rule.allCases.filter(mutant.excused.contains).map { "excused: `\($0)`" }
            let cells = [
                mutant.name, "`\(mutant.rule)`", (bounds + excused).joined(separator: ", "), "\(mutant.steps)",
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        #expect(Array(rows) == expected)
    }

    @Test func ghost() throws {
        var scope = TCPSpace.Scope()
        scope.mayCross = true
        let space = TCPSpace(bounds: TCPSpace.Bounds(), scope: scope, excusing: [.progress])
        let counterexample = try #require(space.explore().counterexample)
        let quoted = section("What TCP itself does not prevent").drop { $0 != "```" }.dropFirst().prefix { $0 != "```" }
        #expect(Array(quoted) == space.ladder(counterexample))
    }
}
