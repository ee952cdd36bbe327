import Trace

extension Note: Remark {
    /// The sentences for this step, in that language.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }
}

/// The sentences. "We" is the side that speaks, "the other side" its peer.
extension Note {
    private var english: String {
        switch self {
        case .listening(let port): "Waits on port \(port) for a SYN. Nothing is sent."
        case .initialSequenceNumber(let choice, let local, let remote): choice.english(local: local, remote: remote)
        case .syn(let iss, let mss):
            """
            Asks the other side to synchronize: our numbers begin at \(iss). The SYN itself takes that number, though it \
            carries no data, so that it can be acknowledged, and sent again, without confusion; our first octet of data \
            will have the number \(iss + 1). The MSS option says: send us at most \(mss) octets of data in a segment.
            """
        case .synArrived(let irs, let data, let answersOurs): Self.synArrived(irs, data: data, answersOurs: answersOurs)
        case .maximumSegmentSize(let own, let announced, let effective):
            if let announced {
                """
                Our segments will carry at most \(effective) octets of data: what the other side announced (\(announced)), \
                but no more than we can send (\(own)). Each side states its own limit; nothing is negotiated.
                """
            } else {
                """
                The other side announced no MSS, so we assume 536, which every host must be able to take. Our segments will \
                carry at most \(effective) octets of data.
                """
            }
        case .synAck(let iss, let irs, let crossed):
            if crossed {
                """
                Repeats our SYN with the same number, \(iss), and acknowledges the other side's: ACK=\(irs + 1). Since the \
                SYNs crossed, this connection is opened by four segments, not three.
                """
            } else {
                """
                Two messages in one. ACK=\(irs + 1) confirms the other side's SYN (\(irs) + 1: ack = SEG.SEQ + SEG.LEN, and \
                a SYN counts one), and SYN asks it to confirm that our numbers begin at \(iss). Logically there are four \
                messages; as these two share a segment, three segments will do.
                """
            }
        case .synsCrossed:
            "A SYN that acknowledges nothing: the other side opened at the same time as we did. Both SYNs are valid."
        case .handshakeAck(let acknowledgment, let sequence):
            """
            Confirms the other side's SYN: ACK=\(acknowledgment) (\(acknowledgment - 1) + 1). Only this tells it that the \
            SYN it answered was not an old duplicate; that is the main reason for a third segment. The ACK takes no number \
            and is not acknowledged itself: our first octet of data will have the same SEQ=\(sequence). Should it be lost, \
            the ACK on our first data does its work.
            """
        case .established(let local, let remote):
            "Our first number, \(local), is confirmed, and we know the other side's, \(remote). The connection is open."
        case .data(let sequence, let count, _, let unsent, let inFlight, let window):
            """
            \(Self.octets(count)), numbered from \(sequence) to \(sequence + (count - 1)). When all have arrived, the other \
            side will acknowledge with ACK=\(sequence + count), the number it expects next. In flight: \(inFlight) of a window of \(window).\
            \(unsent > 0 ? " \(Self.octets(unsent)) more \(unsent == 1 ? "is" : "are") queued." : "")
            """
        case .windowFull(let unsent, let inFlight, let window):
            """
            \(Self.octets(unsent)) must wait: \(inFlight) of the \(window) that the other side has room for are in flight. The \
            window keeps a fast sender from flooding a slow receiver.
            """
        case .windowClosed: "The other side's buffer is full: it takes no data until it announces a window again."
        case .windowOpened(let window): "The other side has room again, for \(Self.octets(window))."
        case .acknowledged(let from, let to, let inFlight):
            """
            The other side has everything before \(to): SND.UNA moves from \(from) to \(to). \
            \(inFlight == 0 ? "Nothing is in flight any more." : "Still in flight: \(inFlight).")
            """
        case .roundTrip(let sample, let smoothed, let timeout):
            """
            The acknowledgment came \(Self.time(sample)) after the segment; smoothed, the round trip takes \
            \(Self.time(smoothed)). Without an answer we send again after RTO = \(Self.time(timeout)).
            """
        case .notMeasured:
            """
            The segment was sent more than once, and the acknowledgment does not say which copy it is for. So no round-trip \
            time is measured (Karn's algorithm).
            """
        case .retransmission(let sequence, let length, let control, let attempt, let waited, let next):
            """
            No acknowledgment of \(Self.what(control, length, sequence)) within \(Self.time(waited)), so it is sent again, for the \
            \(Self.ordinal(attempt)) time. The numbers are the same, so the other side keeps one copy, whatever arrives. The \
            next wait is twice as long, \(Self.time(next)): the network may be slower than we think, or overloaded.
            """
        case .gaveUp(let sequence, let retransmissions):
            """
            Number \(sequence) was sent again \(Self.times(retransmissions)) and never acknowledged. The connection is given \
            up; the other side may be gone or may only be out of reach, we cannot tell.
            """
        case .dataArrived(_, let count, let next):
            "\(Self.octets(count)) in order. The next number expected is \(next)."
        case .duplicateTrimmed(let count):
            "\(Self.octets(count)) had arrived before: their numbers tell, and they are dropped."
        case .excessTrimmed(let count):
            "\(Self.octets(count)) lie beyond the window that was announced, and are dropped."
        case .heldForReassembly(let sequence, let count, let expected):
            """
            \(Self.octets(count)) from \(sequence) on came ahead of their turn: \(expected) is expected. They are held until the \
            gap is filled. The acknowledgment goes on asking for \(expected).
            """
        case .reassembled(let count, let next):
            "The gap is filled: \(Self.octets(count)) that were held follow. The next number expected is \(next)."
        case .acknowledgment(let sequence, let length, let next):
            Self.acknowledgment(of: sequence, length: length, next: next)
        case .windowUpdate(let acknowledgment, let window):
            """
            The application has read, and there is room again for \(Self.octets(window)) from \(acknowledgment) on. That is worth \
            a segment of its own; every few octets would not be.
            """
        case .finQueued(let count):
            """
            CLOSE means "no more data from me", not "stop": the FIN waits until the \(Self.octets(count)) queued before it have \
            been sent.
            """
        case .fin(let sequence, _, let data, let answering):
            """
            FIN: we have no more data to send\(answering ? ", either" : ", and will go on receiving"). Like SYN it takes a number, \
            \(sequence), so that it can be acknowledged, and sent again, without confusion\
            \(data > 0 ? "; it rides on the last \(Self.octets(data)) of data." : ".")
            """
        case .finArrived(let sequence, let state): Self.finArrived(sequence, in: state)
        case .finAck(let acknowledgment, let state): Self.finAck(acknowledgment, in: state)
        case .finAcknowledged(let state):
            switch state {
            case .closing: "Our FIN is acknowledged, and the other side's has arrived: both directions are closed."
            case .lastAck:
                """
                Our FIN is acknowledged: both directions are closed. There is nothing left to wait for, since the other side, \
                which closed first, keeps watch in TIME-WAIT.
                """
            default:
                """
                Our FIN is acknowledged, and with it everything we have sent. This direction is closed; the other side may still \
                send, for as long as it likes.
                """
            }
        case .timeWait(let duration, let again):
            if again {
                """
                The FIN came again, so our acknowledgment of it was lost. It is acknowledged again, and the wait of \
                \(Self.time(duration)) starts anew.
                """
            } else {
                """
                Both directions are closed, yet we wait for 2 MSL, \(Self.time(duration)), for two reasons. If our last ACK is \
                lost, the other side sends its FIN again, and somebody must be here to acknowledge it. And old duplicates of \
                this connection must die out before a new one between the same sockets could mistake them for its own. Silence \
                proves nothing, and MSL is no law of nature: the RFC puts it at two minutes, many systems at less.
                """
            }
        case .timeWaitOver:
            """
            Twice the longest time a segment is assumed to live has passed: nothing of this connection should be left in the \
            network, and its sockets may be used again.
            """
        case .unacceptable(let sequence, let length, let expected, let window):
            """
            \(Self.numbers(sequence, length)) \(length > 1 ? "lie" : "lies") outside our window of \(window) from \(expected) on: an \
            old duplicate, most likely. It is dropped, and the answer says what we expect; if the other side and we disagree, it \
            will find out from that.
            """
        case .challenge(.reset, let sequence, let expected):
            """
            A reset at \(sequence), inside our window but not exactly at \(expected), could be a guess by someone who does not see \
            our segments. It is challenged: if the other side really means it, it answers this ACK with a reset at \(expected).
            """
        case .challenge(.syn, let sequence, let expected):
            """
            A SYN has no place in an open connection. It is challenged: an old duplicate is thereby ignored, and if the \
            other side has really started anew, it answers this ACK with a reset that fits. We still expect \(expected), not \
            \(sequence).
            """
        case .acknowledgmentOutOfRange(let acknowledgment, let next):
            """
            The segment acknowledges \(acknowledgment), but what we have sent ends before \(next), or it is long out of date. It is \
            dropped, and the answer says where we are.
            """
        case .reset(.noConnection):
            """
            No connection belongs to this segment, so it is answered by a reset that its sender will find valid: if the segment has \
            an ACK, that is the reset's number; if not, the reset has number 0 and acknowledges the segment.
            """
        case .reset(.acknowledgmentInListen):
            """
            The segment acknowledges something, but we only listen and have sent nothing. The reset tells the other side to \
            forget that connection.
            """
        case .reset(.unacceptableAcknowledgment(let acknowledgment, let expected)):
            """
            The segment acknowledges \(acknowledgment), where only \(expected) would do: the other side answers an old duplicate \
            SYN, or remembers an earlier connection. Our reset makes it forget that one. A handshake of three segments exists \
            above all so that this is noticed.
            """
        case .reset(.aborted):
            """
            The application aborts: data not yet sent or read is lost, and both sides forget the connection at once, without FIN. \
            RFC 9293 section 3.5.2 would have the aborting side pass through TIME-WAIT, section 3.10.5 does not; here there is \
            none.
            """
        case .resetArrived(let state, let passive):
            switch state {
            case .synSent: "The other side refuses the connection: nobody listens on that port, or it does not want us."
            case .synReceived where passive:
                "The SYN we answered was not meant: an old duplicate, or its sender gave up. We go back to listening."
            case .synReceived: "The other side refuses the connection."
            default:
                "The other side has dropped the connection. What it had not yet acknowledged may or may not have arrived."
            }
        case .resetIgnored(.unanswerable):
            "A reset for a connection we do not have. It is ignored: a reset is never answered, or resets would answer resets."
        case .resetIgnored(.unacceptableAcknowledgment):
            "The reset does not acknowledge our SYN, so it is not about this attempt. It is ignored."
        case .resetIgnored(.withoutAcknowledgment):
            "The reset acknowledges nothing. Only one that acknowledges our SYN proves that its sender has seen it. It is ignored."
        case .resetIgnored(.outsideWindow):
            "The reset's number lies outside our window: old, or a guess. It is ignored."
        case .resetIgnored(.timeWait):
            "A reset must not cut TIME-WAIT short: old duplicates may still be under way. It is ignored."
        case .dropped(.neitherSynNorAck):
            "Neither SYN, ACK nor RST: nothing that a listening side could act on. It is dropped."
        case .dropped(.neitherSynNorRst):
            "Neither SYN nor RST: not yet of use, since we do not know the other side's numbers. It is dropped."
        case .dropped(.synInSynReceived):
            "A second SYN with another number: one of the two is out of date. We go back to listening; the valid one will return."
        case .dropped(.withoutAck): "No ACK: after the first SYN every segment carries one. It is dropped."
        case .dropped(.withoutTimestamp):
            "No timestamp, though both sides have agreed to send them: it is not of this connection. It is dropped."
        case .reset(.unreadData(let count)):
            """
            The application has closed and leaves \(Self.octets(count)) unread. A FIN would let the other side believe that all has \
            been read; the reset tells it that data was lost.
            """
        case .reset(.dataAfterClose):
            """
            Data has come for an application that has closed and will read no more. The reset tells the other side that it is lost.
            """
        case .challengeWithheld(let limit):
            """
            This would be more than \(limit.count) challenges in \(Self.time(limit.interval)). It is not sent, or forged segments could \
            make us send as many.
            """
        case .urgentData(let end, let count):
            """
            The urgent pointer says that there is something urgent before \(end): \(Self.octets(count)) ahead. The data stays where it \
            is in the stream; the application is told to hurry.
            """
        case .timeWaitYields(let sequence):
            """
            The SYN, number \(sequence), lies beyond everything the last connection between these sockets has used. Nothing of the \
            old one can be taken for the new one, so TIME-WAIT need not be waited out.
            """
        case .backlogFull(let limit):
            """
            \(limit) connections wait to be accepted, and no more are taken. The SYN is dropped without an answer: its sender will \
            try again.
            """
        case .option(let note): note.english
        case .cookie(let note): note.english
        case .congestion(let note): note.english
        case .sending(let note): note.english
        }
    }

