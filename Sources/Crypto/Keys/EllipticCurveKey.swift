/// A public key on an elliptic curve: the point d · G. Only the owner of the key knows d.
public struct EllipticCurvePublicKey: Hashable, Sendable {
    /// The curve.
    public let curve: EllipticCurve
    /// Q = d · G.
    public let point: EllipticCurve.Point

    /// The point, uncompressed: 65 octets on P-256.
    public var octets: [UInt8] { curve.octets(of: point) }
}

extension EllipticCurvePublicKey {
    /// A key from the uncompressed octets of its point, validated (SEC 1 section 3.2.2.1).
    ///
    /// - Throws: what ``EllipticCurve/point(_:)`` throws.
    public init(_ octets: [UInt8], on curve: EllipticCurve = .p256) throws(EllipticCurveError) {
        self.init(curve: curve, point: try curve.point(octets))
    }
}

/// A private key on an elliptic curve: a secret number.
public struct EllipticCurvePrivateKey: Hashable, Sendable {
    /// d, from 1 to n - 1.
    public let d: Integer
    /// The public key that belongs to it. It may be given to everyone.
    public let publicKey: EllipticCurvePublicKey
    /// The key in the form of swift-crypto; nil if swift-crypto does not support the curve.
    let live: LiveSigningKey?

    /// The curve.
    public var curve: EllipticCurve { publicKey.curve }
    /// d in as many octets as the order of the curve has.
    public var octets: [UInt8] { d.bigEndian(count: curve.scalarSize) ?? [] }

    /// The key with a given number.
    ///
    /// - Throws: ``EllipticCurveError/privateKeyOutOfRange`` unless 1 ≤ d < n.
    public init(_ d: Integer, on curve: EllipticCurve = .p256) throws(EllipticCurveError) {
        guard d >= 1, d < curve.order else { throw .privateKeyOutOfRange }
        self.d = d
        publicKey = EllipticCurvePublicKey(curve: curve, point: curve.multiply(curve.generator, by: d))
        live = LiveSigningKey(d, on: curve)
    }

    /// Draws a key (SEC 1 section 3.2.1).
    public static func generate<R: RandomSource>(
        on curve: EllipticCurve = .p256, using random: inout R
    ) -> EllipticCurvePrivateKey {
        while true {
            let d = random.integer(in: 1...curve.order - 1)
            if let key = try? EllipticCurvePrivateKey(d, on: curve) { return key }
        }
    }

    /// ECDH (SEC 1 section 3.3.1): the x-coordinate of d · Q, where Q is the peer's point. Both sides arrive at d · d' · G.
    ///
    /// The result has as many octets as the field, with zeros on the left. TLS uses all of them; for finite-field
    /// Diffie-Hellman, TLS 1.2 strips the zeros (RFC 8422 section 5.10).
    /// - Throws: ``EllipticCurveError/pointAtInfinity``, which cannot happen with a validated key of the same curve.
    public func sharedSecret(with peer: EllipticCurvePublicKey) throws(EllipticCurveError) -> [UInt8] {
        guard case .affine(let x, _) = curve.multiply(peer.point, by: d), let z = x.bigEndian(count: curve.fieldSize)
        else { throw .pointAtInfinity }
        return z
    }
}

// MARK: - Secrets stay out of messages

extension EllipticCurvePrivateKey: CustomStringConvertible {
    /// The curve, without the secret. Debuggers and failing tests print this text.
    public var description: String { "private key on \(curve.name)" }
}
