/// An elliptic curve y² = x³ + ax + b over the residues modulo a prime p (SEC 1 section 2.2.1), computed with ``Integer``.
///
/// **What a curve is for.** Its points can be added, and k · G, the sum of k times G, takes at most about 2 · log₂ k additions.
/// To find k from that sum is a discrete logarithm again. But here no known method is better than the √n steps of
/// ``DiscreteLogarithm``, so 256 bits are as strong as 3072 bits of a finite field.
///
/// **How points are added.** Draw a line through P and Q. It meets the curve in a third point. The mirror image of that point
/// across the x-axis is P + Q. For P + P the line is the tangent. A vertical line meets the curve in no third point: then
/// the sum is the *point at infinity*, the zero of this arithmetic.
///
/// The time of each operation depends on its numbers, and ``multiply(_:by:)`` branches on the bits of the scalar. So an
/// attacker who measures the time could learn a private key. This code is there to be read, and to check other implementations.
/// Keys that protect something are used through ``KeyAgreementKey`` with ``CurveArithmetic/live``.
public struct EllipticCurve: Hashable, Sendable {
    /// A point of the curve.
    public enum Point: Hashable, Sendable {
        /// The zero of the addition: P + infinity = P.
        case infinity
        /// A point with coordinates.
        case affine(x: Integer, y: Integer)
    }

    /// The name in SEC 2 and in TLS (RFC 8422 section 5.1.1): "secp256r1".
    public let name: String
    /// The prime that the coordinates are residues of.
    public let p: Integer
    /// The coefficient of x.
    public let a: Integer
    /// The constant.
    public let b: Integer
    /// G, the base point: each public key is a multiple of it.
    public let generator: Point
    /// n, the order of G: the least positive number with n · G = infinity. It is prime, and on the curves here every point is a
    /// multiple of G (the cofactor is 1). So an attacker cannot choose a point in a small subgroup.
    public let order: Integer

    /// The length of a coordinate in octets.
    public var fieldSize: Int { (p.bitWidth + 7) / 8 }
    /// The length of a scalar, and so of each half of a signature, in octets.
    public var scalarSize: Int { (order.bitWidth + 7) / 8 }

    /// P-256 (NIST SP 800-186 section 3.2.1.3), also called secp256r1 (SEC 2 section 2.4.2) and prime256v1: the curve that
    /// nearly every TLS peer has.
    ///
    /// p = 2²⁵⁶ - 2²²⁴ + 2¹⁹² + 2⁹⁶ - 1 has a form by which 32-bit processors divide quickly. b is computed with a hash. The
    /// choice of the input of that hash was never explained.
    public static let p256: EllipticCurve = {
        let p =
            Integer.powerOfTwo(256) - Integer.powerOfTwo(224) + Integer.powerOfTwo(192) + Integer.powerOfTwo(96) - 1
        return EllipticCurve(
            name: "secp256r1", p: p, a: p - 3,
            b: .constant("5ac635d8 aa3a93e7 b3ebbd55 769886bc 651d06b0 cc53b0f6 3bce3c3e 27d2604b"),
            generator: .affine(
                x: .constant("6b17d1f2 e12c4247 f8bce6e5 63a440f2 77037d81 2deb33a0 f4a13945 d898c296"),
                y: .constant("4fe342e2 fe1a7f9b 8ee7eb4a 7c0f9e16 2bce3357 6b315ece cbb64068 37bf51f5")),
            order: .constant("ffffffff 00000000 ffffffff ffffffff bce6faad a7179e84 f3b9cac2 fc632551"))
    }()

    /// Whether the coordinates are residues that satisfy y² = x³ + ax + b. The point at infinity belongs to the curve.
    ///
    /// Never use a peer's point without this check. The formulas of addition do not contain b, so they work on any curve
    /// that a point lies on. With points of weak curves a peer learns a private key piece by piece (Biehl, Meyer and Müller,
    /// 2000).
    public func contains(_ point: Point) -> Bool {
        guard case .affine(let x, let y) = point else { return true }
        guard x >= 0, x < p, y >= 0, y < p else { return false }
        return (y * y - (x * x * x + a * x + b)).modulo(p) == 0
    }
}

// MARK: - Arithmetic

