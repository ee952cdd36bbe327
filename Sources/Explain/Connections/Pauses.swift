/// What goes on between the segments of a connection: silences, answers that take long, small segments that wait.
struct Pauses: Sendable {
    /// A long silence, and what came after it.
    struct Silence: Sendable {
        let frame: Int
        let length: Int64
        let isFromOne: Bool
        /// How often what broke it was sent again.
        var repetitions = 0
        /// The frame of the reset that answers it, and whether anything else does.
        var resetFrame: Int?
        var isAnswered = false
    }

    /// The first silence that was not answered, or the last of all.
    private(set) var silence: Silence?
    /// A question that waits for its answer.
    private var question: (isFromOne: Bool, end: Int, acknowledged: Int64?, sentAgain: Int)?
    /// A small segment that waits for its acknowledgment, to see whether the next small one waits for that.
    private var small: (isFromOne: Bool, end: Int, time: Int64, acknowledged: Int64?)?

    /// Takes a segment.
    ///
    /// - Parameters:
    ///   - silence: how long after the last segment of both sides it comes.
    ///   - trip: a round trip as well as it is known, and that of the handshake.
    mutating func take(
        _ segment: SeenSegment, _ note: FrameNote, silence length: Int64, trip: (Int64, handshake: Int64?),
        in buffer: [UInt8], _ from: inout Direction, _ to: Direction
    ) {
        let isData = note.marks.contains(.data)
        if length >= 60_000_000, isData, note.again == nil, from.lastTime != nil, to.lastTime != nil {
            silence = Silence(frame: note.frame, length: length, isFromOne: note.isFromOne)
        } else if silence != nil, silence?.isAnswered == false {
            if silence?.isFromOne == note.isFromOne {
                if note.again != nil { silence?.repetitions += 1 }
            } else if note.marks.contains(.rst) {
                if silence?.resetFrame == nil { silence?.resetFrame = note.frame }
            } else {
                silence?.isAnswered = true
            }
        }
        guard !note.marks.contains(.rst) else { return }
        let isFresh = isData && note.again == nil && !note.marks.contains(.outOfOrder)
        // A short record of TLS asks nothing: it closes, or confirms something (RFC 9113 sections 6.5, 6.7 and 6.9).
        let isShort = segment.length <= 60 && [0x15, 0x17].contains(segment.head(in: buffer) >> 56)
        watchQuestion(segment, note, asks: isFresh && !isShort, trip: trip.0, &from, to)
        watchSmall(segment, note, isFresh: isFresh, trip: trip.handshake, &from, to)
    }

    private mutating func watchQuestion(
        _ segment: SeenSegment, _ note: FrameNote, asks: Bool, trip: Int64, _ from: inout Direction, _ to: Direction
    ) {
        let sentAgain = from.sentAgain + to.sentAgain
        if let waiting = question, waiting.isFromOne != note.isFromOne {
            if segment.length > 0 {
                if let since = waiting.acknowledged, note.time - since > max(1_000_000, 2 * trip),
                    sentAgain == waiting.sentAgain, from.shutSince == nil, to.shutSince == nil
                {
                    from.slowAnswers.add(note.frame)
                    from.longestAnswer = max(from.longestAnswer, note.time - since)
                }
                question = nil
            } else if waiting.acknowledged == nil, (to.acknowledged ?? .min) >= waiting.end {
                question?.acknowledged = note.time
            }
        }
        if asks, question == nil || question?.isFromOne == note.isFromOne {
            question = (note.isFromOne, from.highest, nil, sentAgain)
        }
    }

    /// Small segments that wait for acknowledgments (RFC 9293 sections 3.7.4 and 3.8.6.3).
    private mutating func watchSmall(
        _ segment: SeenSegment, _ note: FrameNote, isFresh: Bool, trip: Int64?, _ from: inout Direction, _ to: Direction
    ) {
        let time = note.time
        if let waiting = small, waiting.isFromOne != note.isFromOne, waiting.acknowledged == nil,
            (to.acknowledged ?? .min) >= waiting.end
        {
            let least = to.roundTrips.count > 1 ? to.roundTrips.least : trip ?? 0
            let isLate = segment.isBareAcknowledgment && time - waiting.time >= least + 35_000
            small = isLate ? (waiting.isFromOne, waiting.end, waiting.time, time) : nil
        }
        if isFresh {
            let most = Int(to.synOptions?.maximumSegmentSize ?? 536)
            if let waiting = small, waiting.isFromOne == note.isFromOne, let acknowledged = waiting.acknowledged,
                segment.length < most, time - acknowledged <= (trip ?? 0) + 10_000
            {
                from.delayedACKs.add(note.frame)
            }
            small = segment.length < most && from.isAlone ? (note.isFromOne, from.highest, time, nil) : nil
        }
    }
}
