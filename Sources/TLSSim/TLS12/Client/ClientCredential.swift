import Crypto
import PKI
import Trace

/// The chain with which a client answers a CertificateRequest, and a signer with the key of the leaf.
struct ClientCredential: Hashable, Sendable {
    let chain: [[UInt8]]
    private let signer: Signer

    /// The client's identity; nil if the request does not allow it. The request limits the algorithm of the key, the signature schemes and
    /// the authorities (RFC 5246 section 7.4.6).
    init?(_ configuration: Client.Configuration, for request: CertificateRequest) {
        guard let identity = configuration.identity, !identity.chain.isEmpty else { return nil }
        let key = identity.privateKey.publicKey.algorithm
        guard request.certificateTypes.contains(key == .rsa ? .rsaSign : .ecdsaSign) else { return nil }
        let scheme = request.schemes.first {
            $0.keyAlgorithm == key && configuration.signatureSchemes.contains($0)
        }
        guard let scheme,
            let signer = Signer(identity.privateKey, by: scheme, arithmetic: configuration.arithmetic),
            identity.isWelcome(to: request.authorities)
        else { return nil }
        chain = identity.chain
        self.signer = signer
    }

    /// Signs all handshake messages so far and sends the signature (section 7.4.8).
    func prove<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) {
        let messages = session.transcript.takeMessages()
        let signature = try signer.sign(messages, using: &random)
        session.tell(signature: signature, over: messages, by: signer)
        try session.send(CertificateVerify(scheme: signer.scheme, signature: signature))
    }
}

extension Identity {
    /// Whether one of the authorities has issued one of the certificates. An empty list allows any authority (RFC 5246 section 7.4.4, RFC
    /// 8446 section 4.2.4). Names are compared octet for octet, because authorities copy their own name without a change.
    func isWelcome(to authorities: [[UInt8]]) -> Bool {
        guard !authorities.isEmpty else { return true }
        return chain.contains { certificate in
            guard let names = try? CertificateNames(ofCertificate: certificate) else { return false }
            return authorities.contains(names.issuer)
        }
    }
}

extension Session {
    /// Answers a request for the client's certificate with a chain or with an empty list. Sends nothing if there was no request.
    ///
    /// - Returns: the credential that has to sign after ClientKeyExchange; nil if no chain was sent.
    mutating func answer(
        _ request: CertificateRequest?, _ configuration: Client.Configuration
    ) throws(TLSError) -> ClientCredential? {
        guard let request, let credential = ClientCredential(configuration, for: request) else {
            transcript.forgetMessages()
            if request != nil { try send(CertificateMessage(chain: [])) }
            return nil
        }
        try send(CertificateMessage(chain: credential.chain))
        emit(.certificateShown)
        return credential
    }
}

extension ExpectServerHelloDone {
    /// Takes the server's request for the client's certificate.
    func receive(request message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        guard request == nil else { throw .unexpected(message: message.name, awaiting: "ExpectServerHelloDone") }
        let request = try session.read(message, CertificateRequest.read)
        session.explain(request)
        session.transcript.add(message)
        session.emit(.certificateRequested)
        return .expectServerHelloDone(
            ExpectServerHelloDone(
                configuration: configuration, chain: chain, negotiated: negotiated, offer: offer, request: request))
    }
}
