import Testing

@testable import Crypto

/// Keys that several tests use; made once, because a key of 2048 bits takes a moment.
enum TestKeys {
    static let rsa2048 = make(bits: 2048)
    static let rsa1024 = make(bits: 1024)

    private static func make(bits: Int) -> RSAPrivateKey? {
        var random = SeededRandomSource(seed: UInt64(bits))
        return try? RSAPrivateKey.generate(bits: bits, using: &random)
    }
}

@Suite struct RSATests {
    /// p = 61, q = 53, e = 17: the example that most textbooks work through.
    static func textbookKey() throws -> RSAPrivateKey {
        try RSAPrivateKey(n: 3233, e: 17, d: 2753, p: 61, q: 53)
    }

    @Test func theTextbookExample() throws {
        let key = try RSATests.textbookKey()
        var random = SeededRandomSource(seed: 1)
        #expect(try key.publicKey.rsaep(65) == 2790)
        #expect(try key.rsadp(2790, blindedBy: &random) == 65)
        #expect(key.dP == 53 && key.dQ == 49 && key.qInv == 38)
        #expect(key.size == 2)
    }

    /// All messages of a small key, also the multiples of its primes, which have no inverse.
    @Test func everyMessageOfAToyReturns() throws {
        let key = try RSATests.textbookKey()
        var random = SeededRandomSource(seed: 2)
        for m in 0..<3233 {
            let c = try key.publicKey.rsaep(Integer(m))
            #expect(c == Integer(m).power(17, modulo: 3233))
            #expect(try key.rsadp(c, blindedBy: &random) == Integer(m))
        }
    }

    @Test(arguments: 0..<24) func toysOfManySizes(seed: UInt64) throws {
        var random = SeededRandomSource(seed: seed)
        let bits = [12, 13, 14, 15, 16, 24, 31, 32, 33, 64, 128, 255, 256, 257, 512, 1000][Int(seed) % 16]
        let key = try RSAPrivateKey.generateToy(bits: bits, using: &random)
        #expect(key.n.bitWidth == bits)
        #expect(key.p * key.q == key.n)
        #expect((key.d * key.e).modulo(Integer.lcm(key.p - 1, key.q - 1)) == 1)
        for _ in 0..<8 {
            let m = random.integer(below: key.n)
            let c = try key.publicKey.rsaep(m)
            #expect(try key.rsadp(c, blindedBy: &random) == m)
            // The way over the two primes is the plain power.
            #expect(try key.rsasp1(m, blindedBy: &random) == m.power(key.d, modulo: key.n))
        }
    }

    @Test func aKeyOfRealSize() throws {
        let key = try #require(TestKeys.rsa2048)
        #expect(key.n.bitWidth == 2048 && key.e == 65537 && key.size == 256)
        #expect(key.p.bitWidth == 1024 && key.q.bitWidth == 1024)
        #expect(key.p.isProbablyPrime() && key.q.isProbablyPrime())
        var random = SeededRandomSource(seed: 9)
        let m = random.integer(below: key.n)
        #expect(try key.rsasp1(m, blindedBy: &random) == m.power(key.d, modulo: key.n))
    }

    @Test func theSameSeedMakesTheSameKey() throws {
        var first = SeededRandomSource(seed: 11)
        var second = first
        var other = SeededRandomSource(seed: 12)
        let key = try RSAPrivateKey.generateToy(bits: 256, using: &first)
        #expect(try RSAPrivateKey.generateToy(bits: 256, using: &second) == key)
        #expect(try RSAPrivateKey.generateToy(bits: 256, using: &other) != key)
    }

