import TCPSim
import Trace

/// A run through the space as text, in the form of RFC 9293's figures.
extension TCPSpace {
    /// The run that `actions` make from the start, one numbered step after the other.
    ///
    /// On either side stands the state after the step. "-->" is a segment that arrives; "..." on the far side is one that has been
    /// sent and is still in the network.
    public func ladder(_ actions: [Action]) -> [String] {
        var lines = ["    TCP Peer A                                                     TCP Peer B"]
        var (space, state) = (self, start)
        lines.append(line("1.", state, ""))
        for (index, action) in actions.enumerated() {
            let before = state
            state = space.step(action, in: before).state
            lines.append("")
            lines.append("    \(sentence(action, in: .english))")
            lines.append(line("\(index + 2).", state, arrow(action, in: before)))
            for peer in [Peer.a, .b] {
                let gone: Int
                switch action {
                case .deliver(peer, _), .lose(peer, _): gone = 1
                default: gone = 0
                }
                for segment in state.queue(to: peer).dropFirst(before.queue(to: peer).count - gone) {
                    lines.append(line("", nil, Self.arrow(segment, to: peer, arrives: false)))
                }
            }
        }
        return lines
    }

    private func line(_ number: String, _ state: State?, _ middle: String) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let (left, right) = (state?.state(of: .a).description ?? "", state?.state(of: .b).description ?? "")
        let text = padded(number, 4) + padded(left, 13) + padded(middle, 50) + right
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// The segment that a step moves, if it moves one.
    private func arrow(_ action: Action, in state: State) -> String {
        switch action {
        case .deliver(let peer, let place):
            let queue = state.queue(to: peer)
            return queue.indices.contains(place) ? Self.arrow(queue[place], to: peer, arrives: true) : ""
        case .lose(let peer, let place):
            let queue = state.queue(to: peer)
            return queue.indices.contains(place) ? Self.arrow(queue[place], to: peer, arrives: false) + " (lost)" : ""
        case .oldArrives: return oldSYN.map { Self.arrow($0, to: .b, arrives: true) } ?? ""
        case .open, .send, .close, .duplicate, .timeout: return ""
        }
    }

    private static func arrow(_ segment: Segment, to peer: Peer, arrives: Bool) -> String {
        switch (peer, arrives) {
        case (.b, true): "--> \(segment.line) -->"
        case (.b, false): "--> \(segment.line) ..."
        case (.a, true): "<-- \(segment.line) <--"
        case (.a, false): "... \(segment.line) <--"
        }
    }

    /// What happens, in words.
    private func sentence(_ action: Action, in language: Language) -> String {
        switch language {
        case .english: english(action)
        }
    }

    private func english(_ action: Action) -> String {
        switch action {
        case .open(.a): "A's user opens actively."
        case .open(.b): "B's user opens passively."
        case .send(let peer): "\(peer.letter)'s user sends an octet."
        case .close(let peer): "\(peer.letter)'s user closes."
        case .deliver(let peer, 0): "The next segment arrives at \(peer.letter)."
        case .deliver(let peer, _): "A segment overtakes others and arrives at \(peer.letter)."
        case .lose(let peer, _): "The network loses a segment to \(peer.letter)."
        case .duplicate(let peer, _): "The network makes a copy of a segment to \(peer.letter)."
        case .oldArrives: "A SYN of an earlier connection, long delayed, arrives at B."
        case .timeout(let peer, let timer): "\(peer.letter)'s \(timer.rawValue) timer runs out."
        }
    }
}
