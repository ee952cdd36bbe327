import Trace

/// What may be wrong with the opening of a connection (RFC 9293 section 3.5). Times are in microseconds.
enum OpeningDiagnosis: Diagnosis {
    /// The server answered the SYN with a reset, `after` microseconds after the first SYN.
    case refused(port: UInt16, after: Int64?)
    /// The client sent `syns` SYNs, the last of them `over` microseconds after the first, and nothing came back.
    case noAnswer(syns: Int, over: Int64?)
    /// The connection opened only after `again` repetitions of SYN or SYN,ACK. The opening took the time `took`.
    case synRetried(again: Int, took: Int64?)
    /// The server sent `answers` SYN,ACKs over the time `over`, and the client never acknowledged one.
    case handshakeUnfinished(answers: Int, over: Int64?)
    /// The client sent a reset the time `after` the SYN,ACK. `wasAsked`: the capture has a SYN to the address that the SYN,ACK came from.
    case handshakeAborted(after: Int64?, wasAsked: Bool)
    case stalePeer
    /// Both sides sent a SYN. `isSplit`: the second side had acknowledged the first SYN, and then sent its own in a segment of its own.
    case simultaneousOpen(isSplit: Bool)
    /// The SYN carries `octets` octets of data, or 0 and a cookie alone (RFC 7413).
    case fastOpen(octets: Int)
    case noWindowScaling
    case noData
    case portReused

