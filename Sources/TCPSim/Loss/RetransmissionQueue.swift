import DequeModule
import Trace

/// A segment that was sent and is not yet completely acknowledged.
struct OutstandingSegment: Hashable, Sendable {
    /// The segment as it was first sent, without the octets at its front that are acknowledged.
    var segment: Segment
    /// When it was first sent.
    let sent: Instant
    /// How often it has been sent again.
    var retransmissions = 0
    /// The other side has reported it by SACK.
    var isSacked = false
    /// The segment counts as lost: it has left the network without arriving.
    var isLost = false
    /// The segment has been sent again since it counted as lost.
    var isResent = false

    /// How many octets of it are assumed to be in the network; a copy that was sent again counts, too.
    var inNetwork: Int {
        if isSacked { return 0 }
        return (isLost ? 0 : segment.payload.count) + (isResent ? segment.payload.count : 0)
    }

    /// Whether it waits to be sent again.
    var isDue: Bool { isLost && !isResent && !isSacked }
}

/// The segments that were sent and are not acknowledged, oldest first: the RFC's retransmission queue. With SACK it is also the
/// scoreboard of RFC 6675.
///
/// The other side decides by its MSS and its window how many segments there are, and how often it reports. So no report may
/// cost a look at all of them: sums are kept up to date, a segment is found by binary search, and a search that only moves
/// forward begins where the last one stopped.
struct RetransmissionQueue: Hashable, Sendable {
    private(set) var segments: Deque<OutstandingSegment> = []
    /// Octets of data in the queue.
    private(set) var octets = 0
    /// Pipe: the octets that are assumed to be in the network (RFC 6675 4).
    private(set) var inNetwork = 0
    /// How many segments wait to be sent again.
    private var dueCount = 0
    /// The numbers of segments that were reported by SACK.
    private var reported = SequenceSet()
    /// Every segment before this number is either reported or marked as lost; nil if nothing is known.
    private var lostEdge: SequenceNumber?
    /// No segment before this number waits to be sent again; nil if nothing is known.
    private var dueEdge: SequenceNumber?
    /// No segment before this number is a result of ``nextSuspect(before:)``; nil if nothing is known.
    private var suspectEdge: SequenceNumber?

    /// Whether everything is acknowledged.
    var isEmpty: Bool { segments.isEmpty }

    /// Whether any segment waits to be sent again.
    var isDue: Bool { dueCount > 0 }

    /// Appends a segment that has just been sent.
    mutating func append(_ segment: consuming Segment, at now: Instant) {
        let count = segment.payload.count
        octets += count
        inNetwork += count
        segments.append(OutstandingSegment(segment: consume segment, sent: now))
    }

    /// The segments that an acknowledgment has covered.
    struct Covered {
        /// Octets of data.
        var octets = 0
        /// When the newest completely covered segment was first sent; nil if no segment is completely covered.
        var newest: Instant?
        /// Whether one of the completely covered segments had been sent again.
        var wasRetransmitted = false
        /// Octets of data of the largest completely covered segment.
        var largest = 0
    }

    /// Removes what `acknowledgment` covers.
    mutating func acknowledge(_ acknowledgment: SequenceNumber) -> Covered {
        var covered = Covered()
        let before = octets
        while !segments.isEmpty, segments[0].segment.end <= acknowledgment {
            let head = segments.removeFirst()
            octets -= head.segment.payload.count
            inNetwork -= head.inNetwork
            if head.isDue { dueCount -= 1 }
            covered.newest = head.sent
            covered.largest = max(covered.largest, head.segment.payload.count)
            if head.retransmissions > 0 { covered.wasRetransmitted = true }
        }
        if !segments.isEmpty, segments[0].segment.sequence < acknowledgment {
            let head = segments[0].segment
            let rest = head.droppingFront(upTo: acknowledgment)
            octets -= head.payload.count - rest.payload.count
            mark(0) { $0.segment = rest }
        }
        if !reported.isEmpty { reported.removeAll(before: acknowledgment) }
        // An edge that is not removed would lie ahead of the numbers again, half a circle later.
        if let edge = lostEdge, edge <= acknowledgment { lostEdge = nil }
        if let edge = dueEdge, edge <= acknowledgment { dueEdge = nil }
        if let edge = suspectEdge, edge <= acknowledgment { suspectEdge = nil }
        covered.octets = before - octets
        return covered
    }

