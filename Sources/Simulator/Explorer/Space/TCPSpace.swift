import TCPHost
import TCPSim
import Trace

/// A system for the explorer: TCP connections, their users, and a network in which everything is a choice. It has the two sides of one
/// connection, or a host that listens and its clients.
///
/// The connections are the ones that also run in the simulator and against real systems. They are no model. Each is explored with its
/// user. B as a host is a whole host of `TCPHost`: its listener with the backlog and the SYN cookies, its sockets, and all its connections.
/// Time stands still: a timer runs or does not run, and it is a choice that it runs out before anything else happens.
///
/// A state names its parts by numbers. What a choice makes of the parts is remembered, so a step is computed from numbers alone.
package struct TCPSpace: TransitionSystem {
    /// How often the network, the timers and strangers may do what a TCP has to cope with.
    package struct Bounds: Hashable, Sendable {
        /// How many segments may be lost.
        package var loss: Int
        /// How many copies of segments the network may make. All segments in flight are before the copy.
        package var duplicate: Int
        /// How many segments may overtake others.
        package var reorder: Int
        /// How many timers may run out. The end of TIME-WAIT does not count.
        package var timeouts: Int
        /// How many segments a stranger may forge (``Forgery``).
        package var forged: Int

        /// Bounds with these numbers.
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

    /// The bounds of the space.
    package let bounds: Bounds
    /// The rules that need not hold.
    let excused: Set<Rule>
    /// Whether a ``Weakness`` of TCP as it is specified counts as a violation.
    let isStrict: Bool
    /// The ends at which one connection is explored by itself.
    let ends: [End]
    /// The state in which every run begins.
    package let start: PackedState
    /// What the connections do about each cause, and the numbers by which states name their parts.
    var memory: Memory

    /// The ends of the space, and the calls that their users may make.
    package var scope: Scope { memory.scope }

    /// How connections and hosts deal with an event. The real machines are ``Connection`` and `TCPHost`. With a wrong machine one can see that
    /// the search finds its mistake.
    package struct Machines: Sendable {
        /// What a connection does about an event.
        package var connection: Machine
        /// What B as a host does about a cause.
        package var host: HostMachine
        /// What a host does to a connection in TIME-WAIT that gives way to a new connection. Returns the actions of the old connection.
        package var giveWay: Yielding

        /// The real machines, unless others are given.
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
    ///   - excusing: the rules that need not hold.
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
        memory = Memory(scope: scope, bounds: bounds, machines: machines)
        start = memory.start().packed
    }

    /// Tries every order of events.
    ///
    /// - Parameters:
    ///   - limit: the largest number of states. A search that has found so many is cut off.
    ///   - workers: the threads that share the work.
    ///   - progress: called with the results so far, after each level of the search and every few thousand states.
    package func explore(
        limit: Int = .max, by workers: Workers = .alone, progress: (Exploration<TCPSpace>) -> Void = { _ in }
    ) -> Exploration<TCPSpace> {
        // The call is in this module, so that the compiler specializes the generic search for this space.
        Explorer(self, limit: limit).explore(by: workers, progress: progress)
    }
}

extension TCPSpace.Bounds: CustomStringConvertible {
    /// "loss 1, duplicate 0, reorder 0, timeouts 1", followed by ", forged 1" if segments may be forged.
    package var description: String {
        "loss \(loss), duplicate \(duplicate), reorder \(reorder), timeouts \(timeouts)"
            + (forged > 0 ? ", forged \(forged)" : "")
    }
}
