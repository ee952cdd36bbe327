import Trace

/// The sentences on what later documents have added to TCP. "We" is the side that speaks, "the other side" its peer.
extension Note.Option {
    var english: String {
        switch self {
        case .offered(let shift, let timestamps, let sack):
            """
            Besides the MSS our SYN offers \(Self.list(scaling: shift != nil, timestamps: timestamps, sack: sack)). An option is \
            only used if the other side's SYN offers it, too: a side that does not know it ignores it and stays silent.
            """
        case .agreed(let scale, let timestamps, let sack):
            """
            Both sides have offered \(Self.list(scaling: scale != nil, timestamps: timestamps, sack: sack)).\
            \(Self.shifts(scale))\
            \(timestamps ? " The timestamps take 12 octets from the data of each segment." : "")
            """
        case .timestampOutOfDate(let value, let recent, let sequence):
            """
            The segment at \(sequence) carries the timestamp \(value), but one with \(recent) has come before: it is an old \
            duplicate, even if its numbers fit because the numbers have gone around since. It is dropped, and the answer says where \
            we are.
            """
        }
    }

    private static func list(scaling: Bool, timestamps: Bool, sack: Bool) -> String {
        let names = (scaling ? ["window scaling"] : []) + (timestamps ? ["timestamps"] : []) + (sack ? ["SACK"] : [])
        guard names.count > 1, let last = names.last else { return names.first ?? "nothing" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func shifts(_ scale: WindowScale?) -> String {
        guard let scale else { return "" }
        return """
             From now on the other side's windows count in units of \(1 << scale.send) and ours in units of \(1 << scale.receive); \
            those of the SYNs do not.
            """
    }
}

extension Note.Cookie {
    var english: String {
        switch self {
        case .sent(let cookie, let announced):
            """
            We answer the SYN and remember nothing of it. SEQ=\(cookie.number) is a cookie: five bits count the time, three stand \
            for an MSS of \(cookie.segmentSize)\
            \((announced ?? 536) == cookie.segmentSize ? "" : ", as near to the other side's as they can come"), and 24 are a hash of both \
            sockets, the other side's first number and the time, under a key that only we know. Other options are not answered: \
            there is no place to remember them.
            """
        case .accepted(let cookie, let sequence):
            """
            Nothing is known of this connection, but ACK=\(cookie.number + 1) brings our cookie back: computed again from the sockets \
            and SEQ=\(sequence) it comes out the same. So the sender has received our SYN,ACK; its first number was \
            \(sequence - 1) and its MSS at least \(cookie.segmentSize).
            """
        case .refused(let number):
            "\(number) is no cookie that we have sent to this socket within the last two minutes: forged, or too late."
        }
    }
}

extension Note.Congestion {
    var english: String {
        switch self {
        case .reported(let blocks):
            """
            The other side has \(blocks.map { "\($0.left) to \($0.right - 1)" }.joined(separator: ", ")) as well: only what lies \
            between is missing.
            """
        case .arrivedTwice(let block, let wasResent):
            """
            The other side reports that \(block.left) to \(block.right - 1) have arrived twice. \
            \(wasResent
                ? "We have sent them again, and that was needless: the first copy was only late, or its acknowledgment was lost."
                : "We have sent them only once: the network has made the second copy.")
            """
        case .duplicate(let number, let count):
            """
            An acknowledgment of \(number) once more, number \(count): a segment has arrived, but not the one that begins there. \
            \(count < LossRecovery.duplicateThreshold ? "It may only be late, so we wait." : "By now it is most likely lost.")
            """
        case .fastRetransmit(let sequence, let duplicates, let threshold, let window):
            """
            \(duplicates) duplicate acknowledgment\(duplicates == 1 ? "" : "s"): the segment at \(sequence) is taken to be lost and \
            sent again without waiting for the timer. A loss is taken as a sign of congestion, so we slow down: ssthresh becomes half \
            of what was in flight, \(threshold), and cwnd \(window). We do not stop, as after a timeout: that acknowledgments still \
            come shows that segments still arrive.
            """
        case .partialAcknowledgment(let sequence, let until):
            """
            The acknowledgment covers what was sent again but not all that was in flight at the loss, which ends before \(until): \
            so the segment at \(sequence) is lost as well, and is sent again.
            """
        case .resent(let sequence, let count):
            """
            \(Note.octets(count)) from \(sequence) on are taken to be lost and sent again, since the congestion window has room.
            """
        case .recovered(let window):
            "All that was in flight at the loss has arrived. The recovery is over, and we go on with cwnd = \(window)."
        case .collapsed(let window, let threshold):
            """
            The timer ran out, so nothing seems to come through. All in flight is taken to be lost; we begin again with one segment, \
            cwnd = \(window), and grow fast only up to ssthresh = \(threshold), half of what was in flight.
            """
        case .grown(let window, let threshold, let slowStart):
            slowStart
                ? """
                cwnd grows to \(window): in slow start each acknowledgment adds what it covers, up to a segment, so that the window \
                doubles each round trip until it reaches ssthresh = \(threshold) or something is lost.
                """
                : """
                cwnd grows to \(window): in congestion avoidance by one segment a round trip, since a loss has shown that the path \
                does not carry much more than ssthresh = \(threshold).
                """
        case .restartedAfterIdle(let window):
            """
            Nothing was sent for longer than RTO. What we knew of the path may no longer hold, so we begin again with cwnd = \
            \(window).
            """
        case .windowFull(let unsent, let inNetwork, let window):
            """
            \(Note.octets(unsent)) must wait: \(inNetwork) of the \(window) that the network is trusted with are in it. The other \
            side's window spares the receiver; this one spares the path.
            """
        }
    }
}

extension Note.Sending {
    var english: String {
        switch self {
        case .nagle(let unsent, let inFlight):
            """
            \(Note.octets(unsent)) wait: they do not fill a segment, and \(inFlight) are unacknowledged. By Nagle's rule only one \
            small segment is under way at a time; what is written meanwhile goes out together.
            """
        case .sillyWindow(let unsent, let usable):
            """
            \(Note.octets(unsent)) wait although the window has room for \(usable): a segment so small is not worth its header, \
            and filling every small opening would keep the openings small.
            """
        case .override(let count):
            """
            The window stays small, so \(Note.octets(count)) \(count == 1 ? "goes" : "go") out after all: perhaps the receiver has \
            no larger buffer.
            """
        case .windowProbe(let sequence, let attempt, let next):
            """
            The window is closed, and the acknowledgment that opens it may have been lost, since nobody confirms acknowledgments. So \
            we send one octet, number \(sequence), as probe \(attempt): it must be answered, with the window as it is now. The next \
            probe follows in \(Note.time(next)).
            """
        case .acknowledgmentDelayed(let delay):
            """
            The acknowledgment waits up to \(Note.time(delay)): it may ride on data of ours, or serve a second segment as well.
            """
        case .delayedAcknowledgment(let next):
            "Nothing came that could carry the acknowledgment, so it goes alone: ACK=\(next)."
        case .keepAlive(let attempt, let limit):
            """
            Nothing was heard of the other side for long. This segment, numbered just before what it expects, carries nothing but \
            must be answered: probe \(attempt) of \(limit).
            """
        }
    }
}
