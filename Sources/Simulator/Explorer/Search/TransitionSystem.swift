/// A system that goes from state to state by choices. An ``Explorer`` explores it.
///
/// It must be deterministic: the same action in the same state leads to the same step, and the actions of a state are always in the same
/// order.
///
/// A system may have to find out what an action leads to, and remembers the result. A search asks for each result many times, and on
/// several processors at once. So there are two functions: ``step(_:in:)`` only reads the memory, and ``learn(_:in:)`` finds out.
package protocol TransitionSystem: Sendable {
    /// A choice.
    associatedtype Action: Sendable
    /// A rule that must hold. Its raw values are above 0; 0 stands for no rule.
    associatedtype Rule: RawRepresentable<UInt8>, Sendable
    /// Something of which a search reports whether it was reached, such as an arrow of a diagram.
    associatedtype Landmark: Hashable, Sendable

    /// Every landmark, at most 64. A step names landmarks by their places in this array.
    var landmarks: [Landmark] { get }
    /// The state in which every run begins.
    var start: PackedState { get }
    /// Appends the actions that are possible in `state`.
    func actions(in state: PackedState, into actions: inout [Action])
    /// What `action` leads to in `state`; nil if that has to be found out first.
    func step(_ action: Action, in state: PackedState) -> Step?
    /// Finds out what `action` leads to in `state`; nil if the memory has no room for it.
    mutating func learn(_ action: Action, in state: PackedState) -> Step?
    /// The raw value of the rule that `state` breaks; 0 if it breaks none.
    func violation(in state: PackedState) -> UInt8
    /// The raw value of the rule that `state`, in which nothing can happen, breaks because it is not a proper end; 0 for a proper end.
    func deadlock(in state: PackedState) -> UInt8

    /// The first state of the sequel of `state`: what follows once nothing goes wrong any more. Nil if the system has no sequels.
    func sequel(of state: PackedState) -> PackedState?
    /// What a state of a sequel leads to; nil if that has to be found out first.
    func proceed(from sequel: PackedState) -> Sequel?
    /// Finds out what a state of a sequel leads to; nil if the memory has no room for it.
    mutating func learnToProceed(from sequel: PackedState) -> Sequel?
    /// Whether the search remembers for good that the sequel from this state has come to a good end. Every long sequel must pass such states.
    func isMilestone(_ sequel: PackedState) -> Bool
    /// The raw value of the rule that an endless sequel breaks; 0 if it breaks none.
    var endless: UInt8 { get }
    /// A state of a sequel that seems to be endless, changed so that another action goes first from now on; nil if there is no such action.
    func leavingCycle(_ sequel: PackedState) -> PackedState?
}

extension TransitionSystem {
    /// Nil: the system has no sequels.
    package func sequel(of state: PackedState) -> PackedState? { nil }
    /// A good end: the system has no sequels.
    package func proceed(from sequel: PackedState) -> Sequel? { .good }
    /// A good end: the system has no sequels.
    package mutating func learnToProceed(from sequel: PackedState) -> Sequel? { .good }
    /// False: the system has no sequels.
    package func isMilestone(_ sequel: PackedState) -> Bool { false }
    /// 0: the system has no sequels.
    package var endless: UInt8 { 0 }
    /// Nil: the system has no sequels.
    package func leavingCycle(_ sequel: PackedState) -> PackedState? { nil }

    /// The actions that are possible in `state`.
    package func actions(in state: PackedState) -> [Action] {
        var actions: [Action] = []
        self.actions(in: state, into: &actions)
        return actions
    }
}

/// A state in sixteen octets. Only the system knows what they mean. It never sets all of their bits.
package struct PackedState: Hashable, Sendable {
    /// The first eight octets.
    package var high: UInt64
    /// The last eight octets.
    package var low: UInt64

    /// A state with these octets.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The value that stands for no state: all bits are set.
    static let none = PackedState(high: .max, low: .max)

    /// A hash in which every bit depends on every bit of the state (the finalizer of MurmurHash3, A. Appleby).
    var hash: UInt64 {
        var mixed = high &* 0x9e37_79b9_7f4a_7c15 ^ low
        mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ mixed >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return mixed ^ mixed >> 33
    }
}

/// What one action leads to.
package struct Step: Hashable, Sendable {
    /// The next state.
    package var state: PackedState
    /// The landmarks that the step passes: a bit for each place among the system's landmarks.
    package var landmarks: UInt64
    /// The raw value of the rule that the step itself breaks, whatever the next state is; 0 if it breaks none.
    package var violation: UInt8
    /// Whether the action is the next one of the sequel. Then the sequel of the next state has the same end as that of the state before.
    package var isForegone = false

    /// A step that leads to `state`.
    package init(to state: PackedState, landmarks: UInt64 = 0, violation: UInt8 = 0) {
        self.state = state
        self.landmarks = landmarks
        self.violation = violation
    }
}

/// What a state leads to once nothing goes wrong any more. Then there are no choices.
package enum Sequel: Hashable, Sendable {
    /// The sequel goes on with this state.
    case next(PackedState)
    /// The sequel has come to a good end, or to a violation that another rule finds.
    case good
    /// The sequel has come to a bad end; the raw value of the rule that it breaks.
    case bad(UInt8)
    /// The sequel has come to an end that would break a rule, but that the system is not meant to prevent; the number of the reason.
    case excused(UInt8)
}
