import Trace

/// What limits what a capture can tell.
enum CaptureDiagnosis: Diagnosis {
    /// The file ends within a packet or block. Reading stopped at `offset`, and `frame` is the last whole frame.
    case truncatedFile(offset: Int, frame: Int)
    /// A block or record contradicts itself. Reading stopped at `offset`; if that is nil, `skipped` blocks were stepped over.
    case malformed(offset: Int?, why: String, skipped: Int)
    /// None of the `frames` frames carries TCP. Most of them were set aside as `most`.
    case nothing(frames: Int, most: SetAsideTally.Entry?)
    /// The capture has only the beginning of `frames` packets.
    case snapLength(frames: Int)
    /// The receivers acknowledged `octets` octets that the capture does not have.
    case missingSegments(octets: Int)
    case oneDirection(DiagnosisResult.Whose)
    case midstream
    case endsEarly
    case duplicateFrames(Int)
    /// `segments` checksums of this side are left to its network card. The side is nil if both sides do so.
    case checksumOffload(DiagnosisResult.Whose?, segments: Int)
    /// `segments` segments of this side have a wrong checksum and were acknowledged all the same. The side is nil if both sides have such.
    case checksumWrong(DiagnosisResult.Whose?, segments: Int)
    case undecided(Undecided)
    /// The largest segment of this side has `largest` octets of data, and the other side's MSS allows `most`.
    case segmentationOffload(DiagnosisResult.Whose, largest: Int, most: Int)
    case timeBackwards(Int)
    case noTimes(Int)
    case fragments(Int)

