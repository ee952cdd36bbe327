import Trace

/// What may be wrong with the windows and the pace of a connection. Times are in microseconds.
enum WindowDiagnosis: Diagnosis {
    /// This side shut its window `times` times, for the time `shut` in all.
    case zeroWindow(DiagnosisResult.Whose, times: Int, shut: Int64)
    /// This side shut its window for the time `shut` and never opened it again. `areBothShut`: the other side did the same.
    case zeroWindowStuck(DiagnosisResult.Whose, shut: Int64, areBothShut: Bool)
    /// `full` of the other side's `of` data segments filled the window that this side offers, of at most `window` octets.
    ///
    /// A round trip takes the time `trip`; nil if it is not known.
    case windowLimited(DiagnosisResult.Whose, full: Int, of: Int, window: Int, trip: Int64?)
    /// This side paused `rests` times with all of its data acknowledged: for the time `rested` of the time `of` of its transfer.
    case senderLimited(DiagnosisResult.Whose, rests: Int, rested: Int64, of: Int64)
    /// Small segments of this side waited for a delayed acknowledgment `times` times.
    case nagleDelayedACK(DiagnosisResult.Whose, times: Int)
    /// The network marked `marks` packets for congestion, and `echoes` segments echoed it (RFC 3168).
    case congestion(marks: Int, echoes: Int)
    case keepAlive(Int)
    case keepAliveUnanswered(Int)
    case urgent(Int)
    case challengeACK(Int)

