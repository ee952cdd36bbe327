import Trace

extension Note {
    /// What there is to say about the network and what gets lost in it.
    public enum Congestion: NoteTopic, Hashable, Sendable {
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

        public var isBookkeeping: Bool {
            switch self {
            case .grown, .windowFull, .reported: true
            case .arrivedTwice, .duplicate, .fastRetransmit, .partialAcknowledgment, .resent, .recovered, .collapsed,
                .restartedAfterIdle:
                false
            }
        }

        public var step: String {
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

        public var cite: Citation {
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

        public func sentence(in language: Language) -> String {
            switch language {
            case .english: english
            }
        }

        private var english: String {
            switch self {
            case .reported(let blocks):
                """
                The other side has \(blocks.map { "\($0.left) to \($0.right - 1)" }.joined(separator: ", ")) as well: only what lies \
                between is missing.
                """
            case .arrivedTwice(let block, let wasResent):
                """
                The other side reports that \(block.left) to \(block.right - 1) have arrived twice. \
                \(wasResent
                    ? "We have sent them again, and that was needless: the first copy was only late, or its acknowledgment was lost."
                    : "We have sent them only once: the network has made the second copy.")
                """
            case .duplicate(let number, let count):
                """
                An acknowledgment of \(number) once more, number \(count): a segment has arrived, but not the one that begins there. \
                \(count < LossRecovery.duplicateThreshold ? "It may only be late, so we wait." : "By now it is most likely lost.")
                """
            case .fastRetransmit(let sequence, let duplicates, let threshold, let window):
                """
                \(duplicates) duplicate acknowledgment\(duplicates == 1 ? "" : "s"): the segment at \(sequence) is taken to be lost and \
                sent again without waiting for the timer. A loss is taken as a sign of congestion, so we slow down: ssthresh becomes half \
                of what was in flight, \(threshold), and cwnd \(window). We do not stop, as after a timeout: that acknowledgments still \
                come shows that segments still arrive.
                """
            case .partialAcknowledgment(let sequence, let until):
                """
                The acknowledgment covers what was sent again but not all that was in flight at the loss, which ends before \(until): \
                so the segment at \(sequence) is lost as well, and is sent again.
                """
            case .resent(let sequence, let count):
                """
                \(English.octets(count)) from \(sequence) on are taken to be lost and sent again, since the congestion window has room.
                """
            case .recovered(let window):
                "All that was in flight at the loss has arrived. The recovery is over, and we go on with cwnd = \(window)."
            case .collapsed(let window, let threshold):
                """
                The timer ran out, so nothing seems to come through. All in flight is taken to be lost; we begin again with one segment, \
                cwnd = \(window), and grow fast only up to ssthresh = \(threshold), half of what was in flight.
                """
            case .grown(let window, let threshold, let slowStart):
                slowStart
                    ? """
                    cwnd grows to \(window): in slow start each acknowledgment adds what it covers, up to a segment, so that the window \
                    doubles each round trip until it reaches ssthresh = \(threshold) or something is lost.
                    """
                    : """
                    cwnd grows to \(window): in congestion avoidance by one segment a round trip, since a loss has shown that the path \
                    does not carry much more than ssthresh = \(threshold).
                    """
            case .restartedAfterIdle(let window):
                """
                Nothing was sent for longer than RTO. What we knew of the path may no longer hold, so we begin again with cwnd = \
                \(window).
                """
            case .windowFull(let unsent, let inNetwork, let window):
                """
                \(English.octets(unsent)) must wait: \(inNetwork) of the \(window) that the network is trusted with are in it. The other \
                side's window spares the receiver; this one spares the path.
                """
            }
        }
    }
}
