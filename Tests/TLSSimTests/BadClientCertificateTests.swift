import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Client certificates and proofs that are wrong end in the alert the RFC names.
struct BadClientCertificateTests {
    private typealias Answer = (alert: AlertDescription?, error: TLSError?)

    /// What the server answers a client of that identity whose flight with the certificate is changed.
    private func answer(
        _ identity: Identity?, _ suite: CipherSuite = .ecdheRSAAES128GCM, required: Bool = true,
        schemes: [SignatureScheme] = SignatureScheme.usual, with change: ([[UInt8]]) -> [[UInt8]] = { $0 }
    ) async throws -> Answer {
        var pair = try await Mutual.pair(
            suite, identity: identity, required: required, authorities: [], schemes: schemes)
        let outcome = await pair.run { index, _, octets in
            index == 2 ? change(records(in: octets)).flatMap { $0 } : octets
        }
        #expect(!outcome.established.contains(.server))
        return (outcome.alerts[.server], outcome.errors[.server])
    }

    /// A client whose certificate is issued with something changed.
    private func client(_ change: (inout CertificateProfile) -> Void) async throws -> Identity {
        let pki = try await Fixture.shared.get().pki
        var profile = CertificateProfile.client(named: "alice", at: Fixture.time)
        change(&profile)
        var random = SeededRandomSource(seed: 11)
        return try pki.intermediate.issueClient(
            named: "alice", profile: profile, key: try await Fixture.shared.client(.ecdsa).privateKey, at: Fixture.time,
            using: &random)
    }

    /// Chains that are refused: expired, too early, another purpose, a key that may not sign, an unknown authority.
    @Test func aClientsChainThatIsNotTrustedIsRefused() async throws {
        let day: Int64 = 86_400
        let cases: [(AlertDescription, Identity)] = [
            (.certificateExpired, try await client { $0.notAfter = Fixture.time - 1 }),
            (.certificateExpired, try await client { $0.notBefore = Fixture.time + day }),
            (.unsupportedCertificate, try await client { $0.extendedKeyUsage = [.serverAuth] }),
            (.unsupportedCertificate, try await client { $0.keyUsage = [.keyAgreement] }),
            (.unsupportedCertificate, try await client { $0.keyUsage = [.keyEncipherment] }),
            (.unsupportedCertificate, try await client { $0.hasUnknownCriticalExtension = true }),
        ]
        for (alert, identity) in cases {
            let result = try await answer(identity)
            #expect(result.alert == alert, "\(result)")
        }
        var random = SeededRandomSource(seed: 12)
        let key = try await Fixture.shared.client(.rsa).privateKey
        for name in ["Somebody's CA", "HandshakeSim Root CA"] {
            let authority = try CertificateAuthority.root(.root(named: name, at: Fixture.time), using: &random)
            let identity = try authority.issueClient(named: "alice", key: key, at: Fixture.time, using: &random)
            #expect(try await answer(identity).alert == .unknownCA)
        }
        // keyUsage and extKeyUsage may be left out.
        for identity in [
            try await client { $0.keyUsage = nil }, try await client { $0.extendedKeyUsage = nil },
            try await client { $0.extendedKeyUsage = [.any] },
        ] {
            var pair = try await Mutual.pair(identity: identity)
            #expect(await pair.run().isComplete)
        }
        // The server's own certificate is no client's.
        #expect(try await answer(try await Fixture.shared.get().pki.identity).alert == .unsupportedCertificate)
    }

