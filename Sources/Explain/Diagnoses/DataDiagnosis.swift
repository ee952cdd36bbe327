import Trace

/// What may be wrong with the data of a connection: lost, sent again, overtaken, damaged.
enum DataDiagnosis: Diagnosis {
    /// `lost` segments of this side were lost and sent again, beside `of` data segments. The side is nil if both sides lost some.
    ///
    /// Timers ran out `timers` times, `before` originals were lost before the point of capture, and `fins` segments were a FIN alone.
    case loss(DiagnosisResult.Whose?, lost: Int, of: Int, timers: Int, before: Int, fins: Int)
    /// Retransmission timers ran out this number of times, `fins` times for a FIN alone. The streams stood still `stoodStill` microseconds.
    case timeouts(Int, stoodStill: Int64, fins: Int)
    /// This number of segments was sent again although they had arrived, beside `of` data segments. `harmless` of the
    /// retransmissions were tail probes or a FIN alone.
    case needless(Int, of: Int, harmless: Int)
    /// This side sent the same octets again `times` times, and nothing came from the other side. The side is nil if both sides did so: then
    /// nothing but what each sent again came from either.
    case peerVanished(DiagnosisResult.Whose?, times: Int)
    case reordering(Int)
    case networkDuplicates(Int)
    case corruption(Int)
    /// This number of segments carries other octets than earlier segments with the same sequence numbers.
    case contradiction(Int)

    /// Whether a share of the segments is too small to be trouble: less than 5 of 1,000.
    private static func isRare(_ part: Int, of whole: Int) -> Bool { whole >= 1_000 && part * 1_000 < whole * 5 }

