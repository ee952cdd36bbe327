import Trace

/// The timer that runs while anything is unacknowledged (RFC 6298 5).
struct RetransmissionTimer: Hashable, Sendable {
    /// RTO, for which it runs.
    var timeout: RetransmissionTimeout
    /// How many times in a row it has run out.
    var retries = 0
    /// Whether it runs.
    var isArmed = false
    /// Whether a SYN of ours had to be sent again.
    var hasRepeatedSYN = false
}

extension Connection {
    mutating func startRetransmission(_ turn: inout Turn) {
        tcb.retransmission.isArmed = true
        turn.perform(.arm(.retransmission, at: turn.now + retransmissionTimeout.value))
    }

    mutating func stopRetransmission(_ turn: inout Turn) {
        guard tcb.retransmission.isArmed else { return }
        tcb.retransmission.isArmed = false
        turn.perform(.disarm(.retransmission))
    }

    /// Sends the oldest unacknowledged segment again and waits twice as long for its acknowledgment (RFC 6298 5.4 to 5.6).
    mutating func retransmissionTimedOut(_ turn: inout Turn) {
        guard tcb.retransmission.isArmed else { return }
        tcb.retransmission.isArmed = false
        guard let oldest = tcb.outstanding.segments.first else { return }
        let retries = tcb.retransmission.retries
        guard !givesUp(at: .retransmission) else {
            let (first, count) = (oldest.segment.sequence, oldest.retransmissions)
            turn.note(.retransmission(.gaveUp(.segment(first, retransmissions: count))))
            return delete(.timedOut, &turn)
        }
        suspectSize(of: oldest.segment.payload.count, retries: retries, &turn)
        congestionTimedOut(again: retries > 0, &turn)
        tcb.retransmission.retries = retries + 1
        if oldest.segment.control.contains(.syn) { tcb.retransmission.hasRepeatedSYN = true }
        let waited = retransmissionTimeout.value
        tcb.retransmission.timeout.backOff()
        guard let again = tcb.outstanding.resendOldest() else { return }
        let (next, isLast) = (retransmissionTimeout.value, givesUp(at: .retransmission))
        let (whole, part) = (oldest.segment, again.segment.payload.count)
        resend(
            again.segment,
            explained: .retransmission(
                .timedOut(
                    sequence: whole.sequence, length: whole.length, control: whole.control,
                    octets: part < whole.payload.count ? part : nil, count: again.retransmissions, isLast: isLast,
                    waited: waited, next: next)), &turn)
        startRetransmission(&turn)
    }
}
