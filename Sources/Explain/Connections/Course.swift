import TCPSim

/// The course of a recorded connection as both sides have it in common: how it opened, how far apart the sides are, how it closed.
struct Course: Sendable {
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
    /// Octets of data in the SYN; nil where it has neither data nor a cookie (RFC 7413).
    var fastOpen: Int?
    /// Whether an older connection had the same ports.
    var reusesPorts = false
    /// Acknowledgments of an older connection, in answer to a SYN (RFC 9293 section 3.5.1).
    var staleACKs = Evidence()

    /// From SYN to the acknowledgment of SYN,ACK, in microseconds; nil where the handshake is not in the capture or parts were repeated.
    var roundTrip: Int64?
    var toAnswerer: Int64?
    var toOpener: Int64?

    // MARK: Later

    var resets: [SeenReset] = []
    var resetCount = 0
    /// Frames of the side that sent the first reset which go on behind it.
    var afterReset = Evidence()
    /// Resets that do not fit, and the acknowledgments that answer them (RFC 5961 section 3).
    var challenges = Evidence()
    var reports: [(frame: Int, report: SeenReport)] = []
    var states: (one: State?, other: State?)
    var closers: (first: Bool?, areBoth: Bool) = (nil, false)
    var pauses = Pauses()
    /// Segments with ECN-Echo (RFC 3168 section 6.1.3), and whether the flags have another meaning here (RFC 9768).
    var congestionEchoes = Evidence()
    private var usesAccurateECN = false
    var cutFrames = Evidence()
    var keepAlivesInVain = 0
    /// Whose data was the last.
    var lastSpeakerIsOne: Bool?
    /// Frames of the link's own that came twice, by what tells that the capture has them twice.
    var fingerprints = Fingerprints()
    /// The latest keep-alive or probe, by whom, until it is answered.
    var probe: (isFromOne: Bool, isKeepAlive: Bool)?

    init(number: Int, frame: Int, time: Int64) {
        (self.number, firstFrame, lastFrame, start, last) = (number, frame, frame, time, time)
    }

    /// A round trip, in microseconds, as well as it is known.
    func trip(_ direction: Direction) -> Int64 {
        let measured = max(roundTrip ?? 0, direction.roundTrips.smoothed)
        return measured > 0 ? measured : 100_000
    }

    /// Takes a segment.
    ///
    /// - Parameters:
    ///   - note: its frame, its time and its sender; gets what is said of it.
    ///   - from: what its sender has sent so far.
    ///   - to: what the other side has sent so far.
    mutating func take(
        _ segment: SeenSegment, in buffer: [UInt8], _ note: inout FrameNote, _ from: inout Direction,
        _ to: inout Direction
    ) {
        let (frame, time, isFromOne) = (note.frame, note.time, note.isFromOne)
        defer { note.states = states }
        let silence = time - last
        lastFrame = frame
        frames += 1
        if segment.isCut { cutFrames.add(frame) }
        last = time < last - 1_000_000 ? time : max(last, time)
        if let kind = fingerprints.take(segment, note, trip: roundTrip) {
            note.marks = kind == .network ? .networkDuplicate : .captureDuplicate
            return from.countDuplicate(segment, frame, isOfNetwork: kind == .network)
        }
        let usual = from.usualTimeToLive
        from.count(segment, frame)
        to.inVain = nil
        if segment.control.contains(.syn) { openingSegment(segment, in: buffer, &note, &from) }
        countEchoes(segment, frame)
        if isOfOldConnection(segment, from, to) {
            staleACKs.add(frame)
            note.marks.insert(.challengeACK)
            return
        }
        if !from.hasBegun {
            from.begin(with: segment.sequence &+ (segment.control.contains(.syn) ? 1 : 0), at: 0)
        }
        if segment.control.contains(.ack), !to.hasBegun { to.begin(with: segment.acknowledgment, at: 0) }
        let isReset = segment.control.contains(.rst)
        if isReset {
            reset(segment, &note, usual, from, to)
            from.resets.add(frame)
        } else if from.isBelieved(segment, in: buffer, &note) {
            watchChallenge(segment, &note, from)
            send(segment, in: buffer, &note, &from, to)
            if segment.control.contains(.ack) { acknowledge(segment, &note, &from, &to) }
        }
        pauses.take(segment, note, silence: silence, trip: (trip(from), roundTrip), in: buffer, &from, to)
        advanceStates(segment, isFromOne, from, to)
        from.lastTime = time
        if segment.length > 0 { (from.lastDataTime, lastSpeakerIsOne) = (time, isFromOne) }
    }

