import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// The ends of a space, the calls that their users may make, and the segments in the network before the first call.
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
        /// Octets of room in each receive buffer, which each user reads when it likes; nil for a large buffer that is read at once.
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

/// What the scope says of the ends, of B as a host, and of strangers.
extension TCPSpace.Scope {
    /// The largest bound on losses, copies, changes of order, forged segments and SYNs of strangers where B listens, and that on timers.
    package static let most = (segments: 3, timeouts: 7)

    /// The ends at which one connection is explored by itself. B as a host that listens is none of them.
    var ends: [End] { isListening ? (0..<clients).map { End(.a, client: $0) } : [.a, .b] }

    /// What a stranger may forge.
    var forgeries: [TCPSpace.Forgery] { isListening ? TCPSpace.Forgery.cookies : TCPSpace.Forgery.nearMisses }

    /// When everything begins. The clock of a host that listens shows so much that a cookie can have expired.
    var beginning: Instant { isListening ? .zero + .seconds(640) : .zero }

    /// Where an end is. The clients of a host that listens share a host.
    func socket(of end: End) -> Socket {
        guard end.peer == .a else { return TCPSpace.socketB }
        guard isListening else { return TCPSpace.socketA }
        return Socket(TCPSpace.socketA.address, UInt16(truncatingIfNeeded: 50_001 + end.client))
    }

    /// The connection at `end` before anything has happened.
    ///
    /// - Parameters:
    ///   - incarnation: 0 for its first connection, 1 for the next.
    ///   - isTelling: whether it explains what it does.
    func connection(of end: End, incarnation: UInt8 = 0, isTelling: Bool) -> Connection {
        var configuration = configuration(.forced(initial(of: end, incarnation)), isTelling: isTelling)
        if let buffer { configuration.receiveBuffer = buffer }
        return Connection(local: socket(of: end), remote: socket(of: end.other), configuration: configuration)
    }

    /// B as a host before it listens.
    func host(isTelling: Bool) -> TCPHost.Host {
        // Time stands still, so each of B's connections begins with the same number unless a client opens once more.
        var configuration = configuration(
            mayReopen ? .clock : .forced(SequenceNumber(initialB)), isTelling: isTelling)
        configuration.synCookies = synCookies
        var settings = TCPHost.Host.Settings(local: TCPSpace.socketB.address, connection: configuration)
        settings.synAckRetries = 1
        return TCPHost.Host(settings, at: beginning)
    }

    /// How B's listener answers by cookies, if it does.
    var synCookies: SYNCookies? { cookies.map { SYNCookies($0, key: SipHash.Key(low: 1, high: 2)) } }

    private func configuration(_ isn: InitialSequenceNumber, isTelling: Bool) -> Connection.Configuration {
        // Few retries, so that giving up is within reach.
        var configuration = Connection.Configuration(isn: isn, synRetries: 1, dataRetries: 1)
        configuration.tracing = isTelling
        return configuration
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

    /// The SYN of an earlier connection from the first client to B, if there is one in the network.
    var oldSegment: Segment? { oldSYN.map { syn(from: socket(of: .a), initial(of: .a, 0) - $0) } }

    /// A SYN to B from `socket` with that number. A host that listens makes its cookies of the MSS.
    func syn(from socket: Socket, _ number: SequenceNumber) -> Segment {
        Segment(
            sourcePort: socket.port, destinationPort: TCPSpace.socketB.port, sequence: number, control: .syn,
            window: 65_535, options: isListening ? [.maximumSegmentSize(1_460)] : [])
    }
}

/// Where the sides and strangers are: addresses for documentation (RFC 5737).
extension TCPSpace {
    static let socketA = Socket(IPv4Address(192, 0, 2, 1), 50_000)
    static let socketB = Socket(IPv4Address(192, 0, 2, 2), 80)

    /// Where a side is.
    static func socket(of peer: Peer) -> Socket { peer == .a ? socketA : socketB }

    /// The socket in whose name a stranger sends its SYN of that number.
    static func socket(ofStranger number: Int) -> Socket {
        Socket(IPv4Address(203, 0, 113, 1), UInt16(truncatingIfNeeded: 60_001 + number))
    }

    /// Who has sent a segment to a host, or in whose name it was forged: the ports tell clients and strangers apart.
    static func source(of segment: Segment) -> Socket {
        let port = segment.sourcePort
        return Socket(port < 60_000 ? socketA.address : socket(ofStranger: 0).address, port)
    }

    /// The client at `socket`; nil for a stranger.
    static func client(at socket: Socket) -> Int? {
        socket.address == socketA.address ? Int(socket.port) - 50_001 : nil
    }

    /// What `socket` is called: "A1", "C1" for a stranger's.
    static func name(of socket: Socket) -> String {
        client(at: socket).map { "A\($0 + 1)" } ?? "C\(Int(socket.port) - 60_000)"
    }
}
