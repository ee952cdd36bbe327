/// What is known of what becomes of states once nothing goes wrong any more.
struct KnownSequels<System: TransitionSystem>: Sendable {
    /// Milestones from which it is known to come to a good end.
    private var settled = StateTable()
    /// Other places of sequels from which it is known to come to a good end, each in the one slot that its hash names. A later one
    /// takes the place of an earlier one, so that these take no more room than they have from the start. States that differ
    /// only in what the bounds still allow have the same sequel, and the search finds them close together.
    private var recent = [PackedState](repeating: .none, count: 1 << 14)

    /// The places on the way of the present sequel: of the one kind and of the other.
    private var (milestones, others): ([PackedState], [PackedState]) = ([], [])

    /// A sequel that is longer than this never comes to an end: one within small bounds takes some tens of steps.
    private static var endless: Int { 4_096 }
    /// So many steps in a row pass no milestone only if the sequel goes round in a circle.
    private static var restless: Int { 256 }

    /// Whether `state` comes to a good or to a bad end. If something has to be found out first, the next sequel is that about
    /// which it has to be found out.
    mutating func outcome(of state: PackedState, in system: System) -> Sequel {
        guard var here = system.sequel(of: state) else { return .good }
        milestones.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
        var steps = 0
        for _ in 0..<Self.endless {
            if system.isMilestone(here) {
                if settled.contains(here, hash: here.hash) { return remember() }
                milestones.append(here)
                steps = 0
            } else {
                steps += 1
                if steps == Self.restless, let roused = system.roused(here) {
                    here = roused
                    steps = 0
                }
                if recent[slot(of: here)] == here { return remember() }
                others.append(here)
            }
            switch system.proceed(from: here) {
            case .next(let next): here = next
            case .good: return remember()
            case .excused(let reason):
                _ = remember()
                return .excused(reason)
            case .bad(let rule): return .bad(rule)
            case nil: return .next(here)
            }
        }
        return .bad(system.endless)
    }

    private mutating func remember() -> Sequel {
        for state in milestones { _ = settled.insert(state, hash: state.hash) }
        for state in others { recent[slot(of: state)] = state }
        return .good
    }

    private func slot(of state: PackedState) -> Int { Int(truncatingIfNeeded: state.hash) & (recent.count &- 1) }
}
