/// An element of R_q: a polynomial of 256 coefficients modulo X²⁵⁶ + 1 (FIPS 203 section 2.4.4).
///
/// X²⁵⁶ is -1 in this ring. What a multiplication would push out at the top comes back at the bottom with the other sign.
struct Polynomial: Hashable, Sendable {
    /// n, the number of coefficients.
    static let count = 256

    /// The coefficients, the constant one first, each below q.
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

/// An element of T_q: a polynomial as the number-theoretic transform sees it (FIPS 203 section 2.4.5).
///
/// The 256 residues are 128 pairs, each a polynomial of degree 1. A product is a product pair by pair. It is a type of its own, so that
/// the two views cannot be mixed up: both are 256 residues.
struct TransformedPolynomial: Hashable, Sendable {
    /// The residues, each below q.
    let residues: [UInt16]

    /// - Precondition: there are 256 residues, each below q.
    init(_ residues: [UInt16]) { self.residues = residues }

    /// A sum is taken place by place, as in R_q: the transform is linear.
    static func + (a: TransformedPolynomial, b: TransformedPolynomial) -> TransformedPolynomial {
        TransformedPolynomial(zip(a.residues, b.residues).map { Residue.add($0, $1) })
    }
}