    var entry: DiagnosisEntry {
        switch self {
        case .loss(_, let lost, let whole, let timers, let before, let fins):
            // A FIN alone that is lost delays no data.
            DiagnosisEntry(
                "tcp.loss", lost <= fins || timers == 0 && Self.isRare(lost, of: whole) ? .remark : .trouble,
                cite: .rfc(5681, "3.2"),
                evidence: [
                    "segments": lost, "data_segments": whole, "timeouts": timers, "lost_before_capture": before,
                ],
                alike: "tcp.analysis.retransmission || tcp.analysis.out_of_order",
                causes:
                    Words(english: "a queue of the path is full (congestion)", chinese: "路径上的队列已满（拥塞）"),
                Words(english: "a bad line, or Wi-Fi", chinese: "线路质量差，或者是 Wi-Fi"),
                Words(english: "a policer that drops after a burst", chinese: "限速设备在突发之后丢弃"),
                Words(english: "the receiving machine drops packets", chinese: "接收的机器丢弃数据包"),
                next: Words(
                    english: "Compare captures at both ends, and the counters of the interfaces (\"ethtool -S\").",
                    chinese: "比较两端的抓包文件，以及接口的计数器（\"ethtool -S\"）。"))
        case .timeouts(let count, let still, let fins):
            DiagnosisEntry(
                "tcp.timeouts", count <= fins ? .remark : .trouble, cite: .rfc(6298, "5"),
                evidence: ["count": count, "stood_still_us": still], alike: "tcp.analysis.rto > 0.19",
                causes:
                    Words(english: "the last segments of a flight were lost", chinese: "一批数据的最后几个报文段丢失"),
                Words(english: "a burst was lost as a whole", chinese: "整个突发都丢失"),
                Words(english: "what was sent again was lost too", chinese: "再次发送的也丢失"),
                Words(english: "the path was away for a moment", chinese: "路径中断了片刻"),
                next: Words(
                    english: "Look at the pauses: where they double, the path was away.",
                    chinese: "查看停顿的长度：逐次加倍，说明路径中断过。"))
        case .needless(let count, let whole, let harmless):
            // A tail probe is meant to come before anything is known to be lost (RFC 8985 section 7).
            DiagnosisEntry(
                "tcp.needless_retransmissions", count <= harmless || Self.isRare(count, of: whole) ? .remark : .trouble,
                cite: .rfc(2883), evidence: ["segments": count, "data_segments": whole],
                alike: "tcp.analysis.spurious_retransmission",
                causes:
                    Words(english: "acknowledgments were delayed or lost", chinese: "确认延迟或丢失"),
                Words(english: "the round trip grew beyond the timer", chinese: "往返时间超过了计时器"),
                Words(english: "strong reordering", chinese: "乱序严重"),
                Words(english: "a timer that is too short", chinese: "计时器太短"),
                next: Words(
                    english: "Compare round trips before and after. Are timestamps and F-RTO switched on?",
                    chinese: "比较前后的往返时间。是否启用了时间戳和 F-RTO？"))
        case .peerVanished(_, let times):
            DiagnosisEntry(
                "tcp.peer_vanished", .fault, cite: .rfc(9293, "3.8.3"), evidence: ["times": times],
                causes:
                    Words(english: "the other machine crashed, or left the network", chinese: "另一台机器崩溃，或者离开了网络"),
                Words(english: "the path or a box on it has gone", chinese: "路径或路径上的设备已不在"),
                next: Words(
                    english: "Look whether the other address talks at all later, and capture there.",
                    chinese: "查看对方的地址后来是否还有动静，并在那里抓包。"))
        case .reordering(let count):
            DiagnosisEntry(
                "tcp.reordering", .remark, cite: .rfc(4737), evidence: ["segments": count],
                alike: "tcp.analysis.out_of_order",
                causes:
                    Words(english: "several paths or queues in parallel", chinese: "多条路径或多个队列并行"),
                Words(english: "Wi-Fi that repeats on its own", chinese: "Wi-Fi 自行再次发送"),
                next: Words(
                    english: "Look how far behind they come: less than a quarter of a round trip does little harm.",
                    chinese: "查看它们晚到多少：不到四分之一个往返，影响很小。"))
        case .networkDuplicates(let count):
            DiagnosisEntry(
                "tcp.network_duplicates", .remark, cite: .rfc(2883, "4.1"), evidence: ["segments": count],
                alike: "tcp.analysis.retransmission",
                causes:
                    Words(
                        english: "a loop of bridges, or Wi-Fi that lost its own acknowledgment",
                        chinese: "网桥成环，或者 Wi-Fi 丢失了自己的确认"),
                Words(english: "a path that is doubled on purpose", chinese: "有意使用双份的路径"),
                next: Words(
                    english: "Compare identification and checksum: they are the same in both.",
                    chinese: "比较标识和校验和：两份的都相同。"))
        case .corruption(let count):
            DiagnosisEntry(
                "tcp.corruption", .trouble, cite: .rfc(9293, "3.1"), evidence: ["segments": count],
                alike: "tcp.checksum.status == 0",
                causes:
                    Words(english: "bad memory or a bad card in a router or switch", chinese: "路由器或交换机的内存或板卡损坏"),
                Words(english: "a translator of addresses that computes wrongly", chinese: "地址转换设备算错"),
                next: Words(
                    english: "Compare the damaged copy with the good one: the same bit each time means memory.",
                    chinese: "把损坏的一份与完好的一份比较：每次都是同一位，说明是内存的问题。"))
        case .contradiction(let count):
            DiagnosisEntry(
                "tcp.contradiction", .fault, cite: .rfc(9293, "3.10.7.4"), evidence: ["segments": count],
                alike: "tcp.analysis.retransmission",
                causes:
                    Words(english: "an attacker on the path answers first", chinese: "路径上的攻击者抢先应答"),
                Words(english: "a proxy that rewrites, and loses count", chinese: "代理服务器改写内容，又数错了"),
                Words(english: "the capture has both sides of a box that rewrites", chinese: "抓包文件里有改写设备的两侧"),
                Words(english: "a stack that repeats from a changed buffer", chinese: "协议栈再次发送时缓冲区已改动"),
                next: Words(
                    english: "Compare time to live, identification and time of both. Which of them was acknowledged?",
                    chinese: "比较两份的生存时间、标识和时间。得到确认的是哪一份？"))
        }
    }

