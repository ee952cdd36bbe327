import TCPSim
import Trace

/// What can happen, and what it leads to.
extension TCPSpace {
    /// The changes of state that a connection may make: those of figure 5 (RFC 9293 3.3.2), and its known omissions.
    package static var landmarks: [Arrow] { Arrow.known }

    // MARK: Choices

    /// Appends what can happen: for each side the calls of its user, the fates of the segments on their way to it, and
    /// its timers; then strangers. What costs something is left out once the allowance has nothing of it.
    package func actions(in packed: PackedState, into actions: inout [Action]) {
        let state = State(packed)
        let allowance = state.allowance
        for peer in Peer.allCases {
            let view = memory[state[peer]]
            if !view.hasOpened || view.mayReopen { actions.append(.open(peer)) }
            if view.maySend { actions.append(.send(peer)) }
            if view.mayClose { actions.append(.close(peer)) }
            if view.mayRead { actions.append(.read(peer)) }
            if view.mayAbort { actions.append(.abort(peer)) }
            let queue = state.queue(to: peer)
            for place in memory.queues.places(queue) where memory.queues.isFirst(queue, place) {
                if place == 0 || memory.allowances.has(.reorder, in: allowance) {
                    actions.append(.deliver(to: peer, at: place))
                }
                if memory.allowances.has(.loss, in: allowance) { actions.append(.lose(to: peer, at: place)) }
                if memory.allowances.has(.duplicate, in: allowance) { actions.append(.duplicate(to: peer, at: place)) }
            }
            guard view.timers != 0 else { continue }
            let mayRunOut = memory.allowances.has(.timeout, in: allowance)
            for timer in view.running {
                if timer == .timeWait ? timeWaitEnds(in: state, of: peer) : mayRunOut {
                    actions.append(.timeout(peer, timer))
                }
            }
        }
        if memory.allowances.has(.oldSYN, in: allowance) { actions.append(.oldArrives) }
        guard memory.allowances.has(.forged, in: allowance) else { return }
        for peer in Peer.allCases {
            let forgeries = memory[state[peer]].forgeries
            for forgery in Forgery.allCases where forgeries & forgery.bit != 0 {
                actions.append(.forge(to: peer, forgery))
            }
        }
    }

    /// Two maximum segment lifetimes: by then the network has forgotten everything, and a side that waits for an acknowledgment
    /// has asked for it again.
    func timeWaitEnds(in state: State, of peer: Peer) -> Bool {
        state.isQuiet && !memory[state[peer.other]].waitsForAcknowledgment
    }

    // MARK: Steps

    /// What an action consists of: what moves which side, which segment leaves which queue, what is used up.
    private struct Plan {
        var cause: UInt32?
        var peer: Peer
        /// The place in the queue to `peer` that is emptied.
        var taken: Int?
        /// The arrival that joins the queue to `peer` once more.
        var copied: UInt32?
        var item: Allowance.Item?
    }

    private func plan(_ action: Action, in state: State) -> Plan {
        switch action {
        case .open(let peer):
            if memory[state[peer]].hasOpened { return Plan(cause: Memory.Known.reopening, peer: peer) }
            return Plan(cause: peer == .a ? Memory.Known.activeOpen : Memory.Known.passiveOpen, peer: peer)
        case .send(let peer):
            return Plan(cause: memory.sending(by: memory[state[peer]]), peer: peer)
        case .close(let peer): return Plan(cause: Memory.Known.close, peer: peer)
        case .read(let peer): return Plan(cause: Memory.Known.read, peer: peer)
        case .abort(let peer): return Plan(cause: Memory.Known.abort, peer: peer)
        case .deliver(let peer, let place):
            let cause = memory.queues[state.queue(to: peer), place]
            return Plan(cause: cause, peer: peer, taken: place, item: place > 0 ? .reorder : nil)
        case .lose(let peer, let place): return Plan(peer: peer, taken: place, item: .loss)
        case .duplicate(let peer, let place):
            return Plan(peer: peer, copied: memory.queues[state.queue(to: peer), place], item: .duplicate)
        case .timeout(let peer, let timer):
            return Plan(
                cause: memory.timeout(of: timer), peer: peer, item: timer == .timeWait ? nil : .timeout)
        case .oldArrives: return Plan(cause: memory.oldSYN, peer: .b, item: .oldSYN)
        case .forge(let peer, let forgery):
            let place = UInt32(forgery.bit.trailingZeroBitCount)
            return Plan(cause: Memory.Known.forgeries + place, peer: peer, item: .forged)
        }
    }

    /// What `action` leads to, by the moves that are known already; nil if one of them is not.
    package func step(_ action: Action, in packed: PackedState) -> Step? {
        let state = State(packed)
        let plan = plan(action, in: state)
        var next = state
        if let item = plan.item {
            guard let rest = memory.allowances.spending(item, of: state.allowance) else { return nil }
            next.allowance = rest
        }
        guard var step = carryOut(plan, state, &next)?.step else { return nil }
        if case .deliver(let peer, 0) = action { step.isForegone = peer == .b || state.queue(to: .b) == 0 }
        return step
    }

