import TCPSim
import Trace

/// What can happen, and what it leads to.
extension TCPSpace {
    /// The changes of state that a connection may make: those of figure 5 (RFC 9293 3.3.2), and its known omissions.
    package static var landmarks: [Arrow] { Arrow.known }

    // MARK: Choices

    /// Appends what can happen: for each side the calls of its user, the fates of the segments on their way to it, and
    /// its timers; then strangers. What costs something is left out once the allowance has nothing of it.
    package func actions(in packed: PackedState, into choices: inout [Choice]) {
        let state = State(packed)
        let allowance = state.allowance
        for peer in Peer.allCases {
            let view = memory[state[peer]]
            memory.appendCalls(of: view, to: &choices)
            memory.appendFates(in: state.queue(to: peer), to: view.end, allowance, to: &choices)
            guard view.timers != 0 else { continue }
            let mayRunOut = memory.allowances.has(.timeout, in: allowance)
            for timer in view.running {
                if timer == .timeWait ? timeWaitEnds(in: state, of: peer) : mayRunOut {
                    choices.append(.timeout(view.end, timer))
                }
            }
        }
        if memory.allowances.has(.oldSYN, in: allowance) { choices.append(.oldArrives) }
        guard memory.allowances.has(.forged, in: allowance) else { return }
        for peer in Peer.allCases {
            let view = memory[state[peer]]
            for forgery in Forgery.allCases where view.forgeries & forgery.bit != 0 {
                choices.append(.forge(to: view.end, forgery))
            }
        }
    }

    /// Two maximum segment lifetimes: by then the network has forgotten everything, and a side that waits for an acknowledgment
    /// has asked for it again.
    func timeWaitEnds(in state: State, of peer: Peer) -> Bool {
        state.isQuiet && !memory[state[peer.other]].waitsForAcknowledgment
    }

    // MARK: Steps

    /// What a choice consists of: what moves which side, and which segment leaves which queue.
    struct Plan {
        var cause: UInt32?
        var peer: Peer
        /// The place in the queue to `peer` that is emptied.
        var taken: Int?
        /// The arrival that joins the queue to `peer` once more.
        var copied: UInt32?
    }

    func view(of end: End, in state: State) -> View { memory[state[end.peer]] }

    func plan(_ choice: Choice, in state: State) -> Plan {
        switch choice {
        case .open(let end): return Plan(cause: memory.opening(by: memory[state[end.peer]]), peer: end.peer)
        case .send(let end): return Plan(cause: memory.sending(by: memory[state[end.peer]]), peer: end.peer)
        case .close(let end): return Plan(cause: Memory.Known.close, peer: end.peer)
        case .read(let end): return Plan(cause: Memory.Known.read, peer: end.peer)
        case .abort(let end): return Plan(cause: Memory.Known.abort, peer: end.peer)
        case .segment(let end, let place, .isLost): return Plan(peer: end.peer, taken: place)
        case .segment(let end, let place, let fate):
            let element = memory.queues[state.queue(to: end.peer), place]
            return fate == .isCopied
                ? Plan(peer: end.peer, copied: element) : Plan(cause: element, peer: end.peer, taken: place)
        case .timeout(let end, let timer): return Plan(cause: Memory.timeout(of: timer), peer: end.peer)
        case .oldArrives: return Plan(cause: memory.oldSYN, peer: .b)
        case .forge(let end, let forgery):
            let place = UInt32(forgery.bit.trailingZeroBitCount)
            return Plan(cause: Memory.Known.forgeries + place, peer: end.peer)
        // B is no host here.
        case .accept, .stopListening, .leave, .hostTimeout, .flood, .forgeCookie: return Plan(peer: .b)
        }
    }

    func spending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16? {
        memory.allowances.spending(item, of: allowance)
    }

    mutating func learnSpending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16? {
        memory.allowances.learnSpending(item, of: allowance)
    }

    func isNextDelivery(to end: End, in state: State) -> Bool { end.peer == .b || state.queue(to: .b) == 0 }

