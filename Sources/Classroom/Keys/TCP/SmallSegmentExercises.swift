import Simulator
import Trace

/// Lesson 27: small segments.
extension Exercise {
    static let smallSegments: [Exercise] = [
        Exercise(lesson: 27, number: 1, answer: .time) { _ in
            let pieces = try Journal.ofScenario("nagle-delayed-ack").sent(by: .client).filter {
                !$0.packet.payload.isEmpty
            }
            guard pieces.count >= 2 else { throw ExerciseError.noStep("tcp.data") }
            let pause = pieces[1].at - pieces[0].at
            return Solution(
                .time(pause), because: SmallSegmentHint.thereWaitAndBack(pause), hint: .whatIsWaitedFor,
                slips: [
                    (.time(.milliseconds(40)), .waysToo), (.time(.milliseconds(50)), .waysToo),
                    (.time(.milliseconds(20)), .delayToo),
                ])
        },
        Exercise(lesson: 27, number: 2, answer: .number) { _ in
            let journal = try Journal.ofScenario("sack")
            var seen: Set<UInt64> = []
            var again: UInt64 = 0
            for (_, packet) in journal.sent(by: .client) where !packet.payload.isEmpty {
                if !seen.insert(try packet.sequence).inserted { again += UInt64(packet.payload.count) }
            }
            return Solution(
                .number(again), because: SmallSegmentHint.onlyTheGaps(again), hint: .readTheBlocks,
                slips: [(.number(500), .everythingBehind), (.number(100), .bothGaps)])
        },
        Exercise(lesson: 27, number: 3, answer: .number) { _ in
            let field = try Journal.ofScenario("window-scale").packet("tcp.handshake_ack", of: .client)
                .number("tcp.window_size_value")
            return Solution(
                .number(field), because: SmallSegmentHint.shifted(field), hint: .divide,
                slips: [
                    (.number(65_535), .onTheSYN), (.number(1_048_576), .doesNotFit),
                    (.number(149_796), .shiftIsNoDivisor),
                ])
        },
        Exercise(lesson: 27, number: 4, answer: .number) { _ in
            let journal = try Journal.ofScenario("pmtu-black-hole")
            guard let report = journal.events.first(where: { $0.step == "tcp.path_mtu" })?.at,
                let next = journal.sent(by: .client).first(where: { $0.at >= report && !$0.packet.payload.isEmpty })
            else { throw ExerciseError.noStep("tcp.path_mtu") }
            let count = UInt64(next.packet.payload.count)
            return Solution(
                .number(count), because: SmallSegmentHint.withoutHeaders(count), hint: .whatAnMTUCounts,
                slips: [(.number(1_006), .headersCount), (.number(986), .bothHeaders), (.number(1_400), .tooLarge)])
        },
    ]
}

extension Journal {
    fileprivate static func ofScenario(_ name: String) throws(ExerciseError) -> Journal {
        guard let scenario = Scenario.named(name) else { throw .noStep(name) }
        return ScenarioRun(scenario).journal
    }
}
