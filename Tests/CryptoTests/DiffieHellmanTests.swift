import Crypto
import Testing

@Suite struct FiniteFieldGroupTests {
    /// Each prime has the digits that RFC 7919 appendix A prints, by their SHA-256, and is a safe prime.
    @Test(arguments: [
        (2048, "9cd3b7f336872f46c09428d1bbc19877a4d440512cda8d1c1cf0cd6e33698966", 0x0100, 225),
        (3072, "0eaf67db3a839156d5013494a5318a772b5697d270d721f37f092efc69ea5a17", 0x0101, 275),
        (4096, "4648414224ac881b3d0dc59b466f96d06a558278776807797ecf1f66ff397b3e", 0x0102, 325),
        (6144, "227ac9066b3ddd9e193670cda2388fa884f65ba0cf98b742d1fe77a6687c79c7", 0x0103, 375),
        (8192, "770b14efaf6f049929c523113b3fa99a8d11dab1b18af3609590122075d19833", 0x0104, 400),
    ])
    func primesOfRFC7919(bits: Int, digest: String, codePoint: Int, exponentBits: Int) throws {
        let group = try #require(FiniteFieldGroup.named("ffdhe\(bits)"))
        #expect(Integer(bigEndian: HashAlgorithm.sha256.hash(group.p.bigEndian)) == Integer(hex: digest))
        #expect(group.p.bitWidth == bits && group.size == bits / 8)
        // Below 25 rounds this is one Baillie-PSW test; each more would cost seconds with the largest.
        #expect(group.p.isProbablyPrime(rounds: 1))
        let order = try #require(group.order)
        #expect(order * 2 + 1 == group.p)
        #expect(order.isProbablyPrime(rounds: 1))
        #expect(group.g == 2 && group.g.power(order, modulo: group.p) == 1)
        #expect(group.codePoint.map(Int.init) == codePoint && group.exponentBits == exponentBits)
        #expect(!group.isToy && group.weakness == nil)
        #expect(FiniteFieldGroup.withCodePoint(UInt16(codePoint)) == group)
    }

    @Test(arguments: FiniteFieldGroup.all.filter(\.isToy))
    func toys(group: FiniteFieldGroup) throws {
        #expect(group.p.isProbablyPrime())
        #expect(group.weakness != nil && group.codePoint == nil)
        // The order is exactly that of the generator: n gives 1, and n / q does not for any prime q in it.
        let order = try #require(group.order)
        #expect(group.g.power(order, modulo: group.p) == 1)
        for factor in try DiscreteLogarithm.factorize(order) {
            let smaller = try #require(order.quotientAndRemainder(dividingBy: factor.prime)).quotient
            #expect(group.g.power(smaller, modulo: group.p) != 1)
        }
        #expect(group.p.isSafePrime(rounds: 24) == !group.name.contains("smooth"))
        #expect(FiniteFieldGroup.named(group.name) == group)
    }

    @Test func namesAreDifferent() {
        #expect(Set(FiniteFieldGroup.all.map(\.name)).count == FiniteFieldGroup.all.count)
        #expect(FiniteFieldGroup.named("toy-17") == nil)
        #expect(FiniteFieldGroup.withCodePoint(29) == nil)
    }

