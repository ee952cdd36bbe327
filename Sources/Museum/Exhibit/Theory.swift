import Trace

/// The expected number of tries, by a formula.
package struct Theory: Sendable {
    /// The mean; nil if the formula gives a median only.
    package let mean: Double?
    /// The standard deviation; nil if it is not known.
    package let deviation: Double?
    /// The median, for a distribution whose mean says little; nil otherwise.
    package let median: Double?
    /// The formula, with the names of the parameters.
    package let formula: Words
    /// The parameters and their values.
    package let parameters: [(name: String, value: Double)]

    /// What the formula means in words; nil if the formula is in words, or if there is none.
    package let words: TheoryWords?

    /// A formula and its results.
    package init(
        mean: Double? = nil, deviation: Double? = nil, median: Double? = nil, _ formula: Words,
        _ parameters: [(name: String, value: Double)] = [], words: TheoryWords? = nil
    ) {
        self.words = words
        self.mean = mean
        self.deviation = deviation
        self.median = median
        self.formula = formula
        self.parameters = parameters
    }

    /// The same number in every run.
    package static func exactly(_ count: Int) -> Theory {
        Theory(mean: Double(count), deviation: 0, "\(count)")
    }

    /// A uniform distribution from 1 to `count`: the tries until the right one of `count` values is found, if all are
    /// equally likely and are tried in order.
    package static func uniform(_ count: Int, _ formula: Words = "uniform(N)", name: String = "N") -> Theory {
        let n = Double(count)
        return Theory(
            mean: (n + 1) / 2, deviation: ((n * n - 1) / 12).squareRoot(), formula, [(name, n)],
            words: .inOrder(count))
    }

    /// A geometric distribution: the tries until a success, if each try succeeds with the probability `chance`.
    package static func geometric(
        _ chance: Double, formula: Words = "geometric(p)", parameters: [(name: String, value: Double)]? = nil,
        words: TheoryWords? = nil
    ) -> Theory {
        Theory(
            mean: 1 / chance, deviation: (1 - chance).squareRoot() / chance, formula, parameters ?? [("p", chance)],
            words: words ?? .chance(chance))
    }

    /// The number of draws from `count` values until a value is drawn a second time. The last draw is counted.
    package static func repetition(
        _ count: Int, _ formula: Words = "repeat(M)", words: TheoryWords? = nil
    ) -> Theory {
        let m = Double(count)
        return Theory(
            mean: (Double.pi * m / 2).squareRoot() + 2 / 3, deviation: ((2 - Double.pi / 2) * m).squareRoot(), formula,
            [("M", m)], words: words ?? .repetition("\(count)"))
    }

    /// The sum of independent numbers of tries.
    package static func sum(
        of parts: [Theory], formula: Words, parameters: [(name: String, value: Double)], words: TheoryWords? = nil
    ) -> Theory {
        Theory(
            mean: parts.compactMap(\.mean).reduce(0, +),
            deviation: parts.compactMap(\.deviation).map { $0 * $0 }.reduce(0, +).squareRoot(), formula, parameters,
            words: words)
    }

    /// The members that a figure's JSON has from the theory.
    var json: [(String, JSON?)] {
        [
            ("mean", mean.map { .fraction($0) }), ("sd", deviation.map { .fraction($0) }),
            ("median", median.map { .fraction($0) }), ("formula", .string(formula)),
            ("parameters", .object(parameters.map { JSON.Member($0.name, .fraction($0.value)) })),
        ]
    }
}
