import Render
import Trace

/// What may be wrong with several connections of a capture together; or that nothing is wrong.
enum FileDiagnosis: Diagnosis {
    /// The source tried many ports of the host, in `connections` connections without data.
    case portScan(source: NetworkAddress, host: NetworkAddress, connections: Int)
    /// `syns` SYNs came for this socket, and their handshakes were never completed.
    case synFlood(NetworkSocket, syns: Int)
    /// The server at this socket did not take up `connections` connections, while it served `served` others.
    case acceptQueueFull(NetworkSocket, connections: Int, served: Int)
    /// Nothing is wrong with the connections. `sentAgain` of their `dataSegments` data segments were sent again.
    ///
    /// `slowest` is the connection that took the longest, and where its time went; nil without times.
    case healthy(
        connections: Int, octets: Int, sentAgain: Int, dataSegments: Int,
        slowest: (connection: Int, times: ConnectionTimes)?)

    /// A display filter for SYNs that ask.
    private static let syns = "tcp.flags.syn == 1 && tcp.flags.ack == 0"

    var entry: DiagnosisEntry {
        switch self {
        case .portScan(let source, let host, let connections):
            DiagnosisEntry(
                "tcp.port_scan", .trouble, cite: .rfc(9293, "3.5"), evidence: ["connections": connections],
                filter: "\(Self.syns) && \(source.filter("src")) && \(host.filter("dst"))",
                causes:
                    Words(english: "a scanner: inventory, monitoring or attack", chinese: "扫描器：清点、监测或攻击"),
                Words(english: "an application that looks for a free port", chinese: "应用程序在找空闲的端口"),
                Words(english: "a client with a wrong list", chinese: "客户端的列表有误"),
                next: Words(english: "Look whose address it is, and which ports answered.", chinese: "查看地址是谁的，哪些端口应答了。")
            )
        case .synFlood(let socket, let syns):
            DiagnosisEntry(
                "tcp.syn_flood", .trouble, cite: .rfc(4987), evidence: ["syns": syns],
                filter: "\(Self.syns) && \(socket.address.filter("dst")) && tcp.dstport == \(socket.port)",
                causes:
                    Words(english: "an attack with forged addresses", chinese: "用伪造地址发起的攻击"),
                Words(english: "a filter drops all answers of a host", chinese: "过滤器丢弃一台主机的所有应答"),
                Words(english: "a test of load begins", chinese: "压力测试开始"),
                next: Words(
                    english: "Look whether the sources exist, and at \"nstat -az TcpExtSyncookiesSent\".",
                    chinese: "查看来源是否存在，并看 \"nstat -az TcpExtSyncookiesSent\"。"))
        case .acceptQueueFull(_, let connections, let served):
            DiagnosisEntry(
                "tcp.accept_queue_full", .fault, cite: .rfc(4987, "2"),
                evidence: ["connections": connections, "served": served],
                causes:
                    Words(
                        english:
                            "the process does not accept: it is stuck, has too few threads, or no descriptors left",
                        chinese: "进程不接受连接：它卡住了，线程太少，或者描述符用完了"),
                Words(english: "the backlog of listen is small", chinese: "listen 的队列上限太小"),
                next: Words(
                    english:
                        "Look on the host with \"ss -ltn\" (Recv-Q reaches Send-Q) and \"nstat -az TcpExtListenOverflows\".",
                    chinese: "在主机上用 \"ss -ltn\" 查看（Recv-Q 达到 Send-Q），再看 \"nstat -az TcpExtListenOverflows\"。"))
        case .healthy(let connections, let octets, let again, let segments, _):
            DiagnosisEntry(
                "healthy", .remark, cite: .rfc(9293),
                evidence: [
                    "connections": connections, "octets": octets, "sent_again": again, "data_segments": segments,
                ])
        }
    }

    var english: String {
        switch self {
        case .portScan(let source, let host, let connections):
            "\(source) tried many ports of \(host): \(counted(connections, "connection")) without an octet of data."
        case .synFlood(let socket, let syns):
            "\(counted(syns, "SYN")) came for \(socket), and their handshakes were never completed."
        case .acceptQueueFull(let socket, let connections, let served):
            """
            \(socket) did not take up \(counted(connections, "connection")) whose handshakes were complete for the client, while \
            it served \(counted(served, "other")): its queue of connections to accept was full.
            """
        case .healthy(0, _, _, _, _): "There is no connection of TCP to judge."
        case .healthy(let connections, let octets, let again, let segments, let slowest):
            """
            \(StoryHeading.healthy.english): \(counted(connections, "connection")), \(counted(octets, "octet")) of data, \
            \(again) of \(counted(segments, "data segment")) sent again (\(FigureText.share(again, of: segments)))\
            .\(slowest.map { Self.text($0.connection, $0.times, isOnly: connections == 1) } ?? "")
            """
        }
    }

