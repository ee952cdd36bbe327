import TCPSim

/// The rules of steps that a side can break whatever the other side is.
///
/// They state RFC 9293 independently: a machine computes what to do about a segment, and a rule looks at what was done. So the rules share
/// no code with the machine, not even the comparison with the window.
extension TCPSpace.Trial {
    /// The first rule that is broken; nil if none is. `user` is the side afterwards.
    func broken(with user: TCPSpace.Side) -> TCPSpace.Rule? {
        // A segment has opened a second connection. What the listener has done is judged by the steps that follow.
        if user.incarnation != self.user.incarnation, segment != nil { return nil }
        if isUnanswered { return .answer }
        if !hasResent { return .resent }
        if !isTrueToItself(user) { return .contents }
        if !hasResetRightly { return .resetSent }
        if let segment, let rule = broken(by: segment) { return rule }
        if !staysInSendWindow { return .sendWindow }
        if !keepsOffer { return .windowEdge }
        if !staysInReceiveWindow { return .receiveWindow }
        return nil
    }

    /// The first rule about a segment that arrives that is broken; nil if none is.
    private func broken(by segment: Segment) -> TCPSpace.Rule? {
        if segment.control.contains(.rst), !hasTaken(reset: segment) { return .resetTaken }
        if !returnsToListen(by: segment) { return .listensAgain }
        guard before.state.isSynchronized, !segment.control.contains(.rst) else { return nil }
        if segment.control.contains(.syn), !isUnchanged { return .synTaken }
        if segment.control.contains(.ack), !isInRange(segment.acknowledgment), !isUnchanged {
            return .acknowledgmentTaken
        }
        return hasTakenWindow(of: segment) ? nil : .windowTaken
    }

    /// Whether a segment that takes a sequence number has arrived in a synchronized state, and nothing is sent although it must be answered.
    ///
    /// In CLOSING a segment in the window is ignored unless it acknowledges our FIN (3.10.7.4, fifth check). The window lies after the other
    /// side's FIN, so that segment is not one of this connection.
    private var isUnanswered: Bool {
        guard let segment, before.state.isSynchronized, after.state != .closed else { return false }
        if before.state == .closing, after.state == .closing, isInWindow(segment) { return false }
        return segment.length > 0 && !segment.control.contains(.rst) && sent.isEmpty
    }

    /// Whether a retransmission timer that has run out has sent the oldest unacknowledged number again, or has ended the connection.
    private var hasResent: Bool {
        guard cause == .event(.timeout(.retransmission)), before.armedTimers.contains(.retransmission),
            before.sending.inFlight > 0, after.state != .closed
        else { return true }
        let oldest = before.sending.unacknowledged
        return sent.contains { $0.sequence <= oldest && oldest < $0.end }
    }

    /// Whether each sequence number that is sent stands for the octet, SYN or FIN that the user has sent there.
    private func isTrueToItself(_ user: TCPSpace.Side) -> Bool {
        let own = after.state == .closed || after.state == .listen ? before : after
        let first = own.sending.initial
        return sent.allSatisfy { segment in
            guard !segment.control.contains(.rst) else { return true }
            if segment.control.contains(.syn), segment.sequence != first { return false }
            let place = segment.dataSequence - (first + 1)
            for (index, octet) in segment.payload.enumerated() {
                guard place + index < Int(user.sent),
                    octet == scope.octet(place + index, of: user.end, user.incarnation)
                else { return false }
            }
            return !segment.control.contains(.fin) || place + segment.payload.count == Int(user.sent)
        }
    }

    // MARK: Resets

    /// Whether the resets that were sent are those that RFC 9293 asks for.
    private var hasResetRightly: Bool {
        let resets = sent.filter { $0.control.contains(.rst) }
        if cause == .event(.abort) {
            // 3.10.5
            switch before.state {
            case .synReceived, .established, .finWait1, .finWait2, .closeWait:
                return resets.count == 1 && isAtTheEnd(resets[0])
            case .closed, .listen, .synSent, .closing, .lastAck, .timeWait: return resets.isEmpty
            }
        }
        guard let segment, demandsReset(segment) else { return resets.isEmpty }
        guard let reset = resets.first, resets.count == 1 else { return false }
        return reset.resets(segment)
    }

