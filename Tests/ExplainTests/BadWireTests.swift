import Capture
import Render
import Simulator
import Testing

@testable import Explain

/// Three hundred visits over bad wires. The explanation of each recording says of each repetition what the journal knows about it.
@Suite
struct BadWireTests {
    /// The faults of the wires, in turns.
    private static let faults: [@Sendable (inout Faults) -> Void] = [
        { $0.loss = 0.2 },
        {
            $0.loss = 0.1
            $0.duplicate = 0.1
        },
        {
            $0.loss = 0.05
            $0.reorder = 0.2
        },
        { $0.corrupt = 0.2 },
        {
            $0.loss = 0.05
            $0.delay = 0.1
        },
        {
            $0.loss = 0.1
            $0.duplicate = 0.05
            $0.reorder = 0.1
            $0.corrupt = 0.05
            $0.delay = 0.05
        },
    ]

    static func visit(_ seed: UInt64, isTLS13: Bool) throws -> TruthTests.BadVisit {
        var visit = TruthTests.BadVisit(seed: seed, loss: 0, isTLS13: isTLS13)
        faults[Int(seed) % faults.count](&visit.faults)
        return visit
    }

    @Test(arguments: 0..<30)
    func everyRepetitionIsToldWithItsReason(_ block: Int) throws {
        for seed in UInt64(block * 5)..<UInt64(block * 5 + 5) {
            for isTLS13 in [false, true] {
                let visit = try Self.visit(seed, isTLS13: isTLS13)
                let journal = try visit.journal
                let explanation = Explanation(PcapNG.bytes(journal))
                let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0) })
                let truth = JournalTruth(journal).frames
                #expect(explanation.connections.count == 1)
                let wrong = truth.compactMap { frame -> String? in
                    let note = notes[frame.number]
                    let isRight =
                        note?.again == frame.why || frame.why == .timeout && frame.isAlone && note?.again == .tailProbe
                    let of = note?.of
                    guard !isRight || frame.earlier.first != of || frame.isSentAgain && frame.why == nil else {
                        return nil
                    }
                    return
                        "\(frame.number): \(frame.why?.rawValue ?? (frame.isSentAgain ? "sent again" : "new")) of \(frame.earlier), said "
                        + "\(note?.again?.rawValue ?? (note == nil ? "nothing" : "new")) of \(of ?? 0)"
                }
                #expect(wrong.isEmpty, "seed \(seed), \(isTLS13 ? "TLS 1.3" : "TLS 1.2"), frames \(wrong)")
                let told = explanation.connections.flatMap { [$0.client, $0.server] }
                let again = truth.filter { $0.isSentAgain && !$0.isOfHandshake }
                #expect(
                    told.flatMap(\.timeouts.frames).sorted()
                        == again.filter { $0.why == .timeout }.map(\.number).sorted(),
                    "timeouts, seed \(seed), \(isTLS13)")
                #expect(
                    told.flatMap(\.needlessFrames.frames).sorted()
                        == again.filter(\.isKnownToBeNeedless).map(\.number).sorted(),
                    "needless, seed \(seed), \(isTLS13)")
            }
        }
    }
}
