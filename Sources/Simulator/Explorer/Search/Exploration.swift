/// What an exploration has found.
package struct Exploration<System: TransitionSystem>: Sendable {
    /// A sequence of actions that breaks a rule. No shorter sequence breaks any rule.
    package struct Counterexample: Sendable {
        /// The rule that is broken.
        package let rule: System.Rule
        /// The actions, from the start.
        package let actions: [System.Action]
    }

    /// How many different states were found.
    package internal(set) var states = 1
    /// How many steps were made: an action counts once for each state in which it is possible.
    package internal(set) var transitions = 0
    /// The largest distance of a state from the start, in actions.
    package internal(set) var depth = 0
    /// How many states were found in which nothing can happen.
    package internal(set) var ends = 0
    /// Whether the search was cut off, because there are more states than the limit or the numbers of the memory allow.
    package internal(set) var isCut = false
    /// A shortest way to break a rule; nil if the search has found none.
    package internal(set) var counterexample: Counterexample?
    /// The numbers of the reasons that have excused an end which would break a rule.
    package internal(set) var excuses: Set<UInt8> = []
    /// The landmarks that were passed: a bit for each place among the system's landmarks.
    var passed: UInt64 = 0
    private let known: [System.Landmark]

    init(of system: System) { known = system.landmarks }

    /// The landmarks that were passed.
    package var landmarks: Set<System.Landmark> {
        Set(known.enumerated().filter { passed >> UInt64($0.offset) & 1 == 1 }.map(\.element))
    }
}
