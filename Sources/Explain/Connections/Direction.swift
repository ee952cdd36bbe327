import TCPSim

/// One direction of a recorded connection: what one side has sent, and what the other has said of it.
///
/// Places in the stream are counted from the first octet of data, without the wrap of sequence numbers; where the SYN is not in the capture,
/// from the first number that is.
struct Direction: Sendable {
    /// What was sent and is not acknowledged.
    struct Sent: Sendable {
        var range: Range<Int>
        /// The frame that had its first octet first.
        let frame: Int
        /// When it was sent, first and last.
        let first: Int64
        var last: Int64
        let timestamp: UInt32?
        let identification: UInt16
        /// The first octets and the sum of all: the same numbers with other octets contradict.
        let head: UInt64
        let sum: UInt16
        /// How often it was sent again, and how often that has been found needless.
        var timesAgain = 0
        var timesNeedless = 0

        var isSentAgain: Bool { timesAgain > 0 }

        init(_ segment: SeenSegment, _ range: Range<Int>, _ note: FrameNote, head: UInt64 = 0, sum: UInt16 = 0) {
            (self.range, frame, first, last) = (range, note.frame, note.time, note.time)
            (timestamp, identification) = (segment.options.timestamps?.value, segment.identification)
            (self.head, self.sum) = (head, sum)
        }
    }

    /// The same octets sent again and again, while nothing comes from the other side.
    struct InVain: Sendable {
        let place: Int
        var times = 1
        /// The latest pause, and whether it was longer than the one before.
        var pause: Int64
        var grows = false
        let first: Int
    }

    /// Who sends.
    let socket: NetworkSocket

    // MARK: Counters

    var segments = 0
    var dataSegments = 0
    var octets = 0
    var distinctOctets = 0
    var largestSegment = 0
    private(set) var again: [Again: Int] = [:]
    /// Segments that were sent again, all kinds together.
    private(set) var sentAgain = 0
    var needless = 0
    var octetsAgain = 0
    var outOfOrder = Evidence()
    var networkDuplicates = Evidence()
    var captureDuplicates = Evidence()
    var duplicateACKs = 0
    var dsacks = Evidence()
    var keepAlives = Evidence()
    var windowProbes = Evidence()
    var wrongChecksums = Evidence()
    var pseudoHeaderSums = Evidence()
    var resets = Evidence()
    var windowFull = Evidence()
    var lost = Evidence()
    /// How many of those that were sent again fill a gap: their originals were lost before the point of capture.
    var lostBefore = 0
    var gaps = Evidence()
    var ackedUnseen = Evidence()
    var large = Evidence()
    var marked = Evidence()
    var urgent = Evidence()
    var contradictions = Evidence()
    var timeouts = Evidence()
    var needlessFrames = Evidence()
    /// Of what was sent again, what was a FIN alone: nothing of the data waits for it.
    var finsAgain = (lost: 0, needless: 0, timeouts: 0)
    /// How long the stream stood still until a timer ran out, in microseconds.
    var stoodStill: Int64 = 0
    var roundTrips = RoundTripSamples()
    var timeToLive: ClosedRange<UInt8>?
    /// The same of its segments that are no resets.
    private(set) var usualTimeToLive: ClosedRange<UInt8>?
    private var checked = 0
    var inVain: InVain?
    /// How often the first octet of the stream was sent again.
    var beginningAgain = 0
    /// Segments of ``largeSize`` or more octets that a timer has sent again, and whether any of that size has arrived.
    var largeAgain = Evidence()
    var hasLargeArrived = false
    /// Times in which all was acknowledged, its own data was the last, and it sent no more: what ended them, and how long they took in all.
    var restFrames = Evidence()
    var restTime: Int64 = 0
    var firstDataTime: Int64?
    /// Fresh data that it has sent after the other side's FIN: octets, and the first octet of all.
    var afterFIN: (octets: Int, head: UInt8) = (0, 0)
    var freshAfterFIN: Int64?
    private var lastIdentification: UInt16 = 0
    private var countedUp = 0
    private var countedElsewhere = 0
    /// What duplicates of the network add to the counters, once it is known that they are not the capture's.
    private(set) var duplicateShare = (segments: 0, dataSegments: 0, octets: 0)

    // MARK: Its SYN

    var synOptions: SeenOptions?
    var optionKinds: [UInt8] = []
    var hasWindowScale: Bool { synOptions?.windowScale != nil }

    // MARK: The stream

    /// Its numbers, as places of the stream.
    private var places = StreamPlaces()
    var highest: Int { places.highest }
    var hasBegun: Bool { places.hasBegun }
    /// Whether its SYN is in the capture.
    var hasSYN = false
    /// The octets that the capture has.
    var seen = Ranges()
    /// The place of the FIN, once it was sent.
    var end: Int?
    var finFrame: Int?
    var finTime: Int64?
    /// What was sent and is not acknowledged, in the order of places, and a few before that.
    var sent: [Sent] = []
    /// When it last sent anything, and data.
    var lastTime: Int64?
    var lastDataTime: Int64?
    /// A segment without data whose number shows that more was sent than the capture has.
    var ahead: Sent?
    /// A number that asks whether a window is open: it counts as sent once it is acknowledged.
    var probed: Int?
    var inFlightMost = 0

