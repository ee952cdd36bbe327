import Trace

/// What goes out: segments, their numbers and windows (RFC 9293 3.7 and 3.8).
extension Connection {
    // MARK: Segments

    /// A segment of this connection at SND.NXT. All but the first SYN and some resets acknowledge RCV.NXT.
    func segment(_ control: ControlBits, payload: [UInt8] = []) -> Segment {
        Segment(
            sourcePort: local.port, destinationPort: remote?.port ?? 0, sequence: sending.next,
            acknowledgment: control.contains(.ack) ? receiving.next : SequenceNumber(0), control: control,
            window: control.contains(.rst) ? 0 : announcedWindow, payload: payload)
    }

    /// The window field: without window scaling it holds no more than 65,535.
    var announcedWindow: UInt16 { UInt16(clamping: state == .synSent ? freeReceiveBuffer : receiving.window) }

    /// Sends `segment`, and remembers it until it is acknowledged if it takes any sequence number.
    mutating func transmit(_ segment: Segment, explained note: Note, _ turn: inout Turn) {
        turn.note(note)
        turn.perform(.transmit(segment))
        if segment.control.contains(.ack) {
            turn.owedAcknowledgment = nil
            receiving.announcedEdge = segment.acknowledgment + Int(segment.window)
        }
        guard segment.length > 0, !segment.control.contains(.rst) else { return }
        outstanding.append(segment, at: turn.now)
        sending.next = segment.end
        if !retransmissionArmed { startRetransmission(&turn) }
    }

    mutating func sendSYN(_ turn: inout Turn) {
        var syn = segment(.syn)
        syn.options = [.maximumSegmentSize(configuration.mss)]
        transmit(syn, explained: .syn(iss: sending.initial, mss: configuration.mss), &turn)
    }

    mutating func sendSYNACK(_ turn: inout Turn) {
        var synack = segment([.syn, .ack])
        synack.sequence = sending.initial
        synack.options = [.maximumSegmentSize(configuration.mss)]
        let note = Note.synAck(iss: sending.initial, irs: receiving.initial, crossed: !openedPassively)
        transmit(synack, explained: note, &turn)
    }

    // MARK: Data, FIN and acknowledgments

    /// Sends all that may be sent now, and then what is owed as an acknowledgment.
    mutating func output(_ turn: inout Turn) {
        if state.sendsData { sendQueued(&turn) }
        if let why = turn.owedAcknowledgment { transmit(segment(.ack), explained: why, &turn) }
    }

    /// Cuts queued data into segments of at most the effective send MSS while the other side's window allows, the FIN behind it.
    private mutating func sendQueued(_ turn: inout Turn) {
        var sent = false
        while true {
            let usable = sending.usable
            let count = min(unsent.count, effectiveSendMSS, usable)
            // A FIN takes a number, so it needs a place in the window as an octet does.
            let withFIN = finQueued && count == unsent.count && count < usable
            guard count > 0 || withFIN else { break }
            sendOne(count, withFIN: withFIN, &turn)
            sent = true
        }
        if sent, !unsent.isEmpty {
            turn.note(.windowFull(unsent: unsent.count, inFlight: sending.inFlight, window: sending.window))
        }
    }

    private mutating func sendOne(_ count: Int, withFIN: Bool, _ turn: inout Turn) {
        let payload = Array(unsent.prefix(count))
        unsent = unsent.dropFirst(count)
        var next = segment(.ack, payload: payload)
        if let mark = pushed, mark <= next.end {
            next.control.insert(.psh)
            pushed = nil
        }
        if withFIN { next.control.insert(.fin) }
        let note: Note
        if withFIN {
            finQueued = false
            finSequence = next.end - 1
            if state == .closeWait { enter(.lastAck, &turn) }
            note = .fin(
                sequence: next.end - 1, acknowledgment: next.acknowledgment, data: count, answering: streamEnded)
        } else {
            note = .data(
                sequence: next.sequence, count: count, acknowledgment: next.acknowledgment, unsent: unsent.count,
                inFlight: sending.inFlight + count, window: sending.window)
        }
        transmit(next, explained: note, &turn)
    }

    // MARK: The receive window

    /// The part of the receive buffer that is neither read nor taken up by data in order.
    var freeReceiveBuffer: Int { min(65_535, max(0, configuration.receiveBuffer - unread.count)) }

    /// Sets RCV.WND after the buffer has changed. Since what arrives takes from the buffer exactly what RCV.NXT moves forward,
    /// the right edge RCV.NXT + RCV.WND never moves left.
    mutating func updateReceiveWindow() {
        receiving.window = freeReceiveBuffer
    }

    /// After a read: tells the other side of the new room, once it is worth a segment of its own.
    ///
    /// Telling it of every few octets would make it send tiny segments, the silly window syndrome (RFC 9293 3.8.6.2.2).
    mutating func openWindow(_ turn: inout Turn) {
        guard state.receivesData else { return }
        updateReceiveWindow()
        let gained = (receiving.next + receiving.window) - receiving.announcedEdge
        if gained >= max(1, min(2 * Int(configuration.mss), configuration.receiveBuffer / 2)) {
            turn.owedAcknowledgment = .windowUpdate(acknowledgment: receiving.next, window: receiving.window)
        }
    }

    // MARK: The retransmission timer

    mutating func startRetransmission(_ turn: inout Turn) {
        retransmissionArmed = true
        turn.perform(.arm(.retransmission, at: turn.now + retransmissionTimeout.value))
    }

    mutating func stopRetransmission(_ turn: inout Turn) {
        guard retransmissionArmed else { return }
        retransmissionArmed = false
        turn.perform(.disarm(.retransmission))
    }
}
