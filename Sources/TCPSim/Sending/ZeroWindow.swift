import Trace

/// The state of the probing of a closed window.
struct Persist: Hashable, Sendable {
    /// When the next probe is due; nil if the timer does not run.
    var due: Instant?
    /// The time until the next probe; nil before the first.
    var interval: TimeSpan?
    /// Probes since the last acknowledgment of the other side arrived.
    var unanswered = 0
}

/// Probes of a closed window (RFC 9293 3.8.6.1). Acknowledgments are not sent reliably. If the acknowledgment that opens the window
/// is lost, both sides would wait for each other for ever.
extension Connection {
    /// The longest override timeout of silly window avoidance: it must lie between 0.1 and 1 second (RFC 9293 3.8.6.2.1).
    private static let longestOverride = TimeSpan.seconds(1)

    /// Sets or stops the timer. It runs while data waits for a window, and nothing is in flight whose acknowledgment could announce
    /// one.
    @inline(__always)  // It is called at every event, and rarely has work.
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

    /// If the window is closed, sends an octet beyond it, so that the other side answers with its present window. If the window is only
    /// small, sends the octets that fit into it.
    mutating func persistTimedOut(_ turn: inout Turn) {
        guard tcb.persist.due != nil else { return }
        tcb.persist.due = nil
        guard state.sendsData, tcb.outstanding.isEmpty else { return }
        guard sending.usable == 0 else {
            let count = min(tcb.unsent.count, effectiveSendMSS, sending.usable)
            turn.note(.sending(.override(count: count)))
            return sendOne(count, withFIN: tcb.finQueued && count == tcb.unsent.count && count < sending.usable, &turn)
        }
        guard !givesUp(at: .persist) else {
            let probes = tcb.persist.unanswered
            turn.note(.retransmission(.gaveUp(.windowProbes(probes))))
            return delete(.timedOut, &turn)
        }
        tcb.persist.unanswered += 1
        let interval = min((tcb.persist.interval ?? retransmissionTimeout.value) * 2, configuration.maximumRTO)
        tcb.persist.interval = interval
        guard let octet = tcb.unsent.first else {
            // Only the FIN waits. It needs no room in a buffer, so it can serve as the probe.
            return sendOne(0, withFIN: true, &turn)
        }
        // The octet stays in the queue: if the other side has no room for it, it is sent again with the octets after it. But the other
        // side may also accept it. So from now on our acknowledgments have the number after it; otherwise the other side would refuse
        // them.
        recallProbe()
        let (probe, attempt) = (segment(.ack, payload: [octet], at: turn.now), tcb.persist.unanswered)
        let isLast = givesUp(at: .persist)
        tcb.sending.next = probe.end
        tcb.sending.probe = .underWay
        launch(
            probe,
            explained: .sending(
                .windowProbe(sequence: probe.sequence, attempt: attempt, isLast: isLast, next: interval)), &turn)
    }

    /// The octet of a probe is about to be sent again: SND.NXT goes back to its number.
    mutating func recallProbe() {
        tcb.sending.next = sending.firstQueued
        tcb.sending.probe = .none
    }

    /// The octet of a probe is acknowledged: it is removed from the queue.
    mutating func removeProbed() {
        _ = tcb.unsent.take(1)
        tcb.sending.probe = .none
    }
}
