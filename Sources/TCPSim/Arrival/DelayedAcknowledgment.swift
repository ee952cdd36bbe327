import Trace

/// The state of the delayed acknowledgment.
struct DelayedAcknowledgment: Hashable, Sendable {
    /// When it must be sent; nil if no acknowledgment waits.
    var due: Instant?
    /// Octets that have arrived in order since the last acknowledgment.
    var octets = 0
}

/// Delayed acknowledgments (RFC 9293 3.8.6.3, RFC 5681 4.2): an acknowledgment waits for a short time. If data is sent in
/// the other direction, or a second segment arrives, a separate segment is saved.
extension Connection {
    /// Data has arrived: it is acknowledged now if `atOnce` or if it completes two full segments, and otherwise within the
    /// delay.
    ///
    /// Acknowledgments clock the sender, so two full segments never wait (SHLD-19).
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
