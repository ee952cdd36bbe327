/// Counting and recording of segments.
extension Direction {
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

    /// Counts a datagram that is in the capture a second time.
    mutating func countDuplicate(_ segment: SeenSegment, _ frame: Int, isOfNetwork: Bool) {
        guard isOfNetwork else { return captureDuplicates.add(frame) }
        networkDuplicates.add(frame)
        duplicateShare.segments += 1
        duplicateShare.dataSegments += segment.length > 0 ? 1 : 0
        duplicateShare.octets += segment.length
    }

    /// Whether the numbers of a segment count at once. Those of a segment with a wrong checksum count when its octets are acknowledged.
    ///
    /// - Parameter to: the other direction.
    mutating func isBelieved(
        _ segment: SeenSegment, of to: Direction, in buffer: [UInt8], _ note: inout FrameNote
    ) -> Bool {
        checked += 1
        switch segment.checksumState {
        case .right, .unknown: return true
        case .pseudoHeader:
            pseudoHeaderSums.add(note.frame)
            return true
        case .wrong:
            wrongChecksums.add(note.frame)
            note.marks.insert(.wrongChecksum)
        }
        let start = place(of: segment.sequence)
        if segment.numbers > 0, !segment.control.contains(.rst), start >= highest - Self.farthestSuspect,
            start <= highest + Self.farthestSuspect
        {
            if hasWrongSums { return true }
            suspects.add(segment, start: start, in: buffer, note)
            // A SYN is taken: without it nothing of the connection could be read.
            if segment.control.contains(.syn) { return true }
            // The segment was sent, so that a copy of it is one that is sent again.
            if start == highest {
                let end = start + segment.numbers
                record(segment, range: start..<end, again: nil, note: note, in: buffer, isComparable: false)
                advance(to: end)
            }
            return false
        }
        return hasWrongSums
    }

    /// The longest distance, in octets, from what was sent before at which a segment with a wrong checksum may be a part of the stream.
    private static let farthestSuspect = 1 << 20

    /// Whether the wrong checksums of this side show no damage: what they stand on is delivered, or most checksums are wrong.
    var hasWrongSums: Bool {
        suspects.delivered.count > suspects.damaged.count
            || checked >= 4 && wrongChecksums.count * 2 > checked && suspects.damaged.isEmpty
    }

    /// The segments whose checksum is wrong in the capture and was not so on the wire.
    var changedSums: Evidence {
        // Without an acknowledgment of such a segment it is not known that it was delivered.
        guard !suspects.delivered.isEmpty else { return Evidence() }
        return hasWrongSums ? wrongChecksums : suspects.delivered
    }

    /// The connection has closed: drops most of what is known of the segments that were sent.
    mutating func settle() {
        if sent.count > 8 { sent.removeFirst(sent.count - 8) }
        sent = Array(sent)
    }

    /// Judges the segments with a wrong checksum by what the other side has acknowledged.
    mutating func judgeSuspects() {
        guard !suspects.isEmpty else { return }
        let place = unacknowledged
        let found = suspects.acknowledged { $0.upperBound <= place || reported.known(in: $0) == $0.count }
        for data in found.data { distinctOctets += seen.insert(data) }
        if let fin = found.fin, end == nil { (end, finFrame, finTime) = (fin.place, fin.frame, fin.time) }
    }

    /// Records that a range was sent.
    ///
    /// - Parameter isComparable: whether later copies are compared with it. A damaged segment is not compared.
    mutating func record(
        _ segment: SeenSegment, range: Range<Int>, again: Repetition?, note: FrameNote, in buffer: [UInt8],
        isComparable: Bool = true
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
            compare(segment, range: range, with: sent[index], frame: note.frame, in: buffer)
            index += 1
        }
        let start = isNew ? range.lowerBound : max(range.lowerBound, highest)
        guard start < range.upperBound, isNew || range.upperBound > highest else { return }
        let isWhole = isComparable && start == range.lowerBound
        var record = Sent(
            segment, range: start..<range.upperBound, note: note, head: isWhole ? segment.head(in: buffer) : 0,
            sum: isWhole ? segment.sum(in: buffer) : 0)
        (record.timesAgain, record.timesNeedless) = (timesAgain, timesNeedless)
        record.isAtEdge = note.marks.contains(.windowFull)
        append(record)
    }

    /// Compares octets with those that were sent before at the same places.
    private mutating func compare(
        _ segment: SeenSegment, range: Range<Int>, with record: Sent, frame: Int, in buffer: [UInt8]
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
