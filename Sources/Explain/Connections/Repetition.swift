/// Why a segment does not begin where the last one ended: it was sent again, or later segments have overtaken it.
///
/// Wireshark looks at times alone. TSval (RFC 7323 section 3) and the IPv4 identification tell which of two segments is older.
enum Repetition: Sendable {
    /// The segment is older than segments before it in the capture.
    case overtaken
    /// The segment was sent again. This was needless if all of it had already been acknowledged, cumulatively or selectively.
    case again(Again, isNeedless: Bool)

    /// The shortest pause that the retransmission timer of any system makes, in microseconds.
    static let leastTimer: Int64 = 190_000

    /// - Parameters:
    ///   - range: the places of the segment in the stream, with that of a FIN.
    ///   - isKnown: whether the capture had a part of the range before.
    ///   - trip: the round-trip time, in microseconds.
    ///   - toSender: the round trip between the point of capture and the sender, in microseconds; nil if it is not known.
    ///   - from: the direction of the segment, without the segment.
    init(
        _ segment: SeenSegment, range: Range<Int>, isKnown: Bool, at time: Int64, trip: Int64, toSender: Int64?,
        from: Direction
    ) {
        let index = from.index(of: isKnown ? range.lowerBound : range.upperBound)
        let rival = index < from.sent.count ? from.sent[index] : from.ahead
        if let rival, let isOlder = Self.isOlder(segment, than: rival, from) {
            if isOlder {
                self = .overtaken
                return
            }
        } else if !isKnown, time - (rival?.first ?? time) <= max(trip * 7 / 8, 3_000) {
            // A retransmission comes a round trip or more after the gap. The measured round trip may be too long, so 7/8 of it count.
            self = .overtaken
            return
        }
        let isNeedless =
            (from.acknowledged ?? .min) >= range.upperBound || from.reported.known(in: range) == range.count
        self = .again(Self.reason(range, at: time, trip: trip, toSender: toSender, from), isNeedless: isNeedless)
    }

    /// Whether a segment was sent before another one of the same side; nil if neither timestamps nor identifications tell.
    private static func isOlder(_ segment: SeenSegment, than other: Direction.Sent, _ from: Direction) -> Bool? {
        if let own = segment.options.timestamps?.value, let others = other.timestamp, own != others {
            return Int32(bitPattern: own &- others) < 0
        }
        guard from.countsIdentifications, segment.identification != other.identification,
            segment.identification != 0, other.identification != 0
        else { return nil }
        return Int16(bitPattern: segment.identification &- other.identification) < 0
    }

    /// The reason of a retransmission.
    private static func reason(
        _ range: Range<Int>, at time: Int64, trip: Int64, toSender: Int64?, _ from: Direction
    ) -> Again {
        // What an acknowledgment sets off leaves when the acknowledgment has come to the sender.
        let patience = (toSender ?? trip) * 3 / 2 + 30_000
        let hasNews = from.lastNews.map { time - $0 <= patience } ?? false
        // In a capture at the receiver, the gap may be filled while this retransmission is on its way. So the last report counts too.
        let wasReported = from.lastReport.map { $0.place > range.upperBound && time - $0.time <= patience } ?? false
        let isReported = from.duplicates > 0 || (from.reported.upperBound ?? .min) > range.upperBound || wasReported
        let record = from.record(at: range.lowerBound)
        let waited = from.waited(for: range, at: time)
        if let recovery = from.recovery, (from.acknowledged ?? .min) < recovery {
            return hasNews ? .recovery : .timeout
        }
        if isReported, hasNews { return .fast }
        if range.upperBound >= from.highest, !isReported {
            let isFirst = record.map { !from.sent[$0].isSentAgain } ?? true
            let isBehindOthers = (from.acknowledged ?? .min) < range.lowerBound
            if isFirst, isBehindOthers || waited < trip + leastTimer { return .tailProbe }
        }
        if waited >= leastTimer || !hasNews { return .timeout }
        return .unclear
    }
}

extension Direction {
    /// Counts a segment that was sent again or overtaken, and marks its frame.
    ///
    /// - Parameter isKnown: whether the capture had a part of the range before.
    mutating func settle(
        _ repetition: Repetition, _ segment: SeenSegment, range: Range<Int>, isKnown: Bool, noting note: inout FrameNote
    ) {
        let (frame, time) = (note.frame, note.time)
        switch repetition {
        case .overtaken:
            outOfOrder.add(frame)
            note.marks.insert(.outOfOrder)
        case .again(let why, let isNeedless):
            note.again = why
            note.of = record(at: range.lowerBound).map { sent[$0].frame }
            note.marks.insert(why.mark)
            count(why)
            octetsAgain += segment.length
            if segment.length > 0 { dataSentAgain += 1 }
            let waited = waited(for: range, at: time)
            if !isKnown { lostBefore += 1 }
            if range.lowerBound == 0 { beginningAgain += 1 }
            if var vain = inVain, vain.place == range.lowerBound {
                vain.times += 1
                if waited > vain.pause * 6 / 5 { vain.grows = true }
                vain.pause = waited
                inVain = vain
            } else {
                inVain = InVain(place: range.lowerBound, pause: waited, first: frame)
            }
            let fins = segment.length == 0 ? 1 : 0
            if isNeedless {
                needless += 1
                needlessFrames.add(frame)
                finsAgain.needless += fins
            } else {
                lost.add(frame)
                finsAgain.lost += fins
            }
            switch why {
            case .fast:
                recovery = highest
            case .timeout:
                recovery = highest
                guard waited >= Repetition.leastTimer else { break }
                timeouts.add(frame)
                finsAgain.timeouts += fins
                // A FIN whose acknowledgment was lost keeps nothing waiting.
                if segment.length > 0 || !isNeedless {
                    stoodStill &+= max(0, time - max(lastDataTime ?? time, lastNews ?? .min))
                }
                if largeAgain.count >= 2, cut == nil, let index = record(at: range.lowerBound),
                    sent[index].range.lowerBound == range.lowerBound, sent[index].range.count >= Self.largeSize,
                    segment.length > 0, range.count < sent[index].range.count
                {
                    cut = (sent[index].range.count, segment.length, range.upperBound, frame)
                }
                guard segment.length >= Self.largeSize, !isNeedless else { break }
                if largeFirstSent == nil {
                    largeFirstSent = record(at: range.lowerBound).map { sent[$0].first } ?? time
                }
                largeAgain.add(frame)
            case .handshake, .recovery, .tailProbe, .unclear: break
            }
        }
    }

    /// The time since the first octet of a range was last sent; if the capture does not have it, the time since the gap appeared.
    func waited(for range: Range<Int>, at time: Int64) -> Int64 {
        if let record = record(at: range.lowerBound) { return time - sent[record].last }
        let index = index(of: range.upperBound)
        return time - (index < sent.count ? sent[index].first : lastDataTime ?? time)
    }

    /// Notes that a D-SACK reports a range that came twice (RFC 2883): a retransmission of it was needless.
    mutating func foundNeedless(_ range: Range<Int>, _ frame: Int) {
        guard let index = record(at: range.lowerBound), sent[index].timesNeedless < sent[index].timesAgain else {
            return
        }
        sent[index].timesNeedless += 1
        needless += 1
        needlessFrames.add(frame)
    }
}
