import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The attacker's own TLS on one of her connections. It is the endpoint of a visit, with the attacker's configuration and secrets.
package struct OwnTLS {
    private let line: Line
    private var end: TLSEnd
    private let judge: ChainJudge
    /// All application data that she has received.
    package private(set) var heard: [UInt8] = []
    /// The secrets that her TLS has computed or received.
    package private(set) var known: [SecretID: [UInt8]] = [:]
    /// Whether the handshake is complete.
    package private(set) var isEstablished = false
    /// Whether she has sent application data.
    package private(set) var hasSpoken = false
    /// Whether the peer has sent close_notify.
    package private(set) var peerHasClosed = false
    /// The error with which her TLS has failed; nil if it has not.
    package private(set) var failure: TLSError?

    /// Runs a TLS on a connection. A client sends its ClientHello at once.
    package init(on line: Line, _ tls: TLSEndpoint, random: SeededRandomSource, judge: ChainJudge) {
        self.line = line
        self.judge = judge
        end = TLSEnd(tls, random)
        if tls.role == .client { take(.start) }
    }

    /// Handles the octets that have arrived.
    package mutating func proceed() {
        let octets = line.read()
        if !octets.isEmpty { take(.bytes(octets)) }
    }

    /// Sends application data, when the handshake is complete.
    package mutating func say(_ octets: [UInt8]) {
        hasSpoken = true
        take(.send(octets))
    }

    /// Sends close_notify and closes the connection.
    package mutating func close() {
        take(.close)
        line.close()
    }

    private mutating func take(_ input: Input) {
        for output in end.take(input) {
            switch output {
            case .bytes(let octets): line.send(octets)
            case .plaintext(let octets): heard += octets
            case .judge(let chain): take(.verdict(judge.verdict(on: chain)))
            case .learned(let name, let acquired, let value):
                known[name] = value
                line.learned(name, acquired, value)
            case .established: isEstablished = true
            case .peerClosed: peerHasClosed = true
            case .failed(let error, _):
                failure = error
                line.close()
            default: break
            }
        }
    }
}
