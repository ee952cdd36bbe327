import Trace

extension Note {
    /// Notes about the moment at which a segment is sent.
    public enum Sending: NoteTopic, Hashable, Sendable {
        case nagle(unsent: Int, inFlight: Int)
        /// The window is too small: a segment of `usable` octets is not worth its header.
        case sillyWindow(unsent: Int, usable: Int)
        case override(count: Int)
        /// Explains a probe of a closed window, the `attempt`th in a row without an answer; `isLast` if the connection is given up when
        /// no answer comes within `next`.
        case windowProbe(sequence: SequenceNumber, attempt: Int, isLast: Bool, next: TimeSpan)
        case acknowledgmentDelayed(TimeSpan)
        case delayedAcknowledgment(SequenceNumber)
        case keepAlive(attempt: Int, of: Int)

        /// True only for an acknowledgment that is delayed.
        public var isBookkeeping: Bool {
            if case .acknowledgmentDelayed = self { true } else { false }
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .nagle: ("tcp.nagle", .rfc(9293, "3.7.4"))
            case .sillyWindow: ("tcp.silly_window", .rfc(9293, "3.8.6.2.1"))
            case .override: ("tcp.override", .rfc(9293, "3.8.6.2.1"))
            case .windowProbe: ("tcp.window_probe", .rfc(9293, "3.8.6.1"))
            case .acknowledgmentDelayed: ("tcp.ack_delayed", .rfc(9293, "3.8.6.3"))
            case .delayedAcknowledgment: ("tcp.delayed_ack", .rfc(9293, "3.8.6.3"))
            case .keepAlive: ("tcp.keep_alive", .rfc(9293, "3.8.4"))
            }
        }

        public var english: String {
            switch self {
            case .nagle(let unsent, let inFlight):
                """
                \(English.octets(unsent)) must wait: that does not fill a segment, and octets in flight (\(inFlight)) are not yet \
                acknowledged. By Nagle's rule only one small segment is in the network at a time. Data that the application writes \
                meanwhile goes out together.
                """
            case .sillyWindow(let unsent, let usable):
                """
                \(English.octets(unsent)) must wait, although the window has room for \(usable). So small a segment is not worth its header. \
                And if we filled every small opening of the window, the openings would stay small (silly window syndrome).
                """
            case .override(let count):
                """
                The window stays small, so we send \(English.octets(count)) after all: perhaps the receiver has no larger buffer.
                """
            case .windowProbe(let sequence, let attempt, let isLast, let next):
                """
                The window is closed. The acknowledgment that opens it may have been lost: an ACK is not acknowledged itself. So we send \
                one octet, number \(sequence), as a probe.\(attempt > 1 ? " It is probe \(attempt) without an answer." : "") The other \
                side must answer with its present window. \
                \(isLast
                    ? "If no answer comes within \(English.time(next)), we give the connection up."
                    : "If the window stays closed, the next probe follows in \(English.time(next)).")
                """
            case .acknowledgmentDelayed(let delay):
                """
                The acknowledgment waits up to \(English.time(delay)). Meanwhile our own data may carry it, or it may cover a second \
                segment as well.
                """
            case .delayedAcknowledgment(let next):
                "No data of ours could carry the acknowledgment, so it goes alone: ACK=\(next)."
            case .keepAlive(let attempt, let limit):
                """
                The other side has been silent for a long time. This segment is probe \(attempt) of \(limit). Its number lies just before \
                the number that the other side expects. It carries nothing, but the other side must answer it.
                """
            }
        }
    }
}
