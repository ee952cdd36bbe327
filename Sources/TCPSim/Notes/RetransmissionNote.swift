import Trace

extension Note {
    /// Notes about the retransmission timer: its measurements, and the reaction when it runs out.
    public enum Retransmission: NoteTopic, Hashable, Sendable {
        /// A round-trip time was measured: the sample, SRTT and RTO after it.
        case roundTrip(sample: TimeSpan, smoothed: TimeSpan, timeout: TimeSpan)
        /// No round-trip time could be measured: a segment had been sent twice.
        case notMeasured
        /// Explains a segment that is sent again for the `attempt`th time, after the wait `waited`; `next` is the next
        /// RTO.
        case timedOut(
            sequence: SequenceNumber, length: Int, control: ControlBits, attempt: Int, waited: TimeSpan, next: TimeSpan)
        /// The other side has not answered for too long.
        case gaveUp(sequence: SequenceNumber, retransmissions: Int)

        /// True for measurements of the round trip; false for the consequences of a timeout.
        public var isBookkeeping: Bool {
            switch self {
            case .roundTrip, .notMeasured: true
            case .timedOut, .gaveUp: false
            }
        }

        /// The stable id of the step, and the rule that is applied.
        public var reference: (step: String, cite: Citation) {
            switch self {
            case .roundTrip: ("tcp.rtt", .rfc(6298, "2"))
            case .notMeasured: ("tcp.karn", .rfc(6298, "3"))
            case .timedOut: ("tcp.retransmission", .rfc(6298, "5"))
            case .gaveUp: ("tcp.gave_up", .rfc(9293, "3.8.3"))
            }
        }

        /// The measurement of the timer, or the consequence of a timeout.
        public var english: String {
            switch self {
            case .roundTrip(let sample, let smoothed, let timeout):
                """
                The acknowledgment came \(English.time(sample)) after the segment. The smoothed round-trip time is \
                \(English.time(smoothed)). Without an answer we send again after RTO = \(English.time(timeout)).
                """
            case .notMeasured:
                """
                The segment was sent more than once. The acknowledgment does not say which copy it belongs to. So no round-trip time is \
                measured (Karn's algorithm).
                """
            case .timedOut(let sequence, let length, let control, let attempt, let waited, let next):
                """
                No acknowledgment of \(Self.englishName(of: control, length: length, at: sequence)) came within \(English.time(waited)). So we send the \
                same numbers again, for the \(English.ordinal(attempt)) time. The other side keeps only one copy, even if both arrive. \
                The next wait is \(English.time(next)), twice as long, up to a limit: the network may be slower than we think, or \
                overloaded.
                """
            case .gaveUp(let sequence, let retransmissions):
                """
                We sent number \(sequence) again \(English.times(retransmissions)), and no acknowledgment came. We give the connection \
                up. We cannot tell whether the other side is gone or only the path to it is broken.
                """
            }
        }

        /// A name for the content of a segment: "our SYN", "500 octets from 1001 on".
        private static func englishName(of control: ControlBits, length: Int, at sequence: SequenceNumber) -> String {
            if control.contains(.syn) { return control.contains(.ack) ? "our SYN,ACK" : "our SYN" }
            if control.contains(.fin), length == 1 { return "our FIN" }
            return "\(English.octets(length)) from \(sequence) on"
        }
    }
}
