import Crypto
import PKI
import TCPSim
import TLSSim
import Trace

/// One of the two machines: a TCP connection, a TLS endpoint on top of it, and what its application is about.
package struct Host: Sendable {
    /// Its TCP.
    var station: Station
    /// Its TLS.
    package var tls: TLSEndpoint
    /// The randomness of its TLS, forked from the run's seed by name: what one side draws never shifts what the other does.
    package var random: SeededRandomSource
    /// What has come out of TLS so far.
    package var plaintext: [UInt8] = []
    /// How many octets its TLS has handed to TCP.
    var written = 0
    /// What is left of its TLS session for a later connection.
    var session: ResumableSession?
    /// The first ticket of TLS 1.3 that it was given.
    var ticket: TLS13.Ticket?
    /// What it has made of the other side's chain.
    package var verdict: Verdict?
    /// What a server remembers of early data that it has taken; nil for a server that takes none.
    package var replays: TLS13.ReplayRegister?
    /// The recording that it sends in place of what its TLS says; nil for a machine that speaks for itself.
    package var recital: Recital?
    /// What it is where it stands between two connections; nil for an end of one.
    package var relay: Relay?
    /// What has become of early data.
    var earlyData = EarlyDataOutcome.none
    /// Whether its handshake is complete.
    package var isEstablished = false
    /// Why its TLS has given up.
    package var failure: TLSError?
    /// Whether TLS has been started.
    var hasStartedTLS = false
    /// Whether its application has answered.
    var hasAnswered = false
    /// Whether the application has said goodbye.
    var hasClosed = false

    /// A machine that has done nothing yet.
    init(_ principal: Principal, connection: Connection, tls: TLSEndpoint, random: SeededRandomSource) {
        station = Station(principal, connection)
        self.tls = tls
        self.random = random
    }

    /// Which of the two it is.
    var principal: Principal { station.principal }
    /// The other one.
    var peer: Principal { station.peer }
    /// Its connection.
    package var connection: Connection { station.connection }

    /// The sequence number that the next octet of its TLS will have: the SYN has taken one.
    var nextNumber: SequenceNumber { connection.sending.initial + 1 + written }

    /// Gives its TLS an input, with its own randomness.
    package mutating func take(_ input: Input) -> [Output] {
        if recital != nil { return recital?.take(input) ?? [] }
        if relay != nil {
            if case .bytes(let octets) = input { relay?.add(octets) }
            if case .transportEnded = input { relay?.hasEnded = true }
            return []
        }
        guard var register = replays else { return tls.handle(input, using: &random) }
        defer { replays = register }
        return tls.handle(input, replays: &register, using: &random)
    }
}