    /// Certificate: garbage, malformed, of a kind that was not asked for.
    @Test func aClientsMalformedCertificateIsRefused() async throws {
        let identity = try await Fixture.shared.client(.ecdsa)
        func send(_ body: [UInt8]) async throws -> AlertDescription? {
            try await answer(identity) {
                [record(22, HandshakeMessage(.certificate, body: body).bytes)] + $0.dropFirst()
            }
            .alert
        }
        #expect(try await send(CertificateMessage(chain: [[1, 2, 3]]).message.body) == .badCertificate)
        #expect(try await send([0, 0, 4, 0, 0, 0, 0]) == .decodeError)
        #expect(try await send([0, 0, 9, 0, 0, 1, 7]) == .decodeError)
        #expect(try await send([]) == .decodeError)
        #expect(try await send([0, 0, 0]) == .handshakeFailure)
        // A server that can verify nothing but RSA gets an ECDSA certificate all the same.
        let rsa = try await Fixture.shared.client(.rsa)
        let other = try await answer(rsa, schemes: SignatureScheme.lessons) {
            [record(22, CertificateMessage(chain: identity.chain).message.bytes)] + $0.dropFirst()
        }
        #expect(other.error == .certificateTypeNotRequested(.ecdsaSign))
        #expect(other.alert == .unsupportedCertificate)
    }

    /// CertificateVerify with another key: whoever has copied a certificate gets no further.
    @Test func aCopiedClientCertificateGetsNoFurther() async throws {
        var random = SeededRandomSource(seed: 13)
        let others: [KeyAlgorithm: PrivateKey] = [
            .rsa: .rsa(try RSAPrivateKey.generate(bits: 2048, using: &random)),
            .ecdsa: .ecdsa(EllipticCurvePrivateKey.generate(using: &random)),
        ]
        for kind in [KeyAlgorithm.rsa, .ecdsa] {
            let chain = try await Fixture.shared.client(kind).chain
            for suite in [CipherSuite.ecdheRSAAES128GCM, .rsaAES128GCM, .dheRSAAES128CBCSHA] {
                let result = try await answer(Identity(chain: chain, privateKey: try #require(others[kind])), suite)
                #expect(result.alert == .decryptError, "\(result)")
            }
            // A key of the other kind signs with an algorithm that the certified key does not have.
            let wrong = try #require(others[kind == .rsa ? .ecdsa : .rsa])
            #expect(try await answer(Identity(chain: chain, privateKey: wrong)).alert == .illegalParameter)
        }
    }

    /// CertificateVerify that was made for another handshake.
    @Test func aCertificateVerifyOfAnotherHandshakeIsRefused() async throws {
        let identity = try await Fixture.shared.client(.rsa)
        var earlier = try await Mutual.pair(identity: identity)
        earlier.clientRandom = SeededRandomSource(seed: 99).fork("client")
        let recorded = records(in: await earlier.run().flights[2].octets)[2]
        let result = try await answer(identity) { list in
            var list = list
            list[2] = recorded
            return list
        }
        #expect(result.alert == .decryptError)
    }

    /// CertificateVerify with an algorithm that was not asked for, or malformed.
    @Test func aCertificateVerifyWithAnUnrequestedAlgorithmIsRefused() async throws {
        let identity = try await Fixture.shared.client(.rsa)
        func change(_ body: @escaping (inout [UInt8]) -> Void) -> ([[UInt8]]) -> [[UInt8]] {
            { list in
                var list = list
                var octets = Array(list[2].dropFirst(9))
                body(&octets)
                list[2] = record(22, HandshakeMessage(.certificateVerify, body: octets).bytes)
                return list
            }
        }
        for code: UInt16 in [0x0201, 0x0203, 0x0807, 0x0000, 0xffff] {
            let result = try await answer(
                identity,
                with: change {
                    $0[0] = UInt8(code >> 8)
                    $0[1] = UInt8(code & 0xff)
                })
            #expect(result.error == .signatureSchemeNotOffered(SignatureScheme(rawValue: code)))
            #expect(result.alert == .illegalParameter)
        }
        #expect(
            try await answer(identity, schemes: [.rsaPKCS1SHA256], with: change { $0[0] = 5 }).alert
                == .illegalParameter)
        // The right algorithm over the wrong hash is a wrong signature.
        #expect(
            try await answer(identity, schemes: SignatureScheme.lessons, with: change { $0[0] = 5 }).alert
                == .decryptError)
        #expect(try await answer(identity, with: change { $0.removeLast() }).alert == .decodeError)
        #expect(try await answer(identity, with: change { $0.append(0) }).alert == .decodeError)
        #expect(try await answer(identity, with: change { $0 = [] }).alert == .decodeError)
        #expect(try await answer(identity, with: change { $0 = [4, 1, 0, 0] }).alert == .decryptError)
    }

