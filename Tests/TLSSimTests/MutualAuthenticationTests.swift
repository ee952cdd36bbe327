import Crypto
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TLSSim

/// A pair in which the server asks who the client is.
enum Mutual {
    /// A pair for `suite` whose client has `identity`.
    static func pair(
        _ suite: CipherSuite = .ecdheRSAAES128GCM, identity: Identity?, required: Bool = true,
        authorities: [[UInt8]]? = nil, schemes: [SignatureScheme] = SignatureScheme.usual, extended: Bool = false,
        tracing: Bool = false
    ) async throws -> Pair {
        var (pki, verdict) = try await Fixture.shared.get()
        var server: Identity?
        if suite.keyExchange == .ecdheECDSA {
            let made = try await Fixture.shared.onCurve()
            (server, verdict) = (made.identity, made.verdict)
        }
        let names = authorities ?? pki.trustStore.authorityNames
        return Pair(
            suites: [suite], extended: extended, identity: server, schemes: schemes,
            authentication: required ? .required(authorities: names) : .requested(authorities: names),
            clientIdentity: identity, tracing: tracing, (pki, verdict))
    }

    /// The handshake messages in records of a flight that are not encrypted, one to a record as our own endpoints write them.
    static func types(_ flight: [UInt8]) -> [HandshakeType?] {
        records(in: flight).prefix { $0[0] == 22 }.map { HandshakeType(rawValue: $0[5]) }
    }

    /// The content of the handshake records of flights, before anything is encrypted.
    static func messages(_ flights: [[UInt8]]) -> [UInt8] {
        flights.flatMap { records(in: $0).prefix { $0[0] == 22 }.flatMap { $0.dropFirst(5) } }
    }
}

extension SignatureScheme {
    fileprivate var isPSS: Bool {
        if case .pss = method { true } else { false }
    }
}

/// A server asks who the client is (RFC 5246 sections 7.4.4 to 7.4.8).
struct MutualAuthenticationTests {
    /// Clients with RSA and with ECDSA keys, in every suite, traced or not: the same octets, and both are established.
    @Test(arguments: CipherSuite.live)
    func clientsWithEitherKeyAreEstablishedInEverySuite(suite: CipherSuite) async throws {
        for kind in [KeyAlgorithm.rsa, .ecdsa] {
            let identity = try await Fixture.shared.client(kind)
            for extended in [false, true] {
                // ECDSA of swift-crypto is not repeatable: where nothing else signs with it, the octets can be compared.
                let isRepeatable = kind == .rsa && suite.keyExchange != .ecdheECDSA
                var flights: [[[UInt8]]] = []
                for tracing in [false, true] {
                    var pair = try await Mutual.pair(suite, identity: identity, extended: extended, tracing: tracing)
                    let outcome = await pair.run()
                    #expect(outcome.isComplete, "\(suite), \(kind): \(outcome.errors)")
                    #expect(outcome.plaintext[.server] == Array("ping".utf8))
                    #expect(
                        Mutual.types(outcome.flights[2].octets) == [
                            .certificate, .clientKeyExchange, .certificateVerify,
                        ]
                    )
                    flights.append(outcome.flights.map(\.octets))
                }
                if isRepeatable { #expect(flights[0] == flights[1]) }
            }
        }
    }

