import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Pairs whose server and client have keys for Ed25519.
enum Edwards {
    /// A pair of TLS 1.2.
    static func pair(
        _ suite: CipherSuite, server: [SignatureScheme] = SignatureScheme.all,
        client: [SignatureScheme] = SignatureScheme.all, identity: Identity? = nil, clientIdentity: Identity? = nil,
        isAsked: Bool = true, arithmetic: CurveArithmetic = .live, tracing: Bool = false
    ) async throws -> Pair {
        let pki = try await Fixture.shared.get().pki
        let made = try await Fixture.shared.edwards()
        let edwardsClient = try await Fixture.shared.client(.ed25519)
        return Pair(
            suites: [suite], identity: identity ?? made.identity, schemes: server, clientSchemes: client,
            authentication: isAsked ? .required(authorities: pki.trustStore.authorityNames) : .none,
            clientIdentity: clientIdentity ?? edwardsClient, arithmetic: arithmetic, tracing: tracing,
            (pki, await Fixture.judge((identity ?? made.identity).chain, pki)))
    }

    /// A pair of TLS 1.3.
    static func pair13(
        server: [SignatureScheme] = SignatureScheme.all, client: [SignatureScheme] = SignatureScheme.all,
        identity: Identity? = nil, clientIdentity: Identity? = nil, arithmetic: CurveArithmetic = .live
    ) async throws -> TLS13Pair {
        let pki = try await Fixture.shared.get().pki
        let made = try await Fixture.shared.edwards()
        let known = try await Fixture.shared.client(.ed25519)
        let own = clientIdentity ?? known
        let common = TLS13.CommonConfiguration(arithmetic: arithmetic)
        return TLS13Pair(
            TLS13.ClientConfiguration(
                hostName: Fixture.hostName, signatureSchemes: client, identity: own, common: common),
            TLS13.ServerConfiguration(
                identity: identity ?? made.identity, signatureSchemes: server,
                clientAuthentication: .required(), common: common),
            verdicts: [
                .client: await Fixture.judge((identity ?? made.identity).chain, pki),
                .server: await Fixture.judge(client: own.chain, pki),
            ])
    }

    /// The chain of `identity` with a private key that is not its own.
    static func impostor(_ identity: Identity, with key: PrivateKey? = nil) -> Identity {
        var random = SeededRandomSource(seed: 666)
        return Identity(
            chain: identity.chain, privateKey: key ?? .ed25519(Ed25519PrivateKey.generate(using: &random)),
            hostNames: identity.hostNames)
    }
}

/// Certificates with keys for Ed25519 at both ends, in TLS 1.2 (RFC 8422) and TLS 1.3 (RFC 8446).
struct Ed25519HandshakeTests {
    private static let suites = CipherSuite.all.filter { $0.keyExchange == .ecdheECDSA }

    /// The suites with ECDSA in their names serve both kinds of keys (RFC 8422 section 5.1.1).
    @Test(arguments: suites) func everySuiteWithECDSAServes(suite: CipherSuite) async throws {
        for arithmetic in [CurveArithmetic.lesson, .live] {
            var pair = try await Edwards.pair(suite, arithmetic: arithmetic, tracing: true)
            let outcome = await pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(outcome.plaintext[.server] == Array("ping".utf8))
            let notes = (outcome.outputs[.server] ?? []).compactMap { output -> String? in
                if case .wrote(_, let note?) = output { note.sentence(in: .english) } else { nil }
            }
            #expect(notes.contains { $0.contains("The Ed25519 key only signs.") })
            #expect(!notes.contains { $0.contains("ECDSA key") })
        }
    }

    @Test func bothSidesSignInTLS13() async throws {
        var pair = try await Edwards.pair13()
        let outcome = pair.run()
        #expect(outcome.isComplete, "\(outcome.errors)")
        #expect(outcome.established[.client]?.serverScheme == .ed25519)
        guard case .judged? = outcome.established[.server]?.peer else {
            Issue.record("\(String(describing: outcome.established[.server]?.peer))")
            return
        }
    }

    /// With the arithmetic of the lessons the same randomness gives the same octets.
    @Test func aLessonsHandshakeIsRepeatable() async throws {
        var flights: [[[UInt8]]] = []
        for _ in 0..<2 {
            var older = try await Edwards.pair(.ecdheECDSAAES128GCM, arithmetic: .lesson)
            var newer = try await Edwards.pair13(arithmetic: .lesson)
            flights.append(await older.run().flights.map(\.octets) + newer.run().flights.map(\.octets))
        }
        #expect(flights[0] == flights[1])
    }

