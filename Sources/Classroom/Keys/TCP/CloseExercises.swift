import Simulator
import Trace

/// Lesson 2: the four-way close.
extension Exercise {
    static let close: [Exercise] = [
        Exercise(lesson: 2, number: 1, answer: .number) { seed, key in
            let journal = try Visit.journal(seed)
            let fin = try journal.packet("tcp.fin", of: .client).sequence
            let first = try journal.packet("tcp.syn").sequence
            let next = try journal.packet("tcp.fin_ack", of: .server).number("tcp.ack_raw")
            let relative = next.distance(inSequenceSpaceFrom: first)
            key.right = [.number(next), .number(relative)]
            key.because = Words(
                english: "The FIN takes one number, so the server expects \(next) next, \(relative) in relative "
                    + "numbers.",
                chinese: "FIN 占用一个序号，所以服务器等待的下一个序号是 \(next)，相对序号是 \(relative)。")
            key.hint = Words(
                english: "An acknowledgment names the number that is expected next. A FIN takes a number, as a SYN "
                    + "does.",
                chinese: "确认号是等待的下一个序号。FIN 和 SYN 一样，占用一个序号。")
            key[.number(fin), .number(relative &- 1)] = Words(
                english: "That is the number of the FIN itself. An acknowledgment names the number that is expected "
                    + "next.",
                chinese: "这是 FIN 自己的序号。确认号是等待的下一个序号。")
        },
        Exercise(lesson: 2, number: 2, answer: .number) { seed, key in
            let journal = try Visit.journal(seed)
            let sent = try journal.octetsSent(by: .server)
            let other = try journal.octetsSent(by: .client)
            key.right = [.number(sent)]
            key.because = Words(
                english: "The server's SYN has the relative number 0, and its FIN follows \(sent) octets of data.",
                chinese: "服务器的 SYN 的相对序号是 0，它的 FIN 在 \(sent) 字节数据之后。")
            key.hint = Words(
                english: "The relative number of the server's FIN counts everything that the server has sent before "
                    + "it. Not all of that is data.",
                chinese: "服务器的 FIN 的相对序号，计入了服务器在它之前发送的一切。其中并不全是数据。")
            key[.number(sent + 1), .number(sent + 2)] = Words(
                english: "This count has a SYN or a FIN in it. Each takes a number, and neither is an octet of data.",
                chinese: "这个数把 SYN 或 FIN 算了进去。两者各占用一个序号，但都不是数据字节。")
            key[.number(other)] = Words(
                english: "These are the client's octets. The question is about the server.",
                chinese: "这些是客户端的字节。问的是服务器。")
        },
        Exercise(lesson: 2, number: 3, answer: .time) { seed, key in
            let whole = try Visit.journal(seed) { $0.wire.jitter = .milliseconds(30) }
            let last = try whole.packet("tcp.fin_ack", of: .client, -1).number
            let journal = try Visit.journal(seed) {
                $0.wire.jitter = .milliseconds(30)
                $0.wire.rules = [try LinkRule("drop frame \(last)")]
            }
            let end = try journal.event("tcp.time_wait_over", of: .client).at
            let usual = try whole.event("tcp.time_wait_over", of: .client).at
            key.right = [.time(end - .zero)]
            key.because = Words(
                english: "The server's FIN comes again, the client acknowledges it again and starts the wait of 2 "
                    + "MSL anew. It ends at \(end) ms (RFC 9293 3.10.7.4).",
                chinese: "服务器的 FIN 再次到达，客户端再次确认它，并重新开始 2 MSL 的等待。等待在 \(end) ms 结束（RFC 9293 3.10.7.4）。")
            key.hint = Words(
                english: "Without the last ACK the server sends its FIN again. Find out when that FIN arrives, and "
                    + "what the client does with its timer then.",
                chinese: "没有最后的 ACK，服务器会再次发送它的 FIN。找出这个 FIN 什么时候到达，客户端那时怎样处理计时器。")
            key[.time(usual - .zero)] = Words(
                english: "That is the end of TIME-WAIT when nothing is lost. Run the visit once more, with the rule.",
                chinese: "这是没有丢失时 TIME-WAIT 结束的时刻。加上这条规则，再运行一次。")
        },
        Exercise(lesson: 2, number: 4, answer: .letters(through: "d")) { _, key in
            guard let scenario = Scenario.named("figure-13") else { throw ExerciseError.noStep("figure-13") }
            let journal = ScenarioRun(scenario).journal
            let isWaiting = [Principal.client, .server].map { journal.entry(of: $0, into: "TIME-WAIT") != nil }
            let letter: String =
                switch (isWaiting[0], isWaiting[1]) {
                case (true, false): "a"
                case (false, true): "b"
                case (true, true): "c"
                case (false, false): "d"
                }
            // "A and B" names the two sides, and not the statements a and b.
            let written: [Answer] = letter == "c" ? [.letters(["c"]), .letters(["a", "b"])] : [.letters([letter])]
            key.right = written
            key.because = Words(
                english: "Both sides have sent a FIN before they got one. Each has to be there for a repeated FIN, "
                    + "so each waits.",
                chinese: "双方在收到 FIN 之前都已发送 FIN。每一方都要能应对重发的 FIN，所以双方都等待。")
            key.hint = Words(
                english: "TIME-WAIT is for the side that closes first. Ask which of the two that is when both FINs "
                    + "cross.",
                chinese: "TIME-WAIT 属于先关闭的一方。想一想两个 FIN 在途中交错时，这是哪一方。")
        },
    ]
}

extension UInt64 {
    /// The distance from the sequence number `start` to this one, modulo 2^32.
    fileprivate func distance(inSequenceSpaceFrom start: UInt64) -> UInt64 { (self &- start) & 0xffff_ffff }
}

extension Journal {
    /// The number of octets of data that `who` has sent: the sequence numbers between its SYN and its FIN.
    fileprivate func octetsSent(by who: Principal) throws(ExerciseError) -> UInt64 {
        let first = try packet(who == .client ? "tcp.syn" : "tcp.syn_ack", of: who).sequence
        let fin = try packet("tcp.fin", of: who)
        return try fin.sequence.distance(inSequenceSpaceFrom: first) &- 1 &+ UInt64(fin.payload.count)
    }
}
