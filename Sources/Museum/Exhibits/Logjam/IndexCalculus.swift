import Crypto

/// Discrete logarithms modulo a safe prime p of less than 63 bits, by index calculus.
///
/// Most of the work is done once for the prime: it finds the logarithms of small primes. After it each further logarithm is cheap, so an
/// attacker gains more if many servers have the same prime.
struct IndexCalculus: Sendable {
    /// The prime modulus.
    let p: UInt64
    /// (p - 1) / 2, a prime. The work is done modulo q. There are q different powers of 2, if 2 is a square modulo p; otherwise 2q.
    let q: UInt64
    /// The generator.
    let g: UInt64
    /// The factor base: the primes up to the bound.
    let base: [UInt64]
    /// For each prime of the base the x, modulo q, for which g^x is the prime or its negative. The sign does not matter, because the
    /// logarithm of -1 is 0 modulo q.
    private var logarithms: [UInt64] = []
    /// How many equations were found.
    private(set) var relations = 0
    /// How many numbers were tried to find the equations.
    private(set) var trials = 0
    /// For each odd prime of the base its inverse modulo 2^64, and the greatest quotient of a number of 64 bits by the prime. A number n is
    /// a multiple of the prime exactly if n times the inverse, modulo 2^64, is not above this quotient.
    private let tests: [(inverse: UInt64, limit: UInt64)]

    /// Does the work for a prime.
    ///
    /// - Parameters:
    ///   - g: the generator. It has to be 2, because the first equation says that the logarithm of 2 is 1.
    ///   - bound: the greatest number that may be in the factor base.
    init(p: UInt64, g: UInt64, bound: UInt64, using random: inout SeededRandomSource) {
        self.p = p
        self.g = g
        q = (p - 1) / 2
        var primes: [UInt64] = []
        for n in 2...bound where !primes.contains(where: { $0 * $0 <= n && n % $0 == 0 }) { primes.append(n) }
        base = primes
        tests = primes.dropFirst().map { prime in
            // Newton's iteration: each round doubles the number of bits that are right.
            let inverse = (0..<6).reduce(prime) { value, _ in value &* (2 &- prime &* value) }
            return (inverse, .max / prime)
        }
        collect(using: &random)
    }

    /// The exponents of the base's primes in the factorization of a number; nil if the number has a greater prime factor.
    private func factors(of n: UInt64) -> [UInt64]? {
        var rest = n >> UInt64(n.trailingZeroBitCount)
        for (inverse, limit) in tests {
            while rest &* inverse <= limit { rest = rest &* inverse }
        }
        guard rest == 1 else { return nil }
        var left = n
        return base.map { prime in
            var power: UInt64 = 0
            while left.isMultiple(of: prime) {
                left /= prime
                power += 1
            }
            return power
        }
    }

    /// Multiplies `start` by powers of g until a product is smooth, which means that it has no prime factor outside of the base.
    ///
    /// - Returns: the exponents of the product's factors, the exponent of g, and how many products were tried.
    private func smooth(
        from start: UInt64, using random: inout SeededRandomSource
    ) -> (factors: [UInt64], exponent: UInt64, trials: Int) {
        var exponent = random.number() % q
        let step = random.number() % q
        let factor = power(g, step, p)
        var value = product(start, power(g, exponent, p), p)
        var trials = 1
        while true {
            if let factors = factors(of: value) { return (factors, exponent, trials) }
            value = product(value, factor, p)
            exponent = (exponent + step) % q
            trials += 1
        }
    }

    /// Collects equations and solves them. The first ones, at most as many as the base has primes, come from powers of g. If they leave
    /// unknowns open, further ones come from powers of g times the prime whose logarithm is open.
    private mutating func collect(using random: inout SeededRandomSource) {
        var system = Equations(q, unknowns: base.count)
        system.add([1] + [UInt64](repeating: 0, count: base.count - 1), equals: 1)
        while let place = system.open {
            let isEarly = relations < base.count
            var (factors, exponent, tried) = smooth(from: isEarly ? 1 : base[place], using: &random)
            relations += 1
            trials += tried
            if !isEarly { factors[place] = (factors[place] + q - 1) % q }
            system.add(factors, equals: exponent)
        }
        logarithms = system.solution
    }

    /// The least exponent x with g^x = `value`, and how many numbers were tried to find it.
    ///
    /// - Parameter value: a power of g.
    func logarithm(of value: UInt64, using random: inout SeededRandomSource) -> (exponent: UInt64, trials: Int) {
        let (factors, exponent, trials) = smooth(from: value % p, using: &random)
        let sum = zip(factors, logarithms).reduce(q - exponent) { ($0 + product($1.0, $1.1, q)) % q }
        // If 2 is no square modulo p, -1 is the power with the exponent q.
        return (power(g, sum, p) == value % p ? sum : sum + q, trials)
    }
}

/// Linear equations modulo a prime.
private struct Equations {
    private let q: UInt64
    /// For each unknown an equation whose last unknown it is, with the coefficient 1; nil if there is none yet. The last element of an
    /// equation is its right side.
    private var rows: [[UInt64]?]

    init(_ q: UInt64, unknowns: Int) {
        self.q = q
        rows = [[UInt64]?](repeating: nil, count: unknowns)
    }

    /// The last unknown without an equation; nil if each unknown has one.
    var open: Int? { rows.lastIndex { $0 == nil } }

    /// Adds an equation, after it has subtracted multiples of the others from it. An equation that follows from the others is left out.
    mutating func add(_ coefficients: [UInt64], equals right: UInt64) {
        var row = coefficients + [right]
        for place in rows.indices.reversed() where row[place] != 0 {
            guard let known = rows[place] else {
                let inverse = power(row[place], q - 2, q)
                rows[place] = row.map { $0 == 0 ? 0 : product($0, inverse, q) }
                return
            }
            let factor = q - row[place]
            for other in row.indices where known[other] != 0 {
                row[other] = (row[other] + product(factor, known[other], q)) % q
            }
        }
    }

    /// The values of the unknowns, if there is an equation for each.
    var solution: [UInt64] {
        var values: [UInt64] = []
        for case let row? in rows {
            let sum = zip(row, values).reduce(0) { ($0 + product($1.0, $1.1, q)) % q }
            values.append(((row.last ?? 0) + q - sum) % q)
        }
        return values
    }
}

private func product(_ a: UInt64, _ b: UInt64, _ modulus: UInt64) -> UInt64 {
    modulus.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
}

private func power(_ base: UInt64, _ exponent: UInt64, _ modulus: UInt64) -> UInt64 {
    var (result, square, rest) = (UInt64(1), base % modulus, exponent)
    while rest > 0 {
        if rest & 1 == 1 { result = product(result, square, modulus) }
        square = product(square, square, modulus)
        rest >>= 1
    }
    return result
}

extension SeededRandomSource {
    /// A random number of 63 bits.
    fileprivate mutating func number() -> UInt64 { octets(8).reduce(0) { $0 << 8 | UInt64($1) } >> 1 }
}
