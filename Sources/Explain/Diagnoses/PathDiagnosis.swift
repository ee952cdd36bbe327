import Trace

/// What may be wrong with the path between two hosts.
enum PathDiagnosis: Diagnosis {
    /// The router announces an MTU of `mtu` octets.
    case fragmentationNeeded(router: NetworkAddress, mtu: Int)
    case unreachable(router: NetworkAddress, type: UInt8, code: UInt8)
    case ttlExceeded(router: NetworkAddress)
    /// Segments of this side with `size` octets of data vanish. A timer sent such segments again `again` times.
    ///
    /// `isHello` says whether the first of them begins a ClientHello.
    case mtuBlackHole(DiagnosisResult.Whose, size: Int, again: Int, isHello: Bool)
    /// Segments of this side with `size` octets vanished, a timer sent them again `again` times, and parts of `to` octets arrived.
    case mtuBlackHoleLeft(DiagnosisResult.Whose, size: Int, again: Int, to: Int)
    /// `missing` octets of this side never reach the receiver, and behind them only segments of at most `largest` octets arrive.
    case mtuBlackHoleBehind(DiagnosisResult.Whose, missing: Int, largest: Int)
    /// The least, the median and the longest of `samples` round trips, in microseconds.
    case queueing(samples: Int, least: Int64, median: Int64, most: Int64)

    var entry: DiagnosisEntry {
        func blackHole(
            _ evidence: DiagnosisEntry.Figures, _ severity: DiagnosisResult.Severity = .fault
        ) -> DiagnosisEntry {
            DiagnosisEntry(
                "path.mtu_black_hole", severity, cite: .rfc(2923, "2.1"), evidence: evidence,
                alike: "tcp.analysis.retransmission && tcp.len > 1200",
                causes:
                    Words(
                        english: "a tunnel has a smaller MTU, and a filter drops the ICMP messages that say so",
                        chinese: "隧道的 MTU 较小，而过滤器丢弃了说明这一点的 ICMP 消息"),
                Words(english: "no router lowers the MSS of the SYNs", chinese: "没有路由器降低 SYN 中的 MSS"),
                Words(english: "jumbo frames on a part of the path", chinese: "路径的一部分使用巨型帧"),
                next: Words(
                    english: """
                        Send "ping -M do -s 1472", then smaller, until it passes. Let ICMP pass, lower the MSS, or set \
                        net.ipv4.tcp_mtu_probing=1.
                        """,
                    chinese: """
                        发送 "ping -M do -s 1472"，再逐步减小，直到能通过。让 ICMP 通过，降低 MSS，或者设置 \
                        net.ipv4.tcp_mtu_probing=1。
                        """))
        }
        return switch self {
        case .fragmentationNeeded(_, let mtu):
            DiagnosisEntry(
                "path.fragmentation_needed", .remark, cite: .rfc(1191, "4"), evidence: ["mtu": mtu],
                filter: "icmp.type == 3 && icmp.code == 4 || icmpv6.type == 2",
                causes:
                    Words(
                        english: "a link of the path has a smaller MTU, and the router says so as it should",
                        chinese: "路径上有一条链路的 MTU 较小，路由器照规矩作了说明"),
                next: Words(
                    english: "Look whether the sender goes on with smaller segments within a second: then all is well.",
                    chinese: "查看发送方是否在一秒之内改用较小的报文段：如果是，就一切正常。"))
        case .unreachable(_, let type, let code):
            DiagnosisEntry(
                "path.unreachable", .fault, cite: .rfc(1122, "3.2.2.1"), evidence: ["type": type, "code": code],
                filter: "icmp.type == 3 && icmp.code != 4 || icmpv6.type == 1",
                causes:
                    Words(
                        english: "no route leads there, or the last router finds no such neighbour",
                        chinese: "没有通往那里的路由，或者最后一台路由器找不到这个邻居"),
                Words(english: "a filter refuses the packets", chinese: "过滤器拒绝了数据包"),
                next: Words(
                    english: "Look at the router that reports it: which route or rule is it?",
                    chinese: "查看作出报告的路由器：是哪条路由或规则？"))
        case .ttlExceeded:
            DiagnosisEntry(
                "path.ttl_exceeded", .fault, cite: .rfc(792), filter: "icmp.type == 11 || icmpv6.type == 3",
                causes:
                    Words(english: "two routers send packets to each other", chinese: "两台路由器互相转发数据包"),
                Words(english: "the time to live is set too low", chinese: "生存时间设得太小"),
                Words(english: "a traceroute by TCP", chinese: "用 TCP 做的 traceroute"),
                next: Words(
                    english: "Run traceroute, and look for two routers in turns.",
                    chinese: "运行 traceroute，看是否有两台路由器交替出现。"))
        case .mtuBlackHole(_, let size, let again, _): blackHole(["size": size, "again": again])
        case .mtuBlackHoleLeft(_, let size, let again, let to):
            blackHole(["size": size, "again": again, "cut_to": to], .trouble)
        case .mtuBlackHoleBehind(_, let missing, let largest): blackHole(["missing": missing, "largest": largest])
        case .queueing(let samples, let least, let median, let most):
            DiagnosisEntry(
                "path.queueing", .trouble, cite: .rfc(7567),
                evidence: ["samples": samples, "least_us": least, "median_us": median, "most_us": most],
                causes:
                    Words(
                        english: "the sender fills a large buffer before the slowest line",
                        chinese: "发送方填满了最慢线路之前的大缓冲区"),
                Words(english: "Wi-Fi or a mobile network", chinese: "Wi-Fi 或移动网络"),
                Words(english: "a shaper", chinese: "流量整形器"),
                next: Words(
                    english: "Look whether ping grows while the transfer runs. Use fq_codel or CAKE at the slow line.",
                    chinese: "查看传输期间 ping 的时间是否增加。在慢的线路上使用 fq_codel 或 CAKE。"))
        }
    }

