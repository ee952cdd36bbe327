import TCPSim
import Trace

/// What can happen, and what it leads to.
extension ListenerSpace {
    // MARK: Choices

    /// Appends what can happen: the calls of each client's user, the fates of the segments under way, then timers, B's
    /// user and strangers, as far as the allowance goes.
    package func actions(in packed: PackedState, into actions: inout [Action]) {
        let state = State(packed)
        let allowance = memory.allowances[state.allowance]
        let host = memory.host(state.host)
        for client in 0..<scope.clients {
            let leg = memory.leg(state[client])
            let view = memory.client(of: state[client])
            if view.mayOpen { actions.append(.open(client)) }
            if view.maySend { actions.append(.send(client)) }
            if view.mayClose { actions.append(.close(client)) }
            if view.mayAbort { actions.append(.abort(client)) }
            for lane in [Lane(client: client, to: .a), Lane(client: client, to: .b)] {
                let queue = leg[lane.to]
                for place in memory.queues.places(queue) where memory.queues.isFirst(queue, place) {
                    for fate in fates(at: place, allowance) { actions.append(.segment(lane, at: place, fate)) }
                }
            }
            for timer in view.timers {
                let mayRunOut =
                    timer == .timeWait ? mayForget(client, at: state, host) : allowance.has(.timeout)
                if mayRunOut { actions.append(.timeout(client, timer)) }
            }
        }
        if host.mayAccept { actions.append(.accept) }
        if host.isListening { actions.append(.stopListening) }
        for (place, seen) in host.connections.prefix(ListenerMemory.Known.connections).enumerated() {
            if seen.isHeld { actions.append(.leave(place)) }
            for timer in seen.timers {
                let mayRunOut = timer == .timeWait ? mayForget(seen, at: state) : allowance.has(.timeout)
                if mayRunOut { actions.append(.hostTimeout(place, timer)) }
            }
        }
        if allowance.has(.oldSYN) { actions.append(.oldArrives) }
        if allowance.has(.flood) { actions.append(.flood) }
        guard allowance.has(.forged) else { return }
        for client in 0..<scope.clients {
            for cookie in FalseCookie.allCases where scope.cookies != nil || cookie == .guessed {
                actions.append(.forge(client, cookie))
            }
        }
    }

    /// What may become of the segment at that place of a queue.
    private func fates(at place: Int, _ allowance: Allowance) -> [SegmentFate] {
        var fates: [SegmentFate] = []
        if place == 0 || allowance.has(.reorder) { fates.append(.arrives) }
        if allowance.has(.loss) { fates.append(.isLost) }
        if allowance.has(.duplicate) { fates.append(.isCopied) }
        return fates
    }

    /// Whether a client's TIME-WAIT may end: nothing is under way, and B does not wait for an acknowledgment.
    private func mayForget(_ client: Int, at state: State, _ host: HostView) -> Bool {
        memory.leg(state[client]).isQuiet
            && !host.connections.contains { $0.client == client && $0.waitsForAcknowledgment }
    }

    /// Whether the TIME-WAIT of one of B's connections may end.
    private func mayForget(_ seen: HostView.Seen, at state: State) -> Bool {
        guard let client = seen.client else { return true }
        return memory.leg(state[client]).isQuiet && !memory.client(of: state[client]).waitsForAcknowledgment
    }

    // MARK: Steps

    /// What an action consists of: what changes which leg, what B meets, what is used up.
    private struct Plan {
        var client: Int?
        var change: ListenerMemory.Change?
        /// The number of what B meets, unless it is the segment that leaves the leg.
        var cause: UInt32?
        var item: Allowance.Item?
    }

    private func plan(_ action: Action, in state: State) -> Plan {
        typealias Known = ListenerMemory.Known
        switch action {
        case .open(let client):
            // B's clock moves on before another connection between the same sockets.
            let isFirst = !memory.client(of: state[client]).hasOpened
            return Plan(client: client, change: .meet(Known.open), cause: isFirst ? nil : Known.pause)
        case .send(let client): return Plan(client: client, change: .meet(Known.send))
        case .close(let client): return Plan(client: client, change: .meet(Known.close))
        case .abort(let client): return Plan(client: client, change: .meet(Known.abort))
        case .timeout(let client, let timer):
            let cause = ListenerMemory.timeout(of: timer)
            return Plan(client: client, change: .meet(cause), item: timer == .timeWait ? nil : .timeout)
        case .segment(let lane, let place, let fate):
            return Plan(
                client: lane.client, change: .segment(to: lane.to, place, fate), item: Self.item(of: fate, at: place))
        case .accept: return Plan(cause: Known.accept)
        case .stopListening: return Plan(cause: Known.stopListening)
        case .leave(let place): return Plan(cause: Known.leaving + UInt32(place))
        case .hostTimeout(let place, let timer):
            let cause = ListenerMemory.timeout(of: timer, at: place)
            return Plan(cause: cause, item: timer == .timeWait ? nil : .timeout)
        case .oldArrives: return Plan(cause: Known.oldSYN, item: .oldSYN)
        case .flood:
            let number = memory.allowances[0].flood - memory.allowances[state.allowance].flood
            return Plan(cause: Known.floods + UInt32(max(0, number)), item: .flood)
        case .forge(let client, let cookie):
            return Plan(cause: ListenerMemory.forgery(cookie, inNameOf: client), item: .forged)
        }
    }

