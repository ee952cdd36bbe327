/// Which side's turn it is to speak, and how long each side takes: so a slow connection shows where its time went.
///
/// Spans are in microseconds.
struct Turns: Sendable {
    /// What one side has done.
    struct Side: Sendable {
        /// How long it took to speak when it was its turn.
        var waited: Int64 = 0
        /// How often it spoke after the other side, and how often after a rest of its own, without a word of the other side.
        var answers = 0
        var unasked = 0
    }

    /// The shortest rest that shows that a side speaks without being asked.
    private static let leastRest: Int64 = 200_000

    private(set) var one = Side()
    private(set) var other = Side()
    /// The time in which data followed data of the same side, and that in which the side that had spoken last rested before it went on.
    private(set) var transfer: Int64 = 0
    private(set) var idle: Int64 = 0
    /// Whether `one` has spoken first; nil if no side has sent data.
    private(set) var firstIsOne: Bool?
    /// The sender and the time of the last new data, and the number of segments that were sent again by then.
    private var last: (isFromOne: Bool, time: Int64, sentAgain: Int)?

    subscript(isOne: Bool) -> Side {
        get { isOne ? one : other }
        set { if isOne { one = newValue } else { other = newValue } }
    }

    /// Takes a segment.
    ///
    /// - Parameters:
    ///   - opened: the time at which the handshake ended; nil if it is not in the capture.
    ///   - trip: the round trip between the point of capture and the sender, and that between both sides.
    mutating func take(
        _ segment: SeenSegment, note: FrameNote, opened: Int64?, trip: (toSender: Int64?, whole: Int64),
        from: Direction, to: Direction
    ) {
        guard note.marks.contains(.data), note.again == nil, !note.marks.contains(.outOfOrder) else { return }
        let (isFromOne, time) = (note.isFromOne, note.time)
        let sentAgain = from.sentAgain + to.sentAgain
        defer { last = (isFromOne, time, sentAgain) }
        guard let last else {
            firstIsOne = isFromOne
            if let opened { self[isFromOne].waited &+= max(0, time - opened) }
            return
        }
        let pause = max(0, time - last.time)
        if last.isFromOne != isFromOne {
            self[isFromOne].answers += 1
            if sentAgain > last.sentAgain {
                transfer &+= pause
            } else {
                // A round trip to the side that was asked passes before its answer can come.
                self[isFromOne].waited &+= max(0, pause - (trip.toSender ?? 0))
            }
        } else if sentAgain == last.sentAgain, from.unacknowledged >= from.highest - segment.length,
            // Data that an acknowledgment lets go comes when the acknowledgment has come to the sender.
            time - max(last.time, from.lastNews ?? last.time) > (trip.toSender ?? trip.whole) + 50_000
        {
            // After its own words it is no side's turn.
            idle &+= pause
            if pause >= Self.leastRest { self[isFromOne].unasked += 1 }
        } else {
            transfer &+= pause
        }
    }
}
