import Crypto

/// The verification of an ECDSA signature (FIPS 186-5 section 6.4.2), step by step.
public struct ECDSAWork: Hashable, Sendable {
    /// The curve.
    public let curve: EllipticCurve
    /// The issuer's point Q.
    public let key: EllipticCurvePublicKey
    /// The hash function.
    public let hash: HashAlgorithm
    /// The digest of the octets that are signed.
    public let digest: [UInt8]
    /// The first half of the signature: an x-coordinate.
    public let r: Integer
    /// The second half.
    public let s: Integer
    /// The numbers on the way; nil where r or s is out of range.
    public let steps: Steps?
    /// The verdict.
    public let verified: Bool

    /// What a verifier computes.
    public struct Steps: Hashable, Sendable {
        /// e: the digest as a number, cut to the length of n.
        public let e: Integer
        /// 1 / s mod n.
        public let w: Integer
        /// e · w mod n.
        public let u1: Integer
        /// r · w mod n.
        public let u2: Integer
        /// The x-coordinate of u1 · G + u2 · Q, modulo n; nil for the point at infinity.
        public let x: Integer?
    }

    /// - Throws: ``SignatureWork/Obstacle/malformedSignature(_:)``.
    init(
        _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, key: EllipticCurvePublicKey
    ) throws(SignatureWork.Obstacle) {
        guard let numbers = try? ECDSA.Signature(der: signature) else {
            throw .malformedSignature("no SEQUENCE of two numbers in DER")
        }
        curve = key.curve
        self.key = key
        self.hash = hash
        digest = hash.hash(message)
        (r, s) = (numbers.r, numbers.s)
        let n = curve.order
        if r >= 1, r < n, s >= 1, s < n, let w = s.inverse(modulo: n) {
            // The orders of these curves have whole octets, or more bits than any digest.
            let e = Integer(bigEndian: digest.prefix(curve.scalarSize))
            let u1 = (e * w).modulo(n)
            let u2 = (r * w).modulo(n)
            let sum = curve.add(curve.multiply(curve.generator, by: u1), curve.multiply(key.point, by: u2))
            var x: Integer?
            if case .affine(let coordinate, _) = sum { x = coordinate.modulo(n) }
            steps = Steps(e: e, w: w, u1: u1, u2: u2, x: x)
            verified = x == r
        } else {
            steps = nil
            verified = false
        }
    }
}
