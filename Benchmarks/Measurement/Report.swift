/// The figures of a run, as a table or as JSON.
package struct Report: Sendable {
    private var figures: [Figure] = []
    private let isJSON: Bool

    /// A report of nothing yet. As a table it prints each figure once it is known.
    package init(json: Bool) {
        isJSON = json
        guard !json else { return }
        print(Self.row("figure", "unit", "n", "min", "median", "max"))
    }

    /// Adds a figure. One without values could not be measured here.
    package mutating func add(_ figure: Figure) {
        figures.append(figure)
        guard !isJSON else { return }
        print(
            Self.row(
                figure.name, figure.unit, String(figure.values.count), Self.text(figure.minimum),
                Self.text(figure.median), Self.text(figure.maximum)))
    }

    /// Ends the report.
    package func finish() {
        guard isJSON else { return }
        let objects = figures.map { figure in
            let values = figure.values.map { String($0) }.joined(separator: ",")
            return "{\"name\":\"\(figure.name)\",\"unit\":\"\(figure.unit)\",\"values\":[\(values)]}"
        }
        print("[" + objects.joined(separator: ",\n") + "]")
    }

    private static func row(_ name: String, _ unit: String, _ columns: String...) -> String {
        func padding(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count))
        }
        var line = name + padding(name, 52) + unit + padding(unit, 14)
        for (column, width) in zip(columns, [3, 12, 12, 12]) { line += padding(column, width) + column }
        return line
    }

    /// Whole from a hundred on, with commas; three digits below.
    private static func text(_ value: Double) -> String {
        guard value.isFinite else { return "n/a" }
        guard value < 100 else { return grouped(Int(value + 0.5)) }
        let thousandths = Int(value * 1_000 + 0.5)
        let fraction = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    /// "1,234,567".
    package static func grouped(_ number: Int) -> String {
        guard number >= 1_000 else { return String(number) }
        let last = String(number % 1_000)
        return grouped(number / 1_000) + "," + String(repeating: "0", count: 3 - last.count) + last
    }
}
