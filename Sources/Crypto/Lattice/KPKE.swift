/// K-PKE, the public-key encryption inside ML-KEM (FIPS 203 section 5), with the parameters of ML-KEM-768.
///
/// **The idea.** A is a public matrix of random polynomials, s and e are vectors of polynomials with small coefficients, and t = A · s
/// + e is public. Without e, s would follow from t by elimination; with these small errors finding s is the problem of *module
/// learning with errors*, for which no fast algorithm is known, not even on a quantum computer. The sender adds its own errors: u = Aᵀ
/// · y + e₁, v = tᵀ · y + e₂ + the message. Then v - sᵀ · u is the message plus a rest of the errors, which is so small that rounding
/// removes it.
///
/// By itself the encryption is not safe against a sender who tries damaged ciphertexts. ML-KEM adds a check that detects them.
enum KPKE {
    /// k, the number of polynomials in a vector (FIPS 203 section 8). It is the main difference from ML-KEM-512 and ML-KEM-1024.
    static let rank = 3
    /// The length of a message, a seed, ρ and the randomness of an encryption, in octets.
    static let seedSize = 32
    /// d_u, the bits of a coefficient of u (FIPS 203 section 8).
    static let bitsOfU: UInt16 = 10
    /// d_v, the bits of a coefficient of v (FIPS 203 section 8).
    static let bitsOfV: UInt16 = 4
    /// The length of an encoded vector in octets.
    static let vectorSize = rank * TransformedPolynomial.size
    /// The length of an encryption key, t̂ and ρ, in octets.
    static let encryptionKeySize = vectorSize + seedSize
    /// The length of u in a ciphertext, in octets.
    static let sizeOfU = rank * Polynomial.size(bits: bitsOfU)
    /// The length of a ciphertext, u and v, in octets.
    static let ciphertextSize = sizeOfU + Polynomial.size(bits: bitsOfV)

    /// The public key: t̂ and the seed of Â.
    struct EncryptionKey: Sendable {
        /// t̂ = Â ∘ ŝ + ê.
        let t: [TransformedPolynomial]
        /// ρ, the seed of Â.
        let seed: [UInt8]
        /// Â, row by row. It follows from the seed, but to compute it takes time, so the key keeps it.
        let matrix: [[TransformedPolynomial]]

        fileprivate init(t: [TransformedPolynomial], seed: [UInt8], matrix: [[TransformedPolynomial]]) {
            self.t = t
            self.seed = seed
            self.matrix = matrix
        }

        /// Decodes a key: the first steps of FIPS 203 algorithm 14.
        ///
        /// - Parameter octets: ``encryptionKeySize`` of them.
        init(octets: [UInt8]) {
            t = KPKE.decode(octets.prefix(vectorSize))
            seed = Array(octets.dropFirst(vectorSize))
            matrix = KPKE.matrix(from: seed)
        }

        /// ByteEncode₁₂(t̂) ‖ ρ.
        var octets: [UInt8] { t.flatMap(\.encoded) + seed }

        /// K-PKE.Encrypt (FIPS 203 algorithm 14).
        ///
        /// - Parameters:
        ///   - message: m, 32 octets.
        ///   - randomness: r, 32 octets. The key, m and r determine the ciphertext.
        func encrypt(_ message: [UInt8], randomness: [UInt8]) -> [UInt8] {
            let noise = Noise(seed: randomness)
            let y = (0..<rank).map { noise.polynomial($0).transformed }
            let e1 = (0..<rank).map { noise.polynomial(rank + $0) }
            let e2 = noise.polynomial(2 * rank)
            let u = (0..<rank).map { column in
                TransformedPolynomial.dot(matrix.map { $0[column] }, y).inverse + e1[column]
            }
            // A bit of the message becomes 0 or ⌈q / 2⌋, two residues that are as far from one another as possible.
            let mu = Polynomial(compressed: message, bits: 1)
            let v = TransformedPolynomial.dot(t, y).inverse + e2 + mu
            return u.flatMap { $0.compressed(bits: bitsOfU) } + v.compressed(bits: bitsOfV)
        }
    }

