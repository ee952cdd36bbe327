import TCPSim

/// The course of a recorded connection as both sides have it in common: how it opened, how far apart the sides are, how it closed.
struct Course: Sendable {
    /// A reset.
    struct Reset: Sendable {
        let frame: Int
        let time: Int64
        let isFromOne: Bool
        let hasACK: Bool
        /// Its number, as a place in its sender's stream, and the place behind what that side had sent.
        let place: Int
        let next: Int
        /// What the other side had acknowledged last.
        let asked: Int?
        let timeToLive: UInt8
        /// The time to live of its sender's other segments; nil where there are none.
        let usual: ClosedRange<UInt8>?
        /// How long after the other side's last segment it came, in microseconds; nil where the other side has sent none.
        let after: Int64?
        /// Whether the other side's last segment had data or FIN.
        let answersData: Bool
    }

    /// A long silence, and what came after it.
    struct Silence: Sendable {
        let frame: Int
        let length: Int64
        /// Whether the side that spoke again was answered.
        var isAnswered = false
        let isFromOne: Bool
    }

    /// The number of the connection, from 1.
    let number: Int
    let firstFrame: Int
    var lastFrame: Int
    var frames = 0
    let start: Int64
    var last: Int64

    // MARK: Opening

    /// The frames and times of the SYNs of each side, and of those that acknowledge one.
    var syns: [(frame: Int, time: Int64, isFromOne: Bool, acknowledges: Bool)] = []
    /// The acknowledgment of the SYN,ACK.
    var thirdFrame: Int?
    var thirdTime: Int64?
    /// Whether the connection is open for both.
    var isOpen = false
    var hasFastOpen = false
    /// Whether an older connection had the same ports.
    var reusesPorts = false

    /// From SYN to the acknowledgment of SYN,ACK, in microseconds; nil where the handshake is not in the capture or parts were repeated.
    var roundTrip: Int64?
    var toAnswerer: Int64?
    var toOpener: Int64?

    // MARK: Later

    var resets: [Reset] = []
    var resetCount = 0
    var silence: Silence?
    /// Frames with data after the first reset.
    var afterReset = Evidence()
    var challenges = Evidence()
    var reports: [(frame: Int, report: SeenReport)] = []
    var states: (one: RecordedState, other: RecordedState) = (.unknown, .unknown)
    var closers: (first: Bool?, areBoth: Bool) = (nil, false)
    var slowAnswers = Evidence()
    var longestAnswer: Int64 = 0
    var delayedACKs: (one: Evidence, other: Evidence) = (Evidence(), Evidence())
    var halfClosedData = Evidence()
    var congestionEchoes = Evidence()
    var timesBackwards = Evidence()
    var cutFrames = Evidence()
    var keepAlivesInVain = 0
    var probesInVain = 0
    /// Frames of the link's own that came twice, by what tells that the capture has them twice.
    var fingerprints = Fingerprints()

    /// A question that waits for its answer.
    private var question: (isFromOne: Bool, end: Int, acknowledged: Int64?, sentAgain: Int)?
    /// A small segment that waits for its acknowledgment, to see whether the next small one waits for that.
    private var small: (isFromOne: Bool, end: Int, time: Int64, acknowledged: Int64?)?
    /// The latest keep-alive or probe, by whom, until it is answered.
    private var probe: (isFromOne: Bool, isKeepAlive: Bool)?

    init(number: Int, frame: Int, time: Int64) {
        (self.number, firstFrame, lastFrame, start, last) = (number, frame, frame, time, time)
    }

    /// A round trip, in microseconds, as well as it is known.
    func trip(_ direction: Direction) -> Int64 {
        roundTrip ?? direction.roundTrips.median ?? 100_000
    }

