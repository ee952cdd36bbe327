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

    /// What the users may do, and what is in the network before they begin.
    package struct Scope: Hashable, Sendable {
        /// Octets that each user may send on a connection, at most 127.
        package var data: Int
        /// Whether B may open actively as well, by a SEND in LISTEN.
        package var mayCross = false
        /// How many numbers before A's that of a SYN of an earlier connection lies, which may arrive at B at any time; nil for no
        /// such SYN.
        package var oldSYN: Int?
        /// The initial sequence numbers of A and B.
        package var initial: (a: UInt32, b: UInt32) {
            get { (initialA, initialB) }
            set { (initialA, initialB) = newValue }
        }
        private var initialA: UInt32 = 100
        private var initialB: UInt32 = 300
        /// Octets of room in each receive buffer, of which each user reads when it likes; nil for a large one, which is read at
        /// once.
        package var buffer: Int?
        /// Whether the users may abort.
        package var mayAbort = false
        /// Whether the users may open once more between the same sockets when their connection is over. B's host then listens all the
        /// while: a connection in TIME-WAIT gives way to a SYN that cannot be an old one (RFC 9293 3.6.1, MAY-2).
        package var mayReopen = false

        /// A scope in which each user may send `data` octets.
        package init(data: Int = 1, oldSYN: Int? = 10) {
            self.data = min(max(0, data), 127)
            self.oldSYN = oldSYN
        }
    }

    /// A choice.
    package enum Action: Hashable, Sendable {
        /// The user opens: A actively, B passively.
        case open(Peer)
        /// The user sends one octet.
        case send(Peer)
        /// The user closes.
        case close(Peer)
        /// The user reads what has arrived.
        case read(Peer)
        /// The user aborts.
        case abort(Peer)
        /// The segment at that place of the queue to the peer arrives.
        case deliver(to: Peer, at: Int)
        /// The network loses it.
        case lose(to: Peer, at: Int)
        /// The network makes a copy of it, which goes to the end of the queue.
        case duplicate(to: Peer, at: Int)
        /// A timer runs out.
        case timeout(Peer, Connection.Timer)
        /// A SYN of an earlier connection arrives at B.
        case oldArrives
        /// A forged segment arrives at the peer.
        case forge(to: Peer, Forgery)
    }

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
        machine: @escaping Machine = Variant.standard.machine,
        giveWay: @escaping Yielding = { $0.giveWay(at: .zero) }
    ) {
        self.bounds = bounds
        self.scope = scope
        excused = excusing
        self.isStrict = isStrict
        self.machine = machine
        self.giveWay = giveWay
        memory = Memory(scope, bounds)
        start = memory.start()
    }

    /// Where a side is.
    static func socket(of peer: Peer) -> Socket { peer == .a ? socketA : socketB }

    /// The connection of `peer` before anything has happened.
    ///
    /// - Parameters:
    ///   - incarnation: 0 for its first connection, 1 for the next.
    ///   - isTelling: whether it explains what it does.
    static func connection(of peer: Peer, _ scope: Scope, incarnation: UInt8 = 0, isTelling: Bool) -> Connection {
        let number = initial(of: peer, scope, incarnation)
        // Few retries, so that giving up is within reach.
        var configuration = Connection.Configuration(
            isn: .forced(number), synRetries: 1, dataRetries: 1)
        configuration.tracing = isTelling
        if let buffer = scope.buffer { configuration.receiveBuffer = buffer }
        return Connection(
            local: socket(of: peer), remote: socket(of: peer.other), configuration: configuration)
    }

    /// The initial sequence number of a connection of `peer`: that of the next lies beyond all that the first can use.
    static func initial(of peer: Peer, _ scope: Scope, _ incarnation: UInt8) -> SequenceNumber {
        SequenceNumber(peer == .a ? scope.initial.a : scope.initial.b) + 1_000 * Int(incarnation)
    }

    /// What the user of `peer` sends as its octet number `index` on a connection: no two octets of a run are alike.
    static func octet(_ index: Int, of peer: Peer, _ incarnation: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: index + 64 * Int(incarnation) + (peer == .a ? 0 : 128))
    }

    /// The SYN of an earlier connection from A to B, if there is one in the network.
    static func oldSYN(_ scope: Scope) -> Segment? {
        scope.oldSYN.map {
            Segment(
                sourcePort: socketA.port, destinationPort: socketB.port,
                sequence: SequenceNumber(scope.initial.a) - $0, control: .syn, window: 65_535)
        }
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
