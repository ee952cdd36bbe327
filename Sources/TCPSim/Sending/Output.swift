import Trace

/// The sending of segments, with their numbers and windows (RFC 9293 3.7 and 3.8).
extension Connection {
    // MARK: Segments

    /// A segment of this connection. With data its number is SND.NXT; without data it is ``SendSequenceSpace/acceptable``. All segments
    /// except the first SYN and some resets acknowledge RCV.NXT.
    ///
    /// It is inlined, and so are the functions that it calls. Otherwise the compiler copies the whole connection, 864 octets, when a
    /// mutating function calls a function that only reads.
    @inline(__always)
    func segment(_ control: ControlBits, payload: consuming [UInt8] = [], at now: Instant) -> Segment {
        let options = control.contains(.syn) ? .none : options(besides: payload.count, at: now)
        return Segment(
            sourcePort: local.port, destinationPort: remote?.port ?? 0,
            sequence: payload.isEmpty ? sending.acceptable : sending.next,
            acknowledgment: control.contains(.ack) ? receiving.next : SequenceNumber(0), control: control,
            window: windowField(control), optionList: options, payload: payload)
    }

    /// Sends `segment`. If it takes a sequence number, it is kept until it is acknowledged.
    mutating func transmit(
        _ segment: consuming Segment, explained note: @autoclosure () -> Note?, _ turn: inout Turn
    ) {
        let isRemembered = segment.length > 0 && !segment.control.contains(.rst)
        if isRemembered {
            if !segment.payload.isEmpty { tcb.pathMTU.sent(datagramLength(of: segment.payload.count)) }
            tcb.sending.next = segment.end
            tcb.outstanding.append(copy segment, at: turn.now)
        }
        launch(segment, explained: note(), &turn)
        if isRemembered, !tcb.retransmission.isArmed { startRetransmission(&turn) }
    }

    /// Sends `segment` and does not keep it.
    mutating func launch(
        _ segment: consuming Segment, explained note: @autoclosure () -> Note?, _ turn: inout Turn
    ) {
        let (control, acknowledgment, window) = (segment.control, segment.acknowledgment, Int(segment.window))
        turn.note(note())
        // The segment is moved. A copy would change two reference counts, those of its data and its options.
        turn.perform(.transmit(consume segment))
        guard control.contains(.ack), !control.contains(.rst) else { return }
        turn.settleAcknowledgment()
        stopDelay(&turn)
        tcb.delayed.octets = 0
        tcb.receiving.lastAcknowledged = acknowledgment
        tcb.receiving.duplicate = nil
        let shift = control.contains(.syn) ? 0 : tcb.options.receiveShift
        let edge = acknowledgment + window &<< shift
        tcb.receiving.toldEdge = edge
        guard receiving.announcedEdge < edge else { return }
        tcb.receiving.announcedEdge = edge
        // Because the field was rounded up, the promised window may be larger. Octets in it are accepted, too.
        tcb.receiving.window = max(receiving.window, receiving.promisedWindow)
    }

    /// Sends a segment again. Its numbers and its data are the same. Its acknowledgment, window and options are those of now.
    mutating func resend(_ original: Segment, explained note: @autoclosure () -> Note?, _ turn: inout Turn) {
        var segment = original
        if segment.control.contains(.ack) {
            segment.acknowledgment = receiving.next
            segment.window = windowField(segment.control)
        }
        if segment.control.contains(.syn) {
            restamp(&segment.options, at: turn.now)
        } else {
            segment.optionList = options(besides: segment.payload.count, at: turn.now)
        }
        tcb.lastSent = turn.now
        if usesSACK { tcb.recovery.resent.append(segment) }
        launch(segment, explained: note(), &turn)
    }

    // MARK: Data, FIN and acknowledgments

