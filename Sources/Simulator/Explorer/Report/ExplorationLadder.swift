import Render
import TCPSim
import Trace

/// A run through a space as text, in the form of RFC 9293's figures.
extension TCPSpace {
    /// The lines of the ladder. The states of both sides after a step stand on the left and on the right. An arrow on the receiver's side
    /// means that the segment arrives; "..." means that it was sent and is still in the network.
    ///
    /// If the broken rule is about progress, the ladder also has the steps of the sequel.
    ///
    /// - Parameter columns: the largest number of columns of a line.
    package func ladder(
        _ counterexample: Exploration<TCPSpace>.Counterexample, columns: Int = 10_000,
        in language: Language = .english
    ) -> [String] {
        var space = self
        let page = ladderColumns(columns, language)
        let steps = space.run(counterexample.actions)
        let sides = sides(in: start, after: nil)
        var lines = heading(page) + page.lines("1.", left: sides.left, right: sides.right)
        for (index, step) in steps.enumerated() { lines += space.lines(step, number: index + 2, page) }
        guard counterexample.rule.rawValue == endless else { return lines }
        let rest = space.run(after: steps.last?.after ?? start)
        lines += [""] + page.caption(ExplorationCaption.sequel)
        for (index, step) in rest.steps.enumerated() {
            lines += space.lines(step, number: index + steps.count + 2, page)
        }
        return rest.isEndless ? lines + [""] + page.caption(ExplorationCaption.endless) : lines
    }

    private func lines(_ step: RunStep, number: Int, _ page: LadderColumns) -> [String] {
        let sides = sides(in: step.after, after: step.action)
        var lines = [""] + page.caption(ExplorationCaption.action(step.action, about: name(in: step)))
        lines += page.lines("\(number).", left: sides.left, middle: arrow(step, page), right: sides.right)
        let passage = step.action.passage
        for end in (0..<scope.clients).flatMap({ client in Peer.allCases.map { End($0, client: client) } }) {
            let taken = passage.map { $0.end == end && $0.isTaken } == true ? 1 : 0
            let known = segments(to: end, in: step.before).count - taken
            for segment in segments(to: end, in: step.after).dropFirst(known) {
                lines += page.lines(left: label(of: end), middle: Self.arrow(segment, to: end.peer, arrives: false))
            }
        }
        return lines
    }

    /// The segment that a step moves, with its arrows; empty if the step moves none, or copies one.
    private func arrow(_ step: RunStep, _ page: LadderColumns) -> String {
        if let foreign = foreignSegment(by: step.action, in: step.before) {
            return Self.arrow(foreign.segment, to: foreign.to.peer, arrives: true)
        }
        guard let passage = step.action.passage else { return "" }
        let queue = segments(to: passage.end, in: step.before)
        guard queue.indices.contains(passage.place) else { return "" }
        let (segment, peer) = (queue[passage.place], passage.end.peer)
        switch passage.fate {
        case .arrives: return Self.arrow(segment, to: peer, arrives: true)
        case .isLost:
            return Self.arrow(segment, to: peer, arrives: false) + (page.language == .chinese ? "（丢失）" : " (lost)")
        case .isCopied: return ""
        }
    }

    /// A segment to `peer` with its arrows. B is on the right.
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
package struct LadderColumns {
    /// The widths of the left column, and of the column of the segments.
    let left: Int
    let middle: Int
    /// The largest number of columns of a line.
    let page: Int
    /// The language of the captions.
    package let language: Language

    /// Columns of these widths.
    package init(left: Int, middle: Int, page: Int, _ language: Language) {
        (self.left, self.middle, self.page, self.language) = (left, middle, page, language)
    }

    /// One row. A text that is wider than its column moves the rest to the right. If the row is wider than the page, the right text goes
    /// below.
    package func lines(_ number: String = "", left: String, middle: String = "", right: String = "") -> [String] {
        let whole = oneLine(number, left: left, middle: middle, right: right)
        guard Text.width(whole) > page else { return [whole] }
        let indent = 4 + self.left
        let below = Text.wrap(right, to: page - indent).map { String(repeating: " ", count: indent) + $0 }
        return [oneLine(number, left: left, middle: middle, right: "")] + (right.isEmpty ? [] : below)
    }

    /// A sentence between the lines.
    package func caption(_ caption: some Remark) -> [String] {
        Text.wrap(caption.sentence(in: language), to: page - 4).map { "    " + $0 }
    }

    private func oneLine(_ number: String, left: String, middle: String, right: String) -> String {
        Text.trimmed(
            Text.pad(number, to: 4) + Text.pad(left, to: self.left) + Text.pad(middle, to: self.middle)
                + (Text.width(middle) < self.middle ? "" : " ") + right)
    }
}
