import Foundation
import Render
import TestSupport
import Testing

@testable import HandshakeSim
@testable import Misconceptions

/// The clinic. Each of its commands prints the words that decide the claim, and the list of claims is in order.
@Suite struct ClinicTests {
    /// A command line, the words that it must print according to the clinic, and the words that it must not print.
    struct Promise: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let shows: [String]
        let lacks: [String]

        var testDescription: String { arguments.joined(separator: " ") }
    }

    /// Each distinct command once: the runs that decide, and the runs in which it is otherwise.
    static let promises: [Promise] = {
        let all = Claim.all.flatMap(\.runs).flatMap { run -> [Promise] in
            let lacks = run.unlike.map { [$0.shows] } ?? []
            let decides = Promise(arguments: run.arguments, shows: [run.shows], lacks: lacks)
            let other = run.unlike.map { Promise(arguments: $0.arguments, shows: [$0.shows], lacks: [run.shows]) }
            return [decides] + (other.map { [$0] } ?? [])
        }
        return Dictionary(grouping: all, by: \.arguments)
            .map { Promise(arguments: $0, shows: $1.flatMap(\.shows), lacks: $1.flatMap(\.lacks)) }
            .sorted { $0.testDescription < $1.testDescription }
    }()

    /// The visits by their own arguments. Many commands show steps of the same visit.
    private static let visits = Once { try await RunRequest(arguments: $0).runs(RunBudget(within: nil)) }

    /// The texts of commands on the widest page, on which no sentence and no table is broken.
    private static let pages = Once<[String], String> { arguments in
        guard let run = await HandshakeSim.command(of: HandshakeSim.completed(arguments)) as? Run else {
            let widest = ["--columns", "\(PageOptions.widest)"]
            return try await BuiltProgram.run(arguments + widest).standardOutput
        }
        let journal = try #require(try await visits[RunCommand.arguments(of: arguments)].runs.first?.journal)
        return try run.text(of: journal, style: PageStyle(columns: PageOptions.widest))
    }

    @Test func theNumbersAreWithoutGaps() {
        #expect(Claim.all.map(\.number) == Array(1...Claim.all.count))
        #expect(Claim.all.count >= 177)
        #expect(Set(Claim.all.map(\.claim.english)).count == Claim.all.count)
        #expect(Claim.all.allSatisfy { !$0.rules.isEmpty && !$0.origins.isEmpty && !$0.runs.isEmpty })
    }

    /// The page about the clinic counts the claims, and its table has each once, in a row about its subject.
    @Test func thePageAboutTheClinicHasEachClaimOnce() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/misconceptions.md"), encoding: .utf8)
        #expect(page.contains("lists \(Claim.all.count) sentences"))
        var listed: [Int] = []
        for row in page.matches(of: /^\| (\d[\d, –]*) \| (.*) \|$/.anchorsMatchLineEndings()) {
            let numbers = try row.output.1.matches(of: /(\d+)(?:–(\d+))?/).flatMap { range in
                let first = try #require(Int(range.output.1))
                return Array(first...(try range.output.2.map { try #require(Int($0)) } ?? first))
            }
            listed += numbers
            guard !row.output.2.hasPrefix("sentences ") else { continue }
            for number in numbers {
                let subject = ClaimWords.subject(try #require(Claim.numbered(number)).subject).english
                #expect(subject.lowercased() == row.output.2.lowercased(), "\(number)")
            }
        }
        #expect(listed.sorted() == Claim.all.map(\.number))
    }

    /// A claim that holds in some connections has a run of each kind. So a claim that is true in one version is "only if".
    @Test func theThreeVerdictsHaveOneMeaning() throws {
        // The machines of this program do not make the connections in which these three hold.
        let unseen = [88, 90, 141]
        for claim in Claim.all where claim.verdict == .onlyIf && !unseen.contains(claim.number) {
            #expect(claim.runs.contains { $0.unlike != nil }, "\(claim.number)")
        }
        for claim in Claim.all where claim.verdict != .onlyIf && !claim.claim.english.contains("TLS 1.") {
            let holdsInOneVersion = try /In TLS 1\.[23] it (is|does|has)\b/.firstMatch(in: claim.truth.english) != nil
            #expect(!holdsInOneVersion, "\(claim.number): \(claim.truth.english)")
        }
        // In one connection ack = seq + 1 fails. TLS 1.3 with early data fails the word "always".
        #expect([67, 115].allSatisfy { Claim.numbered($0)?.verdict == .isFalse })
        #expect([109, 122, 126, 135, 139, 141].allSatisfy { Claim.numbered($0)?.verdict == .onlyIf })
    }

    /// A deciding line that cannot be otherwise decides nothing. So each claim has a run in which it is, or says why not.
    @Test func eachClaimHasARunInWhichItIsOtherwiseOrSaysWhyNot() {
        let alone = Claim.all.filter { claim in !claim.runs.contains { $0.unlike != nil } }
        #expect(
            alone.map(\.number) == [
                5, 70, 88, 90, 93, 94, 95, 113, 118, 130, 131, 132, 133, 134, 141, 143, 145,
            ])
        #expect(Claim.all.filter { $0.runs.contains { $0.alone != nil } }.map(\.number) == alone.map(\.number))
    }

    @Test(arguments: promises)
    func aCommandShowsWhatDecidesAndNotWhatIsOtherwise(_ promise: Promise) async throws {
        func folded(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let text = folded(try await Self.pages[promise.arguments])
        for words in promise.shows { #expect(text.contains(folded(words)), "\(words)\n\(text.prefix(2_000))") }
        for words in promise.lacks { #expect(!text.contains(folded(words)), "\(words)\n\(text.prefix(2_000))") }
    }

    /// Numbers in the answers that no run of the claim prints: of the world, of an RFC, worked out, or a count of what is named.
    private static let unprinted: [Int: Set<String>] = [
        1: ["three", "Two"], 5: ["48"], 6: ["two"], 9: ["Two"], 11: ["5", "7", "four"], 19: ["256"], 29: ["two"],
        31: ["1.5"], 32: ["two"], 33: ["2015"], 52: ["two"], 60: ["80,000"], 69: ["eight"], 73: ["32"],
        74: ["65,536"], 75: ["three"], 90: ["four", "28"], 92: ["two", "28,232"], 108: ["1.2", "1.3"],
        109: ["1.2", "1.0"],
        112: ["two"], 136: ["two"], 140: ["two"], 143: ["two"], 146: ["two"], 149: ["two"], 155: ["150"],
    ]

    /// What an answer says in numbers is seen in its runs.
    @Test(arguments: Claim.all.filter { !StatedNumber.all(in: $0.answer).isEmpty }.map(\.number))
    func theNumbersOfAnAnswerArePrinted(_ number: Int) async throws {
        let claim = try #require(Claim.numbered(number))
        var printed: [StatedNumber] = []
        for arguments in claim.runs.flatMap({ [$0.arguments] + ($0.unlike.map { [$0.arguments] } ?? []) }) {
            printed += StatedNumber.all(in: try await Self.pages[arguments].replacing("`", with: " "))
        }
        let lacking = StatedNumber.all(in: claim.answer).filter { !$0.isPrinted(among: printed) }
        #expect(Set(lacking.map(\.word)) == Self.unprinted[number] ?? [], "\(number)")
    }

    @Test func aClaimIsToldWithTheLineThatDecides() async throws {
        let told = try await BuiltProgram.run(["clinic", "63"])
        #expect(told.status == 0)
        #expect(told.lines.contains { $0.hasPrefix("▶ ") })
        #expect(told.standardOutput.contains(Claim.definition.english) == false)
        #expect(told.standardOutput.contains("true"))
        // In 80 columns the table is broken, and is found all the same.
        let narrow = try await BuiltProgram.run(["clinic", "34", "--columns", "80"])
        #expect(narrow.status == 0)
        #expect(narrow.lines.allSatisfy { $0.count <= 80 }, "\(narrow.standardOutput)")
        // The deciding words are English. In Chinese they are looked for in the English output of the command.
        for number in ["34", "63"] {
            let chinese = try await BuiltProgram.run(["clinic", number, "--columns", "80", "--language", "zh"])
            #expect(chinese.status == 0)
            #expect(chinese.lines.contains { $0.hasPrefix("▶") } && chinese.standardOutput.contains("判定"))
            #expect(chinese.lines.allSatisfy { Text.width($0) <= 80 }, "\(chinese.standardOutput)")
        }
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
        let run = Claim.numbered(63)?.runs.first
        let lines = ["nothing", "  If A were off, the ghost", "        would last. How long", "the end"]
        #expect(run?.deciding(in: lines) == 1...2)
        #expect(run?.excerpt(of: lines, around: 1) == ["  nothing", "▶ " + lines[1], "▶ " + lines[2], "  the end"])
        #expect(run?.deciding(in: ["the ghost"]) == nil)
        // Where the lines have no room for a mark before them, it stands in their margin, or above them.
        let room = (lines.map(\.count).max() ?? 0) + 1
        #expect(run?.excerpt(of: lines, around: 0, room: room) == lines[1...2].map { "▶ " + $0.dropFirst(2) })
        let flush = lines.map { $0.trimmingPrefix { $0 == " " } }
        #expect(run?.excerpt(of: flush, around: 0, room: 20) == ["▶"] + flush[1...2].map { String($0) })
    }
}

extension Claim {
    /// What is true in the claim, and what is so.
    fileprivate var answer: String { truth.english + " " + fact.english }
}
