import Render

/// What a search has found, as text.
public struct ExplorationText {
    /// What was searched.
    private let space: TCPSpace
    /// What was found.
    private let found: Exploration<TCPSpace>

    /// The columns of the names.
    private static let names = 13

    /// The texts about one search.
    public init(_ space: TCPSpace, _ found: Exploration<TCPSpace>) {
        self.space = space
        self.found = found
    }

    /// What is wrong on purpose with the TCP that was searched; empty for the real one.
    public static func warning(_ variant: Variant) -> String {
        variant.mistake(in: .english).map { LabelledParagraph("WRONG", .bad, "on purpose: \($0)").text() } ?? ""
    }

    /// The bounds, and the search in numbers.
    ///
    /// - Parameters:
    ///   - oldSYN: how many numbers before A's that of the old SYN lies; nil for no such SYN.
    ///   - seconds: how long the search took.
    public func facts(oldSYN: Int?, seconds: Double) -> String {
        let rate = Int(Double(found.states) / max(seconds, 0.001))
        let rows = [
            ("bounds", "\(space.bounds), data \(space.data)"),
            ("old SYN", oldSYN.map { "\($0) numbers before A's" } ?? "none"), ("states", "\(found.states)"),
            ("transitions", "\(found.transitions)"), ("depth", "\(found.depth)"),
            ("figure 5", TCPSpace.coverage(found.landmarks)), ("beyond it", TCPSpace.beyond(found.landmarks)),
            ("speed", "\(rate) states per second (measured)"),
        ]
        return rows.map { name, value in
            Text.wrap(value, to: Text.columns - Self.names).enumerated().map { index, line in
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
        let verdict = "Broken after \(counterexample.actions.count) steps, and no fewer: \(counterexample.rule)."
        return Text.wrap(verdict, to: Text.columns).joined(separator: "\n") + "\n\n"
            + space.ladder(counterexample.actions).joined(separator: "\n") + "\n"
    }
}
