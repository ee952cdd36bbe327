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
    /// - Parameter seconds: how long the search took; nil where the text has to be the same on every run.
    package func facts(seconds: Double?) -> Report {
        let rows: [(name: Words, value: Words)] =
            space.settings + [
                (Words(english: "states", chinese: "状态"), "\(found.states)"),
                (Words(english: "transitions", chinese: "转移"), "\(found.transitions)"),
                (Words(english: "depth", chinese: "深度"), "\(found.depth)"),
            ] + space.passed(found.landmarks) + Self.speed(found.states, in: seconds)
        return Report([.facts(rows, indent: 13)])
    }

    /// How fast a search was, which differs from run to run; nothing without a time.
    package static func speed(_ states: Int, in seconds: Double?) -> [(name: Words, value: Words)] {
        guard let seconds else { return [] }
        let rate = Int(Double(states) / max(seconds, 0.001))
        return [
            (
                Words(english: "speed", chinese: "速度"),
                Words(english: "\(counted(rate, "state")) per second (measured)", chinese: "每秒 \(rate) 个状态（实测）")
            )
        ]
    }

    /// The violation, and the sentence `mistake` about what is wrong on purpose, for a page; nil if there is no violation.
    package func telling(_ mistake: (any Wording)?) -> Report? {
        verdict.map { verdict in
            Report(
                [.outcome("✘ \(verdict)")]
                    + (mistake.map {
                        [.text(Words(english: "WRONG on purpose: \($0.english)", chinese: "故意写错：\($0.chinese)"))]
                    } ?? []))
        }
    }

    /// The sentence about the rule that is broken; nil if none is.
    private var verdict: Words? {
        found.counterexample.map {
            Words(ExplorationCaption.broken(space.demand($0.rule), steps: $0.actions.count))
        }
    }

    /// The weaknesses of TCP that were met and do not count as violations; empty if none was met.
    private var excuses: [Report.Part] {
        let rows = space.excuses(found.excuses)
        guard !rows.isEmpty else { return [] }
        return [
            .space,
            .lines([
                Words(
                    english: "TCP as it is specified does not prevent this. It was met, and does not count:",
                    chinese: "规范中的 TCP 不能防止这种情况。遇到了它，但不算违反：")
            ]),
            .facts(rows, margin: 2, indent: 18),
        ]
    }

    /// The violation with its ladder, in lines of at most `columns` columns; or the sentence that there is no violation.
    package func outcome(columns: Int, in language: Language) -> Report {
        guard let counterexample = found.counterexample, let verdict else {
            let verdict =
                found.isCut
                ? Words(
                    english: "not finished: no violation in the states up to the limit",
                    chinese: "没有搜完：到上限为止的状态中没有违反")
                : Words(english: "no violation within these bounds", chinese: "在这些界限内没有违反")
            return Report([.lines([verdict])] + excuses)
        }
        return Report([
            .text(verdict), .space,
            .lines(space.ladder(counterexample, columns: columns, in: language).map { Words(same: $0) }),
        ])
    }
}