    /// Messages and states come in the order of RFC 5246 figure 1, and the panes are covered.
    @Test func messagesAndStatesComeInTheOrderOfTheRFC() async throws {
        var pair = try await Mutual.pair(
            .dheRSAAES128GCM, identity: try await Fixture.shared.client(.rsa), tracing: true)
        let outcome = await pair.run()
        func labels(_ who: Principal) -> [String] {
            (outcome.outputs[who] ?? []).compactMap {
                if case .wrote(let record, _) = $0 { record.message.label } else { nil }
            }
        }
        func states(_ who: Principal) -> [String] {
            (outcome.outputs[who] ?? []).compactMap { if case .entered(let state, _) = $0 { state } else { nil } }
        }
        #expect(
            labels(.server).prefix(5) == [
                "ServerHello", "Certificate", "ServerKeyExchange", "CertificateRequest", "ServerHelloDone",
            ])
        #expect(
            labels(.client).prefix(6) == [
                "ClientHello", "Certificate", "ClientKeyExchange", "CertificateVerify", "ChangeCipherSpec", "Finished",
            ])
        #expect(
            states(.server) == [
                "ExpectCertificate", "JudgingChain", "ExpectClientKeyExchange", "ExpectCertificateVerify",
                "ExpectChangeCipherSpec", "ExpectFinished", "Traffic", "Closed",
            ])
        for output in (outcome.outputs[.client] ?? []) + (outcome.outputs[.server] ?? []) {
            guard case .wrote(let record, let note) = output else { continue }
            let message = record.message
            for pane in message.panes {
                #expect(pane.fields.coverExactly(0..<pane.bytes.count), "\(message.label), \(pane.name)")
            }
            if let note { #expect(!note.sentence(in: .english).isEmpty && note.step == message.step) }
        }
        // The findings are the server's, in its words.
        let told = (outcome.outputs[.server] ?? []).flatMap { output in
            if case .judged(let verdict) = output { verdict.explanation } else { [output] }
        }
        let findings = told.compactMap { output in
            if case .checked(_, true, let note) = output { note.sentence(in: .english) } else { nil }
        }
        #expect(findings.contains("The path ends at HandshakeSim Root CA, which the server trusts."))
        #expect(findings.contains("The leaf may be used for TLS clients. Its uses: clientAuth."))
    }

    /// OpenSSL verifies CertificateVerify over the messages that were on the wire.
    @Test(arguments: [KeyAlgorithm.rsa, .ecdsa])
    func openSSLVerifiesOurCertificateVerify(kind: KeyAlgorithm) async throws {
        try await Tool.require("openssl")
        let identity = try await Fixture.shared.client(kind)
        for scheme in SignatureScheme.usual where scheme.keyAlgorithm == kind && !scheme.isPSS {
            var pair = try await Mutual.pair(.dheRSAAES256GCM, identity: identity, schemes: [.rsaPKCS1SHA256, scheme])
            let preferred = scheme == .rsaPKCS1SHA256 || kind == .ecdsa
            let flights = await pair.run().flights.prefix(3).map(\.octets)
            let whole = Mutual.messages(flights)
            let last = Array(records(in: flights[2])[2].dropFirst(5))
            let signed = whole.dropLast(last.count)
            var reader = ByteReader(Array(last.dropFirst(4)), recording: false)
            let proof = try CertificateVerify.read(from: &reader)
            #expect(!preferred || proof.scheme == scheme)
            try await TemporaryDirectory.use { directory in
                let key = try directory.write(text: identity.privateKey.pkcs8PEM, to: "key.pem")
                let hash = try #require(proof.scheme.hash).name.lowercased().replacing("-", with: "")
                let printed = try await Tool.output(
                    "openssl",
                    [
                        "dgst", "-\(hash)", "-prverify", key, "-signature",
                        try directory.write(proof.signature, to: "signature"),
                        try directory.write(signed, to: "signed"),
                    ])
                #expect(printed.contains("Verified OK"))
            }
        }
    }

    /// Who has no certificate says so: refused with handshake_failure where one is required, else served.
    @Test func aClientWithoutACertificateSaysSo() async throws {
        var strict = try await Mutual.pair(identity: nil)
        let refused = await strict.run()
        #expect(Mutual.types(refused.flights[2].octets) == [.certificate, .clientKeyExchange])
        #expect(refused.errors[.server] == .noClientCertificate)
        #expect(refused.alerts[.server] == .handshakeFailure)
        #expect(refused.errors[.client] == .peerAlert(.handshakeFailure))
        var mild = try await Mutual.pair(identity: nil, required: false, tracing: true)
        let served = await mild.run()
        #expect(served.isComplete)
        #expect(served.outputs[.server]?.contains(.note(.clientAuthentication(.clientAnonymous))) == true)
        let known = try await Fixture.shared.client(.ecdsa)
        var willing = try await Mutual.pair(identity: known, required: false)
        let outcome = await willing.run()
        #expect(outcome.isComplete)
        #expect(Mutual.types(outcome.flights[2].octets).contains(.certificateVerify))
    }

    /// An identity that the request does not fit stays at home: kind of key, signatures, authorities.
    @Test func anIdentityThatDoesNotFitTheRequestIsNotSent() async throws {
        let (rsa, ecdsa) = (try await Fixture.shared.client(.rsa), try await Fixture.shared.client(.ecdsa))
        let stranger = [UInt8]([0x30, 0x00])
        let attempts = [
            try await Mutual.pair(identity: ecdsa, required: false, schemes: SignatureScheme.lessons),
            try await Mutual.pair(
                .ecdheECDSAAES128GCM, identity: rsa, required: false, schemes: [.ecdsaSHA256, .ecdsaSHA384]),
            try await Mutual.pair(identity: rsa, required: false, authorities: [stranger]),
            try await Mutual.pair(identity: Identity(chain: [], privateKey: rsa.privateKey), required: false),
        ]
        for var pair in attempts {
            let outcome = await pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(Mutual.types(outcome.flights[2].octets) == [.certificate, .clientKeyExchange])
        }
        // An empty list of authorities leaves the choice to the client, and so does one with the right name among others.
        let names = try await Fixture.shared.get().pki.trustStore.authorityNames
        for authorities in [[], [stranger] + names] {
            var pair = try await Mutual.pair(identity: rsa, authorities: authorities)
            #expect(await pair.run().isComplete)
        }
    }

    /// What is asked for is what can be verified.
    @Test func theRequestNamesWhatCanBeVerified() throws {
        #expect(ClientAuthentication.none.request(schemes: SignatureScheme.usual) == nil)
        let all = try #require(ClientAuthentication.requested().request(schemes: SignatureScheme.usual))
        #expect(all.certificateTypes == [.rsaSign, .ecdsaSign])
        let lesson = try #require(
            ClientAuthentication.required(authorities: [[1]]).request(schemes: SignatureScheme.lessons))
        #expect(lesson.certificateTypes == [.rsaSign])
        #expect(lesson.schemes == SignatureScheme.lessons)
        #expect(lesson.authorities == [[1]])
    }

    /// A name that is sent is the octets of the certificate's subject, as OpenSSL cuts them out.
    @Test func authoritiesAreNamedByTheirSubjectsOctets() async throws {
        try await Tool.require("openssl")
        let pki = try await Fixture.shared.get().pki
        let name = try #require(pki.trustStore.authorityNames.first)
        let names = try CertificateNames(ofCertificate: pki.intermediate.certificate)
        #expect(names.issuer == name && names.subject != name)
        #expect(throws: TrustError.self) { try CertificateNames(ofCertificate: [0x30, 0]) }
        try await TemporaryDirectory.use { directory in
            let file = try directory.write(name, to: "name")
            let parsed = try await Tool.output("openssl", ["asn1parse", "-inform", "DER", "-in", file])
            #expect(parsed.contains("HandshakeSim Root CA"))
        }
    }

    /// A client certificate that OpenSSL made, with an RSA and with an ECDSA key.
    @Test(arguments: ["rsa", "ec"])
    func aClientCertificateMadeByOpenSSLIsAccepted(kind: String) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            func openssl(_ arguments: [String]) async throws { _ = try await Tool.output("openssl", arguments) }
            func text(_ name: String) throws -> String { String(decoding: try directory.read(name), as: UTF8.self) }
            let key = kind == "rsa" ? ["rsa:2048"] : ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
            try await openssl(
                ["req", "-x509"] + OpenSSLKey.options(of: "ca", in: directory.path(of: "root.key")) + [
                    "-out", directory.path(of: "root.pem"), "-subj", "/O=Foreign/CN=Foreign Root", "-days", "30",
                    "-addext", "keyUsage=critical,keyCertSign",
                ])
            try await openssl(
                ["req", "-x509"] + OpenSSLKey.options(key, of: "leaf", in: directory.path(of: "client.key")) + [
                    "-out", directory.path(of: "client.pem"), "-CA", directory.path(of: "root.pem"), "-CAkey",
                    directory.path(of: "root.key"), "-subj", "/CN=bob", "-days", "20", "-addext",
                    "basicConstraints=CA:FALSE", "-addext", "extendedKeyUsage=clientAuth", "-addext",
                    "keyUsage=critical,digitalSignature",
                ])
            let identity = Identity(
                chain: try CertificatePEM.decode(try text("client.pem")),
                privateKey: try PrivateKey(pem: try text("client.key")))
            let store = try TrustStore(pem: try text("root.pem"))
            let verdict = Evaluator(store: store).judge(
                chain: identity.chain,
                question: ChainQuestion(.client, time: try CertificateStructure(identity.chain[0]).notBefore))
            #expect(verdict.chain != nil, "\(verdict.refusal?.reason ?? "")")
            var pair = try await Mutual.pair(.dheRSAAES128GCM, identity: identity, authorities: store.authorityNames)
            pair.clientVerdict = verdict
            let outcome = await pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
        }
    }
}
