/// A group for Diffie-Hellman: the powers of a generator g modulo a prime p.
///
/// To raise to a power is easy in such a group. The inverse operation, the discrete logarithm, is infeasible if p is large and
/// the number of elements has a large prime factor. The toy groups here lack one of the two; ``weakness`` says which.
public struct FiniteFieldGroup: Hashable, Sendable {
    /// The name: "ffdhe2048", "toy-23"; "custom" for parameters of a peer that are not among ``all``.
    public let name: String
    /// The prime modulus, dh_p in TLS.
    public let p: Integer
    /// The generator, dh_g in TLS.
    public let g: Integer
    /// The number of different powers of the generator; nil if it is not known.
    public let order: Integer?
    /// The length of a private exponent in bits.
    ///
    /// For the groups of RFC 7919 it is the short exponent of section 5.2 and appendix A. An attack on an exponent of n bits
    /// takes about 2^(n/2) steps. A longer exponent would cost time and would not make the weakest part of the exchange stronger.
    public let exponentBits: Int
    /// The value in TLS's Supported Groups registry (RFC 7919 section 2); nil for a group without one.
    public let codePoint: UInt16?
    /// The weakness of the group; nil if no weakness is known.
    public let weakness: Weakness?

    /// Why an attacker can find a private exponent.
    public enum Weakness: Hashable, Sendable {
        /// The group has so few elements that all powers of the generator can be listed.
        case fewElements(Int, generator: Int)
        /// The group has few elements, and its generator is written as a number above the modulus.
        case generatorAboveModulus(elements: Int, generator: Int, modulus: Int)
        /// The modulus is short. A table with as many entries as the square root of the order finds the exponent.
        case shortModulus(bits: Int)
        /// The order has no prime factor above `largestFactor`.
        case smoothOrder(largestFactor: Int)
    }

    /// Whether the group is one of the toys, which are made to be broken.
    public var isToy: Bool { name.hasPrefix("toy-") }

    /// The length of p in octets, which is also the length of ``SharedSecret/padded``.
    public var size: Int { (p.bitWidth + 7) / 8 }

    /// Modulus sizes that are accepted from a peer, in bits. The upper end is OpenSSL's.
    public static let acceptedBits = 3...10_000
}

extension FiniteFieldGroup {
    /// The group of a peer's parameters, as a ServerKeyExchange carries them (RFC 5246 section 7.4.3).
    ///
    /// Parameters that are in ``all`` give that group. For others only the cheap checks are made. Whether p is a safe prime is not
    /// checked: that is for ``Integer/isSafePrime(rounds:)`` (RFC 7919 section 5.1 says what an unknown group needs).
    /// - Throws: ``DiffieHellmanError`` if p is even or its size is outside ``acceptedBits``, or if g is 0, 1 or p - 1 modulo p.
    public init(custom p: Integer, generator g: Integer) throws(DiffieHellmanError) {
        if let known = FiniteFieldGroup.all.first(where: { $0.p == p && $0.g == g }) {
            self = known
            return
        }
        guard p.signum > 0, FiniteFieldGroup.acceptedBits.contains(p.bitWidth) else {
            throw .unsupportedModulusSize(bits: p.bitWidth, supported: FiniteFieldGroup.acceptedBits)
        }
        guard !p.isEven else { throw .evenModulus }
        let residue = g.modulo(p)
        guard residue > 1, residue < p - 1 else { throw .generatorOutOfRange }
        self.init(name: "custom", p: p, g: g, order: nil, exponentBits: p.bitWidth, codePoint: nil, weakness: nil)
    }
}

extension FiniteFieldGroup {
    /// A server's own group. The server knows its order.
    package init(p: Integer, generator g: Integer, order: Integer) {
        self.init(
            name: "custom", p: p, g: g, order: order, exponentBits: order.bitWidth, codePoint: nil, weakness: nil)
    }
}

