import Render

/// What a search has found, as text.
public struct ExplorationText {
    /// What was searched.
    private let space: TCPSpace
    /// What was found.
    private let found: Exploration<TCPSpace>
    /// The colours.
    private let style: PageStyle

    /// The columns of the names.
    private static let names = 13

    /// The texts about one search.
    public init(_ space: TCPSpace, _ found: Exploration<TCPSpace>, style: PageStyle = .plain) {
        self.space = space
        self.found = found
        self.style = style
    }

    /// What is wrong on purpose with the TCP that was searched; empty for the real one.
    public func warning(_ variant: Variant) -> String {
        variant.mistake(in: .english).map { LabelledParagraph("WRONG", .bad, "on purpose: \($0)").text(style: style) }
            ?? ""
    }

    /// The bounds, and the search in numbers.
    ///
    /// - Parameter seconds: how long the search took.
    public func facts(seconds: Double) -> String {
        let rate = Int(Double(found.states) / max(seconds, 0.001))
        var users: [String] = []
        if let buffer = space.scope.buffer { users.append("read when they like, from buffers of \(buffer) octets") }
        if space.scope.mayAbort { users.append("may abort") }
        if space.scope.mayReopen { users.append("may open once more") }
        var rows = [
            ("bounds", "\(space.bounds), data \(space.scope.data)"),
            ("old SYN", space.scope.oldSYN.map { "\($0) numbers before A's" } ?? "none"), ("states", "\(found.states)"),
            ("transitions", "\(found.transitions)"), ("depth", "\(found.depth)"),
            ("figure 5", TCPSpace.coverage(found.landmarks)), ("beyond it", TCPSpace.beyond(found.landmarks)),
            ("speed", "\(rate) states per second (measured)"),
        ]
        if !users.isEmpty { rows.insert(("users", users.joined(separator: "; ")), at: 1) }
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
            + space.ladder(counterexample).joined(separator: "\n") + "\n"
    }
}
