import Trace

/// The state of the probing of a closed window.
struct Persist: Hashable, Sendable {
    /// When the next probe is due; nil when the timer does not run.
    var due: Instant?
    /// The time until the next probe; nil before the first.
    var interval: TimeSpan?
    /// Probes since the other side was last heard.
    var unanswered = 0
}

/// Probing a closed window (RFC 9293 3.8.6.1): acknowledgments are not sent reliably, so the one that opens the window again may
/// get lost, and both sides would wait for each other for ever.
extension Connection {
    /// The override timeout of the silly window avoidance lies between 0.1 and 1 second (RFC 9293 3.8.6.2.1).
    private static let longestOverride = TimeSpan.seconds(1)

    /// Sets or stops the timer: it runs while data waits for a window, and nothing in flight will bring news of it.
    @inline(__always)  // It is asked at every event, and rarely has to do anything.
    mutating func watchWindow(_ turn: inout Turn) {
        if hasQueued, tcb.outstanding.isEmpty, state.sendsData {
            startPersist(&turn)
        } else if tcb.persist.interval != nil {
            stopPersist(&turn)
        }
    }

    private mutating func startPersist(_ turn: inout Turn) {
        let interval = tcb.persist.interval ?? retransmissionTimeout.value
        let wait = sending.window > 0 ? min(interval, Self.longestOverride) : interval
        if let due = tcb.persist.due, due <= turn.now + wait { return }
        tcb.persist.interval = interval
        tcb.persist.due = turn.now + wait
        turn.perform(.arm(.persist, at: turn.now + wait))
    }

    mutating func stopPersist(_ turn: inout Turn) {
        if tcb.persist.due != nil { turn.perform(.disarm(.persist)) }
        tcb.persist = Persist()
    }

    /// Sends an octet beyond the window, so that the other side says how large its window is; or, if the window is merely
    /// small, what fits in it.
    mutating func persistTimedOut(_ turn: inout Turn) {
        guard tcb.persist.due != nil else { return }
        tcb.persist.due = nil
        guard state.sendsData, tcb.outstanding.isEmpty else { return }
        guard sending.usable == 0 else {
            let count = min(tcb.unsent.count, effectiveSendMSS, sending.usable)
            turn.note(.sending(.override(count: count)))
            return sendOne(count, withFIN: tcb.finQueued && count == tcb.unsent.count && count < sending.usable, &turn)
        }
        guard tcb.persist.unanswered < configuration.dataRetries else {
            let (first, probes) = (sending.firstQueued, tcb.persist.unanswered)
            turn.note(.retransmission(.gaveUp(sequence: first, retransmissions: probes)))
            return delete(.timedOut, &turn)
        }
        tcb.persist.unanswered += 1
        let interval = min((tcb.persist.interval ?? retransmissionTimeout.value) * 2, configuration.maximumRTO)
        tcb.persist.interval = interval
        guard let octet = tcb.unsent.first else {
            // Only the FIN waits. It needs no room in a buffer, and is as good a probe.
            return sendOne(0, withFIN: true, &turn)
        }
        // The octet stays queued: if it finds no room, it is sent again with what follows it. But it is sent, and may be taken. So from
        // now on our acknowledgments lie behind it: with its own number the other side would refuse them.
        recallProbe()
        let (probe, attempt) = (segment(.ack, payload: [octet], at: turn.now), tcb.persist.unanswered)
        tcb.sending.next = probe.end
        tcb.sending.probe = .underWay
        launch(
            probe, explained: .sending(.windowProbe(sequence: probe.sequence, attempt: attempt, next: interval)), &turn)
    }

    /// The octet of a probe is about to be sent again: until then SND.NXT goes back to it.
    mutating func recallProbe() {
        tcb.sending.next = sending.firstQueued
        tcb.sending.probe = .none
    }

    /// The octet of a probe is acknowledged: it waits no longer.
    mutating func takeProbed() {
        _ = tcb.unsent.take(1)
        tcb.sending.probe = .none
    }
}
