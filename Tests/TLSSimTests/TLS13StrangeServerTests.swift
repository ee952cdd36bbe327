import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// Servers of TLS 1.3 that do by hand what a machine does not do, and what a client says to each.
@Suite struct TLS13StrangeServerTests {
    /// A server by hand, and the client that it speaks to.
    private struct ServerByHand {
        var client: Machine<TLS13>
        var random: SeededRandomSource
        var session = TLS13.Session(.server, tracing: false)
        let verdict: Verdict
        private(set) var hello = ClientHello(random: [], sessionID: [], cipherSuites: [], extensions: [])
        private(set) var keys: TLS13.HandshakeKeys?

        init(_ change: (inout TLS13.ClientConfiguration) -> Void) async throws {
            let pair = try await TLS13Pair.able { client, _ in
                client.isCompatible = false
                change(&client)
            }
            (client, random) = (pair.client, pair.random)
            verdict = try await Fixture.shared.get().verdict
            var octets: [UInt8] = []
            for case .bytes(let sent) in client.handle(.start, using: &random) { octets += sent }
            try read(octets)
        }

        /// Takes a hello of the client.
        private mutating func read(_ octets: [UInt8]) throws {
            let first = try #require(records(in: octets).first { $0.first == 22 })
            let message = try #require(HandshakeMessage(whole: Array(first.dropFirst(5))))
            hello = try message.parsed(ClientHello.read)
            session.transcript.add(message)
        }

        /// What was sent arrives; what the client makes of it.
        mutating func deliver() -> [Output] {
            var outputs: [Output] = []
            for case .bytes(let octets) in session.drain() {
                outputs += client.handle(.bytes(octets), using: &random)
                guard outputs.contains(where: { if case .judge = $0 { true } else { false } }) else { continue }
                outputs += client.handle(.verdict(verdict), using: &random)
            }
            return outputs
        }

        /// A HelloRetryRequest; what the client makes of it.
        mutating func ask(for group: NamedGroup) -> [Output] {
            let retry = Retry(suite: .aes128GCM, group: group, cookie: nil)
            session.transcript.replaceFirstHello(.sha256)
            try? session.send(retry.request(echoing: hello.sessionID))
            let outputs = deliver()
            for case .bytes(let octets) in outputs where octets.first == 22 { try? read(octets) }
            return outputs
        }

        /// A ServerHello that `change` may change, and the keys that follow from it.
        mutating func answer(psk: [UInt8]? = nil, _ change: (inout ServerHello) -> Void = { _ in }) throws {
            let share = try #require(hello.keyShares?.first)
            let exchange = try ShareKey.answer(to: share, .live, using: &random)
            var answer = ServerHello(
                random: random.octets(32), sessionID: hello.sessionID, cipherSuite: 0x1301,
                extensions: [.keyShare(exchange.share), .selectedVersion(.tls13)]
                    + (psk == nil ? [] : [.selectedIdentity(0)]))
            change(&answer)
            try session.send(answer)
            let suite = try #require(TLS13.CipherSuite.withCodePoint(answer.cipherSuite))
            session.transcript.select(suite.hash)
            let keys = TLS13.HandshakeKeys(
                suite, psk: psk.map { TLS13.SharedSecret(TLS13.ExternalPSK(identity: [], key: $0)) },
                shared: exchange.secret, &session)
            self.keys = keys
            session.startWriting(suite, keys.server)
        }
    }

    private static let secret = TLS13.ExternalPSK(identity: [1], key: [2, 3], maxEarlyData: 100)

    // MARK: Versions and places

    /// RFC 8446 section 4.2.1: where supported_versions is there, the version field is ignored, but for SSL 3.0 (section D.5).
    @Test(
        arguments: [(0x0303, nil), (0x0304, nil), (0x0301, nil), (0x0300, .protocolVersion)]
            as [(UInt16, AlertDescription?)])
    func theVersionFieldOfAServerHelloDecidesNothing(field: UInt16, expected: AlertDescription?) async throws {
        var server = try await ServerByHand { _ in }
        try server.answer { $0.version = ProtocolVersion(rawValue: field) }
        try server.session.send(EncryptedExtensions(extensions: []))
        #expect(refusal(in: server.deliver()) == expected)
    }

    /// RFC 8446 section 4.2: an extension that is known and is not specified for the message is refused for that, whatever is in it.
    @Test(arguments: [[], [1], [1, 0, 0, 1, 48]] as [[UInt8]])
    func anExtensionInTheWrongMessageIsRefusedWhateverItSays(body: [UInt8]) async throws {
        // status_request, signature_algorithms, ec_point_formats.
        for type: UInt16 in [5, 13, 11] {
            var server = try await ServerByHand { $0.requestsStatus = true }
            try server.answer()
            try server.session.send(EncryptedExtensions(extensions: [.other(type: type, body: body)]))
            let expected: AlertDescription = type == 11 ? .unsupportedExtension : .illegalParameter
            #expect(refusal(in: server.deliver()) == expected, "\(type)")
        }
    }

