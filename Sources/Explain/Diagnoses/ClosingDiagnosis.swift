import Trace

/// What may be wrong with the end of a connection (RFC 9293 section 3.6). Times are in microseconds.
enum ClosingDiagnosis: Diagnosis {
    /// Why a reset does not seem to come from the side whose address it has.
    enum Sign: Sendable {
        /// The time to live of the reset is outside of `usual`, the range of its sender's other segments.
        case timeToLive(UInt8, usual: ClosedRange<UInt8>)
        /// The reset acknowledges data that was sent the time `after` before, and no round trip is shorter than `trip`.
        case tooSoon(after: Int64, trip: Int64)
        case both
        case goesOn
        case apart(Int)

        /// What the sign says about the sender of the reset: a clause.
        var englishReason: String {
            switch self {
            case .timeToLive: "no other packet of the side in whose name it came has such a time to live"
            case .tooSoon: "the side in whose name it came cannot answer so soon"
            case .both: "it came to both sides at once"
            case .goesOn: "the side in whose name it came went on"
            case .apart: "the side in whose name they came knows its own numbers"
            }
        }

        var chineseReason: String {
            switch self {
            case .timeToLive: "名义上的发送方，其他数据包都没有这样的生存时间"
            case .tooSoon: "名义上的发送方不可能这么快应答"
            case .both: "它同时到达双方"
            case .goesOn: "名义上的发送方继续正常发送"
            case .apart: "名义上的发送方知道自己的序号"
            }
        }

        /// The figures of the sign, by name.
        var evidence: DiagnosisEntry.Figures {
            switch self {
            case .timeToLive(let own, let usual):
                ["ttl": own, "usual_ttl_min": usual.lowerBound, "usual_ttl_max": usual.upperBound]
            case .tooSoon(let after, let trip): ["after_us": after, "round_trip_us": trip]
            case .apart, .both, .goesOn: [:]
            }
        }
    }

    case aborted(DiagnosisResult.Whose, isRightAfterPeer: Bool)
    /// `octets` octets of data came for this side after its FIN, and it answered with a reset.
    case resetAfterClose(DiagnosisResult.Whose, octets: Int)
    case resetHarmless(DiagnosisResult.Whose)
    /// This side answers that it knows no such connection. `isStranger`: the capture has nothing but resets of it.
    case resetNoConnection(DiagnosisResult.Whose, isStranger: Bool)
    case resetInjected(DiagnosisResult.Whose, Sign)
    /// After the time `silence` without a segment, the next data got no answer, or a reset.
    case idleDropped(silence: Int64, isReset: Bool)
    /// This side went on sending new data after the other side's FIN, for the time `span`.
    case halfClosed(DiagnosisResult.Whose, span: Int64)
    /// This side sent no FIN in the time `since`, from the other side's FIN to the end of the capture.
    case neverClosed(DiagnosisResult.Whose, since: Int64)
    case simultaneousClose

