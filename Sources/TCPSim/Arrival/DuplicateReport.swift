/// D-SACK: reports of data that has arrived twice (RFC 2883), sent and received.
///
/// The two sides do not negotiate it: the first block of a SACK option reports a duplicate if it lies below the acknowledgment
/// number or within the second block. For a sender that does not know D-SACK, this block reports nothing new.
extension Connection {
    // MARK: The receiver's half

    /// Keeps the range of data in `segment` that has arrived before, so that the next acknowledgment reports it. Of several
    /// ranges the first is kept (RFC 2883 4.1).
    mutating func reportDuplicate(_ segment: Segment) {
        guard usesSACK, !segment.payload.isEmpty else { return }
        let (first, end) = (segment.dataSequence, segment.dataSequence + segment.payload.count)
        if first < receiving.next {
            let right = end < receiving.next ? end : receiving.next
            tcb.receiving.duplicate = SegmentOption.Block(left: first, right: right)
        } else if !tcb.reassembly.isEmpty, let held = tcb.reassembly.blocks.firstOverlapping(first, end) {
            tcb.receiving.duplicate = SegmentOption.Block(
                left: first < held.first ? held.first : first, right: end < held.end ? end : held.end)
        }
    }

    // MARK: The sender's half

    /// Whether the first of these blocks reports a duplicate (RFC 2883 4).
    private static func isDuplicate(_ blocks: [SegmentOption.Block], acknowledgment: SequenceNumber) -> Bool {
        guard let first = blocks.first, first.left < first.right else { return false }
        if first.left < acknowledgment { return first.right <= acknowledgment }
        guard let second = blocks.dropFirst().first else { return false }
        return second.left <= first.left && first.right <= second.right
    }

    /// Notes what a report of a duplicate means. The scoreboard need not change: it knows already that the data has arrived.
    func noteDuplicate(
        _ blocks: [SegmentOption.Block], acknowledgment: SequenceNumber, _ turn: inout Turn
    ) {
        guard let first = blocks.first, Self.isDuplicate(blocks, acknowledgment: acknowledgment) else { return }
        turn.note(.congestion(.arrivedTwice(first, wasResent: tcb.recovery.resent.overlaps(first))))
    }
}

/// The numbers that were sent again in one recovery.
struct ResentRanges: Hashable, Sendable {
    private var numbers = SequenceSet()

    /// Adds the numbers of a segment.
    mutating func append(_ segment: Segment) {
        // Half a circle later, old numbers would lie ahead of new ones. So numbers far behind are removed; no window reaches
        // back 2^30.
        if let oldest = numbers.first, oldest.first < segment.sequence - (1 << 30) {
            numbers.removeAll(before: segment.sequence - (1 << 30))
        }
        numbers.add(segment.sequence, segment.end)
    }

    /// Whether any number of `other` was sent again.
    func overlaps(_ other: SegmentOption.Block) -> Bool {
        numbers.firstOverlapping(other.left, other.right) != nil
    }
}