    // MARK: HelloRetryRequest

    @Test func aSecondRetryIsUnexpected() async throws {
        var server = try await ServerByHand { $0.groups = [.x25519, .secp256r1, .secp384r1] }
        let second = server.ask(for: .secp256r1)
        #expect(refusal(in: second) == nil)
        #expect(server.hello.keyShares?.map(\.group) == [.secp256r1])
        let third = server.ask(for: .secp384r1)
        #expect(refusal(in: third) == .unexpectedMessage)
    }

    /// What a HelloRetryRequest has settled stays so in the ServerHello.
    @Test func anAnswerKeepsToItsRetry() async throws {
        let rows: [(what: String, AlertDescription?, (inout ServerHello) -> Void)] = [
            ("as it should be", nil, { _ in }),
            ("another suite", .illegalParameter, { $0.cipherSuite = 0x1303 }),
            (
                "the group of the first hello", .illegalParameter,
                { $0.extensions[0] = .keyShare(KeyShareEntry(group: .x25519, value: [UInt8](repeating: 9, count: 32))) }
            ),
            ("a cookie", .illegalParameter, { $0.extensions.append(.cookie([1])) }),
            ("another session id", .illegalParameter, { $0.sessionID = [1] }),
        ]
        for (what, expected, change) in rows {
            var server = try await ServerByHand { _ in }
            _ = server.ask(for: .secp256r1)
            try server.answer(change)
            try server.session.send(EncryptedExtensions(extensions: []))
            let outputs = server.deliver()
            #expect(refusal(in: outputs) == expected, "\(what)")
        }
    }

    // MARK: Secrets

    @Test func aServerTakesASecretByTheRules() async throws {
        let rows: [(what: String, AlertDescription?, (inout ServerHello) -> Void)] = [
            ("as it should be", nil, { _ in }),
            ("one that was not offered", .illegalParameter, { $0.extensions[2] = .selectedIdentity(1) }),
            ("no share, though psk_ke was not offered", .illegalParameter, { $0.extensions.removeFirst() }),
            ("a suite of another hash", .illegalParameter, { $0.cipherSuite = 0x1302 }),
        ]
        for (what, expected, change) in rows {
            var server = try await ServerByHand { $0.externalPSK = Self.secret }
            try server.answer(psk: Self.secret.key, change)
            let outputs = server.deliver()
            #expect(refusal(in: outputs) == expected, "\(what)")
        }
    }

    /// Neither a request nor a certificate comes beside a secret (section 4.3.2).
    @Test func noCertificateComesBesideASecret() async throws {
        let request = TLS13.CertificateRequest(extensions: [.signatureAlgorithms([.rsaPSSSHA256])])
        for message in [request.message, TLS13.Certificate(entries: []).message] {
            var server = try await ServerByHand { $0.externalPSK = Self.secret }
            try server.answer(psk: Self.secret.key)
            try server.session.send(EncryptedExtensions(extensions: []))
            try server.session.send(message.bytes)
            let outputs = server.deliver()
            #expect(refusal(in: outputs) == .unexpectedMessage)
        }
    }

    /// Section 4.2.10: early data goes with the first secret and its suite.
    @Test func earlyDataIsTakenWithTheFirstSecretAndItsSuite() async throws {
        let rows: [(what: String, AlertDescription?, UInt16, Bool)] = [
            ("as it should be", nil, 0x1301, true), ("another suite", .illegalParameter, 0x1303, true),
            ("without the secret", .illegalParameter, 0x1301, false),
        ]
        for (what, expected, suite, takesSecret) in rows {
            var server = try await ServerByHand { client in
                client.externalPSK = Self.secret
                client.earlyData = [1, 2, 3]
            }
            #expect(server.hello.offersEarlyData)
            try server.answer(psk: takesSecret ? Self.secret.key : nil) { $0.cipherSuite = suite }
            try server.session.send(EncryptedExtensions(extensions: [.earlyData]))
            // The alert of a client whose early keys are still in force is not measured here.
            let said = server.deliver().compactMap { output -> AlertDescription? in
                if case .failed(_, let alert) = output { alert } else { nil }
            }
            #expect(said.first == expected, "\(what)")
        }
    }

    // MARK: After the server's Finished

    /// A server that has sent its whole flight, and has keys for data.
    private func finished(_ change: (inout TLS13.ClientConfiguration) -> Void = { _ in }) async throws -> ServerByHand {
        var server = try await ServerByHand { client in
            client.externalPSK = Self.secret
            change(&client)
        }
        try server.answer(psk: Self.secret.key)
        try server.session.send(EncryptedExtensions(extensions: []))
        let keys = try #require(server.keys)
        try server.session.send(keys.finished(of: .server, server.session))
        let application = keys.application(&server.session)
        server.session.startWriting(keys.suite, application.server)
        return server
    }

