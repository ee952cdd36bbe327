import Trace

extension Note {
    /// What there is to say about TIME-WAIT.
    public enum TimeWait: NoteTopic, Hashable, Sendable {
        /// TIME-WAIT waits for `duration`, and why; `again` if a repeated FIN restarts it.
        case waits(duration: TimeSpan, again: Bool)
        /// TIME-WAIT has passed.
        case over
        /// A SYN with that number opens a new connection in the place of one in TIME-WAIT.
        case yields(to: SequenceNumber)

        public var step: String {
            switch self {
            case .waits: "tcp.time_wait"
            case .over: "tcp.time_wait_over"
            case .yields: "tcp.time_wait_reuse"
            }
        }

        public var cite: Citation {
            switch self {
            case .waits, .yields: .rfc(9293, "3.6.1")
            case .over: .rfc(9293, "3.10.8")
            }
        }

        public func sentence(in language: Language) -> String {
            switch language {
            case .english: english
            }
        }

        private var english: String {
            switch self {
            case .waits(let duration, again: true):
                """
                The FIN came again, so our acknowledgment of it was lost. It is acknowledged again, and the wait of \
                \(English.time(duration)) starts anew.
                """
            case .waits(let duration, again: false):
                """
                Both directions are closed, yet we wait for 2 MSL, \(English.time(duration)), for two reasons. If our last ACK is \
                lost, the other side sends its FIN again, and somebody must be here to acknowledge it. And old duplicates of \
                this connection must die out before a new one between the same sockets could mistake them for its own. Silence \
                proves nothing, and MSL is no law of nature: \(Self.englishLifetime(duration))
                """
            case .over:
                """
                Twice the longest time a segment is assumed to live has passed: nothing of this connection should be left in the \
                network, and its sockets may be used again.
                """
            case .yields(let sequence):
                """
                The SYN, number \(sequence), lies beyond everything the last connection between these sockets has used. Nothing of \
                the old one can be taken for the new one, so TIME-WAIT need not be waited out.
                """
            }
        }

        /// How long a segment lives, where TIME-WAIT lasts `duration` (RFC 9293 3.4.2).
        private static func englishLifetime(_ duration: TimeSpan) -> String {
            let lifetime = TimeSpan(microseconds: duration.microseconds / 2)
            guard lifetime != .seconds(120) else { return "the RFC puts it at two minutes, many systems at less." }
            return "the RFC puts it at two minutes, and here it is set to \(English.time(lifetime)). Linux stays in TIME-WAIT for "
                + "60 s, which is an MSL of 30 s."
        }
    }
}