    var entry: DiagnosisEntry {
        switch self {
        case .truncatedFile(let offset, let frame):
            DiagnosisEntry(
                "capture.truncated_file", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "3.1"),
                evidence: ["offset": offset, "frame": frame],
                causes:
                    Words(
                        english: "the capture was still written, or was copied meanwhile",
                        chinese: "抓包文件当时还在写，或者正在复制"),
                Words(english: "the disk was full", chinese: "磁盘已满"),
                next: Words(
                    english: "Compare sizes. Capture with \"tcpdump -U\".", chinese: "比较大小。用 \"tcpdump -U\" 抓包。"))
        case .malformed(let offset, _, let skipped):
            DiagnosisEntry(
                "capture.malformed", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "3.1"),
                evidence: ["offset": offset, "skipped": skipped],
                causes:
                    Words(english: "two files were glued together", chinese: "两个文件接在了一起"),
                Words(english: "a transfer changed line ends", chinese: "传输时改动了行尾"),
                Words(english: "the disk is damaged", chinese: "磁盘损坏"),
                Words(english: "the file was made to do harm", chinese: "文件是恶意制作的"),
                next: Words(
                    english: "Repair the file with \"pcapfix\", or trust what stands before the damage.",
                    chinese: "用 \"pcapfix\" 修复文件，或者只相信损坏处之前的内容。"))
        case .nothing(let frames, let most):
            DiagnosisEntry(
                "capture.nothing", .caution, cite: .rfc(9293, "3.1"), evidence: ["frames": frames], filter: "!tcp",
                causes:
                    Words(
                        english: "the capture filter named another interface, host or VLAN",
                        chinese: "抓包过滤条件写的是别的接口、主机或 VLAN"),
                Words(
                    english: "TCP is inside a tunnel that is encrypted or not read here",
                    chinese: "TCP 在加密的隧道里，或在这里不读取的隧道里"),
                Words(english: "the browser has moved to QUIC, which is UDP", chinese: "浏览器改用了 QUIC，那是 UDP"),
                Words(english: "an unknown link type", chinese: "未知的链路类型"),
                next: most?.foreign?.advice.map { Words(english: "\($0.english).", chinese: "\($0.chinese)。") }
                    ?? Words(
                        english: "Read what was set aside. Capture with \"tcpdump -i any\".",
                        chinese: "看看搁置了什么。用 \"tcpdump -i any\" 抓包。"))
        case .snapLength(let frames):
            DiagnosisEntry(
                "capture.snap_length", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "4.2"),
                evidence: ["frames": frames], filter: "frame.cap_len < frame.len",
                causes:
                    Words(english: "the capture was taken with a small snap length", chinese: "抓包时限定的长度太小"),
                Words(english: "a filter for privacy", chinese: "为隐私而过滤"),
                next: Words(english: "Capture again with \"tcpdump -s 0\".", chinese: "用 \"tcpdump -s 0\" 再抓一次。"))
        case .missingSegments(let octets):
            DiagnosisEntry(
                "capture.missing_segments", .caution, cite: .rfc(9293, "3.4"), evidence: ["octets": octets],
                alike: "tcp.analysis.ack_lost_segment || tcp.analysis.lost_segment",
                causes:
                    Words(english: "the capturing machine dropped packets", chinese: "抓包的机器丢弃了数据包"),
                Words(english: "a mirror port carries less than it should", chinese: "镜像端口转发得不够"),
                Words(english: "a part took another link", chinese: "一部分走了另一条链路"),
                next: Words(
                    english: "Capture at the host, with a larger buffer (\"tcpdump -B\").",
                    chinese: "在主机上抓包，用更大的缓冲区（\"tcpdump -B\"）。"))
        case .oneDirection:
            DiagnosisEntry(
                "capture.one_direction", .caution, cite: .rfc(9293, "3.4"),
                alike: "tcp.analysis.ack_lost_segment",
                causes:
                    Words(english: "the other direction takes another path", chinese: "另一个方向走另一条路径"),
                Words(english: "a mirror port copies one direction", chinese: "镜像端口只复制一个方向"),
                Words(english: "a capture filter", chinese: "抓包过滤条件"),
                next: Words(english: "Capture at an end host.", chinese: "在一端的主机上抓包。"))
        case .midstream:
            DiagnosisEntry(
                "capture.midstream", .caution, cite: .rfc(7323, "2.2"),
                causes:
                    Words(english: "the capture began later", chinese: "抓包开始得较晚"),
                Words(english: "a ring buffer has overwritten the beginning", chinese: "环形缓冲区覆盖了开头"),
                next: Words(
                    english: "Capture from the start: window scale and MSS are unknown without the SYNs.",
                    chinese: "从头开始抓包：没有 SYN，就不知道窗口扩大因子和 MSS。"))
        case .endsEarly:
            DiagnosisEntry(
                "capture.ends_early", .remark, cite: .rfc(9293, "3.3.2"),
                causes:
                    Words(english: "the capture was stopped first", chinese: "抓包先停止了"),
                Words(english: "the connection is kept for later", chinese: "连接留着以后用"))
        case .duplicateFrames(let count):
            DiagnosisEntry(
                "capture.duplicate_frames", .caution, cite: .rfc(6864), evidence: ["count": count],
                alike: "tcp.analysis.retransmission || tcp.analysis.duplicate_ack",
                causes:
                    Words(
                        english: "a mirror port copies what comes in and what goes out",
                        chinese: "镜像端口把进来的和出去的都复制了"),
                Words(english: "a capture on all interfaces of a router or bridge", chinese: "在路由器或网桥的所有接口上抓包"),
                next: Words(
                    english: "Mirror one direction, or remove the copies with \"editcap -d\".",
                    chinese: "只镜像一个方向，或用 \"editcap -d\" 去掉重复的。"))
        case .checksumOffload(_, let segments):
            DiagnosisEntry(
                "capture.checksum_offload", .remark, cite: .rfc(9293, "3.1"), evidence: ["segments": segments],
                alike: "tcp.checksum.status == 0",
                causes:
                    Words(
                        english: "the network card computes the checksum after the capture",
                        chinese: "网卡在抓包之后才计算校验和"))
        case .checksumWrong(_, let segments):
            DiagnosisEntry(
                "capture.checksum_offload", .remark, cite: .rfc(9293, "3.1"), evidence: ["segments": segments],
                causes:
                    Words(
                        english: "the capture was edited, or its addresses were replaced, and the checksums were left",
                        chinese: "抓包文件经过编辑，或替换过地址，而校验和没有改"),
                Words(
                    english: "a network card computes them, or has put several packets together",
                    chinese: "网卡负责计算，或者把几个数据包合在了一起"))
        case .undecided:
            DiagnosisEntry(
                "capture.undecided", .caution, cite: .rfc(9293, "3.3.2"),
                causes:
                    Words(english: "the capture was stopped first, or began later", chinese: "抓包先停止了，或者开始得较晚"),
                Words(english: "the capture does not have all packets", chinese: "抓包文件中数据包不全"),
                Words(english: "a side gave up, or waited for something else", chinese: "一方放弃了，或者在等别的事"),
                next: Words(
                    english: "Capture again, from the first packet to the end, at the side that waits.",
                    chinese: "在等待的一方再抓一次，从第一个数据包抓到结尾。"))
        case .segmentationOffload(_, let largest, let most):
            DiagnosisEntry(
                "capture.segmentation_offload", .remark, cite: .rfc(9293, "3.7.1"),
                evidence: ["largest": largest, "mss": most], filter: "tcp.len > \(most)",
                causes:
                    Words(
                        english: "the network card cuts segments, or puts them together",
                        chinese: "网卡分割报文段，或把它们合在一起"),
                next: Words(
                    english:
                        "Switch it off (\"ethtool -K DEVICE gso off tso off gro off\") where exact packets matter.",
                    chinese: "需要准确的数据包时，关闭它（\"ethtool -K DEVICE gso off tso off gro off\"）。"))
        case .timeBackwards(let count):
            DiagnosisEntry(
                "capture.time_backwards", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "4.3"),
                evidence: ["count": count], alike: "frame.time_delta < 0",
                causes:
                    Words(english: "the clock was set", chinese: "时钟调整过"),
                Words(english: "files were put one behind the other", chinese: "几个文件首尾相接"),
                next: Words(
                    english: "Put the frames in order with \"reordercap\".", chinese: "用 \"reordercap\" 把帧按时间排好。"))
        case .noTimes(let frames):
            DiagnosisEntry(
                "capture.no_times", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "4.4"),
                evidence: ["frames": frames],
                alike: "!frame.time_epoch",
                causes: Words(english: "a tool that saves room", chinese: "节省空间的工具"),
                next: Words(english: "Capture with times: no duration can be told.", chinese: "抓包时要记下时间：否则看不出任何时长。"))
        case .fragments(let count):
            DiagnosisEntry(
                "capture.fragments", .caution, cite: .rfc(791, "3.2"), evidence: ["count": count],
                filter: "ip.flags.mf == 1 || ip.frag_offset > 0 || ipv6.fraghdr.nxt",
                causes:
                    Words(english: "a tunnel without discovery of the path's MTU", chinese: "隧道没有路径 MTU 发现"),
                Words(english: "a box that lets datagrams be cut", chinese: "设备允许分割数据报"),
                next: Words(
                    english: "Look for the path's MTU, and by the time to live for who cuts.",
                    chinese: "查出路径的 MTU，并由生存时间看出是谁在分割。"))
        }
    }

    var english: String {
        switch self {
        case .truncatedFile(_, let frame): "The file ends within a packet or block, behind frame \(frame)."
        case .malformed(let offset?, let why, _):
            "The file is damaged at offset \(offset): \(why). Reading stopped there."
        case .malformed(nil, let why, let skipped):
            "\(counted(skipped, "block")) of the file did not say what such a block has to. Reading went on behind it: \(why)."
        case .nothing(0, _): "The capture has no packets."
        case .nothing(let frames, let most):
            "No TCP segment is in the capture's \(counted(frames, "frame"))\(most.map { "; most were set aside as \($0.name)" } ?? "")."
        case .snapLength(let frames): "\(counted(frames, "packet")) had more octets on the wire than the file has."
        case .missingSegments(let octets):
            "\(counted(octets, "octet")) arrived, since the receiver acknowledged them, and the capture does not have them."
        case .oneDirection(let side):
            "Only \(side.noun)'s segments are in the capture, though they acknowledge what the other side has sent."
        case .midstream: "The opening of the connection is not in the capture."
        case .endsEarly: "The connection is still open when the capture ends."
        case .duplicateFrames(let count):
            "\(counted(count, "packet")) stand twice in the file: the capture made the copies."
        case .checksumOffload(let side, let segments):
            """
            \(counted(segments, "segment")) of \(side?.noun ?? "both sides") \(segments == 1 ? "has" : "have") an unfinished \
            checksum: the system leaves the rest to the network card.
            """
        case .checksumWrong(let side, let segments):
            """
            \(counted(segments, "segment")) of \(side?.noun ?? "both sides") \(segments == 1 ? "has" : "have") a wrong checksum. The other \
            side acknowledged what such segments carry: on the wire it was right.
            """
        case .undecided(let what): what.english
        case .segmentationOffload(let side, let largest, let most):
            """
            \(side.subject) seems to send \(largest) octets in a segment, and the other side takes \(most): \
            the network card cuts them, or has put them together.
            """
        case .timeBackwards(let count):
            "The times of the frames jump, \(counted(count, "time")): back by more than 10 ms, or forward by more than a day."
        case .noTimes(let frames): "\(counted(frames, "frame")) \(frames == 1 ? "has" : "have") no time."
        case .fragments(let count): "\(counted(count, "fragment")) of IP \(count == 1 ? "carries" : "carry") TCP."
        }
    }

    var chinese: String {
        switch self {
        case .truncatedFile(_, let frame): "文件在一个数据包或块的中间结束，在第 \(frame) 帧之后。"
        case .malformed(let offset?, let why, _):
            "文件在偏移 \(offset) 处损坏：\(why)。读取到此为止。"
        case .malformed(nil, let why, let skipped):
            "文件中有 \(skipped) 个块没有写明应有的内容。读取在其后继续：\(why)。"
        case .nothing(0, _): "抓包文件中没有数据包。"
        case .nothing(let frames, let most):
            "抓包文件的 \(frames) 帧中没有一个 TCP 报文段\(most.map { "；大多数被搁置，原因是 \($0.chineseName)" } ?? "")。"
        case .snapLength(let frames): "\(frames) 个数据包在线路上的字节比文件中的多。"
        case .missingSegments(let octets):
            "有 \(octets) 字节到达了，因为接收方确认了它们，而抓包文件中没有。"
        case .oneDirection(let side):
            "抓包文件中只有\(side.chineseName)的报文段，虽然它们确认了对方发送的内容。"
        case .midstream: "连接的打开过程不在抓包文件中。"
        case .endsEarly: "抓包文件结束时，连接仍然打开。"
        case .duplicateFrames(let count):
            "\(count) 个数据包在文件中出现两次：多出的是抓包时产生的。"
        case .checksumOffload(let side, let segments):
            """
            \(side?.chineseName ?? "双方")有 \(segments) 个报文段的校验和没有算完：系统把其余的留给网卡。
            """
        case .checksumWrong(let side, let segments):
            """
            \(side?.chineseName ?? "双方")有 \(segments) 个报文段的校验和错误。对方确认了这种报文段所带的数据：\
            在线路上它是正确的。
            """
        case .undecided(let what): what.chinese
        case .segmentationOffload(let side, let largest, let most):
            """
            \(side.chineseName)看上去在一个报文段中发送 \(largest) 字节，而对方只接受 \(most)：网卡分割了它们，\
            或者把它们合在了一起。
            """
        case .timeBackwards(let count):
            "帧的时间有跳跃，共 \(count) 次：后退超过 10 ms，或前进超过一天。"
        case .noTimes(let frames): "\(frames) 帧没有时间。"
        case .fragments(let count): "\(count) 个 IP 分片带有 TCP。"
        }
    }
}

