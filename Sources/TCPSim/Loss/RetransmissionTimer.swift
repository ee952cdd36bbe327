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
        let isSYN = oldest.segment.control.contains(.syn)
        let retries = tcb.retransmission.retries
        guard retries < (isSYN ? configuration.synRetries : configuration.dataRetries) else {
            turn.note(.retransmission(.gaveUp(sequence: oldest.segment.sequence, retransmissions: retries)))
            return delete(.timedOut, &turn)
        }
        suspectSize(of: oldest.segment.payload.count, retries: retries, &turn)
        congestionTimedOut(again: retries > 0, &turn)
        tcb.retransmission.retries = retries + 1
        if isSYN { tcb.retransmission.hasRepeatedSYN = true }
        let waited = retransmissionTimeout.value
        tcb.retransmission.timeout.backOff()
        guard let again = tcb.outstanding.resendOldest()?.segment else { return }
        let next = retransmissionTimeout.value
        resend(
            again,
            explained: .retransmission(
                .timedOut(
                    sequence: again.sequence, length: again.length, control: again.control, attempt: retries + 1,
                    waited: waited, next: next)), &turn)
        startRetransmission(&turn)
    }
}
