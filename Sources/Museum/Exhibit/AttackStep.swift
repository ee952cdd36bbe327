import Render
import Trace

/// A step of an attack: what is done or found, and what shows it.
package struct AttackStep: Sendable {
    /// The sentence about the action or the finding.
    package let remark: any Remark
    /// The numbers of the frames in the capture that show the step; empty if no frame does.
    package var frames: [Int] = []
    /// The wire of the frames; nil if there is only one wire.
    package var leg: Leg?
    /// The rule; nil if the step does not cite one.
    package var cite: Citation?
    /// The values of the step, in the order in which they should be shown.
    package var quantities: [Calculation.Quantity] = []
    /// The derivations behind the first value, one line each: the conclusion first, then what it follows from.
    package var reasons: [Words] = []
    /// The octets that a party says or reads in the step, each under a title that names the party.
    var said: [(title: Words, octets: [UInt8])] = []

    private var sentence: Words { Words(remark) }

    /// The values without their notes, because the sentence says what the values mean here.
    private var values: [Report.Part] {
        quantities.isEmpty ? [] : [.values(quantities.map { .init($0.name, $0.octets) }, names: .values)]
    }

    /// The step with its values, but without its number and its reasons.
    var unnumbered: Report { Report([.text(sentence)] + values) }

    /// The step with its number and all that shows it.
    fileprivate func report(_ number: Int, shownBy packets: Report.Packets?) -> Report {
        Report(
            [.step(number, sentence, shownBy: packets)] + values + reasons.map { .item($0) }
                + said.map { .said($0.title, $0.octets) })
    }

    /// The step as an object in the JSON of an attack.
    ///
    /// - Parameter isOfCase: whether it is a step of a case. The frames of its connections have no numbers.
    func json(isOfCase: Bool = false) -> JSON {
        let values = JSON.array(quantities.map { $0.json(octets: "value") })
        return .members(
            ("say", .string(remark)), ("frames", isOfCase ? nil : .array(frames.map { .number($0) })),
            ("leg", leg.map { .string($0.rawValue) }), ("cite", cite.map { .string($0.description) }),
            ("quantities", quantities.isEmpty && !isOfCase ? nil : values))
    }
}

extension Report {
    /// The steps of an attack under a heading.
    ///
    /// - Parameter packets: the packets on the page that show a step, by its index; nil for none.
    init(
        _ heading: Words? = nil, steps: some Sequence<AttackStep>,
        shownBy packets: (Int) -> Packets? = { _ in nil }
    ) {
        self.init(heading.map { [.heading($0)] } ?? [])
        for (index, step) in steps.enumerated() { self += step.report(index + 1, shownBy: packets(index)) }
    }
}