    var entry: DiagnosisEntry {
        switch self {
        case .refused(let port, let after):
            DiagnosisEntry(
                "tcp.refused", .fault, cite: .rfc(9293, "3.5.2"), evidence: ["port": port, "after_us": after],
                filter: "tcp.flags.syn == 1 || tcp.flags.reset == 1",
                causes:
                    Words(
                        english:
                            "no program listens on that port: the service is down, or it listens on another port or address",
                        chinese: "没有程序监听这个端口：服务没有运行，或者它监听另一个端口或地址"),
                Words(english: "a filter refuses with a reset", chinese: "过滤器用复位报文段拒绝"),
                Words(english: "a load balancer has no server behind it", chinese: "负载均衡器后面没有服务器"),
                next: Words(
                    english:
                        "Look on the host with \"ss -ltn\". Compare the reset's time to live with the host's other packets.",
                    chinese: "在主机上用 \"ss -ltn\" 查看。把复位报文段的生存时间与该主机的其他数据包比较。"))
        case .noAnswer(let syns, let over):
            DiagnosisEntry(
                "tcp.no_answer", .fault, cite: .rfc(9293, "3.8.3"), evidence: ["syns": syns, "over_us": over],
                filter: "tcp.flags.syn == 1",
                causes:
                    Words(english: "a filter drops the SYN without a word", chinese: "过滤器不声不响地丢弃 SYN"),
                Words(english: "the host is down, or the address is wrong", chinese: "主机没有运行，或者地址有误"),
                Words(english: "the answer takes another path and is lost there", chinese: "应答走另一条路径，在那里丢失"),
                next: Words(
                    english: "Capture at the server: does the SYN arrive there?", chinese: "在服务器上抓包：SYN 到达那里了吗？"))
        case .synRetried(let again, let took):
            DiagnosisEntry(
                "tcp.syn_retried", .trouble, cite: .rfc(6298, "5"), evidence: ["again": again, "took_us": took],
                filter: "tcp.flags.syn == 1",
                causes:
                    Words(english: "a segment was lost", chinese: "有报文段丢失"),
                Words(
                    english: "the queue of half-open connections, or of those to be accepted, was full",
                    chinese: "半连接队列或全连接队列已满"),
                Words(english: "a filter waits for a second SYN", chinese: "过滤器要等第二个 SYN"),
                Words(
                    english: "an address had to be resolved first (only at the first connection)",
                    chinese: "要先解析地址（只在第一次连接时）"),
                next: Words(
                    english:
                        "Repeat it: is it always slow, or at random? Look at the host with \"nstat -az TcpExtListenDrops\".",
                    chinese: "重复几次：是一直慢，还是随机地慢？在主机上看 \"nstat -az TcpExtListenDrops\"。"))
        case .handshakeUnfinished(let answers, let over):
            DiagnosisEntry(
                "tcp.handshake_unfinished", .fault, cite: .rfc(9293, "3.5"),
                evidence: ["syn_acks": answers, "over_us": over], filter: "tcp.flags.syn == 1",
                causes:
                    Words(
                        english:
                            "the SYN,ACK or the client's acknowledgment is lost: a filter or a translator of addresses sees one direction only",
                        chinese: "SYN,ACK 或客户端的确认丢失：过滤器或地址转换设备只看到一个方向"),
                Words(english: "the source address of the SYN is forged", chinese: "SYN 的源地址是伪造的"),
                Words(english: "the client has gone", chinese: "客户端已经不在"),
                next: Words(
                    english: "Capture at the client: does the SYN,ACK arrive there?",
                    chinese: "在客户端抓包：SYN,ACK 到达那里了吗？"))
        case .handshakeAborted(let after, let wasAsked):
            DiagnosisEntry(
                "tcp.handshake_aborted", .fault, cite: .rfc(9293, "3.5"), evidence: ["after_us": after],
                filter: "tcp.flags.syn == 1 || tcp.flags.reset == 1",
                causes: (wasAsked
                    ? [
                        Words(english: "a scanner that opens half a connection", chinese: "扫描器只打开半个连接"),
                        Words(english: "a client that gave up between SYN and answer", chinese: "客户端在 SYN 与应答之间放弃了"),
                    ]
                    : [
                        Words(
                            english:
                                "the SYN,ACK came from an address that the client had not asked: the answer takes another path than the question",
                            chinese: "SYN,ACK 来自客户端没有问过的地址：应答与询问走的路径不同")
                    ]) + [
                        Words(
                            english: "the source address was forged, and its owner resets",
                            chinese: "源地址是伪造的，它的主人发送复位报文段"),
                        Words(english: "a health check of a load balancer", chinese: "负载均衡器的健康检查"),
                    ],
                next: wasAsked
                    ? Words(
                        english:
                            "Look how soon the reset follows: at once means that the kernel knows no such connection.",
                        chinese: "查看复位报文段多快跟来：立即跟来，说明内核不认识这样的连接。")
                    : Words(
                        english:
                            "Look for a SYN from the same port to another address, and at the routes and translators between the two.",
                        chinese: "找同一端口发往另一地址的 SYN，并查看两者之间的路由和地址转换设备。"))
        case .stalePeer:
            DiagnosisEntry(
                "tcp.stale_peer", .trouble, cite: .rfc(9293, "3.5.1"),
                causes:
                    Words(
                        english: "the client's machine has restarted, or lost the connection, and the server holds it",
                        chinese: "客户端的机器重启过，或丢掉了连接，而服务器还保留着"),
                Words(
                    english: "the server is in TIME-WAIT, and the new number or timestamp is not larger",
                    chinese: "服务器处于 TIME-WAIT，而新的序号或时间戳没有变大"),
                Words(
                    english: "a translator of addresses has given the port to another host",
                    chinese: "地址转换设备把端口给了另一台主机"),
                next: Words(
                    english: "Look whether a SYN a second later succeeds, and at the idle timers of both sides.",
                    chinese: "查看一秒后的 SYN 是否成功，以及双方的空闲计时器。"))
        case .simultaneousOpen:
            DiagnosisEntry(
                "tcp.simultaneous_open", .remark, cite: .rfc(9293, "3.5"),
                filter: "tcp.flags.syn == 1",
                causes:
                    Words(english: "two hosts open a way through translators of addresses", chinese: "两台主机在穿透地址转换设备"),
                Words(english: "a test", chinese: "测试"))
        case .fastOpen(let octets):
            DiagnosisEntry(
                "tcp.fast_open", .remark, cite: .rfc(7413, "3"), evidence: ["octets": octets],
                filter: "tcp.flags.syn == 1 && tcp.flags.ack == 0",
                causes: Words(english: "TCP Fast Open is switched on at the client", chinese: "客户端启用了 TCP Fast Open"),
                next: Words(
                    english:
                        "Look whether the SYN,ACK acknowledges the data. If not, it is sent again, and that is no loss.",
                    chinese: "查看 SYN,ACK 是否确认了数据。如果没有，数据会再次发送，这不算丢失。"))
        case .noWindowScaling:
            DiagnosisEntry(
                "tcp.no_window_scaling", .remark, cite: .rfc(7323, "2.2"),
                filter: "tcp.flags.syn == 1 && tcp.flags.ack == 1",
                causes:
                    Words(english: "window scaling is switched off at the server", chinese: "服务器关闭了窗口扩大"),
                Words(english: "an old stack", chinese: "旧的协议栈"),
                Words(english: "a box answers for the server, and strips options", chinese: "中间设备替服务器应答，并去掉了选项"),
                next: Words(
                    english: "Divide 65,535 octets by the round trip: no transfer is faster.",
                    chinese: "用 65,535 字节除以往返时间：传输不会比这更快。"))
        case .noData:
            DiagnosisEntry(
                "tcp.no_data", .remark, cite: .rfc(9293, "3.6"),
                filter: "tcp.flags.fin == 1",
                causes:
                    Words(english: "a health check", chinese: "健康检查"),
                Words(english: "a browser that connects before it needs to", chinese: "浏览器提前建立连接"),
                Words(english: "a test of the port", chinese: "测试端口"))
        case .portReused:
            DiagnosisEntry(
                "tcp.port_reused", .remark, cite: .rfc(9293, "3.6.1"),
                causes:
                    Words(english: "the client has used all of its ports once", chinese: "客户端的端口都用过一遍了"),
                Words(english: "the client has a fixed port", chinese: "客户端使用固定的端口"),
                next: Words(
                    english: "Nothing is to be done if the new connection opened.", chinese: "如果新连接打开了，就什么都不用做。"))
        }
    }

