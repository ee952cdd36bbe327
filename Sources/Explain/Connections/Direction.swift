import TCPSim

/// One direction of a recorded connection: what one side, the sender, has sent, and what the other side has acknowledged of it.
///
/// Places in the stream are counted from the first octet of data, and do not wrap. If the SYN is not in the capture, they are counted from
/// the first sequence number that is. Times and spans are in microseconds.
struct Direction: Sendable {
    /// A range of the stream that was sent.
    struct Sent: Sendable {
        var range: Range<Int>
        /// The frame that was the first to carry the first octet of the range.
        let frame: Int
        /// The times at which it was first and last sent.
        let first: Int64
        var last: Int64
        /// TSval of the segment that sent it first (RFC 7323 section 3); nil without the option.
        let timestamp: UInt32?
        let identification: UInt16
        /// The first eight octets and the checksum of all octets. With them, a segment that has other octets at the same places is found.
        let head: UInt64
        let sum: UInt16
        /// How often it was sent again, and how many of these retransmissions were needless.
        var timesAgain = 0
        var timesNeedless = 0
        /// Whether it has filled the window of the other side. Then its acknowledgment may wait for the reader.
        var isAtEdge = false

        var isSentAgain: Bool { timesAgain > 0 }

        init(_ segment: SeenSegment, range: Range<Int>, note: FrameNote, head: UInt64 = 0, sum: UInt16 = 0) {
            (self.range, frame, first, last) = (range, note.frame, note.time, note.time)
            (timestamp, identification) = (segment.options.timestamps?.value, segment.identification)
            (self.head, self.sum) = (head, sum)
        }
    }

    /// Octets that are sent again and again while the other side sends nothing new.
    struct InVain: Sendable {
        let place: Int
        var times = 1
        /// The latest pause before a retransmission, and whether any pause was more than a fifth longer than the pause before it.
        var pause: Int64
        var grows = false
        /// The frame of the first retransmission.
        let first: Int
        /// Whether the other side has sent something again meanwhile.
        var isHeard = false
        /// Whether it has lasted so long that the other side has gone, or the path to it.
        var isLong: Bool { times >= 3 && grows }
    }

    /// The sender's socket.
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
    /// Those of them with data.
    var dataSentAgain = 0
    /// How many of them were needless: their octets had already arrived.
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
    /// The segments with a wrong checksum, judged by the other side's acknowledgments.
    var suspects = Suspects()
    var pseudoHeaderSums = Evidence()
    var resets = Evidence()
    /// Segments that reach the right edge of the other side's window.
    var windowFull = Evidence()
    /// Retransmissions of octets that had not arrived.
    var lost = Evidence()
    /// How many of the segments that were sent again fill a gap: their originals were lost before the point of capture.
    var lostBefore = 0
    /// Segments behind a gap in what the capture has so far.
    var gaps = Evidence()
    /// Acknowledgments, by the other side, of octets that the capture does not have.
    var ackedUnseen = Evidence()
    /// Segments with more data than the other side's maximum segment size.
    var large = Evidence()
    /// Segments that a router has marked with Congestion Experienced (RFC 3168 section 5).
    var marked = Evidence()
    var urgent = Evidence()
    /// Segments whose octets differ from those that were sent before at the same places.
    var contradictions = Evidence()
    var timeouts = Evidence()
    var needlessFrames = Evidence()
    /// How many of the retransmissions were FINs without data. No data waits for them.
    var finsAgain = (lost: 0, needless: 0, timeouts: 0)
    /// How long in all the stream stood still before a retransmission timer ran out.
    var stoodStill: Int64 = 0
    var roundTrips = RoundTripSamples()
    /// The least and the greatest time to live of the segments.
    var timeToLive: ClosedRange<UInt8>?
    /// The least and the greatest time to live of the segments that are no resets.
    var usualTimeToLive: ClosedRange<UInt8>?
    /// The number of segments whose checksums were looked at.
    var checked = 0
    var inVain: InVain?
    /// How often the first octet of the stream was sent again.
    var beginningAgain = 0
    /// Segments of ``largeSize`` or more octets that were sent again by a timer, and the time at which the first of them was first sent.
    var largeAgain = Evidence()
    var largeFirstSent: Int64?
    /// A large segment that a timer sent again in smaller parts: its octets, those of the first part, the place behind that part, and the
    /// frame that carried it.
    var cut: (size: Int, to: Int, end: Int, frame: Int)?
    /// The octets of data in the largest segment that has arrived.
    var largestArrived = 0
    /// Pauses of the sender: all its data was acknowledged, the other side had sent no data since, and the sender sent no more. The frames
    /// that ended the pauses, and the sum of the pauses.
    var restFrames = Evidence()
    var restTime: Int64 = 0
    var firstDataTime: Int64?
    /// The new data that the sender has sent after the FIN of the other side: the number of octets, and the first octet.
    var afterFIN: (octets: Int, head: UInt8) = (0, 0)
    /// The time of the last of these data.
    var freshAfterFIN: Int64?
    /// The last IPv4 identification, and how often one was a little higher than the one before, and how often not.
    var lastIdentification: UInt16 = 0
    var countedUp = 0
    var countedElsewhere = 0
    /// The share of duplicated datagrams in the counters. It is added at the end if the network has duplicated them, and not the capture.
    var duplicateShare = (segments: 0, dataSegments: 0, octets: 0)

