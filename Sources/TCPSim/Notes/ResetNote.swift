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

        public var chinese: String {
            switch self {
            case .sent(.noConnection):
                """
                这里没有连接与这个报文段对应。所以我们用一个发送方认为有效的复位来回应：\
                如果这个报文段带 ACK，复位的序号就取自这个 ACK；如果不带，复位的序号为 0，并且确认这个报文段。
                """
            case .sent(.acknowledgmentInListen):
                "这个报文段确认了一些内容，但我们只在监听，什么也没有发送过。这个复位让对方忘掉那个连接。"
            case .sent(.unacceptableAcknowledgment(let acknowledgment, let expected)):
                """
                这个报文段确认 \(acknowledgment)，但只有 \(expected) 才对。对方回应的是旧的重复 SYN，或者它还记得更早的连接。\
                我们的复位让它忘掉那个连接。能发现这种情况，正是握手要用三个报文段的主要原因。
                """
            case .sent(.aborted):
                """
                应用程序中止连接。尚未发送或尚未读取的数据都会丢失，双方立即忘掉这个连接，不用 FIN。\
                按 RFC 9293 3.5.2 节，中止的一方经过 TIME-WAIT，按 3.10.5 节则不经过。这个 TCP 遵循 3.10.5 节。
                """
            case .sent(.unreadData(let count)):
                """
                应用程序已经关闭，还有 \(count) 字节没有读取。FIN 会表示全部数据都已读取。这个复位告诉对方，有数据丢失了。
                """
            case .sent(.dataAfterClose):
                "数据到达，但应用程序已经关闭，不再读取。这个复位告诉对方，数据丢失了。"
            case .arrived(.synSent, _, _):
                "对方拒绝连接：那个端口上没有程序在监听，或者那台主机不接受我们。"
            case .arrived(.synReceived, passive: true, _):
                "我们回应的 SYN 是旧的重复报文段，或者它的发送方放弃了。我们回到 LISTEN。"
            case .arrived(.synReceived, passive: false, _): "对方拒绝连接。"
            case .arrived(.timeWait, _, _):
                """
                这个复位提前结束了 TIME-WAIT。我们发送的一切都已得到确认，所以什么也没有丢失。但是网络中可能还有旧的重复报文段。
                """
            case .arrived(_, _, let unacknowledged):
                """
                这个复位说明，对方已经丢弃这个连接。\
                \(unacknowledged > 0
                    ? "尚未得到确认的有我们的 \(unacknowledged) 字节数据。我们无法知道它们是否已经到达。"
                    : "我们发送的数据都已得到确认。")
                """
            case .ignored(.unanswerable):
                """
                这个复位所指的连接，我们没有。我们忽略它。复位从来不会得到回应，否则复位又引来复位，没有尽头。
                """
            case .ignored(.unacceptableAcknowledgment):
                "这个复位没有确认我们的 SYN，所以它与这次尝试无关。我们忽略它。"
            case .ignored(.withoutAcknowledgment):
                """
                这个复位没有 ACK。只有确认我们的 SYN 的复位，才能证明它的发送方见过这个 SYN。我们忽略它。
                """
            case .ignored(.outsideWindow):
                "这个复位的序号在我们的窗口之外：它是旧的，或者是猜出来的。我们忽略它。"
            case .ignored(.timeWait):
                "复位不能提前结束 TIME-WAIT：网络中可能还有旧的重复报文段。我们忽略它。"
            }
        }
    }
}