    /// Counts what tells of congestion (RFC 3168). A SYN only asks for it; with accurate notification the flags are a counter.
    private mutating func countEchoes(_ segment: SeenSegment, _ frame: Int) {
        let accurate = SeenSegment.Control(rawValue: 256)
        if segment.control.contains(.syn) {
            if segment.control.contains(accurate) { usesAccurateECN = true }
        } else if segment.control.contains(.ece), !usesAccurateECN {
            congestionEchoes.add(frame)
        }
    }

    /// Whether a segment answers a SYN with an acknowledgment that does not fit: its sender holds an older connection.
    private func isOfOldConnection(_ segment: SeenSegment, _ from: Direction, _ to: Direction) -> Bool {
        segment.isBareAcknowledgment && segment.control.contains(.ack) && to.hasSYN && !from.hasSYN && !isOpen
            && to.highest == 0 && to.place(of: segment.acknowledgment) != 0
    }

    // MARK: Opening (RFC 9293 section 3.5)

    private mutating func openingSegment(
        _ segment: SeenSegment, in buffer: [UInt8], _ note: inout FrameNote, _ from: inout Direction
    ) {
        let isFromOne = note.isFromOne
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
            if !acknowledges, segment.length > 0 || segment.options.hasFastOpenCookie { fastOpen = segment.length }
        }
        if !acknowledges, syns.contains(where: { $0.isFromOne != isFromOne && !$0.acknowledges }) {
            note.marks.insert(.simultaneousOpen)
        }
        if syns.count < 64 { syns.append((note.frame, note.time, isFromOne, acknowledges)) }
    }

    /// The acknowledgment of the SYN,ACK has come.
    mutating func open(_ note: FrameNote) {
        guard let answer = syns.last(where: { $0.acknowledges && $0.isFromOne != note.isFromOne }) else { return }
        (thirdFrame, thirdTime) = (note.frame, note.time)
        isOpen = true
        let answers = syns.filter(\.acknowledges)
        let questions = syns.filter { !$0.acknowledges && $0.isFromOne == note.isFromOne }
        guard answers.count == 1, questions.count == 1, let question = questions.first else { return }
        toAnswerer = answer.time - question.time
        toOpener = note.time - answer.time
        roundTrip = max(0, note.time - question.time)
    }

    // MARK: States (RFC 9293 section 3.3.2, figure 5)

    private mutating func advanceStates(_ segment: SeenSegment, _ isFromOne: Bool, _ from: Direction, _ to: Direction) {
        var (own, peer) = isFromOne ? (states.one, states.other) : (states.other, states.one)
        defer { states = isFromOne ? (own, peer) : (peer, own) }
        if segment.control.contains(.rst) { return (own, peer) = (.closed, .closed) }
        if segment.control.contains(.syn) {
            if segment.control.contains(.ack) {
                own = .synReceived
            } else {
                own = own ?? .synSent
                if peer == .synSent { (own, peer) = (.synReceived, .synReceived) }
            }
            return
        }
        // A side that has sent its SYN,ACK can repeat an acknowledgment while the other side has not answered yet.
        if own == .synSent || own == .synReceived,
            [.synReceived, .established].contains(peer) || own == .synReceived && segment.length > 0
        {
            own = .established
        }
        if peer == .synReceived, own == .established { peer = .established }
        if own == nil, segment.length > 0 { own = .established }
        // An acknowledgment of the other side's FIN.
        if let end = to.end, (to.acknowledged ?? .min) > end {
            switch (own, peer) {
            case (.established, _), (nil, _): own = .closeWait
            case (.finWait1, _): own = .closing
            case (.finWait2, _): own = .timeWait
            default: break
            }
            switch peer {
            case .finWait1: peer = own == .closing ? .closing : .finWait2
            case .closing: peer = .timeWait
            case .lastAck: peer = .closed
            default: break
            }
        }
        if from.end != nil, segment.control.contains(.fin) {
            switch own {
            case .established, nil: own = .finWait1
            case .closeWait: own = .lastAck
            default: break
            }
        }
    }
}
