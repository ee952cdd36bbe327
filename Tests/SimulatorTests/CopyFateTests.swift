import Render
import TCPSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// Three hundred visits over bad wires. What is said of a segment that is sent again is what the wire has done to its copies, by the journal
/// of the whole run: also by what became of a copy later.
@Suite struct CopyFateTests {
    /// The faults of the wires, in turns.
    private static let faults: [@Sendable (inout Wire) -> Void] = [
        { $0.faults.loss = 0.2 },
        { $0.faults.corrupt = 0.2 },
        {
            $0.faults.loss = 0.1
            $0.faults.duplicate = 0.1
            $0.mss = 200
        },
        {
            $0.faults.loss = 0.05
            $0.faults.delay = 0.1
            $0.faults.hold = .seconds(3)
            $0.hasTimestamps = true
        },
        {
            $0.faults.corrupt = 0.1
            $0.faults.delay = 0.2
            $0.faults.hold = .seconds(2)
            $0.latency = .milliseconds(400)
        },
        {
            $0.faults.loss = 0.1
            $0.faults.duplicate = 0.1
            $0.faults.reorder = 0.2
            $0.faults.corrupt = 0.1
            $0.faults.delay = 0.1
            $0.mss = 300
            $0.window = 900
        },
        {
            $0.bandwidth = 100_000
            $0.queue = .packets(2)
            $0.mss = 200
        },
    ]

    private static func journal(_ seed: UInt64, isTLS13: Bool) throws -> Journal {
        var wire = Wire()
        faults[Int(seed) % faults.count](&wire)
        // The keys are those of another visit, because new keys take longer than the visit.
        let keys = try SharedVisit.run(Visit.Options(seed: 7))
        let options = Visit.Options(seed: seed, wire: wire, tls13: isTLS13 ? .init() : nil)
        return Visit.run(options, Visit.Cast(options, pki: keys.pki)).journal
    }

    @Test(arguments: 0..<30) func whatIsSaidOfACopyIsWhatTheWireHasDoneToIt(_ block: Int) throws {
        for seed in UInt64(block * 5)..<UInt64(block * 5 + 5) {
            for isTLS13 in [false, true] {
                let fates = CopyFates(try Self.journal(seed, isTLS13: isTLS13))
                let complaints = fates.complaints.joined(separator: "\n")
                #expect(complaints.isEmpty, "seed \(seed), TLS 1.3: \(isTLS13)\n\(complaints)")
            }
        }
    }

    /// The wires are bad enough: each sentence is said.
    @Test func eachCauseHasItsSentence() throws {
        var said: Set<String> = []
        for seed in 0..<42 as Range<UInt64> { said.formUnion(CopyFates(try Self.journal(seed, isTLS13: false)).said) }
        let expected: Set = [
            "lost", "damaged", "under way", "answer lost", "answer damaged", "answer under way", "later copy",
            "half", "floor", "twice as long",
        ]
        #expect(expected.subtracting(said).isEmpty, "\(expected.subtracting(said))")
    }
}
