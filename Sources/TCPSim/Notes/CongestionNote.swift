import Trace

extension Note {
    /// What there is to say about the network and what gets lost in it.
    public enum Congestion: Hashable, Sendable {
        /// SACK blocks report data that has arrived out of order.
        case reported([SegmentOption.Block])
        /// A D-SACK block reports data that has arrived twice; `wasResent` if we had sent it again.
        case arrivedTwice(SegmentOption.Block, wasResent: Bool)
        /// An acknowledgment of the same number again.
        case duplicate(of: SequenceNumber, count: Int)
        /// Explains the retransmission that begins a fast recovery; `threshold` and `window` are those after it.
        case fastRetransmit(sequence: SequenceNumber, duplicates: Int, threshold: Int, window: Int)
        /// Explains a retransmission after a partial acknowledgment.
        case partialAcknowledgment(sequence: SequenceNumber, until: SequenceNumber)
        /// Explains the retransmission of what is taken to be lost.
        case resent(sequence: SequenceNumber, count: Int)
        /// A recovery is over.
        case recovered(window: Int)
        /// The retransmission timer has run out: the window is down to one segment.
        case collapsed(window: Int, threshold: Int)
        /// The congestion window has grown.
        case grown(window: Int, threshold: Int, slowStart: Bool)
        /// After a long silence the window is as at the beginning.
        case restartedAfterIdle(window: Int)
        /// Queued data has to wait for the congestion window.
        case windowFull(unsent: Int, inNetwork: Int, window: Int)

        var isBookkeeping: Bool {
            switch self {
            case .grown, .windowFull, .reported: true
            default: false
            }
        }

        var step: String {
            switch self {
            case .reported: "tcp.sack"
            case .arrivedTwice: "tcp.dsack"
            case .duplicate: "tcp.duplicate_ack"
            case .fastRetransmit: "tcp.fast_retransmit"
            case .partialAcknowledgment: "tcp.partial_ack"
            case .resent: "tcp.recovery_retransmission"
            case .recovered: "tcp.recovered"
            case .collapsed: "tcp.loss_window"
            case .grown: "tcp.cwnd"
            case .restartedAfterIdle: "tcp.idle_restart"
            case .windowFull: "tcp.cwnd_full"
            }
        }

        var cite: Citation {
            switch self {
            case .reported: .rfc(2018, "3")
            case .arrivedTwice: .rfc(2883, "4")
            case .duplicate, .fastRetransmit: .rfc(5681, "3.2")
            case .partialAcknowledgment, .recovered: .rfc(6582, "3.2")
            case .resent: .rfc(6675, "5")
            case .collapsed, .grown, .windowFull: .rfc(5681, "3.1")
            case .restartedAfterIdle: .rfc(5681, "4.1")
            }
        }
    }
}
