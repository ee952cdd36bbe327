import DequeModule
import Trace

/// A segment that was sent and is not yet acknowledged as a whole.
struct OutstandingSegment: Hashable, Sendable {
    /// As first sent; acknowledged octets are cut off its front.
    var segment: Segment
    /// When it was first sent.
    let sent: Instant
    /// How often it has been sent again.
    var retransmissions = 0
    /// The other side has reported it by SACK.
    var isSacked = false
    /// It is taken to have left the network without arriving.
    var isLost = false
    /// It has been sent again since it was taken to be lost.
    var isResent = false

    /// Its octets that are taken to be in the network.
    var inNetwork: Int {
        if isSacked { return 0 }
        return (isLost ? 0 : segment.payload.count) + (isResent ? segment.payload.count : 0)
    }

    /// Whether it waits to be sent again.
    var isDue: Bool { isLost && !isResent && !isSacked }
}

/// The segments that were sent and are not acknowledged, oldest first: the RFC's retransmission queue. With SACK it is also the
/// scoreboard of RFC 6675.
struct RetransmissionQueue: Hashable, Sendable {
    private(set) var segments: Deque<OutstandingSegment> = []
    /// Octets of data in the queue.
    private(set) var octets = 0
    /// Whether any segment is marked as sacked, lost or resent, so that not all of them are simply in the network.
    private(set) var isMarked = false
    /// The first number after all that was reported by SACK; nil if nothing was.
    private(set) var highestSacked: SequenceNumber?

    /// Whether everything is acknowledged.
    var isEmpty: Bool { segments.isEmpty }

    /// Pipe: octets that are taken to be in the network (RFC 6675 4).
    var inNetwork: Int { isMarked ? segments.reduce(0) { $0 + $1.inNetwork } : octets }

    /// Puts a segment that has just been sent at the end.
    mutating func append(_ segment: Segment, at now: Instant) {
        segments.append(OutstandingSegment(segment: segment, sent: now))
        octets += segment.payload.count
    }

    /// What an acknowledgment has covered.
    struct Covered {
        /// Octets of data.
        var octets = 0
        /// When the newest segment that is covered as a whole was first sent; nil without any.
        var newest: Instant?
        /// One of them had been sent again.
        var wasRetransmitted = false
    }

    /// Removes what `acknowledgment` covers.
    mutating func acknowledge(_ acknowledgment: SequenceNumber) -> Covered {
        var covered = Covered()
        let before = octets
        while !segments.isEmpty, segments[0].segment.end <= acknowledgment {
            let head = segments.removeFirst()
            octets -= head.segment.payload.count
            covered.newest = head.sent
            if head.retransmissions > 0 { covered.wasRetransmitted = true }
        }
        if !segments.isEmpty, segments[0].segment.sequence < acknowledgment {
            let head = segments[0].segment
            let rest = head.droppingFront(upTo: acknowledgment)
            octets -= head.payload.count - rest.payload.count
            segments[0].segment = rest
        }
        if let highest = highestSacked, highest <= acknowledgment { highestSacked = nil }
        if segments.isEmpty { isMarked = false }
        covered.octets = before - octets
        return covered
    }

    /// The oldest segment, counted as sent once more; nil when all is acknowledged.
    mutating func resendOldest() -> OutstandingSegment? {
        segments.isEmpty ? nil : resend(0)
    }

    /// The segment at `index`, counted as sent once more; `suspected` if it may still be in the network as well.
    mutating func resend(_ index: Int, suspected: Bool = false) -> OutstandingSegment {
        segments[index].retransmissions += 1
        segments[index].isResent = segments[index].isLost || suspected
        return segments[index]
    }

    // MARK: Marks

    /// Update() of RFC 6675 4: marks the segments that lie within a reported block.
    ///
    /// - Returns: whether anything was reported that was not known.
    mutating func report(_ block: SegmentOption.Block) -> Bool {
        guard let first = segments.first, let last = segments.last, block.left < block.right,
            first.segment.sequence <= block.left, block.right <= last.segment.end
        else { return false }
        var isNews = false
        for index in segments.indices where !segments[index].isSacked {
            let segment = segments[index].segment
            if block.right < segment.end { break }
            guard block.left <= segment.sequence else { continue }
            segments[index].isSacked = true
            isNews = true
        }
        if isNews {
            isMarked = true
            if highestSacked.map({ $0 < block.right }) ?? true { highestSacked = block.right }
        }
        return isNews
    }

    /// IsLost() of RFC 6675 4 for the oldest segment: whether enough was reported above it.
    func isOldestLost(segmentSize: Int) -> Bool {
        var above = Above(segmentSize: segmentSize)
        for entry in segments.reversed() { above.pass(entry) }
        return segments.first.map { !$0.isSacked && above.isEnough } ?? false
    }

    /// Marks every segment above which enough was reported as lost.
    mutating func markLost(segmentSize: Int) {
        var above = Above(segmentSize: segmentSize)
        for index in segments.indices.reversed() {
            if !segments[index].isSacked, above.isEnough { segments[index].isLost = true }
            above.pass(segments[index])
        }
    }

    /// Marks the oldest segment as lost.
    mutating func markOldestLost() {
        guard !segments.isEmpty else { return }
        segments[0].isLost = true
        isMarked = true
    }

    /// Takes everything to be lost, and forgets the reports: the receiver may have discarded what it reported (RFC 2018 8).
    mutating func markAllLost() {
        for index in segments.indices {
            segments[index].isLost = true
            segments[index].isResent = false
            segments[index].isSacked = false
        }
        isMarked = !segments.isEmpty
        highestSacked = nil
    }

    /// Forgets what was taken to be lost, but not what was reported.
    mutating func forgetLosses() {
        for index in segments.indices {
            segments[index].isLost = false
            segments[index].isResent = false
        }
    }

    /// What was reported above a segment, counted from the newest segment down: at least three separate blocks, or more than two
    /// full segments.
    private struct Above {
        let segmentSize: Int
        private var blocks = 0
        private var octets = 0
        private var isWithinBlock = false

        init(segmentSize: Int) { self.segmentSize = segmentSize }

        var isEnough: Bool { blocks >= 3 || octets > 2 * segmentSize }

        mutating func pass(_ entry: OutstandingSegment) {
            if entry.isSacked {
                octets += entry.segment.payload.count
                if !isWithinBlock { blocks += 1 }
            }
            isWithinBlock = entry.isSacked
        }
    }
}

extension Segment {
    /// What is left of it when all numbers before `number` are acknowledged.
    fileprivate func droppingFront(upTo number: SequenceNumber) -> Segment {
        var rest = self
        var count = number - sequence
        if rest.control.contains(.syn), count > 0 {
            // The options of a SYN belong to it.
            rest.control.remove(.syn)
            rest.options = []
            count -= 1
        }
        rest.sequence = number
        rest.payload = Array(rest.payload.dropFirst(count))
        return rest
    }
}
