import Trace

/// A new connection between sockets whose last connection is still in TIME-WAIT (RFC 9293 3.6.1, MAY-2; RFC 6191).
///
/// TIME-WAIT prevents new connections, because a segment of the old connection could be taken for a segment of the new one.
/// But a SYN cannot be an old segment if its number lies beyond all numbers used so far, or if its timestamp is later than all
/// others. The same is true of the segments that follow it.
extension Connection {
    /// Whether a connection in TIME-WAIT may be replaced by the connection that this SYN requests.
    public func givesWay(to segment: Segment) -> Bool { novelty(of: segment) != nil }

    /// What shows that the connection that this SYN requests may replace a connection in TIME-WAIT; nil if nothing does.
    func novelty(of segment: Segment) -> Note.TimeWait.Novelty? {
        guard state == .timeWait, segment.control.contains(.syn),
            segment.control.isDisjoint(with: [.ack, .rst, .fin])
        else { return nil }
        if let recent = tcb.options.timestamps?.recent, let arrived = segment.timestamps?.value, recent != arrived {
            return Timestamps.isEarlier(recent, than: arrived) ? .timestamp(arrived, recent: recent) : nil
        }
        return receiving.next < segment.sequence ? .number(segment.sequence) : nil
    }

    /// Ends TIME-WAIT for a successor. Data that the user has not read can still be read.
    public mutating func giveWay(at now: Instant) -> [Action] {
        var turn = Turn(now: now, isTracing: configuration.tracing)
        if state == .timeWait { delete(.closed, &turn) }
        return turn.actions
    }

    /// A copy of this listening connection whose initial sequence number lies beyond all numbers that `predecessor` has used
    /// (RFC 9293 3.6.1, condition 1).
    func succeeding(_ predecessor: Connection, from remote: Socket, at now: Instant) -> Connection {
        let number = configuration.isn.choose(local: local, remote: remote, at: now).number
        guard number <= predecessor.sending.next else { return self }
        var next = self
        next.configuration.isn = .forced(predecessor.sending.next + InitialSequenceNumber.step)
        return next
    }
}
