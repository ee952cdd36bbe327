extension DiscreteLogarithm {
    /// A discrete logarithm put together from small ones, with every part in view.
    public struct PohligHellman: Hashable, Sendable {
        /// x with gˣ = y.
        public let exponent: Integer
        /// A subproblem for each prime power in the order, in ascending order of the primes.
        public let subproblems: [Subproblem]
        /// The state of the Chinese remainder theorem after each subproblem: x modulo the product of their moduli.
        public let combinations: [Congruence]

        /// How many table entries all searches made together: the cost of the whole computation.
        public var babySteps: Int { subproblems.reduce(0) { $0 + $1.digits.reduce(0) { $0 + $1.search.babySteps } } }
        /// How many giant steps all searches took together.
        public var giantSteps: Int { subproblems.reduce(0) { $0 + $1.digits.reduce(0) { $0 + $1.search.giantSteps } } }
    }

    /// x ≡ residue, modulo modulus.
    public struct Congruence: Hashable, Sendable {
        /// The remainder of x.
        public let residue: Integer
        /// The number by which x is divided.
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
        /// x modulo qᵉ to the base q, from the ones upwards; each found by a search among q elements.
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

    /// A prime and how often it divides.
    public struct PrimePower: Hashable, Sendable {
        /// q.
        public let prime: Integer
        /// e, at least 1.
        public let exponent: Int
        /// qᵉ.
        public let value: Integer
    }

    /// Finds x with gˣ = y one prime factor of the order at a time (Pohlig and Hellman 1978).
    ///
    /// Raising both sides to n / qᵉ wipes out everything about x but its residue modulo qᵉ. So the work is governed by the
    /// largest prime factor of n, and a long prime p is no protection if p - 1 is made of small primes. A *safe* prime has
    /// (p - 1) / 2 prime to leave nothing to divide.
    /// - Parameters:
    ///   - order: n, a number with gⁿ = 1.
    ///   - tableLimit: the largest table that may be made for any one prime factor.
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

    /// Finds the exponent of a public value in a group, whose order is taken for p - 1 where it is not known.
    ///
    /// - Throws: ``DiscreteLogarithmError``.
    public static func pohligHellman(
        of y: Integer, in group: FiniteFieldGroup, tableLimit: Int = defaultTableLimit
    ) throws(DiscreteLogarithmError) -> PohligHellman {
        try pohligHellman(
            of: y, base: group.g, modulo: group.p, order: group.order ?? group.p - 1, tableLimit: tableLimit)
    }

    /// The prime powers whose product is n, in ascending order of the primes: none for 1.
    ///
    /// Found by trial division up to 2¹⁶; what is left may be a prime of any size.
    /// - Throws: ``DiscreteLogarithmError/orderNotFactored(remaining:)``, ``DiscreteLogarithmError/orderNotPositive``.
    public static func factorize(_ n: Integer) throws(DiscreteLogarithmError) -> [PrimePower] {
        guard n > 0 else { throw .orderNotPositive }
        var rest = n
        var factors: [PrimePower] = []
        for divisor: UInt in 2...65536 where rest > 1 && rest.isMultiple(of: divisor) {
            // A divisor that is not prime has had its primes divided out before it is reached.
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
        // A base that is invertible, and a modulus that is positive: these powers all exist.
        let power = { (base: Integer, exponent: Integer) in base.power(exponent, modulo: p) ?? 0 }
        let divided = { (a: Integer, b: Integer) in a.quotientAndRemainder(dividingBy: b)?.quotient ?? 0 }

        let base = power(g, divided(n, factor.value))
        let target = power(y, divided(n, factor.value))
        let digitBase = power(base, divided(factor.value, q))
        var digits: [Digit] = []
        var residue: Integer = 0
        var weight: Integer = 1
        for _ in 0..<factor.exponent {
            // Take away the digits that are known, then raise to what leaves only the next one.
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

    /// The Chinese remainder theorem for two congruences whose moduli have no common divisor.
    static func combine(_ first: Congruence?, _ second: Congruence) -> Congruence {
        guard let first, let inverse = first.modulus.inverse(modulo: second.modulus) else { return second }
        let steps = ((second.residue - first.residue) * inverse).modulo(second.modulus)
        return Congruence(residue: first.residue + first.modulus * steps, modulus: first.modulus * second.modulus)
    }
}