    /// Takes a segment.
    ///
    /// - Parameters:
    ///   - from: what its sender has sent so far.
    ///   - to: what the other side has sent so far.
    mutating func take(
        _ segment: SeenSegment, frame: Int, time: Int64, isFromOne: Bool, in buffer: [UInt8],
        _ from: inout Direction, _ to: inout Direction
    ) -> FrameNote {
        var note = FrameNote(frame: frame, time: time, isFromOne: isFromOne)
        lastFrame = frame
        frames += 1
        if segment.isCut { cutFrames.add(frame) }
        if time < last - 1_000_000 { timesBackwards.add(frame) }
        if let kind = fingerprints.take(segment, time: time, isFromOne: isFromOne, trip: roundTrip) {
            note.marks = kind == .network ? .networkDuplicate : .captureDuplicate
            from.countDuplicate(segment, frame, isOfNetwork: kind == .network)
            note.states = states
            last = time
            return note
        }
        watchSilence(segment, frame: frame, time: time, isFromOne: isFromOne)
        from.count(segment, frame)
        if segment.control.contains(.syn) { openingSegment(segment, frame, time, isFromOne, in: buffer, &from, &note) }
        if !from.hasBegun {
            from.begin(with: segment.sequence &+ (segment.control.contains(.syn) ? 1 : 0), at: 0)
        }
        if segment.control.contains(.ack), !to.hasBegun { to.begin(with: segment.acknowledgment, at: 0) }
        let isReset = segment.control.contains(.rst)
        if isReset {
            reset(segment, frame, time, isFromOne, from, to)
            from.resets.add(frame)
            note.marks.insert(.rst)
        } else if from.isBelieved(segment, frame, time, in: buffer, &note) {
            send(segment, frame, time, isFromOne, in: buffer, &from, to, &note)
            if segment.control.contains(.ack) { acknowledge(segment, frame, time, isFromOne, &from, &to, &note) }
            watchPauses(segment, note, time, isFromOne, from, to)
        }
        advanceStates(segment, isFromOne, from, to)
        note.states = states
        if !resets.isEmpty, !isReset, segment.length > 0 { afterReset.add(frame) }
        from.lastTime = time
        if segment.length > 0 { from.lastDataTime = time }
        last = max(last, time)
        return note
    }

    // MARK: Opening (RFC 9293 section 3.5)

    private mutating func openingSegment(
        _ segment: SeenSegment, _ frame: Int, _ time: Int64, _ isFromOne: Bool, in buffer: [UInt8],
        _ from: inout Direction, _ note: inout FrameNote
    ) {
        let acknowledges = segment.control.contains(.ack)
        note.marks.insert(acknowledges ? .synACK : .syn)
        if from.hasSYN {
            note.again = .handshake
            note.of = syns.first { $0.isFromOne == isFromOne }?.frame
            note.marks.insert(.retransmission)
            from.count(.handshake)
        } else {
            from.hasSYN = true
            from.synOptions = segment.options
            from.optionKinds = SeenOptions.kinds(
                buffer, (segment.payload.lowerBound - segment.optionsLength)..<segment.payload.lowerBound)
            from.begin(with: segment.sequence &+ 1, at: 0)
        }
        if !acknowledges, syns.contains(where: { $0.isFromOne != isFromOne && !$0.acknowledges }) {
            note.marks.insert(.simultaneousOpen)
        }
        if syns.count < 64 { syns.append((frame, time, isFromOne, acknowledges)) }
    }

    /// The acknowledgment of the SYN,ACK has come.
    private mutating func open(_ frame: Int, _ time: Int64, isFromOne: Bool) {
        guard let answer = syns.last(where: { $0.acknowledges && $0.isFromOne != isFromOne }) else { return }
        (thirdFrame, thirdTime) = (frame, time)
        isOpen = true
        let answers = syns.filter(\.acknowledges)
        let questions = syns.filter { !$0.acknowledges && $0.isFromOne == isFromOne }
        guard answers.count == 1, questions.count == 1, let question = questions.first else { return }
        toAnswerer = answer.time - question.time
        toOpener = time - answer.time
        roundTrip = max(0, time - question.time)
    }

    // MARK: Data and FIN

