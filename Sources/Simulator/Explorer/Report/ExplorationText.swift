import Render
import Trace

/// What a search has found, as text.
public struct ExplorationText<Space: ExploredSpace> {
    /// What was searched.
    private let space: Space
    /// What was found.
    private let found: Exploration<Space>
    /// The colours.
    private let style: PageStyle

    /// The columns of the names.
    private static var names: Int { 13 }

    /// The texts about one search.
    public init(_ space: Space, _ found: Exploration<Space>, style: PageStyle = .plain) {
        self.space = space
        self.found = found
        self.style = style
    }

    /// What is wrong on purpose with the TCP that was searched, which `mistake` says; empty for the real one.
    public func warning(_ mistake: String?) -> String {
        mistake.map { LabelledParagraph("WRONG", .bad, "on purpose: \($0)").text(style: style) } ?? ""
    }

    /// The bounds, and the search in numbers.
    ///
    /// - Parameter seconds: how long the search took.
    public func facts(seconds: Double) -> String {
        let rate = Int(Double(found.states) / max(seconds, 0.001))
        let rows =
            space.settings + [
                ("states", "\(found.states)"), ("transitions", "\(found.transitions)"), ("depth", "\(found.depth)"),
            ] + space.passed(found.landmarks) + [("speed", "\(counted(rate, "state")) per second (measured)")]
        return rows.map { name, value in
            Text.wrap(value, to: style.columns - Self.names).enumerated().map { index, line in
                Text.pad(index == 0 ? name : "", to: Self.names) + line + "\n"
            }.joined()
        }.joined()
    }

    /// The counterexample as a ladder, or that there is none.
    public var outcome: String {
        guard let counterexample = found.counterexample else {
            return found.isCut
                ? "no violation in the states up to the limit\n" : "no violation within these bounds\n"
        }
        let verdict = ExplorationCaption.broken(counterexample.rule, steps: counterexample.actions.count)
        return Text.wrap(verdict.sentence(in: .english), to: style.columns).joined(separator: "\n") + "\n\n"
            + space.ladder(counterexample, columns: style.columns).joined(separator: "\n") + "\n"
    }
}
