/// An estimate of the cost of arithmetic, made before the arithmetic. It is for numbers that come from another program.
///
/// The unit is a product of two words of 64 bits. A power takes about one product of long numbers for each bit of its exponent, and a product of
/// numbers of L words takes L² products of words. So twice the length costs eight times as much. A limit of the lengths would either forbid
/// cheap operations or allow operations that take seconds.
public enum ArithmeticCost {
    /// The highest cost of one request: a power in which all numbers have 16,384 bits. It takes about half a second.
    public static let limit = 1 << 30

    /// The cost of a power with an exponent of `exponent` bits modulo a number of `modulus` bits.
    public static func power(modulus: Int, exponent: Int) -> Int {
        let words = max(1, modulus / 64 + (modulus % 64 == 0 ? 0 : 1))
        let (square, tooLong) = words.multipliedReportingOverflow(by: words)
        let (cost, tooMuch) = square.multipliedReportingOverflow(by: max(1, exponent))
        return tooLong || tooMuch ? .max : cost
    }

    /// The cost of a test of a prime of `bits` bits that consists of the Baillie-PSW test, which costs about as much as three powers, and one
    /// round of the Miller-Rabin test. The test of a composite number nearly always costs one power.
    public static func primality(bits: Int) -> Int {
        let (cost, tooMuch) = power(modulus: bits, exponent: bits).multipliedReportingOverflow(by: 4)
        return tooMuch ? .max : cost
    }

    /// A request that would cost more than ``limit``.
    public struct TooMuch: Error, Hashable, Sendable, CustomStringConvertible {
        /// A description of the operation, with the lengths of its numbers.
        public let operation: String
        /// The cost, in products of words.
        public let cost: Int
        /// The limit of the cost, in products of words.
        public let limit: Int

        /// "a power with … would cost … products of 64-bit words; the limit is …".
        public var description: String {
            "\(operation) would cost \(cost == .max ? "2^63 or more" : "\(cost)") products of 64-bit words; at most \(limit) are spent on it"
        }
    }
}

extension Integer {
    /// ``power(_:modulo:)`` for numbers from another program.
    ///
    /// - Throws: ``ArithmeticCost/TooMuch`` if the power would cost more than ``ArithmeticCost/limit``.
    public func boundedPower(_ e: Integer, modulo m: Integer) throws(ArithmeticCost.TooMuch) -> Integer? {
        let cost = ArithmeticCost.power(modulus: m.bitWidth, exponent: e.bitWidth)
        guard cost <= ArithmeticCost.limit else {
            throw ArithmeticCost.TooMuch(
                operation: "a power with an exponent of \(e.bitWidth) bits modulo a number of \(m.bitWidth) bits",
                cost: cost,
                limit: ArithmeticCost.limit)
        }
        return power(e, modulo: m)
    }

    /// ``isProbablyPrime(rounds:)`` for a number from another program. As many of the rounds are made as the limit allows, and at least the
    /// Baillie-PSW test and one round of the Miller-Rabin test.
    ///
    /// - Parameter limit: the limit of the cost, in products of words.
    /// - Throws: ``ArithmeticCost/TooMuch`` if even the least test would cost more.
    public func isBoundedPrime(
        rounds: Int = 40, limit: Int = ArithmeticCost.limit
    ) throws(ArithmeticCost.TooMuch) -> Bool {
        let least = ArithmeticCost.primality(bits: bitWidth)
        guard least <= limit else {
            throw ArithmeticCost.TooMuch(
                operation: "a test of primality of \(bitWidth) bits", cost: least, limit: limit)
        }
        // GMP counts the Baillie-PSW test as 24 rounds.
        let affordable = limit / max(1, least / 4) - 3
        return isProbablyPrime(rounds: min(rounds, 24 + affordable))
    }
}