    var entry: DiagnosisEntry {
        switch self {
        case .aborted:
            DiagnosisEntry(
                "tcp.aborted", .fault, cite: .rfc(9293, "3.10.5"), filter: "tcp.flags.reset == 1",
                causes:
                    Words(
                        english: "the application closed with data unread in its buffer",
                        chinese: "应用程序关闭时，缓冲区里还有未读的数据"),
                Words(english: "it wants a reset (SO_LINGER of 0)", chinese: "它有意复位（SO_LINGER 为 0）"),
                Words(english: "the process crashed or was killed", chinese: "进程崩溃或被终止"),
                Words(english: "a timer of a proxy", chinese: "代理服务器的计时器到时"),
                Words(english: "the user gave up", chinese: "用户放弃了"),
                next: Words(
                    english: "Look what arrived at the resetting side just before, and at its log of that time.",
                    chinese: "查看复位一方在此之前刚收到什么，以及它当时的日志。"))
        case .resetAfterClose(_, let octets):
            DiagnosisEntry(
                "tcp.reset_after_close", .fault, cite: .rfc(9293, "3.6.1"), evidence: ["octets": octets],
                filter: "tcp.flags.reset == 1",
                causes:
                    Words(
                        english:
                            "the application closed while the other side still sends: it answered without reading the whole request",
                        chinese: "对方还在发送，应用程序就关闭了：它没有读完整个请求就应答"),
                Words(
                    english: "a server ends an idle connection while a request is on its way",
                    chinese: "请求还在途中，服务器就结束了空闲的连接"),
                next: Words(
                    english: "Read to the end before closing; let the client try again.", chinese: "读完再关闭；让客户端重试。"))
        case .resetHarmless:
            DiagnosisEntry(
                "tcp.reset_harmless", .remark, cite: .rfc(1122, "4.2.2.13"),
                filter: "tcp.flags.reset == 1",
                causes:
                    Words(english: "a client or load balancer saves TIME-WAIT", chinese: "客户端或负载均衡器要省去 TIME-WAIT"),
                Words(english: "TLS's last word meets a socket that is closed", chinese: "TLS 的最后一句话遇到已关闭的套接字"))
        case .resetNoConnection(_, let isStranger):
            DiagnosisEntry(
                "tcp.reset_no_connection", .fault, cite: .rfc(9293, "3.5.2"),
                filter: "tcp.flags.reset == 1",
                causes: (isStranger
                    ? [
                        Words(
                            english:
                                "a segment escaped a translation of addresses, and came from an address that its receiver does not know",
                            chinese: "一个报文段没有经过地址转换，来自接收方不认识的地址")
                    ] : []) + [
                        Words(english: "the machine has restarted", chinese: "机器重启过"),
                        Words(english: "its reset or FIN was lost earlier", chinese: "它先前的复位报文段或 FIN 丢失了"),
                        Words(
                            english: "a load balancer has moved the connection, or forgotten it",
                            chinese: "负载均衡器移走了连接，或者忘掉了它"),
                    ],
                next: isStranger
                    ? Words(
                        english:
                            "Look for the same ports with another address in this capture, and at the translator's table of connections.",
                        chinese: "在这个抓包文件中找端口相同而地址不同的数据包，并查看地址转换设备的连接表。")
                    : Words(
                        english:
                            "Compare the time to live: is it the host, or a box before it? How long was the connection idle?",
                        chinese: "比较生存时间：是主机自己，还是它前面的设备？连接空闲了多久？"))
        case .resetInjected(_, .apart(let count)):
            DiagnosisEntry(
                "tcp.reset_injected", .fault, cite: .rfc(5961, "3"), evidence: ["resets": count],
                filter: "tcp.flags.reset == 1",
                causes: Words(english: "an attacker off the path tries out numbers", chinese: "不在路径上的攻击者在试探序号"),
                next: Words(
                    english: "Capture at both ends: the side in whose name they come did not send them.",
                    chinese: "在两端抓包：名义上的发送方并没有发送它们。"))
        case .resetInjected(_, let sign):
            DiagnosisEntry(
                "tcp.reset_injected", .fault, cite: .rfc(3360), evidence: sign.evidence, alike: "tcp.flags.reset == 1",
                causes:
                    Words(english: "a firewall or a filter of contents", chinese: "防火墙或内容过滤设备"),
                Words(english: "an attacker on the path", chinese: "路径上的攻击者"),
                Words(english: "a load balancer answers for its server", chinese: "负载均衡器替它的服务器应答"),
                next: Words(
                    english: "Look at the octets right before it, such as the name of the host. Capture at both ends.",
                    chinese: "查看紧挨在它前面的字节，例如主机的名称。在两端抓包。"))
        case .idleDropped(let silence, _):
            DiagnosisEntry(
                "tcp.idle_dropped", .fault, cite: .rfc(5382, "5"), evidence: ["silence_us": silence],
                causes:
                    Words(
                        english:
                            "a load balancer, a translator of addresses or a firewall has forgotten the connection",
                        chinese: "负载均衡器、地址转换设备或防火墙忘掉了连接"),
                Words(
                    english: "the other side has closed idle connections, and nothing of it has arrived",
                    chinese: "对方关闭了空闲的连接，而它发来的什么也没有到达"),
                next: Words(
                    english:
                        "Send keep-alives more often than the shortest timer. Does it always fail after the same silence?",
                    chinese: "以短于最短计时器的间隔发送保活探测。每次都是在同样长的静默之后失败吗？"))
        case .halfClosed(_, let span):
            DiagnosisEntry(
                "tcp.half_closed", .remark, cite: .rfc(9293, "3.6.1"), evidence: ["span_us": span],
                filter: "tcp.flags.fin == 1",
                causes:
                    Words(
                        english: "one side has said all, and waits for the answer (shutdown)",
                        chinese: "一方说完了，正在等应答（shutdown）"))
        case .neverClosed(_, let since):
            DiagnosisEntry(
                "tcp.never_closed", .trouble, cite: .rfc(9293, "3.3.2"), evidence: ["since_us": since],
                filter: "tcp.flags.fin == 1",
                causes:
                    Words(english: "the application never closes the socket", chinese: "应用程序一直不关闭套接字"),
                Words(english: "it waits for something else", chinese: "它在等别的事"),
                Words(english: "it still means to send", chinese: "它还打算发送"),
                next: Words(
                    english: "Look there with \"ss state close-wait\": does the number grow?",
                    chinese: "在那里用 \"ss state close-wait\" 查看：数目在增加吗？"))
        case .simultaneousClose:
            DiagnosisEntry(
                "tcp.simultaneous_close", .remark, cite: .rfc(9293, "3.6"), filter: "tcp.flags.fin == 1",
                causes: Words(english: "both sides have finished at the same time", chinese: "双方同时结束了"))
        }
    }

