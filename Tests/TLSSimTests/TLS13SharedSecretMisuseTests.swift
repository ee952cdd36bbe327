import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What a server can do wrong with a ticket and with early data, done to a client that has sent both.
@Suite struct TLS13SharedSecretMisuseTests {
    private static let secret = [UInt8](repeating: 7, count: 32)

    /// What a server says that does it by hand.
    private struct Script {
        var hello: (inout ServerHello) -> Void = { _ in }
        /// Whether the ticket's secret enters the keys.
        var usesSecret = true
        var answers: [HelloExtension] = [.earlyData]
        var behindAnswers: HandshakeMessage?
        /// Data and a ticket right behind the server's Finished, before the client's.
        var isEager = false
        /// HelloRetryRequests before anything else.
        var retries = 0
        /// Dummies of ChangeCipherSpec before anything else.
        var dummies = 0
    }

    private func client() async throws -> TLS13Pair {
        let ticket = TLS13.Ticket(
            ticket: [1, 2, 3], psk: Self.secret, suite: .aes128GCM, lifetime: 100, ageAdd: 0, received: 0,
            serverName: Fixture.hostName, peer: .anonymous, maxEarlyData: 100)
        return try await TLS13Pair.able { client, _ in
            client.isCompatible = false
            client.ticket = ticket
            client.earlyData = Array("early".utf8)
        }
    }

    /// What the client makes of it: its alert, and the data and tickets that it has taken.
    private func run(_ script: Script) async throws -> (alert: AlertDescription?, data: [UInt8], tickets: Int) {
        let pair = try await client()
        var (client, random) = (pair.client, pair.random)
        let message = try client.begin(using: &random)
        let hello = try message.parsed(ClientHello.read)
        #expect(hello.offersEarlyData)
        var session = TLS13.Session(.server, tracing: false)
        session.transcript.add(message)
        for _ in 0..<script.dummies { session.sendChangeCipherSpec() }
        for _ in 0..<script.retries {
            let retry = Retry(suite: .aes128GCM, group: .secp256r1, cookie: nil)
            try session.send(retry.request(echoing: hello.sessionID))
        }
        let exchange = try ShareKey.answer(to: try #require(hello.keyShares?.first), .live, using: &random)
        var answer = ServerHello(
            random: random.octets(32), sessionID: hello.sessionID, cipherSuite: 0x1301,
            extensions: [.keyShare(exchange.share), .selectedVersion(.tls13), .selectedIdentity(0)])
        script.hello(&answer)
        try session.send(answer)
        session.transcript.select(.sha256)
        let keys = TLS13.HandshakeKeys(
            .aes128GCM,
            psk: script.usesSecret ? TLS13.SharedSecret(TLS13.ExternalPSK(identity: [], key: Self.secret)) : nil,
            shared: exchange.secret, &session)
        session.startWriting(.aes128GCM, keys.server)
        try session.send(EncryptedExtensions(extensions: script.answers))
        if let message = script.behindAnswers { try session.send(message.bytes) }
        try session.send(keys.finished(of: .server, session))
        session.startWriting(.aes128GCM, keys.application(&session).server)
        if script.isEager {
            try session.send(data: Array("answer".utf8))
            // Section 4.2: unknown extensions of a ticket are ignored.
            try session.sendAfterwards(
                TLS13.NewSessionTicket(
                    lifetime: 10, ageAdd: 0, nonce: [0], ticket: [9], extensions: [.other(type: 0x2a2a, body: [1])]))
        }
        var outputs: [Output] = []
        for case .bytes(let flight) in session.drain() { outputs += client.handle(.bytes(flight), using: &random) }
        var (data, tickets): ([UInt8], Int) = ([], 0)
        var alert: AlertDescription?
        for output in outputs {
            switch output {
            case .plaintext(let octets): data += octets
            case .ticket: tickets += 1
            case .failed(_, let said): alert = said
            default: break
            }
        }
        return (alert, data, tickets)
    }

    @Test func aClientRefusesAServerThatMisusesASecret() async throws {
        let request = TLS13.CertificateRequest(extensions: [.signatureAlgorithms(SignatureScheme.usual)]).message
        let rows: [(AlertDescription?, (inout Script) -> Void)] = [
            (nil, { _ in }), (nil, { $0.answers = [] }),
            // Section 4.2.11: an identity that was not offered.
            (.illegalParameter, { $0.hello = { $0.extensions[2] = .selectedIdentity(1) } }),
            // Section 4.2.10: early data is the first identity's.
            (
                .illegalParameter,
                {
                    $0.usesSecret = false
                    $0.hello = { $0.extensions.removeLast() }
                }
            ),
            // Section 4.2.9: only psk_dhe_ke was offered, so there has to be a share.
            (.illegalParameter, { $0.hello = { $0.extensions.removeFirst() } }),
            // Section 4.3.2: who shows no certificate asks for none.
            (.unexpectedMessage, { $0.behindAnswers = request }),
            // Section 4.1.4: one HelloRetryRequest at most.
            (.unexpectedMessage, { $0.retries = 2 }),
            // A bound of our own.
            (.unexpectedMessage, { $0.dummies = TLSEndpoint.idleLimit + 1 }),
            (nil, { $0.dummies = 3 }),
        ]
        for (number, (alert, change)) in rows.enumerated() {
            var script = Script()
            change(&script)
            let outcome = try await run(script)
            #expect(outcome.alert == alert, "row \(number)")
        }
    }

    /// Section 2: data may come right behind the server's Finished, and a ticket, too.
    @Test func whatComesBeforeTheClientsFinishedIsTaken() async throws {
        var script = Script()
        script.isEager = true
        let outcome = try await run(script)
        #expect(outcome.alert == nil && outcome.data == Array("answer".utf8) && outcome.tickets == 1)
    }
}
