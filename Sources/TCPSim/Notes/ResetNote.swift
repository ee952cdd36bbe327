import Trace

extension Note {
    /// What there is to say about resets, sent and received.
    public enum Reset: NoteTopic, Hashable, Sendable {
        /// Explains a reset of ours.
        case sent(Reason)
        /// A valid reset has arrived in that state; `passive` if the connection was opened by LISTEN.
        case arrived(in: State, passive: Bool)
        /// A reset has arrived and is not obeyed.
        case ignored(Ignored)

        /// Why a reset is sent.
        public enum Reason: Hashable, Sendable {
            /// No connection belongs to the segment.
            case noConnection
            /// The segment acknowledges something, and this side is only listening.
            case acknowledgmentInListen
            /// During the handshake something was acknowledged that was not sent.
            case unacceptableAcknowledgment(SequenceNumber, expected: SequenceNumber)
            /// The user aborts.
            case aborted
            /// The user has released the connection and left that many octets unread.
            case unreadData(Int)
            /// Data has arrived after the user released the connection.
            case dataAfterClose
        }

        /// Why a reset is not obeyed.
        public enum Ignored: Hashable, Sendable {
            /// It cannot be meant for this side, and a reset is never answered.
            case unanswerable
            /// In SYN-SENT: it acknowledges something else than our SYN.
            case unacceptableAcknowledgment
            /// In SYN-SENT: it acknowledges nothing.
            case withoutAcknowledgment
            /// Its number is outside the window.
            case outsideWindow
            /// TIME-WAIT is not to be cut short (RFC 1337).
            case timeWait
        }

        public var step: String {
            switch self {
            case .sent: "tcp.rst"
            case .arrived: "tcp.rst_received"
            case .ignored: "tcp.rst_ignored"
            }
        }

        public var cite: Citation {
            switch self {
            case .sent(.noConnection), .sent(.acknowledgmentInListen), .sent(.unacceptableAcknowledgment):
                .rfc(9293, "3.5.2")
            case .sent(.aborted): .rfc(9293, "3.10.5")
            case .sent(.unreadData), .sent(.dataAfterClose): .rfc(9293, "3.6.1")
            case .ignored(.timeWait): .rfc(1337, "3")
            case .arrived, .ignored(.unanswerable), .ignored(.unacceptableAcknowledgment),
                .ignored(.withoutAcknowledgment), .ignored(.outsideWindow):
                .rfc(9293, "3.5.3")
            }
        }

        public func sentence(in language: Language) -> String {
            switch language {
            case .english: english
            }
        }

        private var english: String {
            switch self {
            case .sent(.noConnection):
                """
                No connection belongs to this segment, so it is answered by a reset that its sender will find valid: if the segment \
                has an ACK, that is the reset's number; if not, the reset has number 0 and acknowledges the segment.
                """
            case .sent(.acknowledgmentInListen):
                """
                The segment acknowledges something, but we only listen and have sent nothing. The reset tells the other side to \
                forget that connection.
                """
            case .sent(.unacceptableAcknowledgment(let acknowledgment, let expected)):
                """
                The segment acknowledges \(acknowledgment), where only \(expected) would do: the other side answers an old \
                duplicate SYN, or remembers an earlier connection. Our reset makes it forget that one. A handshake of three \
                segments exists above all so that this is noticed.
                """
            case .sent(.aborted):
                """
                The application aborts: data not yet sent or read is lost, and both sides forget the connection at once, without \
                FIN. RFC 9293 section 3.5.2 would have the aborting side pass through TIME-WAIT, section 3.10.5 does not; here \
                there is none.
                """
            case .sent(.unreadData(let count)):
                """
                The application has closed and leaves \(English.octets(count)) unread. A FIN would let the other side believe that \
                all has been read; the reset tells it that data was lost.
                """
            case .sent(.dataAfterClose):
                """
                Data has come for an application that has closed and will read no more. The reset tells the other side that it is \
                lost.
                """
            case .arrived(.synSent, _):
                "The other side refuses the connection: nobody listens on that port, or it does not want us."
            case .arrived(.synReceived, passive: true):
                "The SYN we answered was not meant: an old duplicate, or its sender gave up. We go back to listening."
            case .arrived(.synReceived, passive: false): "The other side refuses the connection."
            case .arrived:
                "The other side has dropped the connection. What it had not yet acknowledged may or may not have arrived."
            case .ignored(.unanswerable):
                """
                A reset for a connection we do not have. It is ignored: a reset is never answered, or resets would answer resets.
                """
            case .ignored(.unacceptableAcknowledgment):
                "The reset does not acknowledge our SYN, so it is not about this attempt. It is ignored."
            case .ignored(.withoutAcknowledgment):
                """
                The reset acknowledges nothing. Only one that acknowledges our SYN proves that its sender has seen it. It is \
                ignored.
                """
            case .ignored(.outsideWindow):
                "The reset's number lies outside our window: old, or a guess. It is ignored."
            case .ignored(.timeWait):
                "A reset must not cut TIME-WAIT short: old duplicates may still be under way. It is ignored."
            }
        }
    }
}