    // MARK: What the other side says

    /// The place up to which the other side has acknowledged; nil before it has.
    var acknowledged: Int?
    /// What it has acknowledged selectively beyond that.
    var reported = Ranges()
    /// When an acknowledgment last had news.
    var lastNews: Int64?
    /// Acknowledgments without progress since.
    var duplicates = 0
    /// The place up to which an acknowledgment last reported something beyond a gap, and when.
    var lastReport: (place: Int, time: Int64)?
    /// Where a recovery ends: what was outstanding when it began.
    var recovery: Int?
    /// The furthest right edge that the other side has offered.
    var rightEdge: Int?
    /// Whether the last offer was none.
    var isShut = false

    // MARK: Its window

    /// The acknowledgment and window that it last sent.
    var lastACK: UInt32?
    var lastWindow: UInt16?
    var leastWindow: Int?
    var mostWindow: Int?
    var zeroWindows = Evidence()
    var zeroWindowTime: Int64 = 0
    /// Since when its own window is shut.
    var shutSince: Int64?

    // MARK: Its pace

    /// Answers of its that came late.
    var slowAnswers = Evidence()
    var longestAnswer: Int64 = 0
    /// Small segments that waited for a delayed acknowledgment.
    var delayedACKs = Evidence()

    init(_ socket: NetworkSocket) { self.socket = socket }

    func place(of number: UInt32) -> Int { places.place(of: number) }
    func number(at place: Int) -> UInt32 { places.number(at: place) }
    mutating func begin(with number: UInt32, at place: Int) { places.begin(with: number, at: place) }
    mutating func advance(to place: Int) { places.advance(to: place) }

    /// Where what it has sent is not acknowledged from.
    var unacknowledged: Int { acknowledged ?? 0 }
    /// Whether all of it is acknowledged.
    var isAcknowledged: Bool { acknowledged == highest }

