import Crypto
import PKI
import Trace

/// Ephemeral Diffie–Hellman on an elliptic curve, signed with the server's RSA or ECDSA key (RFC 8422 sections 5.4 and 5.7).
///
/// The same idea as DHE, with points instead of residues: 32 octets of X25519 are about as strong as 384 of a finite field, and
/// far quicker. The certified key again only signs.
enum ECDHEKeyExchange {
    /// Parameters whose signature has been verified: the only kind a client can answer.
    struct Offer: Hashable, Sendable {
        /// The curve.
        let group: KeyAgreementGroup
        /// The server's public value.
        let point: [UInt8]
        fileprivate let arithmetic: CurveArithmetic
    }

    /// The server's first move: its own key, and what of it goes to the client.
    ///
    /// - Parameter reused: the number of all connections, if there is one.
    static func offer<R: RandomSource>(
        on group: KeyAgreementGroup, arithmetic: CurveArithmetic, reused: Integer? = nil, using random: inout R
    ) -> (params: ServerECDHParams, memory: KeyAgreementKey) {
        let old = reused?.bigEndian(count: group.privateKeyLength).flatMap {
            try? KeyAgreementKey(group: group, privateKey: $0, arithmetic: arithmetic)
        }
        let key = old ?? KeyAgreementKey.generate(in: group, arithmetic: arithmetic, using: &random)
        return (ServerECDHParams(curve: group.namedGroup, point: key.publicKey), key)
    }

    /// Verifies the signature and that the curve was offered. The point itself is looked at where it is used.
    static func verify(
        _ message: ServerKeyExchange, _ params: ServerECDHParams, _ terms: ClientTerms
    ) throws(TLSError) -> Offer {
        try terms.verify(message)
        guard terms.curves.contains(params.curve), let group = params.curve.keyAgreement else {
            throw .curveNotOffered(params.curve)
        }
        return Offer(group: group, point: params.point, arithmetic: terms.arithmetic)
    }

    /// The client's move: its own key, and the secret that it makes with the server's point.
    static func answer<R: RandomSource>(
        _ offer: Offer, using random: inout R
    ) throws(TLSError) -> (key: KeyAgreementKey, premaster: PremasterSecret) {
        let key = KeyAgreementKey.generate(in: offer.group, arithmetic: offer.arithmetic, using: &random)
        return (key, try premaster(key, with: offer.point, of: .server))
    }

    /// The server's conclusion from the client's point.
    ///
    /// - Parameter extent: how far the point is looked at. Half: its coordinates (SEC 1 section 3.2.2.1, step 2), and not the equation of the
    ///   curve (step 3).
    static func conclude(
        _ point: [UInt8], remembering key: KeyAgreementKey, checked extent: Extent = .whole
    ) throws(TLSError) -> PremasterSecret {
        if extent != .whole, let secret = try? key.uncheckedSecret(with: point, inRange: extent == .half) {
            return PremasterSecret(octets: secret)
        }
        return try premaster(key, with: point, of: .client)
    }

    /// The x-coordinate of the shared point, all its octets: unlike in finite fields, leading zeros stay (RFC 8422
    /// section 5.10).
    private static func premaster(
        _ key: KeyAgreementKey, with point: [UInt8], of side: Role
    ) throws(TLSError) -> PremasterSecret {
        do {
            return PremasterSecret(octets: try key.sharedSecret(with: point))
        } catch {
            throw .badPoint(of: side, error)
        }
    }
}

extension NamedGroup {
    /// The curve as the arithmetic knows it; nil where it does not.
    var keyAgreement: KeyAgreementGroup? { KeyAgreementGroup.allCases.first { $0.namedGroup == self } }
}

extension KeyAgreementGroup {
    /// The curve's code point.
    var namedGroup: NamedGroup {
        switch self {
        case .x25519: .x25519
        case .secp256r1: .secp256r1
        case .secp384r1: .secp384r1
        case .secp521r1: .secp521r1
        }
    }
}