    @Test func sizesOutsideTheRangesAreRefused() throws {
        var random = SeededRandomSource(seed: 1)
        for bits in [-1, 0, 512, 1016, 4104] {
            #expect(throws: RSAError.unsupportedModulusSize(bits: bits, supported: 1024...4096)) {
                try RSAPrivateKey.generate(bits: bits, using: &random)
            }
        }
        #expect(throws: RSAError.modulusSizeNotWholeOctets(bits: 1025)) {
            try RSAPrivateKey.generate(bits: 1025, using: &random)
        }
        for bits in [-1, 0, 11, 1024] {
            #expect(throws: RSAError.unsupportedModulusSize(bits: bits, supported: 12...1023)) {
                try RSAPrivateKey.generateToy(bits: bits, using: &random)
            }
        }
    }

    @Test func publicKeysThatTheArithmeticCannotUse() throws {
        let size = RSAPublicKey.acceptedBits
        func attempt(_ n: Integer, _ e: Integer) -> RSAError? {
            do {
                _ = try RSAPublicKey(modulus: n, exponent: e)
                return nil
            } catch { return error }
        }
        #expect(attempt(0, 3) == .unsupportedModulusSize(bits: 0, supported: size))
        #expect(attempt(-3233, 3) == .unsupportedModulusSize(bits: 12, supported: size))
        #expect(attempt(15, 3) == .unsupportedModulusSize(bits: 4, supported: size))
        let huge = Integer.powerOfTwo(16384) + 1
        #expect(attempt(huge, 3) == .unsupportedModulusSize(bits: 16385, supported: size))
        #expect(attempt(3234, 3) == .evenModulus)
        for e: Integer in [-3, 0, 1, 2, 4, 3233, 3235] { #expect(attempt(3233, e) == .publicExponentOutOfRange) }
        let odd = Integer.powerOfTwo(64) + 1
        #expect(attempt(Integer.powerOfTwo(3072) + 1, odd) == .publicExponentTooLong(bits: 65))
        #expect(attempt(Integer.powerOfTwo(3071) + 1, odd) == nil)
        #expect(attempt(3233, 17) == nil)
    }

    @Test func privateKeysWhosePartsDoNotBelongTogether() throws {
        func attempt(_ n: Integer, _ e: Integer, _ d: Integer, _ p: Integer, _ q: Integer) -> RSAError? {
            do {
                _ = try RSAPrivateKey(n: n, e: e, d: d, p: p, q: q)
                return nil
            } catch { return error }
        }
        #expect(attempt(3233, 17, 2753, 61, 53) == nil)
        #expect(attempt(3233, 17, 413, 61, 53) == nil)  // d modulo λ(n) instead of φ(n)
        #expect(attempt(3233, 17, 2753, 61, 59) == .inconsistentPrivateKey(.modulusIsNotTheProduct))
        #expect(attempt(3233, 17, 2753, 3233, 1) == .inconsistentPrivateKey(.modulusIsNotTheProduct))
        #expect(attempt(3233, 17, 2753, -61, -53) == .inconsistentPrivateKey(.modulusIsNotTheProduct))
        #expect(attempt(3721, 17, 2753, 61, 61) == .inconsistentPrivateKey(.factorsAreEqual))
        #expect(attempt(3465, 17, 2753, 63, 55) == .inconsistentPrivateKey(.factorIsNotPrime))
        #expect(attempt(3233, 17, 2751, 61, 53) == .inconsistentPrivateKey(.exponentsDoNotMatch))
        #expect(attempt(3233, 17, 2753 + 3120, 61, 53) == .inconsistentPrivateKey(.privateExponentOutOfRange))
        #expect(attempt(3233, 17, 0, 61, 53) == .inconsistentPrivateKey(.privateExponentOutOfRange))
        #expect(attempt(3234, 17, 2753, 61, 53) == .evenModulus)
    }

    @Test func representativesOutOfRange() throws {
        let key = try RSATests.textbookKey()
        var random = SeededRandomSource(seed: 1)
        for number: Integer in [-1, 3233, 3234] {
            #expect(throws: RSAError.messageRepresentativeOutOfRange) { try key.publicKey.rsaep(number) }
            #expect(throws: RSAError.signatureRepresentativeOutOfRange) { try key.publicKey.rsavp1(number) }
            #expect(throws: RSAError.ciphertextRepresentativeOutOfRange) {
                try key.rsadp(number, blindedBy: &random)
            }
            #expect(throws: RSAError.messageRepresentativeOutOfRange) {
                try key.rsasp1(number, blindedBy: &random)
            }
        }
    }

    /// A flipped bit in one of the parts used modulo one prime: the result must be withheld, since it would factor n.
    @Test func aFaultIsDetected() throws {
        let key = try #require(TestKeys.rsa1024)
        var random = SeededRandomSource(seed: 13)
        let faulty = RSAPrivateKey(
            publicKey: key.publicKey, d: key.d, p: key.p, q: key.q, dP: key.dP + 2, dQ: key.dQ, qInv: key.qInv)
        #expect(throws: RSAError.faultDetected) { try faulty.rsadp(12345, blindedBy: &random) }
        #expect(throws: RSAError.faultDetected) {
            try PKCS1v15.sign([1], hash: .sha256, with: faulty, blindedBy: &random)
        }
    }

    @Test func secretsAreNotPrinted() throws {
        let key = try #require(TestKeys.rsa1024)
        #expect("\(key)" == "RSA private key of 1024 bits")
        #expect(String(reflecting: key) == "\(key)")
    }
}
