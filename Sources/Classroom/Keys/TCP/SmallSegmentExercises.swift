import Simulator
import Trace

/// Lesson 27: small segments.
extension Exercise {
    static let smallSegments: [Exercise] = [
        Exercise(lesson: 27, number: 1, answer: .time) { _, key in
            let pieces = try Journal.ofScenario("nagle-delayed-ack").sent(by: .client).filter {
                !$0.packet.payload.isEmpty
            }
            guard pieces.count >= 2 else { throw ExerciseError.noStep("tcp.data") }
            let pause = pieces[1].at - pieces[0].at
            key.right = [.time(pause)]
            key.because = Words(
                english: "10 ms there, 40 ms of waiting and 10 ms back make \(pause.measure).",
                chinese: "去程 10 ms，等待 40 ms，回程 10 ms，加起来是 \(pause.measure)。")
            key.hint = Words(
                english: "The second piece leaves when the acknowledgment of the first one is there. Add what has to "
                    + "happen before.",
                chinese: "第一块得到确认时，第二块才发出。把之前必须发生的事所需的时间加起来。")
            key[.time(.milliseconds(40)), .time(.milliseconds(50))] = Words(
                english: "The first piece has to travel before B can wait, and the acknowledgment has to travel as "
                    + "well.",
                chinese: "第一块先要走到，B 才能等待；确认也要走一程。")
            key[.time(.milliseconds(20))] = Words(
                english: "B does not answer at once: it delays the acknowledgment.",
                chinese: "B 不立即回应：它推迟确认。")
        },
        Exercise(lesson: 27, number: 2, answer: .number) { _, key in
            let journal = try Journal.ofScenario("sack")
            var seen: Set<UInt64> = []
            var again: UInt64 = 0
            for (_, packet) in journal.sent(by: .client) where !packet.payload.isEmpty {
                if !seen.insert(try packet.sequence).inserted { again += UInt64(packet.payload.count) }
            }
            key.right = [.number(again)]
            key.because = Words(
                english: "Two segments were lost, and \(again) octets are sent again. The blocks name all others.",
                chinese: "两个报文段丢失了，再次发送 \(again) 字节。其他的字节都写在那些块里。")
            key.hint = Words(
                english: "Each SACK block names octets that have arrived. Only what lies between them is missing.",
                chinese: "每个 SACK 块列出已经到达的字节。缺少的只是块与块之间的字节。")
            key[.number(500)] = Words(
                english: "That is everything behind the first gap. The blocks tell A that most of it has arrived.",
                chinese: "这是第一个缺口之后的全部。那些块告诉 A，其中大部分已经到达。")
            key[.number(100)] = Words(
                english: "There are two gaps, and a segment is missing in each.",
                chinese: "有两个缺口，每个缺口缺一个报文段。")
        },
        Exercise(lesson: 27, number: 3, answer: .number) { _, key in
            let field = try Journal.ofScenario("window-scale").packet("tcp.handshake_ack", of: .client)
                .number("tcp.window_size_value")
            key.right = [.number(field)]
            key.because = Words(
                english: "1,048,576 divided by 128 is \(field).",
                chinese: "1,048,576 除以 128 是 \(field)。")
            key.hint = Words(
                english: "The receiver of the field shifts it to the left by 7. So the sender has shifted it to the "
                    + "right.",
                chinese: "这个字段的接收方把它左移 7 位，所以发送方把它右移了。")
            key[.number(65_535)] = Words(
                english: "That is the field of a SYN, which is never shifted.",
                chinese: "这是 SYN 的字段，它从不移位。")
            key[.number(1_048_576)] = Words(
                english: "A field of 16 bits has no room for this number. That is what the shift is for.",
                chinese: "16 位的字段放不下这个数，移位就是为此。")
            key[.number(149_796)] = Words(
                english: "A shift of 7 divides by 2 to the power of 7, and not by 7.",
                chinese: "移 7 位是除以 2 的 7 次幂，不是除以 7。")
        },
        Exercise(lesson: 27, number: 4, answer: .number) { _, key in
            let journal = try Journal.ofScenario("pmtu-black-hole")
            guard let report = journal.events.first(where: { $0.step == "tcp.path_mtu" })?.at,
                let next = journal.sent(by: .client).first(where: { $0.at >= report && !$0.packet.payload.isEmpty })
            else { throw ExerciseError.noStep("tcp.path_mtu") }
            let count = UInt64(next.packet.payload.count)
            key.right = [.number(count)]
            key.because = Words(
                english: "1006 octets without 20 of IP and 20 of TCP are \(count).",
                chinese: "1006 字节减去 IP 的 20 字节和 TCP 的 20 字节，是 \(count)。")
            key.hint = Words(
                english: "An MTU counts the whole datagram. Take the headers of IP and TCP away.",
                chinese: "MTU 计算的是整个数据报。减去 IP 和 TCP 的首部。")
            key[.number(1_006)] = Words(
                english: "So many octets has the whole datagram, headers included.",
                chinese: "这是整个数据报的字节数，包括首部。")
            key[.number(986)] = Words(
                english: "There are two headers of 20 octets: that of IP and that of TCP.",
                chinese: "有两个 20 字节的首部：IP 的和 TCP 的。")
            key[.number(1_400)] = Words(
                english: "So many octets were too many. The report says what would fit.",
                chinese: "这么多字节太多了。那份报告说明了多少才放得下。")
        },
    ]
}

extension Journal {
    fileprivate static func ofScenario(_ name: String) throws(ExerciseError) -> Journal {
        guard let scenario = Scenario.named(name) else { throw .noStep(name) }
        return ScenarioRun(scenario).journal
    }
}