    var english: String {
        switch self {
        case .loss(let side, let lost, let whole, _, let before, _):
            """
            \(counted(lost, "segment"))\(side.map { " of \($0.noun)" } ?? "") \(lost == 1 ? "was" : "were") lost and sent again, \
            of \(whole) with data (\(FigureText.share(lost, of: whole)))\
            \(before == 0 ? ": beyond the point of capture" : before >= lost ? ": before the point of capture" : "").
            """
        case .timeouts(let count, let still, _):
            "A retransmission timer ran out \(counted(count, "time"))"
                + (still == 0 ? "." : ", and the stream stood still for \(FigureText.span(still)).")
        case .needless(let count, _, _): "\(counted(count, "segment")) came again that had arrived."
        case .peerVanished(nil, let times):
            "Each side sent the same octets again and again, \(counted(times, "time")) in all, and neither answered the other any more."
        case .peerVanished(let side?, let times):
            "\(side.subject) sent the same octets again \(counted(times, "time")), and nothing came from the other side any more."
        case .reordering(let count):
            "\(counted(count, "segment")) arrived after others that were sent later: overtaken, and not lost."
        case .networkDuplicates(let count):
            "The network delivered \(counted(count, "packet")) twice. The sender sent each once."
        case .corruption(let count):
            "\(counted(count, "segment")) arrived damaged: the checksum is wrong, and the receiver throws such a segment away."
        case .contradiction(let count):
            "\(counted(count, "segment")) came with other octets than those that had the same numbers before."
        }
    }

    var chinese: String {
        switch self {
        case .loss(let side, let lost, let whole, _, let before, _):
            """
            \(side?.chineseName ?? "双方")带数据的 \(whole) 个报文段中，有 \(lost) 个丢失并再次发送（\(FigureText.share(lost, of: whole))）\
            \(before == 0 ? "：丢失在抓包点之后" : before >= lost ? "：丢失在抓包点之前" : "")。
            """
        case .timeouts(let count, let still, _):
            "重传计时器到时 \(count) 次"
                + (still == 0 ? "。" : "，字节流停顿了 \(FigureText.span(still))。")
        case .needless(let count, _, _): "\(count) 个报文段已经到达，却又来了一次。"
        case .peerVanished(nil, let times):
            "双方都一再发送同样的字节，共 \(times) 次，而哪一方都不再回应对方。"
        case .peerVanished(let side?, let times):
            "\(side.chineseName)再次发送同样的字节 \(times) 次，对方再也没有发来任何东西。"
        case .reordering(let count):
            "\(count) 个报文段到达时，后发送的已经先到：它们只是落在后面，没有丢失。"
        case .networkDuplicates(let count):
            "网络把 \(count) 个数据包送达了两次。发送方各只发送一次。"
        case .corruption(let count):
            "\(count) 个报文段到达时已损坏：校验和错误，接收方丢弃这样的报文段。"
        case .contradiction(let count):
            "\(count) 个报文段带来的字节，与先前使用同样序号的字节不同。"
        }
    }
}