    var english: String {
        switch self {
        case .aborted(let side, let isRightAfterPeer):
            "\(side.subject) reset the open connection\(isRightAfterPeer ? ", right after the other side had sent something" : "")."
        case .resetAfterClose(let side, let octets):
            """
            \(side.subject) had closed; \(counted(octets, "octet")) of the other side came for it all the same, and it answered with \
            a reset.
            """
        case .resetHarmless(let side): "\(side.subject) reset the connection when all was said: no data was lost by it."
        case .resetNoConnection(let side, false):
            "\(side.subject) answered a segment with a reset: it does not know the connection any more."
        case .resetNoConnection(let side, true):
            "\(side.subject) answered a segment with a reset: it has never known a connection with that address and port."
        case .resetInjected(let side, .timeToLive(let own, let usual)):
            """
            A reset in the name of \(side.noun) came from another place: its time to live is \(own), that of the other packets \
            \(usual.lowerBound == usual.upperBound ? "\(usual.lowerBound)" : "\(usual.lowerBound) to \(usual.upperBound)").
            """
        case .resetInjected(let side, .tooSoon(let after, let trip)):
            """
            A reset in the name of \(side.noun) acknowledges data that was sent \(FigureText.span(after)) before, and no round trip \
            is shorter than \(FigureText.span(trip)): it came from a nearer place.
            """
        case .resetInjected(_, .both): "Both sides got a reset at the same time, each in the name of the other."
        case .resetInjected(let side, .goesOn):
            "A reset came in the name of \(side.noun), which goes on as if nothing had been: it has not sent it."
        case .resetInjected(let side, .apart(let count)):
            """
            \(counted(count, "reset")) came in the name of \(side.noun), with numbers far from one another: their sender does not know \
            where \(side.noun) is in its stream.
            """
        case .idleDropped(let silence, let isReset):
            """
            After \(FigureText.span(silence)) of silence the next data \
            \(isReset ? "was answered with a reset" : "was sent again in vain"): the connection seems to have been \
            forgotten meanwhile.
            """
        case .halfClosed(let side, let span):
            "\(side.subject) went on sending for \(FigureText.span(span)) after the other side had said all."
        case .neverClosed(let side, let since):
            "\(side.subject) has not closed its direction for \(FigureText.span(since)) since the other side did (CLOSE-WAIT)."
        case .simultaneousClose: "Both sides sent FIN before they saw the other's."
        }
    }

