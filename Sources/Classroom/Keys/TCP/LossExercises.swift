import Simulator
import Trace

/// Lesson 18: loss, retransmission and congestion.
extension Exercise {
    static let loss: [Exercise] = [
        Exercise(lesson: 18, number: 1, answer: .number) { seed in
            let journal = try Visit.journal(seed) { $0.wire.rules = [try LinkRule("drop client data 2")] }
            let copy = try journal.packet("tcp.retransmission", of: .client)
            let (sequence, length) = (try copy.sequence, UInt64(copy.payload.count))
            return Solution(
                .number(sequence), because: LossHint.sameNumbers(sequence), hint: .whatAReceiverKeeps,
                slips: [
                    (.number(sequence.advanced(inSequenceSpaceBy: length)), .notNewData),
                    (.number(sequence.advanced(inSequenceSpaceBy: 1)), .notOneMore),
                    (.number(try journal.packet("tcp.data", of: .client).sequence), .firstArrived),
                ])
        },
        Exercise(lesson: 18, number: 2, answer: .number) { seed in
            let journal = try Visit.journal(seed) {
                $0.wire.mss = 200
                $0.wire.rules = [try LinkRule("drop server data 2")]
            }
            let missing = try journal.packet("tcp.fast_retransmit", of: .server).sequence
            let first = try journal.packet("tcp.data", of: .server).sequence
            return Solution(
                .number(missing), because: LossHint.stillExpected(missing), hint: .cumulative,
                slips: [
                    (.number(first), .firstArrived),
                    (.number(missing.advanced(inSequenceSpaceBy: 200)), .beyondTheGap),
                    (.number(missing.advanced(inSequenceSpaceBy: 0 &- 1)), .lastOctetHeld),
                ])
        },
        Exercise(lesson: 18, number: 3, answer: .time) { seed in
            let journal = try Visit.journal(seed) {
                $0.wire.latency = .milliseconds(150)
                $0.wire.rules = [try LinkRule("drop client SYN 1-2")]
            }
            guard let open = journal.entry(of: .client, into: "ESTABLISHED")?.at else {
                throw ExerciseError.noStep("tcp.established")
            }
            return Solution(
                .time(open - .zero), because: LossHint.waitsDouble(until: open), hint: .howLongEachWait,
                slips: [
                    (.time(.milliseconds(2_300)), .noBackoff),
                    (.time(.milliseconds(3_150)), .thereAndBack),
                    (.time(.milliseconds(3_000)), .thereAndBack),
                ])
        },
        Exercise(lesson: 18, number: 4, answer: .letters(through: "d")) { seed in
            let ways: [(inout Visit.Options) throws -> Void] = [
                { $0.wire.rules = [try LinkRule("drop server data 1")] },
                {
                    $0.wire.mss = 200
                    $0.wire.rules = [try LinkRule("drop server data 1")]
                },
                {
                    $0.wire.mss = 200
                    $0.wire.rules = [try LinkRule("drop client data 1")]
                },
                {
                    $0.wire.mss = 200
                    $0.wire.rules = [try LinkRule("drop client ACK 2")]
                },
            ]
            let letters = try Exercise.letters(of: ways) { change in
                try Visit.journal(seed, change).events.contains { $0.step == "tcp.fast_retransmit" }
            }
            return Solution(
                .letters(letters), because: LossHint.threeHaveToFollow, hint: .whatMakesADuplicate,
                slips: [
                    (.letters(letters.union(["a"])), .tooFewBehind),
                    (.letters(letters.union(["c"])), .tooFewBehind),
                    (.letters(letters.union(["d"])), .laterAcknowledgment),
                ])
        },
    ]
}