    var entry: DiagnosisEntry {
        switch self {
        case .zeroWindow(_, let times, let shut):
            DiagnosisEntry(
                "tcp.zero_window", .trouble, cite: .rfc(9293, "3.8.6.1"), evidence: ["times": times, "shut_us": shut],
                filter: "tcp.window_size_value == 0 && tcp.flags.reset == 0",
                causes:
                    Words(
                        english: "the application does not read: it waits for a disk, a lock or its user",
                        chinese: "应用程序不读取：它在等磁盘、锁或用户"),
                Words(english: "a small buffer", chinese: "缓冲区太小"),
                next: Words(
                    english: "Look what the process that should read waits for, and at \"ss -m\".",
                    chinese: "查看应当读取的进程在等什么，并看 \"ss -m\"。"))
        case .zeroWindowStuck(_, let shut, let areBothShut):
            DiagnosisEntry(
                "tcp.zero_window_stuck", .fault, cite: .rfc(9293, "3.8.6.1"),
                evidence: ["shut_us": shut, "both": areBothShut ? 1 : 0],
                filter: "tcp.window_size_value == 0 && tcp.flags.reset == 0",
                causes: (areBothShut
                    ? [
                        Words(english: "both sides write, and neither reads", chinese: "双方都在写，都不读")
                    ] : []) + [
                        Words(english: "the process that should read has stopped", chinese: "应当读取的进程停止了"),
                        Words(english: "a deadlock of the application", chinese: "应用程序死锁"),
                    ]
                    + (areBothShut
                        ? []
                        : [
                            Words(english: "both sides write, and neither reads", chinese: "双方都在写，都不读")
                        ]) + [
                        Words(
                            english: "a window update was lost, and the sender does not probe",
                            chinese: "窗口更新丢失，而发送方不探测")
                    ],
                next: Words(english: "Look at the stacks of the process that should read.", chinese: "查看应当读取的进程的调用栈。"))
        case .windowLimited(_, let full, let whole, let window, let trip):
            // With a round trip below a millisecond, a window that is seldom full costs no time. A window of more than 125 octets for each
            // microsecond of the round trip allows a gigabit a second.
            DiagnosisEntry(
                "tcp.window_limited",
                trip.map { $0 < 1_000 && (full * 2 < whole || Int64(window) / 125 > $0) } ?? true ? .remark : .trouble,
                cite: .rfc(7323, "1.1"),
                evidence: ["full": full, "data_segments": whole, "window": window, "round_trip_us": trip],
                alike: "tcp.analysis.window_full",
                causes:
                    Words(
                        english: "the receive buffer is too small for the path: the application has set SO_RCVBUF",
                        chinese: "接收缓冲区对这条路径来说太小：应用程序设置了 SO_RCVBUF"),
                Words(english: "no window scaling", chinese: "没有窗口扩大"),
                Words(english: "a slow reader", chinese: "读取太慢"),
                next: Words(
                    english: "Divide the window by the round trip: is that the rate that you see?",
                    chinese: "用窗口除以往返时间：这是你看到的速率吗？"))
        case .senderLimited(_, let rests, let rested, let whole):
            DiagnosisEntry(
                "tcp.sender_limited", .remark, cite: .rfc(7661, "4.1"),
                evidence: ["pauses": rests, "paused_us": rested, "of_us": whole],
                alike: "tcp.time_delta > 0.01 && tcp.len > 0",
                causes:
                    Words(
                        english: "the application produces data slowly: a disk, a database, a limit of its rate",
                        chinese: "应用程序产生数据很慢：磁盘、数据库，或者限制了速率"),
                Words(english: "it waits after each part for something else", chinese: "它在每一部分之后都要等别的事"),
                next: Words(
                    english: "Look at the sending application: window and path had room.",
                    chinese: "查看发送的应用程序：窗口和路径都有余地。"))
        case .nagleDelayedACK(_, let count):
            DiagnosisEntry(
                "tcp.nagle_delayed_ack", .trouble, cite: .rfc(9293, "3.7.4"), evidence: ["count": count],
                alike: "tcp.analysis.ack_rtt > 0.035 && tcp.len == 0",
                causes:
                    Words(
                        english:
                            "the application writes a message in two parts: Nagle's algorithm holds the second, and the other side delays its acknowledgment",
                        chinese: "应用程序分两部分写一条消息：Nagle 算法扣住第二部分，而对方推迟确认"),
                next: Words(
                    english: "Write a message at once (writev), or set TCP_NODELAY.",
                    chinese: "一次写完一条消息（writev），或者设置 TCP_NODELAY。"))
        case .congestion(let marks, let echoes):
            DiagnosisEntry(
                "tcp.ecn", .remark, cite: .rfc(3168, "6.1"), evidence: ["marks": marks, "echoes": echoes],
                filter: "ip.dsfield.ecn == 3 || ipv6.tclass.ecn == 3 || tcp.flags.ece == 1 && tcp.flags.syn == 0",
                causes:
                    Words(
                        english: "a router marks packets of a full queue instead of dropping them",
                        chinese: "路由器给队列已满时的数据包做标记，而不是丢弃"),
                next: Words(english: "Look whether the sender slows down (CWR).", chinese: "查看发送方是否放慢（CWR）。"))
        case .keepAlive(let count):
            DiagnosisEntry(
                "tcp.keep_alive", .remark, cite: .rfc(9293, "3.8.4"), evidence: ["count": count],
                alike: "tcp.analysis.keep_alive",
                causes:
                    Words(english: "an idle connection is watched (SO_KEEPALIVE)", chinese: "空闲的连接有保活（SO_KEEPALIVE）"))
        case .keepAliveUnanswered(let count):
            DiagnosisEntry(
                "tcp.keep_alive_unanswered", .fault, cite: .rfc(9293, "3.8.4"), evidence: ["count": count],
                alike: "tcp.analysis.keep_alive",
                causes:
                    Words(english: "the other machine has gone", chinese: "另一台机器已经不在"),
                Words(
                    english: "a translator of addresses or a firewall has forgotten the connection",
                    chinese: "地址转换设备或防火墙忘掉了连接"),
                Words(english: "the path is cut", chinese: "路径中断"),
                next: Words(english: "Look for later packets of the same two hosts.", chinese: "找同样两台主机后来的数据包。"))
        case .urgent(let count):
            DiagnosisEntry(
                "tcp.urgent", .remark, cite: .rfc(6093), evidence: ["count": count], filter: "tcp.flags.urg == 1",
                causes:
                    Words(english: "telnet, rlogin, or FTP's abort", chinese: "telnet、rlogin 或 FTP 的中止命令"),
                Words(english: "an old scanner", chinese: "旧的扫描器"))
        case .challengeACK(let count):
            DiagnosisEntry(
                "tcp.challenge_ack", .trouble, cite: .rfc(5961, "3"), evidence: ["count": count],
                alike: "tcp.flags.reset == 1",
                causes:
                    Words(english: "an attacker who is not on the path guesses numbers", chinese: "不在路径上的攻击者在猜序号"),
                Words(english: "a box ends connections with an old number", chinese: "中间设备用旧的序号结束连接"),
                Words(english: "the other side has restarted", chinese: "对方重启过"),
                next: Words(
                    english:
                        "Compare time to live and identification of the reset with the other packets of its sender.",
                    chinese: "把复位报文段的生存时间和标识与发送方的其他数据包比较。"))
        }
    }

