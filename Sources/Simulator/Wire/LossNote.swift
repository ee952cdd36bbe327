import TCPSim
import Trace

/// What a loss means: what is missing, and what will send it again.
///
/// ``LossReason`` and ``ScenarioLoss`` say why a packet is lost. This note says what follows from the loss.
struct LossNote: Remark {
    /// What is lost.
    fileprivate enum Cargo: Sendable {
        case reset
        case synchronization(withACK: Bool)
        /// Octets of the stream, with a FIN behind them if `isLast`.
        case data(count: Int, from: SequenceNumber, isLast: Bool)
        /// FIN without octets.
        case fin
        /// An octet that probes a closed window; its number.
        case windowProbe(SequenceNumber)
        case keepAlive
        case windowUpdate
        /// An acknowledgment alone; its SEG.ACK.
        case acknowledgment(SequenceNumber)
        case report
    }

    /// The TCP that has sent a segment, as far as it decides what follows from the loss.
    struct Origin: Sendable {
        /// The note that explains the segment; nil if there is none.
        let note: TCPSim.Note?
        /// The connection that has sent the segment, in its present state.
        let connection: Connection
    }

    private let cargo: Cargo
    /// Whether a TCP has sent the packet. No TCP repeats what a forger has sent.
    private let isOfTCP: Bool
    /// Whether the sender gives the connection up when its timer runs out next.
    private let isLast: Bool
    /// The side that has sent the packet, by its name in the run; nil if no side of the run has sent it.
    private let sender: String?
    /// The number of the packet, if it has arrived damaged and its receiver has thrown it away; else nil.
    private let damaged: Int?
    /// A note of the wire that is told before this one; nil if there is none.
    private let beside: WireNote?

    /// The note for the loss of `packet`, which `sender` has sent.
    ///
    /// - Parameters:
    ///   - origin: the TCP that has sent it; nil if no TCP has.
    ///   - isDamaged: whether the packet has arrived, and could not be decoded.
    ///   - beside: a note about how the packet was lost; nil if there is none.
    init(
        _ packet: Packet, by sender: Principal?, _ origin: Origin?, isDamaged: Bool = false, beside: WireNote? = nil,
        in journal: Journal
    ) {
        self.sender = sender.flatMap { $0.hasLifeline ? journal.name(of: $0) : nil }
        damaged = isDamaged ? packet.number : nil
        self.beside = beside
        let segment = try? SegmentCodec.decode(packet.bytes, recording: false).segment
        cargo = segment.map { Cargo($0, origin?.note) } ?? .report
        isOfTCP = origin != nil
        isLast = cargo.timer.flatMap { origin?.connection.givesUp(at: $0) } ?? false
    }

    var english: String {
        let drop =
            (beside.map { $0.english + " " } ?? "")
            + (damaged.map { "The receiver throws frame \($0) away without an answer. " } ?? "")
        guard let sender else { return drop + "\(cargo.english) It comes from the network, so no side repeats it." }
        guard isOfTCP else { return drop + "\(cargo.english) No TCP has sent it, so no timer repeats it." }
        return drop + "\(cargo.english) \(cargo.sequel(of: LossNote.inSentence(sender), isLast: isLast))"
    }

    var chinese: String {
        let drop =
            (beside.map(\.chinese) ?? "") + (damaged.map { "接收方丢弃第 \($0) 帧，不作回应。" } ?? "")
        guard let sender else { return drop + "\(cargo.chinese)它来自网络，所以哪一方都不会再次发送它。" }
        guard isOfTCP else { return drop + "\(cargo.chinese)它不是 TCP 发送的，所以没有计时器使它再次发送。" }
        return drop + cargo.chinese + cargo.chineseSequel(of: Chinese.name(sender), isLast: isLast)
    }

    /// The name of a side as it stands in a sentence: "the client" for "client"; "TCP Peer A" stays as it is.
    private static func inSentence(_ name: String) -> String {
        name.first.map { $0.isLowercase } ?? false ? "the " + name : name
    }
}

extension LossNote.Cargo {
    /// What `segment` brings; `note` explains it.
    fileprivate init(_ segment: Segment, _ note: TCPSim.Note?) {
        let control = segment.control
        if case .sending(.windowProbe) = note {
            self = .windowProbe(segment.sequence)
        } else if case .sending(.keepAlive) = note {
            self = .keepAlive
        } else if case .transfer(.windowUpdate) = note {
            self = .windowUpdate
        } else if control.contains(.rst) {
            self = .reset
        } else if control.contains(.syn) {
            self = .synchronization(withACK: control.contains(.ack))
        } else if !segment.payload.isEmpty {
            self = .data(
                count: segment.payload.count, from: segment.dataSequence, isLast: control.contains(.fin))
        } else if control.contains(.fin) {
            self = .fin
        } else {
            self = .acknowledgment(segment.acknowledgment)
        }
    }

