import TCPSim
import Trace

/// The choices in a state, and the steps that they make.
extension TCPSpace {
    // MARK: Choices

    /// Appends the choices in a state. For each side: the calls of its user, the fates of the segments in flight to it, and its timers. Then
    /// the actions of B as a host. Then the segments of strangers. A choice that uses up an item of the allowance needs one that is left.
    package func actions(in packed: PackedState, into choices: inout [Choice]) {
        let state = State(packed)
        let allowance = state.allowance
        let mayRunOut = memory.allowances.has(.timeout, in: allowance)
        for end in ends {
            let leg = memory.leg(of: end.client, in: state)
            let view = memory[end.peer == .a ? leg.side : state.b]
            memory.appendCalls(of: view, to: &choices)
            memory.appendFates(in: leg[end.peer], to: end, allowance, to: &choices)
            if scope.isListening { memory.appendFates(in: leg.toB, to: end.other, allowance, to: &choices) }
            guard view.timers != 0 else { continue }
            for timer in view.running where timer == .timeWait ? timeWaitEnds(at: end, leg, in: state) : mayRunOut {
                choices.append(.timeout(end, timer))
            }
        }
        if scope.isListening { appendActionsOfHost(in: state, mayRunOut, to: &choices) }
        if memory.allowances.has(.oldSYN, in: allowance) { choices.append(.oldArrives) }
        if memory.allowances.has(.flood, in: allowance) { choices.append(.flood) }
        guard memory.allowances.has(.forged, in: allowance) else { return }
        for end in ends {
            let view = view(of: end, in: state)
            for forgery in Forgery.allCases where view.forgeries & forgery.bit != 0 {
                choices.append(.forge(to: scope.isListening ? end.other : end, forgery))
            }
        }
    }

    private func appendActionsOfHost(in state: State, _ mayRunOut: Bool, to choices: inout [Choice]) {
        let host = memory.host(state.b)
        if host.mayAccept { choices.append(.accept) }
        if host.isListening { choices.append(.stopListening) }
        for (place, seen) in host.connections.prefix(Memory.Known.connections).enumerated() {
            if seen.isHeld { choices.append(.leave(place)) }
            for timer in seen.timers where timer == .timeWait ? timeWaitEnds(of: seen, in: state) : mayRunOut {
                choices.append(.hostTimeout(place, timer))
            }
        }
    }

    /// Whether TIME-WAIT can end. After two maximum segment lifetimes nothing is in flight any more, and a side that waited for an
    /// acknowledgment has sent its segment again.
    private func timeWaitEnds(at end: End, _ leg: Leg, in state: State) -> Bool {
        guard leg.isQuiet else { return false }
        guard scope.isListening else { return !view(of: end.other, in: state).waitsForAcknowledgment }
        return !memory.host(state.b).connections.contains { $0.client == end.client && $0.waitsForAcknowledgment }
    }

    /// Whether TIME-WAIT of a connection of B as a host can end. A stranger waits for no acknowledgment.
    private func timeWaitEnds(of seen: ServerView.Seen, in state: State) -> Bool {
        guard let client = seen.client else { return true }
        let leg = memory.leg(of: client, in: state)
        return leg.isQuiet && !memory[leg.side].waitsForAcknowledgment
    }

    // MARK: Steps

    /// The view of the side at an end, which is one of ``ends``.
    @inline(__always)
    func view(of end: End, in state: State) -> View {
        memory[end.peer == .a ? memory.leg(of: end.client, in: state).side : state.b]
    }

    /// The number of the cause that a choice makes ``Choice/end`` meet. Nil for a choice about a segment in flight: if that arrives, it is the
    /// cause itself.
    func cause(of choice: Choice, in state: State) -> UInt32? {
        switch choice {
        case .open(let end): return memory.opening(by: view(of: end, in: state))
        case .send(let end): return memory.sending(by: view(of: end, in: state))
        case .close: return Memory.Known.close
        case .read: return Memory.Known.read
        case .abort: return Memory.Known.abort
        case .segment: return nil
        case .timeout(_, let timer): return Memory.timeout(of: timer)
        case .oldArrives: return Memory.Known.oldSYN
        case .forge(let end, let forgery): return memory.forging(forgery, to: end)
        case .accept: return Memory.Known.accept
        case .stopListening: return Memory.Known.stopListening
        case .leave(let place): return Memory.Known.leaving + UInt32(place)
        case .hostTimeout(let place, let timer): return Memory.timeout(of: timer, at: place)
        case .flood:
            let number = memory.allowances[0].flood - memory.allowances[state.allowance].flood
            return Memory.Known.floods + UInt32(max(0, number))
        }
    }

    /// Whether the clock of B as a host advances before a choice: a client opens a second connection between the same sockets.
    @inline(__always)
    func pauses(before choice: Choice, in state: State) -> Bool {
        guard scope.isListening, case .open(let end) = choice else { return false }
        return view(of: end, in: state).hasOpened
    }

