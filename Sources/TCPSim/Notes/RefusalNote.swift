import Trace

extension Note {
    /// Notes about segments that are not acceptable, except resets.
    public enum Refusal: NoteTopic, Hashable, Sendable {
        /// Explains the answer to a segment outside the window: `first` is IRS, `expected` is RCV.NXT, `window` RCV.WND.
        case unacceptable(
            sequence: SequenceNumber, length: Int, first: SequenceNumber, expected: SequenceNumber, window: Int)
        case challenge(Challenged, sequence: SequenceNumber, expected: SequenceNumber)
        case challengeWithheld(ChallengeLimit)
        /// Explains the answer to an acknowledgment of numbers that were never sent, or that are too old; `next` is
        /// SND.NXT.
        case acknowledgmentOutOfRange(SequenceNumber, next: SequenceNumber)
        case dropped(Dropped)

        /// The segment that a challenge ACK answers.
        public enum Challenged: Hashable, Sendable {
            /// A RST in the window, but not at RCV.NXT.
            case reset
            /// A SYN on a connection that is open.
            case syn
        }

        /// Why a segment is dropped.
        public enum Dropped: Hashable, Sendable {
            /// In LISTEN: neither SYN, ACK nor RST.
            case neitherSynNorAck
            /// In SYN-SENT: neither SYN nor RST.
            case neitherSynNorRst
            /// A second SYN in SYN-RECEIVED.
            case synInSynReceived
            /// The segment has no ACK. Every segment after the first SYN must have it.
            case withoutAck
            /// The segment has no timestamp, although both sides have agreed to send timestamps.
            case withoutTimestamp
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .unacceptable: ("tcp.unacceptable", .rfc(9293, "3.10.7.4"))
            case .challenge(.reset, _, _): ("tcp.challenge_ack", .rfc(5961, "3"))
            case .challenge(.syn, _, _): ("tcp.challenge_ack", .rfc(5961, "4"))
            case .challengeWithheld: ("tcp.challenge_withheld", .rfc(5961, "7"))
            case .acknowledgmentOutOfRange: ("tcp.ack_out_of_range", .rfc(5961, "5"))
            case .dropped(.withoutTimestamp): ("tcp.dropped", .rfc(7323, "3.2"))
            case .dropped(.neitherSynNorAck), .dropped(.neitherSynNorRst), .dropped(.synInSynReceived),
                .dropped(.withoutAck):
                ("tcp.dropped", .rfc(9293, "3.10.7"))
            }
        }

        public var english: String {
            switch self {
            case .unacceptable(let sequence, let length, let first, let expected, let window):
                """
                \(length > 1 ? "Numbers \(sequence) to \(sequence + (length - 1)) lie" : "Number \(sequence) lies") outside our \
                window of \(window) from \(expected) on. \
                \(Self.cause(sequence: sequence, length: length, first: first, expected: expected))It is dropped, and the answer says \
                what we expect. If the two sides disagree, the other side learns it from this answer.
                """
            case .challenge(.reset, let sequence, let expected):
                """
                The reset has the number \(sequence): inside our window, but not exactly \(expected). It could be the guess of an attacker \
                who does not see our segments. So we answer with a challenge ACK. If the other side really means the reset, it answers \
                this ACK with a reset at \(expected).
                """
            case .challenge(.syn, let sequence, let expected):
                """
                A SYN is not valid in an open connection. We answer with a challenge ACK. If the SYN is an old duplicate, nothing \
                happens. If the other side has really started again, it answers this ACK with a valid reset. We still expect \
                \(expected), not \(sequence).
                """
            case .challengeWithheld(let limit):
                """
                This would be more than \(limit.count) challenge ACKs in \(English.time(limit.interval)). We do not send it: otherwise \
                forged segments could make us send any number of them.
                """
            case .acknowledgmentOutOfRange(let acknowledgment, let next):
                """
                The segment acknowledges \(acknowledgment). Either we have not sent that yet (our data ends before \(next)), or the \
                segment is long out of date. It is dropped, and the answer says what we expect.
                """
            case .dropped(.neitherSynNorAck):
                "The segment has neither SYN, ACK nor RST. A listening side cannot use it. It is dropped."
            case .dropped(.neitherSynNorRst):
                "The segment has neither SYN nor RST. We do not know the other side's numbers yet, so we cannot use it. It is dropped."
            case .dropped(.synInSynReceived):
                """
                A second SYN with another number: one of the two is out of date. We go back to LISTEN. The sender of the valid SYN will \
                send it again.
                """
            case .dropped(.withoutAck):
                "The segment has no ACK. After the first SYN every segment carries one, except a reset. It is dropped."
            case .dropped(.withoutTimestamp):
                "The segment has no timestamp. Both sides have agreed to send timestamps, so it does not belong to this connection. It is dropped."
            }
        }

