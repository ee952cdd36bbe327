internal import CGMP

/// The powers of one base modulo one odd number. With a table that is made in advance, a power takes less than half of the time of
/// ``Integer/secretPower(_:modulo:)``.
///
/// In base 16, the exponent x is a sum of terms d · 16ⁱ, and gˣ is the product of the powers g^(d · 16ⁱ). The table holds these
/// powers: a row for each i, a column for each digit d. So a power takes one multiplication for each digit, and no squaring (Brickell,
/// Gordon, McCurley and Wilson 1992).
///
/// As in `secretPower`, neither branches nor memory addresses depend on the exponent: the whole row is read for each digit, and the
/// functions of GMP are those for secrets.
@safe final class PowerTable: Sendable {
    private static let digitBits = 4
    private static let columns = 1 << digitBits

    /// The modulus in machine words, the least significant first.
    private let modulus: [UInt]
    /// The rows. A row is the concatenation of its columns, each of as many words as the modulus.
    private let rows: [[UInt]]

    /// A table for exponents of up to `exponentBits` bits; nil for a modulus that is even or not above 1.
    init?(base: Integer, modulus: Integer, exponentBits: Int) {
        guard modulus > 1, !modulus.isEven else { return nil }
        let count = (modulus.bitWidth + UInt.bitWidth - 1) / UInt.bitWidth
        self.modulus = Self.words(modulus, count: count)
        var rows: [[UInt]] = []
        // g^(16ⁱ)
        var step = base.modulo(modulus)
        for _ in stride(from: 0, to: max(1, exponentBits), by: Self.digitBits) {
            var row: [UInt] = []
            var power = Integer(1)
            for _ in 0..<Self.columns {
                row += Self.words(power, count: count)
                power = (power * step).modulo(modulus)
            }
            rows.append(row)
            step = power
        }
        self.rows = rows
    }

    /// The base to the power of `exponent`; nil for an exponent that is negative or too long for the table.
    func power(_ exponent: Integer) -> Integer? {
        guard exponent.signum >= 0, exponent.bitWidth <= Self.digitBits * rows.count else { return nil }
        let count = modulus.count
        let scratch = max(__gmpn_sec_mul_itch(count, count), __gmpn_sec_div_r_itch(2 * count, count))
        // One after another: the power so far, the factor, their product, and the scratch space of GMP.
        var space = [UInt](repeating: 0, count: 4 * count + scratch)
        space[0] = 1
        unsafe space.withUnsafeMutableBufferPointer { buffer in
            guard let power = buffer.baseAddress else { return }
            let factor = unsafe power + count
            let product = unsafe factor + count
            let rest = unsafe product + 2 * count
            for (place, row) in rows.enumerated() {
                unsafe __gmpn_sec_tabselect(factor, row, count, Self.columns, digit(place, of: exponent))
                unsafe __gmpn_sec_mul(product, power, count, factor, count, rest)
                unsafe __gmpn_sec_div_r(product, 2 * count, modulus, count, rest)
                unsafe power.update(from: product, count: count)
            }
        }
        let result = Self.integer(space[..<count])
        unsafe space.withUnsafeMutableBufferPointer { unsafe $0.update(repeating: 0) }
        return result
    }

    private func digit(_ place: Int, of exponent: Integer) -> Int {
        (0..<Self.digitBits).reduce(0) { digit, index in
            digit | (exponent.bit(place * Self.digitBits + index) ? 1 : 0) << index
        }
    }

    private static func words(_ number: Integer, count: Int) -> [UInt] {
        let octets = number.bigEndian(count: count * MemoryLayout<UInt>.size) ?? []
        return stride(from: octets.count, to: 0, by: -MemoryLayout<UInt>.size).map { end in
            octets[(end - MemoryLayout<UInt>.size)..<end].reduce(0) { $0 << 8 | UInt($1) }
        }
    }

    private static func integer(_ words: ArraySlice<UInt>) -> Integer {
        Integer(bigEndian: words.reversed().flatMap(\.octets))
    }
}
