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
    }
}
