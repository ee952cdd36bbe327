import Crypto
import Render
import Trace

/// A performance that is over: its options and its outcome.
package struct ExhibitRun: Sendable {
    /// The exhibit's card.
    package let card: Card
    /// The name of the variant.
    package let variant: String
    /// Whether the rule was in place; nil if the recording came from a file.
    package let isDefended: Bool?
    /// The seed of all randomness.
    package let seed: UInt64
    package let outcome: Outcome
    /// The journals of its stages; empty if no journal was wanted.
    package let journals: [Journal]
    /// For each step of the outcome the packets of the journal that show it.
    package let packets: [[Int]]

    /// The name of the performance in links and in the names of files.
    package var name: String { isDefended == true ? "on" : "off" }

    /// The packet at which a page opens: of the last step of the story that is shown by a packet of hers the first that carries data, or
    /// else the first; where no step is, the first packet of the last step that has one. Nil if the journal has no packet of the story.
    package var firstSight: Int? {
        let hers = journals.flatMap(\.events).compactMap { event in
            if case .sent(let packet, _) = event.kind, event.who == .attacker { packet } else { nil }
        }
        let spans = packets.compactMap { list in
            list.min().flatMap { first in list.max().map { first...$0 } }
        }
        let steps = spans.map { span in hers.filter { span.contains($0.number) } }
        guard let step = steps.last(where: { !$0.isEmpty }) else { return spans.last?.lowerBound }
        return (step.first { !$0.payload.isEmpty } ?? step.first)?.number
    }

    /// Performs an exhibit.
    ///
    /// - Throws: the errors of ``Exhibit/perform(_:)``.
    package static func perform(
        _ exhibit: any Exhibit.Type, variant: String, isDefended: Bool, seed: UInt64,
        _ wants: Performance.Wants = .init()
    ) throws -> ExhibitRun {
        let show = Performance(exhibit.card, variant: variant, isDefended: isDefended, seed: seed, wants)
        return try performed(exhibit, show)
    }

    /// Carries out a performance to its end.
    private static func performed(_ exhibit: any Exhibit.Type, _ show: Performance) throws -> ExhibitRun {
        let outcome = try exhibit.perform(show)
        show.finish(outcome)
        return ExhibitRun(
            card: exhibit.card, variant: show.variant, isDefended: show.isDefended, seed: show.seed, outcome: outcome,
            journals: show.journals, packets: outcome.steps.map { show.packets(of: $0) })
    }

    /// Attacks a recording that was made elsewhere.
    package static func attack(
        _ exhibit: any CaptureExhibit.Type, on recording: Recording, variant: String
    ) -> ExhibitRun {
        var outcome = Outcome()
        exhibit.attack(recording, variant: variant, outcome: &outcome)
        // The formula needs the number of possible values. For a recording from elsewhere that number is not known.
        outcome.theory = nil
        return ExhibitRun(
            card: exhibit.card, variant: variant, isDefended: nil, seed: 0, outcome: outcome, journals: [],
            packets: [])
    }

    /// Performs the exhibit again, with journals. A first run without a journal is needed, because its outcome says which connections
    /// and frames the journal shall contain. If they do not all have room, a further run takes the first, the deciding and the last ones.
    ///
    /// - Throws: the errors of ``Exhibit/perform(_:)``.
    package func withJournals(of exhibit: any Exhibit.Type) throws -> ExhibitRun {
        var wants = Performance.Wants()
        wants.journal = true
        let (connections, frames) = (outcome.connections, outcome.frames)
        if !connections.isEmpty { wants.told = { connections.contains($0) } }
        if !frames.isEmpty { wants.frames = frames }
        func show() -> Performance {
            Performance(card, variant: variant, isDefended: isDefended ?? false, seed: seed, wants)
        }
        let whole = show()
        let run = try Self.performed(exhibit, whole)
        wants.selections = whole.records.map { JournalSelection($0.candidates, for: outcome.steps) }
        return wants.selections.contains { $0 != nil } ? try Self.performed(exhibit, show()) : run
    }

    /// A capture that was written: its wire, the name of its file and the SHA-256 of its octets.
    package typealias Capture = (leg: Leg, file: String, sha256: [UInt8])

    /// The result in JSON.
    package func json(captures: [Capture] = []) -> JSON {
        let first = Figure("tries", unit: card.unit.rawValue, measured: Double(outcome.tries), theory: outcome.theory)
        let figures = [first] + outcome.figures
        func hex(_ values: [(name: String, value: [UInt8])]) -> JSON {
            .object(values.map { JSON.Member($0.name, .string(Hex.string($0.value))) })
        }
        return .attack(
            card,
            chosen: [
                ("variant", .string(variant)),
                ("defence", .string(isDefended.map { $0 ? "on" : "off" } ?? "unknown")),
            ], seed: seed,
            results: [
                ("reached", .bool(outcome.reached)), ("loot", hex(outcome.loot)), ("truth", hex(outcome.truth)),
                ("figures", .array(figures.map(Self.json))),
                ("evidence", .object(outcome.evidence.map { JSON.Member($0.name, $0.value) })),
                (
                    "captures",
                    .array(
                        captures.map {
                            .members(
                                ("leg", .string($0.leg.rawValue)), ("file", .string($0.file)),
                                ("sha256", .string(Hex.string($0.sha256))))
                        })
                ),
                ("steps", .array(outcome.steps.map { $0.json() })),
            ], last: [("reproduce", .array(commands(captures.map { ($0.leg, $0.file) }).map { .string($0) }))])
    }

    /// The commands of ``Outcome/reproduce`` with the names of the captures.
    ///
    /// - Parameters:
    ///   - files: the captures that were written.
    ///   - capture: the name for a capture that was not written.
    package func commands(_ files: [(leg: Leg, file: String)], capture: String = "run.pcapng") -> [String] {
        let names: [Leg: String] = [.wire: "FILE", .victim: "VICTIM", .server: "SERVER"]
        return outcome.reproduce.map { command in
            card.legs.reduce(command) { text, leg in
                let file = files.first { $0.leg == leg }?.file ?? Self.file(capture, leg)
                return text.replacing(names[leg] ?? "FILE", with: file)
            }
        }
    }

    /// The name of the capture of a wire. If there are two wires, "run.pcapng" becomes "run-victim.pcapng" or "run-server.pcapng".
    package static func file(_ path: String, _ leg: Leg) -> String {
        leg == .wire ? path : Text.path(path, part: leg.rawValue)
    }

    private static func json(_ figure: Figure) -> JSON {
        .present(
            [("name", .string(figure.name)), ("unit", .string(figure.unit)), ("measured", .exact(figure.measured))]
                + (figure.theory?.json ?? []))
    }
}

extension JSON {
    /// A socket in the evidence of a result: address and port.
    package static func socket(_ socket: some CustomStringConvertible) -> JSON { .string(socket.description) }
}
