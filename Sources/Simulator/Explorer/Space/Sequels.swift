import TCPSim

/// Sequels: what follows a state once nothing goes wrong any more.
extension TCPSpace {
    /// The bits that a state of a sequel has in place of its allowance. The sides have places: the clients first, and B last.
    private enum Mark {
        /// The side at `place` has sent something again, and nothing new was acknowledged since then.
        static func resent(_ place: Int) -> UInt16 { 1 << UInt16(place) }
        /// The side at `place` has probed a closed window, and has accepted no answer since then.
        static func probed(_ place: Int) -> UInt16 { 8 << UInt16(place) }
        /// B as a host has sent something again to the client, and has received nothing from it since then.
        static func resentByHost(_ client: Int) -> UInt16 { 64 << UInt16(client) }
        /// The place of the side whose timers are looked at first.
        static let turn: UInt16 = 3 << turnShift
        static let turnShift: UInt16 = 9
        /// Segments have answered each other without an end, so a timer must run out next.
        static let timerFirst: UInt16 = 1 << 11
        /// Segments have answered each other without an end at some time.
        static let wasEndless: UInt16 = 1 << 12
        /// B has returned to LISTEN from a connection with an old SYN. The client's SYN that has led B back gets no answer.
        static let spentOnOldSYN: UInt16 = 1 << 13
    }

    /// The raw value of ``Rule/progress``: an endless sequel breaks it.
    package var endless: UInt8 { Rule.progress.rawValue }

    /// The state without an allowance, so that nothing can go wrong any more, and without marks. Nil if the rule about progress is excused.
    package func sequel(of packed: PackedState) -> PackedState? {
        guard !excused.contains(.progress) else { return nil }
        var state = State(packed)
        state.allowance = 0
        return state.packed
    }

    /// Whether nothing is in flight.
    @inline(__always)
    package func isMilestone(_ sequel: PackedState) -> Bool { nextDelivery(in: State(sequel)) == nil }

    /// The end at which a segment arrives next in a sequel; nil if none is in flight.
    @inline(__always)
    func nextDelivery(in state: State) -> End? {
        guard scope.isListening else { return state[2] != 0 ? .b : state[1] != 0 ? .a : nil }
        for client in 0..<scope.clients where memory.leg(of: client, in: state).toB != 0 {
            return End(.b, client: client)
        }
        for client in 0..<scope.clients where memory.leg(of: client, in: state).toClient != 0 {
            return End(.a, client: client)
        }
        return nil
    }

    /// The next action of a sequel; nil at its end.
    ///
    /// The network neither loses nor repeats nor reorders. The users read and accept, and close once nothing else happens. The order is:
    /// segments in flight arrive, users accept and read, short timers run out, users close, long timers run out.
    ///
    /// The timers of half-open connections run out before all others. So a half-open connection ends before a client gives up whose SYN
    /// finds no room in the backlog.
    package func next(in sequel: PackedState) -> Choice? {
        let state = State(sequel)
        if state.allowance & Mark.timerFirst != 0, let timeout = nextTimeout(in: state) { return timeout }
        if let end = nextDelivery(in: state) { return .segment(to: end, at: 0, .arrives) }
        let host = scope.isListening ? memory.host(state.b) : nil
        if let host {
            if host.mayAccept { return .accept }
            if let timeout = timeout(in: host, where: { seen, _ in seen.state == .synReceived }) { return timeout }
        }
        for end in ends where view(of: end, in: state).mayRead { return .read(end) }
        if let timeout = nextTimeout(in: state) { return timeout }
        for end in ends where view(of: end, in: state).mayClose { return .close(end) }
        if let place = host?.connections.firstIndex(where: \.isHeld) { return .leave(place) }
        for end in ends {
            for timer in view(of: end, in: state).running { return .timeout(end, timer) }
        }
        return host.flatMap { timeout(in: $0) { _, _ in true } }
    }

    /// The next short timer that runs out in a sequel; nil if none runs. The sides and B as a host take turns.
    private func nextTimeout(in state: State) -> Choice? {
        let first = Int((state.allowance & Mark.turn) >> Mark.turnShift)
        for offset in 0...scope.clients {
            var place = first + offset
            if place > scope.clients { place -= scope.clients + 1 }
            if place < ends.count {
                let view = view(of: ends[place], in: state)
                if let timer = view.running.first(where: Self.isShort) { return .timeout(view.end, timer) }
            } else if let timeout = timeout(in: memory.host(state.b), where: { Self.isShort($1) }) {
                return timeout
            }
        }
        return nil
    }

    /// The first timer of a host's connections for which `isMeant` is true; nil if there is none.
    private func timeout(
        in host: ServerView, where isMeant: (ServerView.Seen, Connection.Timer) -> Bool
    ) -> Choice? {
        for (place, seen) in host.connections.enumerated() {
            if let timer = seen.timers.first(where: { isMeant(seen, $0) }) { return .hostTimeout(place, timer) }
        }
        return nil
    }

    /// Whether a timer runs for seconds. The others run for a minute or more.
    private static func isShort(_ timer: Connection.Timer) -> Bool {
        switch timer {
        case .retransmission, .persist, .delayedAcknowledgment, .keepAlive: true
        case .timeWait, .orphan: false
        }
    }

    /// The state of a sequel, changed so that a timer runs out next. Segments that answer each other take time, and a running timer runs out
    /// meanwhile.
    ///
    /// Nil if that mark is set already, if the space is strict, if B is a host, or if the space has neither losses nor an old SYN: then
    /// nothing excuses segments that answer each other without an end.
    package func leavingCycle(_ sequel: PackedState) -> PackedState? {
        var state = State(sequel)
        guard !isStrict, !scope.isListening, bounds.loss > 0 || scope.oldSYN != nil,
            state.allowance & Mark.timerFirst == 0
        else { return nil }
        state.allowance |= Mark.timerFirst | Mark.wasEndless
        return state.packed
    }