extension EllipticCurve {
    /// P + Q, by the rules of SEC 1 section 2.2.1.
    ///
    /// - Parameters: two points of the curve; see ``contains(_:)``.
    public func add(_ left: Point, _ right: Point) -> Point {
        // Rules 1 and 2: infinity is the zero.
        guard case .affine(let x1, let y1) = left else { return right }
        guard case .affine(let x2, let y2) = right else { return left }
        // Rules 3 and 5: on a vertical line there are P and its mirror image -P, whose sum is infinity, or P alone, to be doubled.
        guard x1 != x2 else { return y1 == y2 ? double(left) : .infinity }
        // Rule 4: the slope of the line through both. p is prime and x2 - x1 is not zero, so the inverse exists.
        guard let inverse = (x2 - x1).inverse(modulo: p) else { return .infinity }
        return sum(slope: ((y2 - y1) * inverse).modulo(p), x1: x1, y1: y1, x2: x2)
    }

    /// P + P (SEC 1 section 2.2.1 rule 5).
    public func double(_ point: Point) -> Point {
        guard case .affine(let x, let y) = point else { return .infinity }
        // The slope of the tangent: the derivatives of both sides give 2y dy = (3x² + a) dx. For y = 0 it is vertical.
        guard let inverse = (y + y).inverse(modulo: p) else { return .infinity }
        return sum(slope: ((3 * x * x + a) * inverse).modulo(p), x1: x, y1: y, x2: x)
    }

    /// The sum of the points with the coordinates x1 and x2, which lie on a line with this slope: the mirror image of the third
    /// point in which the line meets the curve.
    ///
    /// The equations of the line and the curve together give a cubic equation in x. Its quadratic coefficient is -slope², so
    /// the sum of its three solutions is slope².
    private func sum(slope: Integer, x1: Integer, y1: Integer, x2: Integer) -> Point {
        let x3 = (slope * slope - x1 - x2).modulo(p)
        return .affine(x: x3, y: (slope * (x1 - x3) - y1).modulo(p))
    }

    /// k · P: P added to itself k times; infinity if k is not positive.
    ///
    /// Double and add: from the highest bit of k to the lowest, each bit doubles the sum, and a one bit adds P. It is
    /// exponentiation by squaring, with addition in place of multiplication.
    public func multiply(_ point: Point, by k: Integer) -> Point {
        var sum = Point.infinity
        guard k > 0 else { return sum }
        for index in (0..<k.bitWidth).reversed() {
            sum = double(sum)
            if k.bit(index) { sum = add(sum, point) }
        }
        return sum
    }
}

// MARK: - Points as octets

extension EllipticCurve {
    /// The octets of a point, uncompressed: 04, x, y (SEC 1 section 2.3.3). Infinity is the single octet 00.
    ///
    /// TLS allows only the uncompressed form (RFC 8422 section 5.1.2).
    public func octets(of point: Point) -> [UInt8] {
        guard case .affine(let x, let y) = point, let x = x.bigEndian(count: fieldSize),
            let y = y.bigEndian(count: fieldSize)
        else { return [0] }
        return [4] + x + y
    }

    /// The point that uncompressed octets stand for, if it may be a public key (SEC 1 sections 2.3.4 and 3.2.2.1).
    ///
    /// - Throws: ``EllipticCurveError/wrongPublicKeyLength(count:needed:)``,
    ///   ``EllipticCurveError/unsupportedPointFormat(_:)``, ``EllipticCurveError/coordinateOutOfRange``,
    ///   ``EllipticCurveError/pointNotOnCurve`` or ``EllipticCurveError/pointAtInfinity``.
    public func point(_ octets: [UInt8]) throws(EllipticCurveError) -> Point {
        guard octets != [0] else { throw .pointAtInfinity }
        guard let format = octets.first, octets.count == 1 + 2 * fieldSize else {
            // A compressed point gets a separate error.
            if let format = octets.first, (2...3).contains(format), octets.count == 1 + fieldSize {
                throw .unsupportedPointFormat(format)
            }
            throw .wrongPublicKeyLength(count: octets.count, needed: 1 + 2 * fieldSize)
        }
        guard format == 4 else { throw .unsupportedPointFormat(format) }
        let x = Integer(bigEndian: octets.dropFirst().prefix(fieldSize))
        let y = Integer(bigEndian: octets.suffix(fieldSize))
        guard x < p, y < p else { throw .coordinateOutOfRange }
        guard contains(.affine(x: x, y: y)) else { throw .pointNotOnCurve }
        return .affine(x: x, y: y)
    }
}