// MARK: - The groups of RFC 7919

extension FiniteFieldGroup {
    /// 2048 bits, about as strong as a symmetric key of 103 (RFC 7919 appendix A.1).
    public static let ffdhe2048 = standard(2048, x: 560_316, exponentBits: 225, codePoint: 0x0100)
    /// 3072 bits, about as strong as a symmetric key of 125 (RFC 7919 appendix A.2).
    public static let ffdhe3072 = standard(3072, x: 2_625_351, exponentBits: 275, codePoint: 0x0101)
    /// 4096 bits, about as strong as a symmetric key of 150 (RFC 7919 appendix A.3).
    public static let ffdhe4096 = standard(4096, x: 5_736_041, exponentBits: 325, codePoint: 0x0102)
    /// 6144 bits, about as strong as a symmetric key of 175 (RFC 7919 appendix A.4).
    public static let ffdhe6144 = standard(6144, x: 15_705_020, exponentBits: 375, codePoint: 0x0103)
    /// 8192 bits, about as strong as a symmetric key of 192 (RFC 7919 appendix A.5).
    public static let ffdhe8192 = standard(8192, x: 10_965_728, exponentBits: 400, codePoint: 0x0104)

    /// The group whose prime is 2^b - 2^(b-64) + ([2^(b-130) e] + X) 2^64 - 1, where b is its size in bits, e the base of the natural
    /// logarithm and X the smallest positive number that makes it a safe prime (RFC 7919 appendix A).
    ///
    /// A prime made from the digits of e cannot have been chosen for a hidden weakness. The 64 one bits at either end make reduction simple.
    /// The generator is 2, which is a square modulo these primes. So its powers are the squares, and their number (p - 1) / 2 is prime.
    private static func standard(
        _ bits: Int, x: Integer, exponentBits: Int, codePoint: UInt16
    ) -> FiniteFieldGroup {
        let power = Integer.powerOfTwo
        let digits = quotient(e, power(eBits - (bits - 130))) + x
        let p = power(bits) - power(bits - 64) + digits * power(64) - 1
        return FiniteFieldGroup(
            name: "ffdhe\(bits)", p: p, g: 2, order: half(p), exponentBits: exponentBits, codePoint: codePoint,
            weakness: nil)
    }

    /// The number of binary digits of e after the point: as many as the largest group needs, and 64 more for rounding errors.
    private static let eBits = 8192 - 130 + 64

    /// The number of terms of the series that are added: 1/1000! is below 2^-8500.
    private static let eTerms = 1000

    /// e · 2^``eBits``, from the series 1 + 1/1! + 1/2! + 1/3! + …
    private static let e: Integer = {
        let fraction = seriesOfE(0, eTerms)
        let ones = Integer.powerOfTwo(eBits)
        return ones + quotient(fraction.numerator * ones, fraction.denominator)
    }()

    /// The sum of 1 / ((first + 1) (first + 2) … k) for k from first + 1 to last, as a fraction. The sum is computed in halves, which
    /// are fractions too. So there is one division, at the end. One division for each term would take ten times as long.
    private static func seriesOfE(_ first: Int, _ last: Int) -> (numerator: Integer, denominator: Integer) {
        guard last - first > 1 else { return (1, Integer(last)) }
        let middle = (first + last) / 2
        let (left, right) = (seriesOfE(first, middle), seriesOfE(middle, last))
        return (left.numerator * right.denominator + right.numerator, left.denominator * right.denominator)
    }

    /// (p - 1) / 2 for an odd p.
    private static func half(_ p: Integer) -> Integer { quotient(p - 1, 2) }

    private static func quotient(_ a: Integer, _ b: Integer) -> Integer {
        a.quotientAndRemainder(dividingBy: b)?.quotient ?? 0
    }
}

// MARK: - Toys

