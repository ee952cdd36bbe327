import Trace

/// A connection that its user has released, and that waits in FIN-WAIT-2 for a FIN that may never come.
///
/// Nothing is unacknowledged then, so no retransmission can show that the other side is gone. RFC 9293 has no rule for
/// this; Linux gives up after tcp_fin_timeout, 60 seconds. A user that has only closed its own direction may wait
/// without limit.
extension Connection {
    /// Sets or stops the timer of a connection that its user has released.
    mutating func watchOrphan(_ turn: inout Turn) {
        guard state == .finWait2, tcb.isReleased, let limit = configuration.orphanLimit else {
            return stopOrphan(&turn)
        }
        guard !tcb.isOrphanTimed else { return }
        tcb.isOrphanTimed = true
        turn.perform(.arm(.orphan, at: turn.now + limit))
    }

    mutating func stopOrphan(_ turn: inout Turn) {
        guard tcb.isOrphanTimed else { return }
        tcb.isOrphanTimed = false
        turn.perform(.disarm(.orphan))
    }

    /// Ends the connection. No segment is sent. Later segments of the other side are answered as by a host without the
    /// connection.
    mutating func orphanTimedOut(_ turn: inout Turn) {
        guard tcb.isOrphanTimed, let limit = configuration.orphanLimit else { return }
        tcb.isOrphanTimed = false
        turn.note(.closing(.orphanGivenUp(after: limit)))
        delete(.closed, &turn)
    }
}
