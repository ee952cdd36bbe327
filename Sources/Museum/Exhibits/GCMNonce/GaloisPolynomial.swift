import Crypto

/// A polynomial over the field of 2¹²⁸ elements in which GCM computes its tags.
struct GaloisPolynomial: Hashable {
    /// The coefficients, that of 1 first. The last is not zero; the polynomial zero has none.
    private(set) var coefficients: [UInt128]

    /// The element 1: the leftmost bit is the coefficient of 1 (SP 800-38D section 6.3).
    private static let one = UInt128(1) << 127

    /// The polynomial with these coefficients, that of 1 first. Zeros at the end are removed.
    init(_ coefficients: [UInt128]) {
        self.coefficients = coefficients
        while self.coefficients.last == 0 { self.coefficients.removeLast() }
    }

    private static let x = GaloisPolynomial([0, one])

    /// The degree; -1 for zero.
    var degree: Int { coefficients.count - 1 }

    /// The value at `place`, by Horner's rule.
    func value(at place: UInt128) -> UInt128 {
        coefficients.reversed().reduce(0) { GaloisCounterMode.multiply($0, place) ^ $1 }
    }

    /// The roots in the field.
    func roots(using random: inout SeededRandomSource) -> [UInt128] {
        guard degree > 0 else { return [] }
        // Each element of the field is a simple root of x^(2^128) - x. The common divisor has those that are roots of this polynomial.
        var power = Self.x.divided(by: self).remainder
        for _ in 0..<128 { power = power.squared(modulo: self) }
        return Self.split(greatestCommonDivisor(with: power + Self.x), using: &random)
    }

    /// The roots of a product of different factors x - r. About half of them are roots of the trace of b·x too, for a random b. So the common
    /// divisor with the trace splits the product (Berlekamp's trace algorithm).
    private static func split(_ product: GaloisPolynomial, using random: inout SeededRandomSource) -> [UInt128] {
        guard product.degree > 1 else {
            guard product.degree == 1 else { return [] }
            return [GaloisCounterMode.multiply(product.coefficients[0], inverse(product.coefficients[1]))]
        }
        while true {
            let b = random.octets(16).reduce(0) { $0 << 8 | UInt128($1) }
            var power = GaloisPolynomial([0, b]).divided(by: product).remainder
            var trace = power
            for _ in 1..<128 {
                power = power.squared(modulo: product)
                trace = trace + power
            }
            let part = product.greatestCommonDivisor(with: trace)
            guard part.degree > 0, part.degree < product.degree else { continue }
            return split(part, using: &random) + split(product.divided(by: part).quotient, using: &random)
        }
    }

    // MARK: Arithmetic

    static func + (left: GaloisPolynomial, right: GaloisPolynomial) -> GaloisPolynomial {
        let count = max(left.coefficients.count, right.coefficients.count)
        return GaloisPolynomial(
            (0..<count).map { index in
                (index < left.coefficients.count ? left.coefficients[index] : 0)
                    ^ (index < right.coefficients.count ? right.coefficients[index] : 0)
            })
    }

    /// The square modulo `divisor`. In characteristic 2 the square of a sum is the sum of the squares.
    private func squared(modulo divisor: GaloisPolynomial) -> GaloisPolynomial {
        var square = [UInt128](repeating: 0, count: max(0, 2 * coefficients.count - 1))
        for (index, value) in coefficients.enumerated() { square[2 * index] = GaloisCounterMode.multiply(value, value) }
        return GaloisPolynomial(square).divided(by: divisor).remainder
    }

    private func divided(by divisor: GaloisPolynomial) -> (quotient: GaloisPolynomial, remainder: GaloisPolynomial) {
        guard let lead = divisor.coefficients.last, degree >= divisor.degree else {
            return (GaloisPolynomial([]), self)
        }
        let inverse = Self.inverse(lead)
        var rest = coefficients
        var quotient = [UInt128](repeating: 0, count: degree - divisor.degree + 1)
        for shift in quotient.indices.reversed() {
            let factor = GaloisCounterMode.multiply(rest[shift + divisor.degree], inverse)
            quotient[shift] = factor
            for (index, value) in divisor.coefficients.enumerated() {
                rest[shift + index] ^= GaloisCounterMode.multiply(factor, value)
            }
        }
        return (GaloisPolynomial(quotient), GaloisPolynomial(rest))
    }

    private func greatestCommonDivisor(with other: GaloisPolynomial) -> GaloisPolynomial {
        var (a, b) = (self, other)
        while b.degree >= 0 { (a, b) = (b, a.divided(by: b).remainder) }
        return a
    }

    /// The inverse of an element a, which is a^(2^128 - 2).
    private static func inverse(_ element: UInt128) -> UInt128 {
        guard element != one else { return one }
        var (result, power) = (one, element)
        for _ in 1..<128 {
            power = GaloisCounterMode.multiply(power, power)
            result = GaloisCounterMode.multiply(result, power)
        }
        return result
    }
}
