import Render
import Trace

extension ExhibitRun {
    /// The story of one or two performances: the card, the steps of each, and the commands of other programs.
    ///
    /// - Parameters:
    ///   - runs: the performances of the same exhibit and variant.
    ///   - files: the captures that were written.
    package static func story(_ runs: [ExhibitRun], files: [(leg: Leg, file: String)] = []) -> Report {
        guard let first = runs.first else { return Report() }
        let card = first.card
        // What she does stands first. The title alone is a riddle.
        var report = Report([
            .title(card.words(.act)), .text("“\(card.words(.title))”"), .space,
        ])
        report += Report([told(of: card, [(.mistake, .mistake), (.goal, .goal), (.defence, .defence)])])
        for run in runs { report += Report([.space]) + run.steps }
        if runs.count == 2 {
            let isRight = runs.allSatisfy { $0.outcome.reached != $0.isDefended }
            report += Report([.space, .outcome(StoryNote.both(asItShould: isRight))])
        }
        report += Report([
            .space,
            told(of: card, [(.cost, .cost), (.remains, .remains), (.misreading, .misreading), (.limit, .limit)]),
        ])
        var commands = first.commands(files, capture: runs.count == 2 ? "run-off.pcapng" : "run.pcapng")
        guard !commands.isEmpty else { return report }
        // If no capture was written, the first command writes one.
        if files.isEmpty { commands.insert(first.recording(isBoth: runs.count == 2), at: 0) }
        return report + Report([.space, .heading(StoryHeading.reproduce)] + [.commands(commands)])
    }

    private static func told(of card: Card, _ parts: [(StoryHeading, CardPart)]) -> Report.Part {
        .facts(parts.map { (Words($0), card.words($1)) }, indent: 26)
    }

    /// What a page of this performance is called, and the line under it: what she does, then the title, the rule and the settings.
    package func heading(of journal: Journal) -> (title: Words, about: Words) {
        let settings = journal.settings.filter { $0.name != "defence" }
            .map { "\(journal.glossary.name($0.name)) \(journal.glossary.name($0.value))" as Words }
        let words: [Words] = ["“\(card.words(.title))”", label]
        return (card.words(.act), (words + settings).joined(separator: " · "))
    }

    /// What this performance is called beside the other one.
    package var label: Words { Words(StoryNote.performance(isDefended: isDefended)) }

    /// The command that performs this run again and writes its captures.
    private func recording(isBoth: Bool) -> String {
        let variant = variant == card.variants.first ? "" : " --variant \(variant)"
        let defence = isBoth ? "" : " --defence \(isDefended == true ? "on" : "off")"
        return "HandshakeSim attack \(card.name)\(variant)\(defence) --seed \(seed) --quiet --pcap run.pcapng"
    }

    /// The steps of this performance, and its result.
    private var steps: Report {
        let isShown = packets.contains { !$0.isEmpty }
        var report =
            Report([.heading(StoryNote.performance(isDefended: isDefended))])
            + Report(steps: outcome.steps) { index in
                isShown ? Report.Packets(of: name, packets.indices.contains(index) ? packets[index] : []) : nil
            }
        report.add(
            .text(StoryNote.count(outcome.tries, unit: card.unit, outcome.theory, reached: outcome.reached), indent: 2),
            .outcome(StoryNote.end(reached: outcome.reached, isDefended: isDefended)))
        return report
    }
}
