import Crypto
import Render
import Trace

/// What it costs to find an exponent: measured in small groups, estimated in large ones.
enum ExponentCost {
    private static let secondsPerYear = 31_557_600.0

    /// The last chapter of the story.
    ///
    /// - Parameter now: a clock; nil if no times are measured. A line with a measured time contains the word "measured", in Chinese 实测.
    /// - Throws: ``DiscreteLogarithmError`` if a search fails, which would be a fault of this program.
    static func chapter(seed: UInt64, now: (() -> Duration)?) throws -> Report {
        var chapter = Report([.heading(ExponentNote.costs)])
        var rate: Double?
        for group in [FiniteFieldGroup.toy16, .toy24, .toy32, .toy40] {
            var random = SeededRandomSource(seed: seed).fork("measure \(group.name)")
            let key = DiffieHellmanKey.generate(in: group, using: &random)
            let start = now?()
            let search = try DiscreteLogarithm.babyStepGiantStep(of: key.publicValue, in: group)
            let row = [
                Words(same: group.name),
                Words(english: "\(search.babySteps) baby steps", chinese: "\(search.babySteps) 个小步"),
                Words(english: "\(search.giantSteps) giant steps", chinese: "\(search.giantSteps) 个大步"),
            ]
            chapter.add(.table([], [row], [.left(8), .right(20), .right(22)], indent: 4))
            if let now, let start {
                let seconds = max((now() - start) / .seconds(1), 1e-6)
                rate = Double(search.babySteps + search.giantSteps) / seconds
                let time = decimal(seconds, places: 4) + " s"
                chapter.add(
                    .lines([
                        Words(english: "             measured: \(time)", chinese: "             实测：\(time)")
                    ]))
            }
        }
        chapter.add(
            .space, .text(ExponentNote.growth), .space, .heading(ExponentNote.real), .text(ExponentNote.generic))
        if let rate { chapter.add(.lines([measuredYears(rate)])) }
        chapter.add(.text(ExponentNote.sieve), .text(ExponentNote.warnings))
        return chapter
    }

    private static func measuredYears(_ rate: Double) -> Words {
        // 2^112, as a number of double precision.
        let steps = Double(sign: .plus, exponent: 112, significand: 1)
        return Words(
            ExponentNote.years(
                millions: decimal(rate / 1e6, places: 1), power: magnitude(steps / rate / secondsPerYear)))
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

    /// A number of at least 0 as text, rounded to `places` decimal places.
    private static func decimal(_ number: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let units = String(Int64(exactly: (number * scale).rounded()) ?? .max)
        let digits = String(repeating: "0", count: max(0, places + 1 - units.count)) + units
        return digits.dropLast(places) + "." + digits.suffix(places)
    }
}
