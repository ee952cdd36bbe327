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
        var isSentAgain = false
        /// Whether what was sent again has been found needless.
        var isNeedless = false
    }

    /// Who sends.
    let socket: NetworkSocket

    // MARK: Counters

    var segments = 0
    var dataSegments = 0
    var octets = 0
    var distinctOctets = 0
    var largestSegment = 0
    var again: [Again: Int] = [:]
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
    var gaps = Evidence()
    var ackedUnseen = Evidence()
    var large = Evidence()
    var marked = Evidence()
    var urgent = Evidence()
    var contradictions = Evidence()
    var overtaken = Evidence()
    var timeouts = Evidence()
    var needlessFrames = Evidence()
    /// How long the stream stood still until a timer ran out, in microseconds.
    var stoodStill: Int64 = 0
    var roundTrips = RoundTripSamples()
    var timeToLive: ClosedRange<UInt8>?
    var checked = 0
    private var lastIdentification: UInt16 = 0
    private var countedUp = 0
    private var countedElsewhere = 0
    /// What duplicates of the network have added to the counters: taken back where they turn out to be the capture's.
    private(set) var duplicateShare = (segments: 0, dataSegments: 0, octets: 0)

    // MARK: Its SYN

    var synOptions: SeenOptions?
    var optionKinds: [UInt8] = []
    var hasWindowScale: Bool { synOptions?.windowScale != nil }

    // MARK: The stream

    /// The number at ``highest``.
    private var highestNumber: UInt32 = 0
    /// The place behind the last that was sent.
    private(set) var highest = 0
    /// Whether any number is known.
    private(set) var hasBegun = false
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
    /// When the gap appeared that is open now.
    var gapTime: Int64?
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

    init(_ socket: NetworkSocket) { self.socket = socket }

    /// The place of a number, taken to be near the last one that was sent.
    func place(of number: UInt32) -> Int {
        highest + Int(Int32(bitPattern: number &- highestNumber))
    }

    /// The first number that is seen of it, and the place that it has from now on.
    mutating func begin(with number: UInt32, at place: Int) {
        hasBegun = true
        (highestNumber, highest) = (number, place)
    }

    /// Octets up to that place were sent.
    mutating func advance(to place: Int) {
        guard place > highest else { return }
        highestNumber = highestNumber &+ UInt32(truncatingIfNeeded: place - highest)
        highest = place
    }

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
        if index > 128 { sent.removeFirst(index - 64) }
    }

    mutating func count(_ why: Again) { again[why, default: 0] += 1 }
    /// Segments that were sent again.
    var sentAgain: Int { again.values.reduce(0, +) }

    /// The number at a place of the stream.
    func number(at place: Int) -> UInt32 { highestNumber &+ UInt32(truncatingIfNeeded: place - highest) }

    /// Whether what it sent last is all that is not acknowledged.
    var isAlone: Bool { sent.count < 2 || sent[sent.count - 2].range.upperBound <= unacknowledged }

    /// The place among what was sent of what ends at a place of the stream.
    func lastIndex(endingAt place: Int) -> Int? {
        let index = index(of: place - 1)
        return index < sent.count && sent[index].range.upperBound == place ? index : nil
    }

    /// Whether it counts the identifications of its datagrams up (RFC 6864 asks for no order).
    var countsIdentifications: Bool { countedUp >= 3 && countedUp >= 4 * countedElsewhere }
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
        timeToLive =
            timeToLive.map { min($0.lowerBound, segment.timeToLive)...max($0.upperBound, segment.timeToLive) }
            ?? segment.timeToLive...segment.timeToLive
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
        if segment.length > 0 { duplicateShare.dataSegments += 1 }
        duplicateShare.octets += segment.length
    }

    /// Whether a segment is taken for what it says: a receiver throws away what has a wrong checksum.
    ///
    /// Where most are wrong, they are not damaged: the capture was rewritten, or the sum was left to a network card.
    mutating func isBelieved(
        _ segment: SeenSegment, _ frame: Int, _ time: Int64, in buffer: [UInt8], _ note: inout FrameNote
    ) -> Bool {
        checked += 1
        switch segment.checksumState {
        case .right, .unknown: return true
        case .pseudoHeader:
            pseudoHeaderSums.add(frame)
            return true
        case .wrong:
            wrongChecksums.add(frame)
            note.marks.insert(.wrongChecksum)
            if wrongChecksums.count >= 3, wrongChecksums.count * 2 > checked { return true }
            // It was sent, and it has not arrived.
            let start = place(of: segment.sequence)
            if segment.length > 0, start == highest {
                record(segment, start..<(start + segment.length), isSentAgain: false, frame, time, in: buffer)
                advance(to: start + segment.length)
            }
            return false
        }
    }

    /// Writes down that a range was sent.
    mutating func record(
        _ segment: SeenSegment, _ range: Range<Int>, isSentAgain: Bool, _ frame: Int, _ time: Int64,
        in buffer: [UInt8]
    ) {
        var index = index(of: range.lowerBound)
        var isNew = true
        while index < sent.count, sent[index].range.lowerBound < range.upperBound {
            if sent[index].range.lowerBound <= range.lowerBound { isNew = false }
            sent[index].last = time
            if isSentAgain { sent[index].isSentAgain = true }
            compare(segment, range, with: sent[index], frame, in: buffer)
            index += 1
        }
        let start = isNew ? range.lowerBound : max(range.lowerBound, highest)
        guard start < range.upperBound, isNew || range.upperBound > highest else { return }
        append(
            Sent(
                range: start..<range.upperBound, frame: frame, first: time, last: time,
                timestamp: segment.options.timestamps?.value, identification: segment.identification,
                head: start == range.lowerBound ? segment.head(in: buffer) : 0,
                sum: start == range.lowerBound ? segment.sum(in: buffer) : 0, isSentAgain: isSentAgain))
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
