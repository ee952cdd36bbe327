import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// The ends of a space, the calls that their users may make, and the segments in the network before the first call.
    package struct Scope: Hashable, Sendable {
        /// How many octets each user may send on a connection: at most 127, 63 if users may open a second connection, or 31 to a host that
        /// listens. With more, ``octet(_:of:_:)`` gives two octets of a run the same value.
        package var data: Int
        /// Whether B may open actively as well, by a SEND in LISTEN.
        package var mayCross = false
        /// The network has a SYN of an earlier connection, which may arrive at B at any time. Its number lies so many numbers before the initial
        /// sequence number of the first client. Nil for no such SYN.
        package var oldSYN: Int?
        /// The initial sequence numbers of A and B.
        package var initial: (a: UInt32, b: UInt32) {
            get { (initialA, initialB) }
            set { (initialA, initialB) = newValue }
        }
        private var initialA: UInt32 = 100
        private var initialB: UInt32 = 300
        /// The size of each receive buffer in octets. A user may read it at any time. Nil for a large buffer that is read at once.
        package var buffer: Int?
        /// Whether the users may abort. If B is a host, only its clients may.
        package var mayAbort = false
        /// Whether the users may open a second connection between the same sockets when the first one is over. B's host then goes on
        /// listening: a connection in TIME-WAIT gives way to a SYN that cannot be an old one (RFC 9293 3.6.1, MAY-2).
        package var mayReopen = false

        /// Whether B is a host that listens, and not one connection.
        package let isListening: Bool
        /// How many clients there are, from 1 to 3: A1, A2, A3.
        package var clients = 1
        /// How many connections may wait at B, open or half open.
        package var backlog = 1
        /// When B answers a SYN with a cookie; nil for never.
        package var cookies: SYNCookies.Use?
        /// How many SYNs a stranger may send, at most 3. Each is in the name of another host, which does not exist.
        package var flood = 0

        /// The two sides of a connection, with users who may send `data` octets each.
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

/// The ends, B as a host, and strangers of a scope.
extension TCPSpace.Scope {
    /// The largest bounds of a space in which B is a host: `segments` for losses, copies, changes of order, forged segments and SYNs of
    /// strangers, and `timeouts` for timers.
    package static let most = (segments: 3, timeouts: 7)

    /// The ends at which one connection is explored by itself. B as a host is none of them.
    var ends: [End] { isListening ? (0..<clients).map { End(.a, client: $0) } : [.a, .b] }

    /// The segments that a stranger may forge.
    var forgeries: [TCPSpace.Forgery] { isListening ? TCPSpace.Forgery.cookies : TCPSpace.Forgery.nearMisses }

    /// The instant at which every run begins. If B is a host, it is late enough for a cookie to have expired before it.
    var beginning: Instant { isListening ? .zero + .seconds(640) : .zero }

    /// The socket of an end. The clients of a host have one address and different ports.
    func socket(of end: End) -> Socket {
        guard end.peer == .a else { return TCPSpace.socketB }
        guard isListening else { return TCPSpace.socketA }
        return Socket(TCPSpace.socketA.address, UInt16(truncatingIfNeeded: 50_001 + end.client))
    }

    /// The connection at `end` before anything has happened.
    ///
    /// - Parameters:
    ///   - incarnation: 0 for the first connection at that end, 1 for the second.
    ///   - isTelling: whether the connection explains what it does, with notes.
    func connection(of end: End, incarnation: UInt8 = 0, isTelling: Bool) -> Connection {
        var configuration = configuration(.forced(initial(of: end, incarnation)), isTelling: isTelling)
        if let buffer { configuration.receiveBuffer = buffer }
        return Connection(local: socket(of: end), remote: socket(of: end.other), configuration: configuration)
    }

    /// B as a host before it listens.
    func host(isTelling: Bool) -> TCPHost.Host {
        // Time stands still, so each of B's connections would begin with the same number of the clock. Only before a client opens a second
        // connection does the clock advance.
        var configuration = configuration(
            mayReopen ? .clock : .forced(SequenceNumber(initialB)), isTelling: isTelling)
        configuration.synCookies = synCookies
        var settings = TCPHost.Host.Settings(local: TCPSpace.socketB.address, connection: configuration)
        settings.synAckRetries = 1
        return TCPHost.Host(settings, at: beginning)
    }

    /// The SYN cookies of B's listener; nil if it uses none.
    var synCookies: SYNCookies? { cookies.map { SYNCookies($0, key: SipHash.Key(low: 1, high: 2)) } }

    private func configuration(_ isn: InitialSequenceNumber, isTelling: Bool) -> Connection.Configuration {
        // Few retries, so that a search within small bounds finds runs in which a side gives up.
        var configuration = Connection.Configuration(isn: isn, synRetries: 1, dataRetries: 1)
        configuration.tracing = isTelling
        return configuration
    }

    /// The initial sequence number of a connection at `end`. The number of the second connection lies beyond all numbers of the first.
    func initial(of end: End, _ incarnation: UInt8) -> SequenceNumber {
        SequenceNumber(end.peer == .a ? initial.a : initial.b) + 100 * end.client + 1_000 * Int(incarnation)
    }

    /// The octet at the place `index` of the stream that the user at `end` sends. All octets of a run are different.
    func octet(_ index: Int, of end: End, _ incarnation: UInt8) -> UInt8 {
        let place =
            isListening
            ? index + 32 * Int(incarnation) + 64 * end.client
            : index + 64 * Int(incarnation) + (end.peer == .a ? 0 : 128)
        return UInt8(truncatingIfNeeded: place)
    }

    /// The SYN of an earlier connection from the first client to B; nil if the network has none.
    var oldSegment: Segment? { oldSYN.map { syn(from: socket(of: .a), initial(of: .a, 0) - $0) } }

    /// A SYN to B from `socket` with that sequence number. To a host it has the MSS option, which enters a cookie.
    func syn(from socket: Socket, _ number: SequenceNumber) -> Segment {
        Segment(
            sourcePort: socket.port, destinationPort: TCPSpace.socketB.port, sequence: number, control: .syn,
            window: 65_535, options: isListening ? [.maximumSegmentSize(1_460)] : [])
    }
}

/// The sockets of the sides and of strangers, with addresses for documentation (RFC 5737).
extension TCPSpace {
    static let socketA = Socket(IPv4Address(192, 0, 2, 1), 50_000)
    static let socketB = Socket(IPv4Address(192, 0, 2, 2), 80)

    /// The socket of a side, if B is one connection.
    static func socket(of peer: Peer) -> Socket { peer == .a ? socketA : socketB }

    /// The source socket of the stranger's SYN of that number, counted from 0.
    static func socket(ofStranger number: Int) -> Socket {
        Socket(IPv4Address(203, 0, 113, 1), UInt16(truncatingIfNeeded: 60_001 + number))
    }

    /// The source socket of a segment to a host. The source port says whether it is a client's or a stranger's.
    static func source(of segment: Segment) -> Socket {
        let port = segment.sourcePort
        return Socket(port < 60_000 ? socketA.address : socket(ofStranger: 0).address, port)
    }

    /// The client at `socket`; nil for a stranger.
    static func client(at socket: Socket) -> Int? {
        socket.address == socketA.address ? Int(socket.port) - 50_001 : nil
    }

    /// The name of a socket in reports: "A1" for the first client, "C1" for the first stranger.
    static func name(of socket: Socket) -> String {
        client(at: socket).map { "A\($0 + 1)" } ?? "C\(Int(socket.port) - 60_000)"
    }
}
