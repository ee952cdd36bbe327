import Trace

extension Note {
    /// Notes about closing a connection in good order.
    public enum Closing: NoteTopic, Hashable, Sendable {
        /// The FIN has to wait for `behind` octets of queued data.
        case finQueued(behind: Int)
        /// Explains a segment with `data` octets and a FIN, whose number is `sequence`; `answering` if the other side closed first.
        case fin(sequence: SequenceNumber, acknowledgment: SequenceNumber, data: Int, answering: Bool)
        /// A FIN has arrived; `in` is the state before it.
        case finArrived(sequence: SequenceNumber, in: State)
        /// Explains the acknowledgment of a FIN; `in` is the state after it.
        case finAck(acknowledgment: SequenceNumber, in: State)
        case repeatedFINAck(acknowledgment: SequenceNumber)
        /// Explains the acknowledgment of a FIN that comes after the FIN that has ended the stream; `waitsAnew` if it starts the
        /// wait of TIME-WAIT again.
        case furtherFINAck(acknowledgment: SequenceNumber, waitsAnew: Bool)
        /// Our FIN is acknowledged; `in` is the state before it.
        case finAcknowledged(in: State)
        case orphanGivenUp(after: TimeSpan)

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .finQueued: ("tcp.fin_queued", .rfc(9293, "3.10.4"))
            case .fin: ("tcp.fin", .rfc(9293, "3.6"))
            case .finArrived: ("tcp.fin_received", .rfc(9293, "3.6"))
            case .finAck, .repeatedFINAck: ("tcp.fin_ack", .rfc(9293, "3.6"))
            case .furtherFINAck: ("tcp.further_fin", .rfc(9293, "3.10.7.4"))
            case .finAcknowledged: ("tcp.fin_acknowledged", .rfc(9293, "3.6"))
            case .orphanGivenUp: ("tcp.orphan", .rfc(9293, "3.3.2"))
            }
        }

        public var english: String {
            switch self {
            case .finQueued(let count):
                """
                CLOSE means "I have no more data", not "stop". The FIN waits behind the data in the queue, \
                \(English.octets(count)), which must be sent first.
                """
            case .fin(let sequence, _, let data, let answering):
                """
                FIN: we have no more data to send\(answering ? ", either" : "; we still receive"). Like SYN, it takes a \
                sequence number, \(sequence). So it can be acknowledged, and sent again, without confusion.\
                \(data > 0 ? " It is in one segment with the last data, \(English.octets(data))." : "")
                """
            case .finArrived(let sequence, .established):
                """
                The other side has no more data; its FIN took the number \(sequence). Our direction stays open: we may send until \
                our application closes. Each direction has a FIN and an ACK of its own, so closing takes up to four segments.
                """
            case .finArrived(let sequence, .finWait1):
                """
                The other side's FIN, number \(sequence), arrives before the acknowledgment of our FIN: both sides have closed at \
                about the same time.
                """
            case .finArrived(let sequence, _):
                "Now the other side has no more data, either. Its FIN took the number \(sequence)."
            case .finAck(let acknowledgment, .closeWait):
                """
                \(Self.englishSum(acknowledgment)) The segment does not carry our own FIN, because our application has not closed: it \
                may have data to send. If it had closed already, one segment could carry both, and closing would take three segments.
                """
            case .finAck(let acknowledgment, .timeWait):
                """
                \(Self.englishSum(acknowledgment)) An ACK takes no number, so the other side will not acknowledge it. TIME-WAIT is \
                for the case that it gets lost.
                """
            case .finAck(let acknowledgment, _): Self.englishSum(acknowledgment)
            case .repeatedFINAck(let acknowledgment):
                "\(Self.englishSum(acknowledgment)) We have the FIN already, so only the acknowledgment is repeated."
            case .furtherFINAck(let acknowledgment, let waitsAnew):
                """
                The other side ended its data before. This further FIN changes nothing. ACK=\(acknowledgment) repeats what we \
                have\(waitsAnew ? ", and the wait of TIME-WAIT starts again" : "").
                """
            case .orphanGivenUp(let limit):
                """
                Our application has closed. For \(English.time(limit)) the other side has not. The RFC sets no limit to FIN-WAIT-2, so \
                we would wait for ever if the other side is gone. Systems therefore set a limit, and we give the connection up.
                """
            case .finAcknowledged(in: .closing):
                "Our FIN is acknowledged, and the other side's has arrived: both directions are closed."
            case .finAcknowledged(in: .lastAck):
                """
                Our FIN is acknowledged: both directions are closed. We need not wait. The other side closed first, so it waits in \
                TIME-WAIT.
                """
            case .finAcknowledged:
                """
                Our FIN is acknowledged, and with it everything that we have sent. This direction is closed. The other side may still \
                send, without a limit of time.
                """
            }
        }

        private static func englishSum(_ acknowledgment: SequenceNumber) -> String {
            "ACK=\(acknowledgment) acknowledges the FIN (\(acknowledgment - 1) + 1: a FIN counts one)."
        }
    }
}
