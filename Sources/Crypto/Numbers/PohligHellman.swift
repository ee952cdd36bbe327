extension DiscreteLogarithm {
    /// A discrete logarithm that is combined from small ones, with its intermediate values.
    public struct PohligHellman: Hashable, Sendable {
        /// x with gˣ = y.
        public let exponent: Integer
        /// The subproblems, one for each prime power in the order of the group, in ascending order of the primes.
        public let subproblems: [Subproblem]
        /// The result of the Chinese remainder theorem after each subproblem: x modulo the product of the moduli so far.
        public let combinations: [Congruence]

        /// The number of table entries of all searches together, which is the cost of the whole computation.
        public var babySteps: Int { subproblems.reduce(0) { $0 + $1.digits.reduce(0) { $0 + $1.search.babySteps } } }
        /// The number of giant steps of all searches together.
        public var giantSteps: Int { subproblems.reduce(0) { $0 + $1.digits.reduce(0) { $0 + $1.search.giantSteps } } }
    }

    /// x ≡ residue, modulo modulus.
    public struct Congruence: Hashable, Sendable {
        /// The remainder of x.
        public let residue: Integer
        /// The modulus.
        public let modulus: Integer
    }

    /// The part of a Pohlig-Hellman computation that finds x modulo one prime power qᵉ.
    public struct Subproblem: Hashable, Sendable {
        /// q and e.
        public let factor: PrimePower
        /// g^(n / qᵉ), which has only qᵉ different powers.
        public let base: Integer
        /// y^(n / qᵉ), which is that base to the power of x modulo qᵉ.
        public let target: Integer
        /// The digits of x modulo qᵉ in base q, the least significant first. Each is found by a search among q elements.
        public let digits: [Digit]
        /// The number with these digits: x modulo qᵉ.
        public let congruence: Congruence
    }

    /// One digit of x to the base q.
    public struct Digit: Hashable, Sendable {
        /// The element whose logarithm to the base g^(n / q) is the digit.
        public let target: Integer
        /// The digit, from 0 to q - 1.
        public let value: Integer
        /// The search that found the digit.
        public let search: BabyStepGiantStep
    }

    /// A prime power qᵉ that divides the order.
    public struct PrimePower: Hashable, Sendable {
        /// q.
        public let prime: Integer
        /// e, at least 1.
        public let exponent: Int
        /// qᵉ.
        public let value: Integer
    }

    /// Finds x with gˣ = y, one prime factor of the order at a time (Pohlig and Hellman 1978).
    ///
    /// If both sides are raised to n / qᵉ, they depend on x only through its residue modulo qᵉ. So the work depends on the
    /// largest prime factor of n, and a long prime p gives no security if p - 1 has only small prime factors. With a
    /// *safe* prime, (p - 1) / 2 is prime, and the method gains nothing.
    /// - Parameters:
    ///   - order: n, a number with gⁿ = 1.
    ///   - tableLimit: the largest number of entries of the table for one prime factor.
    /// - Throws: ``DiscreteLogarithmError``.
    public static func pohligHellman(
        of y: Integer, base g: Integer, modulo p: Integer, order n: Integer, tableLimit: Int = defaultTableLimit
    ) throws(DiscreteLogarithmError) -> PohligHellman {
        try check(y, base: g, modulo: p, order: n)
        var subproblems: [Subproblem] = []
        var combinations: [Congruence] = []
        for factor in try factorize(n) {
            let subproblem = try solve(
                factor, of: y, base: g, modulo: p, order: n, tableLimit: tableLimit)
            subproblems.append(subproblem)
            combinations.append(combine(combinations.last, subproblem.congruence))
        }
        let exponent = combinations.last?.residue ?? 0
        guard g.power(exponent, modulo: p) == y.modulo(p) else { throw .noSuchExponent }
        return PohligHellman(exponent: exponent, subproblems: subproblems, combinations: combinations)
    }

    /// Finds the exponent of a public value in a group. If the order of the group is not known, p - 1 is taken.
    ///
    /// - Throws: ``DiscreteLogarithmError``.
    public static func pohligHellman(
        of y: Integer, in group: FiniteFieldGroup, tableLimit: Int = defaultTableLimit
    ) throws(DiscreteLogarithmError) -> PohligHellman {
        try pohligHellman(
            of: y, base: group.g, modulo: group.p, order: group.order ?? group.p - 1, tableLimit: tableLimit)
    }

    /// The prime powers whose product is n, in ascending order of the primes; empty for 1.
    ///
    /// They are found by trial division up to 2¹⁶. The rest may be a prime of any size.
    /// - Throws: ``DiscreteLogarithmError/orderNotFactored(remaining:)``, ``DiscreteLogarithmError/orderNotPositive``.
    public static func factorize(_ n: Integer) throws(DiscreteLogarithmError) -> [PrimePower] {
        guard n > 0 else { throw .orderNotPositive }
        var rest = n
        var factors: [PrimePower] = []
        for divisor: UInt in 2...65536 where rest > 1 && rest.isMultiple(of: divisor) {
            // A composite divisor never divides the rest here, because its primes have been divided out before.
            let prime = Integer(UInt64(divisor))
            var exponent = 0
            var value: Integer = 1
            while rest.isMultiple(of: divisor), let quotient = rest.quotientAndRemainder(dividingBy: prime)?.quotient {
                rest = quotient
                exponent += 1
                value *= prime
            }
            factors.append(PrimePower(prime: prime, exponent: exponent, value: value))
        }
        guard rest > 1 else { return factors }
        guard rest.isProbablyPrime() else { throw .orderNotFactored(remaining: rest) }
        return factors + [PrimePower(prime: rest, exponent: 1, value: rest)]
    }

    private static func solve(
        _ factor: PrimePower, of y: Integer, base g: Integer, modulo p: Integer, order n: Integer, tableLimit: Int
    ) throws(DiscreteLogarithmError) -> Subproblem {
        let q = factor.prime
        // The base is invertible and the modulus is positive. So these powers exist.
        let power = { (base: Integer, exponent: Integer) in base.power(exponent, modulo: p) ?? 0 }
        let divided = { (a: Integer, b: Integer) in a.quotientAndRemainder(dividingBy: b)?.quotient ?? 0 }

        let base = power(g, divided(n, factor.value))
        let target = power(y, divided(n, factor.value))
        let digitBase = power(base, divided(factor.value, q))
        var digits: [Digit] = []
        var residue: Integer = 0
        var weight: Integer = 1
        for _ in 0..<factor.exponent {
            // Remove the known digits, then raise to the power that leaves only the next digit.
            let remaining = (target * power(base, -residue)).modulo(p)
            let next = power(remaining, divided(factor.value, weight * q))
            let search = try babyStepGiantStep(of: next, base: digitBase, modulo: p, order: q, tableLimit: tableLimit)
            digits.append(Digit(target: next, value: search.exponent, search: search))
            residue += search.exponent * weight
            weight *= q
        }
        return Subproblem(
            factor: factor, base: base, target: target, digits: digits,
            congruence: Congruence(residue: residue, modulus: factor.value))
    }

    /// The Chinese remainder theorem for two congruences whose moduli have no common divisor; the second congruence alone
    /// if `first` is nil.
    static func combine(_ first: Congruence?, _ second: Congruence) -> Congruence {
        guard let first, let inverse = first.modulus.inverse(modulo: second.modulus) else { return second }
        let steps = ((second.residue - first.residue) * inverse).modulo(second.modulus)
        return Congruence(residue: first.residue + first.modulus * steps, modulus: first.modulus * second.modulus)
    }
}
