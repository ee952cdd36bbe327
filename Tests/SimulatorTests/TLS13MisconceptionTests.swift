import Attacks
import Foundation
import Render
import TLSSim
import TestSupport
import TestVisit
import Testing

@testable import Simulator

/// What docs/misconceptions-tls13.md promises: each command prints the words that stand beside it. The runs are made in this process, from
/// the options that the table uses.
@Suite struct TLS13MisconceptionTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let number: Int
        let command: String
        let words: String

        var testDescription: String { "\(number): \(command)" }
    }

    private static let rows: [Row] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/misconceptions-tls13.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: " | ").map { $0.trimmingCharacters(in: .whitespaces.union(["|"])) }
            guard line.hasPrefix("| "), cells.count == 5, let number = Int(cells[0]) else { return nil }
            return Row(
                number: number, command: cells[2].trimmingCharacters(in: ["`"]),
                words: cells[3].trimmingCharacters(in: ["`"]))
        }
    }()

    @Test func theyAreInTheirOrder() {
        #expect(Self.rows.count >= 34)
        #expect(zip(Self.rows, Self.rows.dropFirst()).allSatisfy { $0.number < $1.number })
        #expect(Self.rows.allSatisfy { !$0.words.isEmpty })
    }

    @Test(arguments: rows)
    func aCommandShowsWhatItIsNamedFor(_ row: Row) async throws {
        let printed = try await text(of: row.command).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(printed.contains(row.words), "\(printed.prefix(2000))")
    }

    /// What a command of the table prints.
    private func text(of command: String) async throws -> String {
        var words = command.split(separator: " ").dropFirst().map { String($0) }[...]
        if words.first == "compare" { return try comparison(words.dropFirst()) }
        if words.first == "attack" { return try await attack(words.dropFirst()) }
        var options = Visit.Options()
        var tls13 = Visit.TLS13Options()
        var isOlder = false
        var detail = Detail.story
        var only: [String] = []
        func value() throws -> String {
            let word = words.popFirst()
            return try #require(word)
        }
        while let word = words.popFirst() {
            switch word {
            case "--tls13": break
            case "--dh": isOlder = true
            case "--server-speaks-both": options.serverSpeaksBoth = true
            case "--key-update": tls13.updatesKeys = true
            case "--alerts-as-warnings": tls13.alertLevel = .warning
            case "--pad":
                let octets = Int(try value())
                tls13.paddingMultiple = try #require(octets)
            case "--server-chain":
                let chain = PresentedChain(rawValue: try value())
                options.serverChain = try #require(chain)
            case "--hrr": tls13 = Visit.TLS13Options(group: .secp256r1, isRetried: true)
            case "--resume":
                tls13.resumes = true
                tls13.sendsEarlyData = try value() == "early"
            case "--group":
                let name = try value()
                tls13.group = try #require(Visit.TLS13Options.groups.first { $0.name == name })
            case "--client-cert": options.clientCertificate = ClientCertificate(rawValue: try value())
            case "--seed":
                let number = UInt64(try value())
                options.seed = try #require(number)
            case "--detail":
                let wanted = Detail(rawValue: try value())
                detail = try #require(wanted)
            case "--only": only = try value().split(separator: ",").map { String($0) }
            default: Issue.record("the table uses \(word), which this test does not know")
            }
        }
        options.tls13 = isOlder ? nil : tls13
        return try Ladder(SharedVisit.run(options).journal, detail: detail).text(only: only)
    }

    /// What an attack prints of the story that the table names.
    private func attack(_ words: ArraySlice<String>) async throws -> String {
        // Attacks stand above the simulator: the program itself makes them, but for one that two rows share.
        if words.first != "early-data-replay" { return try await BuiltProgram.run(["attack"] + words).standardOutput }
        #expect(
            words == ["early-data-replay", "--seed", "7", "--scene", "soon", "--anti-replay", "none"],
            "the table uses \(words), which this test does not know")
        return Self.replay
    }

    private static let replay: String =
        (try? EarlyDataReplay.run(seed: 7, .soon, against: .none)).map {
            $0.report.text()
        } ?? ""

    private func comparison(_ words: ArraySlice<String>) throws -> String {
        let kinds = words.compactMap { ComparedVisit(rawValue: $0) }
        let visits = try kinds.map { ($0, try SharedVisit.run($0.options(seed: 7)).journal) }
        return VisitComparison(seed: 7, visits).report().text()
    }
}
