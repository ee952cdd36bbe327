import Trace

/// The acknowledgment that waits for company.
struct DelayedAcknowledgment: Hashable, Sendable {
    /// When it is due; nil when none waits.
    var due: Instant?
    /// Octets that have arrived in order since the last acknowledgment.
    var octets = 0
}

/// Letting an acknowledgment wait for company (RFC 9293 3.8.6.3, RFC 5681 4.2): data that goes the other way, or a second
/// segment to acknowledge, makes a segment of its own needless.
extension Connection {
    /// Data in order has arrived: it is acknowledged now if it completes two full segments, and otherwise within the delay.
    ///
    /// The sender's clock runs on acknowledgments, so two full segments never wait (SHLD-19).
    mutating func acknowledgeArrival(of segment: Segment, count: Int, atOnce: Bool, _ turn: inout Turn) {
        tcb.delayed.octets += count
        let delay = configuration.acknowledgmentDelay
        guard delay > .microseconds(0), !atOnce, tcb.delayed.octets < 2 * tcb.agreedSendMSS else {
            turn.owe(.transfer(.acknowledgment(of: segment.sequence, length: segment.length, next: receiving.next)))
            return
        }
        guard tcb.delayed.due == nil else { return }
        let due = turn.now + delay
        tcb.delayed.due = due
        turn.note(.sending(.acknowledgmentDelayed(delay)))
        turn.perform(.arm(.delayedAcknowledgment, at: due))
    }

    mutating func stopDelay(_ turn: inout Turn) {
        guard tcb.delayed.due != nil else { return }
        tcb.delayed.due = nil
        turn.perform(.disarm(.delayedAcknowledgment))
    }

    mutating func delayedAcknowledgmentTimedOut(_ turn: inout Turn) {
        guard tcb.delayed.due != nil else { return }
        tcb.delayed.due = nil
        turn.owe(.sending(.delayedAcknowledgment(receiving.next)))
    }
}