    var chinese: String {
        switch self {
        case .aborted(let side, let isRightAfterPeer):
            "\(side.chineseName)复位了打开的连接\(isRightAfterPeer ? "，就在对方刚发送内容之后" : "")。"
        case .resetAfterClose(let side, let octets):
            """
            \(side.chineseName)已经关闭，对方仍有 \(octets) 字节发来，它用复位报文段回应。
            """
        case .resetHarmless(let side): "\(side.chineseName)在一切都说完之后复位了连接：没有因此丢失数据。"
        case .resetNoConnection(let side, false):
            "\(side.chineseName)用复位报文段回应一个报文段：它已经不认识这个连接。"
        case .resetNoConnection(let side, true):
            "\(side.chineseName)用复位报文段回应一个报文段：它从来不认识使用这个地址和端口的连接。"
        case .resetInjected(let side, .timeToLive(let own, let usual)):
            """
            以\(side.chineseName)的名义发来的一个复位报文段来自别处：它的生存时间是 \(own)，其他数据包的是 \
            \(usual.lowerBound == usual.upperBound ? "\(usual.lowerBound)" : "\(usual.lowerBound) 到 \(usual.upperBound)")。
            """
        case .resetInjected(let side, .tooSoon(let after, let trip)):
            """
            以\(side.chineseName)的名义发来的一个复位报文段，确认了 \(FigureText.span(after)) 之前发送的数据，\
            而没有一次往返短于 \(FigureText.span(trip))：它来自更近的地方。
            """
        case .resetInjected(_, .both): "双方同时收到复位报文段，各以对方的名义发来。"
        case .resetInjected(let side, .goesOn):
            "一个复位报文段以\(side.chineseName)的名义发来，而\(side.chineseName)若无其事地继续：它没有发送过这个报文段。"
        case .resetInjected(let side, .apart(let count)):
            """
            \(count) 个复位报文段以\(side.chineseName)的名义发来，序号相差很远：它们的发送方不知道\
            \(side.chineseName)的字节流到了哪里。
            """
        case .idleDropped(let silence, let isReset):
            """
            静默 \(FigureText.span(silence)) 之后，接下来的数据\(isReset ? "得到的回应是复位报文段" : "再次发送也没有用")：\
            连接看来在此期间被忘掉了。
            """
        case .halfClosed(let side, let span):
            "对方说完之后，\(side.chineseName)又继续发送了 \(FigureText.span(span))。"
        case .neverClosed(let side, let since):
            "对方关闭自己的方向已有 \(FigureText.span(since))，\(side.chineseName)还没有关闭自己的方向（CLOSE-WAIT）。"
        case .simultaneousClose: "双方都在看到对方的 FIN 之前发送了 FIN。"
        }
    }
}

extension DiagnosisResult {
    static func closing(_ connection: EndedConnection) -> [DiagnosisResult] {
        let course = connection.course
        var found = DiagnosisList<ClosingDiagnosis>()
        if connection.isOpened || connection.opening == .unclear, let reset = course.resets.first {
            end(connection, by: reset, into: &found)
        }
        if connection.isOpened, let silence = course.pauses.silence, !silence.isAnswered,
            silence.resetFrame != nil || silence.repetitions >= 2
        {
            let frames = Evidence([silence.frame] + (silence.resetFrame.map { [$0] } ?? []))
            found.add(
                .idleDropped(silence: silence.length, isReset: silence.resetFrame != nil), .likely,
                blame: .likely(
                    .path,
                    Words(
                        english: "it worked before the silence, and failed with the first data after it",
                        chinese: "静默之前正常，静默之后的第一批数据就失败了")),
                frames: frames)
        }
        connection.eachDirection { side, sent, peer in
            guard let finTime = peer.finTime, let finFrame = peer.finFrame else { return }
            if let last = sent.freshAfterFIN, sent.end != nil, last - finTime > course.trip(sent) {
                found.add(.halfClosed(side, span: last - finTime), .certain, blame: .nobody, frames: [finFrame])
            }
            if sent.end == nil, course.resetCount == 0, (peer.acknowledged ?? .min) > (peer.end ?? .max),
                connection.captureEnds - finTime >= 60_000_000
            {
                found.add(
                    .neverClosed(side, since: connection.captureEnds - finTime), .likely,
                    blame: .likely(
                        side,
                        Words(
                            english: "it acknowledged the FIN, and sent none of its own",
                            chinese: "它确认了 FIN，却没有发送自己的 FIN")),
                    frames: [finFrame])
            }
        }
        if course.closers.areBoth {
            found.add(
                .simultaneousClose, .certain, blame: .nobody,
                frames: Evidence([connection.client.finFrame, connection.server.finFrame].compactMap(\.self)))
        }
        return found.all
    }

