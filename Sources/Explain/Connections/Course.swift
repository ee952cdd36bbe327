import Capture
import TCPSim

/// What is known of a recorded connection as a whole, and not of one direction: its opening, its round-trip time, its states, its closing.
///
/// Times are in microseconds since 1970, and spans in microseconds.
struct Course: Sendable {
    /// The number of the connection, from 1.
    let number: Int
    let firstFrame: Int
    var lastFrame: Int
    var frames = 0
    let start: Int64
    /// The time of the last frame. A step backwards of at most a second does not count.
    var last: Int64
    /// The tunnels in which its first segment was.
    let inside: Tunnels

    // MARK: Opening

    /// The SYN and SYN,ACK segments of both sides, in the order of the capture; `acknowledges` is true for a SYN,ACK.
    var syns: [(frame: Int, time: Int64, isFromOne: Bool, acknowledges: Bool)] = []
    /// The frame and time of the first acknowledgment of the SYN,ACK.
    var thirdFrame: Int?
    var thirdTime: Int64?
    /// Whether the acknowledgment of a SYN,ACK has come.
    var isOpen: Bool { thirdFrame != nil }
    /// Whether a side has acknowledged the SYN first, and then sent a SYN of its own.
    var isSplit = false
    /// Octets of data in the SYN; nil if the SYN has neither data nor a Fast Open cookie (RFC 7413).
    var fastOpen: Int?
    /// Whether an older connection of the capture had the same sockets.
    var reusesPorts = false
    /// Whether data of the connection stands before its SYN in the capture, whose frames are not in order.
    var hasLateSYN = false
    /// Acknowledgments that answer a SYN, from a side that still holds an older connection (RFC 9293 section 3.5.1).
    var staleACKs = Evidence()
    /// The sequence number of the last of them, and whether the side that sent the SYN did not take them: it has reset the older connection, or
    /// sent its SYN again.
    private var staleNumber: UInt32?
    var isStale = false

    /// The time from the SYN to the acknowledgment of the SYN,ACK; nil if the capture does not have the whole handshake, or a part was sent
    /// again.
    var roundTrip: Int64?
    /// The round trip between the point of capture and the side that answers the SYN, and that to the side that sends the SYN.
    var toAnswerer: Int64?
    var toOpener: Int64?

    // MARK: Later

    /// The first resets, and the number of all of them.
    var resets: [SeenReset] = []
    var resetCount = 0
    /// Frames with which the side that sent the first reset goes on with its stream.
    var afterReset = Evidence()
    /// Resets whose numbers do not fit, and the challenge ACKs that answer them (RFC 5961 section 3).
    var challenges = Evidence()
    var reports: [(frame: Int, report: SeenReport)] = []
    var states: (one: State?, other: State?)
    /// Whether `one` has sent the first FIN, nil before it; and whether both sides sent their FINs before the other FIN had arrived.
    var closers: (first: Bool?, areBoth: Bool) = (nil, false)
    var pauses = Pauses()
    var turns = Turns()
    /// Segments with ECN-Echo (RFC 3168 section 6.1.3).
    var congestionEchoes = Evidence()
    /// Whether a SYN asks for Accurate ECN, which gives the ECN flags another meaning (RFC 9768).
    private var usesAccurateECN = false
    var cutFrames = Evidence()
    /// Keep-alives since the last answer to one, or the last progress.
    var keepAlivesInVain = 0
    /// Whether `one` has sent the last segment with data.
    var lastSpeakerIsOne: Bool?
    /// Finds datagrams that are in the capture twice.
    var fingerprints = Fingerprints()
    /// The latest keep-alive or window probe that is not answered, and its sender.
    var probe: (isFromOne: Bool, isKeepAlive: Bool)?

    /// The time stamp of the first frame, in microseconds since 1970; nil if it has none.
    let stamp: Int64?
    /// The number of frames without a time stamp.
    private(set) var timeless = 0
    /// How far the time stamp of the last frame is ahead of the steady clock, in microseconds; nil if it has no time stamp.
    private var shift: Int64?
    /// The last frame before which the clock has jumped since the frame before it; 0 if it has not jumped. No span over it is known.
    private(set) var jump = 0