extension DiagnosisResult {
    /// The findings about what the capture does not show of a connection.
    static func captured(_ connection: EndedConnection) -> [DiagnosisResult] {
        let course = connection.course
        var found = DiagnosisList<CaptureDiagnosis>()
        found.add(course.cutFrames, .certain, blame: .capture) { .snapLength(frames: $0) }
        let missing = connection.client.missingOctets + connection.server.missingOctets
        if missing > 1 {
            let frames = connection.evidence { $0.ackedUnseen + $0.gaps }
            found.add(.missingSegments(octets: missing), .certain, blame: .capture, frames: frames)
        }
        connection.eachDirection { sender, sent, peer in
            guard peer.segments == 0 else { return }
            // A SYN,ACK shows that the other side sent a SYN. An acknowledgment behind a SYN shows that it sent a SYN,ACK.
            let answers = course.syns.contains(where: \.acknowledges) || sent.hasSYN && peer.hasBegun
            guard (peer.acknowledged ?? 0) > 0 || answers else { return }
            found.add(.oneDirection(sender), .certain, blame: .capture, frames: peer.ackedUnseen + [course.firstFrame])
        }
        if connection.opening == .midstream {
            found.add(.midstream, .certain, blame: .capture, frames: [course.firstFrame])
        }
        if connection.opening == .handshake || connection.opening == .simultaneous, connection.closing == .open,
            !connection.isReplaced
        {
            found.add(.endsEarly, .certain, blame: .capture, frames: [course.lastFrame])
        }
        let copies = connection.evidence(\.captureDuplicates)
        if course.fingerprints.areOfCapture, copies.count >= 3 {
            found.add(copies, course.fingerprints.areNumbered ? .certain : .likely, blame: .capture) {
                .duplicateFrames($0)
            }
        }
        let sums = connection.evidence(\.pseudoHeaderSums)
        found.add(sums, sums.count > 2 ? .certain : .likely, blame: .capture) { count in
            .checksumOffload(connection.onlySender { !$0.pseudoHeaderSums.isEmpty }, segments: count)
        }
        found.add(connection.evidence(\.changedSums), .certain, blame: .capture) { count in
            .checksumWrong(connection.onlySender { !$0.suspects.delivered.isEmpty }, segments: count)
        }
        connection.eachDirection { sender, sent, peer in
            guard let most = peer.synOptions?.maximumSegmentSize else { return }
            found.add(sent.large, .likely, blame: .capture) { _ in
                .segmentationOffload(sender, largest: sent.largestSegment, most: Int(most))
            }
        }
        return found.all
    }
}

