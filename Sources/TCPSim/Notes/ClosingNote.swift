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

        public var chinese: String {
            switch self {
            case .finQueued(let count):
                "CLOSE 的意思是“我没有数据要发了”，不是“停止”。FIN 排在队列里的数据之后，这些数据有 \(count) 字节，必须先发送。"
            case .fin(let sequence, _, let data, let answering):
                """
                FIN：\(answering ? "我们也没有数据要发了" : "我们没有数据要发了，但仍然接收")。和 SYN 一样，它占用一个序号 \(sequence)，\
                所以它可以得到确认，也可以再次发送，不会弄混。\
                \(data > 0 ? "它和最后的 \(data) 字节数据在同一个报文段里。" : "")
                """
            case .finArrived(let sequence, .established):
                """
                对方没有数据要发了，它的 FIN 占用序号 \(sequence)。我们这个方向仍然打开：在我们的应用程序关闭之前，我们可以继续发送。\
                每个方向各有一个 FIN 和一个 ACK，所以关闭连接最多用四个报文段。
                """
            case .finArrived(let sequence, .finWait1):
                "对方的 FIN（序号 \(sequence)）在我们的 FIN 得到确认之前到达：双方几乎同时关闭。"
            case .finArrived(let sequence, _):
                "现在对方也没有数据要发了。它的 FIN 占用序号 \(sequence)。"
            case .finAck(let acknowledgment, .closeWait):
                """
                \(Self.chineseSum(acknowledgment))这个报文段不带我们自己的 FIN，因为我们的应用程序还没有关闭：它可能还有数据要发。\
                如果它已经关闭，一个报文段就能同时带上两者，关闭只需要三个报文段。
                """
            case .finAck(let acknowledgment, .timeWait):
                """
                \(Self.chineseSum(acknowledgment))ACK 不占用序号，所以对方不会确认它。万一它丢失，就要靠 TIME-WAIT。
                """
            case .finAck(let acknowledgment, _): Self.chineseSum(acknowledgment)
            case .repeatedFINAck(let acknowledgment):
                "\(Self.chineseSum(acknowledgment))我们已经收到过这个 FIN，所以只是重复一次确认。"
            case .furtherFINAck(let acknowledgment, let waitsAnew):
                """
                对方早已结束它的数据，这个多余的 FIN 什么也不改变。ACK=\(acknowledgment) 再次说明我们收到了哪里\
                \(waitsAnew ? "，TIME-WAIT 的等待重新开始" : "")。
                """
            case .orphanGivenUp(let limit):
                """
                我们的应用程序已经关闭，而对方在 \(Chinese.time(limit)) 内没有关闭。RFC 没有给 FIN-WAIT-2 规定期限，\
                如果对方已经消失，我们就会永远等下去。因此各系统自己设定期限，我们现在放弃这个连接。
                """
            case .finAcknowledged(in: .closing):
                "我们的 FIN 已得到确认，对方的 FIN 也已到达：两个方向都已关闭。"
            case .finAcknowledged(in: .lastAck):
                """
                我们的 FIN 已得到确认：两个方向都已关闭。我们不必等待。对方先关闭，所以由它在 TIME-WAIT 中等待。
                """
            case .finAcknowledged:
                "我们的 FIN 已得到确认，我们发送过的一切也随之得到确认。这个方向已关闭。对方仍然可以发送，没有时间限制。"
            }
        }

        private static func englishSum(_ acknowledgment: SequenceNumber) -> String {
            "ACK=\(acknowledgment) acknowledges the FIN (\(acknowledgment - 1) + 1: a FIN counts one)."
        }

        private static func chineseSum(_ acknowledgment: SequenceNumber) -> String {
            "ACK=\(acknowledgment) 确认这个 FIN（\(acknowledgment - 1) + 1：FIN 算一个）。"
        }
    }
}
