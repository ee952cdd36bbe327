/// Something that goes from state to state by choices: what an ``Explorer`` explores.
///
/// It must be deterministic: the same action in the same state leads to the same step, and the actions come in the same order.
///
/// A system may have to find out what an action leads to, and remember it. A search asks many times for each thing that is to be
/// found out, on several processors at once, so asking and finding out are apart: ``step(_:in:)`` answers from memory or not at
/// all, and ``learn(_:in:)`` finds out.
package protocol TransitionSystem: Sendable {
    /// A choice.
    associatedtype Action: Sendable
    /// What must hold. Its raw values are above 0, which stands for no rule.
    associatedtype Rule: RawRepresentable<UInt8>, Sendable
    /// Something worth knowing that it was reached at all, such as an arrow of a diagram.
    associatedtype Landmark: Hashable, Sendable

    /// Every landmark, at most 32. A step names them by their places here.
    var landmarks: [Landmark] { get }
    /// Where everything begins.
    var start: PackedState { get }
    /// Appends what can happen in `state`.
    func actions(in state: PackedState, into actions: inout [Action])
    /// What `action` leads to in `state`; nil if that has to be found out first.
    func step(_ action: Action, in state: PackedState) -> Step?
    /// Finds out what `action` leads to in `state`; nil if the memory has no room for it.
    mutating func learn(_ action: Action, in state: PackedState) -> Step?
    /// The raw value of the rule that `state` breaks; 0 if it breaks none.
    func violation(in state: PackedState) -> UInt8
    /// The raw value of the rule that `state`, in which nothing can happen, breaks by not being an end; 0 for a proper end.
    func deadlock(in state: PackedState) -> UInt8

    /// Where `state` stands once nothing goes wrong any more; nil if the system has no opinion about that.
    func sequel(of state: PackedState) -> PackedState?
    /// What a sequel leads to; nil if that has to be found out first.
    func proceed(from sequel: PackedState) -> Sequel?
    /// Finds out what a sequel leads to; nil if the memory has no room for it.
    mutating func learnToProceed(from sequel: PackedState) -> Sequel?
    /// Whether it is worth remembering that a sequel has been followed to its end. Every long one must pass such places.
    func isMilestone(_ sequel: PackedState) -> Bool
    /// The raw value of the rule against a sequel without an end; 0 if there is none.
    var endless: UInt8 { get }
    /// The same place of a sequel that has not come to rest for long, where something else goes first from now on; nil if nothing else
    /// can.
    func roused(_ sequel: PackedState) -> PackedState?
}

extension TransitionSystem {
    /// Nil: a system has no opinion, unless it says otherwise.
    package func sequel(of state: PackedState) -> PackedState? { nil }
    /// A good end: without sequels there is nothing to follow.
    package func proceed(from sequel: PackedState) -> Sequel? { .good }
    /// A good end, and nothing is to be found out.
    package mutating func learnToProceed(from sequel: PackedState) -> Sequel? { .good }
    /// False: without sequels there are no places on their way.
    package func isMilestone(_ sequel: PackedState) -> Bool { false }
    /// 0: no rule is against a sequel without an end.
    package var endless: UInt8 { 0 }
    /// Nil: nothing else can go first.
    package func roused(_ sequel: PackedState) -> PackedState? { nil }

    /// What can happen in `state`.
    package func actions(in state: PackedState) -> [Action] {
        var actions: [Action] = []
        self.actions(in: state, into: &actions)
        return actions
    }
}

/// A state in sixteen octets. What they mean only the system knows; it never sets all of their bits.
package struct PackedState: Hashable, Sendable {
    /// The first eight octets.
    package var high: UInt64
    /// The other eight.
    package var low: UInt64

    /// These sixteen octets.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// No state.
    static let none = PackedState(high: .max, low: .max)

    /// Every bit of it depends on every bit of the state (the finalizer of MurmurHash3, A. Appleby).
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
    /// What was passed on the way: a bit for each place among the system's landmarks.
    package var landmarks: UInt32
    /// The raw value of the rule that the step itself breaks, whatever it leads to; 0 if it breaks none.
    package var violation: UInt8
    /// It is what would happen next if nothing went wrong any more, so that the end of this state's sequel is known.
    package var isForegone = false

    /// A step that leads to `state`.
    package init(to state: PackedState, landmarks: UInt32 = 0, violation: UInt8 = 0) {
        self.state = state
        self.landmarks = landmarks
        self.violation = violation
    }
}

/// What happens next once nothing goes wrong any more. There is no choice then.
package enum Sequel: Hashable, Sendable {
    /// It goes on.
    case next(PackedState)
    /// It has come to a good end, or to something that another rule is about.
    case good
    /// It has come to a bad end: the raw value of the rule against it.
    case bad(UInt8)
    /// It has come to an end that would break a rule, but what is explored is not meant to prevent it: the number of the reason.
    case excused(UInt8)
}
