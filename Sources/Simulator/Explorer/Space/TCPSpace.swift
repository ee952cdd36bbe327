import TCPSim
import Trace

/// Two TCP connections, their users and a network of choices, to be explored.
///
/// The connections are those that also run in the simulator and against real systems; nothing is modelled. Time stands still: a
/// timer either runs or does not, and that it runs out before anything else happens is a choice.
package struct TCPSpace: TransitionSystem {
    /// How often the network and the timers may do what makes TCP necessary.
    package struct Bounds: Hashable, Sendable {
        /// Segments that may get lost.
        package var loss: Int
        /// Segments that may be repeated by the network; the copy is overtaken by all that is under way.
        package var duplicate: Int
        /// Segments that may overtake others.
        package var reorder: Int
        /// Timers that may run out; the end of TIME-WAIT does not count.
        package var timeouts: Int
        /// Segments that a stranger may forge (``Forgery``).
        package var forged: Int

        /// These bounds.
        package init(loss: Int = 0, duplicate: Int = 0, reorder: Int = 0, timeouts: Int = 0, forged: Int = 0) {
            self.loss = loss
            self.duplicate = duplicate
            self.reorder = reorder
            self.timeouts = timeouts
            self.forged = forged
        }
    }

    /// What can happen next.
    package typealias Action = Choice

    /// How often what may happen.
    package let bounds: Bounds
    /// What the users may do.
    package let scope: Scope
    /// Rules that need not hold.
    let excused: Set<Rule>
    /// Whether a ``Weakness`` of TCP as it is specified counts as a violation.
    let isStrict: Bool
    /// How events are dealt with.
    let machine: Machine
    /// How a connection in TIME-WAIT gives way.
    let giveWay: Yielding
    /// Where everything begins.
    package let start: PackedState
    /// What the connections have been seen to do, and the numbers by which states name their parts.
    var memory: Memory

    /// What a host does to a connection in TIME-WAIT that gives way to a new one, and what is to be done about it.
    package typealias Yielding = @Sendable (inout Connection) -> [Connection.Action]

    /// As `TCPHost` does it.
    package static let giveWay: Yielding = { $0.giveWay(at: .zero) }

    /// Where the sides are: addresses for documentation (RFC 5737).
    static let socketA = Socket(IPv4Address(192, 0, 2, 1), 50_000)
    static let socketB = Socket(IPv4Address(192, 0, 2, 2), 80)

    /// The space of a connection within `bounds`.
    ///
    /// - Parameters:
    ///   - excusing: rules that need not hold.
    ///   - isStrict: whether a ``Weakness`` of TCP as it is specified counts as a violation.
    ///   - machine: how events are dealt with. The real one hands them to ``Connection``; wrong ones are made to be found out.
    ///   - giveWay: how a connection in TIME-WAIT gives way, by default as `TCPHost` does it.
    package init(
        bounds: Bounds, scope: Scope = Scope(), excusing: Set<Rule> = [], isStrict: Bool = false,
        machine: @escaping Machine = Variant.standard.machine, giveWay: @escaping Yielding = TCPSpace.giveWay
    ) {
        self.bounds = bounds
        self.scope = scope
        excused = excusing
        self.isStrict = isStrict
        self.machine = machine
        self.giveWay = giveWay
        memory = Memory(scope, bounds, machine, giveWay)
        var state = State(PackedState(high: 0, low: 0))
        for end in scope.ends { state[end.peer] = memory.side(at: end) }
        start = state.packed
    }

    /// Where a side is.
    static func socket(of peer: Peer) -> Socket { peer == .a ? socketA : socketB }

    /// Tries every order of events.
    ///
    /// - Parameters:
    ///   - limit: the most states to find before giving up.
    ///   - workers: who works on it.
    ///   - progress: called with the numbers so far, every few thousand states.
    package func explore(
        limit: Int = .max, by workers: Workers = .alone, progress: (Exploration<TCPSpace>) -> Void = { _ in }
    ) -> Exploration<TCPSpace> {
        // Here the compiler sees the search and the space together, and makes one piece of code of them.
        Explorer(self, limit: limit).explore(by: workers, progress: progress)
    }
}

extension TCPSpace.Bounds: CustomStringConvertible {
    /// "loss 1, duplicate 0, reorder 0, timeouts 1", and "forged 1" if there is anything forged.
    package var description: String {
        "loss \(loss), duplicate \(duplicate), reorder \(reorder), timeouts \(timeouts)"
            + (forged > 0 ? ", forged \(forged)" : "")
    }
}
