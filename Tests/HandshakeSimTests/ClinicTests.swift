import Clinic
import Foundation
import Museum
import Render
import TestSupport
import Testing

@testable import HandshakeSim

/// The clinic. Each of its commands prints the words that decide the claim, and the list of claims is in order.
@Suite struct ClinicTests {
    /// A command line, and the words that it must print according to the clinic.
    struct Promise: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let shows: [String]

        var testDescription: String { arguments.joined(separator: " ") }
    }

    /// Each distinct command once.
    static let promises = Dictionary(grouping: Claim.all.flatMap(\.runs), by: \.arguments)
        .map { Promise(arguments: $0, shows: $1.map(\.shows)) }
        .sorted { $0.testDescription < $1.testDescription }

    /// The visits by their own arguments. Many commands show steps of the same visit.
    private static let visits = Once { try await RunRequest(arguments: $0).runs(RunBudget(within: nil)) }

    private func printed(_ arguments: [String]) async throws -> String {
        guard let run = await HandshakeSim.command(of: HandshakeSim.completed(arguments)) as? Run else {
            return try await BuiltProgram.run(arguments).standardOutput
        }
        let journal = try #require(try await Self.visits[RunCommand.arguments(of: arguments)].runs.first?.journal)
        return try run.text(of: journal, style: .plain)
    }

    @Test func theNumbersAreWithoutGaps() {
        #expect(Claim.all.map(\.number) == Array(1...Claim.all.count))
        #expect(Claim.all.count >= 147)
        #expect(Set(Claim.all.map(\.claim.english)).count == Claim.all.count)
        #expect(Claim.all.allSatisfy { !$0.rules.isEmpty && !$0.origins.isEmpty && !$0.runs.isEmpty })
    }

    @Test(arguments: promises)
    func aCommandShowsWhatDecides(_ promise: Promise) async throws {
        // An exhibit is performed in its shortest variant if no figure decides. scripts/museum performs it with many seeds.
        let card = ExhibitName.allCases.first { promise.arguments.starts(with: ["attack", $0.card.name, "--seed"]) }?
            .card
        let isFigure = promise.shows.contains { !$0.hasPrefix("Without the rule") }
        let variant = isFigure ? [] : card.map { ["--variant", $0.shortest] } ?? []
        let text = try await printed(promise.arguments + variant).split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        for words in promise.shows {
            #expect(
                text.contains(words.split(separator: " ").joined(separator: " ")), "\(words)\n\(text.prefix(2_000))")
        }
    }

    @Test func aClaimIsToldWithTheLineThatDecides() async throws {
        let told = try await BuiltProgram.run(["clinic", "62"])
        #expect(told.status == 0)
        #expect(told.lines.contains { $0.hasPrefix("▶ ") && $0.contains("\"pay 100\" arrives") })
        #expect(told.lines.contains { $0.contains("False") || $0.contains("false") })
        let none = try await BuiltProgram.run(["clinic", "100000"])
        #expect(none.status == 64)
    }

    @Test func theListIsSearchedAndWritten() async throws {
        try await TemporaryDirectory.use { folder in
            let page = folder.path(of: "clinic.html")
            let found = try await BuiltProgram.run(["clinic", "--grep", "FINISHED", "--html", page, "--json", "-"])
            let document = try JSONSerialization.jsonObject(with: Data(found.standardOutput.utf8)) as? [String: Any]
            let claims = try #require(document?["claims"] as? [[String: Any]])
            #expect(!claims.isEmpty && claims.count < Claim.all.count)
            let html = try String(contentsOfFile: page, encoding: .utf8)
            for claim in claims { #expect(html.contains(try #require(claim["true_in_it"] as? String).prefix(12))) }
        }
        #expect(try await BuiltProgram.run(["clinic", "--grep", "no such words"]).status == 64)
    }

    @Test func wordsAreFoundOverTheEndsOfLines() {
        let run = Claim.all.first { $0.number == 63 }?.runs.first
        let lines = ["nothing", "  B believes it. So B's user", "        pays 100 a second time. Then", "the end"]
        #expect(run?.deciding(in: lines) == 1...2)
        #expect(run?.excerpt(of: lines, around: 1) == ["  nothing", "▶ " + lines[1], "▶ " + lines[2], "  the end"])
        #expect(run?.deciding(in: ["B's user pays"]) == nil)
    }
}
