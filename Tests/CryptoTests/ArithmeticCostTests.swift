import Testing

@testable import Crypto

/// What strangers' numbers may cost.
@Suite struct ArithmeticCostTests {
    @Test func aPowerIsBoundedByItsCostAndNotByItsLength() throws {
        let long = Integer.powerOfTwo(32_768) - 1
        // Long, and cheap: a short exponent.
        #expect(try Integer(3).boundedPower(65_537, modulo: long) == Integer(3).power(65_537, modulo: long))
        #expect(try Integer(3).boundedPower(long, modulo: 7) == Integer(3).power(long, modulo: 7))
        do {
            _ = try Integer(3).boundedPower(long - 4, modulo: long)
            Issue.record("it was computed")
        } catch {
            #expect(error.cost == 512 * 512 * 32_768 && error.limit == 1 << 30)
            #expect(error.description.contains("32768 bits") && error.description.contains("at most 1073741824"))
        }
        #expect(ArithmeticCost.power(modulus: .max, exponent: .max) == .max)
    }

    @Test func aTestOfPrimalityIsBoundedByItsCost() throws {
        // Mersenne primes.
        #expect(try (Integer.powerOfTwo(2203) - 1).isBoundedPrime())
        #expect(try !(Integer.powerOfTwo(2204) - 1).isBoundedPrime())
        #expect(throws: ArithmeticCost.TooMuch.self) { try (Integer.powerOfTwo(11_213) - 1).isBoundedPrime() }
        #expect(ArithmeticCost.primality(bits: 8192) == ArithmeticCost.limit / 2)
    }
}
