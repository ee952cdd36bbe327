import Trace

extension Note {
    /// What there is to say about when a segment is sent.
    public enum Sending: NoteTopic, Hashable, Sendable {
        /// A small segment waits while anything is unacknowledged.
        case nagle(unsent: Int, inFlight: Int)
        /// The window is too small to be worth a segment.
        case sillyWindow(unsent: Int, usable: Int)
        /// Explains a segment that is sent although its window is small.
        case override(count: Int)
        /// Explains a probe of a closed window.
        case windowProbe(sequence: SequenceNumber, attempt: Int, next: TimeSpan)
        /// An acknowledgment waits for company.
        case acknowledgmentDelayed(TimeSpan)
        /// Explains an acknowledgment that has waited in vain.
        case delayedAcknowledgment(SequenceNumber)
        /// Explains a keep-alive probe.
        case keepAlive(attempt: Int, of: Int)

        public var isBookkeeping: Bool {
            if case .acknowledgmentDelayed = self { true } else { false }
        }

        public var step: String {
            switch self {
            case .nagle: "tcp.nagle"
            case .sillyWindow: "tcp.silly_window"
            case .override: "tcp.override"
            case .windowProbe: "tcp.window_probe"
            case .acknowledgmentDelayed: "tcp.ack_delayed"
            case .delayedAcknowledgment: "tcp.delayed_ack"
            case .keepAlive: "tcp.keep_alive"
            }
        }

        public var cite: Citation {
            switch self {
            case .nagle: .rfc(9293, "3.7.4")
            case .sillyWindow, .override: .rfc(9293, "3.8.6.2.1")
            case .windowProbe: .rfc(9293, "3.8.6.1")
            case .acknowledgmentDelayed, .delayedAcknowledgment: .rfc(9293, "3.8.6.3")
            case .keepAlive: .rfc(9293, "3.8.4")
            }
        }

        public func sentence(in language: Language) -> String {
            switch language {
            case .english: english
            }
        }

        private var english: String {
            switch self {
            case .nagle(let unsent, let inFlight):
                """
                \(English.octets(unsent)) wait: they do not fill a segment, and \(inFlight) are unacknowledged. By Nagle's rule only one \
                small segment is under way at a time; what is written meanwhile goes out together.
                """
            case .sillyWindow(let unsent, let usable):
                """
                \(English.octets(unsent)) wait although the window has room for \(usable): a segment so small is not worth its header, \
                and filling every small opening would keep the openings small.
                """
            case .override(let count):
                """
                The window stays small, so \(English.octets(count)) \(count == 1 ? "goes" : "go") out after all: perhaps the receiver has \
                no larger buffer.
                """
            case .windowProbe(let sequence, let attempt, let next):
                """
                The window is closed, and the acknowledgment that opens it may have been lost, since nobody confirms acknowledgments. So \
                we send one octet, number \(sequence), as probe \(attempt): it must be answered, with the window as it is now. The next \
                probe follows in \(English.time(next)).
                """
            case .acknowledgmentDelayed(let delay):
                """
                The acknowledgment waits up to \(English.time(delay)): it may ride on data of ours, or serve a second segment as well.
                """
            case .delayedAcknowledgment(let next):
                "Nothing came that could carry the acknowledgment, so it goes alone: ACK=\(next)."
            case .keepAlive(let attempt, let limit):
                """
                Nothing was heard of the other side for long. This segment, numbered just before what it expects, carries nothing but \
                must be answered: probe \(attempt) of \(limit).
                """
            }
        }
    }
}
