import Crypto
import PKI
import TCPSim
import TLSSim
import Trace

/// One of the two machines: a TCP connection, a TLS endpoint on top of it, and what its application is about.
struct Host: Sendable {
    /// Which of the two it is.
    let principal: Principal
    /// Its TCP.
    var connection: Connection
    /// Its TLS.
    var tls: TLSEndpoint
    /// The randomness of its TLS, forked from the run's seed by name: what one side draws never shifts what the other does.
    var random: SeededRandomSource
    /// What has come out of TLS so far.
    var plaintext: [UInt8] = []
    /// The IPv4 identification of its next datagram.
    var identification: UInt16 = 1
    /// When each running timer is due; a timer that was moved or stopped leaves a happening behind that no longer counts.
    var deadlines: [Connection.Timer: Instant] = [:]
    /// What is left of its TLS session for a later connection.
    var session: ResumableSession?
    /// What it has made of the other side's chain.
    var verdict: Verdict?
    /// Why its TLS has given up.
    var failure: TLSError?
    /// Whether TLS has been started.
    var hasStartedTLS = false
    /// Whether the application has said goodbye.
    var hasClosed = false

    /// The other one.
    var peer: Principal { principal == .client ? .server : .client }

    /// Gives its TLS an input, with its own randomness.
    mutating func take(_ input: Input) -> [Output] {
        tls.handle(input, using: &random)
    }
}
