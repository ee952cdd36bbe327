/// The sequels whose end is known. A sequel is what follows a state once nothing goes wrong any more.
struct KnownSequels<System: TransitionSystem>: Sendable {
    /// Milestones whose sequel is known to come to a good end.
    private var settled = StateTable()
    /// Other states whose sequel is known to come to a good end. Each has the one slot that its hash names. A later state takes the slot of
    /// an earlier one, so the table never grows. States that differ only in their allowance have the same sequel, and the search finds them
    /// close together.
    private var recent = [PackedState](repeating: .none, count: 1 << 14)

    /// The states that the present sequel has passed.
    private var passed: [PackedState] = []

    /// A sequel with more steps than this is taken for endless. Within small bounds a sequel has some tens of steps.
    private static var endless: Int { 4_096 }
    /// A sequel that passes so many states in a row without a milestone goes round in a circle.
    private static var mostWithoutMilestone: Int { 256 }

    /// The end of the sequel of `state`. If a step of the sequel is not known yet, the result is `.next` with the state before that step.
    mutating func outcome(of state: PackedState, in system: System) -> Sequel {
        guard var here = system.sequel(of: state) else { return .good }
        // Most sequels end at their first state, which is known. Then there is nothing to remove, and the call would cost time.
        if !passed.isEmpty { passed.removeAll(keepingCapacity: true) }
        var steps = 0
        for _ in 0..<Self.endless {
            if system.isMilestone(here) {
                if settled.contains(here, hash: here.hash) { return remember(in: system) }
                steps = 0
            } else {
                steps += 1
                if steps == Self.mostWithoutMilestone, let next = system.leavingCycle(here) {
                    here = next
                    steps = 0
                }
                if recent[slot(of: here)] == here { return remember(in: system) }
            }
            passed.append(here)
            switch system.proceed(from: here) {
            case .next(let next): here = next
            case .good: return remember(in: system)
            case .excused(let reason):
                _ = remember(in: system)
                return .excused(reason)
            case .bad(let rule): return .bad(rule)
            case nil: return .next(here)
            }
        }
        return .bad(system.endless)
    }

    /// Remembers that all states of the present sequel come to a good end.
    private mutating func remember(in system: System) -> Sequel {
        for state in passed {
            if system.isMilestone(state) {
                _ = settled.insert(state, hash: state.hash)
            } else {
                recent[slot(of: state)] = state
            }
        }
        return .good
    }

    private func slot(of state: PackedState) -> Int { Int(truncatingIfNeeded: state.hash) & (recent.count &- 1) }
}
