import Foundation
import TestSupport
import Testing

@testable import Crypto

/// ML-KEM-768 against values that others have published.
@Suite struct MLKEMTests {
    /// The first of the known answers in NIST's form that swift-crypto comes with. The hash in dk stands for the whole of ek.
    @Test func aKnownAnswerOfKeyGeneration() throws {
        let seed = octets(
            """
            7c9935a0b07694aa0c6d10e4db6b1add2fd81a25ccb148032dcd739936737f2d
            8626ed79d451140800e03b59b956f8210e556067407d13dc90fa9e8b872bfb8f
            """)
        let key = try MLKEM768.DecapsulationKey(seed: seed)
        let (ek, dk) = (key.encapsulationKey.octets, key.octets)
        #expect(ek.count == 1184 && dk.count == 2400)
        #expect(ek.starts(with: octets("a8e651a1e685f22478a8954f007bc7711b930772c78f092e82878e3e937f3679")))
        #expect(dk.starts(with: octets("da0ac7b660404e613aa1f980380cb36dba18d23256c7267a00a67ba6c2a2b14c")))
        #expect(Array(dk[2336..<2368]) == octets("f57262661358cde8d3ebf990e5fd1d5b896c992ccfaadb5256b68bbf5943b132"))
        #expect(dk.suffix(32) == seed.suffix(32))
    }

