import TCPSim
import Trace

/// What a loss means: what is missing, and what will send it again.
///
/// ``LossReason`` and ``ScenarioLoss`` say why a packet is lost. This note says what follows from the loss.
struct LossNote: Remark {
    /// What is lost.
    fileprivate enum Cargo: Sendable {
        /// RST.
        case reset
        /// SYN, alone or with ACK.
        case synchronization(withACK: Bool)
        /// Octets of the stream, with a FIN behind them if `isLast`.
        case data(count: Int, from: SequenceNumber, isLast: Bool)
        /// FIN without octets.
        case fin
        /// An acknowledgment alone; its SEG.ACK.
        case acknowledgment(SequenceNumber)
        /// A packet that is no TCP segment, such as a router's report.
        case report
    }

    private let cargo: Cargo
    /// The side that has sent the packet, by its name in the run; nil if no side of the run has sent it.
    private let sender: String?
    /// The number of the packet, if it has arrived damaged and its receiver has thrown it away; else nil.
    private let damaged: Int?
    /// A note of the wire that is told before this one; nil if there is none.
    private let beside: WireNote?

    /// The note for the loss of `packet`, which `sender` has sent.
    ///
    /// - Parameters:
    ///   - isDamaged: whether the packet has arrived, and could not be decoded.
    ///   - beside: a note about how the packet was lost; nil if there is none.
    init(_ packet: Packet, by sender: Principal?, isDamaged: Bool = false, beside: WireNote? = nil, in journal: Journal)
    {
        self.sender = sender.flatMap { $0.hasLifeline ? journal.name(of: $0) : nil }
        damaged = isDamaged ? packet.number : nil
        self.beside = beside
        cargo = (try? SegmentCodec.decode(packet.bytes, recording: false)).map { Cargo($0.segment) } ?? .report
    }

    var english: String {
        let drop =
            (beside.map { $0.english + " " } ?? "")
            + (damaged.map { "The receiver throws frame \($0) away without an answer. " } ?? "")
        guard let sender else { return drop + "\(cargo.english) It comes from the network, so no side repeats it." }
        return drop + "\(cargo.english) \(cargo.repetition(by: LossNote.inSentence(sender)))"
    }

    /// The name of a side as it stands in a sentence: "the client" for "client"; "TCP Peer A" stays as it is.
    private static func inSentence(_ name: String) -> String {
        name.first.map { $0.isLowercase } ?? false ? "the " + name : name
    }
}

extension LossNote.Cargo {
    fileprivate init(_ segment: Segment) {
        let control = segment.control
        if control.contains(.rst) {
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

    /// What is missing.
    fileprivate var english: String {
        switch self {
        case .reset: "A reset is lost."
        case .synchronization(let withACK): withACK ? "The SYN,ACK is lost." : "The SYN is lost."
        case .data(let count, let first, let isLast):
            "\(count == 1 ? "1 octet is" : "\(count) octets are") lost, from number \(first) on\(isLast ? ", and the FIN behind them" : "")."
        case .fin: "The FIN is lost."
        case .acknowledgment(let number): "Only an acknowledgment is lost, of everything before \(number)."
        case .report: "A router's report is lost."
        }
    }

    /// What will send it again.
    fileprivate func repetition(by sender: String) -> String {
        switch self {
        case .reset:
            """
            A reset takes no sequence number, so no timer repeats it. The other side still holds the connection open. If that side sends \
            something, the answer is a reset again.
            """
        case .synchronization, .fin:
            """
            The network does not tell \(sender). No acknowledgment comes, so the retransmission timer of \(sender) runs out and the \
            segment is sent again.
            """
        case .data:
            """
            The network does not tell \(sender). Without an acknowledgment \(sender) sends the octets again, at the latest when the \
            retransmission timer runs out.
            """
        case .acknowledgment:
            """
            An ACK takes no sequence number, so no timer repeats it. A later acknowledgment makes up for it. If none comes, the other \
            side sends its own octets again and gets a new answer.
            """
        case .report: "No timer repeats it. The next datagram that is too large causes a new report."
        }
    }
}
