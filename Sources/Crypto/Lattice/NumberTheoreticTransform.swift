/// The number-theoretic transform: the fast Fourier transform with residues in place of complex numbers (FIPS 203 section 4.3).
///
/// To multiply two polynomials term by term takes 256² products. Modulo q the polynomial X²⁵⁶ + 1 is a product of 128 factors
/// X² - γ, and a polynomial is determined by its remainders modulo these factors: 128 polynomials of degree 1. A product of two of
/// those takes five products of residues. The transform halves the degrees in each of seven layers:
/// X²⁵⁶ + 1 = (X¹²⁸ - ζ⁶⁴)(X¹²⁸ + ζ⁶⁴), and so on.
enum NumberTheoreticTransform {
    /// ζ, a 256th root of unity modulo q (FIPS 203 section 4.3).
    static let zeta: UInt16 = 17

    /// ζ^BitRev₇(i) for i from 0 to 127: the factors of the layers, in the order in which they are used (FIPS 203 appendix A).
    static let zetas: [UInt16] = (0..<128).map { power(bitsReversed($0)) }

    /// ζ^(2 · BitRev₇(i) + 1) for i from 0 to 127: γ in the factors X² - γ.
    static let gammas: [UInt16] = (0..<128).map { power(2 * bitsReversed($0) + 1) }

    /// 128⁻¹ modulo q: 128 · 3303 = 127 q + 1.
    static let inverseOf128: UInt16 = 3303

    /// ζ to a power.
    private static func power(_ exponent: Int) -> UInt16 {
        (0..<exponent).reduce(1) { product, _ in Residue.multiply(product, zeta) }
    }

    /// BitRev₇: the number with its seven bits in reverse order.
    private static func bitsReversed(_ number: Int) -> Int {
        (0..<7).reduce(0) { reversed, bit in reversed << 1 | (number >> bit & 1) }
    }
}

extension Polynomial {
    /// NTT (FIPS 203 algorithm 9).
    var transformed: TransformedPolynomial {
        var f = coefficients
        var i = 1
        var length = 128
        while length >= 2 {
            for start in stride(from: 0, to: Polynomial.count, by: 2 * length) {
                let zeta = NumberTheoreticTransform.zetas[i]
                i += 1
                for j in start..<start + length {
                    let (low, high) = (f[j], Residue.multiply(zeta, f[j + length]))
                    f[j] = Residue.add(low, high)
                    f[j + length] = Residue.subtract(low, high)
                }
            }
            length /= 2
        }
        return TransformedPolynomial(f)
    }
}

extension TransformedPolynomial {
    /// NTT⁻¹ (FIPS 203 algorithm 10): the layers in reverse order. Each layer doubles the values; the last factor, 128⁻¹, undoes
    /// that.
    var inverse: Polynomial {
        var f = residues
        var i = 127
        var length = 2
        while length <= 128 {
            for start in stride(from: 0, to: Polynomial.count, by: 2 * length) {
                let zeta = NumberTheoreticTransform.zetas[i]
                i -= 1
                for j in start..<start + length {
                    let (low, high) = (f[j], f[j + length])
                    f[j] = Residue.add(low, high)
                    f[j + length] = Residue.multiply(zeta, Residue.subtract(high, low))
                }
            }
            length *= 2
        }
        return Polynomial(f.map { Residue.multiply($0, NumberTheoreticTransform.inverseOf128) })
    }

    /// MultiplyNTTs and BaseCaseMultiply (FIPS 203 algorithms 11 and 12): (a₀ + a₁X)(b₀ + b₁X) modulo X² - γ, for each pair.
    static func * (a: TransformedPolynomial, b: TransformedPolynomial) -> TransformedPolynomial {
        var product: [UInt16] = []
        product.reserveCapacity(Polynomial.count)
        for (pair, gamma) in NumberTheoreticTransform.gammas.enumerated() {
            let (a0, a1) = (UInt32(a.residues[2 * pair]), UInt32(a.residues[2 * pair + 1]))
            let (b0, b1) = (UInt32(b.residues[2 * pair]), UInt32(b.residues[2 * pair + 1]))
            // The sum of two products of residues is below 2²⁵, so it fits into 32 bits.
            product.append(Residue.reduce(a0 &* b0 &+ UInt32(Residue.reduce(a1 &* b1)) &* UInt32(gamma)))
            product.append(Residue.reduce(a0 &* b1 &+ a1 &* b0))
        }
        return TransformedPolynomial(product)
    }

    /// The sum of the products of two vectors, place by place: a row of a matrix times a vector (FIPS 203 section 2.4.7).
    static func dot(_ a: [TransformedPolynomial], _ b: [TransformedPolynomial]) -> TransformedPolynomial {
        let zero = TransformedPolynomial([UInt16](repeating: 0, count: Polynomial.count))
        return zip(a, b).reduce(zero) { sum, factors in sum + factors.0 * factors.1 }
    }
}
