import Simulator
import TLSSim
import Trace

/// The choices of a state, and what they lead to.
extension TLSSpace {
    package func actions(in packed: PackedState, into actions: inout [TLSChoice]) {
        let state = State(packed)
        for role in [Role.client, .server] {
            let account = memory.parties[state[role]].account
            guard account.ending == nil else { continue }
            for call in ProgramCall.allCases where isPossible(call, by: account) { actions.append(.call(call, role)) }
            if state[to: role] != 0 { actions.append(.arrival(role)) }
            if canPass(to: role, in: state) { actions.append(.pass(role)) }
            if state[heldFor: role] != 0 { actions.append(.release(role)) }
        }
        if mayReconnect(in: state) { actions.append(.reconnect) }
        guard state.moves > 0, state.past > 0 || !scope.sparesFirst else { return }
        if mayLeadBack(in: state) { actions.append(.leadBack) }
        for role in [Role.client, .server]
        where memory.parties[state[role]].account.ending == nil && !Self.isCutOff(role, in: state) {
            moves(at: role, in: state, into: &actions)
        }
    }

    /// Whether the second connection begins: the first one is over at both ends.
    private func mayReconnect(in state: State) -> Bool {
        scope.sessions > 1 && state.past == 0
            && [Role.client, .server].allSatisfy { memory.parties[state[$0]].account.ending != nil }
    }

    /// Whether the attacker can still lead the client to its own host: nothing has reached a server yet.
    private func mayLeadBack(in state: State) -> Bool {
        memory.ownServer != nil && state[.server] == State(start)[.server] && !state[endedTo: .server]
    }

    /// Whether a program makes a call: a client opens; an open end sends its octet, and closes behind it.
    func isPossible(_ call: ProgramCall, by end: Account) -> Bool {
        guard !end.calls.contains(call) else { return false }
        switch call {
        case .open: return end.role == .client
        case .update:
            let mayUpdate = scope.habits.contains(.keyUpdate) && end.role == .client && end.version == .tls13
            return mayUpdate && end.isOpen && !end.calls.contains(.close)
        case .send: return end.isOpen && !end.calls.contains(.close)
        case .close: return end.isOpen && (end.calls.contains(.send) || end.toldEnd)
        }
    }

    /// Whether the attacker can open the next parcel to an end, and seal it again for it.
    private func canPass(to role: Role, in state: State) -> Bool {
        guard let next = memory.queues[state[to: role]].first, memory.readers[Int(state[role])] else { return false }
        let parcel = memory.parcels[next]
        // TLS 1.3 drops a ChangeCipherSpec in clear.
        let isForNobody =
            parcel.content?.type == .changeCipherSpec && memory.parties[state[role]].account.version == .tls13
        return parcel.isOpenToHer && parcel.origin != .attacker && !isForNobody
    }

    /// Appends the moves of the attacker at an end.
    private func moves(at role: Role, in state: State, into actions: inout [TLSChoice]) {
        let queue = memory.queues[state[to: role]]
        if let next = queue.first, next != TLSMemory.end {
            actions.append(.drop(role))
            if state[heldFor: role] == 0 {
                if queue.count > 1 { actions.append(.hold(role)) }
                actions.append(.copy(role))
            }
            let other = role.peer
            if state[heldFor: other] == 0, memory.parties[state[other]].account.ending == nil,
                !Self.isCutOff(other, in: state)
            {
                actions.append(.reflect(role))
            }
            for alteration in memory.alterations[Int(next)] { actions.append(.change(alteration, role)) }
        }
        if memory.parties[state[role]].account.hasBegun, queue != [TLSMemory.end] { actions.append(.cut(role)) }
        for insertion in memory.insertions[Int(state[role])] { actions.append(.put(insertion, role)) }
        guard state.past > 0, memory.parties[state[role]].account.hasBegun else { return }
        let flights = memory.pasts[state.past - 1].flights[role] ?? []
        for place in flights.indices { actions.append(.replay(place, role)) }
    }

