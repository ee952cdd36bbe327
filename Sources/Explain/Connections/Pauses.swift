/// The pauses between the segments of a connection: long silences, answers that come late, small segments that wait for acknowledgments.
struct Pauses: Sendable {
    /// A silence of a minute or more that new data ended.
    struct Silence: Sendable {
        /// The frame that ended the silence.
        let frame: Int
        /// The length of the silence, in microseconds.
        let length: Int64
        /// Whether `one` has sent the frame that ended the silence.
        let isFromOne: Bool
        /// How many segments its side has sent again since, before an answer.
        var repetitions = 0
        /// The frame of the reset with which the other side answers, and whether the other side has answered with anything else.
        var resetFrame: Int?
        var isAnswered = false
    }

    /// The last silence.
    private(set) var silence: Silence?
    /// Data that waits for an answer: the place behind it, the time of its acknowledgment, and how many segments were sent again before.
    private var question: (isFromOne: Bool, end: Int, acknowledged: Int64?, sentAgain: Int)?
    /// The last small segment: the place behind it, its time, and the time of its acknowledgment if that came late. The next small segment
    /// may have waited for this acknowledgment.
    private var small: (isFromOne: Bool, end: Int, time: Int64, acknowledged: Int64?)?

    /// The number of small segments.
    private(set) var smalls = 0

    /// Takes a segment.
    ///
    /// - Parameters:
    ///   - silence: the time since the last segment of either side, in microseconds.
    ///   - trip: an estimate of the round-trip time, the round trip of the handshake, and that between the point of capture and the sender; in
    ///     microseconds.
    mutating func take(
        _ segment: SeenSegment, note: FrameNote, silence length: Int64,
        trip: (Int64, handshake: Int64?, toSender: Int64?),
        in buffer: [UInt8], from: inout Direction, to: Direction
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
        // A short TLS record waits for no answer: it is an alert, or an HTTP/2 frame that confirms something (RFC 9113 6.5, 6.7, 6.9).
        let isShort = segment.length <= 60 && [0x15, 0x17].contains(segment.head(in: buffer) >> 56)
        watchQuestion(segment, note: note, asks: isFresh && !isShort, trip: trip.0, from: &from, to: to)
        watchSmall(
            segment, note: note, isFresh: isFresh, trip: trip.handshake, back: trip.toSender, from: &from, to: to)
    }

    /// Finds answers that come more than a second after the acknowledgment of the data that they answer.
    private mutating func watchQuestion(
        _ segment: SeenSegment, note: FrameNote, asks: Bool, trip: Int64, from: inout Direction, to: Direction
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

    /// Finds small segments that wait for a delayed acknowledgment because of the Nagle algorithm (RFC 9293 sections 3.7.4 and 3.8.6.3).
    private mutating func watchSmall(
        _ segment: SeenSegment, note: FrameNote, isFresh: Bool, trip: Int64?, back: Int64?, from: inout Direction,
        to: Direction
    ) {
        let time = note.time
        if let waiting = small, waiting.isFromOne != note.isFromOne, waiting.acknowledged == nil,
            (to.acknowledged ?? .min) >= waiting.end
        {
            let least = trip ?? (to.roundTrips.count > 1 ? to.roundTrips.least : 0)
            let isLate = segment.isBareAcknowledgment && time - waiting.time >= least + 35_000
            small = isLate ? (waiting.isFromOne, waiting.end, waiting.time, time) : nil
        }
        guard isFresh else { return }
        let isSmall = isSmall(segment, from: from, to: to)
        if isSmall { smalls += 1 }
        if let waiting = small, waiting.isFromOne == note.isFromOne, let acknowledged = waiting.acknowledged, isSmall,
            time - acknowledged <= (back ?? trip ?? 0) * 5 / 4 + 3_000
        {
            from.delayedACKs.add(note.frame)
        }
        small = isSmall && from.isAlone ? (note.isFromOne, from.highest, time, nil) : nil
    }

    /// Whether a segment is smaller than those that its sender sends in full: than the other side's maximum segment size without the options, and
    /// than the largest segment so far, if that is large.
    private func isSmall(_ segment: SeenSegment, from: Direction, to: Direction) -> Bool {
        let most = Int(to.synOptions?.maximumSegmentSize ?? 536) - segment.optionsLength
        return segment.length < most && (from.largestSegment < 512 || segment.length < from.largestSegment)
    }
}
