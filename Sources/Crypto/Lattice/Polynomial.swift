/// An element of R_q: a polynomial of 256 coefficients modulo X²⁵⁶ + 1 (FIPS 203 section 2.4.4).
///
/// X²⁵⁶ is -1 in this ring. So a term of a product with an exponent of 256 or more becomes a term with an exponent that is 256 smaller,
/// with the opposite sign.
struct Polynomial: Hashable, Sendable {
    /// n, the number of coefficients.
    static let count = 256

    /// The coefficients, each below q, beginning with that of X⁰.
    let coefficients: [UInt16]

    /// - Precondition: there are ``count`` coefficients, each below q.
    init(_ coefficients: [UInt16]) { self.coefficients = coefficients }

    static func + (a: Polynomial, b: Polynomial) -> Polynomial {
        Polynomial(zip(a.coefficients, b.coefficients).map { Residue.add($0, $1) })
    }

    static func - (a: Polynomial, b: Polynomial) -> Polynomial {
        Polynomial(zip(a.coefficients, b.coefficients).map { Residue.subtract($0, $1) })
    }
}

/// An element of T_q: the number-theoretic transform of a polynomial (FIPS 203 section 2.4.5).
///
/// The 256 residues are 128 pairs, each a polynomial of degree 1. A product is computed pair by pair. Both representations are 256
/// residues; separate types prevent that one is taken for the other.
struct TransformedPolynomial: Hashable, Sendable {
    /// The residues, each below q.
    let residues: [UInt16]

    /// - Precondition: there are 256 residues, each below q.
    init(_ residues: [UInt16]) { self.residues = residues }

    /// The sum, residue by residue as in R_q: the transform is linear.
    static func + (a: TransformedPolynomial, b: TransformedPolynomial) -> TransformedPolynomial {
        TransformedPolynomial(zip(a.residues, b.residues).map { Residue.add($0, $1) })
    }
}
