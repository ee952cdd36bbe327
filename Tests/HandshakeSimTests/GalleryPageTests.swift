import Museum
import TestSupport
import Testing
import Trace

@testable import HandshakeSim
@testable import Render

/// The runs of the gallery and the pages of the museum: how large the pages are, whether they number knowledge as the terminal does, and where
/// labels stand.
@Suite struct GalleryPageTests {
    /// The most octets of a page. A slow line of 10 Mbit/s takes four seconds for them.
    private static let most = 4 << 20

    private static func runs(_ arguments: [String]) async throws -> RunSet {
        try await RunRequest(arguments: arguments).runs(RunBudget(within: nil))
    }

    private static func size(of set: RunSet, _ arguments: [String]) throws -> Int {
        try WebPage(.of(set, command: arguments)).html().utf8.count
    }

    /// Terminal, JSON and page name the same step for the same knowledge. The page shows what the JSON has, which `web/test` checks. Each run
    /// is made once; no label in it stands inside a sentence, and it says the same in each language.
    @Test func theTerminalAndTheJSONNameTheSameStepAndLabelsStandBesideSentences() async throws {
        var counts = (rows: 0, starts: 0, others: 0, labels: 0, texts: 0)
        for exhibit in Catalogue.gallery.flatMap(\.exhibits) {
            let set = try await Self.runs(exhibit.arguments)
            #expect(try Self.size(of: set, exhibit.arguments) <= Self.most, "\(exhibit.command)")
            for run in set.runs {
                counts.labels += Labels.check(run.journal, of: exhibit.command)
                counts.texts += BilingualRun.check(run.journal, of: exhibit.command)
            }
            // A run of TCP alone has no quantities, and no table.
            for journal in set.runs.map(\.journal) where !Epilogue.secrets(of: journal).isEmpty {
                let ledger = try #require(JSON.journal(journal)["ledger"])
                let table = try Ladder(journal, style: PageStyle(.plain, columns: 200)).text(only: ["end.holdings"])
                let rows = Set(
                    table.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
                let audience = Epilogue.audience(of: journal, Ledger(journal))
                // The terminal writes a longer name in two lines.
                for name in Epilogue.secrets(of: journal).map(\.name.legible) where name.count < 40 {
                    let cells = audience.map { who in
                        guard case .array(let facts)? = ledger[who.description],
                            let fact = facts.first(where: { $0["secret"] == .string(name) })
                        else { return "–" }
                        if fact["start"] == .bool(true) {
                            counts.starts += 1
                            return "✔ start"
                        }
                        guard case .integer(let step)? = fact["told"] else { return "✔" }
                        if fact["event"] != .integer(step) { counts.others += 1 }
                        return "✔ \(step)"
                    }
                    counts.rows += 1
                    let row = "\(name) \(cells.joined(separator: " "))"
                    #expect(rows.contains(row), "\(exhibit.command): \(row)")
                }
            }
        }
        // Short texts still have the name of their side behind them.
        #expect(counts.labels > 100)
        #expect(counts.texts > 1_000, "\(counts)")
        #expect(counts.rows > 500 && counts.starts > 50 && counts.others > 50, "\(counts)")
    }

    @Test(arguments: ExhibitName.allCases) func noPageOfTheMuseumIsTooLarge(name: ExhibitName) async throws {
        let arguments = ["attack", name.rawValue, "--defence", "both"]
        let set = try await Self.runs(arguments)
        #expect(try Self.size(of: set, arguments) <= Self.most)
        // The story is joined with the picture: a page opens at a packet of it.
        for run in set.runs {
            let packets = Set(Timeline(run.journal).packets.map(\.packet.number))
            #expect(run.opens.map(packets.contains) ?? true, "\(run.id)")
            #expect(name.exhibit.card.headline.english.hasPrefix(run.heading?.title.english ?? "no title"))
        }
    }
}