    /// A side that has not offered Ed25519 is sent no signature with it.
    @Test func ed25519IsOfferedFirst() async throws {
        var older = try await Edwards.pair(.ecdheECDSAAES128GCM, client: SignatureScheme.usual)
        let outcome = await older.run()
        #expect(outcome.errors[.server] == .noCommonSignatureScheme)
        #expect(outcome.alerts[.server] == .handshakeFailure)
        var newer = try await Edwards.pair13(client: SignatureScheme.usual)
        #expect(newer.run().alerts[.server] == .handshakeFailure)
        // The server of these does not ask for it: the client has no certificate to show.
        var unasked = try await Edwards.pair(
            .ecdheECDSAAES128GCM, server: SignatureScheme.usual,
            identity: try await Fixture.shared.onCurve().identity)
        #expect(await unasked.run().errors[.server] == .noClientCertificate)
        var unasked13 = try await Edwards.pair13(
            server: SignatureScheme.usual, identity: try await Fixture.shared.onCurve().identity)
        #expect(unasked13.run().alerts[.server] == .certificateRequired)
    }

    /// The suites with RSA in their names need an RSA key.
    @Test func noSuiteWithRSAServes() async throws {
        var pair = try await Edwards.pair(.ecdheRSAAES128GCM)
        #expect(await pair.run().errors[.server] == .noCommonSuite)
        let identity = try await Fixture.shared.edwards().identity
        #expect(CipherSuite.all.filter { $0.isUsable(with: identity) } == Self.suites)
    }

    /// CertificateRequest has no type of its own for these keys (RFC 8422 section 5.5).
    @Test func theTypeOfTheCertificateIsThatOfECDSA() throws {
        let request = try #require(ClientAuthentication.requested().request(schemes: [.ed25519]))
        #expect(request.certificateTypes == [.ecdsaSign])
        let all = try #require(ClientAuthentication.requested().request(schemes: SignatureScheme.all))
        #expect(all.certificateTypes == [.rsaSign, .ecdsaSign])
    }

    // MARK: Refused

    /// A signature by another key, of the server or of the client.
    @Test func aCopiedCertificateGetsNoFurther() async throws {
        let server = Edwards.impostor(try await Fixture.shared.edwards().identity)
        let client = Edwards.impostor(try await Fixture.shared.client(.ed25519))
        var pairs = [
            try await Edwards.pair(.ecdheECDSAAES128GCM, identity: server),
            try await Edwards.pair(.ecdheECDSAAES128GCM, clientIdentity: client),
        ]
        #expect(await pairs[0].run().alerts[.client] == .decryptError)
        #expect(await pairs[1].run().alerts[.server] == .decryptError)
        var modern = [try await Edwards.pair13(identity: server), try await Edwards.pair13(clientIdentity: client)]
        #expect(modern[0].run().alerts[.client] == .decryptError)
        #expect(modern[1].run().alerts[.server] == .decryptError)
    }

    /// A signature by a key of another kind.
    @Test func aSchemeThatDoesNotFitTheKeyIsRefused() async throws {
        let curve = try await Fixture.shared.onCurve().identity.privateKey
        let edwards = try await Fixture.shared.edwards().identity
        for server in [
            Edwards.impostor(edwards, with: curve),
            Edwards.impostor(try await Fixture.shared.onCurve().identity, with: edwards.privateKey),
        ] {
            var older = try await Edwards.pair(.ecdheECDSAAES128GCM, identity: server)
            #expect(await older.run().alerts[.client] == .illegalParameter)
            var newer = try await Edwards.pair13(identity: server)
            #expect(newer.run().alerts[.client] == .illegalParameter)
        }
    }

    @Test func aSignatureOfAnotherLengthIsNamed() async throws {
        let key = try await Fixture.shared.edwards().identity.privateKey
        let signer = try #require(Signer(key, by: .ed25519, arithmetic: .lesson))
        var random = SeededRandomSource(seed: 1)
        let signature = try signer.sign([1, 2, 3], using: &random)
        try SignatureScheme.ed25519.verify(signature, of: [1, 2, 3], by: key.publicKey, what: "it")
        let error = TLSError.badSignature(
            Words(english: "it: signature of 63 octets where 64 are needed", chinese: "it：签名有 63 字节，需要的是 64 字节"))
        #expect(throws: error) {
            try SignatureScheme.ed25519.verify(
                Array(signature.dropLast()), of: [1, 2, 3], by: key.publicKey, what: "it")
        }
        #expect(error.alert == .decryptError)
        #expect(throws: TLSError.badSignature(Words(english: "it: invalid signature", chinese: "it：签名无效"))) {
            try SignatureScheme.ed25519.verify(signature, of: [1, 2], by: key.publicKey, what: "it")
        }
        #expect(Signer(key, by: .ecdsaSHA256, arithmetic: .lesson) == nil)
    }
}
