/// A reset in a capture, with what was known when it came.
struct SeenReset: Sendable {
    let frame: Int
    let time: Int64
    let isFromOne: Bool
    let hasACK: Bool
    /// Its number, as a place in its sender's stream.
    let place: Int
    let timeToLive: UInt8
    /// The time to live of its sender's other segments; nil where there are none.
    let usual: ClosedRange<UInt8>?
    /// How long after the other side's last segment it came, in microseconds; nil where the other side has sent none.
    let after: Int64?
    /// Whether its number lies where its sender is: from what the other side has acknowledged to what it has sent.
    let fits: Bool
    /// Whether it is what a host answers that knows no such connection: without ACK, numbered by the acknowledgment of what it answers
    /// (RFC 9293 section 3.5.2, group 1).
    let isAnswer: Bool
    /// Whether its sender has sent FIN before, and whether the other side has.
    let hasClosed: Bool
    let isAfterClose: Bool
    /// Whether all that either side has sent was acknowledged, by the reset itself too.
    let isAllAcknowledged: Bool
    /// What the other side had sent after the sender's FIN: octets, and the first of them.
    let afterFIN: (octets: Int, head: UInt8)
    /// How soon after data that it acknowledges first it came, and the shortest round trip until then, in microseconds; nil where it is not
    /// sooner.
    let tooSoon: (after: Int64, trip: Int64)?
    /// Whether its sender has sent anything but resets.
    let isStranger: Bool

    init(
        _ segment: SeenSegment, _ note: FrameNote, _ usual: ClosedRange<UInt8>?, trip: Int64?, _ from: Direction,
        _ to: Direction
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
        afterFIN = to.afterFIN
        let shortest = to.roundTrips.count > 0 ? to.roundTrips.least : trip ?? 0
        let answered = says > to.acknowledged ?? 0 ? to.lastIndex(endingAt: says).map { time - to.sent[$0].last } : nil
        tooSoon = answered.flatMap { shortest >= 1_000 && $0 * 4 < shortest * 3 ? ($0, shortest) : nil }
        isStranger = from.segments == from.resets.count + 1
    }

    /// Whether its time to live is another than its sender's: it came from another place.
    var hasOddTimeToLive: Bool {
        guard let usual else { return false }
        let own = Int(timeToLive)
        return own < Int(usual.lowerBound) - 2 || own > Int(usual.upperBound) + 2
    }

    /// Whether it answers nothing but a few octets with which TLS says goodbye (RFC 8446 section 6.1).
    var answersGoodbye: Bool { afterFIN.octets > 0 && afterFIN.octets <= 64 && [0x15, 0x17].contains(afterFIN.head) }
}
