import Simulator
import TCPHost
import TCPSim
import Trace

/// The virtual time that a host's computations take.
package struct Costs: Sendable {
    /// The time of one compression of the hash function in a record's MAC.
    package let compression: TimeSpan

    /// Costs of that many microseconds for each compression. All other computations take no time.
    package init(compression microseconds: Int64) { compression = .microseconds(microseconds) }

    /// The computing time of a program for the event that it handled last; zero if it is not a ``TLSProgram``.
    func time(of application: (any Application)?) -> TimeSpan {
        .microseconds(compression.microseconds * Int64((application as? TLSProgram)?.work ?? 0))
    }
}

/// A host on a stage: its address, its TCP, and an application for each of its connections.
package struct StageHost {
    /// The host's name in the journal.
    let principal: Principal
    /// The wire to which the host is connected.
    let leg: Leg
    /// Whether the host is the attacker's own machine. The attacker counts as the sender of all its datagrams.
    let isForged: Bool
    /// Whether the host ignores every datagram that reaches it.
    let isSilent: Bool
    /// The host's TCP.
    var tcp: TCPHost.Host
    /// A mistake of the host that handles a datagram before TCP does. It returns true if TCP shall not get the datagram. Nil for a
    /// host without such a mistake.
    package var datagramFilter: (([UInt8], inout TCPHost.Host) -> Bool)?
    /// The delay that the host's access link adds to the stage's latency, from a datagram's size in octets and the current time. It
    /// returns nil if the datagram is lost because the link's queue is full. Nil for a host whose link adds no delay.
    package var accessDelay: ((Int, Instant) -> TimeSpan?)?
    /// The time that the computations of the host's TLS take. Nil if they take none.
    package var costs: Costs?

    /// By listening socket, the function that makes the application of a new connection.
    var listeners: [Int: (Socket) -> any Application] = [:]
    /// The applications by socket number. They stay when their connection is over.
    var applications: [Int: any Application] = [:]
    /// The sockets whose incoming stream has not ended.
    var openSockets: Set<Int> = []
    /// By socket number, the errors with which connections have ended.
    package internal(set) var errors: [Int: SocketError] = [:]
    /// By socket number, the octets that TCP has not taken yet.
    var unsent: [Int: [UInt8]] = [:]
    /// The sockets that the application has closed and whose unsent octets TCP has not taken yet.
    var closing: Set<Int> = []
    private var numbers = 0

    /// A host without connections.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of its connections.
    ///   - variant: a TCP that breaks a rule; nil for the TCP without mistakes.
    ///   - synAckRetries: how often it retransmits a SYN,ACK.
    package init(
        _ principal: Principal, at address: IPv4Address, on leg: Leg = .wire,
        _ configuration: Connection.Configuration, variant: Machine? = nil, synAckRetries: Int = 7,
        isForged: Bool = false, isSilent: Bool = false
    ) {
        self.principal = principal
        self.leg = leg
        self.isForged = isForged
        self.isSilent = isSilent
        var settings = TCPHost.Host.Settings(local: address, connection: configuration)
        settings.synAckRetries = synAckRetries
        tcp = TCPHost.Host(settings)
        tcp.variant = variant
    }

    /// The host's address.
    package var address: IPv4Address { tcp.settings.local }

    /// A socket number that the host has not used yet.
    mutating func takeNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// The connection of a socket number. An exhibit reads here the true values that it compares with the attacker's results.
    /// ``Attacker`` gives no access to a victim's.
    package func connection(_ socket: Int) -> Connection? { tcp.connection(at: socket) }
}
