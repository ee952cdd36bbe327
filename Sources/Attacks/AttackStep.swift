import Render
import Trace

/// A step of an attack: what is done or found, and the values that show it.
package struct AttackStep<Finding: Remark>: Sendable {
    /// What is done or found.
    package let finding: Finding
    /// The values, in the order in which they should be shown.
    package var quantities: [Calculation.Quantity] = []
    /// The derivations behind the first value, one line each: the conclusion first, then what it follows from.
    package var reasons: [String] = []

    private var sentence: String { finding.sentence(in: .english) }

    /// The values without their notes, because the finding says what the values mean here.
    private var values: [Report.Part] {
        quantities.isEmpty ? [] : [.values(quantities.map { .init($0.name, $0.octets) })]
    }

    /// The step with its values, but without its number and its reasons.
    var unnumbered: Report { Report([.text(sentence)] + values) }

    /// The step with its number, its values and its reasons.
    fileprivate func report(_ number: Int) -> Report {
        Report([.step(number, sentence)] + values + reasons.map { .item($0) })
    }

    /// The step as an object in the JSON of an attack.
    var json: JSON {
        .members(
            ("say", .string(sentence)), ("quantities", .array(quantities.map { $0.json(octets: "value") })))
    }
}

extension Report {
    /// The steps of an attack under a heading.
    ///
    /// - Parameter said: makes the parts of the report that follow a step, from the finding of the step.
    init<Finding>(
        _ heading: String? = nil, steps: some Sequence<AttackStep<Finding>>, said: (Finding) -> [Part] = { _ in [] }
    ) {
        self.init(heading.map { [.heading($0)] } ?? [])
        for (index, step) in steps.enumerated() {
            self += step.report(index + 1) + Report(said(step.finding))
        }
    }
}