    @Test func aPeersParameters() throws {
        let known = try FiniteFieldGroup(custom: FiniteFieldGroup.ffdhe3072.p, generator: 2)
        #expect(known == .ffdhe3072)
        #expect(try FiniteFieldGroup(custom: 5, generator: 7) == .toy5)
        let other = try FiniteFieldGroup(custom: FiniteFieldGroup.ffdhe2048.p, generator: 4)
        #expect(other.name == "custom" && other.order == nil && other.exponentBits == 2048 && !other.isToy)

        func attempt(_ p: Integer, _ g: Integer) -> DiffieHellmanError? {
            do {
                _ = try FiniteFieldGroup(custom: p, generator: g)
                return nil
            } catch { return error }
        }
        let accepted = FiniteFieldGroup.acceptedBits
        #expect(attempt(0, 2) == .unsupportedModulusSize(bits: 0, supported: accepted))
        #expect(attempt(3, 2) == .unsupportedModulusSize(bits: 2, supported: accepted))
        #expect(attempt(-23, 5) == .unsupportedModulusSize(bits: 5, supported: accepted))
        let huge = Integer.powerOfTwo(10_000) + 1
        #expect(attempt(huge, 2) == .unsupportedModulusSize(bits: 10_001, supported: accepted))
        #expect(attempt(24, 5) == .evenModulus)
        for g: Integer in [0, 1, 22, 23, 24, -1] { #expect(attempt(23, g) == .generatorOutOfRange) }
        #expect(attempt(23, 7) == nil)
    }
}

@Suite struct DiffieHellmanTests {
    @Test func theExampleOnPaper() throws {
        let alice = try DiffieHellmanKey(group: .toy23, privateExponent: 6)
        let bob = try DiffieHellmanKey(group: .toy23, privateExponent: 15)
        #expect(alice.publicValue == 8 && bob.publicValue == 19)
        #expect(try alice.sharedSecret(with: 19).padded == [2])
        #expect(try bob.sharedSecret(with: 8).padded == [2])
    }

    @Test(arguments: FiniteFieldGroup.all)
    func bothSidesAgree(group: FiniteFieldGroup) throws {
        // Fewer seeds where an exponentiation takes long.
        for seed in 0..<UInt64(group.isToy ? 50 : 2) {
            var random = SeededRandomSource(seed: seed)
            let alice = DiffieHellmanKey.generate(in: group, using: &random)
            let bob = DiffieHellmanKey.generate(in: group, using: &random)
            let secret = try alice.sharedSecret(with: bob.publicValue)
            #expect(try bob.sharedSecret(with: alice.publicValue) == secret)
            #expect(secret.padded.count == group.size)
            #expect(Integer(bigEndian: secret.padded) == Integer(bigEndian: secret.stripped))
            #expect(secret.stripped.first != 0)
            if group.codePoint != nil { #expect(alice.privateExponent.bitWidth == group.exponentBits) }
        }
    }

    @Test func leadingZerosAreKeptAndStripped() throws {
        // In a group of 16 bits one secret in 256 has a leading zero; the first in this stream is looked for.
        var random = SeededRandomSource(seed: 0)
        let alice = DiffieHellmanKey.generate(in: .toy16, using: &random)
        for _ in 0..<20_000 {
            let bob = DiffieHellmanKey.generate(in: .toy16, using: &random)
            let secret = try alice.sharedSecret(with: bob.publicValue)
            guard secret.padded[0] == 0 else { continue }
            #expect(secret.padded.count == 2 && secret.stripped == [secret.padded[1]])
            return
        }
        Issue.record("no secret with a leading zero")
    }

    @Test func publicValuesOutOfRange() throws {
        var random = SeededRandomSource(seed: 1)
        for group in [FiniteFieldGroup.toy23, .ffdhe2048] {
            let key = DiffieHellmanKey.generate(in: group, using: &random)
            for value: Integer in [-1, 0, 1] {
                #expect(throws: DiffieHellmanError.publicValueTooSmall) { try key.sharedSecret(with: value) }
                #expect(throws: DiffieHellmanError.publicValueTooSmall) { try group.validate(publicValue: value) }
            }
            for value in [group.p - 1, group.p, group.p + 1] {
                #expect(throws: DiffieHellmanError.publicValueTooLarge) { try key.sharedSecret(with: value) }
            }
            try group.validate(publicValue: 2)
            try group.validate(publicValue: group.p - 2)
        }
    }

    @Test func privateExponentsOutOfRange() {
        for x: Integer in [-1, 0, 22, 23] {
            #expect(throws: DiffieHellmanError.privateExponentOutOfRange) {
                try DiffieHellmanKey(group: .toy23, privateExponent: x)
            }
        }
    }

