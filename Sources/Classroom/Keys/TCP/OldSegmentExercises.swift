import Simulator
import Trace

/// Lesson 20: old segments and PAWS.
extension Exercise {
    static let oldSegments: [Exercise] = [
        Exercise(lesson: 20, number: 1, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.wire.rules = [try LinkRule("duplicate client data 1 after 35ms")]
            }
            let answer = try journal.packet("tcp.unacceptable", of: .server).number("tcp.ack_raw")
            let hello = try journal.packet("tcp.data", of: .client)
            key.right = [.number(answer)]
            key.because = Words(
                english: "The octets of the copy were taken long ago. The server drops it and says what it expects: "
                    + "\(answer).")
            key.hint = Words(
                english: "The server says what it expects next. Ask which segments with data had arrived from the "
                    + "client before the copy.")
            key[.number(try hello.sequence.advanced(inSequenceSpaceBy: UInt64(hello.payload.count)))] = Words(
                english: "When the copy arrives, more than the ClientHello is there already.")
            key[.number(try hello.sequence)] = Words(
                english: "That is the number of the copy. The server has these octets, and expects later ones.")
        },
        Exercise(lesson: 20, number: 2, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.wire.hasTimestamps = true }
            func stamp(_ step: String) throws -> UInt64 {
                try journal.packet(step, of: .client).number("tcp.options.timestamp.tsval")
            }
            let (syn, hello) = try (stamp("tcp.syn"), stamp("tcp.data"))
            key.right = [.number(hello)]
            key.because = Words(
                english: "The SYN left at 0 ms with \(syn). The ClientHello leaves a round trip of 20 ms later, so "
                    + "it carries \(hello).")
            key.hint = Words(
                english: "The clock behind the timestamps counts milliseconds. Find out how many lie between the SYN "
                    + "and the ClientHello.")
            key[.number(syn)] = Words(
                english: "That is the timestamp of the SYN. The clock goes on, and the ClientHello leaves later.")
            key[.number(syn.advanced(inSequenceSpaceBy: 10))] = Words(
                english: "That would be the moment in which the SYN arrives. The ClientHello waits for the server's "
                    + "answer.")
            key[.number(syn.advanced(inSequenceSpaceBy: 20_000))] = Words(
                english: "This clock ticks once in a millisecond.")
        },
        Exercise(lesson: 20, number: 3, answer: .letters(through: "d")) { _, key in
            let recent: UInt32 = 4_294_967_290
            let stamps: [UInt32] = [4_294_967_285, 3, 4_294_967_290, 2_147_483_640]
            // RFC 7323 section 5.2: s < t if 0 < t - s < 2^31, modulo 2^32.
            let old = Exercise.letters(of: stamps) { (1..<1 << 31).contains(recent &- $0) }
            key.right = [.letters(old)]
            key.because = Words(
                english: "Only a lies behind the last timestamp on the circle. The others are equal to it, or lie "
                    + "ahead.")
            key.hint = Words(
                english: "Timestamps are compared modulo 2^32, as sequence numbers are. Ask for each of them whether "
                    + "it is reached from the last one by going forward less than 2^31.")
            key[.letters(old.union(["b"])), .letters(old.union(["b", "d"]))] = Words(
                english: "The clock wraps around as well: behind 4294967295 comes 0. A small number can be the newer "
                    + "one.")
            key[.letters(old.union(["c"]))] = Words(
                english: "Two segments of one millisecond carry the same timestamp. Equal is not older.")
            key[.letters(old.union(["d"]))] = Words(
                english: "Go forward from the last timestamp to this one, through 0. The distance is less than 2^31, "
                    + "so it is newer.")
        },
        Exercise(lesson: 20, number: 4, answer: .time) { _, key in
            let bits = Double(1 << 32) * 8
            func time(_ bits: Double) -> Answer { .time(.microseconds(Int64((bits / 1e10 * 1e6).rounded()))) }
            key.right = [time(bits)]
            key.because = Words(
                english: "2^32 octets are 2^35 bits, and the line carries 10^10 of them in a second. The segment "
                    + "lifetime of TCP is 120 s.")
            key.hint = Words(
                english: "Each octet takes a number. Ask how many numbers there are, and how many octets pass in a "
                    + "second.")
            key[time(bits / 8)] = Words(
                english: "The line carries bits, and the numbers count octets: each of them has eight bits.")
            key[time(bits / 2)] = Words(
                english: "That is half of the circle. The same number comes again after all of it.")
        },
    ]
}
