import Trace

/// SEGMENT ARRIVES (RFC 9293 3.10.7): one function for each check, in the RFC's order.
///
/// If a check returns false, it has handled the segment, and the later checks are skipped. The third check, of security and
/// compartment, is left out: those options are not in use (RFC 9293 A.1), so they always match.
///
/// For most segments most checks read only a bit or two. They are inlined, because a call would cost more than the check.
extension Connection {
    /// Handles a segment for this connection's sockets. The host has found the connection that the segment belongs to.
    mutating func segmentArrives(_ segment: Segment, from source: IPv4Address, _ turn: inout Turn) {
        if let octets = segment.malformedOption { turn.note(.option(.malformed(octets))) }
        switch state {
        case .closed: arrivesInClosed(segment, &turn)
        case .listen: arrivesInListen(segment, from: source, &turn)
        case .synSent: arrivesInSynSent(segment, &turn)
        case .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait:
            arrivesInOtherStates(segment, &turn)
        }
    }

    // MARK: CLOSED (3.10.7.1)

    /// The reset that answers a segment for which there is no connection; nil for a reset, which is never answered.
    ///
    /// It has numbers that the sender of the segment finds acceptable (RFC 9293 3.5.2).
    public static func reset(answering segment: Segment) -> Segment? {
        guard !segment.control.contains(.rst) else { return nil }
        let acknowledges = segment.control.contains(.ack)
        return Segment(
            sourcePort: segment.destinationPort, destinationPort: segment.sourcePort,
            sequence: acknowledges ? segment.acknowledgment : SequenceNumber(0),
            acknowledgment: acknowledges ? SequenceNumber(0) : segment.end,
            control: acknowledges ? .rst : [.rst, .ack])
    }

    func transmitReset(answering segment: Segment, because reason: Note.Reset.Reason, _ turn: inout Turn) {
        guard let reset = Self.reset(answering: segment) else { return turn.note(.reset(.ignored(.unanswerable))) }
        turn.note(.reset(.sent(reason)))
        turn.perform(.transmit(reset))
    }

    private func arrivesInClosed(_ segment: Segment, _ turn: inout Turn) {
        transmitReset(answering: segment, because: .noConnection, &turn)
    }

    // MARK: LISTEN (3.10.7.2)

    private mutating func arrivesInListen(_ segment: Segment, from source: IPv4Address, _ turn: inout Turn) {
        guard !segment.control.contains(.rst) else { return turn.note(.reset(.ignored(.unanswerable))) }
        guard !segment.control.contains(.ack) else {
            return transmitReset(answering: segment, because: .acknowledgmentInListen, &turn)
        }
        guard segment.control.contains(.syn) else { return turn.note(.refusal(.dropped(.neitherSynNorAck))) }
        let peer = Socket(source, segment.sourcePort)
        tcb.remote = peer
        synchronize(with: segment, &turn)
        enter(.synReceived, &turn)
        chooseInitialSequenceNumber(peer, &turn)
        tcb.sending.takeWindow(of: segment, shift: 0)
        tcb.sending.windowAcknowledgment = sending.initial
        holdText(of: segment)
        sendSYNACK(&turn)
    }

    // MARK: SYN-SENT (3.10.7.3)

    private mutating func arrivesInSynSent(_ segment: Segment, _ turn: inout Turn) {
        let isReset = segment.control.contains(.rst)
        let acknowledges = segment.control.contains(.ack)
        // First, the ACK bit.
        if acknowledges, !sending.isNew(segment.acknowledgment) {
            guard !isReset else { return turn.note(.reset(.ignored(.unacceptableAcknowledgment))) }
            return transmitReset(
                answering: segment,
                because: .unacceptableAcknowledgment(segment.acknowledgment, expected: sending.next), &turn)
        }
        // Second, the RST bit.
        if isReset {
            guard acknowledges else { return turn.note(.reset(.ignored(.withoutAcknowledgment))) }
            turn.note(.reset(.arrived(in: state, passive: false, unacknowledged: tcb.outstanding.octets)))
            return delete(.refused, &turn)
        }
        // Fourth, the SYN bit.
        guard segment.control.contains(.syn) else { return turn.note(.refusal(.dropped(.neitherSynNorRst))) }
        synchronize(with: segment, &turn)
        tcb.sending.takeWindow(of: segment, shift: 0)
        if acknowledges {
            becomeEstablished(&turn)
            acknowledged(segment.acknowledgment, echo: segment.timestamps?.echo, &turn)
            turn.owe(.opening(.handshakeAck(acknowledgment: receiving.next, sequence: sending.next)))
            sixthCheckURG(segment, &turn)
            seventhProcessText(segment, &turn)
            eighthCheckFIN(segment, &turn)
        } else {
            // The SYNs crossed. The SYN,ACK takes the SYN's number and its place in the retransmission queue.
            turn.note(.opening(.synsCrossed))
            enter(.synReceived, &turn)
            tcb.sending.windowAcknowledgment = sending.initial
            tcb.sending.next = sending.initial
            tcb.outstanding = RetransmissionQueue()
            holdText(of: segment)
            sendSYNACK(&turn)
        }
    }

