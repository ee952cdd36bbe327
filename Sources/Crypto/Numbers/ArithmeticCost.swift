/// The cost of arithmetic on numbers from a stranger, told before it is done.
///
/// The unit is a product of two words of 64 bits. A power takes about one product of long numbers for each bit of its exponent, and a product of
/// numbers of L words takes L² products of words: twice the length costs eight times as much. A limit of length either forbids what is cheap or
/// allows what takes seconds.
public enum ArithmeticCost {
    /// The most that one request may cost: a power of 16,384 bits in everything, about half a second.
    public static let limit = 1 << 30

    /// The cost of a power with an exponent of `exponent` bits modulo a number of `modulus` bits.
    public static func power(modulus: Int, exponent: Int) -> Int {
        let words = max(1, modulus / 64 + (modulus % 64 == 0 ? 0 : 1))
        let (square, tooLong) = words.multipliedReportingOverflow(by: words)
        let (cost, tooMuch) = square.multipliedReportingOverflow(by: max(1, exponent))
        return tooLong || tooMuch ? .max : cost
    }

    /// The cost of a test of a prime of `bits` bits that consists of the Baillie-PSW test, which is worth about three powers, and one round of
    /// the Miller-Rabin test. A composite number nearly always costs one power.
    public static func primality(bits: Int) -> Int {
        let (cost, tooMuch) = power(modulus: bits, exponent: bits).multipliedReportingOverflow(by: 4)
        return tooMuch ? .max : cost
    }

    /// A request that would cost more than ``limit``.
    public struct TooMuch: Error, Hashable, Sendable, CustomStringConvertible {
        /// The operation, and the lengths of its numbers.
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
    /// ``power(_:modulo:)`` where a stranger chose the numbers.
    ///
    /// - Throws: ``ArithmeticCost/TooMuch``.
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

    /// ``isProbablyPrime(rounds:)`` where a stranger chose the number: as many of the rounds are made as the cost allows, and at least the
    /// Baillie-PSW test and one of Miller and Rabin's.
    ///
    /// - Parameter limit: the limit of the cost, in products of words.
    /// - Throws: ``ArithmeticCost/TooMuch``, where even that would cost more.
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
