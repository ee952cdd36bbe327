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
            turn.note(.gaveUp(sequence: oldest.segment.sequence, retransmissions: retries))
            delete(&turn)
            return turn.signal(.timedOut)
        }
        retries += 1
        if isSYN { synRetransmitted = true }
        let waited = retransmissionTimeout.value
        retransmissionTimeout.backOff()
        guard let again = outstanding.resendOldest() else { return }
        var segment = again.segment
        // Sent again are the numbers and what they stand for; acknowledgment and window are today's.
        if segment.control.contains(.ack) {
            segment.acknowledgment = receiving.next
            segment.window = announcedWindow
            receiving.announcedEdge = segment.acknowledgment + Int(segment.window)
        }
        turn.note(
            .retransmission(
                sequence: segment.sequence, length: segment.length, control: segment.control, attempt: retries,
                waited: waited, next: retransmissionTimeout.value))
        turn.perform(.transmit(segment))
        startRetransmission(&turn)
    }

    /// Two maximum segment lifetimes have passed: nothing of this connection can be in the network any more.
    mutating func timeWaitTimedOut(_ turn: inout Turn) {
        guard state == .timeWait else { return }
        turn.note(.timeWaitOver)
        delete(&turn)
        turn.signal(.closed)
    }
}
