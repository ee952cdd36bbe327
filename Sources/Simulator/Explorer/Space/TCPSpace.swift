import TCPHost
import TCPSim
import Trace

/// TCP connections, their users and a network of choices, to be explored: two connections, or a host that listens and its clients.
///
/// The connections are those that also run in the simulator and against real systems; nothing is modelled. Each is explored with its
/// user. B as a host is a whole one of `TCPHost`: its listener with the backlog and the SYN cookies, its sockets, and every connection that
/// comes of them. Time stands still: a timer either runs or does not, and that it runs out before anything else happens is a choice.
///
/// A state names its parts by numbers. What a choice makes of the parts is remembered, so that a step is a matter of numbers.
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
    /// Rules that need not hold.
    let excused: Set<Rule>
    /// Whether a ``Weakness`` of TCP as it is specified counts as a violation.
    let isStrict: Bool
    /// The ends at which one connection is explored by itself.
    let ends: [End]
    /// Where everything begins.
    package let start: PackedState
    /// What the connections have been seen to do, and the numbers by which states name their parts.
    var memory: Memory

    /// The ends of the space, and the calls that their users may make.
    package var scope: Scope { memory.scope }

    /// How connections and hosts deal with an event. The real machines are ``Connection`` and `TCPHost`. A wrong machine is made so that the
    /// search finds its mistake.
    package struct Machines: Sendable {
        /// What a connection does about an event.
        package var connection: Machine
        /// What B as a host does about a cause.
        package var host: HostMachine
        /// What a host does to a connection in TIME-WAIT that gives way to a new one, and what is to be done about it.
        package var giveWay: Yielding

        /// Machines that are the real ones unless others are named.
        package init(
            connection: @escaping Machine = Variant.standard.machine,
            host: @escaping HostMachine = { $1.happen(to: &$0) },
            giveWay: @escaping Yielding = { $0.giveWay(at: .zero) }
        ) {
            (self.connection, self.host, self.giveWay) = (connection, host, giveWay)
        }
    }

    /// What is done to a connection in TIME-WAIT that gives way.
    package typealias Yielding = @Sendable (inout Connection) -> [Connection.Action]

    /// The space within `bounds`.
    ///
    /// - Parameters:
    ///   - excusing: rules that need not hold.
    ///   - isStrict: whether a ``Weakness`` of TCP as it is specified counts as a violation.
    ///   - machines: how connections and hosts deal with what happens to them.
    package init(
        bounds: Bounds, scope: Scope = Scope(), excusing: Set<Rule> = [], isStrict: Bool = false,
        machines: Machines = Machines()
    ) {
        self.bounds = bounds
        excused = excusing
        self.isStrict = isStrict
        ends = scope.ends
        memory = Memory(scope, bounds, machines)
        start = memory.start().packed
    }

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
