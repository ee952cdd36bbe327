import Crypto
import PKI

/// The values with which a client verifies the server's parameters.
struct ClientTerms {
    /// The chain with the key of the signature; nil for an anonymous server.
    let peer: VerifiedChain?
    let schemes: [SignatureScheme]
    let groupPolicy: DHEKeyExchange.GroupPolicy
    let curves: [NamedGroup]
    let arithmetic: CurveArithmetic
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]

    /// What the client knows of the origin of the parameters in `message`.
    ///
    /// - Throws: the errors of ``ParametersSigned``.
    func origin(of message: ServerKeyExchange, without missing: MissingRules) throws(TLSError) -> ParameterOrigin {
        guard let peer else { return .anonymous }
        if let unchecked = UncheckedParameters(missing) { return .unchecked(unchecked) }
        return .signed(try ParametersSigned(message, by: peer, under: self))
    }
}

/// What a client knows of the origin of the parameters that it answers.
enum ParameterOrigin: Hashable, Sendable {
    case signed(ParametersSigned)
    /// The suite has no signature (DH_anon), so nothing is known.
    case anonymous
    /// WRONG: the client does not keep the rule to verify the signature.
    case unchecked(UncheckedParameters)
}

/// The proof that the certified key has signed the parameters of this handshake: only a signature that holds makes a value of this type.
struct ParametersSigned: Hashable, Sendable {
    /// The scheme of the signature.
    let scheme: SignatureScheme

    /// Verifies that the scheme was offered and that the signature holds (RFC 5246 section 7.4.3).
    ///
    /// - Throws: ``TLSError/signatureSchemeNotOffered(_:)``, ``TLSError/badSignature(_:)``, ``TLSError/signatureKeyMismatch(_:)``.
    init(_ message: ServerKeyExchange, by peer: VerifiedChain, under terms: ClientTerms) throws(TLSError) {
        guard terms.schemes.contains(message.scheme) else { throw .signatureSchemeNotOffered(message.scheme) }
        try message.verify(
            by: peer.leafKey, clientRandom: terms.clientRandom, serverRandom: terms.serverRandom,
            arithmetic: terms.arithmetic)
        scheme = message.scheme
    }
}

extension ServerKeyExchange {
    /// The message with `params` and a signature over both randoms and `params` (RFC 5246 section 7.4.3).
    package init<R: RandomSource>(
        signing params: Params, by signer: Signer, clientRandom: [UInt8], serverRandom: [UInt8],
        using random: inout R
    ) throws(TLSError) {
        let signature = try signer.sign(params.signedOctets(clientRandom, serverRandom), using: &random)
        self.init(params: params, scheme: signer.scheme, signature: signature)
    }

    /// The message of a server without a certificate.
    init(unsigned params: Params) {
        self.init(params: params, scheme: SignatureScheme(rawValue: 0), signature: [], isSigned: false)
    }

    /// Verifies the signature over both randoms and the parameters (RFC 5246 section 7.4.3). An onlooker with the hellos and the certificate
    /// can do this too.
    ///
    /// - Throws: ``TLSError/badSignature(_:)``; ``TLSError/signatureKeyMismatch(_:)`` if the scheme needs a key of another algorithm;
    ///   ``TLSError/signatureSchemeNotOffered(_:)`` for a scheme that is not implemented.
    public func verify(
        by key: PublicKey, clientRandom: [UInt8], serverRandom: [UInt8], arithmetic: CurveArithmetic = .live
    ) throws(TLSError) {
        try scheme.verify(
            signature, of: params.signedOctets(clientRandom, serverRandom), by: key, arithmetic: arithmetic,
            what: "ServerKeyExchange")
    }
}

extension ServerKeyExchange.Params {
    /// The octets that the signature covers: client_random + server_random + params (RFC 5246 section 7.4.3).
    ///
    /// The randoms bind the signature to this handshake. Without them, an attacker could replay recorded parameters.
    func signedOctets(_ clientRandom: [UInt8], _ serverRandom: [UInt8]) -> [UInt8] {
        clientRandom + serverRandom + bytes
    }
}
