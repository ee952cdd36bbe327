import Trace

extension Note {
    /// What there is to say about closing a connection in good order.
    public enum Closing: NoteTopic, Hashable, Sendable {
        /// The FIN has to wait for that many octets of queued data.
        case finQueued(behind: Int)
        /// Explains a segment with FIN, the number of which is `sequence`, and `data` octets before it; `answering` if the other
        /// side closed first.
        case fin(sequence: SequenceNumber, acknowledgment: SequenceNumber, data: Int, answering: Bool)
        /// A FIN has arrived while in that state.
        case finArrived(sequence: SequenceNumber, in: State)
        /// Explains the acknowledgment of a FIN; the state is the one entered on its arrival.
        case finAck(acknowledgment: SequenceNumber, in: State)
        /// Explains the acknowledgment of a FIN that comes after the one that has ended the stream; `waitsAnew` in TIME-WAIT, which
        /// begins again with it.
        case furtherFINAck(acknowledgment: SequenceNumber, waitsAnew: Bool)
        /// Our FIN is acknowledged, which has happened in that state.
        case finAcknowledged(in: State)
        /// A connection that its user has released is given up in FIN-WAIT-2 after that time.
        case orphanGivenUp(after: TimeSpan)

        public var step: String {
            switch self {
            case .finQueued: "tcp.fin_queued"
            case .fin: "tcp.fin"
            case .finArrived: "tcp.fin_received"
            case .finAck: "tcp.fin_ack"
            case .furtherFINAck: "tcp.further_fin"
            case .finAcknowledged: "tcp.fin_acknowledged"
            case .orphanGivenUp: "tcp.orphan"
            }
        }

        public var cite: Citation {
            switch self {
            case .finQueued: .rfc(9293, "3.10.4")
            case .fin, .finArrived, .finAck, .finAcknowledged: .rfc(9293, "3.6")
            case .furtherFINAck: .rfc(9293, "3.10.7.4")
            case .orphanGivenUp: .rfc(9293, "3.3.2")
            }
        }

        public func sentence(in language: Language) -> String {
            switch language {
            case .english: english
            }
        }

        private var english: String {
            switch self {
            case .finQueued(let count):
                """
                CLOSE means "no more data from me", not "stop": the FIN waits until the \(English.octets(count)) queued before it \
                have been sent.
                """
            case .fin(let sequence, _, let data, let answering):
                """
                FIN: we have no more data to send\(answering ? ", either" : ", and will go on receiving"). Like SYN it takes a \
                number, \(sequence), so that it can be acknowledged, and sent again, without confusion\
                \(data > 0 ? "; it rides on the last \(English.octets(data)) of data." : ".")
                """
            case .finArrived(let sequence, .established):
                """
                The other side has no more data; its FIN took the number \(sequence). Our direction stays open: we may go on \
                sending until our application closes. Since each direction is closed, and acknowledged, on its own, closing takes \
                up to four segments.
                """
            case .finArrived(let sequence, .finWait1):
                """
                The other side's FIN, number \(sequence), comes before an acknowledgment of ours: both sides have closed at about \
                the same time.
                """
            case .finArrived(let sequence, _):
                "Now the other side has no more data, either; its FIN took the number \(sequence)."
            case .finAck(let acknowledgment, .closeWait):
                """
                \(Self.englishSum(acknowledgment)) Our own FIN does not ride along, because our application has not closed: it may \
                have data to send. Had it closed already, one segment could carry both, and closing would take three.
                """
            case .finAck(let acknowledgment, .timeWait):
                """
                \(Self.englishSum(acknowledgment)) It takes no number, so nobody will tell us whether it arrives; TIME-WAIT is for \
                the case that it does not.
                """
            case .finAck(let acknowledgment, _): Self.englishSum(acknowledgment)
            case .furtherFINAck(let acknowledgment, let waitsAnew):
                """
                The other side has ended its data before, and this further FIN changes nothing. ACK=\(acknowledgment) says once more \
                what we have\(waitsAnew ? ", and the wait of TIME-WAIT begins anew" : "").
                """
            case .orphanGivenUp(let limit):
                """
                Our application has closed, and the other side has not for \(English.time(limit)). The RFC sets no limit to FIN-WAIT-2: a \
                side that is gone would be waited for without end. So systems set one, and the connection is given up.
                """
            case .finAcknowledged(in: .closing):
                "Our FIN is acknowledged, and the other side's has arrived: both directions are closed."
            case .finAcknowledged(in: .lastAck):
                """
                Our FIN is acknowledged: both directions are closed. There is nothing left to wait for, since the other side, \
                which closed first, keeps watch in TIME-WAIT.
                """
            case .finAcknowledged:
                """
                Our FIN is acknowledged, and with it everything we have sent. This direction is closed; the other side may still \
                send, for as long as it likes.
                """
            }
        }

        private static func englishSum(_ acknowledgment: SequenceNumber) -> String {
            "ACK=\(acknowledgment) acknowledges the FIN (\(acknowledgment - 1) + 1: a FIN counts one)."
        }
    }
}