    /// The step that `choice` makes, if all moves that it needs are known; else nil.
    package func step(_ choice: Choice, in packed: PackedState) -> Step? {
        let state = State(packed)
        guard var step = carryOut(choice, in: state)?.step else { return nil }
        if let item = choice.item {
            guard let rest = memory.allowances.spending(item, of: state.allowance) else { return nil }
            var next = State(step.state)
            next.allowance = rest
            step.state = next.packed
        }
        if case .segment(let end, 0, .arrives) = choice { step.isForegone = nextDelivery(in: state) == end }
        return step
    }

    /// The step that `choice` makes. Finds out the moves that it needs and remembers them. Nil if the memory has no number left.
    package mutating func learn(_ choice: Choice, in packed: PackedState) -> Step? {
        let state = State(packed)
        if let item = choice.item, memory.allowances.learnSpending(item, of: state.allowance) == nil { return nil }
        guard learnToCarryOut(choice, in: state) else { return nil }
        return step(choice, in: packed)
    }

    /// The step that a choice makes, with the allowance unchanged, and the move of the part that meets its cause. Nil if a move or a number
    /// is not known yet.
    func carryOut(_ choice: Choice, in state: State) -> (step: Step, move: Move?)? {
        let end = choice.end
        var next = state
        var leg = memory.leg(of: end.client, in: state)
        let cause: UInt32?
        if case .segment(_, let place, let fate) = choice {
            let (queue, element) = (leg[end.peer], memory.queues[leg[end.peer], place])
            let changed =
                fate == .isCopied
                ? memory.queues.appending(element, to: queue) : memory.queues.removing(place, of: queue)
            guard let changed else { return nil }
            leg[end.peer] = changed
            cause = fate == .arrives ? element : nil
        } else {
            cause = self.cause(of: choice, in: state)
        }
        if pauses(before: choice, in: state) {
            guard let move = memory.move(of: state.b, at: .b, by: Memory.Known.pause) else { return nil }
            next.b = move.part
        }
        guard let cause else {
            return memory.put(leg, of: end.client, in: &next) ? (Step(to: next.packed), nil) : nil
        }
        let part = end.peer == .a ? leg.side : state.b
        guard let move = memory.move(of: part, at: end.peer, by: cause) else { return nil }
        if end.peer == .a { leg.side = move.part } else { next.b = move.part }
        for flight in move.flights {
            let sent = memory.flights[Int(flight)]
            if sent.client == end.client {
                guard let longer = memory.queues.appending(sent.arrival, to: leg[end.peer.other]) else { return nil }
                leg[end.peer.other] = longer
            } else {
                var other = memory.leg(of: Int(sent.client), in: next)
                guard let longer = memory.queues.appending(sent.arrival, to: other.toClient) else { return nil }
                other.toClient = longer
                guard memory.put(other, of: Int(sent.client), in: &next) else { return nil }
            }
        }
        guard memory.put(leg, of: end.client, in: &next) else { return nil }
        var broken = move.verdict.violation
        if !scope.isListening {
            let other = end.peer == .a ? state.b : leg.side
            broken = self.broken(move.verdict, by: part, after: move.part, other: other)
        }
        let step = Step(to: next.packed, landmarks: move.verdict.landmarks, violation: unlessExcused(broken))
        return (step, move)
    }

    /// Finds out the moves and numbers that a choice needs; false if the memory has no number left.
    mutating func learnToCarryOut(_ choice: Choice, in state: State) -> Bool {
        let end = choice.end
        var next = state
        var leg = memory.leg(of: end.client, in: state)
        let cause: UInt32?
        if case .segment(_, let place, let fate) = choice {
            let (queue, element) = (leg[end.peer], memory.queues[leg[end.peer], place])
            leg[end.peer] =
                fate == .isCopied
                ? memory.queues.learnAppending(element, to: queue) : memory.queues.learnRemoving(place, of: queue)
            cause = fate == .arrives ? element : nil
        } else {
            cause = self.cause(of: choice, in: state)
        }
        if pauses(before: choice, in: state) { _ = memory.learnMove(of: state.b, at: .b, by: Memory.Known.pause) }
        if let cause {
            let move = memory.learnMove(of: end.peer == .a ? leg.side : state.b, at: end.peer, by: cause)
            if end.peer == .a { leg.side = move.part }
            for flight in move.flights {
                let sent = memory.flights[Int(flight)]
                if sent.client == end.client {
                    leg[end.peer.other] = memory.queues.learnAppending(sent.arrival, to: leg[end.peer.other])
                } else {
                    var other = memory.leg(of: Int(sent.client), in: next)
                    other.toClient = memory.queues.learnAppending(sent.arrival, to: other.toClient)
                    guard memory.learnPutting(other, of: Int(sent.client), in: &next) else { return false }
                }
            }
        }
        return memory.learnPutting(leg, of: end.client, in: &next)
    }
}