    var english: String {
        switch self {
        case .fragmentationNeeded(let router, let mtu):
            "The router \(router) announces an MTU of \(counted(mtu, "octet")): a packet was too large for the next link."
        case .unreachable(let router, let type, let code):
            "\(router) reports that the destination cannot be reached (ICMP type \(type), code \(code))."
        case .ttlExceeded(let router): "\(router) reports that a packet of the connection ran out of its time to live."
        case .mtuBlackHole(let side, let size, let again, let isHello):
            """
            Segments of \(side.noun) with \(size) octets vanish: a timer sent them again \(counted(again, "time")), and none of that \
            size was ever acknowledged, while smaller ones were.\(isHello ? " The large ClientHello is not refused: its first packet does not arrive." : "")
            """
        case .mtuBlackHoleLeft(let side, let size, let again, let to):
            """
            Segments of \(side.noun) with \(size) octets vanished: a timer sent them again \(counted(again, "time")). Then \(side.noun) \
            sent the same octets in parts of \(to), and these arrived.
            """
        case .mtuBlackHoleBehind(let side, let missing, let largest):
            """
            \(missing) octets of \(side.noun) never arrive, and behind them come only segments of at most \(largest) octets: \
            large packets seem to vanish before the point of capture.
            """
        case .queueing(_, let least, let median, let most):
            """
            The round trip grows under load: \(FigureText.span(least)) at the least, \(FigureText.span(median)) in the middle, \
            \(FigureText.span(most)) at the most.
            """
        }
    }

    var chinese: String {
        switch self {
        case .fragmentationNeeded(let router, let mtu):
            "路由器 \(router) 通告的 MTU 为 \(mtu) 字节：有一个数据包对下一条链路来说太大。"
        case .unreachable(let router, let type, let code):
            "\(router) 报告无法到达目的地（ICMP 类型 \(type)，代码 \(code)）。"
        case .ttlExceeded(let router): "\(router) 报告，这个连接的一个数据包的生存时间用完了。"
        case .mtuBlackHole(let side, let size, let again, let isHello):
            """
            \(side.chineseName)的 \(size) 字节的报文段消失了：计时器使它们再次发送 \(again) 次，这样大的一个也没有得到确认，\
            较小的却得到了。\(isHello ? "这个大的 ClientHello 并没有遭到拒绝：它的第一个数据包没有到达。" : "")
            """
        case .mtuBlackHoleLeft(let side, let size, let again, let to):
            """
            \(side.chineseName)的 \(size) 字节的报文段消失了：计时器使它们再次发送 \(again) 次。然后\(side.chineseName)\
            把同样的字节分成每份 \(to) 字节发送，它们到达了。
            """
        case .mtuBlackHoleBehind(let side, let missing, let largest):
            """
            \(side.chineseName)有 \(missing) 字节一直没有到达，在它们后面只来了最多 \(largest) 字节的报文段：\
            大的数据包看来在抓包点之前就消失了。
            """
        case .queueing(_, let least, let median, let most):
            """
            往返时间随负载增加：最短 \(FigureText.span(least))，中间值 \(FigureText.span(median))，最长 \
            \(FigureText.span(most))。
            """
        }
    }
}

extension DiagnosisResult {
    static func path(_ connection: EndedConnection) -> [DiagnosisResult] {
        var found = DiagnosisList<PathDiagnosis>()
        for (frame, report) in connection.course.reports {
            let diagnosis: PathDiagnosis =
                switch report.kind {
                case .tooBig(let mtu): .fragmentationNeeded(router: report.router, mtu: mtu)
                case .unreachable: .unreachable(router: report.router, type: report.type, code: report.code)
                case .timeExceeded: .ttlExceeded(router: report.router)
                }
            found.add(diagnosis, .certain, blame: blame(of: report, in: connection), frames: [frame])
        }
        connection.eachDirection { sender, sent, peer in
            blackHole(connection, of: sender, sent: sent, peer: peer, into: &found)
            let trips = sent.roundTrips
            // Elsewhere the time from data to its acknowledgment is no round trip.
            if connection.vantage?.rawValue == sender.rawValue, trips.count >= 20, let median = trips.median,
                trips.most >= 200_000, trips.most >= 10 * trips.least, median >= 4 * trips.least
            {
                found.add(
                    .queueing(samples: trips.count, least: trips.least, median: median, most: trips.most), .likely,
                    blame: .likely(
                        .path,
                        Words(
                            english: "the shortest round trip shows how near the other side is",
                            chinese: "最短的往返说明对方有多近")),
                    frames: [trips.mostFrame])
            }
        }
        return found.all
    }

