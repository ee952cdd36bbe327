import Crypto

/// A number modulo several numbers without a common factor, put together from its residues (the Chinese remainder theorem).
struct ChineseRemainder {
    /// The number modulo ``modulus``.
    private(set) var value: Integer = 0
    /// The product of the moduli so far.
    private(set) var modulus: Integer = 1

    /// Adds what is known modulo another number.
    mutating func add(_ residue: Int, modulo r: Int) {
        let r = Integer(r)
        guard let inverse = modulus.inverse(modulo: r) else { return }
        let step = ((Integer(residue) - value) * inverse).modulo(r)
        value += modulus * step
        modulus *= r
    }

    /// As many of these moduli, from the first on, as have a product above a limit.
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
    /// The largest number whose power with that exponent is not above this one, which is positive.
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
