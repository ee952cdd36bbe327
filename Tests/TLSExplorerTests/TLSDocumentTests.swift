import Foundation
import Testing

@testable import TLSExplorer

/// docs/explorer.md lists what the code lists.
@Suite struct TLSDocumentTests {
    private let lines: [String]

    init() throws {
        let manual = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/explorer.md")
        lines = try String(contentsOf: manual, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The lines of the section called `title`.
    private func section(_ title: String) -> [String] {
        Array(lines.drop { $0 != "## \(title)" }.dropFirst().prefix { !$0.hasPrefix("## ") })
    }

    @Test func rules() {
        let listed = section("The rules of TLS").filter { $0.hasPrefix("- ") }
        #expect(listed == TLSSpace.Rule.allCases.map { "- `\($0)`: \($0.sentence(in: .english)) (\($0.citation))" })
    }

    @Test func wrongTLSs() {
        #expect(rows(of: "Wrong TLSs") == expected(WrongTLS.all))
        #expect(rows(of: "Two connections of TLS") == expected(WrongTLS.ofTwoConnections))
    }

    @Test func weaknesses() {
        let listed = section("What TLS does not prevent").filter { $0.hasPrefix("- ") }
        #expect(
            listed
                == TLSSpace.Weakness.allCases.map {
                    "- `\($0.rawValue)`: \($0.sentence(in: .english)) (\($0.citation))"
                })
    }

    /// The rows of the table of wrong TLSs in a section.
    private func rows(of title: String) -> [String] {
        Array(section(title).filter { $0.hasPrefix("| ") }.dropFirst())
    }

    private func expected(_ all: [WrongTLS]) -> [String] {
        all.map { wrong in
            let sentences = wrong.mistakes.map { $0.sentence(in: .english) }.joined(separator: "; ")
            let rules = wrong.rules.map { "`\($0)`" }.joined(separator: ", ")
            let exhibits = wrong.exhibits.map { "`\($0)`" }.joined(separator: ", ")
            return
                "| `\(wrong.names)`\(wrong.excused.map { ", `--excuse \($0)`" }.joined())\(wrong.visitsHer ? " with `--visit-her`" : "") | \(wrong.version.rawValue) | \(sentences) | \(rules) | \(wrong.moves) | \(wrong.steps) "
                + "| \(exhibits.isEmpty ? "" : exhibits + " ")|"
        }
    }
}
