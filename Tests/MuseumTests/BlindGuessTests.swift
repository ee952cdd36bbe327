import TCPSim
import Testing
import Trace

@testable import Museum

/// Facts that the exhibits of TCP rest on. ExhibitTests tests what holds for every exhibit.
@Suite struct BlindGuessTests {
    @Test func theCounterOf43BSDCountsTheConnectionsOfAListener() {
        var listener = Listener(
            local: Socket(.server, 514), backlog: 4, configuration: .init(isn: .counted(connections: 7)))
        _ = listener.open(at: .zero)
        let numbers = (1...3).compactMap { port -> SequenceNumber? in
            let syn = Segment(
                sourcePort: UInt16(port), destinationPort: 514, sequence: SequenceNumber(9), control: .syn, window: 1)
            guard case .opened(let connection, _) = listener.segmentArrives(syn, from: .client, at: .zero) else {
                return nil
            }
            return connection.sending.initial
        }
        #expect(numbers == [1, 2, 3].map { SequenceNumber(1) + 64_000 * (6 + $0) })
    }

    @Test func aServerThatLeavesSegmentsOutServesAnHonestClientAndCatchesALiar() throws {
        let run = try ExhibitRun.perform(OptimisticACK.self, variant: "standard", isDefended: true, seed: 2)
        let honest = try #require(run.outcome.steps.first?.remark.english)
        #expect(!honest.contains("does not get all"))
        let caught = try #require(run.outcome.figures.first { $0.name == "caught" })
        #expect(caught.measured >= 1 && caught.measured < 719)
    }
}
