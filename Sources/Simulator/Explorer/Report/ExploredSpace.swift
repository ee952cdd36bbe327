import Trace

/// A space of connections, of which the command can tell.
package protocol ExploredSpace: TransitionSystem where Rule: Remark {
    /// What bounds the search, as rows of a name and a value.
    var settings: [(name: String, value: String)] { get }
    /// Which landmarks were passed, as rows of a name and a value.
    func passed(_ landmarks: Set<Landmark>) -> [(name: String, value: String)]

    /// The reasons of those numbers for which an end did not count as a violation, as rows of a name and what happens.
    func excuses(_ numbers: Set<UInt8>) -> [(name: String, value: String)]

    /// What happens next in `sequel`; nil at an end.
    func next(in sequel: PackedState) -> Action?
    /// Where `action`, which comes next in `sequel`, leads: to a good end, to a bad one or to none. Nil if the memory
    /// has no room to find it out.
    mutating func follow(_ action: Action, from sequel: PackedState) -> PackedState?

    /// The run to `counterexample`, one numbered step after the other, in the form of RFC 9293's figures. If it is about what comes of
    /// the last state, the steps that follow are part of it.
    ///
    /// - Parameter columns: the columns that a line may take.
    func ladder(_ counterexample: Exploration<Self>.Counterexample, columns: Int) -> [String]
    /// The run to `counterexample` as a record, from which captures and the like are made.
    func journal(_ counterexample: Exploration<Self>.Counterexample) -> Journal
}

extension ExploredSpace {
    /// Tries out what the next action of a sequel leads to, and proceeds; nil if the memory has no room for it.
    package mutating func learnToProceed(from sequel: PackedState) -> Sequel? {
        if let action = next(in: sequel), follow(action, from: sequel) == nil { return nil }
        return proceed(from: sequel)
    }

    /// None: every end that would break a rule is a violation.
    package func excuses(_ numbers: Set<UInt8>) -> [(name: String, value: String)] { [] }

    /// The run to `counterexample` on lines as long as they come.
    package func ladder(_ counterexample: Exploration<Self>.Counterexample) -> [String] {
        ladder(counterexample, columns: 10_000)
    }
}

/// A step of a run, with the states around it.
struct RunStep<Space: TransitionSystem>: Sendable {
    let action: Space.Action
    let before: PackedState
    let after: PackedState
}

extension ExploredSpace where Action: Equatable {
    /// The steps that `actions` make from the start, as far as they are possible.
    mutating func run(_ actions: [Action]) -> [RunStep<Self>] {
        var state = start
        var steps: [RunStep<Self>] = []
        for action in actions {
            guard self.actions(in: state).contains(action), let step = learn(action, in: state) else { return steps }
            steps.append(RunStep(action: action, before: state, after: step.state))
            state = step.state
        }
        return steps
    }

    /// The steps that follow `state` once nothing goes wrong any more; `isEndless` if they never end.
    mutating func run(after state: PackedState) -> (steps: [RunStep<Self>], isEndless: Bool) {
        guard var here = sequel(of: state) else { return ([], false) }
        var seen: Set<PackedState> = []
        var steps: [RunStep<Self>] = []
        while steps.count < 100 {
            if !seen.insert(here).inserted {
                guard let roused = roused(here) else { return (steps, true) }
                here = roused
            }
            guard let action = next(in: here), let sequel = learnToProceed(from: here) else { return (steps, false) }
            guard case .next(let next) = sequel else {
                // The step that makes the end a bad one is worth seeing, too.
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
