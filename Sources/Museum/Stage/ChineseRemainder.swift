import Crypto

/// A number that is computed from its residues modulo numbers without a common factor (the Chinese remainder theorem).
struct ChineseRemainder {
    /// The number modulo ``modulus``.
    private(set) var value: Integer = 0
    /// The product of the moduli so far.
    private(set) var modulus: Integer = 1

    /// Adds the residue modulo another number. Nothing changes if that number has a common factor with ``modulus``.
    mutating func add(_ residue: Int, modulo r: Int) {
        let r = Integer(r)
        guard let inverse = modulus.inverse(modulo: r) else { return }
        let step = ((Integer(residue) - value) * inverse).modulo(r)
        value += modulus * step
        modulus *= r
    }

    /// The shortest prefix of these moduli whose product is above a limit; all of them if their product is not.
    static func moduli(_ all: [Int], above limit: Integer) -> [Int] {
        var (product, count) = (Integer(1), 0)
        while product <= limit, count < all.count {
            product *= Integer(all[count])
            count += 1
        }
        return Array(all.prefix(count))
    }
}

extension Integer {
    /// The root of this positive number, rounded down: the largest number whose power with the exponent `degree` is not
    /// above this number.
    func root(_ degree: Int) -> Integer {
        var (low, high) = (Integer(0), Integer.powerOfTwo(bitWidth / degree + 1))
        while high - low > 1 {
            let middle = (low + high).quotientAndRemainder(dividingBy: 2)?.quotient ?? low
            let power = (0..<degree).reduce(Integer(1)) { product, _ in product * middle }
            if power > self { high = middle } else { low = middle }
        }
        return low
    }
}
