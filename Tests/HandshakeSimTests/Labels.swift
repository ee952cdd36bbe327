import Render
import Testing
import Trace

@testable import HandshakeSim

/// No label at the right edge of a ladder stands inside a sentence.
enum Labels {
    /// The columns of terminals that people have.
    private static let widths = [80, 100, 120, 140]

    /// The words that a step may tell, each as one line of single spaces.
    private static func texts(of event: Event) -> [String] {
        var texts = event.remark.map { [$0.text(in: .english), $0.sentence(in: .english)] } ?? []
        if case .computed(let calculation) = event.kind { texts.append("\(calculation.name): \(calculation.formula)") }
        if case .checked(let what, _) = event.kind {
            texts += event.remark.map { ["\(what): \($0.sentence(in: .english))"] } ?? []
        }
        return texts.map { $0.legible.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    /// The lines with a name at their right edge whose sentence goes on in the next line.
    private static func brokenLines(_ ladder: String, of journal: Journal) -> [String] {
        let lines = ladder.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let events = Dictionary(uniqueKeysWithValues: journal.events.map { ($0.number, $0) })
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            // "12     10.0               · The other side's numbers begin at      server"
            guard line.hasSuffix(" server") || line.hasSuffix(" SERVER"),
                let match = line.wholeMatch(of: #/ *(\d+) +[\d.s]+ {10,}(\S+) (.*\S) +(server|SERVER)/#),
                let number = Int(match.output.1), let event = events[number]
            else { return nil }
            let told = String(match.output.3).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard let word = next.split(whereSeparator: \.isWhitespace).first else { return nil }
            return texts(of: event).contains { $0.contains("\(told) \(word)") } ? line : nil
        }
    }

    /// Checks the ladders of a run.
    ///
    /// - Returns: how many of their lines have a label at the right edge.
    static func check(_ journal: Journal, of command: String) -> Int {
        widths.reduce(into: 0) { count, columns in
            let ladder = Ladder(journal, style: PageStyle(.plain, columns: columns)).text
            count += ladder.split(separator: "\n").count { $0.hasSuffix(" server") }
            let broken = brokenLines(ladder, of: journal)
            #expect(broken.isEmpty, "\(command) \(columns): \(broken.prefix(3))")
            let cut = ladder.split(separator: "\n").filter {
                $0.contains("…══") || $0.contains("══[") && $0.contains("…")
            }
            #expect(cut.isEmpty, "\(command) \(columns): \(cut.prefix(3))")
        }
    }
}
