import Simulator
import TLSSim
import Trace

/// A step of a run, with the states around it.
struct TLSRunStep: Sendable {
    let action: TLSChoice
    let before: PackedState
    let after: PackedState
}

/// A run through a space.
extension TLSSpace {
    /// The steps that `actions` make from the start, up to the first action that is not possible.
    mutating func run(_ actions: [TLSChoice]) -> [TLSRunStep] {
        var state = start
        var steps: [TLSRunStep] = []
        for action in actions {
            guard self.actions(in: state).contains(action), let step = learn(action, in: state) else { return steps }
            steps.append(TLSRunStep(action: action, before: state, after: step.state))
            state = step.state
        }
        return steps
    }

    /// The steps of the sequel of `state`, at most 100.
    mutating func run(after state: PackedState) -> [TLSRunStep] {
        guard var here = sequel(of: state) else { return [] }
        var steps: [TLSRunStep] = []
        while steps.count < 100, let action = next(in: State(here)), let step = learn(action, in: here) {
            var after = State(step.state)
            after.moves = State(here).moves
            steps.append(TLSRunStep(action: action, before: here, after: after.packed))
            here = after.packed
        }
        return steps
    }

    /// The rules that the last of `actions` breaks, excused rules excepted; the first is the one that is named.
    package func broken(by actions: [TLSChoice]) -> [Rule] {
        var space = self
        guard let last = actions.last,
            let before = space.run(actions.dropLast()).last?.after ?? (actions.count == 1 ? start : nil)
        else { return [] }
        return counting(space.broken(by: last, in: before)).rules
    }

    // MARK: What a step shows

    /// The parcel that a choice is about; nil if it is about none.
    func parcel(of action: TLSChoice, in packed: PackedState) -> Parcel? {
        let state = State(packed)
        let role = action.role
        switch action {
        case .release: return state[heldFor: role] > 0 ? memory.parcels[state[heldFor: role] - 1] : nil
        case .arrival, .pass, .drop, .hold, .copy, .reflect, .change:
            return memory.queues[state[to: role]].first.map { memory.parcels[$0] }
        case .call, .cut, .put, .replay, .reconnect, .leadBack: return nil
        }
    }

    /// The parcels that arrive by a choice, in order: with a change of the attacker as she has changed them.
    mutating func arriving(by action: TLSChoice, in packed: PackedState) -> [Parcel] {
        let state = State(packed)
        let number = state[heldFor: action.role]
        let parcel: UInt32
        switch action {
        case .release where number > 0: parcel = number - 1
        case .arrival, .pass, .change: parcel = memory.queues[state[to: action.role]].first ?? TLSMemory.end
        case .put: parcel = TLSMemory.end
        case .replay(let place, let role):
            return memory.flight(place, to: role, after: state.past).map { memory.parcels[$0] }
        case .call, .drop, .hold, .copy, .reflect, .cut, .release, .reconnect, .leadBack: return []
        }
        let cause = memory.learnCause(of: action, at: state[action.role], parcel)
        guard case .arrival(let numbers) = memory.causes[cause] else { return [] }
        return numbers.map { memory.parcels[$0] }
    }

    /// The sentence for a step.
    func caption(of step: TLSRunStep) -> TLSCaption {
        if case .replay(let place, let role) = step.action {
            let flight = memory.flight(place, to: role, after: State(step.before).past)
            let names = flight.map { memory.parcels[$0].name }
            return .action(step.action, record: names.joined(separator: Words(english: ", ", chinese: "、")))
        }
        if step.action == .reconnect {
            let other = Words(english: ", with another host", chinese: "，对方是另一台主机")
            return .action(step.action, record: scope.mistakes.contains(.ticketsUnbound) ? other : "")
        }
        let nothing = Words(english: "nothing", chinese: "没有内容")
        return .action(step.action, record: parcel(of: step.action, in: step.before)?.name ?? nothing)
    }

    /// What an end waits for, or how its connection was over.
    func standing(of role: Role, in packed: PackedState) -> Words {
        let end = memory.parties[State(packed)[role]]
        switch end.account.ending {
        case .closed?: return Words(english: "closed", chinese: "已关闭")
        case .failed(let alert?)?: return Words(english: "failed: \(alert)", chinese: "失败：\(alert)")
        case .failed(nil)?: return Words(english: "failed", chinese: "失败")
        case nil:
            return end.account.isOpen
                ? Words(english: "open", chinese: "已打开") : Words(same: end.tls?.state ?? "")
        }
    }
}
