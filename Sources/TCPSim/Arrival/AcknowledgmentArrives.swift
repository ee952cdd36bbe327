import Trace

/// The fifth check of SEGMENT ARRIVES (RFC 9293 3.10.7.4): what a segment acknowledges, and the consequences.
extension Connection {
    /// Fifth: what does the segment acknowledge? Its window is shifted left by `shift` bits.
    mutating func fifthCheckACK(_ segment: Segment, shift: Int, _ turn: inout Turn) -> Bool {
        guard segment.control.contains(.ack) else {
            turn.note(.refusal(.dropped(.withoutAck)))
            return false
        }
        let acknowledgment = segment.acknowledgment
        if state == .synReceived {
            guard sending.isNew(acknowledgment) else {
                transmitReset(
                    answering: segment, because: .unacceptableAcknowledgment(acknowledgment, expected: sending.next),
                    &turn)
                return false
            }
            tcb.sending.takeWindow(of: segment, shift: shift)
            becomeEstablished(&turn)
        }
        // It must not acknowledge something that was never sent, and it must not be older than any segment that can still be in
        // the network (RFC 5961 5).
        guard sending.unacknowledged - sending.maximumWindow <= acknowledgment, acknowledgment <= sending.next else {
            let next = sending.next
            challenge(.refusal(.acknowledgmentOutOfRange(acknowledgment, next: next)), &turn)
            return false
        }
        takeTimestamp(of: segment, turn)
        // A side that answers is alive, and it may keep its window closed without a limit of time (MUST-37).
        tcb.persist.unanswered = 0
        if sending.window == 0 { tcb.retransmission.retries = 0 }
        let isNews = takeReports(of: segment, &turn)
        let isNew = sending.isNew(acknowledgment)
        if isNew {
            acknowledged(acknowledgment, echo: segment.timestamps?.echo, &turn)
            // With SACK even an acknowledgment of new data can report another loss.
            if isNews { duplicateArrived(&turn) }
        } else {
            if sending.probe == .underWay, acknowledgment == sending.unacknowledged { tcb.sending.probe = .refused }
            if usesSACK ? isNews : isDuplicate(segment) { duplicateArrived(&turn) }
        }
        updateSendWindow(segment, shift: shift, isNew: isNew, &turn)
        return fifthCheckFINAcknowledged(&turn)
    }

    /// Moves SND.UNA forward to `acknowledgment`, which is new. `echo` is the timestamp that the segment echoes; nil if it
    /// echoes none.
    mutating func acknowledged(_ acknowledgment: SequenceNumber, echo: UInt32?, _ turn: inout Turn) {
        let before = sending.unacknowledged
        tcb.sending.unacknowledged = acknowledgment
        if sending.probe != .none { removeProbed() }
        turn.note(.transfer(.acknowledged(from: before, to: acknowledgment, inFlight: sending.inFlight)))
        let covered = tcb.outstanding.acknowledge(acknowledgment)
        tcb.retransmission.retries = 0
        if covered.largest > 0 { pathCarried(datagramLength(of: covered.largest), &turn) }
        measureRoundTrip(covered, echo: echo, &turn)
        congestionAcknowledged(covered.octets, &turn)
        if tcb.outstanding.isEmpty {
            stopRetransmission(&turn)
        } else if restartsTimer() {
            startRetransmission(&turn)
        }
        if tcb.sendRefused, sendSpace > 0 {
            tcb.sendRefused = false
            turn.signal(.writable)
        }
    }

    /// Measures the round-trip time: the time since the newest acknowledged segment was sent or, if one of the acknowledged
    /// segments was sent more than once, the time from the echoed timestamp (RFC 7323 4).
    private mutating func measureRoundTrip(
        _ covered: RetransmissionQueue.Covered, echo: UInt32?, _ turn: inout Turn
    ) {
        let sample: TimeSpan
        if covered.wasRetransmitted {
            guard let echo, let measured = tcb.options.timestamps?.roundTrip(echo, at: turn.now) else {
                // Karn's algorithm: the acknowledgment does not say which copy it belongs to (RFC 6298 3).
                return turn.note(.retransmission(.notMeasured))
            }
            sample = measured
        } else if let newest = covered.newest {
            sample = turn.now - newest
        } else {
            return
        }
        tcb.retransmission.timeout.measure(sample)
        turn.note(
            .retransmission(
                .roundTrip(
                    sample: sample, smoothed: retransmissionTimeout.smoothed ?? sample,
                    timeout: retransmissionTimeout.value)))
    }

    /// Takes over the window of a segment that is not older than the segment that last set it.
    ///
    /// SND.WL1 alone is not enough: a segment that is sent again has an old number and a new acknowledgment. It would move
    /// SND.UNA but not SND.WND, and so the right edge would move beyond the announced one. A segment that acknowledges more was
    /// sent later (RFC 9293 3.8.6).
    private mutating func updateSendWindow(_ segment: Segment, shift: Int, isNew: Bool, _ turn: inout Turn) {
        guard sending.unacknowledged <= segment.acknowledgment,
            isNew || sending.windowSequence < segment.sequence
                || (sending.windowSequence == segment.sequence
                    && sending.windowAcknowledgment <= segment.acknowledgment)
        else { return }
        let before = sending.window
        tcb.sending.takeWindow(of: segment, shift: shift)
        // The number of the segment may lie after the octet of a probe that is not counted here (see the first check).
        if receiving.window == 0 { tcb.sending.windowSequence = receiving.next }
        if before > 0, sending.window == 0 { turn.note(.transfer(.windowClosed)) }
        if before == 0, sending.window > 0 { turn.note(.transfer(.windowOpened(window: sending.window))) }
    }

    /// The part of the fifth check that depends on the state: is our FIN acknowledged?
    @inline(__always)
    private mutating func fifthCheckFINAcknowledged(_ turn: inout Turn) -> Bool {
        let isAcknowledged = tcb.finSequence.map { $0 < sending.unacknowledged } ?? false
        switch state {
        case .finWait1 where isAcknowledged:
            turn.note(.closing(.finAcknowledged(in: state)))
            enter(.finWait2, &turn)
            turn.signal(.closeAcknowledged)
        case .closing:
            guard isAcknowledged else { return false }
            turn.note(.closing(.finAcknowledged(in: state)))
            turn.signal(.closeAcknowledged)
            enterTimeWait(&turn)
        case .lastAck where isAcknowledged:
            turn.note(.closing(.finAcknowledged(in: state)))
            delete(.closed, &turn)
            return false
        default: break
        }
        return true
    }
}