    private mutating func send(
        _ segment: SeenSegment, _ frame: Int, _ time: Int64, _ isFromOne: Bool, in buffer: [UInt8],
        _ from: inout Direction, _ to: Direction, _ note: inout FrameNote
    ) {
        let isSYN = segment.control.contains(.syn)
        let start = from.place(of: segment.sequence) + (isSYN ? 1 : 0)
        let isFIN = segment.control.contains(.fin)
        if !isSYN, !isFIN, segment.length <= 1, isProbe(segment, start, from) {
            let isKeepAlive = !from.isShut
            note.marks.insert(isKeepAlive ? .keepAlive : .windowProbe)
            if isKeepAlive { from.keepAlives.add(frame) } else { from.windowProbes.add(frame) }
            if isKeepAlive { keepAlivesInVain += 1 } else { probesInVain += 1 }
            probe = (isFromOne, isKeepAlive)
            if segment.length == 1, start == from.highest {
                from.seen.insert(start..<start + 1)
                from.distinctOctets += 1
                from.advance(to: start + 1)
            }
            return
        }
        guard segment.length > 0 || isFIN else { return }
        let data = start..<(start + segment.length)
        let range = isFIN ? start..<(data.upperBound + 1) : data
        if segment.length > 0 {
            note.marks.insert(.data)
            if isSYN { hasFastOpen = true }
            if closers.first == !isFromOne { halfClosedData.add(frame) }
            if let edge = from.rightEdge, from.hasSYN, to.hasSYN, data.upperBound >= edge {
                from.windowFull.add(frame)
                note.marks.insert(.windowFull)
            }
        }
        if isFIN {
            note.marks.insert(.fin)
            if from.end == nil {
                from.end = data.upperBound
                (from.finFrame, from.finTime) = (frame, time)
                if closers.first == nil {
                    closers.first = isFromOne
                } else if to.end != nil, to.end.map({ segment.acknowledgment == to.number(at: $0) }) == true {
                    // It was sent before the other's FIN had come.
                    closers.areBoth = true
                }
            }
        }
        let fresh = from.seen.insert(data)
        from.distinctOctets += fresh
        if range.lowerBound >= from.highest {
            if range.lowerBound > from.highest {
                note.marks.insert(.gapBefore)
                from.gaps.add(frame)
                from.gapTime = time
            }
        } else {
            let isKnown =
                fresh < segment.length || isFIN && from.highest >= range.upperBound
                || from.record(at: range.lowerBound) != nil
            let why = Repetition(segment, range, isKnown: isKnown, at: time, trip: trip(from), from)
            from.settle(why, segment, range, frame, time, &note)
        }
        from.record(segment, range, isSentAgain: note.again != nil, frame, time, in: buffer)
        from.advance(to: range.upperBound)
        from.inFlightMost = max(from.inFlightMost, from.highest - max(from.unacknowledged, 0))
    }

    /// Whether a segment asks only whether the other side is there, or whether its window is open (RFC 9293 sections 3.8.4, 3.8.6.1).
    private func isProbe(_ segment: SeenSegment, _ start: Int, _ from: Direction) -> Bool {
        guard segment.control.contains(.ack), from.end == nil, from.hasBegun else { return false }
        if start == from.highest - 1, from.isAcknowledged, from.highest > 0 || !from.hasSYN || from.isShut {
            return from.lastACK.map { Int32(bitPattern: segment.acknowledgment &- $0) >= 0 } ?? true
        }
        // The octet at the edge of a window that is shut, and the same again.
        return from.isShut && segment.length == 1 && start == from.rightEdge
    }

    // MARK: Acknowledgments

