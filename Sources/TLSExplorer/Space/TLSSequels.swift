import Simulator
import TLSSim
import Trace

/// What follows a state once the attacker does nothing any more: everything that is under way arrives, the programs send and close, and
/// where nothing more can happen both transports end.
extension TLSSpace {
    package func sequel(of packed: PackedState) -> PackedState? {
        var state = State(packed)
        // A client that visits the attacker refuses the server's chain if she does nothing.
        state.moves = state.moves == scope.moves && !scope.visitsHer ? 0 : 1
        return state.packed
    }

    /// 0: every sequel ends, because each step delivers something, is a call of a program, or ends a transport.
    package var endless: UInt8 { first(RuleSet(.progress)) }

    package func proceed(from sequel: PackedState) -> Sequel? {
        let state = State(sequel)
        guard let choice = next(in: state) else { return end(of: state) }
        return knownStep(choice, in: sequel).map { following($0, state) }
    }

    package mutating func learnToProceed(from sequel: PackedState) -> Sequel? {
        let state = State(sequel)
        guard let choice = next(in: state) else { return end(of: state) }
        return learn(choice, in: sequel).map { following($0, state) }
    }

    /// What a step of a sequel leads to. If it breaks a rule, the search comes to that by the same step, and tells of it. Whether the attacker
    /// has moved is not forgotten.
    private func following(_ step: Step, _ state: State) -> Sequel {
        guard step.violation == 0 else { return .good }
        var next = State(step.state)
        next.moves = state.moves
        return .next(next.packed)
    }

    /// What happens next in a sequel; nil at its end.
    func next(in state: State) -> TLSChoice? {
        let roles = [Role.server, .client].filter { memory.parties[state[$0]].account.ending == nil }
        if let role = roles.first(where: { state[to: $0] != 0 }) { return .arrival(role) }
        if let role = roles.first(where: { state[heldFor: $0] != 0 }) { return .release(role) }
        for call in ProgramCall.allCases {
            if let role = roles.last(where: { isPossible(call, by: memory.parties[state[$0]].account) }) {
                return .call(call, role)
            }
        }
        return roles.first { !state[endedTo: $0] }.map { .cut($0) }
    }

    /// The judgment on the end of a sequel.
    private func end(of state: State) -> Sequel {
        let isGood = [Role.client, .server].allSatisfy { role in
            let end = memory.parties[state[role]].account
            guard state.moves == 0 else { return end.ending != nil }
            return end.isOpen && end.ending == .closed && end.toldEnd
                && end.given == memory.parties[state[role.peer]].account.wrote
        }
        return isGood || first(RuleSet(.progress)) == 0 ? .good : .bad(Rule.progress.rawValue)
    }
}