    /// Holds the data of a SYN until the connection is established (RFC 9293 3.5).
    private mutating func holdText(of syn: Segment) {
        let text = syn.payload.prefix(receiving.window)
        _ = hold(Array(text), at: syn.dataSequence)
        if syn.control.contains(.fin), text.count == syn.payload.count { tcb.remoteFIN = syn.end - 1 }
    }

    /// Holds octets that have arrived out of order; false if there are too many gaps already.
    private mutating func hold(_ octets: [UInt8], at first: SequenceNumber) -> Bool {
        tcb.reassembly.hold(octets, at: first, limit: Reassembly.limit(buffer: configuration.receiveBuffer))
    }

    mutating func becomeEstablished(_ turn: inout Turn) {
        turn.note(.opening(.established(local: sending.initial, remote: receiving.initial)))
        enter(.established, &turn)
        turn.signal(.connected)
        if tcb.retransmission.hasRepeatedSYN { tcb.retransmission.timeout.restartAfterLostSYN() }
        tcb.recovery.point = sending.initial
        tcb.congestion = configuration.congestionControl.map {
            CongestionControl($0, segmentSize: effectiveSendMSS, synLost: tcb.retransmission.hasRepeatedSYN)
        }
        // CLOSE has been called in SYN-RECEIVED, and had to wait for this state.
        if tcb.finQueued { enter(.finWait1, &turn) }
    }

    // MARK: Other states (3.10.7.4)

    private mutating func arrivesInOtherStates(_ segment: Segment, _ turn: inout Turn) {
        endSilence(&turn)
        if state == .synReceived, !openedPassively, segment.control.isSuperset(of: [.syn, .ack]),
            segment.sequence == receiving.initial
        {
            // Crossed SYNs: the other side repeats its SYN in its SYN,ACK. Figure 7 accepts that. The first check, read
            // literally, would refuse it, because the SYN's number is already before RCV.NXT.
            var rest = segment
            rest.control.remove(.syn)
            rest.sequence += 1
            check(rest, shift: 0, &turn)
        } else {
            check(segment, shift: segment.control.contains(.syn) ? 0 : tcb.options.sendShift, &turn)
        }
    }

    /// The eight checks. The segment's window is shifted left by `shift` bits; the window of a SYN is never shifted.
    private mutating func check(_ segment: Segment, shift: Int, _ turn: inout Turn) {
        guard firstCheckSequence(segment, &turn), secondCheckRST(segment, &turn), fourthCheckSYN(segment, &turn),
            fifthCheckACK(segment, shift: shift, &turn)
        else { return }
        sixthCheckURG(segment, &turn)
        seventhProcessText(segment, &turn)
        eighthCheckFIN(segment, &turn)
    }

    /// First: does the segment lie in the receive window? And with timestamps: is it not older than earlier segments?
    @inline(__always)
    private mutating func firstCheckSequence(_ segment: Segment, _ turn: inout Turn) -> Bool {
        guard passesTimestampCheck(segment, &turn) else { return false }
        if receiving.accepts(segment) || isValidInClosedWindow(segment) { return true }
        guard !segment.control.contains(.rst) else {
            turn.note(.reset(.ignored(.outsideWindow)))
            return false
        }
        let answer = Note.refusal(
            .unacceptable(
                sequence: segment.sequence, length: segment.length, first: receiving.initial, expected: receiving.next,
                window: receiving.window))
        reportDuplicate(segment)
        // A FIN that comes again in TIME-WAIT. The RFC handles this case in its fifth check, but such a FIN lies before RCV.NXT and does not
        // reach that.
        if state == .timeWait, segment.control.contains(.fin), segment.end == receiving.next {
            startTimeWait(again: true, &turn)
            turn.owe(.closing(.repeatedFINAck(acknowledgment: receiving.next)))
        } else if segment.length > 0 {
            // Data that is sent again must be answered; otherwise it is sent for ever.
            turn.owe(answer)
        } else {
            // Empty acknowledgments must not answer each other without end, so they are limited.
            challenge(answer, &turn)
        }
        return false
    }

