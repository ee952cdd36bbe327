import Trace

/// The title of a recorded connection.
struct RecordedTitle: Wording {
    let client: NetworkSocket
    let server: NetworkSocket

    var english: String { "A captured connection: \(client) to \(server)" }
    var chinese: String { "抓到的连接：\(client) 到 \(server)" }
}

/// A remark about a frame of a capture.
enum RecordedFrameNote: Remark {
    case onePointOfView
    case onlyPackets
    /// `count` consecutive frames from frame `first` on are alike, and `data` of them carry data.
    case folded(first: Int, count: Int, data: Int)
    case finding(DiagnosisResult)
    /// The segment was sent again, for this reason. Frame `of` carried its first octet before; nil if the capture does not have that frame.
    case again(Again, of: Int?)
    case overtaken
    case duplicated(byNetwork: Bool)
    case gapBefore
    /// The segment acknowledges octets that the capture does not have.
    case acknowledgesUnseen
    case keepAlive
    case windowProbe
    case windowClosed
    case duplicateACK
    case wrongChecksum
    case version(RecordVersionNote)
    case opened(OpeningNote)
    case sealed(TLSClosed)

    /// The most telling remark about a frame; nil for a plain frame that goes on where the last one ended.
    init?(_ note: FrameNote, isFirst: Bool) {
        if let again = note.again {
            self = .again(again, of: note.of)
        } else if let told = Self.marks.first(where: { note.marks.contains($0.mark) })?.note {
            self = told
        } else if isFirst {
            self = .onePointOfView
        } else {
            return nil
        }
    }

    /// The remarks that belong to marks, the most telling first.
    private static let marks: [(mark: Marks, note: RecordedFrameNote)] = [
        (.wrongChecksum, .wrongChecksum), (.networkDuplicate, .duplicated(byNetwork: true)),
        (.captureDuplicate, .duplicated(byNetwork: false)), (.outOfOrder, .overtaken), (.gapBefore, .gapBefore),
        (.ackedUnseen, .acknowledgesUnseen), (.keepAlive, .keepAlive), (.windowProbe, .windowProbe),
        (.windowClosed, .windowClosed), (.duplicateACK, .duplicateACK),
    ]

    var english: String {
        switch self {
        case .onePointOfView:
            """
            A capture knows one instant of each packet: when it passed the point of capture. So each packet is shown as if it arrived at \
            the instant at which it was sent.
            """
        case .onlyPackets:
            """
            This is a capture, and no run: it has packets of TCP, and the TLS records in them. A state is what a side must have been in by \
            the packets so far. The reasons of both ends are not in it, and records that are sealed are shown as they are.
            """
        case .folded(let first, let count, let data):
            """
            Frames \(first) and on: \(counted(count, "frame")) of this connection that go on where the last one ended, \
            \(data) of them with data.
            """
        case .finding(let finding): finding.diagnosis.english
        case .again(let why, let of):
            (of.map { "Sent again: frame \($0) carried the same numbers before. " }
                ?? "Sent again: the capture does not have the first copy. ")
                + why.english
        case .overtaken: "It is older than what came before it: it was overtaken on its way, and not sent again."
        case .duplicated(let byNetwork):
            byNetwork
                ? "The same datagram, a second time: the network has duplicated it."
                : "The same datagram, captured a second time."
        case .gapBefore:
            "Octets before these are not in the capture so far: lost before this point, late, or not captured."
        case .acknowledgesUnseen:
            "It acknowledges octets that the capture does not have. They were delivered: only the capture missed them."
        case .keepAlive: "A keep-alive: it asks whether the other side is still there, and brings nothing new."
        case .windowProbe: "A probe: it asks whether the receiver's window has opened again."
        case .windowClosed: "The window is shut: the receiver has no room."
        case .duplicateACK:
            "It acknowledges the same number again: something came beyond a gap, or came twice."
        case .version(let version): version.english
        case .opened(let opening): opening.english
        case .sealed(let why): "From here on records stay sealed. \(why.english)"
        case .wrongChecksum: "Its checksum is wrong in the capture."
        }
    }

