import Crypto

/// A polynomial over the field of 2¹²⁸ elements in which GCM computes its tags.
struct GaloisPolynomial: Hashable {
    /// The coefficients, that of 1 first; the last is not zero.
    private(set) var coefficients: [UInt128]

    /// The element 1: the leftmost bit stands for it.
    private static let one = UInt128(1) << 127

    init(_ coefficients: [UInt128]) {
        self.coefficients = coefficients
        while self.coefficients.last == 0 { self.coefficients.removeLast() }
    }

    private static let x = GaloisPolynomial([0, one])

    /// An element as sixteen octets.
    static func octets(_ element: UInt128) -> [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: element >> UInt128(120 - 8 * $0)) }
    }

    /// The degree; -1 for zero.
    var degree: Int { coefficients.count - 1 }

    /// The value at a place.
    func value(at place: UInt128) -> UInt128 {
        coefficients.reversed().reduce(0) { GaloisCounterMode.multiply($0, place) ^ $1 }
    }

    /// The roots in the field.
    func roots(using random: inout SeededRandomSource) -> [UInt128] {
        guard degree > 0 else { return [] }
        // x^(2^128) - x has every element for a root, each once.
        var power = Self.x.remainder(dividingBy: self)
        for _ in 0..<128 { power = power.squared(modulo: self) }
        return Self.split(greatestCommonDivisor(with: power + Self.x), using: &random)
    }

    /// The roots of a product of different factors x - r: about half of them are roots of the trace of b·x, for a b drawn at random.
    private static func split(_ product: GaloisPolynomial, using random: inout SeededRandomSource) -> [UInt128] {
        guard product.degree > 1 else {
            guard product.degree == 1 else { return [] }
            return [GaloisCounterMode.multiply(product.coefficients[0], inverse(product.coefficients[1]))]
        }
        while true {
            let b = random.octets(16).reduce(0) { $0 << 8 | UInt128($1) }
            var power = GaloisPolynomial([0, b]).remainder(dividingBy: product)
            var trace = power
            for _ in 1..<128 {
                power = power.squared(modulo: product)
                trace = trace + power
            }
            let part = product.greatestCommonDivisor(with: trace)
            guard part.degree > 0, part.degree < product.degree else { continue }
            return split(part, using: &random) + split(product.quotient(dividingBy: part), using: &random)
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

    /// In characteristic 2 the square of a sum is the sum of the squares.
    private func squared(modulo divisor: GaloisPolynomial) -> GaloisPolynomial {
        var square = [UInt128](repeating: 0, count: max(0, 2 * coefficients.count - 1))
        for (index, value) in coefficients.enumerated() { square[2 * index] = GaloisCounterMode.multiply(value, value) }
        return GaloisPolynomial(square).remainder(dividingBy: divisor)
    }

    private func remainder(dividingBy divisor: GaloisPolynomial) -> GaloisPolynomial { divided(by: divisor).remainder }

    private func quotient(dividingBy divisor: GaloisPolynomial) -> GaloisPolynomial { divided(by: divisor).quotient }

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
        while b.degree >= 0 { (a, b) = (b, a.remainder(dividingBy: b)) }
        return a
    }

    /// a^(2^128 - 2).
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