    init(number: Int, frame: Int, time: Int64, stamp: Int64?, inside: Tunnels) {
        (self.number, firstFrame, lastFrame, start, last) = (number, frame, frame, time, time)
        (self.stamp, self.inside) = (stamp, inside)
    }

    /// Whether spans between the frames can be told: all frames have time stamps, and not all of these are 0.
    var hasTimes: Bool { timeless == 0 && !(stamp == 0 && last == start) }

    /// The span between two times; nil if the frames have no times.
    func span(_ from: Int64, _ to: Int64) -> Int64? { hasTimes ? max(0, to - from) : nil }

    /// Whether a SYN of either side is in the capture.
    var hasSYN: Bool { !syns.isEmpty }
    /// Whether `one` has sent the first SYN without ACK; nil if the capture has no such SYN.
    var openerIsOne: Bool? { syns.first { !$0.acknowledges }?.isFromOne }

    /// An estimate of the round-trip time: the longer of the handshake's and the smoothed one of a direction; 100 ms if both are unknown.
    func trip(_ direction: Direction) -> Int64 {
        let measured = max(roundTrip ?? 0, direction.roundTrips.smoothed)
        return measured > 0 ? measured : 100_000
    }

    /// The round trip between the point of capture and a side, by the handshake, in microseconds; nil if it is not known.
    func toward(_ isOne: Bool) -> Int64? { openerIsOne == isOne ? toOpener : toAnswerer }

    /// Takes the time stamp of the next frame, and its time by the steady clock.
    mutating func take(_ stamp: Int64?, of frame: Int, at time: Int64) {
        if stamp == nil { timeless += 1 }
        let shift = stamp.map { $0 &- time }
        if frames > 0, shift == nil || shift != self.shift { jump = frame }
        self.shift = shift
    }

    /// Takes a segment.
    ///
    /// - Parameters:
    ///   - note: the frame, time and sender of the segment; gets the marks of the frame.
    ///   - from: the direction of the sender.
    ///   - to: the direction of the other side.
    mutating func take(
        _ segment: SeenSegment, in buffer: [UInt8], noting note: inout FrameNote, from: inout Direction,
        to: inout Direction
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
        defer { if note.again == nil { to.inVain = nil } else { to.inVain?.isHeard = true } }
        if segment.control.contains(.syn) { openingSegment(segment, in: buffer, noting: &note, from: &from, to: to) }
        countEchoes(segment, frame)
        if isOfOldConnection(segment, from: from, to: to) {
            staleACKs.add(frame)
            staleNumber = segment.sequence
            note.marks.insert(.challengeACK)
            return
        }
        if !from.hasBegun {
            from.begin(with: segment.sequence &+ (segment.control.contains(.syn) ? 1 : 0), at: 0)
        }
        if segment.control.contains(.ack), !to.hasBegun { to.begin(with: segment.acknowledgment, at: 0) }
        let isReset = segment.control.contains(.rst)
        let isBelieved = from.isBelieved(segment, of: to, in: buffer, &note)
        if isReset {
            // A receiver takes no reset with a wrong checksum.
            guard isBelieved else { return }
            reset(segment, noting: &note, usual: usual, from: from, to: to)
            from.resets.add(frame)
        } else if isBelieved {
            watchChallenge(segment, noting: &note, from: from)
            send(segment, in: buffer, noting: &note, from: &from, to: to)
            if segment.control.contains(.ack) { acknowledge(segment, noting: &note, from: &from, to: &to) }
        }
        pauses.take(
            segment, note: note, silence: silence, trip: (trip(from), roundTrip, toward(isFromOne)), in: buffer,
            from: &from, to: to)
        turns.take(segment, note: note, opened: thirdTime, trip: (toward(isFromOne), trip(from)), from: from, to: to)
        advanceStates(segment, isFromOne: isFromOne, from: from, to: to)
        from.lastTime = time
        if segment.length > 0 { (from.lastDataTime, lastSpeakerIsOne) = (time, isFromOne) }
    }