    fileprivate var english: String {
        switch self {
        case .reset: "A reset is lost."
        case .synchronization(let withACK): withACK ? "The SYN,ACK is lost." : "The SYN is lost."
        case .data(let count, let first, let isLast):
            "\(count == 1 ? "1 octet is" : "\(count) octets are") lost, from number \(first) on\(isLast ? ", and the FIN behind them" : "")."
        case .fin: "The FIN is lost."
        case .windowProbe(let number): "A probe of the closed window is lost, the octet \(number)."
        case .keepAlive: "A keep-alive probe is lost. It carries nothing."
        case .windowUpdate: "Only the announcement of a larger window is lost."
        case .acknowledgment(let number): "Only an acknowledgment is lost, of everything before \(number)."
        case .report: "A router's report is lost."
        }
    }

    fileprivate var chinese: String {
        switch self {
        case .reset: "一个复位报文段丢失。"
        case .synchronization(let withACK): withACK ? "SYN,ACK 丢失。" : "SYN 丢失。"
        case .data(let count, let first, let isLast):
            "丢失 \(count) 字节，从序号 \(first) 开始\(isLast ? "，后面的 FIN 也丢失" : "")。"
        case .fin: "FIN 丢失。"
        case .windowProbe(let number): "对零窗口的一次探测丢失，即字节 \(number)。"
        case .keepAlive: "一个保活探测丢失。它什么也不带。"
        case .windowUpdate: "丢失的只是窗口变大的通告。"
        case .acknowledgment(let number): "丢失的只是一个确认，它确认 \(number) 之前的一切。"
        case .report: "路由器的一个报告丢失。"
        }
    }

    /// The timer of the sender that runs until an answer comes; nil if none does.
    fileprivate var timer: Connection.Timer? {
        switch self {
        case .synchronization, .data, .fin: .retransmission
        case .windowProbe: .persist
        case .keepAlive: .keepAlive
        case .reset, .windowUpdate, .acknowledgment, .report: nil
        }
    }

    /// What follows: what is sent again, or that the sender gives up if `isLast`. It depends on what else arrives, so the sentences have a
    /// condition.
    fileprivate func sequel(of sender: String, isLast: Bool) -> String {
        if isLast, let timer {
            return """
                The network does not tell \(sender). This was the last attempt: if no answer comes before the \(timer.rawValue) timer of \
                \(sender) runs out, \(sender) gives the connection up.
                """
        }
        switch self {
        case .reset:
            return """
                A reset takes no sequence number, so no timer repeats it. The other side does not learn of it. If that side sends \
                something, the answer is a reset again.
                """
        case .synchronization, .fin:
            return """
                The network does not tell \(sender). If no acknowledgment comes, the retransmission timer of \(sender) runs out and the \
                segment is sent again.
                """
        case .data:
            return """
                The network does not tell \(sender). If no acknowledgment covers the octets, \(sender) sends them again, at the latest \
                after the retransmission timer has run out.
                """
        case .windowProbe:
            return """
                The network does not tell \(sender). If the window stays closed, the persist timer of \(sender) runs out and the next \
                probe is sent.
                """
        case .keepAlive:
            return """
                The network does not tell \(sender). If the other side stays silent, the keep-alive timer of \(sender) runs out and the \
                next probe is sent.
                """
        case .windowUpdate:
            return """
                An ACK takes no sequence number, so no timer repeats it. If the other side waits for this window with data, its persist \
                timer sends a probe, and the answer has the present window.
                """
        case .acknowledgment:
            return """
                An ACK takes no sequence number, so no timer repeats it. A later acknowledgment makes up for it. If none comes, the other \
                side sends again what is not acknowledged, and gets a new answer.
                """
        case .report: return "No timer repeats it. The next datagram that is too large causes a new report."
        }
    }

    /// The same in Chinese.
    fileprivate func chineseSequel(of sender: String, isLast: Bool) -> String {
        let silence = spaced("网络不会告诉", sender)
        if isLast, let timer {
            return """
                \(silence)。这是最后一次尝试：如果\(Chinese.possessive(sender))\(Chinese.name(timer))到时之前没有应答，\
                \(spaced(sender, "就"))放弃连接。
                """
        }
        switch self {
        case .reset:
            return """
                复位报文段不占用序号，所以没有计时器使它再次发送。对方不会得知它。如果对方发送什么，\
                得到的应答又是复位报文段。
                """
        case .synchronization, .fin:
            return """
                \(silence)。如果确认没有来，\(Chinese.possessive(sender))重传计时器到时，这个报文段会再次发送。
                """
        case .data:
            return """
                \(silence)。如果没有确认覆盖这些字节，\(spaced(sender, "会"))再次发送它们，最迟在重传计时器到时之后。
                """
        case .windowProbe:
            return """
                \(silence)。如果窗口仍然关闭，\(Chinese.possessive(sender))持续计时器到时，就发送下一个探测。
                """
        case .keepAlive:
            return """
                \(silence)。如果对方仍然没有动静，\(Chinese.possessive(sender))保活计时器到时，就发送下一个探测。
                """
        case .windowUpdate:
            return """
                ACK 不占用序号，所以没有计时器使它再次发送。如果对方有数据在等这个窗口，它的持续计时器会发送探测，\
                应答中就有现在的窗口。
                """
        case .acknowledgment:
            return """
                ACK 不占用序号，所以没有计时器使它再次发送。以后的确认可以补上。如果没有来，对方会再次发送没有确认的内容，\
                并得到新的应答。
                """
        case .report: return "没有计时器使它再次发送。下一个太大的数据报会引起新的报告。"
        }
    }
}