    private mutating func acknowledge(
        _ segment: SeenSegment, _ frame: Int, _ time: Int64, _ isFromOne: Bool, _ from: inout Direction,
        _ to: inout Direction, _ note: inout FrameNote
    ) {
        let isSYN = segment.control.contains(.syn)
        let place = to.place(of: segment.acknowledgment)
        let scale = isSYN || !from.hasWindowScale || !to.hasWindowScale ? 0 : from.synOptions?.windowScale ?? 0
        let window = Int(segment.window) << Int(scale)
        if !isSYN {
            from.leastWindow = min(from.leastWindow ?? window, window)
            from.mostWindow = max(from.mostWindow ?? window, window)
            if segment.window == 0 {
                note.marks.insert(.windowClosed)
                if from.shutSince == nil {
                    from.shutSince = time
                    from.zeroWindows.add(frame)
                }
            } else if let since = from.shutSince {
                from.zeroWindowTime += max(0, time - since)
                from.shutSince = nil
                note.marks.insert(.windowUpdate)
            }
        }
        to.rightEdge = max(to.rightEdge ?? .min, place + window)
        to.isShut = window == 0 && !isSYN
        if thirdFrame == nil, !isSYN, place >= 0 { open(frame, time, isFromOne: isFromOne) }
        let before = to.acknowledged
        let hasBlocks = segment.options.blocks.count > 0
        if place > before ?? .min {
            if place > to.highest {
                note.marks.insert(.ackedUnseen)
                to.ackedUnseen.add(frame)
                to.advance(to: place)
            }
            if let index = to.lastIndex(endingAt: place), !to.sent[index].isSentAgain {
                to.roundTrips.add(time - to.sent[index].last)
            }
            to.acknowledged = place
            to.lastNews = time
            to.duplicates = 0
            if let recovery = to.recovery, place >= recovery { to.recovery = nil }
            to.reported.drop(before: place)
            to.forget(before: place)
            if let since = to.gapTime, since <= time, to.seen.missing(before: to.highest) == 0 { to.gapTime = nil }
            keepAlivesInVain = 0
            probesInVain = 0
        } else if place == before, segment.isBareAcknowledgment {
            if let probe, probe.isFromOne != isFromOne {
                note.marks.insert(probe.isKeepAlive ? .keepAliveACK : .windowProbeACK)
                if probe.isKeepAlive { keepAlivesInVain = 0 } else { probesInVain = 0 }
                self.probe = nil
            } else if to.highest > place, from.lastWindow == segment.window || hasBlocks,
                note.marks.isDisjoint(with: [.keepAlive, .windowProbe])
            {
                from.duplicateACKs += 1
                to.duplicates += 1
                note.marks.insert(.duplicateACK)
                if !hasBlocks { to.lastNews = time }
            } else if from.lastWindow != segment.window {
                note.marks.insert(.windowUpdate)
            }
        }
        if segment.isBareAcknowledgment, note.marks.isEmpty { note.marks.insert(.ack) }
        for index in 0..<segment.options.blocks.count {
            let block = segment.options.blocks[index]
            let range = to.place(of: block.start)..<max(to.place(of: block.start), to.place(of: block.end))
            // The first block may tell of what came twice (RFC 2883 section 4).
            let isSecond = index == 0 && (range.upperBound <= place || isInside(range, segment, to))
            if isSecond {
                from.dsacks.add(frame)
                to.foundNeedless(range, frame)
            } else if to.reported.insert(range) > 0 {
                to.lastNews = time
            }
        }
        from.lastACK = segment.acknowledgment
        from.lastWindow = segment.window
    }

    private func isInside(_ range: Range<Int>, _ segment: SeenSegment, _ to: Direction) -> Bool {
        guard segment.options.blocks.count > 1 else { return false }
        let second = segment.options.blocks[1]
        return to.place(of: second.start) <= range.lowerBound && to.place(of: second.end) >= range.upperBound
    }

    // MARK: Resets (RFC 9293 section 3.5.3)

    private mutating func reset(
        _ segment: SeenSegment, _ frame: Int, _ time: Int64, _ isFromOne: Bool, _ from: Direction, _ to: Direction
    ) {
        resetCount += 1
        guard resets.count < Evidence.most else { return }
        resets.append(
            Reset(
                frame: frame, time: time, isFromOne: isFromOne, hasACK: segment.control.contains(.ack),
                place: from.place(of: segment.sequence), next: from.highest, asked: from.acknowledged,
                timeToLive: segment.timeToLive, usual: from.timeToLive, after: to.lastTime.map { time - $0 },
                answersData: to.lastDataTime == to.lastTime || to.end != nil))
    }

    // MARK: Pauses