    var english: String {
        switch self {
        case .zeroWindow(let side, let times, let shut):
            """
            \(side.subject) shut its window \(counted(times, "time")), for \(FigureText.span(shut)) in all: \
            its application did not read. Neither the other side nor the path is the cause.
            """
        case .zeroWindowStuck(let side, let shut, false):
            "\(side.subject) shut its window for \(FigureText.span(shut)) and never opened it again: its application does not read."
        case .zeroWindowStuck(_, let shut, true):
            "Both sides have shut their windows, for \(FigureText.span(shut)): both write, and neither reads."
        case .windowLimited(let side, let full, let whole, let window, let trip):
            """
            \(full) of \(whole) data segments filled the window that \(side.noun) offers: at most \(window) octets can be under way\
            \(trip.map { ", and a round trip takes \(FigureText.span($0))" } ?? "").
            """
        case .senderLimited(let side, let rests, let rested, let whole):
            """
            \(side.subject) had nothing to send for \(FigureText.span(rested)) of \(FigureText.span(whole)), in \
            \(counted(rests, "pause")): neither the window nor the path held it back, but its application.
            """
        case .nagleDelayedACK(let side, let times):
            """
            \(counted(times, "small segment")) of \(side.noun) waited until a delayed acknowledgment came for the one before: \
            Nagle's algorithm and delayed acknowledgments wait for each other.
            """
        case .congestion(let marks, let echoes):
            "The network marked \(counted(marks, "packet")) instead of dropping, and \(counted(echoes, "segment")) echoed it."
        case .keepAlive(let count):
            "\(counted(count, "keep-alive probe")) asked whether the other side is there, and it is."
        case .keepAliveUnanswered(let count): "\(counted(count, "keep-alive probe")) at the end got no answer."
        case .urgent(let count): "\(counted(count, "segment")) had a mark of urgent data."
        case .challengeACK: "A reset that does not fit was answered with an acknowledgment, and the connection went on."
        }
    }

    var chinese: String {
        switch self {
        case .zeroWindow(let side, let times, let shut):
            """
            \(side.chineseName)关闭窗口 \(times) 次，共 \(FigureText.span(shut))：它的应用程序没有读取。\
            原因不在对方，也不在路径。
            """
        case .zeroWindowStuck(let side, let shut, false):
            "\(side.chineseName)关闭窗口 \(FigureText.span(shut))，再也没有打开：它的应用程序不读取。"
        case .zeroWindowStuck(_, let shut, true):
            "双方都关闭了窗口，已有 \(FigureText.span(shut))：双方都在写，都不读。"
        case .windowLimited(let side, let full, let whole, let window, let trip):
            """
            \(whole) 个数据报文段中有 \(full) 个填满了\(side.chineseName)通告的窗口：在途数据最多 \(window) 字节\
            \(trip.map { "，而一次往返要 \(FigureText.span($0))" } ?? "")。
            """
        case .senderLimited(let side, let rests, let rested, let whole):
            """
            在 \(FigureText.span(whole)) 中，\(side.chineseName)有 \(FigureText.span(rested)) 没有数据可发，\
            共停顿 \(rests) 次：限制它的不是窗口，也不是路径，而是它的应用程序。
            """
        case .nagleDelayedACK(let side, let times):
            """
            \(side.chineseName)的 \(times) 个小报文段等到对前一个报文段的延迟确认到来才发送：\
            Nagle 算法和延迟的确认互相等待。
            """
        case .congestion(let marks, let echoes):
            "网络给 \(marks) 个数据包做了标记，没有丢弃；\(echoes) 个报文段回送了标记。"
        case .keepAlive(let count):
            "\(count) 个保活探测询问对方是否还在，对方还在。"
        case .keepAliveUnanswered(let count): "最后的 \(count) 个保活探测没有得到应答。"
        case .urgent(let count): "\(count) 个报文段带有紧急数据的标记。"
        case .challengeACK: "对一个不合适的复位报文段，得到的回应是确认，连接继续。"
        }
    }
}