        public var chinese: String {
            switch self {
            case .unacceptable(let sequence, let length, let first, let expected, let window):
                """
                \(length > 1 ? "序号 \(sequence) 到 \(sequence + (length - 1)) " : "序号 \(sequence) ")\
                在我们的窗口之外，窗口从 \(expected) 开始，大小为 \(window)。\
                \(Self.chineseCause(sequence: sequence, length: length, first: first, expected: expected))\
                我们丢弃它，并在回应中说明我们等待什么。如果双方的看法不一致，对方就从这个回应得知。
                """
            case .challenge(.reset, let sequence, let expected):
                """
                这个复位的序号是 \(sequence)：在我们的窗口之内，但不正好是 \(expected)。它可能是看不到我们的报文段的攻击者猜出来的。\
                所以我们用质询 ACK 回应。如果对方真的要复位，它会用序号为 \(expected) 的复位回应这个 ACK。
                """
            case .challenge(.syn, let sequence, let expected):
                """
                连接打开之后，SYN 无效。我们用质询 ACK 回应。如果这个 SYN 是旧的重复报文段，什么也不会发生。\
                如果对方真的重新开始，它会用有效的复位回应这个 ACK。我们仍然等待 \(expected)，而不是 \(sequence)。
                """
            case .challengeWithheld(let limit):
                """
                再发一个，就会在 \(Chinese.time(limit.interval)) 内超过 \(limit.count) 个质询 ACK。\
                我们不发送它，否则伪造的报文段可以让我们发出任意多个。
                """
            case .acknowledgmentOutOfRange(let acknowledgment, let next):
                """
                这个报文段确认 \(acknowledgment)。要么我们还没有发送到那里（我们的数据到 \(next) 之前为止），\
                要么这个报文段早已过时。我们丢弃它，并在回应中说明我们等待什么。
                """
            case .dropped(.neitherSynNorAck):
                "这个报文段既没有 SYN，也没有 ACK 或 RST。监听的一方用不上它，所以丢弃它。"
            case .dropped(.neitherSynNorRst):
                "这个报文段既没有 SYN，也没有 RST。我们还不知道对方的序号，用不上它，所以丢弃它。"
            case .dropped(.synInSynReceived):
                "第二个 SYN 的序号不同：两者之中有一个已经过时。我们回到 LISTEN。发送有效 SYN 的一方会再次发送它。"
            case .dropped(.withoutAck):
                "这个报文段没有 ACK。第一个 SYN 之后，每个报文段都带 ACK，复位除外。我们丢弃它。"
            case .dropped(.withoutTimestamp):
                "这个报文段没有时间戳。双方已经约定发送时间戳，所以它不属于这个连接。我们丢弃它。"
            }
        }

        /// What the place of a segment before the window says of it, with a space behind it; empty if the segment lies behind the window.
        private static func cause(
            sequence: SequenceNumber, length: Int, first: SequenceNumber, expected: SequenceNumber
        ) -> String {
            guard sequence + max(0, length - 1) < expected else { return "" }
            if sequence < first { return "The segment is of an earlier connection, or forged. " }
            let isProbe = length == 0 && sequence + 1 == expected
            return length > 0
                ? "We have that already: the other side has sent it again, or the network has copied or delayed it. "
                : isProbe
                    ? "An old segment has such a number, and a segment that asks whether we are still there (keep-alive). "
                    : "The segment is old. "
        }

        private static func chineseCause(
            sequence: SequenceNumber, length: Int, first: SequenceNumber, expected: SequenceNumber
        ) -> String {
            guard sequence + max(0, length - 1) < expected else { return "" }
            if sequence < first { return "这个报文段属于更早的连接，或者是伪造的。" }
            let isProbe = length == 0 && sequence + 1 == expected
            return length > 0
                ? "我们已经有了这些内容：对方再次发送了它，或者网络复制或延误了它。"
                : isProbe
                    ? "旧的报文段会有这样的序号，询问我们是否还在的报文段（保活）也会有。"
                    : "这个报文段是旧的。"
        }
    }
}
