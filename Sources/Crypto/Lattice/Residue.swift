/// Arithmetic with residues modulo q = 3329. The coefficients of ML-KEM's polynomials are such residues (FIPS 203 section 2.4.1).
///
/// A residue is a `UInt16` below q. q is a prime of 12 bits, so a product has at most 24 bits. q - 1 is a multiple of 256, so
/// there are the roots of unity that the ``NumberTheoreticTransform`` needs.
///
/// **Time.** Residues are secret in most places. So no branch depends on a residue, and there is no division: on many processors
/// the time of a division depends on the numbers, and that has revealed keys of Kyber ("KyberSlash", 2023).
enum Residue {
    /// The modulus.
    static let q: UInt16 = 3329

    /// a + b modulo q.
    static func add(_ a: UInt16, _ b: UInt16) -> UInt16 { reduceOnce(a &+ b) }

    /// a - b modulo q.
    static func subtract(_ a: UInt16, _ b: UInt16) -> UInt16 { reduceOnce(a &+ q &- b) }

    /// a · b modulo q.
    static func multiply(_ a: UInt16, _ b: UInt16) -> UInt16 { reduce(UInt32(a) &* UInt32(b)) }

    /// x modulo q for x below 2q.
    private static func reduceOnce(_ x: UInt16) -> UInt16 {
        // If x is below q, the difference wraps around and its highest bit is set. The mask made from that bit adds q again.
        let less = x &- q
        return less &+ (q & (0 &- (less >> 15)))
    }

    /// x modulo q for x below 2²⁸, in particular for a sum of several products.
    ///
    /// The quotient is x · m / 2⁴⁰, where m is 2⁴⁰ / q rounded up. The error of m is less than 1. So the quotient is too large by
    /// less than x / 2⁴⁰, which is less than 1 / q. After rounding down it is exact.
    static func reduce(_ x: UInt32) -> UInt16 {
        let quotient = (UInt64(x) &* reciprocal) >> 40
        return UInt16(truncatingIfNeeded: UInt64(x) &- quotient &* UInt64(q))
    }

    /// 2⁴⁰ / q, rounded up.
    private static let reciprocal: UInt64 = (1 << 40) / UInt64(q) + 1

    // MARK: Fewer bits

    /// Compress_d (FIPS 203 section 4.2.1, formula 4.7): the nearest of 2^d steps from 0 to q, ⌈2^d / q · x⌋ modulo 2^d.
    ///
    /// In a ciphertext it drops the low bits of the coefficients, which consist mostly of errors.
    static func compress(_ x: UInt16, bits d: UInt16) -> UInt16 {
        // ⌈2^d · x / q⌋ = ⌊(2^(d+1) · x + q) / 2q⌋. The division is a multiplication by 2⁴⁰ / 2q, as in `reduce`.
        let dividend = UInt64(x) &<< UInt64(d &+ 1) &+ UInt64(q)
        let quotient = (dividend &* halfReciprocal) >> 40
        return UInt16(truncatingIfNeeded: quotient) & (1 &<< d &- 1)
    }

    /// 2⁴⁰ / 2q, rounded up.
    private static let halfReciprocal: UInt64 = (1 << 40) / (2 * UInt64(q)) + 1

    /// Decompress_d (FIPS 203 section 4.2.1, formula 4.8): the residue nearest to a step, ⌈q / 2^d · y⌋.
    static func decompress(_ y: UInt16, bits d: UInt16) -> UInt16 {
        let half: UInt32 = 1 &<< UInt32(d &- 1)
        return UInt16(truncatingIfNeeded: (UInt32(y) &* UInt32(q) &+ half) &>> UInt32(d))
    }
}
