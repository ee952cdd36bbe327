import Crypto

/// Discrete logarithms modulo a safe prime p of less than 63 bits, by index calculus. The work is done once for the prime. After it each
/// logarithm is cheap: that is why many servers with the same prime are worth the work.
struct IndexCalculus: Sendable {
    /// The prime, the number of powers of the generator, and the generator.
    let p: UInt64
    let q: UInt64
    let g: UInt64
    /// The factor base: the primes up to the bound.
    let base: [UInt64]
    /// The logarithm of each, modulo q. The sign of a number does not matter: -1 is no power of g.
    private var logarithms: [UInt64] = []
    /// The equations that were found, and the numbers that were tried for them.
    private(set) var relations = 0
    private(set) var trials = 0
    /// For each odd prime of the base its inverse modulo 2^64, and the greatest quotient: n is a multiple exactly if n times the inverse is
    /// not above it.
    private let tests: [(inverse: UInt64, limit: UInt64)]

    /// Does the work for a prime.
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

    /// A number's exponents over the base; nil if it has a larger factor.
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

    /// Goes through powers of g times `start` until one is smooth.
    ///
    /// - Returns: its exponents over the base, that of g, and how many were tried.
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

    /// Collects equations: first as many as the base has primes, then for each prime that is in none an equation with that prime.
    private mutating func collect(using random: inout SeededRandomSource) {
        var system = Equations(q, unknowns: base.count)
        system.add([1] + [UInt64](repeating: 0, count: base.count - 1), 1)
        while let place = system.open {
            let isEarly = relations < base.count
            var (factors, exponent, tried) = smooth(from: isEarly ? 1 : base[place], using: &random)
            relations += 1
            trials += tried
            if !isEarly { factors[place] = (factors[place] + q - 1) % q }
            system.add(factors, exponent)
        }
        logarithms = system.solution
    }

    /// The exponent x with g^x = `value`, and how many numbers were tried for it.
    func logarithm(of value: UInt64, using random: inout SeededRandomSource) -> (exponent: UInt64, trials: Int) {
        let (factors, exponent, trials) = smooth(from: value % p, using: &random)
        let sum = zip(factors, logarithms).reduce(q - exponent) { ($0 + product($1.0, $1.1, q)) % q }
        return (sum % q, trials)
    }
}

/// Linear equations modulo a prime.
private struct Equations {
    private let q: UInt64
    /// For each unknown an equation in which it is the last one, with the factor 1. The right side stands at the end.
    private var rows: [[UInt64]?]

    init(_ q: UInt64, unknowns: Int) {
        self.q = q
        rows = [[UInt64]?](repeating: nil, count: unknowns)
    }

    /// The last unknown without an equation; nil if there is none.
    var open: Int? { rows.lastIndex { $0 == nil } }

    mutating func add(_ factors: [UInt64], _ right: UInt64) {
        var row = factors + [right]
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

    /// The values of the unknowns, where there is an equation for each.
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
    /// 63 bits.
    fileprivate mutating func number() -> UInt64 { octets(8).reduce(0) { $0 << 8 | UInt64($1) } >> 1 }
}