    /// The private key: ŝ.
    struct DecryptionKey: Sendable {
        /// ŝ.
        let s: [TransformedPolynomial]

        fileprivate init(s: [TransformedPolynomial]) { self.s = s }

        /// Decodes a key.
        ///
        /// - Parameter octets: ``vectorSize`` of them.
        init(octets: some Collection<UInt8>) { s = KPKE.decode(octets) }

        /// ByteEncode₁₂(ŝ).
        var octets: [UInt8] { s.flatMap(\.encoded) }

        /// K-PKE.Decrypt (FIPS 203 algorithm 15).
        ///
        /// - Parameter ciphertext: ``ciphertextSize`` octets.
        /// - Returns: m, 32 octets.
        func decrypt(_ ciphertext: [UInt8]) -> [UInt8] {
            let size = Polynomial.size(bits: bitsOfU)
            let u = (0..<rank).map { index in
                Polynomial(compressed: ciphertext[index * size..<(index + 1) * size], bits: bitsOfU).transformed
            }
            let v = Polynomial(compressed: ciphertext[sizeOfU...], bits: bitsOfV)
            let w = v - TransformedPolynomial.dot(s, u).inverse
            // A coefficient that is nearer to q / 2 than to 0 is a one bit.
            return w.compressed(bits: 1)
        }
    }

    /// G (FIPS 203 section 4.1, formula 4.5): SHA3-512, cut into two halves.
    static func g(_ octets: [UInt8]) -> ([UInt8], [UInt8]) {
        let digest = SHA3.bits512.hash(octets)
        return (Array(digest.prefix(seedSize)), Array(digest.dropFirst(seedSize)))
    }

    /// K-PKE.KeyGen (FIPS 203 algorithm 13).
    ///
    /// - Parameter d: 32 octets, which determine the keys.
    static func generate(from d: [UInt8]) -> (EncryptionKey, DecryptionKey) {
        // G(d ‖ k): because of k, one seed gives unrelated keys in the three parameter sets.
        let (rho, sigma) = g(d + [UInt8(rank)])
        let matrix = matrix(from: rho)
        let noise = Noise(seed: sigma)
        let s = (0..<rank).map { noise.polynomial($0).transformed }
        let e = (0..<rank).map { noise.polynomial(rank + $0).transformed }
        let t = (0..<rank).map { row in TransformedPolynomial.dot(matrix[row], s) + e[row] }
        return (EncryptionKey(t: t, seed: rho, matrix: matrix), DecryptionKey(s: s))
    }

    /// Â, whose element in row i and column j is SampleNTT(ρ ‖ j ‖ i) (FIPS 203 algorithm 13, steps 3 to 7).
    private static func matrix(from seed: [UInt8]) -> [[TransformedPolynomial]] {
        (0..<UInt8(rank)).map { row in
            (0..<UInt8(rank)).map { column in TransformedPolynomial(sampledFrom: seed + [column, row]) }
        }
    }

    /// ByteDecode₁₂ of a vector.
    private static func decode(_ octets: some Collection<UInt8>) -> [TransformedPolynomial] {
        var rest = Array(octets)[...]
        return (0..<rank).map { _ in
            defer { rest = rest.dropFirst(TransformedPolynomial.size) }
            return TransformedPolynomial(encoded: rest.prefix(TransformedPolynomial.size))
        }
    }

    /// Small polynomials from a seed: SamplePolyCBD_η(PRF_η(seed, N)) for N = 0, 1, … (FIPS 203 section 4.1, formula 4.3).
    ///
    /// η₁ and η₂ are both 2 in ML-KEM-768. So secrets and errors are sampled in the same way.
    private struct Noise {
        let seed: [UInt8]

        func polynomial(_ n: Int) -> Polynomial {
            var prf = SHAKE(.shake256, seed + [UInt8(truncatingIfNeeded: n)])
            return Polynomial(centeredBinomial: prf.squeeze(Polynomial.count / 2))
        }
    }
}
