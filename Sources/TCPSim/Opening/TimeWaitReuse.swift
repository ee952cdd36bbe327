import Trace

/// Opening a connection anew between sockets whose last connection is still in TIME-WAIT (RFC 9293 3.6.1, MAY-2; RFC 6191).
///
/// TIME-WAIT holds back new connections because a segment of the old one could be taken for one of the new. A SYN whose number
/// lies beyond all that was used, or whose timestamp is later than any, cannot be an old one, and neither can what follows it.
extension Connection {
    /// Whether a connection in TIME-WAIT may give way to the one that this SYN asks for.
    public func givesWay(to segment: Segment) -> Bool {
        guard state == .timeWait, segment.control.contains(.syn),
            segment.control.isDisjoint(with: [.ack, .rst, .fin])
        else { return false }
        let isBeyond = receiving.next < segment.sequence
        if let recent = tcb.options.timestamps?.recent, let arrived = segment.timestamps?.value {
            return Timestamps.isEarlier(recent, than: arrived) || (recent == arrived && isBeyond)
        }
        return isBeyond
    }

    /// Ends TIME-WAIT for a successor. What the user has not read stays to be read.
    public mutating func giveWay(at now: Instant) -> [Action] {
        var turn = Turn(now: now, isTracing: configuration.tracing)
        if state == .timeWait { delete(.closed, &turn) }
        return turn.actions
    }

    /// This listening connection with an initial sequence number beyond all that `predecessor` has used (RFC 9293 3.6.1,
    /// condition 1).
    func succeeding(_ predecessor: Connection, from remote: Socket, at now: Instant) -> Connection {
        let number = configuration.isn.choose(local: local, remote: remote, at: now).number
        guard number <= predecessor.sending.next else { return self }
        var next = self
        next.configuration.isn = .forced(predecessor.sending.next + InitialSequenceNumber.step)
        return next
    }
}
