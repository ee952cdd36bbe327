import Trace

/// SEGMENT ARRIVES (RFC 9293 3.10.7): one function for each check, in the RFC's order.
///
/// A check that returns false has dealt with the segment, and the later ones do not see it. The third check, of security and
/// compartment, is left out: nobody sends those options (RFC 9293 A.1), so they always match.
extension Connection {
    /// A segment has arrived for this connection's sockets; which connection a segment is for is the host's to find out.
    mutating func segmentArrives(_ segment: Segment, from source: IPv4Address, _ turn: inout Turn) {
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

    private func transmitReset(answering segment: Segment, because reason: Note.ResetReason, _ turn: inout Turn) {
        guard let reset = Self.reset(answering: segment) else { return turn.note(.resetIgnored(.unanswerable)) }
        turn.note(.reset(reason))
        turn.perform(.transmit(reset))
    }

    private func arrivesInClosed(_ segment: Segment, _ turn: inout Turn) {
        transmitReset(answering: segment, because: .noConnection, &turn)
    }

    // MARK: LISTEN (3.10.7.2)

    private mutating func arrivesInListen(_ segment: Segment, from source: IPv4Address, _ turn: inout Turn) {
        guard !segment.control.contains(.rst) else { return turn.note(.resetIgnored(.unanswerable)) }
        guard !segment.control.contains(.ack) else {
            return transmitReset(answering: segment, because: .acknowledgmentInListen, &turn)
        }
        guard segment.control.contains(.syn) else { return turn.note(.dropped(.neitherSynNorAck)) }
        let peer = Socket(source, segment.sourcePort)
        remote = peer
        synchronize(with: segment, &turn)
        enter(.synReceived, &turn)
        chooseInitialSequenceNumber(peer, &turn)
        sending.takeWindow(of: segment)
        sending.windowAcknowledgment = sending.initial
        holdText(of: segment)
        sendSYNACK(&turn)
    }

    // MARK: SYN-SENT (3.10.7.3)

    private mutating func arrivesInSynSent(_ segment: Segment, _ turn: inout Turn) {
        let isReset = segment.control.contains(.rst)
        let acknowledges = segment.control.contains(.ack)
        // First, the ACK bit.
        if acknowledges, !sending.isNew(segment.acknowledgment) {
            guard !isReset else { return turn.note(.resetIgnored(.unacceptableAcknowledgment)) }
            return transmitReset(
                answering: segment,
                because: .unacceptableAcknowledgment(segment.acknowledgment, expected: sending.next), &turn)
        }
        // Second, the RST bit.
        if isReset {
            guard acknowledges else { return turn.note(.resetIgnored(.withoutAcknowledgment)) }
            turn.note(.resetArrived(in: state, passive: false))
            delete(&turn)
            return turn.signal(.refused)
        }
        // Fourth, the SYN bit.
        guard segment.control.contains(.syn) else { return turn.note(.dropped(.neitherSynNorRst)) }
        synchronize(with: segment, &turn)
        sending.takeWindow(of: segment)
        if acknowledges {
            becomeEstablished(&turn)
            acknowledged(segment.acknowledgment, &turn)
            turn.owedAcknowledgment = .handshakeAck(acknowledgment: receiving.next, sequence: sending.next)
            sixthCheckURG(segment, &turn)
            seventhProcessText(segment, &turn)
            eighthCheckFIN(&turn)
        } else {
            // The SYNs crossed. The SYN,ACK takes the SYN's number and its place in the retransmission queue.
            turn.note(.synsCrossed)
            enter(.synReceived, &turn)
            sending.windowAcknowledgment = sending.initial
            sending.next = sending.initial
            outstanding = RetransmissionQueue()
            holdText(of: segment)
            sendSYNACK(&turn)
        }
    }

    /// Learns from a SYN where the other side's numbers begin and how much data it takes in a segment.
    private mutating func synchronize(with syn: Segment, _ turn: inout Turn) {
        receiving = ReceiveSequenceSpace(initial: syn.sequence, window: freeReceiveBuffer)
        turn.note(.synArrived(irs: receiving.initial, data: syn.payload.count, answersOurs: syn.control.contains(.ack)))
        // Taken literally an MSS of 0 would stop the connection. No network has a smaller MTU than 68 (RFC 791 3.2).
        let announced = max(28, Int(syn.maximumSegmentSize ?? UInt16(Self.defaultMSS)))
        effectiveSendMSS = max(1, min(announced, Int(configuration.mss)))
        turn.note(
            .maximumSegmentSize(
                own: configuration.mss, announced: syn.maximumSegmentSize, effective: effectiveSendMSS))
    }

    /// Data may ride on a SYN; it waits here until the connection is established (RFC 9293 3.5).
    private mutating func holdText(of syn: Segment) {
        let text = syn.payload.prefix(receiving.window)
        reassembly.hold(Array(text), at: syn.dataSequence, from: receiving.next)
        if syn.control.contains(.fin), text.count == syn.payload.count { remoteFIN = syn.end - 1 }
    }

    private mutating func becomeEstablished(_ turn: inout Turn) {
        turn.note(.established(local: sending.initial, remote: receiving.initial))
        enter(.established, &turn)
        turn.signal(.connected)
        if synRetransmitted { retransmissionTimeout.restartAfterLostSYN() }
        // A CLOSE that had to wait for this state.
        if finQueued { enter(.finWait1, &turn) }
    }

    // MARK: Other states (3.10.7.4)

    private mutating func arrivesInOtherStates(_ arrived: Segment, _ turn: inout Turn) {
        var segment = arrived
        if state == .synReceived, !openedPassively, segment.control.isSuperset(of: [.syn, .ack]),
            segment.sequence == receiving.initial
        {
            // Crossed SYNs: the other side repeats its SYN in its SYN,ACK. Figure 7 accepts that; the first check, read
            // literally, would not, since the SYN's number is already behind RCV.NXT.
            segment.control.remove(.syn)
            segment.sequence += 1
        }
        guard firstCheckSequence(segment, &turn), secondCheckRST(segment, &turn), fourthCheckSYN(segment, &turn),
            fifthCheckACK(segment, &turn)
        else { return }
        sixthCheckURG(segment, &turn)
        seventhProcessText(segment, &turn)
        eighthCheckFIN(&turn)
    }

    /// First: does the segment lie in the receive window?
    private mutating func firstCheckSequence(_ segment: Segment, _ turn: inout Turn) -> Bool {
        // A closed window takes no data, but acknowledgments and resets at RCV.NXT still count (MUST-66).
        if receiving.accepts(segment) || (receiving.window == 0 && segment.sequence == receiving.next) { return true }
        guard !segment.control.contains(.rst) else {
            turn.note(.resetIgnored(.outsideWindow))
            return false
        }
        turn.owedAcknowledgment = .unacceptable(
            sequence: segment.sequence, length: segment.length, expected: receiving.next, window: receiving.window)
        // The other side's FIN again: our acknowledgment of it was lost. The fifth check speaks of this case, but a
        // retransmitted FIN lies behind RCV.NXT and never gets that far.
        if state == .timeWait, segment.control.contains(.fin) { startTimeWait(again: true, &turn) }
        return false
    }

    /// Second: a reset counts only at exactly RCV.NXT. Elsewhere in the window it may be a guess from outside and is
    /// answered by a challenge: a true sender will answer that with a reset that fits (RFC 5961 3).
    private mutating func secondCheckRST(_ segment: Segment, _ turn: inout Turn) -> Bool {
        guard segment.control.contains(.rst) else { return true }
        guard segment.sequence == receiving.next else {
            turn.owedAcknowledgment = .challenge(.reset, sequence: segment.sequence, expected: receiving.next)
            return false
        }
        turn.note(.resetArrived(in: state, passive: openedPassively))
        switch state {
        case .synReceived where openedPassively: returnToListen(&turn)
        case .synReceived:
            delete(&turn)
            turn.signal(.refused)
        case .timeWait:
            delete(&turn)
            turn.signal(.closed)
        default:
            delete(&turn)
            turn.signal(.reset)
        }
        return false
    }

    private mutating func returnToListen(_ turn: inout Turn) {
        stopRetransmission(&turn)
        enter(.listen, &turn)
        forget()
        remote = specifiedRemote
    }

    /// Fourth: no SYN belongs in an open connection. A true one comes from a host that has restarted, and it will answer the
    /// challenge with a reset (RFC 5961 4, figure 9 of RFC 9293).
    private mutating func fourthCheckSYN(_ segment: Segment, _ turn: inout Turn) -> Bool {
        guard segment.control.contains(.syn) else { return true }
        if state == .synReceived, openedPassively {
            turn.note(.dropped(.synInSynReceived))
            returnToListen(&turn)
        } else {
            turn.owedAcknowledgment = .challenge(.syn, sequence: segment.sequence, expected: receiving.next)
        }
        return false
    }

    /// Fifth: what does the segment acknowledge?
    private mutating func fifthCheckACK(_ segment: Segment, _ turn: inout Turn) -> Bool {
        guard segment.control.contains(.ack) else {
            turn.note(.dropped(.withoutAck))
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
            sending.takeWindow(of: segment)
            becomeEstablished(&turn)
        }
        // Neither of something never sent, nor so old that nobody honest would still send it (RFC 5961 5).
        guard sending.unacknowledged - sending.maximumWindow <= acknowledgment, acknowledgment <= sending.next else {
            turn.owedAcknowledgment = .acknowledgmentOutOfRange(acknowledgment, next: sending.next)
            return false
        }
        if sending.isNew(acknowledgment) { acknowledged(acknowledgment, &turn) }
        updateSendWindow(segment, &turn)
        return fifthCheckFINAcknowledged(&turn)
    }

    /// Moves SND.UNA forward to `acknowledgment`, which is new.
    private mutating func acknowledged(_ acknowledgment: SequenceNumber, _ turn: inout Turn) {
        let before = sending.unacknowledged
        sending.unacknowledged = acknowledgment
        turn.note(.acknowledged(from: before, to: acknowledgment, inFlight: sending.inFlight))
        let segments = outstanding.acknowledge(acknowledgment)
        retries = 0
        if segments.contains(where: { $0.retransmissions > 0 }) {
            // Karn: nobody can tell which of the copies is acknowledged (RFC 6298 3).
            turn.note(.notMeasured)
        } else if let newest = segments.last {
            let sample = turn.now - newest.sent
            retransmissionTimeout.measure(sample)
            turn.note(
                .roundTrip(
                    sample: sample, smoothed: retransmissionTimeout.smoothed ?? sample,
                    timeout: retransmissionTimeout.value))
        }
        if outstanding.isEmpty { stopRetransmission(&turn) } else { startRetransmission(&turn) }
        if sendRefused, sendSpace > 0 {
            sendRefused = false
            turn.signal(.writable)
        }
    }

    /// Takes over the window of a segment that is no older than the one that last set it.
    private mutating func updateSendWindow(_ segment: Segment, _ turn: inout Turn) {
        guard sending.unacknowledged <= segment.acknowledgment,
            sending.windowSequence < segment.sequence
                || (sending.windowSequence == segment.sequence
                    && sending.windowAcknowledgment <= segment.acknowledgment)
        else { return }
        let before = sending.window
        sending.takeWindow(of: segment)
        if before > 0, sending.window == 0 { turn.note(.windowClosed) }
        if before == 0, sending.window > 0 { turn.note(.windowOpened(window: sending.window)) }
    }

    /// The part of the fifth check that depends on the state: is our FIN acknowledged?
    private mutating func fifthCheckFINAcknowledged(_ turn: inout Turn) -> Bool {
        let isAcknowledged = finSequence.map { $0 < sending.unacknowledged } ?? false
        switch state {
        case .finWait1 where isAcknowledged:
            turn.note(.finAcknowledged(in: state))
            enter(.finWait2, &turn)
            turn.signal(.closeAcknowledged)
        case .closing:
            guard isAcknowledged else { return false }
            turn.note(.finAcknowledged(in: state))
            turn.signal(.closeAcknowledged)
            enterTimeWait(&turn)
        case .lastAck where isAcknowledged:
            turn.note(.finAcknowledged(in: state))
            delete(&turn)
            turn.signal(.closed)
            return false
        default: break
        }
        return true
    }

    /// Sixth: urgent data.
    private mutating func sixthCheckURG(_ segment: Segment, _ turn: inout Turn) {
        guard segment.control.contains(.urg), state.receivesData else { return }
        let pointer = segment.sequence + Int(segment.urgentPointer)
        guard receiving.urgentPointer < pointer else { return }
        receiving.urgentPointer = pointer
        turn.signal(.urgentData)
    }

    /// Seventh: the data, cut to what is new and fits in the window.
    ///
    /// What begins beyond RCV.NXT is held; its acknowledgment number was taken in the fifth check all the same, as every
    /// system does, since it holds whatever the data's turn.
    private mutating func seventhProcessText(_ segment: Segment, _ turn: inout Turn) {
        guard state.receivesData else { return }
        let isOccupied = !segment.payload.isEmpty || segment.control.contains(.fin)
        if isOccupied { takeText(of: segment, &turn) }
        let filled = reassembly.take(from: receiving.next)
        if !filled.isEmpty {
            accept(filled)
            turn.note(.reassembled(count: filled.count, next: receiving.next))
            turn.signal(.readable)
        }
        if isOccupied {
            turn.owedAcknowledgment = .acknowledgment(
                of: segment.sequence, length: segment.length, next: receiving.next)
        }
    }

    private mutating func takeText(of segment: Segment, _ turn: inout Turn) {
        var text = segment.payload[...]
        var first = segment.dataSequence
        if first < receiving.next {
            let old = min(receiving.next - first, text.count)
            text = text.dropFirst(old)
            first += old
            if old > 0 { turn.note(.duplicateTrimmed(count: old)) }
        }
        let edge = receiving.next + receiving.window
        let room = first < edge ? edge - first : 0
        if text.count > room {
            turn.note(.excessTrimmed(count: text.count - room))
            text = text.prefix(room)
        } else if segment.control.contains(.fin), segment.end <= edge || segment.end - 1 == receiving.next {
            // A FIN alone is taken even by a closed window: it needs no room in the buffer.
            remoteFIN = segment.end - 1
        }
        guard !text.isEmpty else { return }
        if first == receiving.next {
            accept(Array(text))
            turn.note(.dataArrived(sequence: first, count: text.count, next: receiving.next))
            turn.signal(.readable)
        } else {
            reassembly.hold(Array(text), at: first, from: receiving.next)
            turn.note(.heldForReassembly(sequence: first, count: text.count, expected: receiving.next))
        }
    }

    /// Takes responsibility for octets that begin at RCV.NXT.
    private mutating func accept(_ octets: [UInt8]) {
        unread += octets
        receiving.next += octets.count
        updateReceiveWindow()
    }

    /// Eighth: the FIN, once everything before it has arrived.
    private mutating func eighthCheckFIN(_ turn: inout Turn) {
        guard state.receivesData, let fin = remoteFIN, fin == receiving.next else { return }
        receiving.next += 1
        streamEnded = true
        turn.note(.finArrived(sequence: fin, in: state))
        switch state {
        case .established: enter(.closeWait, &turn)
        case .finWait1: enter(.closing, &turn)
        default: enterTimeWait(&turn)
        }
        turn.signal(.endOfStream)
        turn.owedAcknowledgment = .finAck(acknowledgment: receiving.next, in: state)
    }

    // MARK: TIME-WAIT

    private mutating func enterTimeWait(_ turn: inout Turn) {
        stopRetransmission(&turn)
        enter(.timeWait, &turn)
        startTimeWait(again: false, &turn)
    }

    private mutating func startTimeWait(again: Bool, _ turn: inout Turn) {
        turn.note(.timeWait(duration: configuration.msl * 2, again: again))
        turn.perform(.arm(.timeWait, at: turn.now + configuration.msl * 2))
    }
}
