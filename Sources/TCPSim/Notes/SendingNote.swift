import Trace

extension Note {
    /// What there is to say about when a segment is sent.
    public enum Sending: Hashable, Sendable {
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

        var isBookkeeping: Bool {
            if case .acknowledgmentDelayed = self { true } else { false }
        }

        var step: String {
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

        var cite: Citation {
            switch self {
            case .nagle: .rfc(9293, "3.7.4")
            case .sillyWindow, .override: .rfc(9293, "3.8.6.2.1")
            case .windowProbe: .rfc(9293, "3.8.6.1")
            case .acknowledgmentDelayed, .delayedAcknowledgment: .rfc(9293, "3.8.6.3")
            case .keepAlive: .rfc(9293, "3.8.4")
            }
        }
    }
}
