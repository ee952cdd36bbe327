/// The groups of ephemeral elliptic-curve Diffie-Hellman, ECDHE, that this project has (RFC 8422 section 5.1.1, RFC 8446 section 4.2.7).
public enum KeyAgreementGroup: Hashable, Sendable, CaseIterable {
    /// P-256: public keys are uncompressed points of 65 octets.
    case secp256r1
    /// P-384: public keys are uncompressed points of 97 octets.
    case secp384r1
    /// P-521: public keys are uncompressed points of 133 octets.
    case secp521r1
    /// X25519: public keys are u-coordinates of 32 octets.
    case x25519

    /// The curve whose points are sent; nil for X25519, which sends one coordinate.
    public var curve: EllipticCurve? {
        switch self {
        case .secp256r1: .p256
        case .secp384r1: .p384
        case .secp521r1: .p521
        case .x25519: nil
        }
    }

    /// The length of a private key in octets, which is also the length of a shared secret.
    public var privateKeyLength: Int { curve?.scalarSize ?? X25519.size }
}

/// The implementation of elliptic-curve arithmetic. The results are the same to the octet, but for the ECDSA signatures of `live`.
public enum CurveArithmetic: Hashable, Sendable, CaseIterable {
    /// The implementation of this module, on GMP. Every step can be read in the source, but the time depends on the key.
    case lesson
    /// The implementation of swift-crypto. Its time does not depend on the key, so it is for sessions with other programs.
    case live
    /// The implementation of swift-crypto, but ECDSA signatures are made by this module. Those of swift-crypto have random nonces of its own,
    /// so that a run could not be repeated.
    case repeatable
}

/// One side's key in an elliptic-curve Diffie-Hellman exchange (RFC 8422 sections 5.10 and 5.11).
///
/// Each side draws a number k and sends k · G; each multiplies what it receives by its own number, and both arrive at
/// k · k' · G. If both numbers are forgotten afterwards, the secret cannot be computed later: forward secrecy.
public struct KeyAgreementKey: Hashable, Sendable {
    /// The group that the exchange takes place in.
    public let group: KeyAgreementGroup
    /// The implementation of the arithmetic.
    public let arithmetic: CurveArithmetic
    /// The secret, ``KeyAgreementGroup/privateKeyLength`` octets.
    public let privateKey: [UInt8]
    /// The octets to send: the ECPoint of a ServerKeyExchange or a ClientKeyExchange (RFC 8422 sections 5.4 and 5.7).
    public let publicKey: [UInt8]
    /// The library's form of the key; nil with the lesson's arithmetic.
    private let live: LiveKeyAgreement?

    /// The key with a given secret.
    ///
    /// - Parameter privateKey: ``KeyAgreementGroup/privateKeyLength`` octets. On P-256, P-384 and P-521 they are a number from 1 to
    ///   n - 1, the most significant octet first. With X25519 they may have any value.
    /// - Throws: ``EllipticCurveError/wrongPrivateKeyLength(count:needed:)``,
    ///   ``EllipticCurveError/privateKeyOutOfRange``.
    public init(
        group: KeyAgreementGroup, privateKey: [UInt8], arithmetic: CurveArithmetic
    ) throws(EllipticCurveError) {
        guard privateKey.count == group.privateKeyLength else {
            throw .wrongPrivateKeyLength(count: privateKey.count, needed: group.privateKeyLength)
        }
        self.group = group
        self.arithmetic = arithmetic
        self.privateKey = privateKey
        let live = arithmetic != .lesson ? try LiveKeyAgreement(privateKey, in: group) : nil
        self.live = live
        publicKey =
            if let live {
                live.publicKey
            } else if let curve = group.curve {
                try EllipticCurvePrivateKey(Integer(bigEndian: privateKey), on: curve).publicKey.octets
            } else {
                try X25519.publicKey(of: privateKey)
            }
    }

    /// Draws a key. The same draw gives the same key with either arithmetic.
    public static func generate<R: RandomSource>(
        in group: KeyAgreementGroup, arithmetic: CurveArithmetic, using random: inout R
    ) -> KeyAgreementKey {
        while true {
            // On P-256 one draw in 2³² is not below n, and is repeated. On P-384 that hardly ever happens. On P-521 the highest octet
            // has one bit.
            var secret = random.octets(group.privateKeyLength)
            if group == .secp521r1, !secret.isEmpty { secret[0] &= 1 }
            if let key = try? KeyAgreementKey(group: group, privateKey: secret, arithmetic: arithmetic) { return key }
        }
    }

    /// The premaster secret of TLS 1.2, the shared secret of TLS 1.3: the x-coordinate on P-256, P-384 and P-521, the u-coordinate of
    /// X25519, with leading zeros (RFC 8422 section 5.10, RFC 8446 section 7.4.2).
    ///
    /// - Parameter peer: the octets of the peer's ECPoint.
    /// - Throws: ``EllipticCurveError`` if the peer's key must be refused: on P-256, P-384 and P-521 a point in another form or not
    ///   on the curve, with X25519 another length or a point of small order.
    public func sharedSecret(with peer: [UInt8]) throws(EllipticCurveError) -> [UInt8] {
        if let live { return try live.sharedSecret(with: peer) }
        guard let curve = group.curve else { return try X25519.sharedSecret(privateKey, with: peer) }
        let key = try EllipticCurvePrivateKey(Integer(bigEndian: privateKey), on: curve)
        return try key.sharedSecret(with: EllipticCurvePublicKey(peer, on: curve))
    }

    /// WRONG: the shared secret without the check that the point lies on the curve (against RFC 8422 section 5.11). The formulas of
    /// the arithmetic do not use b, so they also work for points of other curves. The point at infinity has the x-coordinate 0 here.
    ///
    /// - Parameter inRange: whether the coordinates must be below the prime of the field.
    /// - Throws: ``EllipticCurveError/coordinateOutOfRange`` if they must be, and one of them is not.
    package func uncheckedSecret(with peer: [UInt8], inRange: Bool) throws(EllipticCurveError) -> [UInt8] {
        guard let curve = group.curve else { return try sharedSecret(with: peer) }
        let (x, y) = (
            Integer(bigEndian: peer.dropFirst().prefix(curve.fieldSize)),
            Integer(bigEndian: peer.suffix(curve.fieldSize))
        )
        guard !inRange || max(x, y) < curve.p else { throw .coordinateOutOfRange }
        let product = curve.multiply(.affine(x: x, y: y), by: Integer(bigEndian: privateKey))
        guard case .affine(let x, _) = product, let octets = x.bigEndian(count: curve.fieldSize) else {
            return [UInt8](repeating: 0, count: curve.fieldSize)
        }
        return octets
    }
}

// MARK: - Secrets stay out of messages

extension KeyAgreementKey: CustomStringConvertible {
    /// The group, without the secret. Debuggers and failing tests print this text.
    public var description: String { "ECDHE key in \(group)" }
}
