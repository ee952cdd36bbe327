import Trace

extension Note {
    /// Notes about TIME-WAIT.
    public enum TimeWait: NoteTopic, Hashable, Sendable {
        /// TIME-WAIT waits for `duration`, and why; `again` if a repeated FIN restarts it.
        case waits(duration: TimeSpan, again: Bool)
        case over
        case yields(Novelty)

        /// What shows that a SYN is not an old segment of the last connection between its sockets.
        public enum Novelty: Hashable, Sendable {
            /// Its number lies beyond all numbers of that connection.
            case number(SequenceNumber)
            /// Its timestamp is later than the last one of that connection.
            case timestamp(UInt32, recent: UInt32)
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .waits: ("tcp.time_wait", .rfc(9293, "3.6.1"))
            case .over: ("tcp.time_wait_over", .rfc(9293, "3.10.8"))
            case .yields(.number): ("tcp.time_wait_reuse", .rfc(9293, "3.6.1"))
            case .yields(.timestamp): ("tcp.time_wait_reuse", .rfc(6191, "2"))
            }
        }

        public var english: String {
            switch self {
            case .waits(let duration, again: true):
                """
                The FIN came again: our acknowledgment was lost or late, or the network has copied the FIN. We acknowledge it again, and \
                the wait of \(English.time(duration)) starts again.
                """
            case .waits(let duration, again: false):
                """
                Both directions are closed, but we wait for 2 MSL, \(English.time(duration)) (MSL: the maximum segment lifetime), for two reasons. If our last ACK is lost, \
                the other side sends its FIN again, and we must acknowledge it again. And old duplicates of this connection must die out \
                before a new connection between the same sockets begins; otherwise it could take them for its own. If no second FIN \
                comes, that does not prove that our ACK arrived. MSL is a choice: \(Self.englishLifetime(duration))
                """
            case .over:
                """
                2 MSL have passed, twice the assumed lifetime of a segment. So no segment of this connection should be left in the \
                network. Its sockets may be used again.
                """
            case .yields(.number(let sequence)):
                """
                The SYN has the number \(sequence). It lies beyond all numbers of the last connection between these sockets. So an old \
                segment cannot be taken for a new one, and TIME-WAIT may end early.
                """
            case .yields(.timestamp(let value, let recent)):
                """
                The SYN has the timestamp \(value), later than the one that we kept of the connection before it, \(recent). So the SYN is \
                new, and an old segment cannot be taken for a new one: its timestamp is older. TIME-WAIT may end early.
                """
            }
        }

        /// A sentence about the MSL, which is half of `duration` (RFC 9293 3.4.2).
        private static func englishLifetime(_ duration: TimeSpan) -> String {
            let lifetime = TimeSpan(microseconds: duration.microseconds / 2)
            guard lifetime != .seconds(120) else { return "the RFC sets two minutes, many systems less." }
            return "the RFC sets two minutes, and this run sets \(English.time(lifetime)). Linux stays in "
                + "TIME-WAIT for 60 s, as if MSL were 30 s."
        }
    }
}
