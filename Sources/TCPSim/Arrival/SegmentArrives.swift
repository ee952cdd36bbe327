import Trace

/// SEGMENT ARRIVES (RFC 9293 3.10.7): one function for each check, in the RFC's order.
///
/// A check that returns false has dealt with the segment, and the later ones do not see it. The third check, of security and
/// compartment, is left out: those options are not in use (RFC 9293 A.1), so they always match.
///
/// Most checks only look at a bit or two of most segments. They are inlined: a call would cost more than they do.
extension Connection {
    /// A segment has arrived for this connection's sockets; the host finds out which connection a segment is for.
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
    /// Its numbers are chosen so that the sender of the segment finds it acceptable (RFC 9293 3.5.2).
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
            turn.note(.reset(.arrived(in: state, passive: false)))
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

    /// Data may ride on a SYN; it waits here until the connection is established (RFC 9293 3.5).
    private mutating func holdText(of syn: Segment) {
        let text = syn.payload.prefix(receiving.window)
        _ = hold(Array(text), at: syn.dataSequence)
        if syn.control.contains(.fin), text.count == syn.payload.count { tcb.remoteFIN = syn.end - 1 }
    }

    /// Keeps octets that are ahead of their turn; false if there are too many gaps already.
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
        // A CLOSE that had to wait for this state.
        if tcb.finQueued { enter(.finWait1, &turn) }
    }

    // MARK: Other states (3.10.7.4)

    private mutating func arrivesInOtherStates(_ segment: Segment, _ turn: inout Turn) {
        endSilence(&turn)
        if state == .synReceived, !openedPassively, segment.control.isSuperset(of: [.syn, .ack]),
            segment.sequence == receiving.initial
        {
            // Crossed SYNs: the other side repeats its SYN in its SYN,ACK. Figure 7 accepts that; the first check, read
            // literally, would not, since the SYN's number is already behind RCV.NXT.
            var rest = segment
            rest.control.remove(.syn)
            rest.sequence += 1
            check(rest, shift: 0, &turn)
        } else {
            check(segment, shift: segment.control.contains(.syn) ? 0 : tcb.options.sendShift, &turn)
        }
    }

    /// The eight checks. `shift` says how the segment's window is to be read: that of a SYN is never shifted.
    private mutating func check(_ segment: Segment, shift: Int, _ turn: inout Turn) {
        guard firstCheckSequence(segment, &turn), secondCheckRST(segment, &turn), fourthCheckSYN(segment, &turn),
            fifthCheckACK(segment, shift: shift, &turn)
        else { return }
        sixthCheckURG(segment, &turn)
        seventhProcessText(segment, &turn)
        eighthCheckFIN(segment, &turn)
    }

    /// First: does the segment lie in the receive window? With timestamps, is it no older than what has come before?
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
                sequence: segment.sequence, length: segment.length, expected: receiving.next, window: receiving.window))
        reportDuplicate(segment)
        // Data sent again must be answered, or it is sent for ever. Acknowledgments that answer each other must come to an end.
        if segment.length > 0 { turn.owe(answer) } else { challenge(answer, &turn) }
        // The other side's FIN again: our acknowledgment of it was lost. The fifth check speaks of this case, but a
        // retransmitted FIN lies behind RCV.NXT and never gets that far.
        if state == .timeWait, segment.control.contains(.fin), segment.end == receiving.next {
            startTimeWait(again: true, &turn)
        }
        return false
    }

    /// A closed window takes no data, but acknowledgments and resets still count (MUST-66). They come at RCV.NXT; an acknowledgment also
    /// behind the octet of a probe which was lost or found no room: its sender has counted the octet and cannot know that.
    private func isValidInClosedWindow(_ segment: Segment) -> Bool {
        guard receiving.window == 0 else { return false }
        return segment.sequence == receiving.next
            || (segment.sequence == receiving.next + 1 && segment.length == 0 && !segment.control.contains(.rst))
    }

    /// Second: a reset counts only at exactly RCV.NXT. Elsewhere in the window it may be a guess from outside and is
    /// answered by a challenge: a true sender will answer that with a reset that fits (RFC 5961 3).
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
        turn.note(.reset(.arrived(in: state, passive: openedPassively)))
        switch state {
        case .synReceived where openedPassively: returnToListen(&turn)
        case .synReceived: delete(.refused, &turn)
        // Everything is acknowledged on both sides, so nothing is lost.
        case .timeWait: delete(.closed, &turn)
        default:
            // For CLOSING and LAST-ACK the RFC names no signal. But our FIN, and perhaps data before it, is unacknowledged: a user
            // that is told "closed" would take it for delivered. Linux says ECONNRESET as well.
            delete(.reset, &turn)
        }
        return false
    }

    /// Back to LISTEN; or by way of LISTEN to CLOSED, if a CLOSE waits behind data for ESTABLISHED. The next connection
    /// is not wanted then: in LISTEN a CLOSE deletes the TCB (3.10.4). The user need not be told of the return, but of data that
    /// was queued and is not delivered.
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

    /// Fourth: no SYN belongs in an open connection. A true one comes from a host that has restarted, and it will answer the
    /// challenge with a reset (RFC 5961 4, figure 9 of RFC 9293).
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

    /// Seventh: the data, cut to what is new and fits in the window.
    ///
    /// What begins beyond RCV.NXT is held; its acknowledgment number was taken in the fifth check all the same, as every
    /// system does, since it does not depend on the data's turn.
    @inline(__always)
    private mutating func seventhProcessText(_ segment: Segment, _ turn: inout Turn) {
        guard state.receivesData, !refusesData(of: segment, &turn) else { return }
        let isOccupied = !segment.payload.isEmpty || segment.control.contains(.fin)
        let (before, hadGap) = (receiving.next, !tcb.reassembly.isEmpty)
        if isOccupied { takeText(of: segment, &turn) }
        let filled = tcb.reassembly.isEmpty ? 0 : acceptHeld(&turn)
        if isOccupied {
            // What came out of turn, or fills a gap, says something about the network that the sender should know at once.
            let count = receiving.next - before
            let isOutOfTurn = hadGap || !tcb.reassembly.isEmpty || count != segment.payload.count
            acknowledgeArrival(of: segment, count: count, atOnce: isOutOfTurn, &turn)
        } else if filled > 0 {
            // It came with the SYN, and no acknowledgment has covered it yet.
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
            // A FIN alone is taken even by a closed window: it needs no room in the buffer.
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

    /// Takes what was held and is no longer ahead of its turn.
    ///
    /// - Returns: how many octets.
    private mutating func acceptHeld(_ turn: inout Turn) -> Int {
        let filled = tcb.reassembly.take(from: receiving.next)
        let count = filled.count
        guard count > 0 else { return 0 }
        accept(consume filled)
        turn.note(.transfer(.reassembled(count: count, next: receiving.next)))
        turn.signal(.readable)
        return count
    }

    /// Takes responsibility for octets that begin at RCV.NXT.
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

    /// A FIN in the window after the one that has ended the stream: the state remains, and the FIN is acknowledged as far as there is
    /// anything to acknowledge. In TIME-WAIT the wait begins anew.
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
