import Render
import Trace

/// A step of an attack: what is done or found, and the values that show it.
package struct AttackStep<Finding: Remark>: Sendable {
    /// What is done or found.
    package let finding: Finding
    /// The values, in the order in which they should be shown.
    package var quantities: [Calculation.Quantity] = []
    /// How the first of them comes to be known, conclusion first.
    package var reasons: [String] = []

    private var sentence: String { finding.sentence(in: .english) }

    /// Without the notes: what they mean here, the finding says.
    private var values: [Report.Part] {
        quantities.isEmpty ? [] : [.values(quantities.map { .init($0.name, $0.octets) })]
    }

    /// The step, and its values, without a number.
    var unnumbered: Report { Report([.text(sentence)] + values) }

    /// The step with its number and all that belongs to it.
    fileprivate func report(_ number: Int) -> Report {
        Report([.step(number, sentence)] + values + reasons.map { .item($0) })
    }

    /// The step as JSON has it.
    var json: JSON {
        .members(
            ("say", .string(sentence)), ("quantities", .array(quantities.map { $0.json(octets: "value") })))
    }
}

extension Report {
    /// The steps of an attack under a heading.
    ///
    /// - Parameter said: what stands behind a step with this finding.
    init<Finding>(
        _ heading: String? = nil, steps: some Sequence<AttackStep<Finding>>, said: (Finding) -> [Part] = { _ in [] }
    ) {
        self.init(heading.map { [.heading($0)] } ?? [])
        for (index, step) in steps.enumerated() {
            self += step.report(index + 1) + Report(said(step.finding))
        }
    }
}
