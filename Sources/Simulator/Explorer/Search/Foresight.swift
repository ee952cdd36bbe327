/// What is known of what becomes of states once nothing goes wrong any more.
struct Foresight<System: TransitionSystem>: Sendable {
    /// Milestones from which it is known to come to a good end.
    private var settled = StateTable()

    /// A sequel that is longer than this never comes to an end: one within small bounds takes some tens of steps.
    private static var endless: Int { 4_096 }

    /// Whether `state` comes to a good or to a bad end. If something has to be found out first, the next sequel is that about
    /// which it has to be found out.
    mutating func outcome(of state: PackedState, in system: System) -> Sequel {
        guard var here = system.sequel(of: state) else { return .good }
        var milestones: [PackedState] = []
        for _ in 0..<Self.endless {
            if system.isMilestone(here) {
                if settled.contains(here, hash: here.hash) { return remember(milestones) }
                milestones.append(here)
            }
            switch system.proceed(from: here) {
            case .next(let next): here = next
            case .good: return remember(milestones)
            case .bad(let rule): return .bad(rule)
            case nil: return .next(here)
            }
        }
        return .bad(system.endless)
    }

    private mutating func remember(_ milestones: [PackedState]) -> Sequel {
        for state in milestones { _ = settled.insert(state, hash: state.hash) }
        return .good
    }
}