    // MARK: Longer cases

    private static func synArrived(_ irs: SequenceNumber, data: Int, answersOurs: Bool) -> String {
        let held = data > 0 ? " The \(octets(data)) of data it brings wait until the connection is open." : ""
        let verified =
            answersOurs
            ? "It acknowledges our SYN, so it answers this attempt and no old one."
            : "Whether it is new or an old duplicate we cannot tell yet: we shall ask its sender to confirm."
        return """
            The other side's numbers begin at \(irs); its SYN took that one, so we expect \(irs + 1) next. \(verified)\(held)
            """
    }

    private static func acknowledgment(of sequence: SequenceNumber, length: Int, next: SequenceNumber) -> String {
        let end = sequence + length
        if next == end {
            return """
                ACK=\(next) is the next number we expect: \(sequence) + \(length) (SEG.SEQ + SEG.LEN).
                """
        } else if end < next {
            return """
                ACK=\(next) is the next number we expect. Acknowledgments are cumulative: this one covers the segment that just \
                came and all that was held behind it.
                """
        } else {
            return "ACK=\(next) once more: that number is still missing, whatever has come after it."
        }
    }

    private static func finArrived(_ sequence: SequenceNumber, in state: State) -> String {
        switch state {
        case .established:
            """
            The other side has no more data; its FIN took the number \(sequence). Our direction stays open: we may go on sending \
            until our application closes. Since each direction is closed, and acknowledged, on its own, closing takes up to four \
            segments.
            """
        case .finWait1:
            """
            The other side's FIN, number \(sequence), comes before an acknowledgment of ours: both sides have closed at about the \
            same time.
            """
        default: "Now the other side has no more data, either; its FIN took the number \(sequence)."
        }
    }