    /// Whether nothing more can reach an end: its transport has ended, and it knows.
    static func isCutOff(_ role: Role, in state: State) -> Bool { state[endedTo: role] && state[to: role] == 0 }

    package func step(_ choice: TLSChoice, in packed: PackedState) -> Step? {
        memory.remembers ? knownStep(choice, in: packed) : nil
    }

    /// What a choice leads to, if that was found out before.
    func knownStep(_ choice: TLSChoice, in packed: PackedState) -> Step? {
        var memory = memory
        return Self.step(choice, in: State(packed), of: &memory, learns: false, counted)
    }

    package mutating func learn(_ choice: TLSChoice, in packed: PackedState) -> Step? {
        // A copy of the space would copy the memory with everything that is learned.
        Self.step(choice, in: State(packed), of: &memory, learns: true, counted)
    }

    /// What a choice leads to; nil if that has to be found out and `learns` is false, or if the memory is full.
    private static func step(
        _ choice: TLSChoice, in state: State, of memory: inout TLSMemory, learns: Bool, _ counted: RuleSet
    ) -> Step? {
        var turn = Turn(state: state, learns: learns)
        if choice == .reconnect { return turn.reconnect(in: &memory) ? Step(to: turn.state.packed) : nil }
        if choice.isMove { turn.state.moves = max(0, state.moves - 1) }
        let role = choice.role
        let queue = memory.queues[state[to: role]]
        var edges: UInt64 = 0
        var broken: RuleSet = []
        var parcel = queue.first ?? TLSMemory.end
        var arrives = false
        switch choice {
        case .drop, .hold, .copy, .reflect, .reconnect: break
        case .leadBack: turn.state[.server] = memory.ownServer ?? turn.state[.server]
        case .call, .put, .replay: arrives = true
        case .release:
            guard state[heldFor: role] > 0 else { return nil }
            parcel = state[heldFor: role] - 1
            turn.state[heldFor: role] = 0
            arrives = true
        case .arrival, .pass, .change: arrives = true
        case .cut:
            turn.state[heldFor: role] = 0
            turn.state[endedTo: role] = true
            guard turn.set([TLSMemory.end], to: role, in: &memory) else { return nil }
        }
        switch choice {
        case .drop, .hold, .arrival, .pass, .change:
            guard turn.set(Array(queue.dropFirst()), to: role, in: &memory) else { return nil }
        case .call, .put, .release, .copy, .reflect, .cut, .replay, .reconnect, .leadBack: break
        }
        switch choice {
        case .hold, .copy: turn.state[heldFor: role] = parcel + 1
        case .reflect: turn.state[heldFor: role.peer] = parcel + 1
        case .arrival where parcel == TLSMemory.end: turn.state[heldFor: role] = 0
        case .call, .put, .release, .pass, .change, .arrival, .drop, .cut, .replay, .reconnect, .leadBack: break
        }
        if arrives {
            guard let move = turn.meet(choice, parcel, in: &memory) else { return nil }
            (edges, broken) = (move.edges, move.broken)
        }
        guard let together = turn.broken(in: &memory), turn.isInRange else { return nil }
        return Step(to: turn.state.packed, landmarks: edges, violation: first(broken.union(together), counted))
    }

    /// The rules that a choice breaks in a state, whether they count or not.
    mutating func broken(by choice: TLSChoice, in packed: PackedState) -> RuleSet {
        let state = State(packed)
        var turn = Turn(state: state, learns: true)
        let held = state[heldFor: choice.role]
        let parcel =
            if case .release = choice, held > 0 { held - 1 } else { memory.queues[state[to: choice.role]].first ?? 0 }
        let move = choice.isAboutTransport ? nil : turn.meet(choice, parcel, in: &memory)
        return (move?.broken ?? []).union(turn.broken(in: &memory) ?? [])
    }
}

