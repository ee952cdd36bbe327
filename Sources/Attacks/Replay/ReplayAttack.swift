import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// Everything that a client has sent in a connection is recorded and sent again to the same server, octet for octet.
///
/// The attacker has no key and understands nothing of what it sends. The client's random is in the recording and comes again with
/// it, so that only what the server draws can make the second connection another one (RFC 5246 appendix F.1.4 and section 8.1).
package struct ReplayAttack: Sendable {
    /// The server that the recording is sent to.
    package enum Target: String, Hashable, Sendable, CaseIterable {
        /// It draws everything anew.
        case fresh
        /// It sends the server_random of the recording again, and draws the rest anew.
        case sameRandom = "same-random"
        /// It draws everything as it did before.
        case nothingFresh = "nothing-fresh"
    }

    /// The key exchange of the recorded connection.
    package let suite: CipherSuite
    /// The server that the recording is sent to.
    package let target: Target
    /// What the client sent in the recorded connection, a flight each.
    package let recording: [[UInt8]]
    /// The quantities of the recorded connection, as its server knows them.
    package let recorded: Quantities
    /// The same of the second connection.
    package let repeated: Quantities
    /// Why the second connection has failed, and the alert that the server sends; nil if it has not failed.
    package let refusal: (error: TLSError, alert: AlertDescription?)?
    /// What the server's application has read in the second connection.
    package let request: [UInt8]

    /// What a server knows of a connection.
    package struct Quantities: Hashable, Sendable {
        /// The client's random.
        package internal(set) var clientRandom: [UInt8] = []
        /// The server's random.
        package internal(set) var serverRandom: [UInt8] = []
        /// The premaster secret.
        package internal(set) var premasterSecret: [UInt8] = []
        /// The master secret.
        package internal(set) var masterSecret: [UInt8] = []
    }

    /// Whether the server's application has got the request a second time.
    package var isAccepted: Bool { !request.isEmpty }

    /// Lets a client make a request, and sends what it sent again.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func run(
        seed: UInt64, suite: CipherSuite, against target: Target
    ) throws(TrustError) -> ReplayAttack {
        let options = Visit.Options(seed: seed, suite: suite)
        return run(options, try Visit.Cast(options), against: target)
    }

    /// The same with certificates that exist already.
    package static func run(_ options: Visit.Options, _ cast: Visit.Cast, against target: Target) -> ReplayAttack {
        let seeds = SeededRandomSource(seed: options.seed)
        let client = Visit.clientTLS(options, seeds, identity: nil, nil)
        let server = Visit.serverTLS(options, seeds, identity: cast.server, authorities: [], nil)
        let first = record(client, server, judge: cast.judges.client)
        var random = ReplayedRandom(
            first: target == .sameRandom ? first.quantities.serverRandom : [],
            rest: target == .nothingFresh ? server.random : seeds.fork("replayed to"))
        let second = replay(first.flights, to: server.tls, using: &random)
        return ReplayAttack(
            suite: options.suite, target: target, recording: first.flights, recorded: first.quantities,
            repeated: second.quantities, refusal: second.refusal, request: second.plaintext)
    }

    /// What the client asks for: something that must not happen twice.
    static let order = Array(
        "POST /pay HTTP/1.1\r\nHost: \(Visit.hostName)\r\nContent-Length: 18\r\n\r\nto=bob&amount=100!".utf8)

    // MARK: The honest connection

    /// Runs a handshake and a request.
    ///
    /// - Returns: what the client sent, a flight each, and what the server then knows.
    private static func record(
        _ client: TLSEnd, _ server: TLSEnd, judge: ChainJudge
    ) -> (flights: [[UInt8]], quantities: Quantities) {
        var (client, server) = (client, server)
        var watcher = Watcher()
        var flights: [[UInt8]] = []
        var toClient: [UInt8] = []
        var toServer = client.take(.start, judge: judge, order: order)
        while !toServer.isEmpty {
            flights.append(toServer)
            let outputs = server.take(.bytes(toServer))
            watcher.watch(outputs)
            toClient = outputs.flatMap(\.octets)
            toServer = toClient.isEmpty ? [] : client.take(.bytes(toClient), judge: judge, order: order)
        }
        return (flights, watcher.quantities)
    }

    /// Sends flights to a server that has heard nothing yet, without a look at its answers.
    private static func replay(
        _ flights: [[UInt8]], to server: TLSEndpoint, using random: inout ReplayedRandom
    ) -> Watcher {
        var server = server
        var watcher = Watcher()
        for flight in flights where watcher.refusal == nil {
            watcher.watch(server.handle(.bytes(flight), using: &random))
        }
        return watcher
    }
}

/// What is seen of a server.
private struct Watcher {
    var quantities = ReplayAttack.Quantities()
    var refusal: (error: TLSError, alert: AlertDescription?)?
    var plaintext: [UInt8] = []

    mutating func watch(_ outputs: [Output]) {
        for output in outputs {
            switch output {
            case .plaintext(let octets): plaintext += octets
            case .failed(let error, let alert): refusal = (error, alert)
            case .learned(Knowledge.clientRandom, _, let octets): quantities.clientRandom = octets
            case .learned(Knowledge.serverRandom, _, let octets): quantities.serverRandom = octets
            case .learned(Knowledge.premasterSecret, _, let octets): quantities.premasterSecret = octets
            case .learned(Knowledge.masterSecret, _, let octets): quantities.masterSecret = octets
            default: break
            }
        }
    }
}

/// A source that gives certain octets first.
private struct ReplayedRandom: RandomSource {
    var first: [UInt8]
    var rest: SeededRandomSource

    mutating func octets(_ count: Int) -> [UInt8] {
        let known = Array(first.prefix(max(0, count)))
        first.removeFirst(known.count)
        return known + rest.octets(count - known.count)
    }
}

extension TLSEnd {
    /// What a client sends when it is given this input. It has its chain judged, and makes its order once it may.
    fileprivate mutating func take(_ input: Input, judge: ChainJudge, order: [UInt8]) -> [UInt8] {
        take(input, judge: judge) { if case .established = $0 { .send(order) } else { nil } }.flatMap(\.octets)
    }
}

extension Output {
    /// What is to be sent.
    var octets: [UInt8] { if case .bytes(let octets) = self { octets } else { [] } }
}