    /// With a closed window no data is accepted, but acknowledgments (RFC 9293 3.10.7.4) and resets (MUST-66) still count. Their number
    /// is RCV.NXT. An acknowledgment may also have the number after the octet of a probe that was lost or found no room: its sender has
    /// counted the octet and cannot know that.
    private func isValidInClosedWindow(_ segment: Segment) -> Bool {
        guard receiving.window == 0 else { return false }
        return segment.sequence == receiving.next
            || (segment.sequence == receiving.next + 1 && segment.length == 0 && !segment.control.contains(.rst))
    }

    /// Second: a reset counts only if its number is exactly RCV.NXT. With another number in the window it may be an attacker's guess,
    /// and is answered by a challenge ACK. A genuine sender answers that with a reset that has the right number (RFC 5961 3).
    @inline(__always)
    private mutating func secondCheckRST(_ segment: Segment, _ turn: inout Turn) -> Bool {
        guard segment.control.contains(.rst) else { return true }
        guard state != .timeWait || !configuration.ignoresResetInTimeWait else {
            turn.note(.reset(.ignored(.timeWait)))
            return false
        }
        guard segment.sequence == receiving.next else {
            let expected = receiving.next
            challenge(.refusal(.challenge(.reset, sequence: segment.sequence, expected: expected)), &turn)
            return false
        }
        turn.note(.reset(.arrived(in: state, passive: openedPassively, unacknowledged: tcb.outstanding.octets)))
        switch state {
        case .synReceived where openedPassively: returnToListen(&turn)
        case .synReceived: delete(.refused, &turn)
        // Both sides have acknowledged everything, so nothing is lost.
        case .timeWait: delete(.closed, &turn)
        default:
            // For CLOSING and LAST-ACK the RFC names no signal. But our FIN, and perhaps data before it, is unacknowledged. With the
            // signal "closed" the user would believe that it was delivered. Linux also reports ECONNRESET.
            delete(.reset, &turn)
        }
        return false
    }

    /// Back to LISTEN. If CLOSE was called and waits for ESTABLISHED, then from LISTEN to CLOSED: the user wants no other connection,
    /// and in LISTEN a CLOSE deletes the TCB (3.10.4). The return to LISTEN is not reported to the user, but queued data that is not
    /// delivered is.
    private mutating func returnToListen(_ turn: inout Turn) {
        let (isUnwanted, isLoss) = (tcb.finQueued, holdsUndelivered)
        stopRetransmission(&turn)
        enter(.listen, &turn)
        renewTCB()
        if isUnwanted {
            delete(.reset, &turn)
        } else if isLoss {
            turn.signal(.callFailed(.reset))
        }
    }

    /// Fourth: a SYN is not valid in an open connection. A genuine SYN comes from a host that has restarted. That host answers the
    /// challenge ACK with a reset (RFC 5961 4, figure 9 of RFC 9293).
    @inline(__always)
    private mutating func fourthCheckSYN(_ segment: Segment, _ turn: inout Turn) -> Bool {
        guard segment.control.contains(.syn) else { return true }
        if state == .synReceived, openedPassively {
            turn.note(.refusal(.dropped(.synInSynReceived)))
            returnToListen(&turn)
        } else {
            let expected = receiving.next
            challenge(.refusal(.challenge(.syn, sequence: segment.sequence, expected: expected)), &turn)
        }
        return false
    }

    /// Sixth: urgent data.
    @inline(__always)
    private mutating func sixthCheckURG(_ segment: Segment, _ turn: inout Turn) {
        guard segment.control.contains(.urg), state.receivesData else { return }
        let pointer = segment.sequence + Int(segment.urgentPointer)
        guard receiving.urgentPointer < pointer else { return }
        tcb.receiving.urgentPointer = pointer
        turn.note(.transfer(.urgentData(until: pointer, count: urgentCount)))
        turn.signal(.urgentData)
    }