    /// Words and a span behind them; nothing if the capture does not have the times.
    private static func text(_ words: String, _ span: Int64?) -> String {
        span.map { words + FigureText.span($0) } ?? ""
    }

    /// The same in Chinese, with words before the span and behind it.
    private static func chineseText(_ before: String, _ span: Int64?, _ behind: String = "") -> String {
        span.map { before + FigureText.span($0) + behind } ?? ""
    }

    var english: String {
        switch self {
        case .refused(let port, let after):
            "The server refused the connection to port \(port): it answered the SYN with a reset\(Self.text(" after ", after))."
        case .noAnswer(let syns, let over):
            syns == 1
                ? "The client sent a SYN, and nothing came back."
                : "The client sent \(syns) SYNs\(Self.text(" over ", over)), and nothing came back."
        case .synRetried(let again, let took):
            """
            The connection opened after \(counted(again, "repetition")) of SYN or SYN,ACK\(Self.text(": the opening took ", took)).
            """
        case .handshakeUnfinished(let answers, let over):
            answers == 1
                ? "The server answered the SYN, and the client never acknowledged the answer."
                : """
                The server sent its SYN,ACK \(answers) times\(Self.text(" over ", over)), and the client never acknowledged it.
                """
        case .handshakeAborted(let after, false):
            "The client answered a SYN,ACK with a reset\(Self.text(" after ", after)): it had not asked that address."
        case .handshakeAborted(let after, true):
            "The client reset the connection\(Self.text(" ", after)) after the SYN,ACK, without an octet of data."
        case .stalePeer:
            "The SYN met a connection that the other side still held: it was answered by an acknowledgment of that one."
        case .simultaneousOpen(false): "Both sides sent a SYN before they saw the other's. One connection came of it."
        case .simultaneousOpen(true):
            "The server acknowledged the SYN and sent a SYN of its own in a second segment: a split handshake. One connection came of it."
        case .fastOpen(0): "The SYN carried a cookie (TCP Fast Open), and no data."
        case .fastOpen(let octets): "The SYN carried \(counted(octets, "octet")) of data (TCP Fast Open)."
        case .noWindowScaling:
            "The client offered window scaling, and the server did not answer the offer: no window exceeds 65,535 octets."
        case .noData: "The connection was opened and closed, and no octet passed."
        case .portReused: "An older connection of this capture had the same addresses and ports."
        }
    }

    var chinese: String {
        switch self {
        case .refused(let port, let after):
            "服务器拒绝了到端口 \(port) 的连接：它\(Self.chineseText("在 ", after, " 之后"))用复位报文段回应 SYN。"
        case .noAnswer(let syns, let over):
            syns == 1
                ? "客户端发送了一个 SYN，什么也没有回来。"
                : "客户端\(Self.chineseText("在 ", over, " 内"))发送了 \(syns) 个 SYN，什么也没有回来。"
        case .synRetried(let again, let took):
            """
            SYN 或 SYN,ACK 又发送 \(again) 次之后，连接才打开\(Self.chineseText("：打开用了 ", took))。
            """
        case .handshakeUnfinished(let answers, let over):
            answers == 1
                ? "服务器回应了 SYN，客户端一直没有确认这个回应。"
                : """
                服务器\(Self.chineseText("在 ", over, " 内"))把 SYN,ACK 发送了 \(answers) 次，客户端一直没有确认。
                """
        case .handshakeAborted(let after, false):
            "客户端\(Self.chineseText("在 ", after, " 之后"))用复位报文段回应 SYN,ACK：它没有问过那个地址。"
        case .handshakeAborted(let after, true):
            "SYN,ACK 之后\(Self.chineseText(" ", after))，客户端复位了连接，没有发送一个字节的数据。"
        case .stalePeer:
            "这个 SYN 遇到对方仍然保留的一个连接：得到的回应是那个连接的确认。"
        case .simultaneousOpen(false): "双方都在看到对方的 SYN 之前发送了 SYN。结果是一个连接。"
        case .simultaneousOpen(true):
            "服务器确认了 SYN，并在第二个报文段中发送自己的 SYN：这是分开的握手。结果是一个连接。"
        case .fastOpen(0): "SYN 带有 cookie（TCP Fast Open），没有数据。"
        case .fastOpen(let octets): "SYN 带有 \(octets) 字节数据（TCP Fast Open）。"
        case .noWindowScaling:
            "客户端提出窗口扩大，服务器没有回应：所有窗口都不超过 65,535 字节。"
        case .noData: "连接打开又关闭，一个字节也没有传送。"
        case .portReused: "这个抓包文件中有一个更早的连接，使用同样的地址和端口。"
        }
    }
}

