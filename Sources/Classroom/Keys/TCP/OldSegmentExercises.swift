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
                    + "\(answer).",
                chinese: "重复报文段的字节早已收下。服务器把它丢弃，并说明自己等待的序号：\(answer)。")
            key.hint = Words(
                english: "The server says what it expects next. Ask which segments with data had arrived from the "
                    + "client before the copy.",
                chinese: "服务器说明它等待的下一个序号。想一想在这个重复报文段之前，客户端有哪些带数据的报文段已经到达。")
            key[.number(try hello.sequence.advanced(inSequenceSpaceBy: UInt64(hello.payload.count)))] = Words(
                english: "When the copy arrives, more than the ClientHello is there already.",
                chinese: "重复报文段到达时，到了的已经不止 ClientHello。")
            key[.number(try hello.sequence)] = Words(
                english: "That is the number of the copy. The server has these octets, and expects later ones.",
                chinese: "这是重复报文段的序号。服务器已经有这些字节，等待的是后面的字节。")
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
                    + "it carries \(hello).",
                chinese: "SYN 在 0 ms 发出，带着 \(syn)。ClientHello 晚一次 20 ms 的往返发出，所以带着 \(hello)。")
            key.hint = Words(
                english: "The clock behind the timestamps counts milliseconds. Find out how many lie between the SYN "
                    + "and the ClientHello.",
                chinese: "时间戳背后的时钟以毫秒计数。找出 SYN 和 ClientHello 之间有多少毫秒。")
            key[.number(syn)] = Words(
                english: "That is the timestamp of the SYN. The clock goes on, and the ClientHello leaves later.",
                chinese: "这是 SYN 的时间戳。时钟继续走，ClientHello 更晚发出。")
            key[.number(syn.advanced(inSequenceSpaceBy: 10))] = Words(
                english: "That would be the moment in which the SYN arrives. The ClientHello waits for the server's "
                    + "answer.",
                chinese: "这会是 SYN 到达的时刻。ClientHello 还要等服务器的回应。")
            key[.number(syn.advanced(inSequenceSpaceBy: 20_000))] = Words(
                english: "This clock ticks once in a millisecond.", chinese: "这个时钟每毫秒只走一下。")
        },
        Exercise(lesson: 20, number: 3, answer: .letters(through: "d")) { _, key in
            let recent: UInt32 = 4_294_967_290
            let stamps: [UInt32] = [4_294_967_285, 3, 4_294_967_290, 2_147_483_640]
            // RFC 7323 section 5.2: s < t if 0 < t - s < 2^31, modulo 2^32.
            let old = Exercise.letters(of: stamps) { (1..<1 << 31).contains(recent &- $0) }
            key.right = [.letters(old)]
            key.because = Words(
                english: "Only a lies behind the last timestamp on the circle. The others are equal to it, or lie "
                    + "ahead.",
                chinese: "在圆上，只有 a 在最后的时间戳之后。其他的与它相等，或在它之前。")
            key.hint = Words(
                english: "Timestamps are compared modulo 2^32, as sequence numbers are. Ask for each of them whether "
                    + "it is reached from the last one by going forward less than 2^31.",
                chinese: "时间戳和序号一样，按模 2^32 比较。对每个时间戳问一问：从最后的时间戳往前走不到 2^31，能不能走到它。")
            key[.letters(old.union(["b"])), .letters(old.union(["b", "d"]))] = Words(
                english: "The clock wraps around as well: behind 4294967295 comes 0. A small number can be the newer "
                    + "one.",
                chinese: "时钟也会回绕：4294967295 之后是 0。小的数可以是较新的那个。")
            key[.letters(old.union(["c"]))] = Words(
                english: "Two segments of one millisecond carry the same timestamp. Equal is not older.",
                chinese: "同一毫秒的两个报文段带着相同的时间戳。相等不是更旧。")
            key[.letters(old.union(["d"]))] = Words(
                english: "Go forward from the last timestamp to this one, through 0. The distance is less than 2^31, "
                    + "so it is newer.",
                chinese: "从最后的时间戳往前走，经过 0，走到这个时间戳。距离小于 2^31，所以它更新。")
        },
        Exercise(lesson: 20, number: 4, answer: .time) { _, key in
            let bits = Double(1 << 32) * 8
            func time(_ bits: Double) -> Answer { .time(.microseconds(Int64((bits / 1e10 * 1e6).rounded()))) }
            key.right = [time(bits)]
            key.because = Words(
                english: "2^32 octets are 2^35 bits, and the line carries 10^10 of them in a second. The segment "
                    + "lifetime of TCP is 120 s.",
                chinese: "2^32 字节是 2^35 位，而线路每秒传送 10^10 位。TCP 的报文段寿命是 120 s。")
            key.hint = Words(
                english: "Each octet takes a number. Ask how many numbers there are, and how many octets pass in a "
                    + "second.",
                chinese: "每个字节占用一个序号。想一想一共有多少个序号，每秒又通过多少字节。")
            key[time(bits / 8)] = Words(
                english: "The line carries bits, and the numbers count octets: each of them has eight bits.",
                chinese: "线路传送的是位，序号计算的是字节：每个字节有八位。")
            key[time(bits / 2)] = Words(
                english: "That is half of the circle. The same number comes again after all of it.",
                chinese: "这是半个圆。走完整个圆，同一个序号才会再次出现。")
        },
    ]
}
