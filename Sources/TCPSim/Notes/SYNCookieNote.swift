import Trace

extension Note {
    /// What there is to say about SYN cookies.
    public enum Cookie: Hashable, Sendable {
        /// Explains a SYN,ACK whose number is a cookie; the SYN announced that MSS, if any.
        case sent(SYNCookies.Cookie, announced: UInt16?)
        /// An acknowledgment has brought a cookie back.
        case accepted(SYNCookies.Cookie, sequence: SequenceNumber)
        /// What an acknowledgment has brought is no cookie of ours, or no longer valid.
        case refused(SequenceNumber)

        var step: String {
            switch self {
            case .sent: "tcp.syn_cookie"
            case .accepted: "tcp.syn_cookie_accepted"
            case .refused: "tcp.syn_cookie_refused"
            }
        }

        var cite: Citation { .rfc(4987, "3.6") }
    }
}
