import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What a client makes of a server's first flight: hellos and certificates.
///
/// docs/tls-bad-inputs.md lists what a TLS 1.2 endpoint must refuse, with the test of each.
struct ClientFacingBadHelloTests {
    /// The alert after a ServerHello that `change` has had in hand; nil for one that is accepted.
    private func answer(
        _ setting: Setting = .init(suite: .ecdheRSAAES128GCM), extended: Bool = false,
        _ change: (inout ServerHello) -> Void
    ) async throws -> AlertDescription? {
        var server = try await RogueServer.facing(setting, extended: extended)
        try server.sayHello(change)
        #expect((server.client.state == "ExpectCertificate") == (server.error == nil))
        return server.alert
    }

    /// Messages in records of one octet, or all in one; data in records of one octet or none.
    @Test func fragmentedAndJoinedMessagesAreAccepted() async throws {
        for suite in Setting.exchanges {
            for isSplit in [true, false] {
                var server = try await RogueServer.facing(suite)
                // The same messages, said to a copy, whose octets are then recut.
                var flight: [UInt8] = []
                var rehearsal = server
                for part in 0..<4 {
                    let before = rehearsal.parts.said.count
                    switch part {
                    case 0: try rehearsal.sayHello()
                    case 1: try rehearsal.showCertificate()
                    case 2: try rehearsal.offerKey()
                    default: try rehearsal.endFlight()
                    }
                    flight += rehearsal.parts.said[before...].flatMap(\.bytes)
                }
                // What the client answers is for the copy's keys.
                server.parts.isDeaf = true
                try server.deliver(
                    isSplit ? flight.flatMap { record(22, [$0]) } : record(22, flight))
                #expect(server.error == nil && server.client.state == "ExpectChangeCipherSpec")
            }
        }
        var server = try await RogueServer.facing(.dheRSAAES128GCM)
        try server.connect()
        for octet in Array("pong".utf8) {
            try server.send(.applicationData, [octet])
            try server.send(.applicationData, [])
        }
        #expect(server.parts.accepted == Array("pong".utf8))
    }

    /// HelloRequest is ignored during the handshake, in no transcript, and declined after it.
    @Test func aHelloRequestIsIgnoredDuringTheHandshakeAndDeclinedAfterIt() async throws {
        let request = HelloRequest().message.bytes
        for suite in Setting.exchanges {
            var server = try await RogueServer.facing(suite)
            try server.send(.handshake, request)
            try server.sayHello()
            try server.send(.handshake, request + request)
            try server.showCertificate()
            try server.send(.handshake, request)
            try server.offerKey()
            try server.send(.handshake, request)
            try server.endFlight()
            try server.send(.handshake, request)
            try server.changeCipherSpec()
            try server.send(.handshake, request)
            try server.finish()
            #expect(server.parts.established && server.parts.alerts.isEmpty)
            try server.send(.handshake, request)
            #expect(server.parts.alerts == [Alert(.warning, .noRenegotiation)])
            #expect(try server.converse())
        }
        // One with a body is none.
        var server = try await RogueServer.facing(.rsaAES128GCM)
        try server.send(.handshake, [0, 0, 0, 1, 0])
        #expect(server.alert == .decodeError)
    }

    /// No extended master secret echoed; no extensions at all; a session id though none was sent.
    @Test func aServerHelloWithoutExtensionsOrWithASessionIDIsAccepted() async throws {
        var server = try await RogueServer.facing(.rsaAES128GCM, extended: true)
        try server.sayHello {
            $0.extensions = []
            $0.sessionID = [UInt8](repeating: 7, count: 32)
        }
        try server.showCertificate()
        try server.endFlight()
        try server.changeCipherSpec()
        try server.finish()
        #expect(server.parts.established)
        #expect(try server.converse())
    }

