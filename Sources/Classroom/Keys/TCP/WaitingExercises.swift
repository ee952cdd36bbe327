import Simulator
import Trace

/// Lesson 26: how long to wait.
extension Exercise {
    static let waiting: [Exercise] = [
        Exercise(lesson: 26, number: 1, answer: .time) { seed, key in
            let journal = try Visit.journal(seed) { $0.wire.latency = .milliseconds(300) }
            guard let open = journal.entry(of: .client, into: "ESTABLISHED")?.at else {
                throw ExerciseError.noStep("tcp.established")
            }
            let round = open - .zero
            let wait = try journal.wait(of: .client, since: open + round)
            key.right = [.time(wait)]
            key.because = Words(
                english: "The round trip takes \(round.measure). Its deviation was taken for half of that, and three "
                    + "quarters of it are left. The average and four times this make \(wait.measure).",
                chinese: "往返时间是 \(round.measure)。偏差起初取它的一半，现在还剩四分之三。平均值加上四倍的偏差，得到 \(wait.measure)。")
            key.hint = Words(
                english: "RTO is the average and four times the deviation. After the second measurement a quarter of "
                    + "the old deviation goes.",
                chinese: "RTO 是平均值加上四倍的偏差。第二次测量之后，旧的偏差去掉四分之一。")
            key[.time(round * 3)] = Words(
                english: "That is RTO after the first measurement. The second one makes the deviation smaller.",
                chinese: "这是第一次测量之后的 RTO。第二次测量使偏差变小。")
            key[.time(round), .time(round * 2)] = Words(
                english: "The deviation counts four times. Without it half of all answers would come too late.",
                chinese: "偏差要算四倍。没有它，一半的回应都会来得太晚。")
            key[.time(.seconds(1))] = Words(
                english: "One second is the least that RTO may be. Here the computed value is larger.",
                chinese: "RTO 最小可以是一秒。这里算出的值更大。")
        },
        Exercise(lesson: 26, number: 2, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.wire.latency = .milliseconds(150)
                $0.wire.mss = 200
            }
            let data = journal.sent(by: .server).filter { !$0.packet.payload.isEmpty }
            guard let first = data.first?.at else { throw ExerciseError.noStep("tcp.data") }
            let early = data.filter { $0.at == first }.reduce(0) { $0 + UInt64($1.packet.payload.count) }
            key.right = [.number(early)]
            key.because = Words(
                english: "The congestion window begins with ten segments, so \(early) octets leave before an "
                    + "acknowledgment has come (RFC 6928).",
                chinese: "拥塞窗口从十个报文段开始，所以在确认到来之前发出 \(early) 字节（RFC 6928）。")
            key.hint = Words(
                english: "The server has no acknowledgment of its data yet. Ask with how many segments a sender "
                    + "begins.",
                chinese: "服务器的数据还没有得到确认。想一想发送方从几个报文段开始。")
            key[.number(65_535)] = Words(
                english: "That is what the client takes. The server also asks how much the path takes, and begins "
                    + "with a guess.",
                chinese: "这是客户端能接收的。服务器还要考虑路径能承受多少，开始时只能猜测。")
            key[.number(200)] = Words(
                english: "One segment is the window after a timeout. A connection begins with more.",
                chinese: "超时之后窗口才是一个报文段。连接开始时更多。")
            key[.number(2_657)] = Words(
                english: "That is the whole flight. Some of it has to wait for an acknowledgment.",
                chinese: "这是整批消息。其中一部分必须等待确认。")
        },
        Exercise(lesson: 26, number: 3, answer: .time) { seed, key in
            let journal = try Visit.journal(seed) { $0.wire.rules = [try LinkRule("drop client SYN 1-20")] }
            let end = try journal.event("tcp.gave_up", of: .client).at - .zero
            key.right = [.time(end)]
            key.because = Words(
                english: "1, 2, 4, 8, 16, 32, 60 and 60 s make \(end.measure).",
                chinese: "1、2、4、8、16、32、60 和 60 s，加起来是 \(end.measure)。")
            key.hint = Words(
                english: "Write the eight waits down, each twice as long as the one before, and mind the longest "
                    + "that is allowed.",
                chinese: "写下八次等待，每次是前一次的两倍，并注意允许的最大值。")
            key[.time(.seconds(255))] = Words(
                english: "A wait is 60 s at most. The last two of your waits are longer.",
                chinese: "每次等待最多 60 s。你最后的两次等待超过了它。")
            key[.time(.seconds(123)), .time(.seconds(127))] = Words(
                english: "After the last copy the client waits as well: its answer could still come.",
                chinese: "最后一次重发之后，客户端还要等待：它的回应可能还会来。")
            key[.time(.seconds(8))] = Words(
                english: "The waits are not equal. Each is twice as long as the one before.",
                chinese: "各次等待并不相等，每次是前一次的两倍。")
        },
        Exercise(lesson: 26, number: 4, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed) { $0.wire.latency = .milliseconds(700) }
            // The acknowledgments of the client's SYN, of the server's SYN,ACK, of the ClientHello and of the ServerHello, in this order.
            let measured = [Principal.client, .server].map { who in
                journal.events.filter { $0.who == who && ["tcp.rtt", "tcp.karn"].contains($0.step) }.map {
                    $0.step == "tcp.rtt"
                }
            }
            guard measured.allSatisfy({ $0.count >= 2 }) else { throw ExerciseError.noStep("tcp.rtt") }
            let letters = letters(of: [measured[0][0], measured[1][0], measured[0][1], measured[1][1]]) { $0 }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "The SYN and the SYN,ACK were sent twice within one round trip. The first segments that "
                    + "were sent once give a measurement.",
                chinese: "SYN 和 SYN,ACK 在一次往返之内发送了两次。只发送一次的第一批报文段才给出测量值。")
            key.hint = Words(
                english: "Find out which of these segments were sent twice within the first two seconds.",
                chinese: "找出这些报文段中哪些在最初两秒之内发送了两次。")
            key[.letters(["a", "b", "c", "d"])] = Words(
                english: "If a segment was sent twice, its acknowledgment does not say which copy it answers.",
                chinese: "如果一个报文段发送了两次，它的确认没有说明回应的是哪一次。")
            key[.letters(letters.union(["b"]))] = Words(
                english: "The server's SYN,ACK was sent twice as well: its timer is as short as the client's.",
                chinese: "服务器的 SYN,ACK 也发送了两次：它的计时器和客户端的一样短。")
        },
    ]
}

extension Journal {
    /// The time for which the first retransmission timer runs that `who` sets at `instant` or later.
    fileprivate func wait(of who: Principal, since instant: Instant) throws(ExerciseError) -> TimeSpan {
        for event in events where event.who == who && event.at >= instant {
            if case .timer("retransmission", .armed(let until)) = event.kind { return until - event.at }
        }
        throw .noStep("tcp.timer")
    }
}
