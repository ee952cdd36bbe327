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
        package let clientRandom: [UInt8]
        /// The server's random.
        package let serverRandom: [UInt8]
        /// The premaster secret.
        package let premasterSecret: [UInt8]
        /// The master secret.
        package let masterSecret: [UInt8]
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
        let exchange = Exchange(request: order, response: [answer])
        func run(_ client: any Application, against end: TLSEnd) -> World {
            var world = World(
                "A connection that is sent again", [("suite", options.suite.name), ("server", target.rawValue)],
                Knowledge.derivations(suite: options.suite, extendedMasterSecret: options.extendedMasterSecret),
                client: (client, .client, .handshake(options.suite.keyExchange, client: nil)),
                server: HTTPSEnd(.server, end, judge: cast.judges.server, exchange), options, (seeds, seeds, seeds),
                key: cast.server)
            world.run()
            return world
        }
        let client = Visit.clientTLS(options, seeds, identity: nil, nil)
        var server = Visit.serverTLS(options, seeds, identity: cast.server, authorities: [], nil)
        let first = run(HTTPSEnd(.client, client, judge: cast.judges.client, exchange), against: server)
        let (flights, recorded) = (first.recording, Quantities(first))
        server.random = ReplayedRandom(
            first: target == .sameRandom ? recorded.serverRandom : [],
            rest: target == .nothingFresh ? server.random : seeds.fork("replayed to"))
        let second = run(Recital(flights), against: server)
        return ReplayAttack(
            suite: options.suite, target: target, recording: flights.map(\.octets), recorded: recorded,
            repeated: Quantities(second), refusal: second.server?.failure.map { ($0, $0.alert) },
            request: second.server?.read.data ?? [])
    }

    /// What the client asks for: something that must not happen twice.
    static let order = Array(
        "POST /pay HTTP/1.1\r\nHost: \(Visit.hostName)\r\nContent-Length: 18\r\n\r\nto=bob&amount=100!".utf8)

    /// What the server's application answers.
    static let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\n100 paid to bob.\r\n".utf8)
}

extension ReplayAttack.Quantities {
    /// Those of a connection.
    fileprivate init(_ world: World) {
        let ledger = Ledger(world.journal)
        func value(_ secret: SecretID) -> [UInt8] { ledger.fact(.server, secret)?.value ?? [] }
        self.init(
            clientRandom: value(Knowledge.clientRandom), serverRandom: value(Knowledge.serverRandom),
            premasterSecret: value(Knowledge.premasterSecret), masterSecret: value(Knowledge.masterSecret))
    }
}

/// A source that gives certain octets first.
private struct ReplayedRandom: RandomSource, Sendable {
    var first: [UInt8]
    var rest: any RandomSource & Sendable

    mutating func octets(_ count: Int) -> [UInt8] {
        let known = Array(first.prefix(max(0, count)))
        first.removeFirst(known.count)
        return known + rest.octets(count - known.count)
    }
}
