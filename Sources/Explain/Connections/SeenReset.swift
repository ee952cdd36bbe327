/// A reset in a capture, with the state of the connection when it came.
struct SeenReset: Sendable {
    let frame: Int
    let time: Int64
    let isFromOne: Bool
    let hasACK: Bool
    /// SEG.SEQ, as a place in its sender's stream.
    let place: Int
    let timeToLive: UInt8
    /// The least and the greatest time to live of its sender's segments that are no resets; nil if there are none.
    let usual: ClosedRange<UInt8>?
    /// The time since the last segment of the other side, in microseconds; nil if the other side has sent none.
    let after: Int64?
    /// Whether its number lies between the last acknowledgment of the other side and the highest number that its sender has sent.
    let fits: Bool
    /// Whether it has the form in which a host without such a connection answers a segment: no ACK, and the acknowledgment number of that
    /// segment as its sequence number (RFC 9293 section 3.5.2, group 1).
    let isAnswer: Bool
    /// Whether its sender has sent FIN before, and whether the other side has.
    let hasClosed: Bool
    let isAfterClose: Bool
    /// Whether all data of both sides was acknowledged. The acknowledgment in the reset counts.
    let isAllAcknowledged: Bool
    /// How many octets of the other side it does not acknowledge.
    let unread: Int
    /// Whether the last data of the other side is a TLS record that has the size of close_notify (RFC 8446 section 6.1).
    let isAfterAlert: Bool
    /// The data that the other side had sent after the sender's FIN: the number of octets, and the first octet.
    let afterFIN: (octets: Int, head: UInt8)
    /// The time from data of which this is the first acknowledgment to the reset, and the shortest round trip so far, in microseconds; nil
    /// unless the time is shorter than three quarters of the round trip.
    let tooSoon: (after: Int64, trip: Int64)?
    /// Whether its sender has sent nothing but resets.
    let isStranger: Bool
    /// Whether it shows that segments of the other side are missing before it. It acknowledges more than the capture has, or its number has
    /// been acknowledged by a segment that the capture does not have. Or its sender had closed, and it answers a segment that is not there.
    let isBehindMissing: Bool

    /// - Parameters:
    ///   - trip: the round trip between the point of capture and the sender in the handshake, in microseconds; nil if it is not known.
    ///   - from: the direction of the reset.
    ///   - to: the other direction.
    init(
        _ segment: SeenSegment, note: FrameNote, usual: ClosedRange<UInt8>?, trip: Int64?, from: Direction,
        to: Direction
    ) {
        let time = note.time
        (frame, self.time, isFromOne, self.usual) = (note.frame, time, note.isFromOne, usual)
        hasACK = segment.control.contains(.ack)
        timeToLive = segment.timeToLive
        place = from.place(of: segment.sequence)
        after = to.lastTime.map { time - $0 }
        fits = place >= (from.acknowledged ?? place) && place <= max(from.highest, from.acknowledged ?? place)
        isAnswer = !hasACK && (from.acknowledged == nil || place == from.acknowledged)
        hasClosed = from.end != nil
        isAfterClose = to.end != nil
        let says = hasACK ? to.place(of: segment.acknowledgment) : Int.min
        isAllAcknowledged =
            (from.highest == 0 || from.isAcknowledged) && max(to.acknowledged ?? 0, says) >= to.highest
        unread = max(0, to.highest - max(to.acknowledged ?? 0, says))
        let last = to.sent.last { !$0.range.isEmpty && $0.head != 0 }
        isAfterAlert =
            last.map { $0.head >> 24 == 0x17_0303_0013 || $0.head >> 40 == 0x15_0303 && $0.range.count <= 64 } ?? false
        afterFIN = to.afterFIN
        let shortest = min(to.roundTrips.count > 0 ? to.roundTrips.least : .max, trip ?? .max)
        let answered = says > to.acknowledged ?? 0 ? to.lastIndex(endingAt: says).map { time - to.sent[$0].last } : nil
        tooSoon = answered.flatMap {
            shortest >= 1_000 && shortest < .max && $0 * 4 < shortest * 3 ? ($0, shortest) : nil
        }
        isStranger = from.segments == from.resets.count + 1
        let isAcknowledged = place <= from.acknowledged ?? place
        isBehindMissing =
            hasACK
            ? says > to.highest
            : !isAcknowledged || from.isFINAcknowledged && to.end == nil && to.afterFIN.octets == 0
    }

    /// Whether its time to live differs by more than 2 from that of its sender's other segments, and so does the number of routers that it
    /// shows: another machine has sent it. A system may give its resets another initial value: 59 and 123 are both five routers away.
    var hasOddTimeToLive: Bool {
        guard let usual else { return false }
        let (own, low, high) = (Int(timeToLive), Int(usual.lowerBound), Int(usual.upperBound))
        guard own < low - 2 || own > high + 2 else { return false }
        let distances = [low, high].map(Self.distance)
        let distance = Self.distance(own)
        return distance < (distances.min() ?? distance) - 2 || distance > (distances.max() ?? distance) + 2
    }

    /// The number of routers that a packet has passed, by its time to live. Systems begin with 32, 64, 128 or 255.
    private static func distance(_ timeToLive: Int) -> Int {
        ([32, 64, 128, 255].first { timeToLive <= $0 } ?? 255) - timeToLive
    }

    /// Whether the other side had sent only a short TLS record after the FIN: its close_notify (RFC 8446 section 6.1).
    var answersAlert: Bool { afterFIN.octets > 0 && afterFIN.octets <= 64 && [0x15, 0x17].contains(afterFIN.head) }
}