    /// Whether the number of a reset is SND.NXT; or, while a closed window is probed, SND.UNA, the number of the octet that the probe carries.
    private func isAtTheEnd(_ reset: Segment) -> Bool {
        reset.sequence == before.sending.next
            || (before.armedTimers.contains(.persist) && reset.sequence == before.sending.unacknowledged)
    }

    /// Whether RFC 9293 3.10.7 answers the segment with a reset.
    private func demandsReset(_ segment: Segment) -> Bool {
        let (control, sending) = (segment.control, before.sending)
        guard !control.contains(.rst) else { return false }
        let isAcceptable =
            sending.unacknowledged < segment.acknowledgment && segment.acknowledgment <= sending.next
        switch before.state {
        case .closed: return true
        case .listen: return control.contains(.ack)
        case .synSent: return control.contains(.ack) && !isAcceptable
        case .synReceived:
            // If the SYNs have crossed, the SYN,ACK of the other side repeats its SYN (figure 7).
            let repeatsSYN = control.isSuperset(of: [.syn, .ack]) && segment.sequence == before.receiving.initial
            guard repeatsSYN || (isInWindow(segment) && !control.contains(.syn)) else { return false }
            return control.contains(.ack) && !isAcceptable
        case .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait: return false
        }
    }

    /// Whether a reset has ended the connection if it must, and has changed nothing if it must not.
    private func hasTaken(reset: Segment) -> Bool {
        switch before.state {
        case .closed, .listen: return isUnchanged
        case .synSent:
            let (first, next) = (before.sending.initial, before.sending.next)
            let counts =
                reset.control.contains(.ack) && first < reset.acknowledgment && reset.acknowledgment <= next
            return counts ? after.state == .closed : isUnchanged
        case .synReceived:
            guard reset.sequence == before.receiving.next else { return isUnchanged }
            return after.state == .closed || after.state == .listen
        case .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait:
            return reset.sequence == before.receiving.next ? after.state == .closed : isUnchanged
        }
    }

    /// Whether a connection in SYN-RECEIVED has returned to LISTEN exactly if it must: it was opened passively, and a reset at RCV.NXT or a SYN
    /// in the window has arrived. If its user has called CLOSE, it goes on to CLOSED.
    private func returnsToListen(by segment: Segment) -> Bool {
        guard before.state == .synReceived else { return true }
        let isReset = segment.control.contains(.rst) && segment.sequence == before.receiving.next
        let isSYN = segment.control.contains(.syn) && !segment.control.contains(.rst) && isInWindow(segment)
        guard user.isPassive, isReset || isSYN else { return after.state != .listen }
        return after.state == (user.hasClosed ? .closed : .listen)
    }

    // MARK: Windows

    /// Whether all new numbers that are sent lie in the window of the other side. Into a closed window the persist timer sends one number.
    private var staysInSendWindow: Bool {
        guard after.state.isSynchronized else { return true }
        let isProbe = cause == .event(.timeout(.persist)) && before.sending.window == 0
        let edge = after.sending.unacknowledged + after.sending.window
        return sent.allSatisfy { segment in
            let isNew = before.sending.next < segment.end && segment.control.isDisjoint(with: [.syn, .rst])
            return !isNew || segment.end <= edge || (isProbe && segment.length == 1)
        }
    }

    /// Whether the right edge of the offered window never moves left. No window is scaled here.
    private var keepsOffer: Bool {
        guard var furthest = user.offered else { return true }
        for edge in edges {
            guard furthest <= edge else { return false }
            furthest = edge
        }
        return true
    }

