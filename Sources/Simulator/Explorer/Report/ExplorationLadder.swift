import Render
import TCPSim
import Trace

/// A run through a space as text, in the form of RFC 9293's figures.
extension TCPSpace {
    /// On either side stands the state after the step. "-->" is a segment that arrives; "..." on the far side is one that has been
    /// sent and is still in the network.
    ///
    /// If the counterexample is about what comes of the last state, the steps that follow are part of it.
    ///
    /// - Parameter columns: the columns that a line may take.
    package func ladder(
        _ counterexample: Exploration<TCPSpace>.Counterexample, columns: Int = 10_000
    ) -> [String] {
        var space = self
        let page = ladderColumns(columns)
        let steps = space.run(counterexample.actions)
        let sides = sides(in: start, after: nil)
        var lines = heading(page) + page.lines("1.", sides.left, "", sides.right)
        for (index, step) in steps.enumerated() { lines += space.lines(step, number: index + 2, page) }
        guard counterexample.rule.rawValue == endless else { return lines }
        let rest = space.run(after: steps.last?.after ?? start)
        lines += [""] + page.caption(.sequel)
        for (index, step) in rest.steps.enumerated() {
            lines += space.lines(step, number: index + steps.count + 2, page)
        }
        return rest.isEndless ? lines + [""] + page.caption(.endless) : lines
    }

    private func lines(_ step: RunStep, number: Int, _ page: LadderColumns) -> [String] {
        let sides = sides(in: step.after, after: step.action)
        var lines = [""] + page.caption(.action(step.action, about: name(in: step)))
        lines += page.lines("\(number).", sides.left, arrow(step), sides.right)
        let passage = step.action.passage
        for end in (0..<scope.clients).flatMap({ client in Peer.allCases.map { End($0, client: client) } }) {
            let taken = passage.map { $0.end == end && $0.isTaken } == true ? 1 : 0
            let known = segments(to: end, in: step.before).count - taken
            for segment in segments(to: end, in: step.after).dropFirst(known) {
                lines += page.lines("", label(of: end), Self.arrow(segment, to: end.peer, arrives: false), "")
            }
        }
        return lines
    }

    /// The segment that a step moves, if it moves one.
    private func arrow(_ step: RunStep) -> String {
        if let foreign = foreignSegment(by: step.action, in: step.before) {
            return Self.arrow(foreign.segment, to: foreign.to.peer, arrives: true)
        }
        guard let passage = step.action.passage else { return "" }
        let queue = segments(to: passage.end, in: step.before)
        guard queue.indices.contains(passage.place) else { return "" }
        let (segment, peer) = (queue[passage.place], passage.end.peer)
        switch passage.fate {
        case .arrives: return Self.arrow(segment, to: peer, arrives: true)
        case .isLost: return Self.arrow(segment, to: peer, arrives: false) + " (lost)"
        case .isCopied: return ""
        }
    }

    /// A segment that arrives, or that is under way, drawn between the side of B on the right and the other on the left.
    private static func arrow(_ segment: Segment, to peer: Peer, arrives: Bool) -> String {
        switch (peer, arrives) {
        case (.b, true): "--> \(segment.line) -->"
        case (.b, false): "--> \(segment.line) ..."
        case (.a, true): "<-- \(segment.line) <--"
        case (.a, false): "... \(segment.line) <--"
        }
    }
}

/// The columns of a ladder in the form of RFC 9293's figures.
struct LadderColumns {
    /// How wide the left side's column is, and that of the segments.
    let left: Int
    let middle: Int
    /// The columns that a line may take.
    let page: Int

    /// A line; what does not fit into its column moves the rest to the right, and what does not fit into the page goes below.
    func lines(_ number: String, _ left: String, _ middle: String, _ right: String) -> [String] {
        let whole = oneLine(number, left, middle, right)
        guard Text.width(whole) > page else { return [whole] }
        let indent = 4 + self.left
        let below = Text.wrap(right, to: page - indent).map { String(repeating: " ", count: indent) + $0 }
        return [oneLine(number, left, middle, "")] + (right.isEmpty ? [] : below)
    }

    /// A sentence between the lines.
    func caption(_ caption: ExplorationCaption) -> [String] {
        Text.wrap(caption.sentence(in: .english), to: page - 4).map { "    " + $0 }
    }

    private func oneLine(_ number: String, _ left: String, _ middle: String, _ right: String) -> String {
        let text =
            Text.pad(number, to: 4) + Text.pad(left, to: self.left) + Text.pad(middle, to: self.middle)
            + (middle.count < self.middle ? "" : " ") + right
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}