    /// The accumulated vectors of Go's crypto/mlkem: seeds, randomness and random ciphertexts come from SHAKE128 of nothing, and
    /// everything that comes of them goes into another SHAKE128. One bit wrong anywhere changes the result.
    ///
    /// `HANDSHAKESIM_FUZZ=10000` runs as many as Go does.
    @Test func theAccumulatedVectorsOfGo() throws {
        let isLong = MLKEMTests.count >= 10_000
        var (source, sum) = (SHAKE(.shake128), SHAKE(.shake128))
        for _ in 0..<(isLong ? 10_000 : 100) {
            let key = try MLKEM768.DecapsulationKey(seed: source.squeeze(MLKEM768.seedSize))
            sum.absorb(key.encapsulationKey.octets)
            let made = try key.encapsulationKey.encapsulate(randomness: source.squeeze(MLKEM768.randomnessSize))
            sum.absorb(made.ciphertext.octets)
            sum.absorb(made.sharedSecret)
            #expect(key.decapsulate(made.ciphertext) == made.sharedSecret)
            let random = try MLKEM768.Ciphertext(octets: source.squeeze(MLKEM768.ciphertextSize))
            sum.absorb(key.decapsulate(random))
        }
        #expect(
            sum.squeeze(32)
                == octets(
                    isLong
                        ? "8a518cc63da366322a8e7a818c7a0d63483cb3528d34a4cf42f35d5ad73f22fc"
                        : "1114b1b6699ed191734fa339376afa7e285c9e6acf6ff0177d346696ce564415"))
    }

    /// How many random keys are tried; by hand as many as it says.
    static var count: Int { ProcessInfo.processInfo.environment["HANDSHAKESIM_FUZZ"].flatMap { Int($0) } ?? 20 }

    /// C2SP's vector whose matrix takes 582 octets of SHAKE128 for one polynomial, where about 473 are usual.
    @Test func anUnluckySampleTakesMoreOctets() throws {
        let key = try MLKEM768.DecapsulationKey(
            seed: octets(
                """
                82c4a361586b9715c2375a45fb85c32d04be7fe6e26acd820ec5d4080093afe1
                8476013560151d986dc7834dcb57c75f845f8d7ee71558d0955f3f4feb723cf2
                """))
        #expect(key.encapsulationKey.octets.starts(with: octets("ad568015b87690ebbe1fb438ee8a22b9ac4379a12422e340")))
        let made = try key.encapsulationKey.encapsulate(
            randomness: octets("e48f74ad416e99631003ded1478aec62a02c245d88ed7f2fae92aedf13ca03b3"))
        #expect(made.sharedSecret == octets("4f7cc64c040fc4e335a539691f4638caf8b1bf5da6455754afe699e41813801b"))
        #expect(made.ciphertext.octets.starts(with: octets("696ef1699d5ac2aa9a012a64c60c6c214dcedec75ff87fb3")))
        #expect(made.ciphertext.octets.suffix(16) == octets("019b134559be391c29d990f82f8a1dd4a715").suffix(16))
    }

    // MARK: What is refused

    private func key(_ seed: UInt64 = 1) -> MLKEM768.DecapsulationKey {
        var random = SeededRandomSource(seed: seed)
        return .generate(using: &random)
    }

    @Test func lengthsAreChecked() {
        for count in [0, 1, 31, 33, 63, 65, 1183, 1185, 1087, 1089, 2399, 2401] {
            let octets = [UInt8](repeating: 0, count: count)
            #expect(throws: MLKEMError.wrongSeedLength(count: count, needed: 64)) {
                try MLKEM768.DecapsulationKey(seed: octets)
            }
            #expect(throws: MLKEMError.wrongEncapsulationKeyLength(count: count, needed: 1184)) {
                try MLKEM768.EncapsulationKey(octets: octets)
            }
            #expect(throws: MLKEMError.wrongCiphertextLength(count: count, needed: 1088)) {
                try MLKEM768.Ciphertext(octets: octets)
            }
            #expect(throws: MLKEMError.wrongDecapsulationKeyLength(count: count, needed: 2400)) {
                try MLKEM768.DecapsulationKey(octets: octets)
            }
            #expect(throws: MLKEMError.wrongSeedLength(count: count, needed: 32)) {
                try key().encapsulationKey.encapsulate(randomness: octets)
            }
        }
    }

    /// The modulus check of FIPS 203 section 7.2, at each end and at the edge of the range.
    @Test(arguments: [0, 1, 2, 255, 256, 511, 512, 766, 767])
    func coefficientsFromQOnAreRefused(index: Int) throws {
        let good = key().encapsulationKey.octets
        /// The key with one number of twelve bits replaced.
        func changed(to value: Int) -> [UInt8] {
            var octets = good
            let place = index / 2 * 3
            if index.isMultiple(of: 2) {
                octets[place] = UInt8(value & 0xff)
                octets[place + 1] = octets[place + 1] & 0xf0 | UInt8(value >> 8)
            } else {
                octets[place + 1] = octets[place + 1] & 0x0f | UInt8(value & 0xf) << 4
                octets[place + 2] = UInt8(value >> 4)
            }
            return octets
        }
        for value in [0, 3328] { _ = try MLKEM768.EncapsulationKey(octets: changed(to: value)) }
        for value in [3329, 3330, 4095] {
            #expect(throws: MLKEMError.coefficientOutOfRange(index: index, value: value)) {
                try MLKEM768.EncapsulationKey(octets: changed(to: value))
            }
        }
    }

    /// A damaged ciphertext gives J(z ‖ c) = SHAKE256(z ‖ c), wherever the damage is, and a key written out does the same as its seed.
    @Test func damagedCiphertextsAreRejectedImplicitly() throws {
        var random = SeededRandomSource(seed: 3)
        let seed = random.octets(MLKEM768.seedSize)
        let key = try MLKEM768.DecapsulationKey(seed: seed)
        let written = try MLKEM768.DecapsulationKey(octets: key.octets)
        #expect(written == key && written.encapsulationKey == key.encapsulationKey)
        let made = key.encapsulationKey.encapsulate(using: &random)
        #expect(key.decapsulate(made.ciphertext) == made.sharedSecret)
        #expect(written.decapsulate(made.ciphertext) == made.sharedSecret)
        for (place, bit) in [(0, 0), (1, 7), (319, 3), (320, 0), (959, 7), (960, 0), (1024, 4), (1087, 7)] {
            var octets = made.ciphertext.octets
            octets[place] ^= 1 << UInt8(bit)
            let secret = key.decapsulate(try MLKEM768.Ciphertext(octets: octets))
            var rejection = SHAKE(.shake256, seed.suffix(32) + octets)
            #expect(secret == rejection.squeeze(32), "octet \(place), bit \(bit)")
        }
        #expect(self.key(4).decapsulate(made.ciphertext) != made.sharedSecret)
    }

    /// The hash check of FIPS 203 section 7.3, and the check of the key in it.
    @Test func aWrittenKeyIsChecked() throws {
        let good = key().octets
        for place in [1152 + 1152, 1152 + 1183, 2336, 2367] {
            var octets = good
            octets[place] ^= 1
            #expect(throws: MLKEMError.hashDoesNotMatch) { try MLKEM768.DecapsulationKey(octets: octets) }
        }
        var octets = good
        (octets[1152], octets[1153]) = (0xff, 0xff)
        #expect(throws: MLKEMError.coefficientOutOfRange(index: 0, value: 4095)) {
            try MLKEM768.DecapsulationKey(octets: octets)
        }
        // ŝ and z are nothing that could be checked.
        for place in [0, 2399] {
            octets = good
            octets[place] ^= 1
            #expect(try MLKEM768.DecapsulationKey(octets: octets) != key())
        }
    }

    @Test func secretsAreNotPrinted() {
        let key = key()
        #expect("\(key)" == "ML-KEM-768 decapsulation key" && String(reflecting: key) == "\(key)")
    }
}

/// The parts of ML-KEM, each against its definition.
@Suite struct LatticeTests {
    private static let q = Int(Residue.q)

    private func polynomial(_ random: inout SplitMix64) -> Polynomial {
        Polynomial((0..<256).map { _ in UInt16.random(in: 0..<Residue.q, using: &random) })
    }