    /// Seventh: the data, cut to the octets that are new and lie in the window.
    ///
    /// Data that begins beyond RCV.NXT is held. Its acknowledgment number was processed in the fifth check already, as every system
    /// does, because it does not depend on the order of the data.
    @inline(__always)
    private mutating func seventhProcessText(_ segment: Segment, _ turn: inout Turn) {
        guard state.receivesData, !refusesData(of: segment, &turn) else { return }
        let isOccupied = !segment.payload.isEmpty || segment.control.contains(.fin)
        let (before, hadGap) = (receiving.next, !tcb.reassembly.isEmpty)
        if isOccupied { takeText(of: segment, &turn) }
        let filled = tcb.reassembly.isEmpty ? 0 : acceptHeld(&turn)
        if isOccupied {
            // The sender must learn at once if a segment arrives out of order or fills a gap: it shows what the network has lost.
            let count = receiving.next - before
            let isOutOfTurn = hadGap || !tcb.reassembly.isEmpty || count != segment.payload.count
            acknowledgeArrival(of: segment, count: count, atOnce: isOutOfTurn, &turn)
        } else if filled > 0 {
            // The data came with the SYN, and no acknowledgment has covered it yet.
            turn.owe(.transfer(.acknowledgment(of: before, length: filled, next: receiving.next)))
        }
    }

    private mutating func takeText(of segment: Segment, _ turn: inout Turn) {
        reportDuplicate(segment)
        // The part of the payload that is kept.
        var kept = segment.payload.indices
        var first = segment.dataSequence
        if first < receiving.next {
            let old = min(receiving.next - first, kept.count)
            kept = kept.dropFirst(old)
            first += old
            if old > 0 { turn.note(.transfer(.duplicateTrimmed(count: old))) }
        }
        let edge = receiving.next + receiving.window
        let room = first < edge ? edge - first : 0
        if kept.count > room {
            turn.note(.transfer(.excessTrimmed(count: kept.count - room)))
            kept = kept.prefix(room)
        } else if segment.control.contains(.fin), segment.end <= edge || segment.end - 1 == receiving.next {
            // A FIN without data is accepted even with a closed window, because it needs no room in the buffer.
            tcb.remoteFIN = segment.end - 1
        }
        guard !kept.isEmpty else { return }
        let text = kept == segment.payload.indices ? segment.payload : Array(segment.payload[kept])
        if first == receiving.next {
            let count = text.count
            accept(consume text)
            turn.note(.transfer(.dataArrived(sequence: first, count: count, next: receiving.next)))
            turn.signal(.readable)
        } else if hold(text, at: first) {
            turn.note(.transfer(.heldForReassembly(sequence: first, count: text.count, expected: receiving.next)))
        } else {
            turn.note(.transfer(.tooManyGaps(sequence: first, count: text.count, gaps: tcb.reassembly.blocks.count)))
        }
    }

    /// Takes the held octets that begin at RCV.NXT.
    ///
    /// - Returns: the number of octets.
    private mutating func acceptHeld(_ turn: inout Turn) -> Int {
        let filled = tcb.reassembly.take(from: receiving.next)
        let count = filled.count
        guard count > 0 else { return 0 }
        accept(consume filled)
        turn.note(.transfer(.reassembled(count: count, next: receiving.next)))
        turn.signal(.readable)
        return count
    }

    /// Appends octets that begin at RCV.NXT to the unread data, and moves RCV.NXT and the window.
    private mutating func accept(_ octets: consuming [UInt8]) {
        let count = octets.count
        unread.append(octets)
        tcb.receiving.next += count
        tcb.receiving.window = max(0, receiving.window - count)
        updateReceiveWindow()
    }

    /// Eighth: the FIN, once everything before it has arrived.
    @inline(__always)
    private mutating func eighthCheckFIN(_ segment: Segment, _ turn: inout Turn) {
        guard state.receivesData else { return answerFurtherFIN(segment, &turn) }
        guard let fin = tcb.remoteFIN, fin == receiving.next else { return }
        tcb.receiving.next += 1
        streamEnded = true
        turn.note(.closing(.finArrived(sequence: fin, in: state)))
        switch state {
        case .established: enter(.closeWait, &turn)
        case .finWait1: enter(.closing, &turn)
        default: enterTimeWait(&turn)
        }
        turn.signal(.endOfStream)
        turn.owe(.closing(.finAck(acknowledgment: receiving.next, in: state)))
    }

    /// A FIN in the window, after the FIN that has ended the stream: the state does not change, and RCV.NXT is acknowledged again. In
    /// TIME-WAIT the wait begins again.
    private func answerFurtherFIN(_ segment: Segment, _ turn: inout Turn) {
        switch state {
        case .closeWait, .closing, .lastAck, .timeWait:
            guard segment.control.contains(.fin) else { return }
            turn.owe(.closing(.furtherFINAck(acknowledgment: receiving.next, waitsAnew: state == .timeWait)))
            if state == .timeWait { turn.perform(timeWait(from: turn.now)) }
        case .closed, .listen, .synSent, .synReceived, .established, .finWait1, .finWait2: break
        }
    }
}