/// What would show whether a connection is sound, and is not in the capture.
enum Undecided: Wording, Hashable {
    case opening
    case oneSide(DiagnosisResult.Whose)
    case gap(DiagnosisResult.Whose, octets: Int)
    case end
    /// The handshake of TLS has begun and is not complete. The last message that the capture has; nil if there is none.
    case handshake(last: String?)
    /// The request in frame `frame` has no answer.
    case request(frame: Int)

    var english: String {
        switch self {
        case .opening:
            "The capture does not have the whole handshake of TCP: it cannot be told whether the connection opened."
        case .oneSide(let side):
            "Only \(side.noun)'s segments are in the capture: it cannot be told what the other side did."
        case .gap(let side, let octets):
            """
            \(counted(octets, "octet")) of \(side.noun) had not come when the capture ended, and octets behind \
            \(octets == 1 ? "it" : "them") had.
            """
        case .end: "Packets of the connection's end are missing in the capture: it cannot be told how it ended."
        case .handshake(let last?):
            "The handshake of TLS is not complete in this capture: its last message is \(last)."
        case .handshake(nil): "The handshake of TLS is not complete in this capture."
        case .request(let frame):
            "The request in frame \(frame) has no answer in this capture."
        }
    }

    var chinese: String {
        switch self {
        case .opening:
            "抓包文件中没有完整的 TCP 握手：看不出连接是否打开。"
        case .oneSide(let side):
            "抓包文件中只有\(side.chineseName)的报文段：看不出对方做了什么。"
        case .gap(let side, let octets):
            """
            抓包文件结束时，\(side.chineseName)有 \(octets) 字节还没有来，而它们后面的字节已经来了。
            """
        case .end: "抓包文件中缺少连接结尾的数据包：看不出它怎样结束。"
        case .handshake(let last?):
            "在这个抓包文件中，TLS 的握手没有完成：最后一条消息是 \(last)。"
        case .handshake(nil): "在这个抓包文件中，TLS 的握手没有完成。"
        case .request(let frame):
            "第 \(frame) 帧中的请求，在这个抓包文件中没有应答。"
        }
    }
}

