/// The segments of a side whose checksum is wrong. The other side's acknowledgments judge them: a receiver drops what is damaged.
///
/// What is acknowledged before it comes again was delivered, whatever its checksum says: a network card computes the checksum later or has
/// put several packets together, or the capture was edited. What comes again before it is acknowledged was damaged.
struct Suspects: Sendable {
    /// A segment that waits for the judgment.
    private struct Suspect: Sendable {
        /// The places of the segment, with those of SYN and FIN.
        let range: Range<Int>
        /// The places of the data.
        let data: Range<Int>
        let octets: [UInt8]
        let isFIN: Bool
        let frame: Int
        let time: Int64
    }

    /// The largest numbers of segments and of octets that wait. Older ones are not judged.
    private static let most = 64
    private static let mostOctets = 1 << 18

    private var waiting: [Suspect] = []
    private var octets = 0
    /// The frames whose segments were delivered, and those whose segments were damaged.
    private(set) var delivered = Evidence()
    private(set) var damaged = Evidence()
    /// The data of delivered segments that were not read yet.
    var pieces: [RecordStream.Piece] = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ segment: SeenSegment, start: Int, in buffer: [UInt8], _ note: FrameNote) {
        let begin = start + (segment.control.contains(.syn) ? 1 : 0)
        let data = begin..<(begin + segment.length)
        let isFIN = segment.control.contains(.fin)
        octets += segment.payload.count
        waiting.append(
            Suspect(
                range: start..<(data.upperBound + (isFIN ? 1 : 0)), data: data, octets: Array(buffer[segment.payload]),
                isFIN: isFIN, frame: note.frame, time: note.time))
        while waiting.count > Self.most || octets > Self.mostOctets { octets -= waiting.removeFirst().octets.count }
    }

    /// Notes that places of the stream have come in a segment that is not damaged.
    mutating func cameAgain(_ range: Range<Int>) {
        remove { $0.range.overlaps(range) }.forEach { damaged.add($0.frame) }
    }

    /// Notes that the other side has acknowledged a range.
    ///
    /// - Returns: the data that was delivered, and the place, frame and time of a FIN that was delivered.
    mutating func acknowledged(
        _ isCovered: (Range<Int>) -> Bool
    ) -> (data: [Range<Int>], fin: (place: Int, frame: Int, time: Int64)?) {
        let found = remove { isCovered($0.range) }
        found.forEach { delivered.add($0.frame) }
        pieces += found.filter { !$0.data.isEmpty }.map {
            RecordStream.Piece(
                octets: $0.octets[...], start: $0.data.lowerBound, length: $0.data.count, frame: $0.frame, time: $0.time
            )
        }
        let fin = found.first { $0.isFIN }.map { (place: $0.data.upperBound, frame: $0.frame, time: $0.time) }
        return (found.map(\.data), fin)
    }

    /// Takes out the waiting segments for which a condition holds.
    private mutating func remove(_ condition: (Suspect) -> Bool) -> [Suspect] {
        guard !waiting.isEmpty else { return [] }
        let found = waiting.filter(condition)
        guard !found.isEmpty else { return [] }
        waiting.removeAll(where: condition)
        octets -= found.reduce(0) { $0 + $1.octets.count }
        return found
    }
}