    func carryOut(_ plan: Plan, _ state: State) -> (step: Step, moves: Move?)? {
        let peer = plan.peer
        var next = state
        if let place = plan.taken {
            guard let rest = memory.queues.removing(place, of: state.queue(to: peer)) else { return nil }
            next.setQueue(to: peer, rest)
        }
        if let element = plan.copied {
            guard let longer = memory.queues.appending(element, to: state.queue(to: peer)) else { return nil }
            next.setQueue(to: peer, longer)
        }
        guard let cause = plan.cause else { return (Step(to: next.packed), nil) }
        guard let move = memory.move(of: state[peer], by: cause) else { return nil }
        next[peer] = move.side
        for flight in move.flights {
            let element = memory.flights[Int(flight)]
            guard let longer = memory.queues.appending(element, to: next.queue(to: peer.other)) else { return nil }
            next.setQueue(to: peer.other, longer)
        }
        let violation = broken(by: move, of: memory[state[peer]], other: memory[state[peer.other]])
        return (Step(to: next.packed, landmarks: move.landmarks, violation: violation), move)
    }

    /// Finds out what a plan leads to; false if there is no number left for a queue.
    mutating func learn(_ plan: Plan, in state: State) -> Bool {
        let peer = plan.peer
        if let place = plan.taken { _ = memory.queues.learnRemoving(place, of: state.queue(to: peer)) }
        if let element = plan.copied { _ = memory.queues.learnAppending(element, to: state.queue(to: peer)) }
        if let cause = plan.cause {
            let move = memory.learnMove(of: state[peer], by: cause)
            var queue = state.queue(to: peer.other)
            for flight in move.flights {
                queue = memory.queues.learnAppending(memory.flights[Int(flight)], to: queue)
            }
        }
        return memory.queues.count <= State.queues
    }

    // MARK: Once nothing goes wrong any more

    /// What a sequel keeps in mind of each side, instead of an allowance.
    private enum Mark {
        /// It has sent something again, and nothing was acknowledged since then.
        static func resent(_ peer: Peer) -> UInt16 { peer == .a ? 1 : 2 }
        /// It has probed a closed window, and accepted no answer since then.
        static func probed(_ peer: Peer) -> UInt16 { peer == .a ? 4 : 8 }
        /// The last timer that has run out was A's: it is B's turn.
        static let turnOfB: UInt16 = 16
        /// Segments have answered each other without an end: a timer comes first.
        static let timerFirst: UInt16 = 32
        /// They have done so before.
        static let wasEndless: UInt16 = 64
        /// B has returned to LISTEN from a connection with an old SYN: the SYN that has led it back has no answer.
        static let spentOnOldSYN: UInt16 = 128
    }

    /// ``Rule/progress``: a run that goes on for ever is no progress.
    package var endless: UInt8 { Rule.progress.rawValue }

    /// Nothing is under way.
    package func isMilestone(_ sequel: PackedState) -> Bool { State(sequel).isQuiet }

    /// What happens next in a network that neither loses nor repeats nor reorders, with users who read, and close once nothing else
    /// happens: what is under way arrives, timers run out, of both sides in turn, users close, TIME-WAIT ends, in this order. Nil at an
    /// end.
    package func next(in sequel: PackedState) -> Choice? {
        let state = State(sequel)
        if state.allowance & Mark.timerFirst != 0, let timeout = nextTimeout(in: state) { return timeout }
        for peer in [Peer.b, .a] where state.queue(to: peer) != 0 { return .segment(to: End(peer), at: 0, .arrives) }
        for peer in Peer.allCases where memory[state[peer]].mayRead { return .read(End(peer)) }
        if let timeout = nextTimeout(in: state) { return timeout }
        for peer in Peer.allCases where memory[state[peer]].mayClose { return .close(End(peer)) }
        for peer in Peer.allCases where memory[state[peer]].isInTimeWait { return .timeout(End(peer), .timeWait) }
        return nil
    }