    /// Tries out the moves that `action` needs and remembers them; nil if the tables have no number left.
    package mutating func learn(_ action: Action, in packed: PackedState) -> Step? {
        let state = State(packed)
        let plan = plan(action, in: state)
        if let item = plan.item, memory.allowances.learnSpending(item, of: state.allowance) == nil { return nil }
        guard learn(plan, in: state) else { return nil }
        return step(action, in: packed)
    }

    /// What a plan leads to but for what it uses up, and what moves; nil if that is not known.
    private func carryOut(_ plan: Plan, _ state: State, _ next: inout State) -> (step: Step, move: Move?)? {
        let peer = plan.peer
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
    private mutating func learn(_ plan: Plan, in state: State) -> Bool {
        let peer = plan.peer
        if let place = plan.taken { _ = memory.queues.learnRemoving(place, of: state.queue(to: peer)) }
        if let element = plan.copied { _ = memory.queues.learnAppending(element, to: state.queue(to: peer)) }
        if let cause = plan.cause {
            let move = memory.learnMove(of: state[peer], by: cause, machine, giveWay)
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

    /// The state with nothing left of the allowance: from here on nothing goes wrong. Nil if ``Rule/progress`` is
    /// excused.
    package func sequel(of packed: PackedState) -> PackedState? {
        excused.contains(.progress) ? nil : State(packed).sequel
    }

    /// Nothing is under way.
    package func isMilestone(_ sequel: PackedState) -> Bool { State(sequel).isQuiet }

    /// What happens next in a network that neither loses nor repeats nor reorders, with users who read, and close once nothing else
    /// happens: what is under way arrives, timers run out, of both sides in turn, users close, TIME-WAIT ends, in this order. Nil at an
    /// end.
    package func next(in sequel: PackedState) -> Action? {
        let state = State(sequel)
        if state.allowance & Mark.timerFirst != 0, let timeout = nextTimeout(in: state) { return timeout }
        for peer in [Peer.b, .a] where state.queue(to: peer) != 0 { return .deliver(to: peer, at: 0) }
        for peer in Peer.allCases where memory[state[peer]].mayRead { return .read(peer) }
        if let timeout = nextTimeout(in: state) { return timeout }
        for peer in Peer.allCases where memory[state[peer]].mayClose { return .close(peer) }
        for peer in Peer.allCases where memory[state[peer]].isInTimeWait { return .timeout(peer, .timeWait) }
        return nil
    }

    /// The timer that runs out next in a sequel, but for the end of TIME-WAIT.
    private func nextTimeout(in state: State) -> Action? {
        let first: Peer = state.allowance & Mark.turnOfB == 0 ? .a : .b
        for peer in [first, first.other] {
            let view = memory[state[peer]]
            if let timer = view.running.first(where: { $0 != .timeWait }) { return .timeout(peer, timer) }
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
        var next = state
        let plan = plan(action, in: state)
        guard let (step, move) = carryOut(plan, state, &next) else { return nil }
        // What breaks another rule is found where that rule is broken.
        guard step.violation == 0, violation(in: step.state) == 0 else { return .good }
        guard let move else { return .next(step.state) }
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
        if case .timeout(let peer, let timer) = action, timer != .timeWait {
            next.allowance = peer == .a ? next.allowance | Mark.turnOfB : next.allowance & ~Mark.turnOfB
            next.allowance &= ~Mark.timerFirst
        }
        switch action {
        case .timeout(_, .retransmission): next.allowance |= Mark.resent(peer)
        case .timeout(_, .persist): next.allowance |= Mark.probed(peer)
        case .deliver where !after.isProbing: next.allowance &= ~Mark.probed(peer)
        default: break
        }
        if hasTakenOldSYN(before), after.state == .listen { next.allowance |= Mark.spentOnOldSYN }
        // A SYN is also answered by an acknowledgment of something else, which is answered by a reset (figures 9 and 10).
        let isReset = before.state == .synSent && after.state == .synSent && !move.flights.isEmpty && action.isDelivery
        if before.unacknowledged != after.unacknowledged || after.state == .closed || isReset {
            next.allowance &= ~Mark.resent(peer)
        }
        return .next(next.packed)
    }

    /// The state after `action`, found out if need be; nil if the tables have no number left.
    package mutating func follow(_ action: Action, from sequel: PackedState) -> PackedState? {
        let state = State(sequel)
        var next = state
        let plan = plan(action, in: state)
        guard learn(plan, in: state) else { return nil }
        return carryOut(plan, state, &next)?.step.state
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

extension TCPSpace.Action {
    /// Whether a segment arrives.
    fileprivate var isDelivery: Bool { if case .deliver = self { true } else { false } }
}