extension DiagnosisResult {
    /// The findings about the windows and the pace of a connection.
    static func windows(_ connection: EndedConnection) -> [DiagnosisResult] {
        let course = connection.course
        var found = DiagnosisList<WindowDiagnosis>()
        let areBothShut = connection.isShut(.client) && connection.isShut(.server)
        connection.eachDirection { side, own, peer in
            if connection.isShut(side), let since = own.shutSince {
                let shut = (course.resets.first?.time ?? connection.captureEnds) - since
                found.add(
                    .zeroWindowStuck(side, shut: shut, areBothShut: areBothShut), .certain,
                    blame: areBothShut
                        ? .unknown(Words(english: "both windows are shut", chinese: "两边的窗口都关闭了"))
                        : .likely(
                            side, Words(english: "the last window that it announced is 0", chinese: "它最后通告的窗口为 0")),
                    frames: own.zeroWindows)
            }
            if own.zeroWindowTime >= 200_000 {
                found.add(
                    .zeroWindow(side, times: own.zeroWindows.count, shut: own.zeroWindowTime), .certain,
                    blame: .certain(
                        side, Words(english: "its own segments announce the window of 0", chinese: "它自己的报文段通告窗口为 0")),
                    frames: own.zeroWindows)
            }
            let full = peer.windowFull
            if full.count >= 5, full.count * 20 >= peer.dataSegments, peer.lostSegments == 0, !connection.isShut(side),
                own.zeroWindowTime < 1_000_000
            {
                let trip = course.hasTimes ? [course.roundTrip, peer.roundTrips.median].compactMap(\.self).max() : nil
                found.add(
                    full, .likely,
                    blame: .likely(
                        side,
                        Words(
                            english: "the other side filled its window, and nothing was lost",
                            chinese: "对方填满了它的窗口，而什么也没有丢失"))
                ) { count in
                    .windowLimited(side, full: count, of: peer.dataSegments, window: own.mostWindow ?? 0, trip: trip)
                }
            }
        }
        connection.eachDirection { side, sent, peer in
            limited(side, sent: sent, peer: peer, into: &found)
            // A person who types sends after an acknowledgment by chance, now and then.
            if sent.delayedACKs.count >= 5, sent.delayedACKs.count * 4 >= course.pauses.smalls {
                found.add(
                    sent.delayedACKs, .likely,
                    blame: .likely(
                        side,
                        Words(
                            english: "it sends a small segment only when the one before it is acknowledged",
                            chinese: "前一个报文段得到确认之后，它才发送下一个小报文段"))
                ) { .nagleDelayedACK(side, times: $0) }
            }
        }
        let marks = connection.evidence(\.marked)
        found.add(
            marks + course.congestionEchoes, .certain,
            blame: marks.isEmpty
                ? .likely(
                    .path,
                    Words(
                        english: "the receiver echoes marks that the capture has not seen",
                        chinese: "接收方回送了抓包文件中没有的标记"))
                : .certain(.path, Words(english: "a router sets the mark", chinese: "标记由路由器设置"))
        ) { _ in
            .congestion(marks: marks.count, echoes: course.congestionEchoes.count)
        }
        let probes = connection.evidence(\.keepAlives)
        if course.keepAlivesInVain >= 2 {
            found.add(.keepAliveUnanswered(course.keepAlivesInVain), .certain, blame: .unanswered, frames: probes)
        } else {
            found.add(probes, .certain, blame: .nobody) { .keepAlive($0) }
        }
        found.add(connection.evidence(\.urgent), .certain, blame: .nobody) { .urgent($0) }
        found.add(
            course.challenges, .likely,
            blame: .unknown(
                Words(
                    english: "the reset has the address of a side, and not the number that this side would use",
                    chinese: "复位报文段使用一方的地址，序号却不是这一方会用的"))
        ) { .challengeACK($0 / 2) }
        return found.all
    }

    /// Adds a finding if the application of a side alone set the pace of a transfer.
    ///
    /// The transfer has at least 20 data segments and 100,000 octets, and its segments are at least half full on average. The side paused
    /// at least three times, for a second or more and for half of the time. Nothing was lost, and the window had room.
    private static func limited(
        _ side: Whose, sent: Direction, peer: Direction, into found: inout DiagnosisList<WindowDiagnosis>
    ) {
        guard sent.dataSegments >= 20, sent.distinctOctets >= 100_000, sent.restFrames.count >= 3,
            sent.restTime >= 1_000_000,
            sent.distinctOctets * 2 >= sent.largestSegment * sent.dataSegments, sent.lostSegments == 0,
            sent.windowFull.count * 20 < sent.dataSegments, peer.zeroWindows.isEmpty,
            let first = sent.firstDataTime, let last = sent.lastDataTime, sent.restTime * 2 >= last - first
        else { return }
        found.add(
            sent.restFrames, .likely,
            blame: .likely(
                side, Words(english: "its data was acknowledged, and the window had room", chinese: "它的数据得到了确认，窗口也有余地"))
        ) { count in
            .senderLimited(side, rests: count, rested: sent.restTime, of: last - first)
        }
    }
}

extension EndedConnection {
    /// Whether a side's window is shut at the end while the other side may still have data to send.
    ///
    /// It must have been shut for 0.2 s before a reset, or for a second before the end of the capture.
    fileprivate func isShut(_ side: DiagnosisResult.Whose) -> Bool {
        guard let since = side == .client ? client.shutSince : server.shutSince else { return false }
        let peer = side == .client ? server : client
        guard peer.end.map({ (peer.acknowledged ?? 0) <= $0 }) ?? true else { return false }
        if let reset = course.resets.first { return reset.time - since >= 200_000 }
        return captureEnds - since >= 1_000_000
    }
}
