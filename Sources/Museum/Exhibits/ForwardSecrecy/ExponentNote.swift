import Crypto
import Trace

/// The sentences about a search for an exponent, which a reader can follow with pencil and paper, and about its cost.
enum ExponentNote: Wording {
    // MARK: Baby steps and giant steps
    case split(y: Integer, FiniteFieldGroup, order: Integer, stepWidth: Int)
    case babySteps(Int)
    case giantSteps(factor: Integer)
    case met(DiscreteLogarithm.BabyStepGiantStep, in: FiniteFieldGroup)

    // MARK: Pohlig and Hellman
    case divided(y: Integer, FiniteFieldGroup, order: Integer, factors: String)
    case remainders
    case found(DiscreteLogarithm.PohligHellman, order: Integer)

    // MARK: The costs
    case costs
    case growth
    case real
    case generic
    /// How long 2^112 steps would take at the measured rate; the rate in millions of steps a second, and the years as a power of ten.
    case years(millions: String, power: Int)
    case sieve
    case warnings

    var english: String {
        switch self {
        case .split(let y, let group, let order, let m):
            """
            p = \(group.p), g = \(group.g), dh_Ys = \(y); g has \(order) different powers. We look for x with g^x mod p = dh_Ys. \
            Write x = i · m + j with m = \(m), the square root of \(order) rounded up. Then dh_Ys · g^(-m·i) = g^j.
            """
        case .babySteps(let count): "Baby steps: the table of all g^j, \(count) of them."
        case .giantSteps(let factor):
            "Giant steps: multiply dh_Ys by f = g^(-m) mod p = \(factor) until the result is in the table."
        case .met(let search, let group):
            """
            They meet at \(search.meeting), with i = \(search.giantSteps) and j = \(search.metBabyStep): \
            x = \(search.giantSteps) · \(search.stepWidth) + \(search.metBabyStep) = \(search.exponent). Check: \
            \(group.g)^\(search.exponent) mod \(group.p) = \(group.g.power(search.exponent, modulo: group.p) ?? 0).
            """
        case .divided(let y, let group, let order, let factors):
            """
            p = \(group.p), g = \(group.g), dh_Ys = \(y). The order of g is p - 1 = \(order) = \(factors). Raised to \
            order/q^e, g becomes a base with only q^e powers, and dh_Ys a target whose exponent to that base is x modulo q^e. \
            Each digit of it to the base q is a search among q elements.
            """
        case .remainders: "The Chinese remainder theorem puts the residues together, one after the other:"
        case .found(let search, let order):
            """
            x = \(search.exponent). It took \(search.babySteps) baby steps and \(search.giantSteps) giant steps in all. A search in the \
            whole group would take about 2^\(order.bitWidth / 2).
            """
        case .costs: "What the search costs as the group grows"
        case .growth:
            "Eight bits more take sixteen times as many steps: the work is the square root of the size of the group."
        case .real: "And ffdhe2048?"
        case .generic:
            """
            Methods like these work in any group. But the order of ffdhe2048 is a prime of 2047 bits, so it cannot be divided into \
            smaller problems. To search all of it takes about 2^1023 steps. The exponents are shorter: RFC 7919 (appendix A.1) asks for \
            at least 225 bits. If the attacker knows this length, the search through 2^225 exponents takes about 2^112 steps.
            """
        case .years(let millions, let power):
            "At the measured \(millions) million steps a second, 2^112 steps take 10^\(power) years."
        case .sieve:
            """
            An attacker would use another method. Modulo a prime the number field sieve is far faster, so it decides the strength of \
            the group. RFC 7919 (appendix A.1) estimates that ffdhe2048 is as strong as a symmetric key of 103 bits. For comparison, \
            the record: in 2019 Boudot, Gaudry, Guillevic, Heninger, Thomé and Zimmermann computed a discrete logarithm modulo a prime \
            of 795 bits. It took about 3100 core-years. By the sieve's asymptotic formula, whose constants are not exactly known, 2048 \
            bits take about 2^39 times as much.
            """
        case .warnings:
            """
            Two warnings. Most of the sieve's work depends only on p. Done once, it serves for every connection in that group. In \
            this way the old groups of 512 bits were broken (Adrian and others, 2015). And a large quantum computer could compute \
            logarithms in all of these groups with Shor's method, also for today's recordings. Forward secrecy protects against \
            stolen keys, not against better mathematics.
            """
        }
    }
}
