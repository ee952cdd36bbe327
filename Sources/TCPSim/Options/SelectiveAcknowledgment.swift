import Trace

/// Telling the sender what has arrived beyond the acknowledgment number (RFC 2018): the receiver's half.
///
/// Without it an acknowledgment says only where the first gap is, and the sender learns of one lost segment in a round trip.
extension Connection {
    /// The options of a segment that is not a SYN: timestamps, and the blocks that have arrived out of order, as many as there
    /// is room for behind `count` octets of data.
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

    /// The range that has arrived twice, which is the reason for the report, and then the ranges that are held.
    private static func blocks(
        of held: Reassembly, _ duplicate: SegmentOption.Block?, atMost limit: Int
    ) -> [SegmentOption.Block] {
        guard limit > 0, let duplicate else { return held.blocks(atMost: limit) }
        return [duplicate] + held.blocks(atMost: limit - 1)
    }

    /// Octets that the blocks in order to be reported take from the data of the next segment.
    var blocksLength: Int {
        guard hasReports else { return 0 }
        let room = SegmentOption.room - tcb.options.timestampsLength
        let count = tcb.reassembly.blocks.count + (receiving.duplicate == nil ? 0 : 1)
        return 4 + 8 * min(count, (room - 4) / 8)
    }

    /// Octets that timestamps take from the data of each segment, padding included.
    static let timestampsLength = 12
}

extension Reassembly {
    /// What is held, as SACK reports it: first the block that holds the segment that came last, since it is why the report is
    /// made, then the others, the latest first, so that each is reported several times in case reports are lost (RFC 2018 4).
    func blocks(atMost limit: Int) -> [SegmentOption.Block] {
        blocks.highestRanked(atMost: limit).map { SegmentOption.Block(left: $0.first, right: $0.end) }
    }
}
