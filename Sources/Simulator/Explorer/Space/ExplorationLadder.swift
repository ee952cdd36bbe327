import TCPSim
import Trace

/// A run through the space as text, in the form of RFC 9293's figures.
extension TCPSpace {
    /// On either side stands the state after the step. "-->" is a segment that arrives; "..." on the far side is one that has been
    /// sent and is still in the network.
    public func ladder(
        _ counterexample: Exploration<TCPSpace>.Counterexample, columns: Int
    ) -> [String] {
        var space = self
        let page = LadderColumns(left: 13, middle: 50, page: columns)
        let strides = space.strides(counterexample.actions)
        var lines = space.lines(strides, from: 1, page)
        guard counterexample.rule == .progress else { return lines }
        let rest = space.strides(after: strides.last?.after ?? start)
        lines += [""] + page.caption(ExplorationCaption.sequel.sentence(in: .english))
        lines += space.lines(rest.strides, from: strides.count + 2, page).dropFirst()
        if rest.isEndless { lines += [""] + page.caption(ExplorationCaption.endless.sentence(in: .english)) }
        return lines
    }

    private func lines(_ strides: [Stride<TCPSpace>], from first: Int, _ page: LadderColumns) -> [String] {
        var lines: [String] = []
        if first == 1 {
            lines.append("    TCP Peer A                                                     TCP Peer B")
            lines += line("1.", start, "", page)
        } else {
            lines.append("")
        }
        for (index, stride) in strides.enumerated() {
            lines.append("")
            lines += page.caption(ExplorationCaption.action(stride.action).sentence(in: .english))
            lines += line("\(first == 1 ? index + 2 : index + first).", stride.after, arrow(stride), page)
            for peer in Peer.allCases {
                let gone: Int
                switch stride.action {
                case .deliver(peer, _), .lose(peer, _): gone = 1
                default: gone = 0
                }
                let known = segments(to: peer, in: stride.before).count - gone
                for segment in segments(to: peer, in: stride.after).dropFirst(known) {
                    lines += line("", nil, Self.arrow(segment, to: peer, arrives: false), page)
                }
            }
        }
        return lines
    }

    private func line(_ number: String, _ state: PackedState?, _ middle: String, _ page: LadderColumns) -> [String] {
        let left = state.map { self.state(of: .a, in: $0).description } ?? ""
        let right = state.map { self.state(of: .b, in: $0).description } ?? ""
        return page.lines(number, left, middle, right)
    }

    /// The segment that a step moves, if it moves one.
    private func arrow(_ stride: Stride<TCPSpace>) -> String {
        guard let segment = segment(of: stride.action, in: stride.before) else { return "" }
        switch stride.action {
        case .deliver(let peer, _), .forge(let peer, _): return Self.arrow(segment, to: peer, arrives: true)
        case .oldArrives: return Self.arrow(segment, to: .b, arrives: true)
        case .lose(let peer, _): return Self.arrow(segment, to: peer, arrives: false) + " (lost)"
        case .open, .send, .close, .read, .abort, .duplicate, .timeout: return ""
        }
    }

    /// The segment that an action is about, if it is about one.
    func segment(of action: Action, in state: PackedState) -> Segment? {
        switch action {
        case .deliver(let peer, let place), .lose(let peer, let place), .duplicate(let peer, let place):
            let queue = segments(to: peer, in: state)
            return queue.indices.contains(place) ? queue[place] : nil
        case .oldArrives: return Self.oldSYN(scope)
        case .forge(let peer, let forgery):
            return forgery.segment(for: memory.connection(of: State(state)[peer]), of: peer)
        case .open, .send, .close, .read, .abort, .timeout: return nil
        }
    }

    /// A segment that arrives, or that is under way, drawn between the side of B on the right and the other on the left.
    static func arrow(_ segment: Segment, to peer: Peer, arrives: Bool) -> String {
        switch (peer, arrives) {
        case (.b, true): "--> \(segment.line) -->"
        case (.b, false): "--> \(segment.line) ..."
        case (.a, true): "<-- \(segment.line) <--"
        case (.a, false): "... \(segment.line) <--"
        }
    }
}
