import Crypto
import Trace

extension TLS13 {
    /// The secrets of the key schedule during the handshake (RFC 8446 section 7.1). They are forgotten with the state that owns them.
    struct HandshakeKeys: Hashable, Sendable {
        let suite: CipherSuite
        let client: TrafficSecret
        let server: TrafficSecret
        let main: MainSecret

        /// Computes the secrets from a transcript that ends with ServerHello. The shared secret and the handshake secret are not kept.
        init(
            _ suite: CipherSuite, psk: SharedSecret?, shared: [UInt8]?, _ session: inout Session
        ) {
            self.suite = suite
            let early = EarlySecret(psk: psk?.octets, hash: suite.hash)
            let handshake = early.handshakeSecret(shared: shared)
            let hash = session.transcript.digest(by: suite.hash)
            client = handshake.traffic(of: .client, hash)
            server = handshake.traffic(of: .server, hash)
            main = handshake.mainSecret
            session.enter(psk: psk, shared: shared)
            session.tell(.early, early.octets)
            session.tell(.handshake, handshake.octets)
            session.tell(.clientHandshakeTraffic, client.octets)
            session.tell(.serverHandshakeTraffic, server.octets)
            session.tell(.main, main.octets)
        }

        /// The secrets for application data, from a transcript that ends with the server's Finished.
        func application(_ session: inout Session) -> ApplicationKeys {
            let hash = session.transcript.digest(by: suite.hash)
            let keys = ApplicationKeys(
                client: main.traffic(of: .client, hash), server: main.traffic(of: .server, hash),
                exporter: main.exporter(hash))
            session.tell(.clientApplicationTraffic, keys.client.octets)
            session.tell(.serverApplicationTraffic, keys.server.octets)
            session.tell(.exporter, keys.exporter.octets)
            return keys
        }

        /// The resumption secret, from a transcript that ends with the client's Finished.
        func resumption(_ session: inout Session) -> ResumptionSecret {
            let secret = main.resumption(session.transcript.digest(by: suite.hash))
            session.tell(.resumption, secret.octets)
            return secret
        }

        /// The Finished of a side over the transcript so far.
        func finished(of side: Role, _ session: Session) -> Finished {
            let base = side == .client ? client : server
            return Finished(verifyData: base.verifyData(session.transcript.digest(by: suite.hash)))
        }

        /// The octets that a side's CertificateVerify signs.
        func signed(by side: Role, _ session: Session) -> [UInt8] {
            SignedTranscript.octets(of: side, session.transcript.digest(by: suite.hash))
        }
    }

    /// The secrets that are known after the server's Finished.
    struct ApplicationKeys: Hashable, Sendable {
        let client: TrafficSecret
        let server: TrafficSecret
        let exporter: ExporterSecret
    }

    /// The material of the two messages by which a side proves its identity (section 4.4).
    struct Credential: Hashable, Sendable {
        let chain: [[UInt8]]
        let signer: Signer
        /// An OCSP response about the first certificate (section 4.4.2.1); nil for a client that has not asked for one.
        var stapled: [UInt8]?

        var entries: [Certificate.Entry] {
            var entries = chain.map { Certificate.Entry($0) }
            if let stapled, !entries.isEmpty {
                entries[0].extensions = [.certificateStatus(CertificateStatus(response: stapled))]
            }
            return entries
        }

        /// Sends Certificate and CertificateVerify.
        func prove<R: RandomSource>(
            _ keys: HandshakeKeys, context: [UInt8] = [], _ session: inout Session, using random: inout R
        ) throws(TLSError) {
            try session.send(Certificate(context: context, entries: entries))
            if session.role == .server { session.serverScheme = signer.scheme }
            let signature = try signer.sign(keys.signed(by: session.role, session), using: &random)
            session.tell(signature: signature, by: signer, keys.suite.hash)
            try session.send(CertificateVerify(scheme: signer.scheme, signature: signature))
        }
    }
}

extension TLS13.ClientConfiguration {
    /// The client's certificate with a key that fits a request; nil if the client has none.
    func credential(for request: TLS13.CertificateRequest) -> TLS13.Credential? {
        guard let identity, identity.isWelcome(to: request.authorities),
            let signer = Signer(identity.privateKey, for: request.schemes ?? [], arithmetic: common.arithmetic)
        else { return nil }
        return TLS13.Credential(chain: identity.chain, signer: signer)
    }
}

extension SignatureScheme {
    /// The schemes that may sign a CertificateVerify of TLS 1.3, preferred first (RFC 8446 section 4.2.3).
    static let forCertificateVerify: [SignatureScheme] = all.filter { !$0.isPKCS1 }
}

extension Signer {
    /// A signer with that key and the first scheme of TLS 1.3 that the peer accepts and that fits the key; nil if there is no such scheme.
    init?(_ key: PrivateKey, for offered: [SignatureScheme], arithmetic: CurveArithmetic) {
        let usable = SignatureScheme.forCertificateVerify.filter { scheme in
            offered.contains(scheme)
                && (try? scheme.checkForCertificateVerify(offered: offered, by: key.publicKey)) != nil
        }
        guard let scheme = usable.first, let signer = Signer(key, by: scheme, arithmetic: arithmetic) else {
            return nil
        }
        self = signer
    }
}