extension TLSChoice {
    /// Whether only the wire is different afterwards, and no end has met anything.
    var isAboutTransport: Bool {
        switch self {
        case .drop, .hold, .copy, .reflect, .cut, .reconnect, .leadBack: true
        case .call, .arrival, .release, .pass, .put, .change, .replay: false
        }
    }
}

/// A step in the making.
private struct Turn {
    var state: TLSSpace.State
    /// Whether what is not known yet is found out.
    let learns: Bool

    /// Whether all numbers fit into a state.
    var isInRange = true

    /// Sets what is under way to an end; false if the queue has no number yet.
    mutating func set(_ queue: [UInt32], to role: Role, in memory: inout TLSSpace.TLSMemory) -> Bool {
        guard let number = learns ? memory.queues.number(of: queue).number : memory.queues.known(queue) else {
            return false
        }
        fit(number)
        state[to: role] = number
        return true
    }

    private mutating func fit(_ number: UInt32) {
        if number >= TLSSpace.State.numbers - 1 { isInRange = false }
    }

    /// Lets the second connection begin; false if what the first one has left is not known yet.
    mutating func reconnect(in memory: inout TLSSpace.TLSMemory) -> Bool {
        let (client, server) = (state[.client], state[.server])
        let number = learns ? memory.learnPast(after: client, server) : memory.past(after: client, server)
        guard let number else { return false }
        fit(number)
        let past = memory.pasts[number]
        let moves = state.moves
        state = TLSSpace.State(PackedState(high: 0, low: 0))
        for (role, end) in past.ends {
            fit(end)
            state[role] = end
        }
        (state.moves, state.past) = (moves, number + 1)
        return isInRange
    }

    /// The number of what a choice does to its end; nil if that is not known yet.
    private func cause(of choice: TLSChoice, _ parcel: UInt32, in memory: inout TLSSpace.TLSMemory) -> UInt32? {
        if case .replay(let place, let role) = choice {
            let flight = memory.flight(place, to: role, after: state.past)
            return learns ? memory.learnCause(.arrival(flight)) : memory.cause(.arrival(flight))
        }
        let party = state[choice.role]
        return learns ? memory.learnCause(of: choice, at: party, parcel) : memory.cause(of: choice, at: party, parcel)
    }

    /// Lets an end meet what a choice does to it; nil if that is not known yet.
    mutating func meet(
        _ choice: TLSChoice, _ parcel: UInt32, in memory: inout TLSSpace.TLSMemory
    ) -> TLSSpace.TLSMemory.Move? {
        let (role, party) = (choice.role, state[choice.role])
        guard let cause = cause(of: choice, parcel, in: &memory) else { return nil }
        let move = learns ? memory.learnMove(of: party, by: cause) : memory.move(of: party, by: cause)
        guard let move else { return nil }
        state[role] = move.party
        fit(move.party)
        for number in move.sent { fit(number) }
        let isOver = memory.parties[move.party].account.ending != nil
        var onward = state[endedTo: role.peer] ? [] : move.sent
        if isOver {
            // Nothing that comes now has an effect, and the program closes the transport.
            guard set([], to: role, in: &memory) else { return nil }
            state[heldFor: role] = 0
            state[endedTo: role] = true
            if !state[endedTo: role.peer] { onward.append(TLSSpace.TLSMemory.end) }
            state[endedTo: role.peer] = true
        }
        let listens = memory.parties[state[role.peer]].account.ending == nil
        guard listens, !onward.isEmpty else { return move }
        return set(memory.queues[state[to: role.peer]] + onward, to: role.peer, in: &memory) ? move : nil
    }

    /// The rules that both ends together break now; nil if that is not known yet.
    func broken(in memory: inout TLSSpace.TLSMemory) -> TLSSpace.RuleSet? {
        learns ? memory.learnBroken(in: state) : memory.broken(in: state)
    }
}