    private static func finAck(_ acknowledgment: SequenceNumber, in state: State) -> String {
        let sum = "ACK=\(acknowledgment) acknowledges the FIN (\(acknowledgment - 1) + 1: a FIN counts one)."
        switch state {
        case .closeWait:
            return """
                \(sum) Our own FIN does not ride along, because our application has not closed: it may have data to send. Had \
                it closed already, one segment could carry both, and closing would take three.
                """
        case .timeWait:
            return
                "\(sum) It takes no number, so nobody will tell us whether it arrives; TIME-WAIT is for the case that it does not."
        default: return sum
        }
    }

    // MARK: Numbers

    static func octets(_ count: Int) -> String { count == 1 ? "1 octet" : "\(count) octets" }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private static func ordinal(_ count: Int) -> String {
        switch count {
        case 1: "first"
        case 2: "second"
        case 3: "third"
        default: "\(count)th"
        }
    }

    /// The sequence numbers a segment occupies.
    private static func numbers(_ sequence: SequenceNumber, _ length: Int) -> String {
        length > 1 ? "Numbers \(sequence) to \(sequence + (length - 1))" : "Number \(sequence)"
    }

    /// What a segment carries.
    private static func what(_ control: ControlBits, _ length: Int, _ sequence: SequenceNumber) -> String {
        if control.contains(.syn) { return control.contains(.ack) ? "our SYN,ACK" : "our SYN" }
        if control.contains(.fin), length == 1 { return "our FIN" }
        return "\(octets(length)) from \(sequence) on"
    }

