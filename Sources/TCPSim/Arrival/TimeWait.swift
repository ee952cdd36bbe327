import Trace

/// TIME-WAIT (RFC 9293 3.6.1): two maximum segment lifetimes, after which nothing of the connection can be in the network any more.
extension Connection {
    /// The action that sets the timer for a wait from `now` on. A connection that is restored in TIME-WAIT waits again from the
    /// beginning.
    public func timeWait(from now: Instant) -> Action {
        .arm(.timeWait, at: now + configuration.msl * 2)
    }

    mutating func enterTimeWait(_ turn: inout Turn) {
        stopRetransmission(&turn)
        enter(.timeWait, &turn)
        startTimeWait(again: false, &turn)
    }

    /// Starts the wait; `again` if the other side's FIN has come again.
    func startTimeWait(again: Bool, _ turn: inout Turn) {
        turn.note(.timeWait(.waits(duration: configuration.msl * 2, again: again)))
        turn.perform(timeWait(from: turn.now))
    }

    mutating func timeWaitTimedOut(_ turn: inout Turn) {
        guard state == .timeWait else { return }
        turn.note(.timeWait(.over))
        delete(.closed, &turn)
    }
}
