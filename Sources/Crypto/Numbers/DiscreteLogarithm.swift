/// The discrete logarithm: to find x from gˣ modulo p. Diffie-Hellman is secure only where this is infeasible. Here it is
/// computed in groups where it is feasible.
///
/// Both methods work in any group. Baby-step giant-step takes about √n steps for n elements, so two more bits double the
/// work. Pohlig-Hellman takes about as long as baby-step giant-step for the largest prime factor of n.
public enum DiscreteLogarithm {
    /// The default limit of the entries in a table: enough for groups of 2⁴⁸ elements, in less than half a gigabyte.
    public static let defaultTableLimit = 1 << 24

    /// A search by baby steps and giant steps that has succeeded, with the numbers that show how.
    public struct BabyStepGiantStep: Hashable, Sendable {
        /// x: the number of giant steps times their width, plus the exponent of the baby step that they met.
        public let exponent: Integer
        /// m, the width of a giant step: the square root of the number of elements, rounded up.
        public let stepWidth: Int
        /// The number of powers g⁰, g¹, … in the table.
        public let babySteps: Int
        /// The number of giant steps from y to an element of the table.
        public let giantSteps: Int
        /// The exponent of the baby step that the giant steps met.
        public let metBabyStep: Int
        /// The element where they met: g to the power of that exponent, and y · g^(-m · giant steps).
        public let meeting: Integer
    }

    /// Finds x with gˣ = y by baby-step giant-step (Shanks 1971).
    ///
    /// Write x = i · m + j with i, j < m = ⌈√n⌉. Then y · (g^-m)ⁱ = gʲ. A table of all gʲ, the baby steps, is made once; then
    /// y is divided by g^m again and again, the giant steps, until the result is in the table.
    /// - Parameters:
    ///   - order: n, a number with gⁿ = 1.
    ///   - tableLimit: the largest number of entries of the table.
    /// - Throws: ``DiscreteLogarithmError``.
    public static func babyStepGiantStep(
        of y: Integer, base g: Integer, modulo p: Integer, order n: Integer, tableLimit: Int = defaultTableLimit
    ) throws(DiscreteLogarithmError) -> BabyStepGiantStep {
        try check(y, base: g, modulo: p, order: n)
        let root = (n - 1).squareRoot + 1
        guard let m = root.int, m <= tableLimit, UInt32(exactly: m) != nil, let step = g.power(-root, modulo: p) else {
            throw .tableTooLarge(needed: root, limit: tableLimit)
        }
        if let modulus = p.uint64, modulus < 1 << 63 {
            return try search(y, base: g, step: step, width: m, in: WordResidues(modulus: modulus))
        } else {
            return try search(y, base: g, step: step, width: m, in: LongResidues(modulus: p))
        }
    }

    /// Finds the exponent of a public value in a group. If the order of the group is not known, p - 1 is taken.
    ///
    /// - Throws: ``DiscreteLogarithmError``.
    public static func babyStepGiantStep(
        of y: Integer, in group: FiniteFieldGroup, tableLimit: Int = defaultTableLimit
    ) throws(DiscreteLogarithmError) -> BabyStepGiantStep {
        try babyStepGiantStep(
            of: y, base: group.g, modulo: group.p, order: group.order ?? group.p - 1, tableLimit: tableLimit)
    }

    private static func search<Ring: Residues>(
        _ y: Integer, base g: Integer, step: Integer, width m: Int, in ring: Ring
    ) throws(DiscreteLogarithmError) -> BabyStepGiantStep {
        var table: [Ring.Element: UInt32] = [:]
        table.reserveCapacity(m)
        let base = ring.element(g)
        var power = ring.element(1)
        for j in 0..<UInt32(m) {
            // The powers repeat only if n is more than the order of g. The first occurrence gives the smallest exponent.
            guard table[power] == nil else { break }
            table[power] = j
            power = ring.product(power, base)
        }
        let giant = ring.element(step)
        var current = ring.element(y)
        for i in 0..<m {
            if let j = table[current] {
                return BabyStepGiantStep(
                    exponent: Integer(i) * Integer(m) + Integer(Int(j)), stepWidth: m, babySteps: table.count,
                    giantSteps: i, metBabyStep: Int(j), meeting: ring.integer(current))
            }
            current = ring.product(current, giant)
        }
        throw .noSuchExponent
    }

    /// Checks that the logarithm is defined: p above 1, n above 0, and g and y invertible modulo p.
    static func check(
        _ y: Integer, base g: Integer, modulo p: Integer, order n: Integer
    ) throws(DiscreteLogarithmError) {
        guard p > 1 else { throw .modulusTooSmall }
        guard n > 0 else { throw .orderNotPositive }
        guard Integer.gcd(g, p) == 1, Integer.gcd(y, p) == 1 else { throw .notInvertible }
    }
}

// MARK: - Residues

/// Multiplication modulo p, for two sizes of numbers. A search spends nearly all of its time on it.
private protocol Residues {
    associatedtype Element: Hashable
    func element(_ number: Integer) -> Element
    func integer(_ element: Element) -> Integer
    func product(_ a: Element, _ b: Element) -> Element
}

/// Residues that fit into a machine word: a product needs no allocation, and the table is compact.
private struct WordResidues: Residues {
    /// Below 2⁶³.
    let modulus: UInt64

    func element(_ number: Integer) -> UInt64 {
        number.modulo(Integer(modulus)).uint64 ?? 0
    }

    func integer(_ element: UInt64) -> Integer { Integer(element) }

    func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
        // Both factors are below the modulus. So the upper half of the product is below it too, and the quotient fits into a
        // word.
        modulus.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
    }
}

/// Residues of any size.
private struct LongResidues: Residues {
    let modulus: Integer

    func element(_ number: Integer) -> Integer { number.modulo(modulus) }

    func integer(_ element: Integer) -> Integer { element }

    func product(_ a: Integer, _ b: Integer) -> Integer { (a * b).modulo(modulus) }
}

// MARK: - Errors

/// Why a discrete logarithm was not computed.
public enum DiscreteLogarithmError: Error, Hashable, Sendable {
    /// The search would need a larger table than the limit allows. Every secure group gives this error.
    case tableTooLarge(needed: Integer, limit: Int)
    /// The order has a composite factor without a divisor that trial division finds.
    case orderNotFactored(remaining: Integer)
    /// No power of the base is the given number.
    case noSuchExponent
    /// The base or the number has a common divisor with the modulus.
    case notInvertible
    /// The modulus is below 2.
    case modulusTooSmall
    /// The order is below 1.
    case orderNotPositive
}

extension DiscreteLogarithmError: CustomStringConvertible {
    /// The reason, as a clause.
    public var description: String {
        switch self {
        case .tableTooLarge(let needed, let limit):
            "a table of about 2^\(needed.bitWidth - 1) powers would be needed; the limit is \(limit)"
        case .orderNotFactored(let remaining):
            "the order has a composite factor of \(remaining.bitWidth) bits without small divisors"
        case .noSuchExponent: "no power of the base is this number"
        case .notInvertible: "the base or the number shares a divisor with the modulus"
        case .modulusTooSmall: "modulus below 2"
        case .orderNotPositive: "order below 1"
        }
    }
}
