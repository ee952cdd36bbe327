import Trace

/// What happens when a timer runs out (RFC 9293 3.10.8).
extension Connection {
    /// Sends the oldest unacknowledged segment again and waits twice as long for its acknowledgment (RFC 6298 5.4 to 5.6).
    mutating func retransmissionTimedOut(_ turn: inout Turn) {
        guard retransmissionArmed else { return }
        retransmissionArmed = false
        guard let oldest = outstanding.segments.first else { return }
        let isSYN = oldest.segment.control.contains(.syn)
        guard retries < (isSYN ? configuration.synRetries : configuration.dataRetries) else {
            turn.note(.retransmission(.gaveUp(sequence: oldest.segment.sequence, retransmissions: retries)))
            delete(&turn)
            return turn.signal(.timedOut)
        }
        congestionTimedOut(again: retries > 0, &turn)
        retries += 1
        if isSYN { synRetransmitted = true }
        let waited = retransmissionTimeout.value
        retransmissionTimeout.backOff()
        guard let again = outstanding.resendOldest()?.segment else { return }
        let (attempt, next) = (retries, retransmissionTimeout.value)
        resend(
            again,
            explained: .retransmission(
                .timedOut(
                    sequence: again.sequence, length: again.length, control: again.control, attempt: attempt,
                    waited: waited, next: next)), &turn)
        startRetransmission(&turn)
    }

    /// Two maximum segment lifetimes have passed: nothing of this connection can be in the network any more.
    mutating func timeWaitTimedOut(_ turn: inout Turn) {
        guard state == .timeWait else { return }
        turn.note(.timeWait(.over))
        delete(&turn)
        turn.signal(.closed)
    }
}