    /// FIPS 203's definitions with whole numbers, for every residue.
    @Test func compressionRoundsToTheNearest() {
        for d in [UInt16(1), 4, 10, 11] {
            let steps = 1 << Int(d)
            for x in 0..<LatticeTests.q {
                let nearest = (2 * steps * x + LatticeTests.q) / (2 * LatticeTests.q) % steps
                #expect(Residue.compress(UInt16(x), bits: d) == UInt16(nearest))
            }
            for y in 0..<steps {
                let nearest = (2 * LatticeTests.q * y + steps) / (2 * steps)
                #expect(Residue.decompress(UInt16(y), bits: d) == UInt16(nearest))
                #expect(Residue.compress(UInt16(nearest), bits: d) == UInt16(y))
            }
        }
    }

    @Test func residuesAreThoseOfDivision() {
        let q = LatticeTests.q
        for a in stride(from: 0, to: q, by: 13) {
            for b in [0, 1, 2, 1664, 1665, 3327, 3328] {
                let (x, y) = (UInt16(a), UInt16(b))
                #expect(Residue.add(x, y) == UInt16((a + b) % q))
                #expect(Residue.subtract(x, y) == UInt16((a - b + q) % q))
                #expect(Residue.multiply(x, y) == UInt16(a * b % q))
            }
        }
        for x in [0, 1, q - 1, q, q + 1, 2 * q - 1, q * q, 2 * (q - 1) * (q - 1), 1 << 28 - 1, (1 << 28) / q * q] {
            #expect(Residue.reduce(UInt32(x)) == UInt16(x % q))
            #expect(x == 0 || Residue.reduce(UInt32(x - 1)) == UInt16((x - 1) % q))
        }
    }

    /// The first and last values of the table in FIPS 203 appendix A.
    @Test func thePowersOfZetaAreThoseOfTheStandard() {
        #expect(NumberTheoreticTransform.zetas.prefix(8) == [1, 1729, 2580, 3289, 2642, 630, 1897, 848])
        #expect(NumberTheoreticTransform.zetas.suffix(2) == [885, 2154])
        #expect(NumberTheoreticTransform.gammas.prefix(4).map(Int.init) == [17, 3312, 2761, 568])
        for gamma in NumberTheoreticTransform.gammas {
            // γ¹²⁸ = -1: each X² - γ divides X²⁵⁶ + 1.
            #expect((0..<7).reduce(gamma) { x, _ in Residue.multiply(x, x) } == Residue.q - 1)
        }
        #expect(Set(NumberTheoreticTransform.gammas).count == 128)
    }

    /// The transform and back, and a product by it against one term by term modulo X²⁵⁶ + 1.
    @Test func theTransformMultipliesPolynomials() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<3 {
            let (a, b) = (polynomial(&random), polynomial(&random))
            #expect(a.transformed.inverse == a)
            var product = [Int](repeating: 0, count: 256)
            for (i, x) in a.coefficients.enumerated() {
                for (j, y) in b.coefficients.enumerated() {
                    let term = Int(x) * Int(y) * (i + j < 256 ? 1 : -1)
                    product[(i + j) % 256] += term
                }
            }
            let reduced = product.map { UInt16(($0 % LatticeTests.q + LatticeTests.q) % LatticeTests.q) }
            #expect((a.transformed * b.transformed).inverse.coefficients == reduced)
            #expect((a + b).transformed == a.transformed + b.transformed)
            #expect(a - b + b == a)
        }
    }

    @Test(arguments: [UInt32(1), 4, 10, 12])
    func numbersAreEncodedLowestBitFirst(bits: UInt32) {
        var random = SplitMix64(seed: UInt64(bits))
        let numbers = (0..<256).map { _ in UInt16.random(in: 0..<1 << UInt16(bits), using: &random) }
        let octets = PolynomialEncoding.encode(numbers, bits: bits)
        #expect(octets.count == 32 * Int(bits))
        for (index, number) in numbers.enumerated() {
            for bit in 0..<Int(bits) {
                let place = index * Int(bits) + bit
                #expect(octets[place / 8] >> UInt8(place % 8) & 1 == UInt8(number >> UInt16(bit) & 1))
            }
        }
        #expect(PolynomialEncoding.decode(octets, bits: bits) == numbers)
    }

    /// The binomial distribution, octet by octet: ones of two bits less ones of two others.
    @Test func smallCoefficientsAreDifferencesOfOnes() {
        let drawn = Polynomial(centeredBinomial: (0..<128).map { UInt8($0 * 2 + 1) }).coefficients
        for (index, coefficient) in drawn.enumerated() {
            let bits = (index / 2 * 2 + 1) >> (index % 2 * 4) & 0xf
            let difference = (bits & 3).nonzeroBitCount - (bits >> 2).nonzeroBitCount
            #expect(Int(coefficient) == (difference + LatticeTests.q) % LatticeTests.q)
        }
    }
}