    // MARK: The sender's SYN

    /// The options of the SYN; nil if the SYN is not in the capture.
    var synOptions: SeenOptions?
    var optionKinds: [UInt8] = []
    var hasSYN: Bool { synOptions != nil }
    var hasWindowScale: Bool { synOptions?.windowScale != nil }

    // MARK: The stream

    /// Converts sequence numbers into places.
    private var places = StreamPlaces()
    /// The place behind the last octet or FIN that was sent.
    var highest: Int { places.highest }
    var hasBegun: Bool { places.hasBegun }
    /// The places of the octets that the capture has.
    var seen = Ranges()
    /// The place of the FIN; nil until it was sent.
    var end: Int?
    var finFrame: Int?
    var finTime: Int64?
    /// The ranges that were sent and are not acknowledged, in the order of places, and a few acknowledged ones before them.
    var sent: [Sent] = []
    /// The times of the sender's last segment and of its last segment with data.
    var lastTime: Int64?
    var lastDataTime: Int64?
    /// The latest segment without data whose sequence number shows that more was sent than the capture has.
    var ahead: Sent?
    /// The place of the octet in a window probe. It counts as sent when it is acknowledged.
    var probed: Int?
    /// The largest number of octets in flight.
    var mostInFlight = 0

    // MARK: The acknowledgments and windows of the other side

    /// The place up to which the other side has acknowledged; nil before its first acknowledgment.
    var acknowledged: Int?
    /// The ranges beyond it that the other side has acknowledged selectively (RFC 2018).
    var reported = Ranges()
    /// The time of the last acknowledgment that told of the arrival of a segment.
    var lastNews: Int64?
    /// Duplicate ACKs since the last acknowledgment of new data.
    var duplicates = 0
    /// The place up to which the last duplicate ACK or SACK block reports data beyond a gap, and the time of this report.
    var lastReport: (place: Int, time: Int64)?
    /// The place whose acknowledgment ends the recovery: the highest place when the recovery began. Nil outside of a recovery.
    var recovery: Int?
    /// The furthest right edge of the windows that the other side has offered.
    var rightEdge: Int?
    /// The right edges that it has announced and that were not passed yet, in order. Beside the receiver, a segment that fills the window comes
    /// when the receiver has already offered more.
    var edges: [Int] = []
    /// The largest number of edges that are kept.
    static let mostEdges = 128
    /// Whether the last window that the other side offered was 0.
    var isShut = false

    // MARK: The sender's own window

    /// The acknowledgment number and the window that the sender last sent.
    var lastACK: UInt32?
    var lastWindow: UInt16?
    var leastWindow: Int?
    var mostWindow: Int?
    var zeroWindows = Evidence()
    var zeroWindowTime: Int64 = 0
    /// The time since which the sender's own window is 0; nil while the window is open.
    var shutSince: Int64?

    // MARK: Pace

    /// Frames with answers that came late, and the longest wait for an answer.
    var slowAnswers = Evidence()
    var longestAnswer: Int64 = 0
    /// Small segments that waited for a delayed acknowledgment of the small segment before them.
    var delayedACKs = Evidence()

    init(_ socket: NetworkSocket) { self.socket = socket }

    func place(of number: UInt32) -> Int { places.place(of: number) }
    func number(at place: Int) -> UInt32 { places.number(at: place) }
    mutating func begin(with number: UInt32, at place: Int) { places.begin(with: number, at: place) }
    mutating func advance(to place: Int) { places.advance(to: place) }