extension EndedConnection {
    /// Whether a SYN of one time, in microseconds, has no answer in a capture that ends at another. If it ends within a second, an answer may
    /// still have been on its way.
    static func isUnanswered(since syn: Int64, until end: Int64) -> Bool { end - syn >= 1_000_000 }
}

extension DiagnosisResult {
    static func opening(_ connection: EndedConnection) -> [DiagnosisResult] {
        let course = connection.course
        let questions = course.syns.filter { !$0.acknowledges }
        let answers = course.syns.filter(\.acknowledges)
        let frames = Evidence(course.syns.map(\.frame))
        var found = DiagnosisList<OpeningDiagnosis>()
        switch connection.opening {
        case .refused:
            guard let reset = course.resets.first, let syn = questions.first else { break }
            found.add(
                .refused(port: connection.server.socket.port, after: course.span(syn.time, reset.time)), .certain,
                blame: .likely(
                    .server,
                    Words(
                        english: "the reset has its address, and a time to live of \(reset.timeToLive)",
                        chinese: "复位报文段使用它的地址，生存时间为 \(reset.timeToLive)")),
                frames: [syn.frame, reset.frame])
        case .unanswered where course.reports.isEmpty:
            guard let first = questions.first, let last = questions.last,
                questions.count > 1 || EndedConnection.isUnanswered(since: last.time, until: connection.captureEnds)
            else { break }
            found.add(
                .noAnswer(syns: questions.count, over: course.span(first.time, last.time)), .certain,
                blame: .unanswered,
                frames: frames)
        case .unfinished:
            guard let first = answers.first, let last = answers.last, answers.count > 1 else { break }
            found.add(
                .handshakeUnfinished(answers: answers.count, over: course.span(first.time, last.time)), .likely,
                blame: questions.contains { $0.frame > first.frame }
                    ? .likely(
                        .path,
                        Words(
                            english: "the client asked again, so it had not got the answer",
                            chinese: "客户端再次询问，可见它没有收到应答"))
                    : .unknown(
                        Words(english: "nothing of the client came after the SYN,ACK", chinese: "SYN,ACK 之后，客户端什么也没有发来")
                    ),
                frames: frames)
        case .aborted:
            guard let reset = course.resets.first, let answer = answers.first else { break }
            found.add(
                .handshakeAborted(after: course.span(answer.time, reset.time), wasAsked: !questions.isEmpty), .likely,
                blame: questions.isEmpty
                    ? .unknown(
                        Words(
                            english: "the client's SYN to that address is not in the capture",
                            chinese: "客户端发往该地址的 SYN 不在抓包文件中"))
                    : .likely(
                        .client,
                        Words(english: "it asked, was answered, and sent the reset", chinese: "它询问，得到应答，又发送了复位报文段")),
                frames: Evidence(course.syns.map(\.frame) + [reset.frame]))
        case .simultaneous:
            found.add(.simultaneousOpen(isSplit: course.isSplit), .certain, blame: .nobody, frames: frames)
        case .handshake:
            let again = course.syns.count - 2
            if again > 0, let first = questions.first, let third = course.thirdTime {
                found.add(
                    .synRetried(again: again, took: course.span(first.time, third)), .certain,
                    blame: .unknown(
                        Words(
                            english: "a segment that is lost and one that is dropped by a full queue look the same",
                            chinese: "报文段丢失，与队列已满而丢弃，看上去一样")),
                    frames: frames)
            }
            if connection.client.hasWindowScale, !connection.server.hasWindowScale, let answer = answers.first {
                found.add(
                    .noWindowScaling, .certain,
                    blame: .likely(
                        .server,
                        Words(
                            english: "the SYN,ACK in its name does not have the option",
                            chinese: "以它的名义发送的 SYN,ACK 没有这个选项")), frames: [answer.frame])
            }
            if connection.client.octets + connection.server.octets == 0, connection.closing == .fin {
                found.add(.noData, .certain, blame: .nobody, frames: Evidence(connection.closingFrames))
            }
        case .midstream, .unclear, .unanswered: break
        }
        if course.isStale {
            found.add(
                .stalePeer, .likely,
                blame: .unknown(Words(english: "each side is right by what it knows", chinese: "按各自所知，双方都没有错")),
                frames: frames + course.staleACKs)
        }
        if let octets = course.fastOpen, let syn = questions.first {
            found.add(.fastOpen(octets: octets), .certain, blame: .nobody, frames: [syn.frame])
        }
        if course.reusesPorts { found.add(.portReused, .certain, blame: .nobody, frames: [course.firstFrame]) }
        return found.all
    }
}
