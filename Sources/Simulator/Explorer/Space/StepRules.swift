import TCPSim

/// The rules of steps that one side can break whatever the other is.
///
/// They say once more what RFC 9293 says, from the other end: a machine computes what to do about a segment, a rule looks at what was
/// done. So they share no code with the machine, not even the comparison with the window.
extension TCPSpace.Trial {
    /// The rule that is broken, if one is; `user` is the side afterwards.
    func broken(with user: TCPSpace.Side) -> TCPSpace.Rule? {
        // What a listener makes of a SYN is judged by what follows.
        if user.incarnation != self.user.incarnation, segment != nil { return nil }
        if isUnanswered { return .answer }
        if !hasResent { return .resent }
        if !isTrueToItself(user) { return .contents }
        if !hasResetRightly { return .resetSent }
        guard let segment else { return nil }
        if segment.control.contains(.rst) { return hasTaken(reset: segment) ? nil : .resetTaken }
        guard before.state.isSynchronized else { return nil }
        if segment.control.contains(.syn), !isUnchanged { return .synTaken }
        if segment.control.contains(.ack), !isInRange(segment.acknowledgment), !isUnchanged {
            return .acknowledgmentTaken
        }
        return nil
    }

    /// A segment that takes a sequence number has arrived in a synchronized state, and nothing is sent.
    ///
    /// In CLOSING what lies in the window is ignored unless it acknowledges our FIN (3.10.7.4, fifth check): it comes after the other side's
    /// FIN, so no segment of this connection is there.
    private var isUnanswered: Bool {
        guard let segment, before.state.isSynchronized, after.state != .closed else { return false }
        if before.state == .closing, after.state == .closing, isInWindow(segment) { return false }
        return segment.length > 0 && !segment.control.contains(.rst) && sent.isEmpty
    }

    /// Whether a retransmission timer that has run out has done its work.
    private var hasResent: Bool {
        guard cause == .event(.timeout(.retransmission)), before.armedTimers.contains(.retransmission),
            before.sending.inFlight > 0, after.state != .closed
        else { return true }
        let oldest = before.sending.unacknowledged
        return sent.contains { $0.sequence <= oldest && oldest < $0.end }
    }

    /// Whether each number that is sent stands for what the user has sent there.
    private func isTrueToItself(_ user: TCPSpace.Side) -> Bool {
        let own = after.state == .closed || after.state == .listen ? before : after
        let first = own.sending.initial
        return sent.allSatisfy { segment in
            guard !segment.control.contains(.rst) else { return true }
            if segment.control.contains(.syn), segment.sequence != first { return false }
            let place = segment.dataSequence - (first + 1)
            for (index, octet) in segment.payload.enumerated() {
                guard place + index < Int(user.sent),
                    octet == TCPSpace.octet(place + index, of: user.peer, user.incarnation)
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
        // 3.5.2: the sender of the segment finds it acceptable.
        if segment.control.contains(.ack) {
            return reset.sequence == segment.acknowledgment && !reset.control.contains(.ack)
        }
        return reset.sequence.rawValue == 0 && reset.control.contains(.ack)
            && reset.acknowledgment == segment.sequence + segment.length
    }

    /// Whether the number of a reset is the next one; or, while a closed window is probed, that of the octet that may have found no room.
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
            // Of crossed SYNs the SYN,ACK repeats the SYN (figure 7).
            let repeatsSYN = control.isSuperset(of: [.syn, .ack]) && segment.sequence == before.receiving.initial
            guard repeatsSYN || (isInWindow(segment) && !control.contains(.syn)) else { return false }
            return control.contains(.ack) && !isAcceptable
        case .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait: return false
        }
    }

    /// Whether a reset has ended the connection if it should, and changed nothing if it should not.
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

    // MARK: Numbers

    /// Whether nothing has changed that a segment could change.
    private var isUnchanged: Bool {
        before.state == after.state && before.sending.unacknowledged == after.sending.unacknowledged
            && before.sending.next == after.sending.next && before.receiving.next == after.receiving.next
            && before.available == after.available && before.isAtEnd == after.isAtEnd
    }

    /// Whether what is acknowledged was sent, and not too long ago (RFC 5961 5).
    private func isInRange(_ acknowledgment: SequenceNumber) -> Bool {
        let sending = before.sending
        return sending.unacknowledged - sending.maximumWindow <= acknowledgment && acknowledgment <= sending.next
    }

    /// Table 6 of RFC 9293, number by number.
    private func isInWindow(_ segment: Segment) -> Bool {
        let (next, window) = (before.receiving.next, before.receiving.window)
        guard segment.length > 0 else {
            return window == 0 ? segment.sequence == next : isWithin(segment.sequence, next, window)
        }
        guard window > 0 else { return false }
        return isWithin(segment.sequence, next, window) || isWithin(segment.end - 1, next, window)
    }

    private func isWithin(_ number: SequenceNumber, _ first: SequenceNumber, _ count: Int) -> Bool {
        Int(number.rawValue &- first.rawValue) < count
    }
}
