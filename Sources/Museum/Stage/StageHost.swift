import Simulator
import TCPHost
import TCPSim
import Trace

/// How long a host computes, in virtual time.
package struct Costs: Sendable {
    /// A compression of the hash of a record's MAC.
    package let compression: TimeSpan

    /// A compression takes that many microseconds, and all the rest no time.
    package init(compression microseconds: Int64) { compression = .microseconds(microseconds) }

    /// How long a program has computed about what it was told last.
    func time(of application: (any Application)?) -> TimeSpan {
        .microseconds(compression.microseconds * Int64((application as? TLSProgram)?.work ?? 0))
    }
}

/// A host on a stage: its address, its TCP, and an application for each of its connections.
package struct StageHost {
    /// What the journal calls it.
    let principal: Principal
    /// The wire that it is on.
    let leg: Leg
    /// Whether it is the attacker's own machine: every datagram of it counts as hers.
    let isHers: Bool
    /// Whether it is down: nothing that reaches it is heard.
    let isSilent: Bool
    /// Its TCP.
    var tcp: TCPHost.Host
    /// What it does with a datagram before its TCP gets it; true if TCP is not to get it. Nil for a host without such a mistake.
    package var hears: (([UInt8], inout TCPHost.Host) -> Bool)?
    /// How much longer than the stage's latency a datagram takes to it, by its octets and the time now; nil if it is lost for lack of
    /// room. Without this, every datagram takes the latency.
    package var approach: ((Int, Instant) -> TimeSpan?)?
    /// How long its application thinks before it does these things. Nil for no time at all.
    package var thinking: (([Deed]) -> TimeSpan)?
    /// What computing costs its TLS. Nil for no time at all.
    package var costs: Costs?

    /// What each listening socket gives its connections.
    var listeners: [Int: (Socket) -> any Application] = [:]
    /// The applications by socket number. They stay when their connection is over.
    var applications: [Int: any Application] = [:]
    /// The sockets whose streams go on.
    var openSockets: Set<Int> = []
    /// Why connections have ended that did not end well.
    package internal(set) var errors: [Int: SocketError] = [:]
    /// What TCP has not taken yet.
    var unsent: [Int: [UInt8]] = [:]
    /// The sockets that are closed when everything is handed over.
    var closing: Set<Int> = []
    private var numbers = 0

    /// A host that has done nothing yet.
    ///
    /// - Parameters:
    ///   - configuration: how its connections behave.
    ///   - variant: a TCP that breaks a rule; nil for the real one.
    ///   - synAckRetries: how often it sends a SYN,ACK again.
    package init(
        _ principal: Principal, at address: IPv4Address, on leg: Leg = .wire,
        _ configuration: Connection.Configuration, variant: Machine? = nil, synAckRetries: Int = 7,
        isHers: Bool = false,
        isSilent: Bool = false
    ) {
        self.principal = principal
        self.leg = leg
        self.isHers = isHers
        self.isSilent = isSilent
        var settings = TCPHost.Host.Settings(local: address, connection: configuration)
        settings.synAckRetries = synAckRetries
        tcp = TCPHost.Host(settings)
        tcp.variant = variant
    }

    /// Where it is.
    package var address: IPv4Address { tcp.settings.local }

    /// A socket number that was not used yet.
    mutating func takeNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// The connection behind a socket number, for what a victim knew after the end. The attacker has no way here.
    package func connection(_ socket: Int) -> Connection? { tcp.connection(at: socket) }
}