extension DiagnosisResult {
    static func data(_ connection: EndedConnection) -> [DiagnosisResult] {
        func sum(_ part: (Direction) -> Int) -> Int { part(connection.client) + part(connection.server) }
        var found = DiagnosisList<DataDiagnosis>()
        let lost = sum(\.lostSegments)
        let timeouts = connection.evidence(\.timeouts)
        if lost > 0 {
            let side = connection.onlySender { $0.lostSegments > 0 }
            let ofSide = side.map { $0 == .client ? connection.client.dataSegments : connection.server.dataSegments }
            let before = sum(\.lostBefore)
            let place =
                before == 0
                ? Words(
                    english: "the originals passed the point of capture, and their octets were not acknowledged",
                    chinese: "原来的报文段经过了抓包点，而其中的字节没有得到确认")
                : before >= lost
                    ? Words(english: "the originals had not come to the point of capture", chinese: "原来的报文段没有到达抓包点")
                    : Words(
                        english:
                            "\(before) of the originals had not come to the point of capture, and the others passed it",
                        chinese: "原来的报文段有 \(before) 个没有到达抓包点，其余的经过了那里")
            // What is sent again and never acknowledged may have arrived: perhaps only its acknowledgments were lost.
            let isInVain =
                before == 0
                && [connection.client, connection.server].allSatisfy { $0.lostSegments <= ($0.inVain?.times ?? 0) }
            found.add(
                .loss(
                    side, lost: lost, of: ofSide ?? sum(\.dataSegments),
                    timers: timeouts.count, before: before, fins: sum(\.finsAgain.lost)),
                isInVain ? .likely : .certain, blame: .likely(.path, place), frames: connection.evidence(\.lost))
        }
        found.add(
            timeouts, .certain,
            blame: .likely(
                .path,
                Words(
                    english: "no acknowledgment with news came until the timer ran out",
                    chinese: "直到计时器到时，也没有带来新内容的确认"))
        ) { count in
            .timeouts(
                count, stoodStill: connection.client.stoodStill + connection.server.stoodStill,
                fins: sum(\.finsAgain.timeouts))
        }
        if sum(\.needless) > 0 {
            found.add(
                .needless(
                    sum(\.needless), of: sum(\.dataSegments),
                    harmless: sum { ($0.again[.tailProbe] ?? 0) + $0.finsAgain.needless }),
                !connection.evidence(\.dsacks).isEmpty ? .certain : .likely,
                blame: .unknown(
                    Words(
                        english: "acknowledgments that come late and a timer that is too short look the same",
                        chinese: "确认来得晚和计时器太短，看上去一样")),
                frames: connection.evidence(\.needlessFrames))
        }
        let vains = [connection.client.inVain, connection.server.inVain].compactMap(\.self).filter(\.isLong)
        if connection.isOpened, vains.count == 2 {
            found.add(
                .peerVanished(nil, times: vains.reduce(0) { $0 + $1.times }), .certain,
                blame: .likely(
                    .path,
                    Words(
                        english: "both sides are there and send, and neither gets what the other sends",
                        chinese: "双方都在，也都在发送，却都收不到对方发送的内容")),
                frames: Evidence(vains.map(\.first) + [connection.course.lastFrame]))
        }
        connection.eachDirection { sender, sent, _ in
            if connection.isOpened, let vain = sent.inVain, vain.isLong, !vain.isHeard {
                found.add(
                    .peerVanished(sender, times: vain.times), .certain, blame: .unanswered,
                    frames: [vain.first, connection.course.lastFrame])
            }
        }
        func isOrderCertain(_ sent: Direction) -> Bool {
            sent.outOfOrder.isEmpty || sent.countsIdentifications || sent.synOptions?.timestamps != nil
        }
        let isOrderCertain = isOrderCertain(connection.client) && isOrderCertain(connection.server)
        let order =
            isOrderCertain
            ? Words(english: "their sender numbered them in the right order", chinese: "发送方按正确的顺序给它们编了号")
            : Words(english: "they came too soon to be sent again", chinese: "它们来得太快，不可能是再次发送的")
        found.add(
            connection.evidence(\.outOfOrder), isOrderCertain ? .certain : .likely, blame: .likely(.path, order)
        ) { .reordering($0) }
        found.add(
            connection.evidence(\.networkDuplicates), .likely,
            blame: .likely(
                .path,
                Words(english: "identification and checksum of both copies are the same", chinese: "两份的标识和校验和都相同"))
        ) { .networkDuplicates($0) }
        let damaged = connection.evidence(\.suspects.damaged)
        found.add(
            damaged, .certain,
            blame: .likely(
                .path, Words(english: "they came again, and were acknowledged only then", chinese: "它们又来了一次，到那时才得到确认"))
        ) { .corruption($0) }
        found.add(
            connection.evidence(\.contradictions), .certain,
            blame: .unknown(
                Words(
                    english:
                        "both copies have the same address: the packets do not tell which one is forged or changed",
                    chinese: "两份的地址相同：从数据包看不出哪一份是伪造或改动过的"))
        ) { .contradiction($0) }
        return found.all
    }
}