    /// Messages missing, doubled, swapped or unasked for get unexpected_message.
    @Test func messagesOfClientAuthenticationOutOfPlaceAreRefused() async throws {
        let identity = try await Fixture.shared.client(.ecdsa)
        // Certificate, ClientKeyExchange, CertificateVerify, ChangeCipherSpec, Finished.
        for order in [
            [1, 2, 3, 4], [0, 2, 3, 4], [0, 1, 3, 4], [0, 0, 1, 2, 3, 4], [0, 1, 1, 2, 3, 4], [0, 1, 2, 2, 3, 4],
            [1, 0, 2, 3, 4], [0, 2, 1, 3, 4], [0, 1, 3, 2, 4], [2, 0, 1, 3, 4], [3, 0, 1, 2, 4],
        ] {
            let result = try await answer(identity) { list in order.map { list[$0] } }
            #expect(result.alert == .unexpectedMessage, "\(order): \(result)")
        }
        // CertificateVerify of a client that has sent no certificate.
        let proof = record(22, CertificateVerify(scheme: .rsaPKCS1SHA256, signature: [1]).message.bytes)
        let unproved = try await answer(nil, required: false) { list in
            var list = list
            list.insert(proof, at: 2)
            return list
        }
        #expect(unproved.alert == .unexpectedMessage)
    }

    /// A server that has not asked takes neither Certificate nor CertificateVerify.
    @Test func aCertificateThatWasNotRequestedIsRefused() async throws {
        let fixture = try await Fixture.shared.get()
        let chain = try await Fixture.shared.client(.rsa).chain
        let messages = [
            (0, CertificateMessage(chain: chain).message), (0, CertificateMessage(chain: []).message),
            (1, CertificateVerify(scheme: .rsaPKCS1SHA256, signature: [1]).message),
        ]
        for (place, message) in messages {
            var pair = Pair(suites: [.rsaAES128GCM], fixture)
            let outcome = await pair.run { index, _, octets in
                var list = records(in: octets)
                if index == 2 { list.insert(record(22, message.bytes), at: place) }
                return list.flatMap { $0 }
            }
            #expect(outcome.alerts[.server] == .unexpectedMessage)
        }
        // A verdict that nobody asked for changes nothing.
        var server = Pair(fixture)
        #expect(server.handle(.verdict(fixture.verdict), by: .server).isEmpty)
        #expect(server.server.state == "ExpectClientHello")
    }

    /// What arrives while the chain is judged waits, octet by octet.
    @Test func whatArrivesDuringTheJudgmentWaits() async throws {
        let identity = try await Fixture.shared.client(.ecdsa)
        var whole = try await Mutual.pair(identity: identity)
        let flights = await whole.run().flights
        var pair = try await Mutual.pair(identity: identity)
        _ = pair.handle(.start, by: .client)
        _ = pair.handle(.bytes(flights[0].octets), by: .server)
        // The flight of the same seed fits: the server draws what it drew before.
        var asked: [[[UInt8]]] = []
        for octet in flights[2].octets {
            for output in pair.handle(.bytes([octet]), by: .server) {
                if case .judge(let chain) = output { asked.append(chain) }
                if case .failed(let error, _) = output { Issue.record("\(error)") }
            }
        }
        #expect(asked == [identity.chain])
        #expect(pair.server.state == "JudgingChain")
        let verdict = await Fixture.judge(client: identity.chain, pair.pki)
        let outputs = pair.handle(.verdict(verdict), by: .server)
        #expect(isEstablished(outputs))
        #expect(pair.server.state == "Traffic")
    }

