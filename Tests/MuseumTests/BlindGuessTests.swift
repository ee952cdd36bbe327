import Capture
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

    private static func exhibit(_ name: String) throws -> any Exhibit.Type {
        try #require(ExhibitName.allCases.first { $0.card.name == name }).exhibit
    }

    /// The frames that a blind exhibit's capture has, and its outcome.
    private static func perform(
        _ name: String, seed: UInt64
    ) throws -> (outcome: Outcome, segments: [Segment?]) {
        var octets: [UInt8] = []
        var wants = Performance.Wants()
        wants.sink = { _, more in octets += more }
        let exhibit = try Self.exhibit(name)
        let run = try ExhibitRun.perform(
            exhibit, variant: exhibit.card.shortest, isDefended: false, seed: seed, wants)
        var reader = CaptureReader()
        reader.append(octets)
        reader.end()
        var segments: [Segment?] = []
        while let item = try reader.next() {
            guard case .frame(let frame) = item else { continue }
            segments.append(try? SegmentCodec.decode(Array(reader.buffer[frame.octets]), recording: false).segment)
        }
        return (run.outcome, segments)
    }

    /// What her attack did is seen in a packet: a host without the connection answers with a reset.
    @Test(arguments: ["rst-injection", "challenge-ack", "icmp-reset"])
    func aResetShowsThatTheConnectionIsGone(_ name: String) throws {
        for seed in [4, 5] as [UInt64] {
            let (outcome, segments) = try Self.perform(name, seed: seed)
            #expect(outcome.reached)
            let step = try #require(outcome.steps.last)
            let place = try #require(step.frames.last)
            let reset = try #require(segments.indices.contains(place - 1) ? segments[place - 1] : nil)
            #expect(reset.control.contains(.rst))
            let isServer = reset.sourcePort == 179
            #expect(isServer == (name == "challenge-ack"))
        }
    }

    /// She does not see which guess fits: the story says that the run stops her, and says it only where it did.
    @Test(arguments: ["rst-injection", "icmp-reset", "blind-data", "isn-prediction"])
    func theRunSaysThatItStopsHer(_ name: String) throws {
        for isDefended in [false, true] {
            let exhibit = try Self.exhibit(name)
            let run = try ExhibitRun.perform(
                exhibit, variant: exhibit.card.variants.first ?? exhibit.card.shortest, isDefended: isDefended, seed: 6)
            let stops = run.outcome.steps.compactMap { step -> Int? in
                if case .stopped(let count, _)? = step.remark as? BlindBurstNote { count } else { nil }
            }
            #expect(stops == (isDefended ? [] : [run.outcome.tries]))
        }
    }
}