    /// The state after the next action of a sequel; nil if the moves of that action are not known yet.
    package func proceed(from sequel: PackedState) -> Sequel? {
        let state = State(sequel)
        guard let action = next(in: sequel) else { return end(state) }
        guard let (step, move) = carryOut(action, in: state) else { return nil }
        // A violation of another rule ends the sequel. The search finds it where it happens.
        guard step.violation == 0, violation(in: step.state) == 0 else { return .good }
        guard let move else { return .next(step.state) }
        let next = State(step.state)
        return scope.isListening && action.end.peer == .b
            ? proceed(action, byHost: move, from: state, to: next)
            : proceed(action, bySide: move, from: state, to: next)
    }

    /// The rest of ``proceed(from:)`` for an action at a side.
    ///
    /// It is a bad end if a side gives up, unless its retries may have been used up before the sequel began.
    @inline(__always)
    private func proceed(_ action: Choice, bySide move: Move, from state: State, to next: State) -> Sequel {
        let end = action.end
        var next = next
        // B is the last.
        let place = end.peer == .a ? end.client : scope.clients
        let (before, after) = (view(of: end, in: state), memory[move.part])
        if move.verdict.hasTimedOut {
            let other = scope.isListening ? nil : view(of: end.other, in: state)
            // If the side has sent nothing again in the sequel, losses before the sequel may have used up its retries. If it has, and got no
            // answer, the other side's TCP is wrong.
            let isAnswered = state.allowance & (Mark.resent(place) | Mark.probed(place)) == 0
            // A probe from before the sequel may have been lost, unless the space has no losses.
            let isPatient = before.isPatient && (!before.isProbing || bounds.loss == 0)
            if other?.hasFailed != true, !isAnswered || isPatient {
                let isExcused =
                    state.allowance & Mark.spentOnOldSYN != 0 || hasTakenOldSYN(before)
                    || other.map(hasTakenOldSYN) ?? false
                return !isStrict && isExcused ? .excused(Weakness.oldSYN.rawValue) : .bad(endless)
            }
        }
        switch action {
        case .timeout(_, let timer) where Self.isShort(timer):
            next.setTurn(place < scope.clients ? place + 1 : 0)
            next.allowance &= ~Mark.timerFirst
            if timer == .retransmission { next.allowance |= Mark.resent(place) }
            if timer == .persist { next.allowance |= Mark.probed(place) }
        case .segment where !after.isProbing: next.allowance &= ~Mark.probed(place)
        default: break
        }
        if hasTakenOldSYN(before), after.state == .listen { next.allowance |= Mark.spentOnOldSYN }
        // An acknowledgment of something else is an answer to a SYN, too. The side answers it with a reset (figure 9).
        let isReset =
            before.state == .synSent && after.state == .synSent && !move.flights.isEmpty && action.passage != nil
            && !scope.isListening
        if before.unacknowledged != after.unacknowledged || after.state == .closed || isReset {
            next.allowance &= ~Mark.resent(place)
        }
        return .next(next.packed)
    }

    /// The rest of ``proceed(from:)`` for an action at B as a host.
    private func proceed(_ action: Choice, byHost move: Move, from state: State, to next: State) -> Sequel {
        var next = next
        switch action {
        case .segment(let end, _, _): next.allowance &= ~Mark.resentByHost(end.client)
        case .hostTimeout(let place, let timer):
            let seen = memory.host(state.b).connections[place]
            guard let client = seen.client else { break }
            let hasResent = state.allowance & Mark.resentByHost(client) != 0
            if move.verdict.hasTimedOut, hasResent || seen.isPatient { return .bad(endless) }
            if timer == .retransmission { next.allowance |= Mark.resentByHost(client) }
            next.setTurn(0)
        default: break
        }
        return .next(next.packed)
    }

    /// The end of a sequel, in a state in which nothing follows. It is a good end if all users who have opened were told that their connection
    /// is over, and B as a host has forgotten every connection.
    private func end(_ state: State) -> Sequel {
        let sides = ends.map { view(of: $0, in: state) }
        if isOver(sides, scope.isListening ? memory.host(state.b) : nil) {
            return state.allowance & Mark.wasEndless == 0 ? .good : .excused(Weakness.crossedNumbers.rawValue)
        }
        let isHalfOpen =
            !scope.isListening
            && (Self.isHalfOpen(sides[0], by: sides[1]) || Self.isHalfOpen(sides[1], by: sides[0]))
        return !isStrict && isHalfOpen ? .excused(Weakness.halfOpen.rawValue) : .bad(endless)
    }

    /// The state after `choice`, which is found out if it is not known; nil if the memory has no room for it.
    package mutating func follow(_ choice: Choice, from sequel: PackedState) -> PackedState? {
        let state = State(sequel)
        guard learnToCarryOut(choice, in: state) else { return nil }
        return carryOut(choice, in: state)?.step.state
    }

    /// Finds out what the next action of a sequel leads to; nil if the memory has no room for it.
    package mutating func learnToProceed(from sequel: PackedState) -> Sequel? {
        if let action = next(in: sequel), follow(action, from: sequel) == nil { return nil }
        return proceed(from: sequel)
    }
}

extension TCPSpace.State {
    /// Lets the timers of the side at that place, or of B as a host, be looked at first.
    fileprivate mutating func setTurn(_ place: Int) {
        allowance = allowance & ~(3 << 9) | UInt16(place) << 9
    }
}
