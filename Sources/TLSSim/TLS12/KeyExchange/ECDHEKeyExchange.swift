import Crypto
import PKI
import Trace

/// Ephemeral Diffie–Hellman on an elliptic curve, signed with the server's RSA, ECDSA or Ed25519 key (RFC 8422 sections 5.4 and 5.7).
///
/// It is Diffie–Hellman with points of a curve instead of numbers modulo p. The 32 octets of X25519 are about as strong as 384 octets of
/// a finite field, and the computation is much faster. The certified key only signs, as in DHE.
enum ECDHEKeyExchange {
    /// Parameters that ``accept(_:under:)`` has accepted. A client can answer no others.
    struct Offer: Hashable, Sendable {
        /// The curve.
        let group: KeyAgreementGroup
        /// The server's public value.
        let point: [UInt8]
        fileprivate let arithmetic: CurveArithmetic
    }

    /// The server's offer: its key, and the parameters that it sends to the client.
    ///
    /// - Parameter reused: one private key for all connections; nil to draw a new one.
    static func offer<R: RandomSource>(
        on group: KeyAgreementGroup, arithmetic: CurveArithmetic, reused: Integer? = nil, using random: inout R
    ) -> (params: ServerECDHParams, memory: KeyAgreementKey) {
        let old = reused?.bigEndian(count: group.privateKeyLength).flatMap {
            try? KeyAgreementKey(group: group, privateKey: $0, arithmetic: arithmetic)
        }
        let key = old ?? KeyAgreementKey.generate(in: group, arithmetic: arithmetic, using: &random)
        return (ServerECDHParams(curve: group.namedGroup, point: key.publicKey), key)
    }

    /// Checks that the parameters name an offered curve. The point is checked when it is used.
    ///
    /// - Throws: ``TLSError/curveNotOffered(_:)``.
    static func accept(_ params: ServerECDHParams, under terms: ClientTerms) throws(TLSError) -> Offer {
        guard terms.curves.contains(params.curve), let group = params.curve.keyAgreement else {
            throw .curveNotOffered(params.curve)
        }
        return Offer(group: group, point: params.point, arithmetic: terms.arithmetic)
    }

    /// The client's answer: its own key, and the premaster secret that follows from it and the server's point.
    static func answer<R: RandomSource>(
        _ offer: Offer, using random: inout R
    ) throws(TLSError) -> (key: KeyAgreementKey, premaster: PremasterSecret) {
        let key = KeyAgreementKey.generate(in: offer.group, arithmetic: offer.arithmetic, using: &random)
        return (key, try premaster(key, with: offer.point, of: .server))
    }

    /// The premaster secret, which the server computes from its key and the client's point.
    ///
    /// - Parameter extent: how much of the check of the point is made. Half: only that the coordinates are below the prime (SEC 1 section
    ///   3.2.2.1, step 2), and not the equation of the curve (step 3).
    /// - Throws: ``TLSError/badPoint(of:_:)``.
    static func conclude(
        _ point: [UInt8], remembering key: KeyAgreementKey, checked extent: RuleCoverage = .whole
    ) throws(TLSError) -> PremasterSecret {
        if extent != .whole, let secret = try? key.uncheckedSecret(with: point, inRange: extent == .half) {
            return PremasterSecret(octets: secret)
        }
        return try premaster(key, with: point, of: .client)
    }

    /// The premaster secret: the x-coordinate of the shared point. Unlike in a finite field, leading zero octets stay (RFC 8422 section
    /// 5.10).
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
    /// The curve for the arithmetic of `Crypto`; nil for a group that is not one of its curves.
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
