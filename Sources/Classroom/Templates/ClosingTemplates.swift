import Trace

/// Questions about how TCP closes a connection, and about loss and time.
extension Template {
    static let closing: [Template] = [
        Template(
            "tcp.fin-seq", .number, credit: 2, run: "--dh", distinct: true, step: "tcp.fin", cites: [.rfc(9293, "3.6")],
            english: .init(
                goal: "You know where the FIN stands in the sequence space.",
                ask:
                    "A client sends the segment that is shown, which carries the last data: a TLS alert, close_notify. Then it sends a FIN without data. What is the sequence number of the FIN?",
                hint: "The FIN comes behind the last octet of data. To TCP all of TLS is data.",
                because: "The FIN has the number behind the last octet of data. The alert is data like any other."),
            chinese: .init(
                goal: "你知道 FIN 在序号空间里的位置。",
                ask: "客户端发送所示的报文段，里面是最后的数据：TLS 警报 close_notify。然后它发送不带数据的 FIN。FIN 的序号是多少？",
                hint: "FIN 在最后一个数据字节之后。对 TCP 来说，TLS 的一切都是数据。",
                because: "FIN 的序号紧跟最后一个数据字节。警报和别的一样，都是数据。")
        ) { run, key in
            let fin = try run.fin
            let sent = try run.sent(by: .client).map(\.packet)
            let last = try sent.last { !$0.payload.isEmpty }.orThrow(.noStep("tcp.data"))
            try key.right = [.number(fin.sequence)]
            try key["close-notify-free", .number(last.sequence)] = Words(
                english: "You have taken the goodbye of TLS for something that TCP does not count. To TCP it is "
                    + "data. Look at the length of the segment that is shown.",
                chinese: "你以为 TLS 的告别 TCP 不计算在内。对 TCP 来说它就是数据。看所示报文段的长度。")
            try key["fin-before-itself", .number(fin.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have counted the FIN before it is sent. Its own number is the first one that is free. "
                    + "Look at where the data end.",
                chinese: "你在 FIN 发送之前就把它算了进去。它自己的序号是第一个空着的序号。看数据在哪里结束。")
            key.shown = [run.shown("close_notify", last)]
        },
        Template(
            "tcp.fin-ack", .number, run: "--dh", distinct: true, step: "tcp.fin_ack", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know what a FIN takes.",
                ask: "A client sends the FIN that is shown. Which acknowledgment number confirms it?",
                hint: "A FIN is confirmed like a SYN. Ask how many numbers it takes.",
                because: "A FIN takes one sequence number, so that it can be acknowledged and sent again."),
            chinese: .init(
                goal: "你知道 FIN 占用什么。",
                ask: "客户端发送所示的 FIN。哪个确认号确认它？",
                hint: "确认 FIN 的方法和确认 SYN 一样。想一想它占用几个序号。",
                because: "FIN 占用一个序号，所以它可以得到确认，也可以再次发送。")
        ) { run, key in
            let fin = try run.fin
            try key.right = [.number(run.journal.packet("tcp.fin_ack", of: .server).acknowledgment)]
            try key["fin-free", .number(fin.sequence)] = Words(
                english: "You have counted the FIN as if it took no number. Then no acknowledgment could tell "
                    + "whether it has arrived. Look at how a SYN is acknowledged.",
                chinese: "你把 FIN 算成不占用序号。那样的话，确认就不能说明它是否已经到达。看 SYN 是怎样得到确认的。")
            try key["plus-two", .number(fin.sequence.advanced(inSequenceSpaceBy: 2))] = Words(
                english: "You have counted the flag ACK as well. It takes no number: only SYN, FIN and data do. Look "
                    + "at the flags in the FIN that is shown.",
                chinese: "你把标志位 ACK 也算了进去。它不占用序号：只有 SYN、FIN 和数据占用。看所示 FIN 的标志位。")
            key.shown = [run.shown("FIN", fin)]
        },
        Template(
            "tcp.time-wait", .number, form: .time, run: "--dh --msl 15", step: "tcp.time_wait",
            cites: [.rfc(9293, "3.6.1")],
            english: .init(
                goal: "You know how long a host stays in TIME-WAIT.",
                ask:
                    "A client has closed first and enters TIME-WAIT. Nothing more arrives. How long does it stay in this state?",
                hint: "Ask how long a segment may live, and that an answer may come back.",
                because:
                    "TIME-WAIT lasts two maximum segment lifetimes: one for the last ACK to get lost, one for the FIN that is sent again."
            ),
            chinese: .init(
                goal: "你知道主机在 TIME-WAIT 停留多久。",
                ask: "客户端先关闭，进入 TIME-WAIT。此后没有东西再到达。它在这个状态停留多久？",
                hint: "想一想一个报文段可以存活多久，而且回应还可能要回来。",
                because: "TIME-WAIT 持续两个最长报文段寿命：一个留给最后的 ACK 丢失，一个留给再次发送的 FIN。")
        ) { run, key in
            let start = try run.entry(of: .client, into: "TIME-WAIT")
            let states = try run.states(of: .client)
            let end = try states.first { $0.from == "TIME-WAIT" }.orThrow(.noStep("tcp.time_wait_over")).at
            let span = end - start
            key.right = [.time(span)]
            key["one-msl", .time(.microseconds(span.microseconds / 2))] = Words(
                english: "This covers the way of one segment. A FIN that is sent again has to come back as well. "
                    + "Look at when the timer was set and when it runs out.",
                chinese: "这只够一个报文段走完它的路。再次发送的 FIN 也要能到达。看计时器什么时候设置，什么时候到时。")
            key["moment-not-duration", .time(end - .zero)] = Words(
                english: "This is the time at which TIME-WAIT ends. The question is how long it lasts. Look at when "
                    + "the client enters it.",
                chinese: "这是 TIME-WAIT 结束的时刻。问的是它持续多久。看客户端什么时候进入这个状态。")
            key.shown = [
                .text("MSL", "15 s"),
                .text(
                    Words(
                        english: "Time at which the client enters TIME-WAIT",
                        chinese: "客户端进入 TIME-WAIT 的时刻"), "\(start) ms"),
            ]
        },
        Template(
            "tcp.client-states", .order, credit: 2, run: "--dh", step: "tcp.state", cites: [.rfc(9293, "3.3.2")],
            english: .init(
                goal: "You know the states of the side that closes first.",
                ask:
                    "A client opens a connection, uses it, and closes it first. Here are the states that its TCP enters, shuffled. Put them into their order.",
                hint:
                    "First come the states of the opening. Then the client's FIN is sent, is acknowledged, and the server's FIN arrives.",
                because:
                    "The client sends a SYN and is open. It sends its FIN, gets the ACK, then the server's FIN, and waits before all is over."
            ),
            chinese: .init(
                goal: "你知道先关闭的一方经过哪些状态。",
                ask: "客户端打开连接，使用它，并且先关闭。下面是它的 TCP 进入的状态，顺序已打乱。按先后排好。",
                hint: "先是打开时的各个状态。然后客户端的 FIN 发出，得到确认，服务器的 FIN 到达。",
                because: "客户端发送 SYN，连接打开。它发送 FIN，收到 ACK，再收到服务器的 FIN，等待之后才全部结束。")
        ) { run, key in
            key.right = [.order(try run.states(of: .client).map(\.to))]
        },
        Template(
            "tcp.state-after-fin", .predict, run: "--dh", step: "tcp.fin_received", cites: [.rfc(9293, "3.10.7.4")],
            english: .init(
                goal: "You know what a FIN does to the side that receives it.",
                ask:
                    "A server's connection is ESTABLISHED. The client's FIN arrives. Which state does the server's TCP enter?",
                hint: "The FIN closes one direction. Ask whether the server's own program has closed.",
                because: "The other direction is still open. The server's TCP waits until its own program closes."),
            chinese: .init(
                goal: "你知道 FIN 对收到它的一方有什么作用。",
                ask: "服务器的连接处于 ESTABLISHED，客户端的 FIN 到达。服务器的 TCP 进入什么状态？",
                hint: "FIN 关闭一个方向。想一想服务器自己的程序关闭了没有。",
                because: "另一个方向仍然开着。服务器的 TCP 等到自己的程序关闭为止。")
        ) { run, key in
            try key.right = [.choice(run.state(of: .server, after: "ESTABLISHED"))]
            key["straight-to-last-ack", .choice("LAST-ACK")] = Words(
                english: "This state comes when the server's own program has closed and its FIN is sent. Look at the "
                    + "call of the server's program, which comes later.",
                chinese: "服务器自己的程序关闭、FIN 发出之后，才到这个状态。看服务器程序的调用，它在后面。")
            key["closed-at-once", .choice("CLOSED")] = Words(
                english: "A FIN closes one direction. The server may still send. Look at what the server sends after "
                    + "the client's FIN.",
                chinese: "FIN 关闭一个方向，服务器仍然可以发送。看客户端的 FIN 之后服务器发送什么。")
            key["waits-on-the-wrong-side", .choice("TIME-WAIT")] = Words(
                english: "This is a state of the side that closes first. Look at which side sent the first FIN.",
                chinese: "这是先关闭的一方的状态。看第一个 FIN 由哪一方发送。")
        },
        Template(
            "tcp.who-waits", .choice, run: "--dh --server-closes", step: "tcp.time_wait", cites: [.rfc(9293, "3.6.1")],
            english: .init(
                goal: "You know which side waits after the close.",
                ask: "This time the server closes first, and the client after it. Which side goes through TIME-WAIT?",
                hint: "Ask who sends the last ACK, and who would have to repeat it.",
                because: "The side whose FIN comes first sends the last ACK. It waits in case this ACK is lost."),
            chinese: .init(
                goal: "你知道关闭之后哪一方等待。",
                ask: "这次服务器先关闭，客户端后关闭。哪一方经过 TIME-WAIT？",
                hint: "想一想谁发送最后的 ACK，需要时谁得再发一次。",
                because: "FIN 在先的一方发送最后的 ACK。它要等待，以防这个 ACK 丢失。")
        ) { run, key in
            let waiting = try [Principal.client, .server].filter {
                try run.journal.entry(of: $0, into: "TIME-WAIT") != nil
            }
            let right =
                switch waiting {
                case [.client]: "client"
                case [.server]: "server"
                case []: "neither"
                default: "both"
                }
            key.right = [.choice(right)]
            key["always-the-client", .choice("client")] = Words(
                english: "It depends on who closes first, not on who opened. Look at the first FIN of the run.",
                chinese: "这取决于谁先关闭，不取决于谁打开。看这次运行里的第一个 FIN。")
            key["both-sides", .choice("both")] = Words(
                english: "This happens when both FINs cross on their way. Here one side answers the other. Look at "
                    + "who sends the last ACK.",
                chinese: "两个 FIN 在途中交错时才会这样。这里是一方回应另一方。看谁发送最后的 ACK。")
            key["neither", .choice("neither")] = Words(
                english: "The last ACK of a close may be lost, and its sender has to be there. Look at who sends it.",
                chinese: "关闭时最后的 ACK 可能丢失，它的发送方必须还在。看由谁发送它。")
            key.choices["client"] = Words(english: "the client", chinese: "客户端")
            key.choices["server"] = Words(english: "the server", chinese: "服务器")
            key.choices["both"] = Words(english: "both sides", chinese: "双方")
            key.choices["neither"] = Words(english: "neither side", chinese: "双方都不经过")
        },
        Template(
            "tcp.crossing-fins", .choice, run: "tcp figure-13", step: "tcp.fin_received", cites: [.rfc(9293, "3.6")],
            english: .init(
                goal: "You know what happens when both sides close at the same time.",
                ask:
                    "Both sides of a connection close at the same time. A host has sent its FIN and is in FIN-WAIT-1. The other side's FIN arrives before an ACK of its own FIN. Which state does it enter?",
                hint:
                    "Two things have to happen yet: an ACK for its own FIN, and the wait. Ask which of them has come.",
                because:
                    "The FIN of the other side has come and the ACK has not. The host waits for this ACK before the last wait."
            ),
            chinese: .init(
                goal: "你知道双方同时关闭时会发生什么。",
                ask: "一个连接的双方同时关闭。一台主机已发送 FIN，处于 FIN-WAIT-1。在自己的 FIN 得到 ACK 之前，对方的 FIN 先到达。它进入什么状态？",
                hint: "还有两件事要发生：自己的 FIN 得到 ACK，以及等待。想一想其中哪一件已经发生。",
                because: "对方的 FIN 已到，ACK 还没有到。主机先等这个 ACK，再开始最后的等待。")
        ) { run, key in
            try key.right = [.choice(run.state(of: .client, after: "FIN-WAIT-1"))]
            key["as-if-answered", .choice("FIN-WAIT-2")] = Words(
                english: "You have taken the FIN for an ACK of the host's own FIN. Look at its acknowledgment number.",
                chinese: "你把这个 FIN 当成了对主机自己的 FIN 的 ACK。看它的确认号。")
            key["straight-on", .choice("TIME-WAIT")] = Words(
                english: "This needs an ACK for the host's own FIN. It can stand in the segment with the FIN, and "
                    + "here it does not. Look at the acknowledgment number.",
                chinese: "这需要对主机自己的 FIN 的 ACK。它可以和 FIN 在同一个报文段里，但这里没有。看确认号。")
            key["close-wait", .choice("CLOSE-WAIT")] = Words(
                english: "This is a state of a host that has not closed yet. Look at what the host has sent before.",
                chinese: "这是还没有关闭的主机的状态。看主机之前发送了什么。")
        },
        Template(
            "tcp.synack-again", .number, form: .time, credit: 2, run: "--dh", rules: ["drop server SYN,ACK 1"],
            step: "tcp.retransmission", cites: [.rfc(6298, "2")],
            english: .init(
                goal: "You know when a SYN,ACK is sent again.",
                ask:
                    "A client sends a SYN at 0.0 ms. The server's SYN,ACK is lost. At what time does the server send a SYN,ACK again?",
                hint: "Add what has to pass: the way of a SYN to the server, and the time until a timer runs out.",
                because:
                    "The first SYN needs one trip. From then on the server's timer runs, and the client's runs since one trip earlier."
            ),
            chinese: .init(
                goal: "你知道 SYN,ACK 什么时候再次发送。",
                ask: "客户端在 0.0 ms 发送 SYN。服务器的 SYN,ACK 丢失了。服务器在什么时刻再次发送 SYN,ACK？",
                hint: "把要经过的时间加起来：SYN 到服务器的时间，和计时器到时所需的时间。",
                because: "第一个 SYN 需要走一个单程。从那时起服务器的计时器开始运行，客户端的计时器则早一个单程就开始了。")
        ) { run, key in
            let times = try run.times(of: .server) { $0.flags & 2 != 0 }
            guard times.count > 1, let trip = try run.oneWay else { throw ExerciseError.noStep("tcp.retransmission") }
            let again = times[1] - .zero
            key.right = [.time(again)]
            key["at-once", .time(times[0] - .zero)] = Words(
                english: "This is the time of the first SYN,ACK. Nothing tells the server at once that it was lost. "
                    + "Look at the timer.",
                chinese: "这是第一个 SYN,ACK 的时刻。没有什么会立即告诉服务器它丢失了。看计时器。")
            key["one-trip-late", .time(.microseconds(again.microseconds - trip.microseconds))] = Words(
                english: "You have counted from the start of the run alone. The server has its first SYN only after "
                    + "one trip. Look at when the server's timer begins, or when the client's second SYN arrives.",
                chinese: "你只从运行开始算起。一个单程之后，服务器才收到它的第一个 SYN。看服务器的计时器什么时候开始，或客户端的第二个 SYN 什么时候到达。")
            key.shown = [
                .text(
                    Words(
                        english: "Time that a packet takes from one side to the other",
                        chinese: "数据包从一方到另一方所需的时间"), "\(Instant.zero + trip) ms"),
                .text(Words(english: "Retransmission timeout at the beginning", chinese: "开始时的重传超时"), "1 s"),
            ]
        },
        Template(
            "tcp.third-syn", .number, form: .time, credit: 2, run: "--dh",
            rules: ["drop client SYN 1", "drop client SYN 2"], step: "tcp.retransmission", cites: [.rfc(6298, "5")],
            english: .init(
                goal: "You know how the retransmission timeout grows.",
                ask:
                    "A client sends a SYN at 0.0 ms. It is lost, and its first repetition as well. At what time does the client send the SYN for the third time?",
                hint: "Each time that the timer runs out, the next wait is longer. Add the waits.",
                because: "The timeout doubles each time that it runs out. The waits add up."),
            chinese: .init(
                goal: "你知道重传超时怎样变长。",
                ask: "客户端在 0.0 ms 发送 SYN。它丢失了，第一次重发的也丢失了。客户端在什么时刻第三次发送 SYN？",
                hint: "计时器每到时一次，下一次等待就更长。把各次等待加起来。",
                because: "计时器每到时一次，超时就加倍。各次等待要加起来。")
        ) { run, key in
            let times = try run.times(of: .client) { $0.flags & 2 != 0 }
            guard times.count > 2 else { throw ExerciseError.noStep("tcp.retransmission") }
            key.right = [.time(times[2] - .zero)]
            key["no-backoff", .time((times[1] - .zero) * 2)] = Words(
                english: "You have added the same wait twice. After a timeout the next wait is longer. Look at the "
                    + "timer that is set with the second SYN.",
                chinese: "你把同一个等待加了两次。超时之后，下一次等待更长。看随第二个 SYN 设置的计时器。")
            key["only-the-wait", .time(times[2] - times[1])] = Words(
                english: "This is the second wait alone. Look at when the second SYN was sent.",
                chinese: "这只是第二次等待。看第二个 SYN 什么时候发送。")
            key.shown = [.text(Words(english: "Retransmission timeout at the beginning", chinese: "开始时的重传超时"), "1 s")]
        },
        Template(
            "tcp.retransmit-seq", .number, run: "--dh", rules: ["drop client data 2"], distinct: true,
            step: "tcp.retransmission", cites: [.rfc(9293, "3.8.1")],
            english: .init(
                goal: "You know what number a repeated segment has.",
                ask:
                    "A client sends the segment with the ClientHello that is shown, and it arrives. The client's next segment with data is lost, and is sent again later. What is the sequence number of the repetition?",
                hint: "Each octet keeps its number, however often it is sent.",
                because: "The repetition carries the same octets, so it has the same sequence number."),
            chinese: .init(
                goal: "你知道重发的报文段用什么序号。",
                ask: "客户端发送所示的带 ClientHello 的报文段，它到达了。客户端的下一个带数据的报文段丢失了，后来再次发送。重发的报文段，序号是多少？",
                hint: "每个字节都保持自己的序号，不管发送多少次。",
                because: "重发的报文段带着同样的字节，所以序号相同。")
        ) { run, key in
            let lost = try run.lost.first { !$0.payload.isEmpty }.orThrow(.noStep("lost"))
            let copy = try run.sent(by: .client).map(\.packet).first {
                $0.number > lost.number && $0.stream.lowerBound == lost.stream.lowerBound
            }.orThrow(.noStep("tcp.retransmission"))
            try key.right = [.number(copy.sequence)]
            try key["new-number", .number(lost.sequence.advanced(inSequenceSpaceBy: UInt64(lost.payload.count)))] =
                Words(
                    english:
                        "You have given the repetition new numbers, as if it carried new data. The receiver has to "
                        + "recognize the octets. Look at the number of the segment that was lost.",
                    chinese: "你给重发的报文段用了新的序号，好像它带的是新数据。接收方必须能认出这些字节。看丢失的报文段的序号。")
            try key["one-more", .number(lost.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have counted the attempt. Numbers count octets, not segments. Look at the number of "
                    + "the segment that was lost.",
                chinese: "你把次数算了进去。序号计算的是字节，不是报文段。看丢失的报文段的序号。")
            try key.shown = [
                run.shown("ClientHello", run.hello),
                .text(
                    Words(
                        english: "Octets of data in the segment that is lost",
                        chinese: "丢失的报文段里的数据字节数"), "\(lost.payload.count)"),
            ]
        },
        Template(
            "tcp.lost-count", .number, run: "--dh --loss 0.15", step: "tcp.retransmission",
            cites: [.rfc(9293, "3.8.1")],
            english: .init(
                goal: "You can tell from both ends which packets were lost.",
                ask: "Here is what each side sends and what arrives at the other side. How many packets were lost?",
                hint:
                    "Compare the two lists of each direction, line by line. A lost ACK without data is not sent again.",
                because: "Each packet that was sent and did not arrive is lost, whether it is sent again or not."),
            chinese: .init(
                goal: "你能从两端看出哪些数据包丢失了。",
                ask: "下面是每一方发送的，以及对方那里到达的。一共丢失了几个数据包？",
                hint: "对每个方向，逐行比较两个列表。不带数据的 ACK 丢失后不会再次发送。",
                because: "凡是发送了却没有到达的数据包，都丢失了，不管后来有没有再次发送。")
        ) { run, key in
            let count = try run.lost.count
            var shown: [Solution.Shown] = []
            for (sender, receiver) in [(Principal.client, Principal.server), (.server, .client)] {
                shown.append(try run.traffic(of: sender, sent: true))
                shown.append(try run.traffic(of: receiver, sent: false))
            }
            key.right = [.number(count)]
            key["counts-what-is-sent-again", .number(count + 1)] = Words(
                english: "You have counted by what is sent again. A timer may repeat a segment whose ACK was lost. "
                    + "Look at the arrivals.",
                chinese: "你按再次发送的来算。如果丢失的是 ACK，计时器也可能重发报文段。看到达的数据包。")
            key.shown = shown
        },
    ]
}

extension QuestionRun {
    /// The times at which one side sends packets that satisfy the predicate.
    fileprivate func times(of who: Principal, where isWanted: (Packet) -> Bool) throws(ExerciseError) -> [Instant] {
        try sent(by: who).filter { isWanted($0.packet) }.map(\.at)
    }

    fileprivate var lost: [Packet] {
        get throws(ExerciseError) {
            try journal.events.compactMap { event in
                guard case .lost(let packet, _) = event.kind else { return nil }
                return packet
            }
        }
    }

    /// The time from the sending of the client's first packet to its arrival; nil if it never arrives.
    fileprivate var oneWay: TimeSpan? {
        get throws(ExerciseError) {
            let first = try sent(by: .client).first
            let arrival = try journal.events.first { event in
                guard event.who == .server, case .received(let packet, _) = event.kind else { return false }
                return packet.number == first?.packet.number
            }
            guard let first, let arrival else { return nil }
            return arrival.at - first.at
        }
    }
}