extension FiniteFieldGroup {
    /// p = 23, g = 5: the example in which Diffie-Hellman is explained everywhere, small enough for a table on paper.
    public static let toy23 = FiniteFieldGroup(
        name: "toy-23", p: 23, g: 5, order: 22, exponentBits: 5, codePoint: nil,
        weakness: .fewElements(22, generator: 5))

    /// p = 5, g = 7: these numbers occur in articles. They are a strange choice, because 7 is above the modulus and the same as 2.
    public static let toy5 = FiniteFieldGroup(
        name: "toy-5", p: 5, g: 7, order: 4, exponentBits: 3, codePoint: nil,
        weakness: .generatorAboveModulus(elements: 4, generator: 7, modulus: 5))

    /// A safe prime of 16 bits: to find a logarithm takes a table of about 180 powers.
    public static let toy16 = toy(bits: 16, p: 65_063)
    /// A safe prime of 24 bits: a table of about 2,900 powers.
    public static let toy24 = toy(bits: 24, p: 16_774_679)
    /// A safe prime of 32 bits: a table of about 46,000 powers.
    public static let toy32 = toy(bits: 32, p: 4_294_967_087)
    /// A safe prime of 40 bits: a table of about 740,000 powers.
    public static let toy40 = toy(bits: 40, p: 1_099_511_615_303)
    /// A safe prime of 48 bits: a table of about 12 million powers.
    public static let toy48 = toy(bits: 48, p: 281_474_976_705_359)
    /// A safe prime of 56 bits: a table of about 190 million powers.
    public static let toy56 = toy(bits: 56, p: 72_057_594_037_925_687)

    /// A prime of 62 bits with p - 1 = 2 · 3 · 5 · 7 · 11² · 13² · 17 · 19 · 23 · 29 · 31 · 37 · 41 · 53.
    public static let toySmooth62 = smooth(bits: 62, p: 2_305_912_747_272_724_591, g: 3, largestFactor: 53)

    /// A prime of 512 bits, where all prime factors of p - 1 are at most 367. It is long, but not stronger than a short one.
    public static let toySmooth512 = smooth(
        bits: 512,
        p: .constant(
            """
            8007F1FC 17D593E9 80487AF3 E97311ED 8CF1F761 765C3E14 715841AB 0DCC0F24
            A72BBFF1 D707687C 87C45BD9 94C6BDD5 46ADC61A 33F62B53 9C23F551 BB404D45
            """),
        g: 2, largestFactor: 367)

    /// The largest safe prime of a size for which 2 generates the squares, as in the groups of RFC 7919.
    private static func toy(bits: Int, p: Integer) -> FiniteFieldGroup {
        FiniteFieldGroup(
            name: "toy-\(bits)", p: p, g: 2, order: half(p), exponentBits: bits - 1, codePoint: nil,
            weakness: .shortModulus(bits: bits))
    }

    private static func smooth(bits: Int, p: Integer, g: Integer, largestFactor: Int) -> FiniteFieldGroup {
        FiniteFieldGroup(
            name: "toy-smooth-\(bits)", p: p, g: g, order: p - 1, exponentBits: bits, codePoint: nil,
            weakness: .smoothOrder(largestFactor: largestFactor))
    }

    /// Every group known by name: those of RFC 7919, then the toys.
    public static let all: [FiniteFieldGroup] = [
        ffdhe2048, ffdhe3072, ffdhe4096, ffdhe6144, ffdhe8192,
        toy23, toy5, toy16, toy24, toy32, toy40, toy48, toy56, toySmooth62, toySmooth512,
    ]

    /// The group of this name; nil for an unknown name.
    public static func named(_ name: String) -> FiniteFieldGroup? {
        all.first { $0.name == name }
    }

    /// The group with this value in TLS's Supported Groups registry; nil for an unknown value.
    public static func withCodePoint(_ codePoint: UInt16) -> FiniteFieldGroup? {
        all.first { $0.codePoint == codePoint }
    }
}
