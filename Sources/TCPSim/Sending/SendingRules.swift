import Trace

/// When small amounts of data are worth a segment: the Nagle algorithm (RFC 9293 3.7.4) and the sender's avoidance of silly
/// windows (3.8.6.2.1). The one keeps an application that writes little from filling the network with headers, the other a
/// receiver that reads little.
extension Connection {
    /// Why a segment with `count` octets of data should not be sent yet; nil if it may. `full` is what a full segment carries.
    func reasonToWait(sending count: Int, of full: Int, withFIN: Bool) -> Note.Sending? {
        guard count < full, !withFIN else { return nil }
        let isIdle = sending.unacknowledged == sending.firstQueued
        if configuration.nagle, !isIdle { return .nagle(unsent: tcb.unsent.count, inFlight: sending.inFlight) }
        // What is left may all be sent. Otherwise the window is what makes the segment small.
        guard configuration.avoidsSillyWindows, count < tcb.unsent.count else { return nil }
        // Fs = 1/2 of the largest window ever offered stands for a receiver whose buffer is smaller than two segments.
        return 2 * count >= sending.maximumWindow ? nil : .sillyWindow(unsent: tcb.unsent.count, usable: count)
    }

    /// After a silence of more than RTO the congestion window says nothing of the path as it is now (RFC 5681 4.1).
    mutating func restartAfterIdle(_ turn: inout Turn) {
        guard let before = congestion?.window, tcb.outstanding.isEmpty, let lastSent = tcb.lastSent,
            retransmissionTimeout.value < turn.now - lastSent
        else { return }
        tcb.congestion?.restartAfterIdle()
        if let after = congestion?.window, after != before {
            turn.note(.congestion(.restartedAfterIdle(window: after)))
        }
    }
}