    /// The oldest segment, which is recorded as sent once more; nil if all are acknowledged.
    mutating func resendOldest() -> OutstandingSegment? {
        segments.isEmpty ? nil : resend(0)
    }

    /// The segment at `index`, which is recorded as sent once more; `suspected` if its first copy may still be in the network.
    mutating func resend(_ index: Int, suspected: Bool = false) -> OutstandingSegment {
        mark(index) {
            $0.retransmissions += 1
            $0.isResent = $0.isLost || suspected
        }
        return segments[index]
    }

    // MARK: Looking for segments

    /// The index of the first segment that begins at `number` or after it; 0 for nil.
    private func index(of number: SequenceNumber?) -> Int {
        guard let number else { return 0 }
        var (low, high) = (0, segments.count)
        while low < high {
            Work.count()
            let middle = (low + high) / 2
            if segments[middle].segment.sequence < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of the oldest segment that waits to be sent again; nil if no segment waits.
    mutating func nextDue() -> Int? {
        guard isDue else { return nil }
        var index = index(of: dueEdge)
        while index < segments.count, !segments[index].isDue {
            Work.count()
            index += 1
        }
        guard index < segments.count else { return nil }
        dueEdge = segments[index].segment.sequence
        return index
    }

    /// The index of the oldest segment before `point` that lies below the highest report, is not reported, and is neither
    /// marked as lost nor sent again; nil if there is none.
    mutating func nextSuspect(before point: SequenceNumber) -> Int? {
        guard let highest = reported.last?.end else { return nil }
        var index = index(of: suspectEdge)
        while index < segments.count, segments[index].segment.end <= highest {
            Work.count()
            let entry = segments[index]
            suspectEdge = entry.segment.sequence
            guard entry.isSacked || entry.isLost || entry.isResent else {
                return entry.segment.sequence < point ? index : nil
            }
            index += 1
        }
        return nil
    }

    /// The index of the newest segment that was not reported; nil if all were reported.
    var newestUnreported: Int? {
        guard let newest = segments.last else { return nil }
        guard newest.isSacked, let top = reported.last else { return segments.count - 1 }
        let first = index(of: top.first)
        return first > 0 ? first - 1 : nil
    }

    // MARK: Marks

    /// Changes a segment and updates the sums.
    private mutating func mark(_ index: Int, _ change: (inout OutstandingSegment) -> Void) {
        Work.count()
        inNetwork -= segments[index].inNetwork
        if segments[index].isDue { dueCount -= 1 }
        change(&segments[index])
        inNetwork += segments[index].inNetwork
        if segments[index].isDue { dueCount += 1 }
    }

    /// Update() of RFC 6675 4: marks the segments that lie within a reported block.
    ///
    /// - Returns: whether the block reports a segment that was not reported before.
    mutating func report(_ block: SegmentOption.Block) -> Bool {
        guard let first = segments.first, let last = segments.last, block.left < block.right,
            first.segment.sequence <= block.left, block.right <= last.segment.end
        else { return false }
        let start = index(of: block.left)
        var index = start
        var isNews = false
        while index < segments.count, segments[index].segment.end <= block.right {
            if segments[index].isSacked, let known = reported.range(atOrBefore: segments[index].segment.sequence) {
                // Continue at the first segment after the range that was reported before.
                index = max(index + 1, self.index(of: known.end))
            } else {
                mark(index) { $0.isSacked = true }
                isNews = true
                index += 1
            }
        }
        if isNews { reported.add(segments[start].segment.sequence, segments[index - 1].segment.end) }
        return isNews
    }

    /// IsLost() of RFC 6675 4 for the oldest segment: whether so much was reported above it that it counts as lost.
    func isOldestLost(segmentSize: Int) -> Bool {
        guard let oldest = segments.first, !oldest.isSacked, let edge = edge(segmentSize: segmentSize) else {
            return false
        }
        return oldest.segment.sequence < edge
    }

    /// Marks as lost every segment for which IsLost() of RFC 6675 4 is true.
    mutating func markLost(segmentSize: Int) {
        guard let edge = edge(segmentSize: segmentSize) else { return }
        let end = index(of: edge)
        var index = index(of: lostEdge)
        guard index < end else { return }
        let start = segments[index].segment.sequence
        if let due = dueEdge, start < due { dueEdge = start }
        while index < end {
            if !segments[index].isSacked { mark(index) { $0.isLost = true } }
            index += 1
        }
        lostEdge = edge
    }

    /// The number below which segments count as lost: at least three separate blocks, or more octets than two full segments
    /// have, are reported from it on. Nil if less was reported.
    private func edge(segmentSize: Int) -> SequenceNumber? {
        var (blocks, octets) = (0, 0)
        var range = reported.last
        // A FIN takes a number, but it is not an octet.
        if let newest = segments.last, newest.isSacked, newest.segment.control.contains(.fin) { octets -= 1 }
        while let block = range {
            blocks += 1
            octets += block.count
            if blocks >= 3 || octets > 2 * segmentSize { return block.first }
            range = reported.range(atOrBefore: block.first - 1)
        }
        return nil
    }

    /// Marks the oldest segment as lost.
    mutating func markOldestLost() {
        guard !segments.isEmpty else { return }
        mark(0) { $0.isLost = true }
        dueEdge = nil
    }

    /// Marks everything as lost and forgets the reports: the receiver may have discarded what it reported (RFC 2018 8).
    mutating func markAllLost() {
        for index in segments.indices {
            segments[index].isLost = true
            segments[index].isResent = false
            segments[index].isSacked = false
        }
        reported = SequenceSet()
        beginAnew(inNetwork: 0, due: segments.count)
    }

    /// Removes the marks of losses, but not those of reports.
    mutating func forgetLosses() {
        var inNetwork = 0
        for index in segments.indices {
            segments[index].isLost = false
            segments[index].isResent = false
            inNetwork += segments[index].inNetwork
        }
        beginAnew(inNetwork: inNetwork, due: 0)
    }

    /// Cuts each segment that carries more than `size` octets into smaller ones, which are marked as lost. Reported segments
    /// are not cut, because they have arrived.
    mutating func cut(to size: Int) {
        var pieces: Deque<OutstandingSegment> = []
        for entry in segments {
            guard entry.segment.payload.count > size, !entry.isSacked else {
                pieces.append(entry)
                continue
            }
            for segment in entry.segment.pieces(of: size) {
                var piece = entry
                piece.segment = segment
                piece.isLost = true
                piece.isResent = false
                pieces.append(piece)
            }
        }
        segments = pieces
        beginAnew(
            inNetwork: pieces.reduce(0) { $0 + $1.inNetwork }, due: pieces.reduce(0) { $0 + ($1.isDue ? 1 : 0) })
    }

    /// Sets the sums and forgets the edges.
    private mutating func beginAnew(inNetwork: Int, due: Int) {
        self.inNetwork = inNetwork
        dueCount = due
        lostEdge = nil
        dueEdge = nil
        suspectEdge = nil
    }
}

extension Segment {
    /// The same numbers in segments of at most `size` octets of data. SYN stays with the first segment, PSH and FIN with the
    /// last.
    fileprivate func pieces(of size: Int) -> [Segment] {
        stride(from: 0, to: payload.count, by: max(1, size)).map { start in
            var piece = self
            let end = min(start + max(1, size), payload.count)
            piece.payload = Array(payload[start..<end])
            // A SYN comes before the data, a FIN behind it.
            if start > 0 {
                piece.sequence = dataSequence + start
                piece.control.remove(.syn)
            }
            if end < payload.count { piece.control.subtract([.psh, .fin]) }
            return piece
        }
    }

    /// The rest of it after all numbers before `number` are acknowledged.
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
