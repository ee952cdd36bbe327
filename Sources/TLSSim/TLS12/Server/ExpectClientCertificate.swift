import Crypto
import PKI
import Trace

extension ClientAuthentication {
    /// The request to send; nil if none is sent. The certificate types are those whose keys can make signatures of `schemes`.
    func request(schemes: [SignatureScheme]) -> CertificateRequest? {
        guard let authorities else { return nil }
        let kinds: [(KeyAlgorithm, CertificateRequest.CertificateType)] = [(.rsa, .rsaSign), (.ecdsa, .ecdsaSign)]
        let types = kinds.filter { kind in schemes.contains { $0.keyAlgorithm?.nameInTLS12 == kind.0 } }.map(\.1)
        return CertificateRequest(certificateTypes: types, schemes: schemes, authorities: authorities)
    }

    /// Whether a client without a certificate is refused.
    var isRequired: Bool {
        if case .required = self { true } else { false }
    }
}

/// The server has sent its flight with a request; the client's certificate comes next.
struct ExpectClientCertificate: Hashable, Sendable {
    let request: CertificateRequest
    let isRequired: Bool
    let next: ExpectClientKeyExchange

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ServerState {
        let certificate = try session.read(message, CertificateMessage.read)
        session.explain(certificate)
        session.transcript.add(message)
        guard !certificate.chain.isEmpty else {
            guard !isRequired else { throw .noClientCertificate }
            session.transcript.forgetMessages()
            session.tellAnonymous()
            return .expectClientKeyExchange(next)
        }
        session.emit(.judge(certificate.chain))
        return .judging(JudgingClientChain(request: request, next: next))
    }
}

/// The client's chain is being judged.
struct JudgingClientChain: Hashable, Sendable {
    let request: CertificateRequest
    let next: ExpectClientKeyExchange

    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ServerState {
        let chain = try session.accepted(verdict)
        let type: CertificateRequest.CertificateType = chain.leafKey.algorithm == .rsa ? .rsaSign : .ecdsaSign
        guard request.certificateTypes.contains(type) else { throw .certificateTypeNotRequested(type) }
        // RFC 5246 section 7.4.6: the keyUsage of the certificate must allow signatures, for CertificateVerify.
        guard chain.allowsSignatures else { throw .keyUsage(lacking: .certificateVerify) }
        session.tellClientMaySign()
        var proving = next
        proving.client = UnprovedClient(chain: chain, schemes: request.schemes)
        return .expectClientKeyExchange(proving)
    }
}

/// A client whose chain was accepted, but which has not proved yet that it owns the key. Anyone could have copied the chain.
struct UnprovedClient: Hashable, Sendable {
    fileprivate let chain: VerifiedChain
    /// The signature schemes that the request allows.
    fileprivate let schemes: [SignatureScheme]
}

/// The keys are computed; the client's signature over the handshake comes next (RFC 5246 section 7.4.8).
struct ExpectCertificateVerify: Hashable, Sendable {
    let client: UnprovedClient
    let configuration: Server.Configuration
    let agreement: Agreement

    /// WRONG: the state that follows if CertificateVerify is left out.
    var withoutProof: ServerExpectChangeCipherSpec {
        var agreement = agreement
        agreement.peer = PeerIdentity(client.chain)
        return ServerExpectChangeCipherSpec(configuration: configuration, agreement: agreement)
    }

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ServerState {
        let proof = try session.read(message, CertificateVerify.read)
        session.explain(proof)
        let messages = session.transcript.takeMessages()
        let proved = try client.proved(by: proof, over: messages, arithmetic: configuration.arithmetic)
        session.transcript.add(message)
        session.tell(verified: proof, over: messages, by: client.chain.leafKey)
        var agreement = agreement
        agreement.peer = proved
        return .expectChangeCipherSpec(
            ServerExpectChangeCipherSpec(configuration: configuration, agreement: agreement))
    }
}

extension UnprovedClient {
    /// The client's identity, after its signature over `messages` is verified.
    ///
    /// - Throws: ``TLSError/signatureSchemeNotOffered(_:)``, ``TLSError/signatureKeyMismatch(_:)``,
    ///   ``TLSError/badSignature(_:)``.
    fileprivate func proved(
        by proof: CertificateVerify, over messages: [UInt8], arithmetic: CurveArithmetic
    ) throws(TLSError) -> PeerIdentity {
        guard schemes.contains(proof.scheme) else { throw .signatureSchemeNotOffered(proof.scheme) }
        try proof.scheme.verify(
            proof.signature, of: messages, by: chain.leafKey, arithmetic: arithmetic, what: "CertificateVerify")
        return PeerIdentity(chain)
    }
}
