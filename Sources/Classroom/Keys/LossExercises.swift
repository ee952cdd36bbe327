import Simulator
import Trace

/// Lesson 18: loss, retransmission and congestion.
extension Exercise {
    static let loss: [Exercise] = [
        Exercise(18, 1, .number) { seed in
            let journal = try Visit.journal(seed) { $0.wire.rules = [try LinkRule("drop client data 2")] }
            let copy = try journal.packet("tcp.retransmission", of: .client)
            let (sequence, length) = (try copy.sequence, UInt64(copy.payload.count))
            return Solution(
                .number(sequence), because: LossHint.sameNumbers(sequence), hint: LossHint.whatAReceiverKeeps,
                slips: [
                    (.number(sequence.advanced(inSequenceSpaceBy: length)), LossHint.notNewData),
                    (.number(sequence.advanced(inSequenceSpaceBy: 1)), LossHint.notOneMore),
                    (.number(try journal.packet("tcp.data", of: .client).sequence), LossHint.firstArrived),
                ])
        },
        Exercise(18, 2, .number) { seed in
            let journal = try Visit.journal(seed) {
                $0.wire.mss = 200
                $0.wire.rules = [try LinkRule("drop server data 2")]
            }
            let missing = try journal.packet("tcp.fast_retransmit", of: .server).sequence
            let first = try journal.packet("tcp.data", of: .server).sequence
            return Solution(
                .number(missing), because: LossHint.stillExpected(missing), hint: LossHint.cumulative,
                slips: [
                    (.number(first), LossHint.firstArrived),
                    (.number(missing.advanced(inSequenceSpaceBy: 200)), LossHint.beyondTheGap),
                    (.number(missing.advanced(inSequenceSpaceBy: 0 &- 1)), LossHint.lastOctetHeld),
                ])
        },
        Exercise(18, 3, .time) { seed in
            let journal = try Visit.journal(seed) {
                $0.wire.latency = .milliseconds(150)
                $0.wire.rules = [try LinkRule("drop client SYN 1-2")]
            }
            guard let open = journal.entry(of: .client, into: "ESTABLISHED")?.at else {
                throw ExerciseError.noStep("tcp.established")
            }
            return Solution(
                .time(open - .zero), because: LossHint.waitsDouble(until: open), hint: LossHint.howLongEachWait,
                slips: [
                    (.time(.milliseconds(2_300)), LossHint.noBackoff),
                    (.time(.milliseconds(3_150)), LossHint.thereAndBack),
                    (.time(.milliseconds(3_000)), LossHint.thereAndBack),
                ])
        },
        Exercise(18, 4, .letters(through: "d")) { seed in
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
            let quick = try zip("abcd", ways).filter { _, change in
                try Visit.journal(seed, change).events.contains { $0.step == "tcp.fast_retransmit" }
            }
            let letters = Set(quick.map(\.0))
            return Solution(
                .letters(letters), because: LossHint.threeHaveToFollow, hint: LossHint.whatMakesADuplicate,
                slips: [
                    (.letters(letters.union(["a"])), LossHint.tooFewBehind),
                    (.letters(letters.union(["c"])), LossHint.tooFewBehind),
                    (.letters(letters.union(["d"])), LossHint.laterAcknowledgment),
                ])
        },
    ]
}