    /// Whether all octets that are accepted lie in the window that was offered. A FIN needs no room in the buffer.
    private var staysInReceiveWindow: Bool {
        guard let offered = user.offered, after.state.isSynchronized else { return true }
        return after.receiving.next <= offered + (after.isAtEnd ? 1 : 0)
    }

    /// Whether SND.WND and SND.WL1 come from `segment` if it is newer than the segment that they come from, and are unchanged if not. SND.WL2
    /// is never beyond SND.UNA. So of two segments with the same SEQ, the one with an ACK before SND.UNA is older.
    ///
    /// While the receive window is closed, SND.WL1 is at most RCV.NXT: the octet of a probe is not accepted, and its number comes again.
    private func hasTakenWindow(of segment: Segment) -> Bool {
        switch before.state {
        case .established, .finWait1, .finWait2, .closeWait, .closing: break
        case .closed, .listen, .synSent, .synReceived, .lastAck, .timeWait: return true
        }
        guard after.state.isSynchronized else { return true }
        let (old, new, acknowledgment) = (before.sending, after.sending, segment.acknowledgment)
        let counts =
            segment.control.contains(.ack) && !segment.control.contains(.syn)
            && (isInWindow(segment) || isAtClosedWindow(segment))
            && old.unacknowledged <= acknowledgment && acknowledgment <= old.next
        let isNewer =
            old.unacknowledged < acknowledgment || old.windowSequence < segment.sequence
            || (old.windowSequence == segment.sequence && old.windowAcknowledgment <= acknowledgment)
        guard counts, isNewer else {
            return new.window == old.window && new.windowSequence == old.windowSequence
        }
        return new.window == Int(segment.window)
            && (new.windowSequence == segment.sequence
                || (before.receiving.window == 0 && new.windowSequence == before.receiving.next))
    }

    // MARK: Numbers

    /// Whether the receive window is closed, so that the segment's octets are not accepted, but its acknowledgment is (RFC 9293 3.10.7.4,
    /// MUST-66). A segment at RCV.NXT + 1 without octets follows a probe that was lost.
    private func isAtClosedWindow(_ segment: Segment) -> Bool {
        let next = before.receiving.next
        guard before.receiving.window == 0 else { return false }
        return segment.sequence == next || (segment.sequence == next + 1 && segment.length == 0)
    }

    /// Whether no variable has changed that a segment can change.
    private var isUnchanged: Bool {
        before.state == after.state && before.sending.unacknowledged == after.sending.unacknowledged
            && before.sending.next == after.sending.next && before.receiving.next == after.receiving.next
            && before.available == after.available && before.isAtEnd == after.isAtEnd
    }

    /// Whether an acknowledgment is acceptable: at most SND.NXT, and at least SND.UNA less the largest window (RFC 5961 5).
    private func isInRange(_ acknowledgment: SequenceNumber) -> Bool {
        let sending = before.sending
        return sending.unacknowledged - sending.maximumWindow <= acknowledgment && acknowledgment <= sending.next
    }

    /// Whether a segment is acceptable (RFC 9293, table 6).
    private func isInWindow(_ segment: Segment) -> Bool {
        let (next, window) = (before.receiving.next, before.receiving.window)
        guard segment.length > 0 else {
            return window == 0 ? segment.sequence == next : isWithin(segment.sequence, from: next, count: window)
        }
        guard window > 0 else { return false }
        return isWithin(segment.sequence, from: next, count: window)
            || isWithin(segment.end - 1, from: next, count: window)
    }

    private func isWithin(_ number: SequenceNumber, from first: SequenceNumber, count: Int) -> Bool {
        Int(number.rawValue &- first.rawValue) < count
    }
}

extension Segment {
    /// Whether this is the reset that answers `segment`, with numbers that the sender of `segment` accepts (RFC 9293 3.5.2, 3.10.7.1).
    func resets(_ segment: Segment) -> Bool {
        if segment.control.contains(.ack) { return control == .rst && sequence == segment.acknowledgment }
        return control == [.rst, .ack] && sequence.rawValue == 0
            && acknowledgment == segment.sequence + segment.length
    }
}