    var chinese: String {
        switch self {
        case .portScan(let source, let host, let connections):
            "\(source) 试探了 \(host) 的许多端口：\(connections) 个连接，没有一个字节的数据。"
        case .synFlood(let socket, let syns):
            "\(syns) 个 SYN 发往 \(socket)，它们的握手一直没有完成。"
        case .acceptQueueFull(let socket, let connections, let served):
            """
            \(socket) 没有接下 \(connections) 个连接，对客户端来说它们的握手已经完成，而它同时服务了 \(served) 个别的连接：\
            它的全连接队列已满。
            """
        case .healthy(0, _, _, _, _): "没有可以判断的 TCP 连接。"
        case .healthy(let connections, let octets, let again, let segments, let slowest):
            """
            \(StoryHeading.healthy.chinese)：\(connections) 个连接，\(octets) 字节数据，\(segments) 个数据报文段中有 \
            \(again) 个再次发送（\(FigureText.share(again, of: segments))）。\
            \(slowest.map { Self.chineseText($0.connection, $0.times, isOnly: connections == 1) } ?? "")
            """
        }
    }
}

extension FileDiagnosis {
    /// What follows ``StoryHeading/healthy`` in the sentence that nothing is wrong: the figures.
    static func afterHeading(_ words: Words) -> Words {
        Words(
            english: Text.replacing("\(StoryHeading.healthy.english): ", with: "", in: words.english),
            chinese: Text.replacing("\(StoryHeading.healthy.chinese)：", with: "", in: words.chinese))
    }

    /// Where the time of a connection went, in a sentence. A part that took no time, or whose time is not known, is left out.
    private static func text(_ connection: Int, _ times: ConnectionTimes, isOnly: Bool) -> String {
        func part(_ words: String, _ span: Int64?, _ more: String = "") -> String? {
            span.flatMap { $0 > 0 ? "\(words) \(FigureText.span($0))\(more)" : nil }
        }
        let trip = part("a round trip takes", times.roundTrip)
        let turn = " to speak when it was its turn\(trip == nil ? ", the way there and back included" : "")"
        let server = part("the server took", times.server, turn)
        let client = server == nil ? part("the client took", times.client, turn) : part(", the client", times.client)
        let waits = server.map { $0 + (client ?? "") } ?? client
        let parts = [
            trip, waits, part("the data itself took", times.transfer),
            part("neither side had to speak for", times.idle),
        ].compactMap(\.self)
        let what = isOnly ? "It" : "The longest, connection \(connection),"
        let whole = " \(what) took \(FigureText.span(times.whole))"
        return parts.isEmpty ? whole + "." : "\(whole): \(parts.joined(separator: "; "))."
    }

    /// The same in Chinese.
    private static func chineseText(_ connection: Int, _ times: ConnectionTimes, isOnly: Bool) -> String {
        func part(_ words: String, _ span: Int64?, _ more: String = "") -> String? {
            span.flatMap { $0 > 0 ? "\(words) \(FigureText.span($0))\(more)" : nil }
        }
        let trip = part("一次往返", times.roundTrip)
        let turn = "才说话\(trip == nil ? "，包括来回的路程" : "")"
        let server = part("轮到服务器时，它用了", times.server, " \(turn)")
        let client =
            server == nil ? part("轮到客户端时，它用了", times.client, " \(turn)") : part("，客户端用了", times.client)
        let waits = server.map { $0 + (client ?? "") } ?? client
        let parts = [
            trip, waits, part("数据本身用了", times.transfer), part("双方都不必说话的时间是", times.idle),
        ].compactMap(\.self)
        let whole = "\(isOnly ? "它" : "时间最长的是连接 \(connection)，")用了 \(FigureText.span(times.whole))"
        return parts.isEmpty ? whole + "。" : "\(whole)：\(parts.joined(separator: "；"))。"
    }
}

extension NetworkAddress {
    /// A display filter of Wireshark for packets with this address as their "src" or "dst".
    fileprivate func filter(_ end: String) -> String { "\(isVersion6 ? "ipv6" : "ip").\(end) == \(self)" }
}

extension FileFacts {
    /// The findings about the file as a whole: what limits the information in it.
    package var findings: [DiagnosisResult] {
        var found = DiagnosisList<CaptureDiagnosis>()
        func add(_ diagnosis: CaptureDiagnosis, _ frames: Evidence = Evidence()) {
            found.add(diagnosis, .certain, blame: .capture, frames: frames)
        }
        if let stop, case .truncated = stop.rule {
            add(.truncatedFile(offset: stop.offset, frame: framesBeforeStop))
        } else if let error = stop ?? skipped.first {
            add(.malformed(offset: stop?.offset, why: error.description, skipped: skipped.count))
        }
        if segments == 0 {
            let most = asides.all.max { ($0.count, $1.first) < ($1.count, $0.first) }
            add(.nothing(frames: frames, most: most))
        }
        found.add(backwards, .certain, blame: .capture) { .timeBackwards($0) }
        if timeless.count > 0 || frames > 1 && isAllZero {
            add(.noTimes(max(timeless.count, isAllZero ? frames : 0)), timeless)
        }
        found.add(
            fragments, .certain,
            blame: .likely(
                .path,
                Words(
                    english: "a sender keeps its segments within the MTU of its own link",
                    chinese: "发送方使报文段不超过自己链路的 MTU"))
        ) { .fragments($0) }
        return found.all
    }
}

extension ConnectionFigures {
    /// The finding that nothing is wrong, with the figures of the connections.
    package var healthy: DiagnosisResult {
        let diagnosis = FileDiagnosis.healthy(
            connections: connections, octets: octets, sentAgain: dataSentAgain, dataSegments: dataSegments,
            slowest: slowest)
        return DiagnosisResult(diagnosis, .certain, blame: .nobody, frames: [])
    }
}
