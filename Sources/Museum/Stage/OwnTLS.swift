import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// A TLS of the attacker's own, on a connection of hers: the machine of the visits, with what she wants to be. All that it knows is hers.
package struct OwnTLS {
    private let line: Line
    private var end: TLSEnd
    private let judge: ChainJudge
    /// What she has read.
    package private(set) var heard: [UInt8] = []
    /// What her TLS knows.
    package private(set) var known: [SecretID: [UInt8]] = [:]
    /// Whether the handshake is complete.
    package private(set) var isEstablished = false
    /// Whether she has said anything.
    package private(set) var hasSpoken = false
    /// Whether the other side has said close_notify.
    package private(set) var peerHasClosed = false
    /// Why it has failed.
    package private(set) var failure: TLSError?

    /// Speaks on a connection.
    package init(_ line: Line, _ tls: TLSEndpoint, _ random: SeededRandomSource, judge: ChainJudge) {
        self.line = line
        self.judge = judge
        end = TLSEnd(tls, random)
        if tls.role == .client { take(.start) }
    }

    /// Takes what has come, and answers.
    package mutating func proceed() {
        let octets = line.read()
        if !octets.isEmpty { take(.bytes(octets)) }
    }

    /// Says something, as soon as it can be.
    package mutating func say(_ octets: [UInt8]) {
        hasSpoken = true
        take(.send(octets))
    }

    /// Says goodbye.
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
            case .learned(let name, _, let value): known[name] = value
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