    var chinese: String {
        switch self {
        case .onePointOfView:
            """
            抓包文件只知道每个数据包的一个时刻：它经过抓包点的时刻。所以每个数据包都显示成发出的同时就到达。
            """
        case .onlyPackets:
            """
            这是抓包文件，不是一次运行：其中有 TCP 的数据包，以及里面的 TLS 记录。一方的状态，是由到此为止的数据包推断出来的。\
            抓包文件看不出双方的理由，密封的记录照原样显示。
            """
        case .folded(let first, let count, let data):
            """
            从第 \(first) 帧起：这个连接的 \(count) 帧，都从前一帧结束之处继续，其中 \(data) 帧带数据。
            """
        case .finding(let finding): finding.diagnosis.chinese
        case .again(let why, let of):
            (of.map { "再次发送：第 \($0) 帧先前带过同样的序号。" } ?? "再次发送：抓包文件中没有第一份。") + why.chinese
        case .overtaken: "它比先到的更早发送：它在路上落在了后面，没有再次发送。"
        case .duplicated(let byNetwork):
            byNetwork ? "同一个数据报，第二次出现：网络复制了它。" : "同一个数据报，抓到了第二次。"
        case .gapBefore:
            "它之前的字节到现在还不在抓包文件中：在这一点之前丢失了，或来得晚，或没有抓到。"
        case .acknowledgesUnseen:
            "它确认了抓包文件中没有的字节。它们已经送达：只是没有抓到。"
        case .keepAlive: "保活探测：它询问对方是否还在，没有带来新内容。"
        case .windowProbe: "探测：它询问接收方的窗口是否又打开了。"
        case .windowClosed: "窗口关闭：接收方没有空间。"
        case .duplicateACK:
            "它又确认了同一个序号：有内容在空缺之后到来，或来了两次。"
        case .version(let version): version.chinese
        case .opened(let opening): opening.chinese
        case .sealed(let why): "从这里起，记录仍然密封。\(why.chinese)"
        case .wrongChecksum: "它的校验和在抓包文件中是错误的。"
        }
    }
}

/// What was opened of a TLS session, with which secrets, and what stays sealed.
struct OpeningNote: Wording {
    /// The number of records that were opened, of each side.
    let opened: (client: Int, server: Int)
    let source: SecretsStore.Source?
    /// Why something stays sealed; nil if nothing does.
    let closed: TLSClosed?

    var english: String {
        guard let source, opened.client + opened.server > 0 else {
            return "What was sent under keys stays sealed" + (closed.map { ". \($0.english)" } ?? ".")
        }
        let with =
            switch source {
            case .capture: "the secrets in the capture"
            case .keyLog: "the key log"
            case .rsaKey: "the server's RSA key"
            }
        let count = "\(counted(opened.client, "record")) of the client and \(opened.server) of the server"
        return "\(count) were opened with \(with)." + (closed.map { " The others stay sealed. \($0.english)" } ?? "")
    }

    var chinese: String {
        guard let source, opened.client + opened.server > 0 else {
            return "用密钥保护发送的内容仍然密封。" + (closed?.chinese ?? "")
        }
        let with =
            switch source {
            case .capture: "抓包文件中的秘密"
            case .keyLog: "密钥日志"
            case .rsaKey: "服务器的 RSA 密钥"
            }
        return "用\(with)打开了客户端的 \(opened.client) 条记录和服务器的 \(opened.server) 条。"
            + (closed.map { "其余的仍然密封。\($0.chinese)" } ?? "")
    }
}

extension Again: Wording {
    package var english: String {
        switch self {
        case .handshake: "The answer did not come in time."
        case .fast: "An acknowledgment had reported data beyond it."
        case .recovery: "Acknowledgments set it off, as long as the recovery goes on."
        case .tailProbe: "It is the last segment, sent again sooner than the timer: a tail loss probe."
        case .timeout: "The retransmission timer had run out."
        case .unclear: "The packets do not tell what set it off."
        }
    }

    package var chinese: String {
        switch self {
        case .handshake: "应答没有及时到来。"
        case .fast: "有确认报告了它之后的数据。"
        case .recovery: "它由确认引起，恢复期间一直如此。"
        case .tailProbe: "它是最后一个报文段，比计时器更早再次发送：这是尾部丢失探测。"
        case .timeout: "重传计时器已到时。"
        case .unclear: "从数据包看不出是什么引起的。"
        }
    }
}
