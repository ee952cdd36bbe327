import Trace

/// SACK, the receiver's half: reports of data that has arrived beyond the acknowledgment number (RFC 2018).
///
/// Without SACK an acknowledgment says only where the first gap is, so the sender learns of only one lost segment in a round
/// trip.
extension Connection {
    /// The options of a segment that is not a SYN: timestamps, and the blocks that have arrived out of order, as many as there
    /// is room for beside `count` octets of data.
    @inline(__always)  // See `segment(_:payload:at:)`.
    func options(besides count: Int, at now: Instant) -> OptionList {
        let stamped = tcb.options.timestamps.map {
            OptionList.timestamps(value: $0.clock.value(at: now), echo: $0.recent)
        }
        guard hasReports else { return stamped ?? .none }
        return Self.reports(
            of: tcb.reassembly, tcb.receiving.duplicate, besides: stamped, in: tcb.effectiveSendMSS - count)
    }

    private static func reports(
        of held: Reassembly, _ duplicate: SegmentOption.Block?, besides stamped: OptionList?, in room: Int
    ) -> OptionList {
        let room = min(SegmentOption.room - (stamped == nil ? 0 : timestampsLength), room)
        let blocks = blocks(of: held, duplicate, atMost: (room - 4) / 8)
        guard !blocks.isEmpty else { return stamped ?? .none }
        return OptionList(
            (stamped?.options ?? []) + [.noOperation, .noOperation, .selectiveAcknowledgment(blocks)])
    }

    /// Whether there is anything to report.
    private var hasReports: Bool { usesSACK && (!tcb.reassembly.isEmpty || receiving.duplicate != nil) }

    /// At most `limit` blocks: the range that has arrived twice, which D-SACK reports first, and then the ranges that are
    /// held.
    private static func blocks(
        of held: Reassembly, _ duplicate: SegmentOption.Block?, atMost limit: Int
    ) -> [SegmentOption.Block] {
        guard limit > 0, let duplicate else { return held.blocks(atMost: limit) }
        return [duplicate] + held.blocks(atMost: limit - 1)
    }

    /// How many octets less of data the next segment can carry because of the blocks that it reports.
    var blocksLength: Int {
        guard hasReports else { return 0 }
        let room = SegmentOption.room - tcb.options.timestampsLength
        let count = tcb.reassembly.blocks.count + (receiving.duplicate == nil ? 0 : 1)
        return 4 + 8 * min(count, (room - 4) / 8)
    }

    /// The octets that timestamps take in each segment, padding included.
    static let timestampsLength = 12
}

extension Reassembly {
    /// The blocks that are held, in the order in which SACK reports them. First comes the block with the segment that arrived
    /// last, because it is the reason for the report. The others follow, the latest first. So each block is reported several
    /// times, and a lost report does no harm (RFC 2018 4).
    func blocks(atMost limit: Int) -> [SegmentOption.Block] {
        blocks.highestRanked(atMost: limit).map { SegmentOption.Block(left: $0.first, right: $0.end) }
    }
}
