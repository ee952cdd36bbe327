import Trace

extension Note {
    /// Notes about resets, sent and received.
    public enum Reset: NoteTopic, Hashable, Sendable {
        case sent(Reason)
        /// A valid reset has arrived in this state; `passive` if the connection came from LISTEN. Of our data `unacknowledged` octets were
        /// sent and not acknowledged.
        case arrived(in: State, passive: Bool, unacknowledged: Int)
        case ignored(Ignored)

        /// Why a reset is sent.
        public enum Reason: Hashable, Sendable {
            /// No connection belongs to the segment.
            case noConnection
            /// The segment acknowledges something, and this side is only listening.
            case acknowledgmentInListen
            /// A segment of the handshake acknowledges something else than our SYN.
            case unacceptableAcknowledgment(SequenceNumber, expected: SequenceNumber)
            /// The user aborts.
            case aborted
            /// The user has released the connection and left this number of octets unread.
            case unreadData(Int)
            /// Data has arrived after the user released the connection.
            case dataAfterClose
        }

        /// Why a reset is ignored.
        public enum Ignored: Hashable, Sendable {
            /// The reset cannot be meant for this side, and a reset is never answered.
            case unanswerable
            /// In SYN-SENT: it acknowledges something else than our SYN.
            case unacceptableAcknowledgment
            /// In SYN-SENT: it acknowledges nothing.
            case withoutAcknowledgment
            /// Its number is outside the window.
            case outsideWindow
            /// A reset must not end TIME-WAIT early (RFC 1337).
            case timeWait
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .sent(.noConnection), .sent(.acknowledgmentInListen), .sent(.unacceptableAcknowledgment):
                ("tcp.rst", .rfc(9293, "3.5.2"))
            case .sent(.aborted): ("tcp.rst", .rfc(9293, "3.10.5"))
            case .sent(.unreadData), .sent(.dataAfterClose): ("tcp.rst", .rfc(9293, "3.6.1"))
            case .arrived: ("tcp.rst_received", .rfc(9293, "3.5.3"))
            case .ignored(.timeWait): ("tcp.rst_ignored", .rfc(1337, "3"))
            case .ignored(.unanswerable), .ignored(.unacceptableAcknowledgment), .ignored(.withoutAcknowledgment),
                .ignored(.outsideWindow):
                ("tcp.rst_ignored", .rfc(9293, "3.5.3"))
            }
        }

        public var english: String {
            switch self {
            case .sent(.noConnection):
                """
                No connection here belongs to this segment. So we answer with a reset that its sender finds valid: if the segment has \
                an ACK, the reset takes its number from that ACK; if not, the reset has number 0 and acknowledges the segment.
                """
            case .sent(.acknowledgmentInListen):
                """
                The segment acknowledges something, but we only listen and have sent nothing. The reset tells the other side to forget that \
                connection.
                """
            case .sent(.unacceptableAcknowledgment(let acknowledgment, let expected)):
                """
                The segment acknowledges \(acknowledgment), but only \(expected) is right. The other side answers an old duplicate SYN, or \
                it remembers an earlier connection. Our reset makes it forget that connection. To notice this is the main reason for a \
                handshake of three segments.
                """
            case .sent(.aborted):
                """
                The application aborts. Data that is not yet sent or read is lost, and both sides forget the connection at once, without \
                a FIN. In RFC 9293 section 3.5.2 the aborting side passes through TIME-WAIT, in section 3.10.5 it does not. This TCP \
                follows section 3.10.5.
                """
            case .sent(.unreadData(let count)):
                """
                The application has closed and leaves \(English.octets(count)) unread. A FIN would mean that all data was read. The reset \
                tells the other side that data was lost.
                """
            case .sent(.dataAfterClose):
                """
                Data arrives, but the application has closed and reads no more. The reset tells the other side that the data is lost.
                """
            case .arrived(.synSent, _, _):
                "The other side refuses the connection: no program listens on that port, or the host does not accept us."
            case .arrived(.synReceived, passive: true, _):
                "The SYN that we answered was an old duplicate, or its sender gave up. We go back to LISTEN."
            case .arrived(.synReceived, passive: false, _): "The other side refuses the connection."
            case .arrived(.timeWait, _, _):
                """
                The reset ends TIME-WAIT early. All that we sent was acknowledged, so nothing is lost. But old duplicates may still be in \
                the network.
                """
            case .arrived(_, _, let unacknowledged):
                """
                The reset says that the other side has dropped the connection. \
                \(unacknowledged > 0
                    ? "Not acknowledged: \(English.octets(unacknowledged)) of our data. We cannot tell whether that has arrived."
                    : "All data that we sent was acknowledged.")
                """
            case .ignored(.unanswerable):
                """
                A reset for a connection that we do not have. We ignore it. A reset is never answered; otherwise resets would answer \
                resets without end.
                """
            case .ignored(.unacceptableAcknowledgment):
                "The reset does not acknowledge our SYN, so it is not about this attempt. We ignore it."
            case .ignored(.withoutAcknowledgment):
                """
                The reset has no ACK. Only a reset that acknowledges our SYN proves that its sender has seen the SYN. We ignore it.
                """
            case .ignored(.outsideWindow):
                "The reset's number lies outside our window: the reset is old, or a guess. We ignore it."
            case .ignored(.timeWait):
                "A reset must not end TIME-WAIT early: old duplicates may still be in the network. We ignore it."
            }
        }
    }
}