    /// The place among what was sent of the first that ends behind a place of the stream.
    func index(of place: Int) -> Int {
        var (low, high) = (0, sent.count)
        while low < high {
            let middle = (low + high) / 2
            if sent[middle].range.upperBound > place { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// What was sent before with the octet at a place; nil if the capture does not have it.
    func record(at place: Int) -> Int? {
        let index = index(of: place)
        return index < sent.count && sent[index].range.contains(place) ? index : nil
    }

    /// Adds what was sent, in the order of places.
    mutating func append(_ record: Sent) {
        if let last = sent.last, record.range.lowerBound < last.range.upperBound {
            sent.insert(record, at: index(of: record.range.lowerBound))
        } else {
            sent.append(record)
        }
        // Memory is bounded also where no acknowledgment is in the capture.
        if sent.count > 2_048 { sent.removeFirst(1_024) }
    }

    /// Forgets what is acknowledged, but for the last of it.
    mutating func forget(before place: Int) {
        let index = index(of: place)
        if index > 64 { sent.removeFirst(index - 32) }
    }

    mutating func count(_ why: Again) {
        again[why, default: 0] += 1
        sentAgain += 1
    }
    /// Segments that were lost and sent again: not those of the handshake, and not those that had arrived.
    var lostSegments: Int { max(0, sentAgain - (again[.handshake] ?? 0) - needless) }

    /// Whether what it sent last is all that is not acknowledged.
    var isAlone: Bool { sent.count < 2 || sent[sent.count - 2].range.upperBound <= unacknowledged }

    /// Measures a round trip at an acknowledgment, unless something of what it acknowledges was sent again (Karn's rule, RFC 6298 section 3).
    mutating func measure(_ before: Int, _ place: Int, _ note: FrameNote) {
        arrived(before..<max(before, place))
        guard let index = lastIndex(endingAt: place), !sent[index].isSentAgain,
            !sent[min(index, self.index(of: before))].isSentAgain
        else { return }
        roundTrips.add(note.time - sent[index].last, frame: note.frame)
    }

    /// Looks whether a large segment is in a range that has arrived.
    mutating func arrived(_ range: Range<Int>) {
        guard !hasLargeArrived, range.count >= Self.largeSize else { return }
        for index in [index(of: range.lowerBound), index(of: range.upperBound - 1)] where index < sent.count {
            let record = sent[index].range
            if record.count >= Self.largeSize, record.clamped(to: range) == record { hasLargeArrived = true }
        }
    }

    /// The place among what was sent of what ends at a place of the stream.
    func lastIndex(endingAt place: Int) -> Int? {
        let index = index(of: place - 1)
        return index < sent.count && sent[index].range.upperBound == place ? index : nil
    }

    /// Whether it counts the identifications of its datagrams up (RFC 6864 asks for no order).
    var countsIdentifications: Bool { countedUp >= 3 && countedUp >= 2 * countedElsewhere }

    /// Octets of data that the other side has acknowledged and the capture does not have.
    var missingOctets: Int {
        let upper = min(acknowledged ?? 0, end ?? .max)
        return upper > 0 ? seen.missing(in: 0..<upper) : 0
    }

    /// From which size on segments tell of a path whose MTU is too small, in octets of data.
    static let largeSize = 1_200
}

/// What is counted of every segment.
extension Direction {
    /// Counts a segment.
    mutating func count(_ segment: SeenSegment, _ frame: Int) {
        segments += 1
        if segment.length > 0 {
            dataSegments += 1
            octets += segment.length
            largestSegment = max(largestSegment, segment.length)
        }
        let own = segment.timeToLive
        timeToLive = timeToLive.map { min($0.lowerBound, own)...max($0.upperBound, own) } ?? own...own
        if !segment.control.contains(.rst) {
            usualTimeToLive = usualTimeToLive.map { min($0.lowerBound, own)...max($0.upperBound, own) } ?? own...own
        }
        if segment.congestion == 3 { marked.add(frame) }
        if segment.control.contains(.urg) { urgent.add(frame) }
        let step = segment.identification &- lastIdentification
        if segment.identification != 0 {
            if lastIdentification != 0 { if step > 0, step < 4_096 { countedUp += 1 } else { countedElsewhere += 1 } }
            lastIdentification = segment.identification
        }
    }

    /// Counts a datagram that comes a second time.
    mutating func countDuplicate(_ segment: SeenSegment, _ frame: Int, isOfNetwork: Bool) {
        guard isOfNetwork else { return captureDuplicates.add(frame) }
        networkDuplicates.add(frame)
        duplicateShare.segments += 1
        duplicateShare.dataSegments += segment.length > 0 ? 1 : 0
        duplicateShare.octets += segment.length
    }

    /// Whether a segment is taken for what it says: a receiver throws away what has a wrong checksum.
    ///
    /// Where most are wrong, they are not damaged: the capture was rewritten, or the sum was left to a network card.
    mutating func isBelieved(_ segment: SeenSegment, in buffer: [UInt8], _ note: inout FrameNote) -> Bool {
        checked += 1
        switch segment.checksumState {
        case .right, .unknown: return true
        case .pseudoHeader:
            pseudoHeaderSums.add(note.frame)
            return true
        case .wrong:
            wrongChecksums.add(note.frame)
            note.marks.insert(.wrongChecksum)
            guard isDamaged else { return true }
            // It was sent, and it has not arrived.
            let start = place(of: segment.sequence)
            if segment.length > 0, start == highest {
                record(segment, start..<(start + segment.length), again: nil, note, in: buffer)
                advance(to: start + segment.length)
            }
            return false
        }
    }

    /// Whether its wrong checksums are damage: where most are wrong, they are none.
    var isDamaged: Bool { !wrongChecksums.isEmpty && (wrongChecksums.count * 2 <= checked || checked < 4) }

    /// Writes down that a range was sent.
    mutating func record(
        _ segment: SeenSegment, _ range: Range<Int>, again: Repetition?, _ note: FrameNote, in buffer: [UInt8]
    ) {
        var (timesAgain, timesNeedless) = (0, 0)
        if case .again(_, let isNeedless) = again { (timesAgain, timesNeedless) = (1, isNeedless ? 1 : 0) }
        var index = index(of: range.lowerBound)
        var isNew = true
        while index < sent.count, sent[index].range.lowerBound < range.upperBound {
            if sent[index].range.lowerBound <= range.lowerBound { isNew = false }
            sent[index].last = note.time
            sent[index].timesAgain += timesAgain
            sent[index].timesNeedless += timesNeedless
            compare(segment, range, with: sent[index], note.frame, in: buffer)
            index += 1
        }
        let start = isNew ? range.lowerBound : max(range.lowerBound, highest)
        guard start < range.upperBound, isNew || range.upperBound > highest else { return }
        let isWhole = start == range.lowerBound
        var record = Sent(
            segment, start..<range.upperBound, note, head: isWhole ? segment.head(in: buffer) : 0,
            sum: isWhole ? segment.sum(in: buffer) : 0)
        (record.timesAgain, record.timesNeedless) = (timesAgain, timesNeedless)
        append(record)
    }

    /// Compares octets with those that had the same numbers before.
    private mutating func compare(
        _ segment: SeenSegment, _ range: Range<Int>, with record: Sent, _ frame: Int, in buffer: [UInt8]
    ) {
        guard segment.length > 0, record.range.lowerBound == range.lowerBound, !segment.isCut, record.head != 0 else {
            return
        }
        let shift = UInt64(8 * (8 - min(8, segment.length, record.range.count)))
        if segment.head(in: buffer) >> shift != record.head >> shift
            || record.range.count == range.count && record.sum != segment.sum(in: buffer)
        {
            contradictions.add(frame)
        }
    }
}
