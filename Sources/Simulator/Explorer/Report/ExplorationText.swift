import Render
import Trace

/// What a search has found, as text.
package struct ExplorationText<Space: ExploredSpace> {
    /// What was searched.
    private let space: Space
    /// What was found.
    private let found: Exploration<Space>
    /// The colours.
    private let style: PageStyle

    /// The columns of the names.
    private static var names: Int { 13 }

    /// The texts about one search.
    package init(_ space: Space, _ found: Exploration<Space>, style: PageStyle = .plain) {
        self.space = space
        self.found = found
        self.style = style
    }

    /// What is wrong on purpose with the TCP that was searched, which `mistake` says; empty for the real one.
    package func warning(_ mistake: String?) -> String {
        mistake.map { LabelledParagraph("WRONG", .bad, "on purpose: \($0)").text(style: style) } ?? ""
    }

    /// The bounds, and the search in numbers.
    ///
    /// - Parameter seconds: how long the search took.
    package func facts(seconds: Double) -> String {
        let rate = Int(Double(found.states) / max(seconds, 0.001))
        let rows =
            space.settings + [
                ("states", "\(found.states)"), ("transitions", "\(found.transitions)"), ("depth", "\(found.depth)"),
            ] + space.passed(found.landmarks) + [("speed", "\(counted(rate, "state")) per second (measured)")]
        return lines(rows, names: Self.names)
    }

    private func lines(_ rows: [(name: String, value: String)], names: Int) -> String {
        rows.map { name, value in
            Text.wrap(value, to: style.columns - names).enumerated().map { index, line in
                Text.pad(index == 0 ? name : "", to: names) + line + "\n"
            }.joined()
        }.joined()
    }

    /// What was found, and what is wrong on purpose, for a page; nil where nothing was found.
    package func telling(_ mistake: String?) -> Report? {
        found.counterexample.map {
            let verdict = ExplorationCaption.broken($0.rule, steps: $0.actions.count).sentence(in: .english)
            return Report([.outcome("✘ \(verdict)")] + (mistake.map { [.text("WRONG on purpose: \($0)")] } ?? []))
        }
    }

    /// What was met and does not count, by name; empty if nothing was.
    private var excuses: String {
        let rows = space.excuses(found.excuses)
        guard !rows.isEmpty else { return "" }
        return "\nTCP as it is specified does not prevent this. It was met, and does not count:\n"
            + lines(rows.map { ("  " + $0.name, $0.value) }, names: 18)
    }

    /// The counterexample as a ladder, or that there is none.
    package var outcome: String {
        guard let counterexample = found.counterexample else {
            let verdict =
                found.isCut
                ? "not finished: no violation in the states up to the limit\n" : "no violation within these bounds\n"
            return verdict + excuses
        }
        let verdict = ExplorationCaption.broken(counterexample.rule, steps: counterexample.actions.count)
        return Text.wrap(verdict.sentence(in: .english), to: style.columns).joined(separator: "\n") + "\n\n"
            + space.ladder(counterexample, columns: style.columns).joined(separator: "\n") + "\n"
    }
}
