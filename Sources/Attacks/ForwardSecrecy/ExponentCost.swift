import Crypto
import Render

/// What it costs to find an exponent: measured where it can be, and said honestly where it cannot.
enum ExponentCost {
    private static let secondsPerYear = 31_557_600.0

    /// The last chapter. Lines with measured times contain the word "measured"; without a clock there are none.
    static func chapter(seed: UInt64, now: (() -> Duration)?) throws -> Report {
        var chapter = Report([.heading("What the search costs as the group grows")])
        var rate: Double?
        for group in [FiniteFieldGroup.toy16, .toy24, .toy32, .toy40] {
            var random = SeededRandomSource(seed: seed).fork("measure \(group.name)")
            let key = DiffieHellmanKey.generate(in: group, using: &random)
            let start = now?()
            let search = try DiscreteLogarithm.babyStepGiantStep(of: key.publicValue, in: group)
            let row = [group.name, "\(search.babySteps) baby steps", "\(search.giantSteps) giant steps"]
            chapter.add(.table([], [row], [.left(8), .right(20), .right(22)], indent: 4))
            if let now, let start {
                let seconds = max((now() - start) / .seconds(1), 1e-6)
                rate = Double(search.babySteps + search.giantSteps) / seconds
                chapter.add(.lines(["             measured: " + decimal(seconds, places: 4) + " s"]))
            }
        }
        chapter.add(
            .space,
            .text(
                "Eight bits more take sixteen times as many steps: "
                    + "the work is the square root of the size of the group."),
            .space, .heading("And ffdhe2048?"), .text(generic))
        if let rate { chapter.add(.lines([measuredYears(rate)])) }
        chapter.add(.text(sieve), .text(warnings))
        return chapter
    }

    /// Square-root methods on a real group.
    private static let generic = """
        Methods like these work in any group. But the order of ffdhe2048 is a prime of 2047 bits, so it cannot be divided into \
        smaller problems. To search all of it takes about 2^1023 steps. The exponents are shorter: RFC 7919 (appendix A.1) asks for \
        at least 225 bits. If the attacker knows this length, the search through 2^225 exponents takes about 2^112 steps.
        """

    private static func measuredYears(_ rate: Double) -> String {
        // 2^112, as a number of double precision.
        let steps = Double(sign: .plus, exponent: 112, significand: 1)
        let millions = Self.decimal(rate / 1e6, places: 1)
        return "At the measured rate of the last group, \(millions) million steps a second, 2^112 steps take "
            + "10^\(Self.magnitude(steps / rate / Self.secondsPerYear)) years."
    }

    /// The power of ten that is nearest to a number, on a logarithmic scale.
    private static func magnitude(_ number: Double) -> Int {
        var rest = number
        var power = 0
        while rest * rest >= 10 {
            rest /= 10
            power += 1
        }
        return power
    }

    /// A number that is not negative, rounded to so many decimals.
    private static func decimal(_ number: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let units = String(Int64(exactly: (number * scale).rounded()) ?? .max)
        let digits = String(repeating: "0", count: max(0, places + 1 - units.count)) + units
        return digits.dropLast(places) + "." + digits.suffix(places)
    }

    /// The best attack known, which is not generic.
    private static let sieve = """
        An attacker would use another method. Modulo a prime the number field sieve is far faster, so it decides the strength of \
        the group. RFC 7919 (appendix A.1) estimates that ffdhe2048 is as strong as a symmetric key of 103 bits. For comparison, \
        the record: in 2019 Boudot, Gaudry, Guillevic, Heninger, Thomé and Zimmermann computed a discrete logarithm modulo a prime \
        of 795 bits. It took about 3100 core-years. By the sieve's asymptotic formula, whose constants are not exactly known, 2048 \
        bits take about 2^39 times as much.
        """

    private static let warnings = """
        Two warnings. Most of the sieve's work depends only on p. Done once, it serves for every connection in that group. In \
        this way the old groups of 512 bits were broken (Adrian and others, 2015). And a large quantum computer could compute \
        logarithms in all of these groups with Shor's method, also for today's recordings. Forward secrecy protects against \
        stolen keys, not against better mathematics.
        """
}
