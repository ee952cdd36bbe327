/// What an exploration has found.
package struct Exploration<System: TransitionSystem>: Sendable {
    /// A way to break a rule. No way with fewer actions breaks any.
    package struct Counterexample: Sendable {
        /// The rule.
        package let rule: System.Rule
        /// What happens, from the start.
        package let actions: [System.Action]
    }

    /// How many different states were found.
    package internal(set) var states = 1
    /// How many actions were tried, each in the state it was possible in.
    package internal(set) var transitions = 0
    /// How many actions away from the start the farthest state is.
    package internal(set) var depth = 0
    /// States in which nothing can happen.
    package internal(set) var ends = 0
    /// Whether there were more states than the limit or the memory's numbers allow, so that not all were found.
    package internal(set) var isCut = false
    /// The shortest way to break a rule; nil if within the bounds there is none.
    package internal(set) var counterexample: Counterexample?
    /// The numbers of the reasons for which an end did not count as a violation, though it would break a rule.
    package internal(set) var excuses: Set<UInt8> = []
    /// What was passed: a bit for each place among the system's landmarks.
    var passed: UInt32 = 0
    private let known: [System.Landmark]

    init(of system: System) { known = system.landmarks }

    /// Everything that was passed.
    package var landmarks: Set<System.Landmark> {
        Set(known.enumerated().filter { passed >> UInt32($0.offset) & 1 == 1 }.map(\.element))
    }
}
