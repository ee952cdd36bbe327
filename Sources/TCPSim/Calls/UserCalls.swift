import Trace

/// The user's calls (RFC 9293 3.10.1 to 3.10.5).
extension Connection {
    // MARK: OPEN (3.10.1)

    mutating func openPassively(_ turn: inout Turn) {
        guard state == .closed else { return turn.signal(.callFailed(.alreadyExists)) }
        startAfresh()
        openedPassively = true
        turn.note(.opening(.listening(port: local.port)))
        enter(.listen, &turn)
    }

    mutating func openActively(_ turn: inout Turn) {
        guard state == .closed || state == .listen else { return turn.signal(.callFailed(.alreadyExists)) }
        guard let remote = specifiedRemote else { return turn.signal(.callFailed(.remoteSocketUnspecified)) }
        startAfresh()
        openedPassively = false
        chooseInitialSequenceNumber(remote, &turn)
        enter(.synSent, &turn)
        sendSYN(&turn)
    }

    /// Removes all state of an earlier incarnation.
    private mutating func startAfresh() {
        renewTCB()
        unread = OctetQueue()
        streamEnded = false
    }

    mutating func chooseInitialSequenceNumber(_ remote: Socket, _ turn: inout Turn) {
        let choice = configuration.isn.choose(local: local, remote: remote, at: turn.now)
        turn.note(.opening(.initialSequenceNumber(choice, local: local, remote: remote)))
        tcb.sending = SendSequenceSpace(initial: choice.number)
    }

    // MARK: SEND (3.10.2)

    mutating func send(_ octets: [UInt8], push: Bool, _ turn: inout Turn) {
        switch state {
        case .closed: return turn.signal(.callFailed(.doesNotExist))
        case .finWait1, .finWait2, .closing, .lastAck, .timeWait: return turn.signal(.callFailed(.closing))
        case .listen, .synSent, .synReceived, .established, .closeWait: break
        }
        guard !tcb.finQueued else { return turn.signal(.callFailed(.closing)) }
        guard octets.count <= sendSpace else {
            tcb.sendRefused = true
            return turn.signal(.callFailed(.insufficientResources))
        }
        if state == .listen {
            // A SEND on a listening connection turns it into an active one: an arrow of figure 5.
            openActively(&turn)
            guard state == .synSent else { return }
        }
        guard !octets.isEmpty else { return }
        tcb.unsent.append(octets)
        if push { tcb.pushed = sending.firstQueued + tcb.unsent.count }
    }

    // MARK: RECEIVE (3.10.3)

    /// Delivers data that has arrived. A RECEIVE is not queued.
    ///
    /// The RFC refuses a RECEIVE in CLOSING, LAST-ACK and TIME-WAIT. But data can have arrived in one segment with the FIN, and
    /// real systems deliver it. This one does so too, even after the connection has ended.
    mutating func receive(_ limit: Int, _ turn: inout Turn) {
        let count = min(max(0, limit), unread.count)
        if count > 0 {
            turn.perform(.deliver(unread.take(count)))
            openWindow(&turn)
        } else if unread.isEmpty, streamEnded {
            turn.signal(.endOfStream)
        } else if state == .closed {
            turn.signal(.callFailed(.doesNotExist))
        } else {
            turn.perform(.deliver([]))
        }
    }

    // MARK: CLOSE (3.10.4)

    mutating func close(_ turn: inout Turn) {
        guard !tcb.finQueued else { return turn.signal(.callFailed(.closing)) }
        switch state {
        case .closed: turn.signal(.callFailed(.doesNotExist))
        case .listen: delete(.closed, &turn)
        // Queued data cannot be sent any more: "error: closing".
        case .synSent: delete(.closed, reporting: .closing, &turn)
        case .synReceived:
            queueFIN(&turn)
            // With data queued, CLOSE waits for ESTABLISHED.
            if tcb.unsent.isEmpty { enter(.finWait1, &turn) }
        case .established:
            queueFIN(&turn)
            enter(.finWait1, &turn)
        case .closeWait:
            // LAST-ACK begins when the FIN goes out.
            queueFIN(&turn)
        case .finWait1, .finWait2, .closing, .lastAck, .timeWait: turn.signal(.callFailed(.closing))
        }
    }

    private mutating func queueFIN(_ turn: inout Turn) {
        tcb.finQueued = true
        if !tcb.unsent.isEmpty { turn.note(.closing(.finQueued(behind: tcb.unsent.count))) }
    }

    // MARK: ABORT (3.10.5)

    mutating func abort(_ turn: inout Turn) {
        switch state {
        case .closed: return turn.signal(.callFailed(.doesNotExist))
        case .listen, .synSent, .closing, .lastAck, .timeWait: break
        case .synReceived, .established, .finWait1, .finWait2, .closeWait:
            // In the RFC this reset has no ACK. Systems send it with ACK, and its receiver checks only the sequence number.
            launch(segment([.rst, .ack], at: turn.now), explained: .reset(.sent(.aborted)), &turn)
        }
        let isUnread = dropUnread()
        let isReported = holdsUndelivered
        delete(nil, &turn)
        if isUnread, !isReported { turn.signal(.callFailed(.reset)) }
    }

    /// Drops the data that the user has not read. Then the stream does not end in good order.
    ///
    /// - Returns: whether there was such data.
    mutating func dropUnread() -> Bool {
        guard !unread.isEmpty else { return false }
        unread = OctetQueue()
        streamEnded = false
        return true
    }
}
