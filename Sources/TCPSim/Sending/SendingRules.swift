import Trace

/// The rules for small segments: the Nagle algorithm (RFC 9293 3.7.4) and the sender's avoidance of silly windows (3.8.6.2.1).
/// Without them, an application that writes a few octets at a time, or a receiver that reads a few at a time, would fill the
/// network with headers.
extension Connection {
    /// Why a segment with `count` octets of data must not be sent yet; nil if it may be sent. `full` is the size of a full
    /// segment.
    func reasonToWait(sending count: Int, of full: Int, withFIN: Bool) -> Note.Sending? {
        guard count < full, !withFIN else { return nil }
        let isIdle = sending.unacknowledged == sending.firstQueued
        if configuration.nagle, !isIdle { return .nagle(unsent: tcb.unsent.count, inFlight: sending.inFlight) }
        // If the segment contains all queued data, it may be sent. Otherwise the small window is the reason for the small
        // segment.
        guard configuration.avoidsSillyWindows, count < tcb.unsent.count else { return nil }
        // Fs = 1/2 of the largest window ever offered: this is for a receiver whose buffer is smaller than two segments.
        return 2 * count >= sending.maximumWindow ? nil : .sillyWindow(unsent: tcb.unsent.count, usable: count)
    }

    /// If no data was sent for longer than RTO, reduces the congestion window, because it is out of date (RFC 5681 4.1).
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
