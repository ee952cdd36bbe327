/// X25519, Diffie-Hellman on the curve v² = u³ + 486662u² + u over the residues modulo 2²⁵⁵ - 19 (RFC 7748).
///
/// **What is different from P-256.** Only u-coordinates are used. A point and its mirror image have the same u, and so have
/// their multiples: k and u give the u of k · P, and v is never needed. Every string of 32 octets is the u of a point, either
/// of this curve or of its *twist*, which is about as strong. So there is nothing to validate, and a program cannot forget
/// the check whose absence has exposed P-256 to attacks.
///
/// **The ladder.** It keeps two points, n · P and (n + 1) · P. A zero bit of the scalar changes n and n + 1 to 2n and 2n + 1,
/// a one bit to 2n + 1 and 2n + 2. Each step is one doubling and one addition for either value of the bit; the bit decides
/// only which point is doubled. The difference of the two points is always P, and with a known difference the addition needs
/// no v (Montgomery 1987).
///
/// Coordinates are fractions X : Z, so there is a single division, at the end. The time of GMP's numbers depends on their
/// size, and the swap is a branch. So keys that protect something are used through ``KeyAgreementKey`` with
/// ``CurveArithmetic/live``.
public enum X25519 {
    /// The length of private keys, public keys and shared secrets in octets.
    public static let size = 32
    /// p = 2²⁵⁵ - 19.
    public static let p = Integer.powerOfTwo(255) - 19
    /// (486662 - 2) / 4, the only constant of the curve that the ladder needs (RFC 7748 section 5).
    public static let a24: Integer = 121_665
    /// The u-coordinate of the base point: 9 (RFC 7748 section 4.1), as octets.
    public static let basePoint: [UInt8] = [9] + [UInt8](repeating: 0, count: 31)

    /// The function X25519 of RFC 7748 section 5: the u-coordinate of k · P.
    ///
    /// - Parameters:
    ///   - scalar: k, 32 octets of any value; ``decodeScalar(_:)`` sets or clears five of its bits.
    ///   - u: the u-coordinate of P, 32 octets, the least significant first. The highest bit is ignored, and a number of p or
    ///     more is reduced modulo p, as the RFC requires.
    /// - Returns: 32 octets. They are all zero if P has a small order.
    /// - Throws: ``EllipticCurveError/wrongPrivateKeyLength(count:needed:)``,
    ///   ``EllipticCurveError/wrongPublicKeyLength(count:needed:)``.
    public static func multiply(_ scalar: [UInt8], _ u: [UInt8]) throws(EllipticCurveError) -> [UInt8] {
        octets(of: ladder(try decodeScalar(scalar), try decodeUCoordinate(u)))
    }

    /// The public key that belongs to a private key: X25519(k, 9) (RFC 7748 section 6.1).
    ///
    /// - Throws: ``EllipticCurveError/wrongPrivateKeyLength(count:needed:)``.
    public static func publicKey(of privateKey: [UInt8]) throws(EllipticCurveError) -> [UInt8] {
        try multiply(privateKey, basePoint)
    }

    /// K = X25519(a, K_B) (RFC 7748 section 6.1).
    ///
    /// - Throws: ``EllipticCurveError/zeroSharedSecret``, where RFC 7748 allows a check and TLS demands it (RFC 8422
    ///   section 5.11); and what ``multiply(_:_:)`` throws.
    public static func sharedSecret(_ privateKey: [UInt8], with peer: [UInt8]) throws(EllipticCurveError) -> [UInt8] {
        try refusingZeros(multiply(privateKey, peer))
    }

    /// Returns the shared secret unchanged, or throws ``EllipticCurveError/zeroSharedSecret`` if all its octets are zero.
    static func refusingZeros(_ shared: [UInt8]) throws(EllipticCurveError) -> [UInt8] {
        guard !ConstantTime.areEqual(shared, [UInt8](repeating: 0, count: size)) else { throw .zeroSharedSecret }
        return shared
    }

    // MARK: Octets

    /// decodeScalar25519 (RFC 7748 section 5): the number, least significant octet first, with five of its bits fixed.
    ///
    /// The three lowest bits are cleared. So k is a multiple of 8, the cofactor, and a part of small order in a peer's point
    /// has no effect. The highest bit is cleared and the next one is set, so that every ladder has the same number of steps.
    /// - Throws: ``EllipticCurveError/wrongPrivateKeyLength(count:needed:)``.
    public static func decodeScalar(_ octets: [UInt8]) throws(EllipticCurveError) -> Integer {
        guard octets.count == size else { throw .wrongPrivateKeyLength(count: octets.count, needed: size) }
        var octets = octets
        octets[0] &= 248
        octets[31] &= 127
        octets[31] |= 64
        return Integer(bigEndian: octets.reversed())
    }

    /// decodeUCoordinate (RFC 7748 section 5): the number without its highest bit, modulo p.
    ///
    /// - Throws: ``EllipticCurveError/wrongPublicKeyLength(count:needed:)``.
    public static func decodeUCoordinate(_ octets: [UInt8]) throws(EllipticCurveError) -> Integer {
        guard octets.count == size else { throw .wrongPublicKeyLength(count: octets.count, needed: size) }
        var octets = octets
        octets[31] &= 127
        return Integer(bigEndian: octets.reversed()).modulo(p)
    }

    /// encodeUCoordinate (RFC 7748 section 5).
    private static func octets(of u: Integer) -> [UInt8] {
        (u.bigEndian(count: size) ?? []).reversed()
    }

    // MARK: The ladder

    /// The loop of RFC 7748 section 5, with its names.
    private static func ladder(_ k: Integer, _ u: Integer) -> Integer {
        let x1 = u
        var (x2, z2): (Integer, Integer) = (1, 0)
        var (x3, z3): (Integer, Integer) = (u, 1)
        var swap = false
        for t in (0..<255).reversed() {
            let bit = k.bit(t)
            if swap != bit { (x2, z2, x3, z3) = (x3, z3, x2, z2) }
            swap = bit

            let a = x2 + z2
            let aa = (a * a).modulo(p)
            let b = x2 - z2
            let bb = (b * b).modulo(p)
            let e = aa - bb
            let da = ((x3 - z3) * a).modulo(p)
            let cb = ((x3 + z3) * b).modulo(p)
            let sum = da + cb
            let difference = da - cb
            x3 = (sum * sum).modulo(p)
            z3 = (x1 * (difference * difference)).modulo(p)
            x2 = (aa * bb).modulo(p)
            z2 = (e * (aa + a24 * e)).modulo(p)
        }
        if swap { (x2, z2) = (x3, z3) }
        // Fermat: z^(p-2) is the inverse of z. For z = 0, the point at infinity, there is no inverse, and the power is 0.
        return (x2 * (z2.power(p - 2, modulo: p) ?? 0)).modulo(p)
    }
}