    /// Small subgroups of a group without a safe prime: the peer's value passes the range check, and the secret is 1.
    @Test func aSecretThatAnyoneCanGuess() throws {
        let p: Integer = 31  // p - 1 = 2 · 3 · 5; 5 has the order 3
        let group = try FiniteFieldGroup(custom: p, generator: 3)
        let key = try DiffieHellmanKey(group: group, privateExponent: 6)
        #expect(throws: DiffieHellmanError.degenerateSharedSecret) { try key.sharedSecret(with: 5) }
        // A composite modulus: 9 divides it, and powers of 3 vanish modulo 9.
        let composite = try FiniteFieldGroup(custom: 9, generator: 2)
        let other = try DiffieHellmanKey(group: composite, privateExponent: 2)
        #expect(throws: DiffieHellmanError.degenerateSharedSecret) { try other.sharedSecret(with: 3) }
    }

    /// Where no exponent but one gives an acceptable public value, generation ends all the same.
    @Test func generationEndsInADegenerateGroup() throws {
        let powerOfThree = try #require(Integer(3).power(40, modulo: Integer.powerOfTwo(64)))
        let group = try FiniteFieldGroup(
            custom: powerOfThree, generator: Integer(3).power(39, modulo: powerOfThree) ?? 0)
        var random = SeededRandomSource(seed: 1)
        let key = DiffieHellmanKey.generate(in: group, using: &random)
        #expect(key.publicValue == 0)
    }

    @Test func agreesWithOpenSSL() throws {
        let folder = try Scratch()
        let names = ["ffdhe2048", "ffdhe3072"]
        for name in names {
            let group = try #require(FiniteFieldGroup.named(name))
            let a = try run("openssl", "genpkey", "-algorithm", "DH", "-pkeyopt", "group:" + name)
            let b = try run("openssl", "genpkey", "-algorithm", "DH", "-pkeyopt", "group:" + name)
            let aFile = try folder.file("a.pem", a.output)
            let bPublic = try run("openssl", "pkey", "-pubout", input: b.output)
            let bFile = try folder.file("b.pem", bPublic.output)
            let derived = try run("openssl", "pkeyutl", "-derive", "-inkey", aFile, "-peerkey", bFile)
            try #require(derived.status == 0, "\(derived.errors)")

            let aNumbers = try numbers(of: a.output)
            let bNumbers = try numbers(of: b.output)
            let key = try DiffieHellmanKey(group: group, privateExponent: aNumbers.x)
            #expect(key.publicValue == aNumbers.y)
            let secret = try key.sharedSecret(with: bNumbers.y)
            #expect(Integer(bigEndian: secret.stripped) == Integer(bigEndian: derived.output))
        }
    }

    /// The private and the public number of a key, from what OpenSSL prints about it.
    private func numbers(of pem: [UInt8]) throws -> (x: Integer, y: Integer) {
        let text = try run("openssl", "pkey", "-noout", "-text", input: pem).text
        func number(after label: String) throws -> Integer {
            let lines = text.split(separator: "\n").drop { !$0.contains(label) }.dropFirst()
            let hex = lines.prefix { $0.hasPrefix("    ") }.joined().filter(\.isHexDigit)
            return try #require(Integer(hex: hex))
        }
        return (try number(after: "private-key:"), try number(after: "public-key:"))
    }

    /// With an exponent of 1 the public value is the generator, and the secret is what the peer has sent.
    @Test func anExponentOfOneIsDrawnOnlyWhereFewAreLeft() {
        var random = SeededRandomSource(seed: 7)
        func drawn(_ group: FiniteFieldGroup) -> Set<Integer> {
            Set((0..<400).map { _ in DiffieHellmanKey.generate(in: group, using: &random).privateExponent })
        }
        #expect(drawn(.toy5) == [1, 3])
        let others = drawn(.toy23)
        #expect(!others.contains(1) && others.count > 15)
    }

    @Test func secretsAreNotPrinted() throws {
        let key = try DiffieHellmanKey(group: .toy56, privateExponent: 123_456_789)
        #expect(!"\(key)".contains(Integer(123_456_789).hex) && !String(reflecting: key).contains("123456789"))
    }
}