    /// "20.5 ms" below a second, "1 s" above.
    static func time(_ span: TimeSpan) -> String {
        let (whole, unit) = span < .seconds(1) ? (1_000, "ms") : (1_000_000, "s")
        let tenths = (span.microseconds % Int64(whole)) * 10 / Int64(whole)
        let units = span.microseconds / Int64(whole)
        return tenths == 0 ? "\(units) \(unit)" : "\(units).\(tenths) \(unit)"
    }
}

extension InitialSequenceNumber.Choice {
    fileprivate func english(local: Socket, remote: Socket) -> String {
        switch self {
        case .generated(let clock, let hash):
            """
            Our first number is ISN = M + F = \(clock) + \(hash) = \(number) (modulo 2^32): a clock, and a secret function of \
            both sockets (\(local), \(remote)).
            """
        case .clock(let clock):
            """
            Our first number is the clock, \(clock), with a tick of 4 microseconds, as RFC 793 had it. Old duplicates fall behind it. \
            But everybody has a clock: whoever cannot see our segments can still guess their numbers.
            """
        case .counted(let value, let connections):
            """
            Our first number is a counter, \(value): 64,000 more for each of the \(connections) connections before, 128,000 more each \
            second. Whoever opens one connection knows the number of the next, and can speak in another's name without seeing an \
            answer.
            """
        case .forced(let number):
            """
            Our first number is set to \(number), for round numbers in this run. A real host computes ISN = M + F, a clock plus a \
            secret function of both sockets, so that nobody can guess it.
            """
        }
    }
}