    /// The place of the first octet that is not acknowledged.
    var unacknowledged: Int { acknowledged ?? 0 }
    /// Whether all that was sent is acknowledged.
    var isAcknowledged: Bool { acknowledged == highest }
    /// Whether the FIN was sent, and the other side has acknowledged it.
    var isFINAcknowledged: Bool { (acknowledged ?? .min) > (end ?? .max) }

    /// The index in `sent` of the first range that ends behind a place of the stream; `sent.count` if no range does.
    func index(of place: Int) -> Int {
        var (low, high) = (0, sent.count)
        while low < high {
            let middle = (low + high) / 2
            if sent[middle].range.upperBound > place { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The index in `sent` of the range with the octet at a place; nil if the capture does not have it.
    func record(at place: Int) -> Int? {
        let index = index(of: place)
        return index < sent.count && sent[index].range.contains(place) ? index : nil
    }

    /// Adds a range to `sent`, in the order of places.
    mutating func append(_ record: Sent) {
        if let last = sent.last, record.range.lowerBound < last.range.upperBound {
            sent.insert(record, at: index(of: record.range.lowerBound))
        } else {
            sent.append(record)
        }
        // This bounds memory for a capture without acknowledgments.
        if sent.count > 2_048 { sent.removeFirst(1_024) }
    }

    /// Removes acknowledged ranges from `sent`, but for the last 32 before a place.
    mutating func forget(before place: Int) {
        let index = index(of: place)
        if index > 64 { sent.removeFirst(index - 32) }
    }

    /// Counts a retransmission.
    mutating func count(_ why: Again) {
        again[why, default: 0] += 1
        sentAgain += 1
    }

    /// The number of segments that were lost and sent again, without those of the handshake.
    var lostSegments: Int { max(0, sentAgain - (again[.handshake] ?? 0) - needless) }

    /// Whether only the last range that was sent is not acknowledged.
    var isAlone: Bool { sent.count < 2 || sent[sent.count - 2].range.upperBound <= unacknowledged }

    /// Measures a round trip at the acknowledgment of the octets from `before` up to `place`. After a retransmission of these octets it is
    /// not known which copy was acknowledged, so nothing is measured (Karn's algorithm, RFC 6298 section 3). Nor is it over a jump of the
    /// clock, whose last frame is `jump`.
    mutating func measure(from before: Int, upTo place: Int, note: FrameNote, jump: Int) {
        arrived(before..<max(before, place))
        guard let index = lastIndex(endingAt: place), !sent[index].isSentAgain, !sent[index].isAtEdge,
            sent[index].frame >= jump,
            !sent[min(index, self.index(of: before))].isSentAgain
        else { return }
        roundTrips.add(note.time - sent[index].last, frame: note.frame)
    }

    /// Notes that a range has arrived, and looks for the largest segment in it.
    mutating func arrived(_ range: Range<Int>) {
        guard range.count > largestArrived else { return }
        for index in [index(of: range.lowerBound), index(of: range.upperBound - 1)] where index < sent.count {
            let record = sent[index].range
            if record.clamped(to: range) == record { largestArrived = max(largestArrived, record.count) }
        }
    }

    /// The index in `sent` of the range that ends at a place of the stream; nil if no range does.
    func lastIndex(endingAt place: Int) -> Int? {
        let index = index(of: place - 1)
        return index < sent.count && sent[index].range.upperBound == place ? index : nil
    }

    /// Whether the sender numbers its datagrams upwards. RFC 6864 asks for no order of IPv4 identifications.
    var countsIdentifications: Bool { countedUp >= 2 && countedUp >= 2 * countedElsewhere }

    /// Octets of data that the other side has acknowledged and the capture does not have.
    var missingOctets: Int {
        let upper = min(acknowledged ?? 0, end ?? .max)
        return upper > 0 ? seen.missing(in: 0..<upper) : 0
    }

    /// Whether the FIN may be missing in the capture: numbers behind the last data that it has are acknowledged.
    var mayHaveClosed: Bool { end == nil && hasBegun && (acknowledged ?? 0) > seen.upperBound ?? 0 }

    /// The size in octets of data from which on the loss of segments may show that the path's MTU is too small.
    static let largeSize = 1_200
}
