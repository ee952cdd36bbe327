import Trace

extension Note {
    /// What there is to say about the options of the header.
    public enum Option: Hashable, Sendable {
        /// What our SYN offers besides the MSS.
        case offered(shift: UInt8?, timestamps: Bool, sack: Bool)
        /// What both sides have offered; the shifts are nil when windows are not scaled.
        case agreed(scale: WindowScale?, timestamps: Bool, sack: Bool)
        /// Explains the answer to a segment whose timestamp is older than one that came before (PAWS).
        case timestampOutOfDate(UInt32, recent: UInt32, sequence: SequenceNumber)

        var step: String {
            switch self {
            case .offered: "tcp.options_offered"
            case .agreed: "tcp.options_agreed"
            case .timestampOutOfDate: "tcp.paws"
            }
        }

        var cite: Citation {
            switch self {
            case .offered, .agreed: .rfc(7323, "1.3")
            case .timestampOutOfDate: .rfc(7323, "5")
            }
        }
    }
}
