/// Something that goes from state to state by choices: what an ``Explorer`` explores.
///
/// It must be deterministic: the same action in the same state leads to the same step, and the actions come in the same order.
public protocol TransitionSystem {
    /// Everything that can make a difference to what happens next, and nothing else.
    associatedtype State: Hashable
    /// A choice.
    associatedtype Action
    /// Something worth knowing that it was reached at all, such as an arrow of a diagram.
    associatedtype Landmark: Hashable

    /// Where everything begins.
    var start: State { get }
    /// What can happen in `state`.
    func actions(in state: State) -> [Action]
    /// What `action` leads to in `state`. It may remember what it has found out, as long as that changes no answer.
    mutating func step(_ action: Action, in state: State) -> Exploration<Self>.Step
    /// The name of the rule that `state` breaks; nil if it breaks none.
    func violation(in state: State) -> String?
    /// The name of the rule that `state`, in which nothing can happen, breaks by not being an end; nil for a proper end.
    func deadlock(in state: State) -> String?
}

/// What an exploration has found.
public struct Exploration<System: TransitionSystem> {
    /// What one action leads to.
    public struct Step {
        /// The next state.
        public var state: System.State
        /// What was passed on the way.
        public var landmarks: [System.Landmark] = []
        /// The name of the rule that the step itself breaks, whatever it leads to; nil if it breaks none.
        public var violation: String?

        /// A step that leads to `state`.
        public init(to state: System.State) { self.state = state }
    }

    /// A way to break a rule. No way with fewer actions breaks any.
    public struct Counterexample {
        /// The name of the rule.
        public let rule: String
        /// What happens, from the start.
        public let actions: [System.Action]
    }

    /// How many different states were found.
    public internal(set) var states = 1
    /// How many actions were tried, each in the state it was possible in.
    public internal(set) var transitions = 0
    /// How many actions away from the start the farthest state is.
    public internal(set) var depth = 0
    /// States in which nothing can happen.
    public internal(set) var ends = 0
    /// Everything that was passed.
    public internal(set) var landmarks: Set<System.Landmark> = []
    /// Whether there were more states than the limit, so that not all were found.
    public internal(set) var isCut = false
    /// The shortest way to break a rule; nil if within the bounds there is none.
    public internal(set) var counterexample: Counterexample?

    init() {}
}

/// Bounded breadth-first search: every state that any sequence of choices leads to, the nearest first.
///
/// Testing tries some runs, this tries all of them, up to the bounds that the system sets to itself. Since the nearest states come
/// first, the first violation found is one of the shortest there are, hence one that can be read.
public struct Explorer<System: TransitionSystem> {
    /// What is explored.
    public let system: System
    /// The most states to find before giving up.
    public let limit: Int

    /// An explorer of `system`.
    public init(_ system: System, limit: Int = .max) {
        self.system = system
        self.limit = limit
    }

    /// New states between two reports of progress.
    private static var pace: Int { 8_192 }

    /// How a state was found first.
    private struct Origin {
        let parent: Int
        let action: System.Action
    }

    /// Explores until every state is found, a rule is broken, or the limit is reached.
    ///
    /// - Parameter progress: called with the numbers so far, after each full level of the search and every few thousand states.
    public func explore(progress: (Exploration<System>) -> Void = { _ in }) -> Exploration<System> {
        var system = system
        var found = Exploration<System>()
        // States are numbered in the order in which they are found; the start is 0 and has no origin.
        var known: Set<System.State> = [system.start]
        var origins: [Origin] = []
        var level = [system.start]
        var first = 0

        func path(to number: Int) -> [System.Action] {
            var actions: [System.Action] = []
            var number = number
            while number > 0 {
                let origin = origins[number - 1]
                actions.append(origin.action)
                number = origin.parent
            }
            return actions.reversed()
        }

        if let rule = system.violation(in: system.start) {
            found.counterexample = .init(rule: rule, actions: [])
            return found
        }
        while !level.isEmpty {
            var next: [System.State] = []
            for (place, state) in level.enumerated() {
                let actions = system.actions(in: state)
                if actions.isEmpty {
                    found.ends += 1
                    if let rule = system.deadlock(in: state) {
                        found.counterexample = .init(rule: rule, actions: path(to: first + place))
                        return found
                    }
                }
                for action in actions {
                    found.transitions += 1
                    let step = system.step(action, in: state)
                    found.landmarks.formUnion(step.landmarks)
                    let isNew = known.insert(step.state).inserted
                    if let rule = step.violation ?? (isNew ? system.violation(in: step.state) : nil) {
                        found.states = known.count
                        found.counterexample = .init(rule: rule, actions: path(to: first + place) + [action])
                        found.depth += 1
                        return found
                    }
                    guard isNew else { continue }
                    origins.append(Origin(parent: first + place, action: action))
                    next.append(step.state)
                    found.states = known.count
                    if found.states.isMultiple(of: Self.pace) { progress(found) }
                    guard found.states < limit else {
                        found.isCut = true
                        return found
                    }
                }
            }
            first += level.count
            level = next
            if !level.isEmpty { found.depth += 1 }
            progress(found)
        }
        return found
    }
}
