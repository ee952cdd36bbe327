import TestSupport
import Testing

@testable import Crypto

@Suite struct PowerTableTests {
    /// The table's power is GMP's, for exponents of every length and for those at the edges.
    @Test(arguments: [FiniteFieldGroup.ffdhe2048, .ffdhe3072])
    func aTablesPowersAreThoseOfGMP(group: FiniteFieldGroup) throws {
        let table = try #require(PowerTable(base: group.g, modulus: group.p, exponentBits: group.exponentBits))
        var random = SeededRandomSource(seed: 3)
        var exponents = (1...group.exponentBits).filter { $0 % 9 == 0 }.map { random.integer(bits: $0) }
        exponents += [0, 1, 2, 15, 16, 17, .powerOfTwo(group.exponentBits - 1), .powerOfTwo(group.exponentBits) - 1]
        for exponent in exponents {
            #expect(table.power(exponent) == group.g.power(exponent, modulo: group.p), "\(exponent)")
        }
        #expect(table.power(-1) == nil)
        #expect(table.power(.powerOfTwo(4 * group.exponentBits)) == nil)
    }

    /// Any odd modulus, of one word or not of whole words.
    @Test func aTableIsMadeForAnyOddModulus() throws {
        var random = SeededRandomSource(seed: 4)
        for bits in [2, 7, 63, 64, 65, 130, 521] {
            let modulus = random.integer(bits: bits - 1) * 2 + 1 + .powerOfTwo(bits)
            let base = random.integer(bits: bits + 9)
            let table = try #require(PowerTable(base: base, modulus: modulus, exponentBits: 40))
            for _ in 0..<20 {
                let exponent = random.integer(bits: 40)
                #expect(table.power(exponent) == base.power(exponent, modulo: modulus))
            }
        }
        for modulus: Integer in [-3, 0, 1, 2, 10] {
            #expect(PowerTable(base: 2, modulus: modulus, exponentBits: 8) == nil)
        }
    }

    /// Keys are the same before there is a table and after.
    @Test func aKeyDoesNotDependOnHowManyWereMadeBefore() throws {
        var first = SeededRandomSource(seed: 5)
        for _ in 0..<20 {
            let key = DiffieHellmanKey.generate(in: .ffdhe2048, using: &first)
            #expect(key.publicValue == Integer(2).power(key.privateExponent, modulo: key.group.p))
        }
    }
}