    /// A version that was not offered.
    @Test func aServerHelloWithAnUnofferedVersionIsRefused() async throws {
        for raw: UInt16 in [0x0300, 0x0301, 0x0302, 0x0304, 0x0400, 0] {
            #expect(try await answer { $0.version = ProtocolVersion(rawValue: raw) } == .protocolVersion)
        }
        // And a record of another version around one that was.
        var server = try await RogueServer.facing(.rsaAES128GCM)
        let hello = ServerHello(random: server.random.octets(32), cipherSuite: 0x009c)
        try server.deliver(record(22, hello.message.bytes, version: 0x0301))
        #expect(server.alert == .protocolVersion)
    }

    /// A suite or compression that was not offered, or a signalling value as suite.
    @Test func aServerHelloWithAnUnofferedSuiteOrCompressionIsRefused() async throws {
        for suite: UInt16 in [0x00ff, 0x5600, 0, 0x009c, 0xc02b, 0x1301, 0xfafa] {
            #expect(try await answer { $0.cipherSuite = suite } == .illegalParameter)
        }
        for method: UInt8 in [1, 64, 255] {
            #expect(try await answer { $0.compressionMethod = method } == .illegalParameter)
        }
    }

    /// An extension that was not asked for, or that only clients send.
    @Test func aServerHelloWithAnUnofferedExtensionIsRefused() async throws {
        let unasked: [HelloExtension] = [
            .extendedMasterSecret, .encryptThenMAC, .applicationProtocols([Array("h2".utf8)]), .sessionTicket([]),
            .maxFragmentLength(1), .statusRequest(nil), .other(type: 15, body: [1]), .other(type: 43, body: [3, 4]),
            .other(type: 0xfafa, body: []),
        ]
        for item in unasked {
            #expect(try await answer { $0.extensions.append(item) } == .unsupportedExtension, "\(item)")
        }
        #expect(try await answer { $0.extensions.append(.signatureAlgorithms([.rsaPSSSHA256])) } == .illegalParameter)
        // encrypt_then_mac was asked for, and means nothing to this suite (RFC 7366 section 3).
        var both = try await RogueServer.facing(Setting(suite: .rsaAES128CBCSHA, encryptThenMAC: true))
        both.client = TLSEndpoint(
            Client.Configuration(
                hostName: Fixture.hostName, cipherSuites: [.rsaAES128CBCSHA, .rsaAES128GCM], encryptThenMAC: true,
                tracing: false))
        try both.take(both.hand(.start))
        try both.sayHello { $0.cipherSuite = CipherSuite.rsaAES128GCM.codePoint }
        #expect(both.alert == .unsupportedExtension)
        // What was asked for is accepted.
        #expect(
            try await answer {
                $0.extensions += [.serverName(nil), .ecPointFormats([0])]
            } == nil)
    }

    /// Point formats without the only one left (RFC 8422 section 5.2).
    @Test func aServerHelloWithoutUncompressedPointsIsRefused() async throws {
        for formats: [UInt8] in [[1], [2, 1], [255]] {
            #expect(try await answer { $0.extensions.append(.ecPointFormats(formats)) } == .illegalParameter)
        }
        #expect(try await answer { $0.extensions.append(.ecPointFormats([2, 0])) } == nil)
    }

    /// An extension twice, or malformed.
    @Test func aServerHelloWithADoubledOrMalformedExtensionIsRefused() async throws {
        #expect(try await answer { $0.extensions.append(.renegotiationInfo([])) } == .illegalParameter)
        for (type, body) in [(0xff01, []), (0xff01, [1]), (0xff01, [0, 0]), (0, [0]), (11, []), (11, [0]), (23, [1])]
            as [(UInt16, [UInt8])]
        {
            let alert = try await answer(extended: true) { $0.extensions = [.other(type: type, body: body)] }
            #expect(alert == .decodeError, "extension \(type) \(body)")
        }
    }

    /// Renegotiation_info that is not empty; none at all is accepted.
    @Test func renegotiationInfoMayBeMissingButNotFilled() async throws {
        for data: [UInt8] in [[1], [UInt8](repeating: 0, count: 12), [UInt8](repeating: 0, count: 24)] {
            #expect(try await answer { $0.extensions = [.renegotiationInfo(data)] } == .handshakeFailure)
        }
        #expect(try await answer { $0.extensions = [] } == nil)
    }

    /// Any message cut off, with octets behind it, or with a session id over 32 octets.
    @Test func aMessageOfTheServerThatIsCutOffOrTooLongIsRefused() async throws {
        for suite in [CipherSuite.dheRSAAES128GCM, .ecdheECDSAChaCha20] {
            var server = try await RogueServer.facing(suite)
            func check(_ server: RogueServer, _ message: HandshakeMessage, optional: [Int] = []) throws {
                let body = message.body
                let step = max(1, body.count / 60)
                for count in Set(stride(from: 0, to: body.count, by: step)).union([max(0, body.count - 1)])
                where count < body.count && !optional.contains(count) {
                    var other = server
                    try other.say(HandshakeMessage(typeCode: message.typeCode, body: Array(body.prefix(count))))
                    #expect(other.alert == .decodeError, "\(message.name) cut to \(count)")
                }
                var other = server
                try other.say(HandshakeMessage(typeCode: message.typeCode, body: body + [0]))
                #expect(other.alert == .decodeError, "\(message.name) with an octet more")
            }
            var rehearsal = server
            try rehearsal.sayHello()
            let answer = try #require(rehearsal.answer)
            // Without its extensions a ServerHello is complete.
            try check(server, answer.message, optional: [38])
            try server.sayHello()
            try check(server, CertificateMessage(chain: server.identity.chain).message)
            try server.showCertificate()
            try check(server, try server.keyExchange().message)
            try server.offerKey()
            try check(server, ServerHelloDone().message)
        }
        var server = try await RogueServer.facing(.rsaAES128GCM)
        let long: [UInt8] = [3, 3] + [UInt8](repeating: 1, count: 32) + [33] + [UInt8](repeating: 1, count: 33)
        try server.say(HandshakeMessage(.serverHello, body: long + [0, 0x9c, 0]))
        #expect(server.alert == .decodeError)
    }

    /// Messages that have no place, in every state of every key exchange.
    @Test(arguments: Setting.exchanges)
    func aMessageOfTheServerOutOfPlaceIsRefusedInEveryState(suite: CipherSuite) async throws {
        var server = try await RogueServer.facing(suite)
        func check(_ server: RogueServer, due: UInt8?) throws {
            for type: UInt8 in [1, 2, 4, 11, 12, 13, 14, 15, 16, 20, 22, 3, 99, 255] where type != due {
                // CertificateRequest may come before ServerHelloDone.
                if type == 13, due == 14 || due == 12 { continue }
                var other = server
                try other.send(.handshake, HandshakeMessage(typeCode: type, body: []).bytes)
                #expect(other.alert == .unexpectedMessage, "type \(type) in \(server.client.state)")
            }
            var other = server
            try other.send(.applicationData, [1])
            #expect(other.alert == .unexpectedMessage || server.parts.established)
        }
        try check(server, due: 2)
        try server.sayHello()
        try check(server, due: 11)
        try server.showCertificate()
        if suite.keyExchange != .rsa {
            try check(server, due: 12)
            try server.offerKey()
        }
        try check(server, due: 14)
        try server.endFlight()
        try check(server, due: nil)
        try server.changeCipherSpec()
        try check(server, due: 20)
        try server.finish()
        #expect(server.parts.established)
        // Row 33, but for tickets: handshake messages after the handshake.
        try check(server, due: nil)
    }

    /// An empty list, garbage for a certificate, a flipped signature.
    @Test func aCertificateMessageWithoutAUsableCertificateIsRefused() async throws {
        for body: [UInt8] in [[0, 0, 0], [0, 0, 3, 0, 0, 0], [0, 0, 1, 0]] {
            var server = try await RogueServer.facing(.rsaAES128GCM)
            try server.sayHello()
            try server.showCertificate { $0 = body }
            #expect(server.alert == .decodeError)
        }
        let pki = try await Fixture.shared.get().pki
        var flipped = pki.identity.chain
        flipped[0][flipped[0].count - 5] ^= 1
        for chain in [[[1, 2, 3]], [[0x30, 0]], [[UInt8](repeating: 0x30, count: 500)], flipped] as [[[UInt8]]] {
            var server = try await RogueServer.facing(.rsaAES128GCM)
            server.verdict = await Fixture.judge(chain, pki)
            try server.sayHello()
            try server.showCertificate { $0 = CertificateMessage(chain: chain).message.body }
            #expect(server.alert == .badCertificate)
        }
    }

    /// Expired, not yet valid, of an unknown authority, for another name.
    @Test func aChainThatIsNotTrustedIsRefused() async throws {
        let pki = try await Fixture.shared.get().pki
        let chain = pki.identity.chain
        let year: Int64 = 366 * 86_400
        var random = SeededRandomSource(seed: 99)
        let stranger = try CertificateAuthority.root(
            .root(named: "Another Root CA", at: Fixture.time), keyBits: 2048, using: &random)
        let cases: [(TrustStore, String, Int64, AlertDescription)] = [
            (pki.trustStore, Fixture.hostName, Fixture.time + year, .certificateExpired),
            (pki.trustStore, Fixture.hostName, Fixture.time - 30 * 86_400, .certificateExpired),
            (TrustStore(anchors: [stranger.certificate]), Fixture.hostName, Fixture.time, .unknownCA),
            (pki.trustStore, "www.example.org", Fixture.time, .badCertificate),
        ]
        for (store, name, time, alert) in cases {
            var server = try await RogueServer.facing(.rsaAES128GCM)
            server.verdict = Evaluator(store: store).judge(
                chain: chain, question: ChainQuestion(hostName: name, time: time))
            try server.sayHello()
            try server.showCertificate()
            #expect(server.alert == alert)
        }
    }

    /// A key of the wrong kind for the suite, or a keyUsage that does not allow what the suite does.
    @Test func aCertificateWhoseKeyDoesNotFitTheSuiteIsRefused() async throws {
        let fixture = try await Fixture.shared.get()
        let curve = try await Fixture.shared.onCurve()
        for (suite, identity, verdict) in [
            (CipherSuite.rsaAES128GCM, curve.identity, curve.verdict),
            (.ecdheRSAAES128GCM, curve.identity, curve.verdict), (.dheRSAAES128GCM, curve.identity, curve.verdict),
            (.ecdheECDSAAES128GCM, fixture.pki.identity, fixture.verdict),
        ] {
            var server = try await RogueServer.facing(suite)
            server.identity = identity
            server.verdict = verdict
            try server.sayHello()
            try server.showCertificate()
            #expect(server.alert == .illegalParameter)
        }
        var random = SeededRandomSource(seed: 7)
        for (usage, refused, accepted) in [
            (CertificateProfile.KeyPurpose.digitalSignature, CipherSuite.rsaAES128GCM, CipherSuite.dheRSAAES128GCM),
            (.keyEncipherment, .dheRSAAES128GCM, .rsaAES128GCM),
            (.keyEncipherment, .ecdheRSAAES128GCM, .rsaAES128GCM),
        ] {
            var profile = CertificateProfile.server(hostName: Fixture.hostName, at: Fixture.time)
            profile.keyUsage = [usage]
            let identity = try fixture.pki.intermediate.issueServer(
                hostName: Fixture.hostName, profile: profile, key: .rsa(fixture.pki.serverKey), at: Fixture.time,
                using: &random)
            for (suite, alert) in [(refused, AlertDescription.unsupportedCertificate), (accepted, nil)] {
                var server = try await RogueServer.facing(suite)
                server.identity = identity
                server.verdict = await Fixture.judge(identity.chain, fixture.pki)
                try server.sayHello()
                try server.showCertificate()
                #expect(server.alert == alert)
            }
        }
    }
}