    /// The timer that runs out next in a sequel, but for the end of TIME-WAIT.
    private func nextTimeout(in state: State) -> Choice? {
        let first: Peer = state.allowance & Mark.turnOfB == 0 ? .a : .b
        for peer in [first, first.other] {
            let view = memory[state[peer]]
            if let timer = view.running.first(where: { $0 != .timeWait }) { return .timeout(view.end, timer) }
        }
        return nil
    }

    /// Segments that answer each other take time, in which a timer runs out that runs. Nil if that has been said already, if the space is
    /// strict, or if nothing gets lost and no old SYN is there: then nothing excuses them.
    package func roused(_ sequel: PackedState) -> PackedState? {
        var state = State(sequel)
        guard !isStrict, bounds.loss > 0 || scope.oldSYN != nil, state.allowance & Mark.timerFirst == 0 else {
            return nil
        }
        state.allowance |= Mark.timerFirst | Mark.wasEndless
        return state.packed
    }

    /// What the one next action of a sequel leads to; nil if its moves are not known yet.
    ///
    /// A side that gives up is a bad end, unless its patience may have been used up before the sequel began.
    package func proceed(from sequel: PackedState) -> Sequel? {
        let state = State(sequel)
        guard let action = next(in: sequel) else { return end(state) }
        let plan = plan(action, in: state)
        guard let (step, move) = carryOut(plan, state) else { return nil }
        // What breaks another rule is found where that rule is broken.
        guard step.violation == 0, violation(in: step.state) == 0 else { return .good }
        guard let move else { return .next(step.state) }
        var next = State(step.state)
        let peer = plan.peer
        let (before, after) = (memory[state[peer]], memory[move.side])
        if move.hasTimedOut, !memory[state[peer.other]].hasFailed {
            // Losses before may have used up its patience; silence since then must have.
            let isAnswered = state.allowance & (Mark.resent(peer) | Mark.probed(peer)) == 0
            // A probe before the sequel has no answer either: where nothing gets lost, the other side's TCP is to blame.
            let isPatient = before.isPatient && (!before.isProbing || bounds.loss == 0)
            if !isAnswered || isPatient {
                let isExcused =
                    state.allowance & Mark.spentOnOldSYN != 0 || hasTakenOldSYN(before)
                    || hasTakenOldSYN(memory[state[peer.other]])
                return !isStrict && isExcused ? .excused(Weakness.oldSYN.rawValue) : .bad(Rule.progress.rawValue)
            }
        }
        if case .timeout(_, let timer) = action, timer != .timeWait {
            next.allowance = peer == .a ? next.allowance | Mark.turnOfB : next.allowance & ~Mark.turnOfB
            next.allowance &= ~Mark.timerFirst
        }
        switch action {
        case .timeout(_, .retransmission): next.allowance |= Mark.resent(peer)
        case .timeout(_, .persist): next.allowance |= Mark.probed(peer)
        case .segment where !after.isProbing: next.allowance &= ~Mark.probed(peer)
        default: break
        }
        if hasTakenOldSYN(before), after.state == .listen { next.allowance |= Mark.spentOnOldSYN }
        // A SYN is also answered by an acknowledgment of something else, which is answered by a reset (figures 9 and 10).
        let isReset =
            before.state == .synSent && after.state == .synSent && !move.flights.isEmpty && action.passage != nil
        if before.unacknowledged != after.unacknowledged || after.state == .closed || isReset {
            next.allowance &= ~Mark.resent(peer)
        }
        return .next(next.packed)
    }

    /// A good end: both users have been told that it is over, as far as they have opened.
    private func end(_ state: State) -> Sequel {
        let sides = Peer.allCases.map { memory[state[$0]] }
        let open = sides.filter { $0.hasOpened && !$0.isOver }
        if open.isEmpty {
            return state.allowance & Mark.wasEndless == 0 ? .good : .excused(Weakness.crossedNumbers.rawValue)
        }
        let isHalfOpen =
            Self.isHalfOpen(sides[0], by: sides[1]) || Self.isHalfOpen(sides[1], by: sides[0])
        return !isStrict && isHalfOpen ? .excused(Weakness.halfOpen.rawValue) : .bad(Rule.progress.rawValue)
    }
}
