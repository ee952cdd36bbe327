/// The curve of Ed25519: -x² + y² = 1 + dx²y² over the residues modulo p = 2²⁵⁵ - 19 (RFC 8032 section 5.1), computed with ``Integer``.
///
/// It is the curve of X25519 in other coordinates. A signature needs sums of different points, and here one formula adds any two points:
/// equal ones, opposite ones, and the zero (0, 1). So no case can be forgotten.
///
/// A point is kept as X, Y, Z and T with x = X / Z, y = Y / Z and xy = T / Z, so that an addition has no division (RFC 8032 section
/// 5.1.4). The time depends on the numbers, as in ``EllipticCurve``. Keys that protect something sign by ``LiveEd25519``.
enum EdwardsCurve {
    /// The prime that the coordinates are residues of.
    static let p = X25519.p
    /// d = -121665 / 121666.
    private static let d: Integer = .constant("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3")
    /// A square root of -1: 2^((p - 1) / 4).
    private static let rootOfMinusOne: Integer = .constant(
        "2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0")
    /// L, the order of B: a prime.
    static let order = Integer.powerOfTwo(252) + .constant("14def9dea2f79cd65812631a5cf5d3ed")
    /// The length of a point and of a number in octets.
    static let size = 32
    /// B, the base point. Its y is 4/5.
    static let basePoint = Point(
        x: .constant("216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a"),
        y: .constant("6666666666666666666666666666666666666666666666666666666666666658"))

    /// A point of the curve.
    struct Point: Hashable, Sendable {
        fileprivate let x: Integer
        fileprivate let y: Integer
        fileprivate let z: Integer
        fileprivate let t: Integer

        /// The point with these coordinates.
        fileprivate init(x: Integer, y: Integer) { self.init(x: x, y: y, z: 1, t: (x * y).modulo(p)) }

        private init(x: Integer, y: Integer, z: Integer, t: Integer) { (self.x, self.y, self.z, self.t) = (x, y, z, t) }

        /// The sum of two points, by the formulas and with the names of RFC 8032 section 5.1.4.
        static func + (left: Point, right: Point) -> Point {
            let a = ((left.y - left.x) * (right.y - right.x)).modulo(p)
            let b = ((left.y + left.x) * (right.y + right.x)).modulo(p)
            let c = (2 * d * (left.t * right.t).modulo(p)).modulo(p)
            let dd = (2 * left.z * right.z).modulo(p)
            let (e, f, g, h) = (b - a, dd - c, dd + c, b + a)
            return Point(x: (e * f).modulo(p), y: (g * h).modulo(p), z: (f * g).modulo(p), t: (e * h).modulo(p))
        }

        /// The point with -x in the place of x. The sum of both is the zero.
        var negated: Point { Point(x: p - x, y: y, z: z, t: p - t) }

        /// This point added to itself `scalar` times, by doubling and adding.
        func multiplied(by scalar: Integer) -> Point {
            var sum = Point(x: 0, y: 1)
            for index in (0..<scalar.bitWidth).reversed() {
                sum = sum + sum
                if scalar.bit(index) { sum = sum + self }
            }
            return sum
        }

        /// The 32 octets of the point: y, the least significant octet first. The highest bit is the lowest bit of x (section 5.1.2).
        var octets: [UInt8] {
            // z is never 0 on this curve.
            let inverse = z.inverse(modulo: p) ?? 0
            var octets = EdwardsCurve.octets(of: (y * inverse).modulo(p))
            if (x * inverse).modulo(p).bit(0), let last = octets.indices.last { octets[last] |= 0x80 }
            return octets
        }
    }

    /// The point that 32 octets stand for (section 5.1.3).
    ///
    /// - Throws: ``EllipticCurveError/wrongPublicKeyLength(count:needed:)``; ``EllipticCurveError/coordinateOutOfRange`` if y is not below
    ///   p; ``EllipticCurveError/pointNotOnCurve`` if the curve has no point with that y, or none with that sign of x.
    static func point(_ octets: [UInt8]) throws(EllipticCurveError) -> Point {
        guard octets.count == size, let last = octets.last else {
            throw .wrongPublicKeyLength(count: octets.count, needed: size)
        }
        let isOdd = last >= 0x80
        let y = Integer(bigEndian: [last & 0x7f] + octets.dropLast().reversed())
        guard y < p else { throw .coordinateOutOfRange }
        // x² = u / v. The candidate is (u / v)^((p + 3) / 8), computed without a division.
        let u = (y * y - 1).modulo(p)
        let v = (d * y * y + 1).modulo(p)
        let v3 = (v * v * v).modulo(p)
        guard let power = (u * v3 * v3 * v).modulo(p).power(exponentOfRoot, modulo: p) else { throw .pointNotOnCurve }
        var x = (u * v3 * power).modulo(p)
        let square = (v * x * x).modulo(p)
        if square != u {
            guard square == (-u).modulo(p) else { throw .pointNotOnCurve }
            x = (x * rootOfMinusOne).modulo(p)
        }
        guard x != 0 || !isOdd else { throw .pointNotOnCurve }
        return Point(x: x.bit(0) == isOdd ? x : p - x, y: y)
    }

    /// (p - 5) / 8.
    private static let exponentOfRoot = Integer.powerOfTwo(252) - 3

    /// A number below 2²⁵⁶ in 32 octets, the least significant first.
    static func octets(of number: Integer) -> [UInt8] { (number.bigEndian(count: size) ?? []).reversed() }

    /// The number that octets stand for, the least significant first.
    static func number(_ octets: some Sequence<UInt8>) -> Integer { Integer(bigEndian: octets.reversed()) }
}