    /// The number of what B meets by a choice that is not about a segment under way.
    func hostCause(of action: Action, in state: State) -> UInt32? { plan(action, in: state).cause }

    /// What a segment's fate uses up.
    private static func item(of fate: SegmentFate, at place: Int) -> Allowance.Item? {
        switch fate {
        case .arrives: place > 0 ? .reorder : nil
        case .isLost: .loss
        case .isCopied: .duplicate
        }
    }

    /// What `action` leads to, by the moves that are known already; nil if one of them is not.
    package func step(_ action: Action, in packed: PackedState) -> Step? {
        let state = State(packed)
        let plan = plan(action, in: state)
        guard var result = carryOut(plan, state) else { return nil }
        if let item = plan.item {
            guard let rest = memory.allowances.spending(item, of: state.allowance) else { return nil }
            result.next.allowance = rest
        }
        var step = Step(
            to: result.next.packed, landmarks: result.hostMove?.landmarks ?? 0,
            violation: unlessExcused(result.hostMove?.violation ?? 0))
        if case .segment(_, 0, .arrives) = action { step.isForegone = nextDelivery(in: state) == action }
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

    /// What a plan has led to.
    private struct Result {
        var next: State
        var legMove: ListenerMemory.LegMove?
        var hostMove: ListenerMemory.HostMove?
    }

    /// What a plan leads to but for what it uses up; nil if that is not known.
    private func carryOut(_ plan: Plan, _ state: State) -> Result? {
        var result = Result(next: state)
        var cause = plan.cause
        if let client = plan.client, let change = plan.change {
            guard let move = memory.move(of: state[client], by: change) else { return nil }
            result.next[client] = move.leg
            result.legMove = move
            cause = move.arrival ?? cause
        }
        guard let cause else { return result }
        guard let move = memory.move(of: state.host, by: cause) else { return nil }
        result.next.host = move.host
        result.hostMove = move
        for (client, element) in move.sent where client < scope.clients {
            guard let join = memory.move(of: result.next[client], by: .join(element)) else { return nil }
            result.next[client] = join.leg
        }
        return result
    }

    /// Finds out what a plan leads to; false if there is no number left.
    private mutating func learn(_ plan: Plan, in state: State) -> Bool {
        var next = state
        var cause = plan.cause
        if let client = plan.client, let change = plan.change {
            guard let move = memory.learnMove(of: state[client], by: change) else { return false }
            next[client] = move.leg
            cause = move.arrival ?? cause
        }
        guard let cause else { return true }
        let move = memory.learnMove(of: state.host, by: cause)
        for (client, element) in move.sent where client < scope.clients {
            guard let join = memory.learnMove(of: next[client], by: .join(element)) else { return false }
            next[client] = join.leg
        }
        return true
    }

    // MARK: Once nothing goes wrong any more

    /// What a sequel keeps in mind, instead of an allowance.
    private enum Mark {
        /// The client has sent something again, and nothing was acknowledged since then.
        static func resent(_ client: Int) -> UInt16 { 1 << UInt16(client) }
        /// B has sent something again to the client, and heard nothing from it since then.
        static func resentByHost(_ client: Int) -> UInt16 { 8 << UInt16(client) }
        /// Whose turn it is to have a timer run out: a client, or B, which comes last.
        static let turn: UInt16 = 3 << 6
    }

    /// ``Rule/progress``: a run that goes on for ever is no progress.
    package var endless: UInt8 { Rule.progress.rawValue }

    /// The state with nothing left of the allowance: from here on nothing goes wrong. Nil if ``Rule/progress`` is
    /// excused.
    package func sequel(of packed: PackedState) -> PackedState? {
        excused.contains(.progress) ? nil : State(packed).sequel
    }

    /// Nothing is under way.
    package func isMilestone(_ sequel: PackedState) -> Bool { nextDelivery(in: State(sequel)) == nil }

    /// The segment that arrives next.
    private func nextDelivery(in state: State) -> Action? {
        for peer in [Peer.b, .a] {
            for client in 0..<scope.clients where memory.leg(state[client])[peer] != 0 {
                return .segment(Lane(client: client, to: peer), at: 0, .arrives)
            }
        }
        return nil
    }

    /// What happens next in a network that neither loses nor repeats nor reorders, with users who accept, and close once nothing else
    /// happens: what is under way arrives, B's user accepts, the timers of half-open connections run out, then those of the clients and of
    /// B in turn, users close, the long timers run out, in this order. Nil at an end.
    ///
    /// A client whose SYN finds no room is more patient than a half-open connection that takes up the room.
    package func next(in sequel: PackedState) -> Action? {
        let state = State(sequel)
        if let delivery = nextDelivery(in: state) { return delivery }
        let host = memory.host(state.host)
        if host.mayAccept { return .accept }
        let clients = 0..<scope.clients
        for (place, seen) in host.connections.enumerated() where seen.state == .synReceived {
            if let timer = seen.timers.first { return .hostTimeout(place, timer) }
        }
        let first = Int(state.allowance & Mark.turn) >> 6
        for offset in 0...scope.clients {
            let number = (first + offset) % (scope.clients + 1)
            if number < scope.clients {
                let timers = memory.client(of: state[number]).timers
                if let timer = timers.first(where: Self.isShort) { return .timeout(number, timer) }
            } else {
                for (place, seen) in host.connections.enumerated() {
                    if let timer = seen.timers.first(where: Self.isShort) { return .hostTimeout(place, timer) }
                }
            }
        }
        for client in clients where memory.client(of: state[client]).mayClose { return .close(client) }
        if let place = host.connections.firstIndex(where: \.isHeld) { return .leave(place) }
        for client in clients {
            if let timer = memory.client(of: state[client]).timers.first { return .timeout(client, timer) }
        }
        for (place, seen) in host.connections.enumerated() {
            if let timer = seen.timers.first { return .hostTimeout(place, timer) }
        }
        return nil
    }

    /// Whether a timer runs for seconds; the others for a minute or more.
    private static func isShort(_ timer: Connection.Timer) -> Bool {
        switch timer {
        case .retransmission, .persist, .delayedAcknowledgment, .keepAlive: true
        case .timeWait, .orphan: false
        }
    }

    /// What the one next action of a sequel leads to; nil if its moves are not known yet.
    ///
    /// A connection that gives up is a bad end, unless its patience may have been used up before the sequel began.
    package func proceed(from sequel: PackedState) -> Sequel? {
        let state = State(sequel)
        guard let action = next(in: sequel) else { return end(state) }
        guard var result = carryOut(plan(action, in: state), state) else { return nil }
        // What breaks another rule is found where that rule is broken.
        guard unlessExcused(result.hostMove?.violation ?? 0) == 0, violation(in: result.next.packed) == 0 else {
            return .good
        }
        let marks = state.allowance
        switch action {
        case .timeout(let client, let timer):
            let before = memory.client(of: state[client])
            if result.legMove?.hasTimedOut == true, marks & Mark.resent(client) != 0 || before.isPatient {
                return .bad(Rule.progress.rawValue)
            }
            if timer == .retransmission { result.next.allowance |= Mark.resent(client) }
            result.next.setTurn(client + 1, of: scope.clients + 1)
        case .hostTimeout(let place, let timer):
            if let (client, wasPatient) = result.hostMove?.givenUp,
                marks & Mark.resentByHost(client) != 0 || wasPatient
            {
                return .bad(Rule.progress.rawValue)
            }
            guard let client = memory.host(state.host).connections[place].client else { break }
            if timer == .retransmission { result.next.allowance |= Mark.resentByHost(client) }
            result.next.setTurn(0, of: scope.clients + 1)
        case .segment(let lane, _, _) where lane.to == .b:
            result.next.allowance &= ~Mark.resentByHost(lane.client)
        case .segment(let lane, _, _):
            let client = lane.client
            let (before, after) = (memory.client(of: state[client]), memory.client(of: result.next[client]))
            if before.unacknowledged != after.unacknowledged || after.state == .closed {
                result.next.allowance &= ~Mark.resent(client)
            }
        default: break
        }
        return .next(result.next.packed)
    }

    /// The state after `action`, found out if need be; nil if the tables have no number left.
    package mutating func follow(_ action: Action, from sequel: PackedState) -> PackedState? {
        let state = State(sequel)
        let plan = plan(action, in: state)
        guard learn(plan, in: state) else { return nil }
        return carryOut(plan, state)?.next.packed
    }

    /// A good end: every client that has opened has been told that it is over, and B has forgotten all of them.
    private func end(_ state: State) -> Sequel {
        let isGood = (0..<scope.clients).allSatisfy { number in
            let client = memory.client(of: state[number])
            return !client.hasOpened || client.isOver
        }
        return isGood && memory.host(state.host).connections.isEmpty ? .good : .bad(Rule.progress.rawValue)
    }
}

extension ListenerSpace.State {
    /// Makes it the turn of that one of `count`.
    fileprivate mutating func setTurn(_ number: Int, of count: Int) {
        allowance = allowance & ~(3 << 6) | UInt16(number % count) << 6
    }
}
