import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What a server can do wrong in TLS 1.3, done to a client.
@Suite struct TLS13ClientFacingTests {
    private func pair(
        _ change: (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void = { _, _ in }
    ) async throws -> TLS13Pair {
        try await TLS13Pair.able { client, server in
            client.isCompatible = false
            change(&client, &server)
        }
    }

    /// What a server says that does it by hand.
    struct Script {
        var hello: (inout ServerHello) -> Void = { _ in }
        var answers: [HelloExtension] = []
        var request: TLS13.CertificateRequest?
        var certificate: (inout TLS13.Certificate) -> Void = { _ in }
        var signed: ([UInt8]) -> [UInt8] = { $0 }
        var proof: (inout CertificateVerify) -> Void = { _ in }
        var finished: (inout TLS13.Finished) -> Void = { _ in }
        /// A message in the place of the rest, after so many of EncryptedExtensions, CertificateRequest, Certificate, CertificateVerify.
        var insteadOf: (index: Int, HandshakeMessage)?
    }

    /// A client's alert about what a server says.
    private func clientsAlert(
        _ pair: TLS13Pair, _ script: Script, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AlertDescription? {
        let fixture = try await Fixture.shared.get()
        var (client, random) = (pair.client, pair.random)
        let message = try client.begin(using: &random)
        let hello = try message.parsed(ClientHello.read)
        let offered = try #require(hello.keyShares?.first)
        var session = TLS13.Session(.server, tracing: false)
        session.transcript.add(message)
        let exchange = try ShareKey.answer(to: offered, .live, using: &random)
        var answer = ServerHello(
            random: random.octets(32), sessionID: hello.sessionID, cipherSuite: 0x1301,
            extensions: [.keyShare(exchange.share), .selectedVersion(.tls13)])
        script.hello(&answer)
        try session.send(answer)
        session.transcript.select(.sha256)
        let keys = TLS13.HandshakeKeys(.aes128GCM, psk: nil, shared: exchange.secret, &session)
        session.startWriting(.aes128GCM, keys.server)
        var bodies: [HandshakeMessage] = [EncryptedExtensions(extensions: script.answers).message]
        if let request = script.request { bodies.append(request.message) }
        let identity = fixture.pki.identity
        var certificate = TLS13.Certificate(entries: identity.chain.map { TLS13.Certificate.Entry($0) })
        script.certificate(&certificate)
        bodies.append(certificate.message)
        for (index, body) in bodies.enumerated() {
            if let (place, other) = script.insteadOf, place == index { try session.send(other.bytes) }
            try session.send(body.bytes)
        }
        let signer = try #require(
            Signer(identity.privateKey, for: SignatureScheme.usual, arithmetic: .live))
        var proof = CertificateVerify(
            scheme: signer.scheme,
            signature: try signer.sign(script.signed(keys.signed(by: .server, session)), using: &random))
        script.proof(&proof)
        try session.send(proof)
        var finished = keys.finished(of: .server, session)
        script.finished(&finished)
        try session.send(finished)
        var outputs: [Output] = []
        for case .bytes(let flight) in session.drain() {
            outputs += client.handle(.bytes(flight), using: &random)
            if outputs.contains(where: { if case .judge = $0 { true } else { false } }) {
                outputs += client.handle(.verdict(fixture.verdict), using: &random)
            }
        }
        return refusal(in: outputs, sourceLocation: sourceLocation)
    }

    @Test func aClientRefusesAServerThatKeepsNoRule() async throws {
        let pair = try await self.pair { client, _ in client.applicationProtocols = ["h2"] }
        let spki: HelloExtension = .other(type: 0x2a2a, body: [])
        let rows: [(row: Int, AlertDescription?, (inout Script) -> Void)] = [
            (0, nil, { _ in }),
            (
                1, .illegalParameter,
                {
                    $0.hello = { hello in
                        hello.extensions.removeLast()
                        hello.random.replaceSubrange(24..<32, with: Array("DOWNGRD".utf8) + [1])
                    }
                }
            ),
            (2, .illegalParameter, { $0.hello = { $0.extensions[1] = .selectedVersion(.tls12) } }),
            (3, .illegalParameter, { $0.hello = { $0.cipherSuite = 0x1304 } }),
            (3, .illegalParameter, { $0.hello = { $0.cipherSuite = 0xc02f } }),
            (3, .illegalParameter, { $0.hello = { $0.sessionID = [1] } }),
            (3, .illegalParameter, { $0.hello = { $0.compressionMethod = 1 } }),
            (4, .missingExtension, { $0.hello = { $0.extensions.removeFirst() } }),
            (
                5, .illegalParameter,
                {
                    $0.hello = {
                        $0.extensions[0] = .keyShare(
                            KeyShareEntry(group: .secp256r1, value: [4] + [UInt8](repeating: 1, count: 64)))
                    }
                }
            ),
            (
                5, .illegalParameter,
                {
                    $0.hello = { $0.extensions[0] = .keyShare(KeyShareEntry(group: .x25519, value: [1])) }
                }
            ),
            (
                7, .illegalParameter,
                {
                    $0.hello = { hello in
                        hello.random = ServerHello.helloRetryRequestRandom
                        hello.extensions = [.selectedVersion(.tls13)]
                    }
                }
            ),
            (
                7, .illegalParameter,
                {
                    $0.hello = { hello in
                        hello.random = ServerHello.helloRetryRequestRandom
                        hello.extensions = [.selectedVersion(.tls13), .selectedGroup(.x25519)]
                    }
                }
            ),
            (8, .unsupportedExtension, { $0.hello = { $0.extensions.append(spki) } }),
            (8, .unsupportedExtension, { $0.answers = [spki] }),
            (8, .unsupportedExtension, { $0.certificate = { $0.entries[0].extensions = [spki] } }),
            (9, .illegalParameter, { $0.answers = [.selectedVersion(.tls13)] }),
            (9, .illegalParameter, { $0.answers = [.pskKeyExchangeModes([.pskWithDHE])] }),
            (9, .illegalParameter, { $0.answers = [.applicationProtocols([Array("h3".utf8)])] }),
            (10, .missingExtension, { $0.request = TLS13.CertificateRequest(extensions: []) }),
            (11, .decodeError, { $0.certificate = { $0.entries = [] } }),
            (12, .illegalParameter, { $0.certificate = { $0.context = [1] } }),
            (13, .decryptError, { $0.proof = { $0.signature[20] ^= 1 } }),
            (
                13, .decryptError,
                {
                    $0.signed = { octets in
                        var octets = octets
                        octets[octets.count - 1] ^= 1
                        return octets
                    }
                }
            ),
            (13, .illegalParameter, { $0.proof = { $0.scheme = .rsaPKCS1SHA256 } }),
            (13, .illegalParameter, { $0.proof = { $0.scheme = .ecdsaSHA256 } }),
            (13, .illegalParameter, { $0.proof = { $0.scheme = SignatureScheme(rawValue: 0x2a2a) } }),
            (14, .unsupportedExtension, { $0.hello = { $0.extensions.append(.selectedIdentity(0)) } }),
            // Both: 6 to 8.
            (106, .unexpectedMessage, { $0.insteadOf = (1, TLS13.Finished(verifyData: []).message) }),
            (107, .decryptError, { $0.finished = { $0.verifyData[0] ^= 1 } }),
            (107, .decodeError, { $0.finished = { $0.verifyData.removeLast() } }),
            (108, .unexpectedMessage, { $0.insteadOf = (1, KeyUpdate(isRequested: false).message) }),
        ]
        for (row, expected, change) in rows {
            var script = Script()
            change(&script)
            let said = try await clientsAlert(pair, script)
            #expect(said == expected, "row \(row)")
        }
    }
}
