/// A step of a run, with the states around it.
struct RunStep: Sendable {
    let action: Choice
    let before: PackedState
    let after: PackedState
}

/// A run through a space.
extension TCPSpace {
    /// The steps that `actions` make from the start, up to the first action that is not possible.
    mutating func run(_ actions: [Choice]) -> [RunStep] {
        var state = start
        var steps: [RunStep] = []
        for action in actions {
            guard self.actions(in: state).contains(action), let step = learn(action, in: state) else { return steps }
            steps.append(RunStep(action: action, before: state, after: step.state))
            state = step.state
        }
        return steps
    }

    /// The steps of the sequel of `state`, at most 100, and whether they never end.
    mutating func run(after state: PackedState) -> (steps: [RunStep], isEndless: Bool) {
        guard var here = sequel(of: state) else { return ([], false) }
        var seen: Set<PackedState> = []
        var steps: [RunStep] = []
        while steps.count < 100 {
            if !seen.insert(here).inserted {
                guard let next = leavingCycle(here) else { return (steps, true) }
                here = next
            }
            guard let action = next(in: here), let sequel = learnToProceed(from: here) else { return (steps, false) }
            guard case .next(let next) = sequel else {
                // The last step, which leads to the end, is shown too.
                if let last = follow(action, from: here) {
                    steps.append(RunStep(action: action, before: here, after: last))
                }
                return (steps, false)
            }
            steps.append(RunStep(action: action, before: here, after: next))
            here = next
        }
        return (steps, true)
    }
}
