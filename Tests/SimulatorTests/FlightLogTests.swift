import Synchronization
import TCPSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// The log of what became of each segment.
@Suite struct FlightLogTests {
    /// A wire can hold thousands of segments at once. To know why one of them is sent again costs no look at the others.
    @Test func toldIsInTimeThatGrowsWithTheSegmentsAlone() throws {
        func work(_ seed: UInt64) throws -> (steps: Int, packets: Int) {
            var wire = Wire()
            wire.window = 4
            wire.faults.delay = 0.5
            wire.faults.hold = .seconds(100)
            let keys = try SharedVisit.run(Visit.Options(seed: 7))
            let options = Visit.Options(seed: seed, wire: wire, tls13: .init())
            let counter = Counter()
            let journal = Work.$onStep.withValue({ counter.value.add(1, ordering: .relaxed) }) {
                Visit.run(options, Visit.Cast(options, pki: keys.pki)).journal
            }
            let packets = journal.events.count { if case .sent = $0.kind { true } else { false } }
            return (counter.value.load(ordering: .relaxed), packets)
        }
        for seed in [1, 2, 3] as [UInt64] {
            let (steps, packets) = try work(seed)
            #expect(packets > 1_000 && steps < 400 * packets, "\(steps) steps for \(packets) packets")
        }
    }

    private final class Counter: Sendable {
        let value = Atomic(0)
    }
}
