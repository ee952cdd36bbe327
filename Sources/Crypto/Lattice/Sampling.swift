extension TransformedPolynomial {
    /// SampleNTT (FIPS 203 algorithm 7): a uniformly distributed element of T_q, determined by a seed.
    ///
    /// Three octets are two numbers of 12 bits. A number of q or more is discarded. So the number of octets that are needed depends
    /// on the seed. The seed is public: each encapsulation key contains it.
    /// - Parameter seed: ρ and two indices, 34 octets.
    init(sampledFrom seed: [UInt8]) {
        var function = SHAKE(.shake128, seed)
        var residues: [UInt16] = []
        residues.reserveCapacity(Polynomial.count)
        while residues.count < Polynomial.count {
            // A block of SHAKE128 is 56 times three octets. Three blocks are enough in 99 of 100 cases.
            let block = function.squeeze(SHAKE.Function.shake128.blockLength)
            for start in stride(from: 0, to: block.count, by: 3) {
                let (c0, c1, c2) = (UInt16(block[start]), UInt16(block[start + 1]), UInt16(block[start + 2]))
                let (d1, d2) = (c0 | (c1 & 0xf) &<< 8, c1 &>> 4 | c2 &<< 4)
                if d1 < Residue.q { residues.append(d1) }
                if d2 < Residue.q, residues.count < Polynomial.count { residues.append(d2) }
                if residues.count == Polynomial.count { break }
            }
        }
        self.init(residues)
    }
}

extension Polynomial {
    /// SamplePolyCBD_η for η = 2 (FIPS 203 algorithm 8): a polynomial with small coefficients, from -2 to 2.
    ///
    /// A coefficient is the number of ones in two bits minus the number of ones in two other bits. This is a binomial distribution
    /// around zero, and the time to draw from it does not depend on the values. These coefficients are the secrets and the errors.
    /// - Parameter octets: 64 · η = 128 of them, uniformly distributed.
    init(centeredBinomial octets: [UInt8]) {
        var coefficients: [UInt16] = []
        coefficients.reserveCapacity(2 * octets.count)
        for octet in octets {
            let bits = UInt16(octet)
            // The numbers of ones in the four pairs of bits, two bits for each number.
            let ones = (bits & 0x55) &+ (bits &>> 1 & 0x55)
            coefficients.append(Residue.subtract(ones & 3, ones &>> 2 & 3))
            coefficients.append(Residue.subtract(ones &>> 4 & 3, ones &>> 6))
        }
        self.init(coefficients)
    }
}
