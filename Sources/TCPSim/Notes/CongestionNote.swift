import Trace

extension Note {
    /// Notes about the network and its losses.
    public enum Congestion: NoteTopic, Hashable, Sendable {
        /// SACK blocks report data that has arrived out of order.
        case reported([SegmentOption.Block])
        /// A D-SACK block reports data that has arrived twice; `wasResent` if we had sent it again.
        case arrivedTwice(SegmentOption.Block, wasResent: Bool)
        /// The `count`th duplicate acknowledgment has arrived.
        case duplicate(of: SequenceNumber, count: Int)
        /// Explains the retransmission that begins a fast recovery; `threshold` and `window` are the values after it,
        /// in octets.
        case fastRetransmit(sequence: SequenceNumber, duplicates: Int, threshold: Int, window: Int)
        /// Explains a retransmission after a partial acknowledgment; `until` is the number after all that was in flight
        /// at the loss.
        case partialAcknowledgment(sequence: SequenceNumber, until: SequenceNumber)
        /// Explains the retransmission of `count` octets that count as lost.
        case resent(sequence: SequenceNumber, count: Int)
        /// A recovery has ended.
        case recovered(window: Int)
        /// The retransmission timer has run out: the window is down to one segment.
        case collapsed(window: Int, threshold: Int)
        /// The congestion window has grown.
        case grown(window: Int, threshold: Int, slowStart: Bool)
        /// After a long silence the window is reduced to the initial window.
        case restartedAfterIdle(window: Int)
        /// Queued data has to wait for the congestion window.
        case windowFull(unsent: Int, inNetwork: Int, window: Int)

        /// True for frequent notes: a congestion window that grows or is full, and SACK blocks.
        public var isBookkeeping: Bool {
            switch self {
            case .grown, .windowFull, .reported: true
            case .arrivedTwice, .duplicate, .fastRetransmit, .partialAcknowledgment, .resent, .recovered, .collapsed,
                .restartedAfterIdle:
                false
            }
        }

        /// The stable id of the step, and the rule that is applied.
        public var reference: (step: String, cite: Citation) {
            switch self {
            case .reported: ("tcp.sack", .rfc(2018, "3"))
            case .arrivedTwice: ("tcp.dsack", .rfc(2883, "4"))
            case .duplicate: ("tcp.duplicate_ack", .rfc(5681, "3.2"))
            case .fastRetransmit: ("tcp.fast_retransmit", .rfc(5681, "3.2"))
            case .partialAcknowledgment: ("tcp.partial_ack", .rfc(6582, "3.2"))
            case .resent: ("tcp.recovery_retransmission", .rfc(6675, "5"))
            case .recovered: ("tcp.recovered", .rfc(6582, "3.2"))
            case .collapsed: ("tcp.loss_window", .rfc(5681, "3.1"))
            case .grown: ("tcp.cwnd", .rfc(5681, "3.1"))
            case .restartedAfterIdle: ("tcp.idle_restart", .rfc(5681, "4.1"))
            case .windowFull: ("tcp.cwnd_full", .rfc(5681, "3.1"))
            }
        }

        /// The loss or the arrival, and the new cwnd and ssthresh in octets.
        public var english: String {
            switch self {
            case .reported(let blocks):
                """
                The other side also has \(blocks.map { "\($0.left) to \($0.right - 1)" }.joined(separator: ", ")): only the octets \
                before and between are missing.
                """
            case .arrivedTwice(let block, let wasResent):
                """
                The other side reports that \(block.left) to \(block.right - 1) have arrived twice. \
                \(wasResent
                    ? "We sent them again without need: the first copy was only late, or its acknowledgment was lost."
                    : "We sent them only once: the network made the second copy.")
                """
            case .duplicate(let number, let count):
                """
                Duplicate acknowledgment \(count) of \(number): a segment has arrived, but not the one that begins there. \
                \(count < LossRecovery.duplicateThreshold ? "That one may only be late, so we wait."
                    : "That one is most likely lost.")
                """
            case .fastRetransmit(let sequence, let duplicates, let threshold, let window):
                """
                \(duplicates) duplicate acknowledgment\(duplicates == 1 ? "" : "s"): we take the segment at \(sequence) for lost and send \
                it again before the timer runs out. A loss is a sign of congestion, so we slow down: ssthresh becomes half of what was in \
                flight, \(threshold), and cwnd becomes \(window). After a timeout we would almost stop. We do not here, because \
                acknowledgments still come: segments still arrive.
                """
            case .partialAcknowledgment(let sequence, let until):
                """
                The acknowledgment covers what we sent again. It does not cover everything that was in flight at the loss, which ends \
                before \(until). So the segment at \(sequence) is lost as well, and we send it again.
                """
            case .resent(let sequence, let count):
                """
                We take \(English.octets(count)) from \(sequence) on for lost and send them again: the congestion window has room.
                """
            case .recovered(let window):
                "Everything that was in flight at the loss has arrived. The recovery is over. We go on with cwnd = \(window)."
            case .collapsed(let window, let threshold):
                """
                The timer ran out, so perhaps no segment arrives. We take everything in flight for lost. We begin again with one segment, \
                cwnd = \(window), and grow fast only up to ssthresh = \(threshold): half of what was in flight, and two segments at least.
                """
            case .grown(let window, let threshold, let slowStart):
                slowStart
                    ? """
                    cwnd grows to \(window). In slow start each acknowledgment adds what it covers, up to one segment. So the window \
                    doubles each round trip, until it reaches ssthresh = \(threshold) or a segment is lost.
                    """
                    : """
                    cwnd grows to \(window). In congestion avoidance it grows by one segment a round trip: a loss has shown that the path \
                    does not carry much more than ssthresh = \(threshold).
                    """
            case .restartedAfterIdle(let window):
                """
                We sent nothing for longer than RTO. The path may have changed meanwhile, so we begin again with cwnd = \(window).
                """
            case .windowFull(let unsent, let inNetwork, let window):
                """
                \(English.octets(unsent)) must wait. The congestion window is \(window), with \(English.octets(inNetwork)) in the network. The \
                other side's window protects the receiver; the congestion window protects the path.
                """
            }
        }
    }
}
