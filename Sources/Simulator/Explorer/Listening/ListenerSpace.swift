import TCPHost
import TCPSim
import Trace

/// A host that listens, and the clients that open connections to it, to be explored.
///
/// B is a whole host of `TCPHost`: its listener with the backlog and the SYN cookies, its sockets, and every connection that comes of
/// them. Each client is one connection and its user. Nothing is modelled, and time stands still, as in ``TCPSpace``.
package struct ListenerSpace: TransitionSystem {
    /// What can happen next.
    package typealias Action = Choice
    /// How large the space is.
    package typealias Scope = TCPSpace.Scope

    /// Something that B can be seen to do.
    package enum Landmark: String, Hashable, Sendable, CaseIterable {
        /// A SYN is answered by a cookie.
        case cookieSent = "a cookie sent"
        /// An acknowledgment brings a cookie back and opens a connection.
        case cookieTaken = "a cookie taken"
        /// A SYN is not answered, because as many connections wait as may.
        case synIgnored = "a SYN ignored"
        /// An acknowledgment is not answered, because as many open connections wait as may.
        case acknowledgmentIgnored = "an ACK ignored"
        /// A connection in TIME-WAIT gives way to a SYN.
        case gaveWay = "TIME-WAIT gave way"
        /// A connection in TIME-WAIT that has given way returns.
        case returned = "TIME-WAIT came back"
        /// A connection that was not accepted is reset because the listener is closed.
        case discarded = "a waiting connection reset"
        /// The user accepts a connection that is over already.
        case acceptedLate = "a dead connection accepted"
        /// An acknowledgment that belongs to no connection is reset.
        case acknowledgmentReset = "an ACK reset"
        /// A connection that was reset before it was accepted makes room for another one.
        case replaced = "a dead connection replaced"
    }

    /// What a host does about a cause.
    package typealias HostMachine = @Sendable (inout TCPHost.Host, Cause) -> Void

    /// How often what may happen.
    package let bounds: TCPSpace.Bounds
    /// Who is there.
    package let scope: Scope
    /// Rules that need not hold.
    let excused: Set<Rule>
    /// How B deals with what happens to it.
    let machine: HostMachine
    /// Where everything begins.
    package let start: PackedState
    /// What the clients and B have been seen to do, and the numbers by which states name their parts.
    var memory: ListenerMemory

    /// Every landmark, in the order of their bits.
    package static var landmarks: [Landmark] { Landmark.allCases }

    /// The space of a listener within `bounds`.
    ///
    /// - Parameters:
    ///   - excusing: rules that need not hold.
    ///   - machine: how B deals with what happens to it. The real one hands it to `TCPHost`; wrong ones are made to be found out.
    package init(
        bounds: TCPSpace.Bounds, scope: Scope = Scope(clients: 2), excusing: Set<Rule> = [],
        machine: @escaping HostMachine = ListenerVariant.standard.machine
    ) {
        self.bounds = bounds
        self.scope = scope
        excused = excusing
        self.machine = machine
        memory = ListenerMemory(scope, bounds, machine)
        start = memory.start()
    }

    // MARK: Who is where

    /// B's listening socket has this number.
    static let listening = 0
    /// B's socket.
    static let socketB = TCPSpace.socketB
    /// B's clock when everything begins: late enough that a cookie can have expired.
    static let beginning = Instant.zero + .seconds(640)
    /// How far B's clock moves on when a client opens once more. A clock-driven initial sequence number (RFC 9293 3.4.1) then lies beyond
    /// those of the last connection, and no timer has run out.
    static let pause = TimeSpan.milliseconds(4)

    /// The socket of a client: the clients share a host.
    static func socket(ofClient client: Int) -> Socket {
        Socket(TCPSpace.socketA.address, UInt16(truncatingIfNeeded: 50_001 + client))
    }

    /// The socket in whose name a stranger sends its SYN of that number.
    static func socket(ofStranger number: Int) -> Socket {
        Socket(IPv4Address(203, 0, 113, 1), UInt16(truncatingIfNeeded: 60_001 + number))
    }

    /// What `socket` is called: "A1", "C1" for a stranger's.
    static func name(of socket: Socket) -> String {
        socket.address == TCPSpace.socketA.address ? "A\(Int(socket.port) - 50_000)" : "C\(Int(socket.port) - 60_000)"
    }

    /// The client at `socket`; nil for a stranger.
    static func client(at socket: Socket) -> Int? {
        socket.address == TCPSpace.socketA.address ? Int(socket.port) - 50_001 : nil
    }

    /// How B's listener answers by cookies, if it does.
    static func cookies(_ scope: Scope) -> SYNCookies? {
        scope.cookies.map { SYNCookies($0, key: SipHash.Key(low: 1, high: 2)) }
    }

    /// B before it listens.
    static func host(_ scope: Scope, isTelling: Bool) -> TCPHost.Host {
        // Time stands still, so each of B's connections begins with the same number unless a client opens once more.
        var configuration = Connection.Configuration(
            isn: scope.mayReopen ? .clock : .forced(SequenceNumber(300)), synRetries: 1, dataRetries: 1)
        configuration.tracing = isTelling
        configuration.synCookies = cookies(scope)
        var settings = TCPHost.Host.Settings(local: socketB.address, connection: configuration)
        settings.synAckRetries = 1
        return TCPHost.Host(settings, at: beginning)
    }

    /// A SYN from `socket` with that number.
    static func syn(from socket: Socket, _ number: SequenceNumber) -> Segment {
        Segment(
            sourcePort: socket.port, destinationPort: socketB.port, sequence: number, control: .syn, window: 65_535,
            options: [.maximumSegmentSize(1_460)])
    }

    /// Tries every order of events.
    ///
    /// - Parameters:
    ///   - limit: the most states to find before giving up.
    ///   - workers: who works on it.
    ///   - progress: called with the numbers so far, every few thousand states.
    package func explore(
        limit: Int = .max, by workers: Workers = .alone, progress: (Exploration<ListenerSpace>) -> Void = { _ in }
    ) -> Exploration<ListenerSpace> {
        // Here the compiler sees the search and the space together, and makes one piece of code of them.
        Explorer(self, limit: limit).explore(by: workers, progress: progress)
    }
}
