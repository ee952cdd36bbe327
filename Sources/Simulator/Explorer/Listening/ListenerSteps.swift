import TCPSim
import Trace

/// What can happen, and what it leads to.
extension ListenerSpace {
    // MARK: Choices

    /// Appends what can happen: the calls of each client's user, the fates of the segments under way, then timers, B's
    /// user and strangers, as far as the allowance goes.
    package func actions(in packed: PackedState, into choices: inout [Choice]) {
        let state = State(packed)
        let allowance = state.allowance
        let host = memory.host(state.host)
        let mayRunOut = memory.ends.allowances.has(.timeout, in: allowance)
        for client in 0..<scope.clients {
            let leg = memory.leg(state[client])
            let view = memory.client(of: state[client])
            memory.ends.appendCalls(of: view, to: &choices)
            for end in [view.end, view.end.other] {
                memory.ends.appendFates(in: leg[end.peer], to: end, allowance, to: &choices)
            }
            for timer in view.running where timer == .timeWait ? mayForget(client, at: state, host) : mayRunOut {
                choices.append(.timeout(view.end, timer))
            }
        }
        if host.mayAccept { choices.append(.accept) }
        if host.isListening { choices.append(.stopListening) }
        for (place, seen) in host.connections.prefix(ListenerMemory.Known.connections).enumerated() {
            if seen.isHeld { choices.append(.leave(place)) }
            for timer in seen.timers where timer == .timeWait ? mayForget(seen, at: state) : mayRunOut {
                choices.append(.hostTimeout(place, timer))
            }
        }
        if memory.ends.allowances.has(.oldSYN, in: allowance) { choices.append(.oldArrives) }
        if memory.ends.allowances.has(.flood, in: allowance) { choices.append(.flood) }
        guard memory.ends.allowances.has(.forged, in: allowance) else { return }
        for client in 0..<scope.clients {
            for cookie in FalseCookie.allCases where scope.cookies != nil || cookie == .guessed {
                choices.append(.forgeCookie(client, cookie))
            }
        }
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

    /// What a choice consists of: what changes which leg, and what B meets.
    struct Plan {
        var client: Int?
        var change: ListenerMemory.Change?
        /// The number of what B meets, unless it is the segment that leaves the leg.
        var cause: UInt32?
    }

    func view(of end: End, in state: State) -> TCPSpace.View { memory.client(of: state[end.client]) }

    func plan(_ choice: Choice, in state: State) -> Plan {
        typealias Known = ListenerMemory.Known
        typealias Calls = TCPSpace.Memory.Known
        func meet(_ end: End, _ cause: UInt32) -> Plan { Plan(client: end.client, change: .meet(cause)) }
        switch choice {
        case .open(let end):
            let view = view(of: end, in: state)
            var plan = meet(end, memory.ends.opening(by: view))
            // B's clock moves on before another connection between the same sockets.
            if view.hasOpened { plan.cause = Known.pause }
            return plan
        case .send(let end): return meet(end, memory.ends.sending(by: view(of: end, in: state)))
        case .close(let end): return meet(end, Calls.close)
        case .read(let end): return meet(end, Calls.read)
        case .abort(let end): return meet(end, Calls.abort)
        case .timeout(let end, let timer): return meet(end, TCPSpace.Memory.timeout(of: timer))
        case .segment(let end, let place, let fate):
            return Plan(client: end.client, change: .segment(to: end.peer, place, fate))
        case .accept: return Plan(cause: Known.accept)
        case .stopListening: return Plan(cause: Known.stopListening)
        case .leave(let place): return Plan(cause: Known.leaving + UInt32(place))
        case .hostTimeout(let place, let timer): return Plan(cause: ListenerMemory.timeout(of: timer, at: place))
        case .oldArrives: return Plan(cause: Known.oldSYN)
        case .flood:
            let number = memory.ends.allowances[0].flood - memory.ends.allowances[state.allowance].flood
            return Plan(cause: Known.floods + UInt32(max(0, number)))
        case .forgeCookie(let client, let cookie):
            return Plan(cause: ListenerMemory.forgery(cookie, inNameOf: client))
        // What is forged here are cookies.
        case .forge: return Plan()
        }
    }

    func spending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16? {
        memory.ends.allowances.spending(item, of: allowance)
    }

    mutating func learnSpending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16? {
        memory.ends.allowances.learnSpending(item, of: allowance)
    }

    func isNextDelivery(to end: End, in state: State) -> Bool { nextDelivery(in: state) == end }

    /// What a client and B have done.
    struct Moves {
        var leg: ListenerMemory.LegMove?
        var host: ListenerMemory.HostMove?
    }

    func carryOut(_ plan: Plan, _ state: State) -> (step: Step, moves: Moves)? {
        var next = state
        var moves = Moves()
        var cause = plan.cause
        if let client = plan.client, let change = plan.change {
            guard let move = memory.move(of: state[client], by: change) else { return nil }
            next[client] = move.leg
            moves.leg = move
            cause = move.arrival ?? cause
        }
        guard let cause else { return (Step(to: next.packed), moves) }
        guard let move = memory.move(of: state.host, by: cause) else { return nil }
        next.host = move.host
        moves.host = move
        for (client, element) in move.sent where client < scope.clients {
            guard let join = memory.move(of: next[client], by: .join(element)) else { return nil }
            next[client] = join.leg
        }
        let violation = unlessExcused(move.violation)
        return (Step(to: next.packed, landmarks: move.landmarks, violation: violation), moves)
    }

    mutating func learn(_ plan: Plan, in state: State) -> Bool {
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

    /// Nothing is under way.
    package func isMilestone(_ sequel: PackedState) -> Bool { nextDelivery(in: State(sequel)) == nil }

    /// The end at which a segment arrives next.
    private func nextDelivery(in state: State) -> End? {
        for peer in [Peer.b, .a] {
            for client in 0..<scope.clients where memory.leg(state[client])[peer] != 0 {
                return End(peer, client: client)
            }
        }
        return nil
    }

    /// What happens next in a network that neither loses nor repeats nor reorders, with users who accept, and close once nothing else
    /// happens: what is under way arrives, B's user accepts, the timers of half-open connections run out, then those of the clients and of
    /// B in turn, users close, the long timers run out, in this order. Nil at an end.
    ///
    /// A client whose SYN finds no room is more patient than a half-open connection that takes up the room.
    package func next(in sequel: PackedState) -> Choice? {
        let state = State(sequel)
        if let end = nextDelivery(in: state) { return .segment(to: end, at: 0, .arrives) }
        let host = memory.host(state.host)
        if host.mayAccept { return .accept }
        let clients = scope.ends.map { view(of: $0, in: state) }
        for (place, seen) in host.connections.enumerated() where seen.state == .synReceived {
            if let timer = seen.timers.first { return .hostTimeout(place, timer) }
        }
        let first = Int(state.allowance & Mark.turn) >> 6
        for offset in 0...scope.clients {
            let number = (first + offset) % (scope.clients + 1)
            if number < scope.clients {
                let view = clients[number]
                if let timer = view.running.first(where: Self.isShort) { return .timeout(view.end, timer) }
            } else {
                for (place, seen) in host.connections.enumerated() {
                    if let timer = seen.timers.first(where: Self.isShort) { return .hostTimeout(place, timer) }
                }
            }
        }
        for client in clients where client.mayClose { return .close(client.end) }
        if let place = host.connections.firstIndex(where: \.isHeld) { return .leave(place) }
        for client in clients {
            if let timer = client.running.first(where: { _ in true }) { return .timeout(client.end, timer) }
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
        guard let (step, moves) = carryOut(plan(action, in: state), state) else { return nil }
        // What breaks another rule is found where that rule is broken.
        guard step.violation == 0, violation(in: step.state) == 0 else { return .good }
        var next = State(step.state)
        let marks = state.allowance
        switch action {
        case .timeout(let end, let timer):
            let client = end.client
            let before = view(of: end, in: state)
            if moves.leg?.hasTimedOut == true, marks & Mark.resent(client) != 0 || before.isPatient {
                return .bad(Rule.progress.rawValue)
            }
            if timer == .retransmission { next.allowance |= Mark.resent(client) }
            next.setTurn(client + 1, of: scope.clients + 1)
        case .hostTimeout(let place, let timer):
            if let (client, wasPatient) = moves.host?.givenUp,
                marks & Mark.resentByHost(client) != 0 || wasPatient
            {
                return .bad(Rule.progress.rawValue)
            }
            guard let client = memory.host(state.host).connections[place].client else { break }
            if timer == .retransmission { next.allowance |= Mark.resentByHost(client) }
            next.setTurn(0, of: scope.clients + 1)
        case .segment(let end, _, _) where end.peer == .b:
            next.allowance &= ~Mark.resentByHost(end.client)
        case .segment(let end, _, _):
            let (before, after) = (view(of: end, in: state), view(of: end, in: next))
            if before.unacknowledged != after.unacknowledged || after.state == .closed {
                next.allowance &= ~Mark.resent(end.client)
            }
        default: break
        }
        return .next(next.packed)
    }

    /// A good end: every client that has opened has been told that it is over, and B has forgotten all of them.
    private func end(_ state: State) -> Sequel {
        let isGood = scope.ends.map { view(of: $0, in: state) }.allSatisfy { !$0.hasOpened || $0.isOver }
        return isGood && memory.host(state.host).connections.isEmpty ? .good : .bad(Rule.progress.rawValue)
    }
}

extension ListenerSpace.State {
    /// Makes it the turn of that one of `count`.
    fileprivate mutating func setTurn(_ number: Int, of count: Int) {
        allowance = allowance & ~(3 << 6) | UInt16(number % count) << 6
    }
}