    /// Whose fault a router reports. ICMP can be forged, and a report does not say all.
    private static func blame(of report: SeenReport, in connection: EndedConnection) -> Blame {
        let sender = report.source == connection.client.socket ? Whose.client : .server
        let isOwn = report.router == report.destination.address
        switch (report.kind, report.type, report.code) {
        case (.tooBig, _, _):
            return .likely(.path, Words(english: "\(report.router) reports it", chinese: "这是 \(report.router) 报告的"))
        case (.timeExceeded, _, _):
            // Hosts begin with 64, 128 or 255. A traceroute counts up from 1.
            let sent = sender == .client ? connection.client : connection.server
            guard let least = sent.timeToLive?.lowerBound, least < 32 else {
                return .likely(
                    .path,
                    Words(
                        english: "\(report.router) reports it, and the sender had given the packets enough",
                        chinese: "这是 \(report.router) 报告的，而发送方给数据包的生存时间足够"))
            }
            return .likely(
                sender, Words(english: "its packets have a time to live of \(least)", chinese: "它的数据包的生存时间为 \(least)"))
        case (.unreachable, _, _) where isOwn:
            return .likely(
                sender == .client ? .server : .client, Words(english: "it reports that itself", chinese: "这是它自己报告的"))
        case (.unreachable, 3, 1), (.unreachable, 1, 3):
            return .unknown(
                Words(
                    english: "\(report.router) does not find the host: it is down, or the link to it is",
                    chinese: "\(report.router) 找不到主机：主机或通往它的链路没有工作"))
        case (.unreachable, _, _):
            return .likely(
                .path,
                Words(
                    english: "\(report.router), a host between the two, reports it",
                    chinese: "这是 \(report.router) 报告的，它是两者之间的主机"))
        }
    }

    /// Adds a finding if large packets of a side vanish and small ones pass.
    private static func blackHole(
        _ connection: EndedConnection, of sender: Whose, sent: Direction, peer: Direction,
        into found: inout DiagnosisList<PathDiagnosis>
    ) {
        guard connection.isOpened else { return }
        if let cut = sent.cut, sent.unacknowledged >= cut.end {
            return found.add(
                .mtuBlackHoleLeft(sender, size: cut.size, again: sent.largeAgain.count, to: cut.to), .likely,
                blame: .likely(
                    .path, Words(english: "the same octets arrived in smaller segments", chinese: "同样的字节用较小的报文段送到了")),
                frames: sent.largeAgain + [cut.frame])
        }
        let unacknowledged = sent.record(at: sent.unacknowledged).map { sent.sent[$0] }
        // A SYN that was acknowledged is a small segment that has arrived.
        let hasSmallArrived = sent.hasSYN || sent.unacknowledged > 0 || !sent.reported.isEmpty
        // If a small segment is not answered either, and nothing has come from the other side since, not only large packets vanish.
        let isHeard =
            sent.largeFirstSent.map { (peer.lastTime ?? .min) - $0 >= connection.course.roundTrip ?? 0 } ?? false
        let isSmallLost = sent.sent.contains {
            $0.range.lowerBound >= sent.unacknowledged && $0.range.count < Direction.largeSize
                && sent.reported.known(in: $0.range) == 0
        }
        if sent.largeAgain.count >= 2, let first = unacknowledged, first.range.count >= Direction.largeSize,
            first.range.count > sent.largestArrived, hasSmallArrived, isHeard || !isSmallLost
        {
            let isHello = sender == .client && first.range.lowerBound == 0 && first.head >> 56 == 0x16
            return found.add(
                .mtuBlackHole(sender, size: first.range.count, again: sent.largeAgain.count, isHello: isHello),
                .likely,
                blame: .likely(
                    .path, Words(english: "small segments pass, and large ones do not", chinese: "小的报文段能通过，大的不能")),
                frames: [first.frame] + sent.largeAgain)
        }
        // In a capture at the receiver, the gap is never filled.
        let most = peer.synOptions?.maximumSegmentSize.map(Int.init) ?? Direction.largeSize
        guard let gap = sent.gaps.frames.first, unacknowledged == nil, sent.largestSegment * 10 < most * 9,
            let next = sent.sent.first(where: { $0.range.lowerBound >= sent.unacknowledged }),
            next.range.lowerBound - sent.unacknowledged >= Direction.largeSize,
            connection.course.last - next.first >= 1_000_000
        else { return }
        let missing = next.range.lowerBound - sent.unacknowledged
        found.add(
            .mtuBlackHoleBehind(sender, missing: missing, largest: sent.largestSegment), .possible,
            blame: .possible(
                .path,
                Words(english: "small segments come behind the gap, and no large one", chinese: "空缺之后只来了小的报文段，没有大的")),
            frames: [gap])
    }
}
