import Simulator
import Trace

/// Lesson 20: old segments and PAWS.
extension Exercise {
    static let oldSegments: [Exercise] = [
        Exercise(lesson: 20, number: 1, answer: .number) { seed in
            let journal = try Visit.journal(seed) {
                $0.wire.rules = [try LinkRule("duplicate client data 1 after 35ms")]
            }
            let answer = try journal.packet("tcp.unacceptable", of: .server).number("tcp.ack_raw")
            let hello = try journal.packet("tcp.data", of: .client)
            return Solution(
                .number(answer), because: OldSegmentHint.saysWhatItExpects(answer), hint: .whatHasArrived,
                slips: [
                    (
                        .number(try hello.sequence.advanced(inSequenceSpaceBy: UInt64(hello.payload.count))),
                        .notTheCopysEnd
                    ),
                    (.number(try hello.sequence), .notItsNumber),
                ])
        },
        Exercise(lesson: 20, number: 2, answer: .number) { seed in
            let journal = try Visit.journal(seed) { $0.wire.hasTimestamps = true }
            func stamp(_ step: String) throws -> UInt64 {
                try journal.packet(step, of: .client).number("tcp.options.timestamp.tsval")
            }
            let (syn, hello) = try (stamp("tcp.syn"), stamp("tcp.data"))
            return Solution(
                .number(hello), because: OldSegmentHint.ticks(from: syn, to: hello), hint: .whenItLeaves,
                slips: [
                    (.number(syn), .clockGoesOn),
                    (.number(syn.advanced(inSequenceSpaceBy: 10)), .notTheArrival),
                    (.number(syn.advanced(inSequenceSpaceBy: 20_000)), .notMicroseconds),
                ])
        },
        Exercise(lesson: 20, number: 3, answer: .letters(through: "d")) { _ in
            let recent: UInt32 = 4_294_967_290
            let stamps: [UInt32] = [4_294_967_285, 3, 4_294_967_290, 2_147_483_640]
            // RFC 7323 section 5.2: s < t if 0 < t - s < 2^31, modulo 2^32.
            let old = Exercise.letters(of: stamps) { (1..<1 << 31).contains(recent &- $0) }
            return Solution(
                .letters(old), because: OldSegmentHint.modulo, hint: .wayRoundTheCircle,
                slips: [
                    (.letters(old.union(["b"])), .clockWraps),
                    (.letters(old.union(["b", "d"])), .clockWraps),
                    (.letters(old.union(["c"])), .equalIsNotOlder),
                    (.letters(old.union(["d"])), .halfTheCircle),
                ])
        },
        Exercise(lesson: 20, number: 4, answer: .time) { _ in
            let bits = Double(1 << 32) * 8
            func time(_ bits: Double) -> Answer { .time(.microseconds(Int64((bits / 1e10 * 1e6).rounded()))) }
            return Solution(
                time(bits), because: OldSegmentHint.secondsToWrap, hint: .octetsAreNumbered,
                slips: [(time(bits / 8), .bitsAndOctets), (time(bits / 2), .wholeCircle)])
        },
    ]
}