    /// CertificateRequest: malformed, doubled or out of place.
    @Test func aCertificateRequestMalformedOrOutOfPlaceIsRefused() async throws {
        let identity = try await Fixture.shared.client(.rsa)
        func answer(_ suite: CipherSuite, _ change: ([[UInt8]]) -> [[UInt8]]) async throws -> AlertDescription? {
            var pair = try await Mutual.pair(suite, identity: identity)
            return await pair.run { index, _, octets in
                index == 1 ? change(records(in: octets)).flatMap { $0 } : octets
            }.alerts[.client]
        }
        // ServerHello, Certificate, ServerKeyExchange, CertificateRequest, ServerHelloDone.
        for order in [[0, 1, 2, 3, 3, 4], [0, 1, 3, 2, 4], [0, 3, 1, 2, 4], [3, 0, 1, 2, 4], [0, 1, 2, 4, 3]] {
            let alert = try await answer(.dheRSAAES128GCM) { list in order.map { list[$0] } }
            #expect(alert == .unexpectedMessage, "\(order)")
        }
        for body: [UInt8] in [
            [], [0, 0, 2, 4, 1, 0, 0], [1, 1, 0, 0, 0, 0], [1, 1, 0, 3, 4, 1, 5, 0, 0], [1, 1, 0, 2, 4, 1],
        ] {
            let alert = try await answer(.rsaAES128GCM) { list in
                [list[0], list[1], record(22, HandshakeMessage(.certificateRequest, body: body).bytes), list[3]]
            }
            #expect(alert == .decodeError, "\(body)")
        }
        // Taken away or changed on the way, it shows: the server waits for a certificate, or the signature does not fit.
        for suite in [CipherSuite.rsaAES128GCM, .ecdheRSAAES128GCM] {
            var pair = try await Mutual.pair(suite, identity: identity)
            let outcome = await pair.run { index, _, octets in
                guard index == 1 else { return octets }
                var list = records(in: octets)
                list.remove(at: list.count - 2)
                return list.flatMap { $0 }
            }
            #expect(outcome.alerts[.server] == .unexpectedMessage)
        }
    }

    /// Any octet of Certificate, ClientKeyExchange or CertificateVerify changed: the server establishes nothing.
    @Test func anyChangedOctetOfClientAuthenticationPreventsTheHandshake() async throws {
        let identity = try await Fixture.shared.client(.ecdsa)
        // A server that has sent its flight, and the client's answer to it. The pair is a value and can be copied.
        var reference = try await Mutual.pair(.ecdheECDSAAES128GCM, identity: identity)
        let hello = octets(reference.handle(.start, by: .client))
        let asking = octets(reference.handle(.bytes(hello), by: .server))
        _ = reference.handle(.bytes(asking), by: .client)
        let answer = octets(reference.handle(.verdict(reference.verdict), by: .client))
        for offset in 0..<records(in: answer).prefix(3).joined().count {
            var changed = answer
            changed[offset] ^= UInt8(truncatingIfNeeded: 1 << (offset % 8))
            var pair = reference
            var outputs = pair.handle(.bytes(changed), by: .server)
            for case .judge(let chain) in outputs {
                outputs += pair.handle(.verdict(await Fixture.judge(client: chain, pair.pki)), by: .server)
            }
            // A length that has grown makes the server wait for more.
            outputs += pair.handle(.transportEnded, by: .server)
            #expect(!isEstablished(outputs), "offset \(offset)")
            let failures = outputs.compactMap { output -> (TLSError, AlertDescription?)? in
                if case .failed(let error, let alert) = output { (error, alert) } else { nil }
            }
            #expect(failures.count == 1 && failures.first?.1 != nil, "offset \(offset): \(failures)")
            if case .internalFault(let what)? = failures.first?.0 { Issue.record("offset \(offset): \(what)") }
        }
    }

    private func octets(_ outputs: [Output]) -> [UInt8] {
        outputs.flatMap { output -> [UInt8] in
            if case .bytes(let octets) = output { octets } else { [] }
        }
    }

    private func isEstablished(_ outputs: [Output]) -> Bool {
        outputs.contains { if case .established = $0 { true } else { false } }
    }
}
