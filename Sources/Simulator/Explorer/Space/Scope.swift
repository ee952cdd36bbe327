import TCPSim
import Trace

extension TCPSpace {
    /// Who is there, what the users may do, and what is in the network before they begin.
    package struct Scope: Hashable, Sendable {
        /// Octets that each user may send on a connection, at most 127, or 31 to a host that listens.
        package var data: Int
        /// Whether B may open actively as well, by a SEND in LISTEN.
        package var mayCross = false
        /// How many numbers before the first client's that of a SYN of an earlier connection lies, which may arrive at B at any time; nil
        /// for no such SYN.
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
        /// Whether the users may abort; of a host that listens only its clients may.
        package var mayAbort = false
        /// Whether the users may open once more between the same sockets when their connection is over. B's host then listens all the
        /// while: a connection in TIME-WAIT gives way to a SYN that cannot be an old one (RFC 9293 3.6.1, MAY-2).
        package var mayReopen = false

        /// Whether B is a host that listens, and not one connection.
        package let isListening: Bool
        /// How many clients there are, from 1 to 3: A1, A2, A3.
        package var clients = 1
        /// How many connections may wait at B, open or half open.
        package var backlog = 1
        /// When B answers a SYN by a cookie; nil for never.
        package var cookies: SYNCookies.Use?
        /// SYNs that a stranger may send, each in the name of a host that does not exist; at most 3.
        package var flood = 0

        /// Two connections, on which each user may send `data` octets.
        package init(data: Int = 1, oldSYN: Int? = 10) {
            self.data = min(max(0, data), 127)
            self.oldSYN = oldSYN
            isListening = false
        }

        /// Clients of a listener with that backlog.
        package init(clients: Int, backlog: Int = 1, cookies: SYNCookies.Use? = nil) {
            data = 0
            isListening = true
            self.clients = min(max(1, clients), 3)
            self.backlog = max(1, backlog)
            self.cookies = cookies
        }
    }
}

/// The ends at which one connection is explored by itself.
extension TCPSpace.Scope {
    /// These ends. B as a host that listens is none of them.
    var ends: [End] { isListening ? (0..<clients).map { End(.a, client: $0) } : [.a, .b] }

    /// When everything begins. The clock of a host that listens shows so much that a cookie can have expired.
    var beginning: Instant { isListening ? ListenerSpace.beginning : .zero }

    /// Where an end is. The clients of a host that listens share a host.
    func socket(of end: End) -> Socket {
        isListening && end.peer == .a ? ListenerSpace.socket(ofClient: end.client) : TCPSpace.socket(of: end.peer)
    }

    /// The connection at `end` before anything has happened.
    ///
    /// - Parameters:
    ///   - incarnation: 0 for its first connection, 1 for the next.
    ///   - isTelling: whether it explains what it does.
    func connection(of end: End, incarnation: UInt8 = 0, isTelling: Bool) -> Connection {
        // Few retries, so that giving up is within reach.
        var configuration = Connection.Configuration(
            isn: .forced(initial(of: end, incarnation)), synRetries: 1, dataRetries: 1)
        configuration.tracing = isTelling
        if let buffer { configuration.receiveBuffer = buffer }
        return Connection(local: socket(of: end), remote: socket(of: end.other), configuration: configuration)
    }

    /// The initial sequence number of a connection at `end`: that of the next lies beyond all that the first can use.
    func initial(of end: End, _ incarnation: UInt8) -> SequenceNumber {
        SequenceNumber(end.peer == .a ? initial.a : initial.b) + 100 * end.client + 1_000 * Int(incarnation)
    }

    /// What the user at `end` sends as its octet number `index` on a connection: no two octets of a run are alike.
    func octet(_ index: Int, of end: End, _ incarnation: UInt8) -> UInt8 {
        let place =
            isListening
            ? index + 32 * Int(incarnation) + 64 * end.client
            : index + 64 * Int(incarnation) + (end.peer == .a ? 0 : 128)
        return UInt8(truncatingIfNeeded: place)
    }

    /// The SYN of an earlier connection from A to B, if there is one in the network.
    var oldSegment: Segment? {
        oldSYN.map {
            Segment(
                sourcePort: TCPSpace.socketA.port, destinationPort: TCPSpace.socketB.port,
                sequence: initial(of: .a, 0) - $0, control: .syn, window: 65_535)
        }
    }
}
