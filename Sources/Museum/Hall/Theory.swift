import Trace

/// How often something has to be tried, by a formula.
package struct Theory: Sendable {
    /// The expected number.
    package let mean: Double?
    /// The standard deviation.
    package let deviation: Double?
    /// The number below which half of all runs stay, where a mean says little.
    package let median: Double?
    /// The formula, with the names of the parameters.
    package let formula: String
    /// The parameters.
    package let parameters: [(name: String, value: Double)]

    /// A formula and what it comes to.
    package init(
        mean: Double? = nil, deviation: Double? = nil, median: Double? = nil, _ formula: String,
        _ parameters: [(name: String, value: Double)] = []
    ) {
        self.mean = mean
        self.deviation = deviation
        self.median = median
        self.formula = formula
        self.parameters = parameters
    }

    /// Always that many.
    package static func exactly(_ count: Int) -> Theory {
        Theory(mean: Double(count), deviation: 0, "\(count)")
    }

    /// One of 1 to `count`, each as likely: the place of what is looked for.
    package static func uniform(_ count: Int, _ formula: String = "uniform(N)", name: String = "N") -> Theory {
        let n = Double(count)
        return Theory(mean: (n + 1) / 2, deviation: ((n * n - 1) / 12).squareRoot(), formula, [(name, n)])
    }

    /// Until something happens that happens with that chance in each try.
    package static func geometric(
        _ chance: Double, _ formula: String = "geometric(p)", _ parameters: [(name: String, value: Double)]? = nil
    ) -> Theory {
        Theory(
            mean: 1 / chance, deviation: (1 - chance).squareRoot() / chance, formula, parameters ?? [("p", chance)])
    }

    /// Draws from `count` values until one comes a second time, the repeat counted.
    package static func repetition(_ count: Int, _ formula: String = "repeat(M)") -> Theory {
        let m = Double(count)
        return Theory(
            mean: (Double.pi * m / 2).squareRoot() + 2 / 3, deviation: ((2 - Double.pi / 2) * m).squareRoot(), formula,
            [("M", m)])
    }

    /// The sum of independent numbers of tries.
    package static func sum(
        _ parts: [Theory], _ formula: String, _ parameters: [(name: String, value: Double)]
    ) -> Theory {
        Theory(
            mean: parts.compactMap(\.mean).reduce(0, +),
            deviation: parts.compactMap(\.deviation).map { $0 * $0 }.reduce(0, +).squareRoot(), formula, parameters)
    }

    /// The members of a figure.
    var json: [(String, JSON?)] {
        [
            ("mean", mean.map { .fraction($0) }), ("sd", deviation.map { .fraction($0) }),
            ("median", median.map { .fraction($0) }), ("formula", .string(formula)),
            ("parameters", .object(parameters.map { JSON.Member($0.name, .fraction($0.value)) })),
        ]
    }
}