    /// Counts segments with ECN-Echo (RFC 3168). In a SYN the flag only asks for ECN; with Accurate ECN it is a part of a counter.
    private mutating func countEchoes(_ segment: SeenSegment, _ frame: Int) {
        if segment.control.contains(.syn) {
            if segment.control.contains(.ae) { usesAccurateECN = true }
        } else if segment.control.contains(.ece), !usesAccurateECN {
            congestionEchoes.add(frame)
        }
    }

    /// Whether a segment answers a SYN with an acknowledgment that does not fit the SYN: its sender still holds an older connection.
    private func isOfOldConnection(_ segment: SeenSegment, from: Direction, to: Direction) -> Bool {
        segment.isBareAcknowledgment && segment.control.contains(.ack) && to.hasSYN && !from.hasSYN && !isOpen
            && to.highest == 0 && to.place(of: segment.acknowledgment) != 0 && !hasLateSYN && to.lastACK == nil
    }

    // MARK: Opening (RFC 9293 section 3.5)

    private mutating func openingSegment(
        _ segment: SeenSegment, in buffer: [UInt8], noting note: inout FrameNote, from: inout Direction, to: Direction
    ) {
        let isFromOne = note.isFromOne
        let acknowledges = segment.control.contains(.ack)
        note.marks.insert(acknowledges ? .synACK : .syn)
        // With another number it belongs to another connection, whose beginning is not in the capture.
        if from.hasSYN, from.number(at: 0) != segment.sequence &+ 1 { return }
        if from.hasSYN {
            if segment.checksumState != .wrong { from.suspects.cameAgain(-1..<0) }
            if !staleACKs.isEmpty, !acknowledges { isStale = true }
            note.again = .handshake
            note.of = syns.first { $0.isFromOne == isFromOne }?.frame
            note.marks.insert(.retransmission)
            from.count(.handshake)
        } else {
            // An acknowledgment behind this SYN,ACK by its number stands before it in the capture alone.
            if let staleNumber, staleNumber &- segment.sequence <= 1 << 15 {
                (staleACKs, isStale) = (Evidence(), false)
            }
            from.synOptions = segment.options
            from.optionKinds = SeenOptions.kinds(
                buffer, (segment.payload.lowerBound - segment.optionsLength)..<segment.payload.lowerBound)
            from.begin(with: segment.sequence &+ 1, at: 0)
            if !acknowledges, segment.length > 0 || segment.options.hasFastOpenCookie { fastOpen = segment.length }
        }
        if !acknowledges, syns.contains(where: { $0.isFromOne != isFromOne && !$0.acknowledges }) {
            note.marks.insert(.simultaneousOpen)
            if to.acknowledged != nil { isSplit = true }
        }
        if syns.count < 64 { syns.append((note.frame, note.time, isFromOne, acknowledges)) }
    }

    /// Notes that the acknowledgment of the SYN,ACK has come, and computes the round trip of the handshake.
    mutating func open(_ note: FrameNote) {
        guard let answer = syns.last(where: { $0.acknowledges && $0.isFromOne != note.isFromOne }) else { return }
        (thirdFrame, thirdTime) = (note.frame, note.time)
        let answers = syns.filter(\.acknowledges)
        let questions = syns.filter { !$0.acknowledges && $0.isFromOne == note.isFromOne }
        guard answers.count == 1, questions.count == 1, let question = questions.first, question.frame >= jump else {
            return
        }
        toAnswerer = answer.time - question.time
        toOpener = note.time - answer.time
        roundTrip = max(0, note.time - question.time)
    }

    // MARK: States (RFC 9293 section 3.3.2, figure 5)

    private mutating func advanceStates(
        _ segment: SeenSegment, isFromOne: Bool, from: Direction, to: Direction
    ) {
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
        // A side in SYN-RECEIVED may acknowledge again before its SYN,ACK is answered. This does not show that it is established.
        if own == .synSent || own == .synReceived,
            [.synReceived, .established].contains(peer) || own == .synReceived && segment.length > 0
        {
            own = .established
        }
        if peer == .synReceived, own == .established { peer = .established }
        if own == nil, segment.length > 0 { own = .established }
        // An acknowledgment of the other side's FIN.
        if to.isFINAcknowledged {
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