extension DiagnosisResult {
    /// The finding that nothing is found, and that what would decide is missing; none if something else is found.
    static func undecided(_ connection: EndedConnection, beside findings: [DiagnosisResult]) -> [DiagnosisResult] {
        guard !findings.contains(where: { $0.severity >= .trouble }), let what = connection.undecided else { return [] }
        var found = DiagnosisList<CaptureDiagnosis>()
        found.add(.undecided(what), .certain, blame: .capture, frames: [connection.course.lastFrame])
        return found.all
    }
}

extension EndedConnection {
    /// What would decide whether the connection is sound, and is missing; nil if nothing is.
    fileprivate var undecided: Undecided? {
        if let side = onlySender({ $0.segments > 0 }) {
            return opening == .midstream ? .oneSide(side) : .opening
        }
        if !isOpened { return .opening }
        if isOnlyResets { return .opening }
        if course.resetCount > 0, lacksEnd { return .end }
        var gap: Undecided?
        eachDirection { side, sent, _ in
            let waiting = max(sent.unacknowledged, 0)..<max(sent.seen.upperBound ?? 0, sent.unacknowledged, 0)
            let missing = waiting.isEmpty ? 0 : sent.seen.missing(in: waiting) - sent.seen.forgotten
            if missing > 0, sent.hasSYN, closing == .open { gap = gap ?? .gap(side, octets: missing) }
        }
        if let gap { return gap }
        if tls.isThere, let talk = tls.talk {
            return talk.hello != nil && !talk.isComplete ? .handshake(last: talk.lastMessage) : nil
        }
        let words = tls.line(isFromClient: true).words
        return words.areRequest && server.dataSegments == 0 ? .request(frame: words.frames.first) : nil
    }

    /// The side whose direction alone fulfils a condition; nil if both do, or none.
    func onlySender(_ holds: (Direction) -> Bool) -> DiagnosisResult.Whose? {
        switch (holds(client), holds(server)) {
        case (true, false): .client
        case (false, true): .server
        case (true, true), (false, false): nil
        }
    }

    /// The evidence of both directions together.
    func evidence(_ part: (Direction) -> Evidence) -> Evidence { part(client) + part(server) }
}
