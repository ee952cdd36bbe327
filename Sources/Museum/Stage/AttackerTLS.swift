import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The attacker's own TLS on one of her connections. It is the endpoint of a visit, with the attacker's configuration and secrets.
package struct AttackerTLS: TLSUser {
    private let line: Line
    package var end: TLSEnd
    package let judge: ChainJudge
    /// The secrets that her TLS has computed or received.
    package private(set) var known: [SecretID: [UInt8]] = [:]
    /// Whether she has sent application data.
    package private(set) var hasSpoken = false

    /// Runs a TLS on a connection. A client sends its ClientHello at once.
    package init(on line: Line, _ tls: TLSEndpoint, random: SeededRandomSource, judge: ChainJudge) {
        self.line = line
        self.judge = judge
        end = TLSEnd(tls, random)
        if tls.role == .client { line.perform(handle(.connected)) }
    }

    /// Gives her TLS what the connection has brought.
    package mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        switch event {
        case .connected: [take(.start)]
        case .read(let octets): [take(.bytes(octets))]
        case .ended, .started, .prompted, .saw: []
        }
    }

    package mutating func react(to output: Output) -> [ApplicationAction] {
        switch output {
        case .learned(let name, _, let value):
            known[name] = value
            return []
        case .failed: return [.close]
        default: return []
        }
    }

    /// Handles the octets that have arrived.
    package mutating func proceed() {
        let octets = line.read()
        if !octets.isEmpty { line.perform(handle(.read(octets))) }
    }

    /// Sends application data, when the handshake is complete.
    package mutating func say(_ octets: [UInt8]) {
        hasSpoken = true
        line.perform([take(.send(octets))])
    }

    /// Sends close_notify and closes the connection.
    package mutating func close() { line.perform([take(.close), .close]) }
}