    /// Sends all that may be sent now, and then an acknowledgment if one is owed.
    ///
    /// It runs at every event. Most of the functions that it calls have work at few events only, so their conditions are checked here.
    mutating func output(_ turn: inout Turn) {
        // After a timeout one segment is in the network until its acknowledgment comes (RFC 6298 5.4, RFC 5681 3.1).
        if tcb.outstanding.isDue, state.isSynchronized, tcb.retransmission.retries == 0 { resendLost(&turn) }
        if hasQueued, state.sendsData { sendQueued(&turn) }
        if tcb.recovery.isActive, state.isSynchronized { resendOnSuspicion(&turn) }
        if turn.owesAcknowledgment {
            let why = turn.isTracing ? turn.reasonToAcknowledge : nil
            launch(segment(.ack, at: turn.now), explained: why, &turn)
        }
        watchWindow(&turn)
        if configuration.keepAlive != nil { watchSilence(&turn) }
        if tcb.isReleased { watchOrphan(&turn) }
    }

    /// Sends queued data in segments of at most Eff.snd.MSS octets, as far as the other side's window and the congestion window allow,
    /// and the FIN after the data.
    private mutating func sendQueued(_ turn: inout Turn) {
        // Lost segments are sent before new data (RFC 6675 4, NextSeg rules 1 and 2), even if only new data would fit into the window.
        guard nothingIsDue else { return }
        restartAfterIdle(&turn)
        probeLargerDatagrams(&turn)
        var sent = false
        var room = congestionRoom
        while true {
            let usable = sending.usable
            let full = max(1, effectiveSendMSS - blocksLength)
            let count = min(tcb.unsent.count, full, usable)
            // A FIN takes a number, so like an octet it needs room in the window.
            let withFIN = tcb.finQueued && count == tcb.unsent.count && count < usable
            guard count > 0 || withFIN else { break }
            guard count <= room else {
                turn.note(
                    .congestion(
                        .windowFull(
                            unsent: tcb.unsent.count, inNetwork: tcb.outstanding.inNetwork,
                            window: congestion?.window ?? 0)))
                return
            }
            if let reason = reasonToWait(sending: count, of: full, withFIN: withFIN) {
                return turn.note(.sending(reason))
            }
            sendOne(count, withFIN: withFIN, &turn)
            if congestion != nil { room -= count }
            sent = true
        }
        if sent, !tcb.unsent.isEmpty {
            turn.note(
                .transfer(.windowFull(unsent: tcb.unsent.count, inFlight: sending.inFlight, window: sending.window)))
        }
    }

    /// Sends the first `count` queued octets, and the FIN with them if `withFIN`. The windows are not checked.
    mutating func sendOne(_ count: Int, withFIN: Bool, _ turn: inout Turn) {
        if sending.probe != .none { recallProbe() }
        // As an argument of the call below it would make the compiler copy `self`.
        let payload = tcb.unsent.take(count)
        var next = segment(.ack, payload: consume payload, at: turn.now)
        if let mark = tcb.pushed, mark <= next.end {
            next.control.insert(.psh)
            tcb.pushed = nil
        }
        if withFIN { next.control.insert(.fin) }
        tcb.lastSent = turn.now
        if tcb.recovery.duplicates > 0, !tcb.recovery.isActive { tcb.recovery.limitedTransmitted += count }
        let (sequence, acknowledgment) = (next.sequence, next.acknowledgment)
        if withFIN {
            tcb.finQueued = false
            let fin = next.end - 1
            tcb.finSequence = fin
            if state == .closeWait { enter(.lastAck, &turn) }
            let answering = streamEnded
            transmit(
                consume next,
                explained: .closing(
                    .fin(sequence: fin, acknowledgment: acknowledgment, data: count, answering: answering)), &turn)
        } else {
            let (waiting, inFlight, window) = (tcb.unsent.count, sending.inFlight + count, sending.window)
            transmit(
                consume next,
                explained: .transfer(
                    .data(
                        sequence: sequence, count: count, acknowledgment: acknowledgment, unsent: waiting,
                        inFlight: inFlight, window: window)), &turn)
        }
    }
}