    /// Adds what the first reset of a connection means.
    private static func end(
        _ connection: EndedConnection, by reset: SeenReset, into found: inout DiagnosisList<ClosingDiagnosis>
    ) {
        let course = connection.course
        let side = connection.side(isFromOne: reset.isFromOne)
        let frames = Evidence(course.resets.map(\.frame))
        // Of a connection of which the capture has nothing but resets, nothing is known.
        guard !connection.isOnlyResets else { return }
        let isWhole =
            connection.opening != .midstream && connection.client.missingOctets + connection.server.missingOctets == 0
        func addInjected(_ sign: ClosingDiagnosis.Sign, _ more: Evidence = Evidence()) {
            found.add(
                .resetInjected(side, sign), .likely,
                blame: .likely(.path, Words(english: sign.englishReason, chinese: sign.chineseReason)),
                frames: frames + more)
        }
        if reset.hasOddTimeToLive, let usual = reset.usual {
            return addInjected(.timeToLive(reset.timeToLive, usual: usual))
        }
        if let (after, trip) = reset.tooSoon { return addInjected(.tooSoon(after: after, trip: trip)) }
        // A blind attacker tries out numbers until one is in the window (RFC 5961 section 3.1).
        let places = course.resets.filter { $0.isFromOne == reset.isFromOne && !$0.fits }.map(\.place)
        if let least = places.min(), let most = places.max(), most - least > Int(UInt16.max) {
            return addInjected(.apart((side == .client ? connection.client : connection.server).resets.count))
        }
        if !course.afterReset.isEmpty { return addInjected(.goesOn, course.afterReset) }
        // The last word of TLS is close_notify: a reset that leaves nothing else unread breaks nothing off.
        let hasSaidAll =
            reset.unread <= 64
            && (reset.isAfterAlert || connection.tls.hasClosed(connection.side(isFromOne: !reset.isFromOne)))
        if reset.isAfterClose && (reset.hasClosed || reset.isAllAcknowledged) || reset.hasClosed && reset.answersAlert
            || hasSaidAll
        {
            return found.add(.resetHarmless(side), .likely, blame: .nobody, frames: frames)
        }
        if reset.hasClosed, reset.afterFIN.octets > 0 {
            return found.add(
                .resetAfterClose(side, octets: reset.afterFIN.octets), .certain,
                blame: .likely(
                    side, Words(english: "it closed before the other side had said all", chinese: "对方还没有说完，它就关闭了")),
                frames: frames)
        }
        if let second = course.resets.first(where: { $0.isFromOne != reset.isFromOne }),
            second.hasACK == reset.hasACK, second.time - reset.time <= course.trip(connection.client)
        {
            return addInjected(.both)
        }
        // If a FIN is missing in the capture, the reset may come after the end.
        if connection.lacksEnd { return }
        if reset.isAnswer, reset.after != nil, !reset.hasClosed {
            return found.add(
                .resetNoConnection(side, isStranger: reset.isStranger && connection.opening != .midstream), .likely,
                blame: reset.isStranger && connection.opening != .midstream
                    ? .likely(
                        .path,
                        Words(
                            english: "the capture has nothing but resets from that address",
                            chinese: "抓包文件中来自该地址的只有复位报文段"))
                    : .unknown(
                        Words(
                            english: "the reset says that its sender does not know the connection, and not why",
                            chinese: "复位报文段说明发送方不认识这个连接，但没有说明原因")),
                frames: frames)
        }
        found.add(
            .aborted(side, isRightAfterPeer: (reset.after ?? .max) < 100_000), isWhole ? .certain : .likely,
            blame: .likely(
                side,
                reset.fits
                    ? Words(
                        english: "the reset has its address and its own next number", chinese: "复位报文段使用它的地址和它的下一个序号")
                    : Words(english: "the reset has its address", chinese: "复位报文段使用它的地址")),
            frames: frames)
    }
}
