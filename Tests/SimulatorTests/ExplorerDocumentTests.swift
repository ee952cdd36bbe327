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

    private func sentences(_ rules: [TCPSpace.Rule], ofHost isOfHost: Bool) -> [String] {
        rules.map { "`\($0)`: \(TCPSpace.Demand($0, ofHost: isOfHost).sentence(in: .english))" }
    }

    @Test func rules() {
        #expect(items("The rules") == sentences(TCPSpace.Rule.ofConnections, ofHost: false))
    }

    @Test func omissions() {
        #expect(items("Figure 5") == TCPSpace.Arrow.omissions.map(\.description))
    }

    @Test func weaknesses() {
        let expected = TCPSpace.Weakness.allCases.map {
            "`\($0)`: \($0.sentence(in: .english)) (\($0.citation))"
        }
        #expect(items("What TCP itself does not prevent") == expected)
    }

    @Test func mutants() {
        let rows = section("Wrong TCPs").filter { $0.hasPrefix("| ") }.dropFirst()
        let expected = Mutant.all.map { mutant in
            var bounds = Self.allowed(mutant.bounds) + ["data \(mutant.scope.data)"]
            if let buffer = mutant.scope.buffer { bounds.append("buffer \(buffer)") }
            if mutant.scope.mayAbort { bounds.append("abort") }
            if mutant.scope.mayReopen { bounds.append("reopen") }
            let excused = TCPSpace.Rule.ofConnections.filter(mutant.excused.contains).map { "excused: `\($0)`" }
            return Self.row(mutant.name, "\(mutant.rule)", bounds + excused, mutant.steps)
        }
        #expect(Array(rows) == expected)
    }

    @Test func rulesOfAListener() {
        #expect(items("The rules of a listener") == sentences(TCPSpace.Rule.ofHosts, ofHost: true))
    }

    @Test func wrongListeners() {
        let rows = section("Wrong listeners").filter { $0.hasPrefix("| ") }.dropFirst()
        let expected = ListenerMutant.all.map { mutant in
            let scope = mutant.scope
            var bounds = Self.allowed(mutant.bounds) + ["clients \(scope.clients)", "backlog \(scope.backlog)"]
            if let cookies = scope.cookies { bounds.append("cookies \(cookies.rawValue)") }
            if scope.flood > 0 { bounds.append("flood \(scope.flood)") }
            if scope.data > 0 { bounds.append("data \(scope.data)") }
            if let distance = scope.oldSYN { bounds.append("old SYN \(distance)") }
            if scope.mayAbort { bounds.append("abort") }
            if scope.mayReopen { bounds.append("reopen") }
            let excused = TCPSpace.Rule.ofHosts.filter(mutant.excused.contains).map { "excused: `\($0)`" }
            return Self.row(mutant.name, "\(mutant.rule)", bounds + excused, mutant.steps)
        }
        #expect(Array(rows) == expected)
    }

    /// The bounds that allow anything.
    private static func allowed(_ bounds: TCPSpace.Bounds) -> [String] {
        let counts = [
            ("loss", bounds.loss), ("duplicate", bounds.duplicate), ("reorder", bounds.reorder),
            ("timeouts", bounds.timeouts), ("forged", bounds.forged),
        ]
        return counts.filter { $0.1 > 0 }.map { "\($0) \($1)" }
    }

    private static func row(_ name: String, _ rule: String, _ bounds: [String], _ steps: Int) -> String {
        "| " + [name, "`\(rule)`", bounds.joined(separator: ", "), "\(steps)"].joined(separator: " | ") + " |"
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