    /// Section 2: data and tickets may follow the server's Finished at once.
    @Test func whatFollowsTheServersFinishedIsTaken() async throws {
        var server = try await finished()
        try server.session.send(data: [7, 8, 9])
        try server.session.sendAfterwards(
            TLS13.NewSessionTicket(lifetime: 60, ageAdd: 0, nonce: [1], ticket: [2]))
        let outputs = server.deliver()
        #expect(outputs.contains(.plaintext([7, 8, 9])))
        #expect(outputs.contains { if case .ticket = $0 { true } else { false } })
        #expect(outputs.contains { if case .established = $0 { true } else { false } })
    }

    @Test func ticketsAreTakenAsTheyCome() async throws {
        let unknown = HelloExtension.other(type: 0x2a2a, body: [1, 2])
        let rows: [(what: String, AlertDescription?, kept: UInt32?, TLS13.NewSessionTicket)] = [
            (
                "unknown extensions", nil, 60,
                .init(lifetime: 60, ageAdd: 1, nonce: [], ticket: [1], extensions: [unknown])
            ),
            ("too long a life", nil, 604_800, .init(lifetime: .max, ageAdd: 1, nonce: [], ticket: [1])),
            ("no life", nil, nil, .init(lifetime: 0, ageAdd: 1, nonce: [], ticket: [1])),
            ("an empty name", .decodeError, nil, .init(lifetime: 60, ageAdd: 1, nonce: [], ticket: [])),
            (
                "an extension twice", .illegalParameter, nil,
                .init(lifetime: 60, ageAdd: 1, nonce: [], ticket: [1], extensions: [unknown, unknown])
            ),
            (
                "an extension of hellos", .illegalParameter, nil,
                .init(lifetime: 60, ageAdd: 1, nonce: [], ticket: [1], extensions: [.other(type: 51, body: [])])
            ),
            (
                "half a limit of early data", .decodeError, nil,
                .init(lifetime: 60, ageAdd: 1, nonce: [], ticket: [1], extensions: [.other(type: 42, body: [0, 1])])
            ),
        ]
        for (what, expected, kept, ticket) in rows {
            var server = try await finished()
            _ = server.deliver()
            try server.session.sendAfterwards(ticket)
            let outputs = server.deliver()
            #expect(refusal(in: outputs) == expected, "\(what)")
            let lifetime = outputs.compactMap { output -> UInt32? in
                if case .ticket(let ticket) = output { ticket.lifetime } else { nil }
            }.first
            #expect(lifetime == kept, "\(what)")
        }
    }

    /// The messages that a server may not send when data flows.
    @Test func aClientTakesNoOtherMessageAfterwards() async throws {
        for type in [0, 1, 2, 5, 8, 11, 12, 13, 14, 15, 16, 20, 22, 254] as [UInt8] {
            var server = try await finished()
            _ = server.deliver()
            let octets = try #require(
                try server.session.outgoing.map { protection in
                    var protection = protection
                    return try protection.seal(InnerPlaintext([type, 0, 0, 0], typeCode: 22))
                })
            let outputs = server.client.handle(.bytes(octets), using: &server.random)
            #expect(refusal(in: outputs) == .unexpectedMessage, "message \(type)")
        }
    }

    /// A dummy ChangeCipherSpec may come any time before the server's Finished; many of it are a flood, and after Finished there is none.
    @Test func aClientDropsDummiesUpToABound() async throws {
        let dummy = record(20, [1])
        var server = try await ServerByHand { _ in }
        let many = [[UInt8]](repeating: dummy, count: TLSEndpoint.idleLimit).flatMap(\.self)
        var outputs = server.client.handle(.bytes(many), using: &server.random)
        #expect(refusal(in: outputs) == nil)
        outputs = server.client.handle(.bytes(dummy), using: &server.random)
        #expect(refusal(in: outputs) == .unexpectedMessage)
        server = try await finished()
        _ = server.deliver()
        outputs = server.client.handle(.bytes(dummy), using: &server.random)
        #expect(refusal(in: outputs) == .unexpectedMessage)
    }

    /// The whole flight in the form that section 5.1 forbids: messages that end a record do not.
    @Test func nothingStandsBehindAServerHelloInItsRecord() async throws {
        var server = try await ServerByHand { _ in }
        let answer = ServerHello(
            random: [UInt8](repeating: 1, count: 32), sessionID: [], cipherSuite: 0x1301,
            extensions: [
                .keyShare(KeyShareEntry(group: .x25519, value: [UInt8](repeating: 9, count: 32))),
                .selectedVersion(.tls13),
            ])
        let joined = record(22, answer.message.bytes + EncryptedExtensions(extensions: []).message.bytes)
        let outputs = server.client.handle(.bytes(joined), using: &server.random)
        #expect(refusal(in: outputs) == .unexpectedMessage)
    }
}
