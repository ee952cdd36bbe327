import Crypto
import PKI
import Trace

/// Ephemeral Diffie–Hellman on an elliptic curve, signed with the server's RSA or ECDSA key (RFC 8422 sections 5.4 and 5.7).
///
/// The same idea as DHE, with points instead of residues: 32 octets of X25519 are about as strong as 384 of a finite field, and
/// far quicker. The certified key again only signs.
public enum ECDHEKeyExchange: KeyExchange {
    /// The server's own key on the curve, for as long as the handshake takes.
    public typealias Memory = KeyAgreementKey

    /// Parameters whose signature has been verified: the only kind a client can answer.
    public struct Offer: Hashable, Sendable {
        /// The curve.
        public let curve: NamedGroup
        /// The server's public value.
        public let point: [UInt8]
        fileprivate let group: KeyAgreementGroup
        fileprivate let arithmetic: CurveArithmetic
    }

    public static func offer<R: RandomSource>(
        _ terms: ServerTerms, using random: inout R
    ) throws(TLSError) -> (message: ServerKeyExchange?, memory: KeyAgreementKey) {
        guard let curve = terms.curve, let group = curve.keyAgreement else {
            throw .internalFault("a key exchange on a curve that is not implemented")
        }
        let key = KeyAgreementKey.generate(in: group, arithmetic: terms.arithmetic, using: &random)
        let params = ServerKeyExchange.Params.curve(ServerECDHParams(curve: curve, point: key.publicKey))
        return (try terms.sign(params, using: &random), key)
    }

    /// Verifies the signature and that the curve was offered. The point itself is looked at where it is used.
    static func verify(
        _ message: ServerKeyExchange, _ params: ServerECDHParams, _ terms: ClientTerms
    ) throws(TLSError) -> Offer {
        try terms.verify(message)
        guard terms.curves.contains(params.curve), let group = params.curve.keyAgreement else {
            throw .curveNotOffered(params.curve)
        }
        return Offer(curve: params.curve, point: params.point, group: group, arithmetic: terms.arithmetic)
    }

    public static func answer<R: RandomSource>(
        _ offer: Offer, to peer: VerifiedChain, offeredVersion: ProtocolVersion, using random: inout R
    ) throws(TLSError) -> KeyExchangeAnswer {
        let key = KeyAgreementKey.generate(in: offer.group, arithmetic: offer.arithmetic, using: &random)
        return KeyExchangeAnswer(
            message: .point(key.publicKey), premaster: try premaster(key, with: offer.point, "the server's point"),
            ephemeral: .curve(key))
    }

    public static func conclude<R: RandomSource>(
        _ answer: ClientKeyExchange, remembering memory: KeyAgreementKey, offeredVersion: ProtocolVersion,
        using random: inout R
    ) throws(TLSError) -> PremasterSecret {
        guard case .point(let point) = answer else {
            throw .internalFault("another answer than a point to a key exchange on a curve")
        }
        return try premaster(memory, with: point, "the client's point")
    }

    /// The x-coordinate of the shared point, all its octets: unlike in finite fields, leading zeros stay (RFC 8422
    /// section 5.10).
    private static func premaster(
        _ key: KeyAgreementKey, with point: [UInt8], _ name: String
    ) throws(TLSError) -> PremasterSecret {
        do {
            return PremasterSecret(octets: try key.sharedSecret(with: point))
        } catch {
            throw .badPoint("\(name): \(error)")
        }
    }
}

extension NamedGroup {
    /// The curve as the arithmetic knows it; nil where it does not.
    var keyAgreement: KeyAgreementGroup? {
        switch self {
        case .x25519: .x25519
        case .secp256r1: .secp256r1
        default: nil
        }
    }
}
