import Render
import Trace

/// The report on a search.
package struct ExplorationReport {
    /// The space that was searched.
    private let space: TCPSpace
    /// What the search has found.
    private let found: Exploration<TCPSpace>

    /// The report on one search.
    package init(_ space: TCPSpace, _ found: Exploration<TCPSpace>) {
        self.space = space
        self.found = found
    }

    /// The bounds, and the search in numbers.
    ///
    /// - Parameter seconds: how long the search took.
    package func facts(seconds: Double) -> Report {
        let rate = Int(Double(found.states) / max(seconds, 0.001))
        let rows =
            space.settings + [
                ("states", "\(found.states)"), ("transitions", "\(found.transitions)"), ("depth", "\(found.depth)"),
            ] + space.passed(found.landmarks) + [("speed", "\(counted(rate, "state")) per second (measured)")]
        return Report([.facts(rows, indent: 13)])
    }

    /// The violation, and the sentence `mistake` about what is wrong on purpose, for a page; nil if there is no violation.
    package func telling(_ mistake: String?) -> Report? {
        verdict.map { verdict in
            Report([.outcome("✘ \(verdict)")] + (mistake.map { [.text("WRONG on purpose: \($0)")] } ?? []))
        }
    }

    /// The sentence about the rule that is broken; nil if none is.
    private var verdict: String? {
        found.counterexample.map {
            ExplorationCaption.broken(space.demand($0.rule), steps: $0.actions.count).sentence(in: .english)
        }
    }

    /// The weaknesses of TCP that were met and do not count as violations; empty if none was met.
    private var excuses: [Report.Part] {
        let rows = space.excuses(found.excuses)
        guard !rows.isEmpty else { return [] }
        return [
            .space, .lines(["TCP as it is specified does not prevent this. It was met, and does not count:"]),
            .facts(rows, margin: 2, indent: 18),
        ]
    }

    /// The violation with its ladder, in lines of at most `columns` columns; or the sentence that there is no violation.
    package func outcome(columns: Int) -> Report {
        guard let counterexample = found.counterexample, let verdict else {
            let verdict =
                found.isCut
                ? "not finished: no violation in the states up to the limit" : "no violation within these bounds"
            return Report([.lines([verdict])] + excuses)
        }
        return Report([.text(verdict), .space, .lines(space.ladder(counterexample, columns: columns))])
    }
}