    private mutating func watchSilence(_ segment: SeenSegment, frame: Int, time: Int64, isFromOne: Bool) {
        let length = time - last
        if length >= 60_000_000, frames > 1, segment.length > 0 {
            silence = Silence(frame: frame, length: length, isFromOne: isFromOne)
        } else if silence?.isFromOne == !isFromOne, !segment.control.contains(.rst) {
            silence?.isAnswered = true
        }
    }

    /// Answers that take long, and small segments that wait for acknowledgments.
    private mutating func watchPauses(
        _ segment: SeenSegment, _ note: FrameNote, _ time: Int64, _ isFromOne: Bool, _ from: Direction, _ to: Direction
    ) {
        let isFresh = segment.length > 0 && note.again == nil && !note.marks.contains(.outOfOrder)
        if let (asker, end, acknowledged, sentAgain) = question {
            if isFromOne != asker {
                if segment.length > 0 {
                    if let acknowledged, time - acknowledged > max(1_000_000, 2 * trip(from)),
                        from.sentAgain + to.sentAgain == sentAgain, from.shutSince == nil, to.shutSince == nil
                    {
                        slowAnswers.add(note.frame)
                        longestAnswer = max(longestAnswer, time - acknowledged)
                    }
                    question = nil
                } else if acknowledged == nil, (to.acknowledged ?? .min) >= end {
                    question = (asker, end, time, sentAgain)
                }
            }
        }
        if isFresh, question == nil || question?.isFromOne == isFromOne {
            question = (isFromOne, from.highest, nil, from.sentAgain + to.sentAgain)
        }
        let most = Int(to.synOptions?.maximumSegmentSize ?? 536)
        if let waiting = small, waiting.isFromOne != isFromOne, segment.isBareAcknowledgment,
            waiting.acknowledged == nil,
            (to.acknowledged ?? .min) >= waiting.end
        {
            let least = to.roundTrips.count > 1 ? to.roundTrips.least : roundTrip ?? 0
            small = time - waiting.time >= least + 35_000 ? (waiting.isFromOne, waiting.end, waiting.time, time) : nil
        } else if isFresh {
            if let waiting = small, waiting.isFromOne == isFromOne, let acknowledged = waiting.acknowledged,
                segment.length < most, time - acknowledged <= (roundTrip ?? 0) + 10_000
            {
                if isFromOne { delayedACKs.one.add(note.frame) } else { delayedACKs.other.add(note.frame) }
            }
            small = segment.length < most && from.isAlone ? (isFromOne, from.highest, time, nil) : nil
        }
    }

    // MARK: States (RFC 9293 section 3.3.2, figure 5)

    private mutating func advanceStates(
        _ segment: SeenSegment, _ isFromOne: Bool, _ from: Direction, _ to: Direction
    ) {
        var (own, peer) = isFromOne ? (states.one, states.other) : (states.other, states.one)
        defer { states = isFromOne ? (own, peer) : (peer, own) }
        if segment.control.contains(.rst) { return (own, peer) = (.closed, .closed) }
        if segment.control.contains(.syn) {
            if segment.control.contains(.ack) {
                own = .synReceived
            } else {
                own = own == .unknown ? .synSent : own
                if peer == .synSent { (own, peer) = (.synReceived, .synReceived) }
            }
            return
        }
        if own == .synSent || own == .synReceived, peer == .synReceived || own == .synReceived { own = .established }
        if peer == .synReceived, own == .established { peer = .established }
        if own == .unknown, segment.length > 0 { own = .established }
        // An acknowledgment of the other side's FIN.
        if let end = to.end, (to.acknowledged ?? .min) > end {
            switch (own, peer) {
            case (.established, _), (.unknown, _): own = .closeWait
            case (.finWait1, _): own = .closing
            case (.finWait2, _): own = .timeWait
            default: break
            }
            switch peer {
            case .finWait1: peer = own == .closing ? .closing : .finWait2
            case .closing: peer = .timeWait
            case .lastACK: peer = .closed
            default: break
            }
        }
        if from.end != nil, segment.control.contains(.fin) {
            switch own {
            case .established, .unknown: own = .finWait1
            case .closeWait: own = .lastACK
            default: break
            }
        }
    }
}
