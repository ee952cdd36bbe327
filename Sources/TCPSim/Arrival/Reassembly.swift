/// Data that arrived ahead of its turn, held until the gap before it is filled (RFC 9293 3.10.7.4, SHLD-31).
///
/// What the other side sends decides how many gaps there are: with one octet a segment, half as many as the window has octets.
/// A receiver that looks at all of them for each segment can be kept busy by a trickle (CVE-2018-5390, "SegmentSmack"). Here a
/// segment costs the logarithm of their number, and the number has a limit.
struct Reassembly: Sendable {
    /// The numbers that are held: a block is what lies between two gaps. Its rank rises with each arrival.
    private(set) var blocks = SequenceSet()
    /// The octets. Two neighbours without a gap between them have more than ``pieceSize`` octets together.
    private var pieces = SequenceRanges<[UInt8]>()
    /// How often something was held.
    private var arrivals = 0

    /// Up to so many octets small pieces are put together, so that a block of single octets does not cost an array for each.
    private static let pieceSize = 4_096

    /// Whether nothing is held, so that there is no gap.
    var isEmpty: Bool { blocks.isEmpty }

    /// How many blocks a receive buffer of that many octets may be broken into: what is kept of a block besides its octets takes
    /// about 256, so that all of it together takes no more than the buffer that the window promises.
    static func limit(buffer octets: Int) -> Int { max(16, octets / 256) }

    /// Holds `octets`, the first of which has the number `first`. Where they overlap what is already held, the octets that came
    /// first stay.
    ///
    /// Octets that would make one block more than `limit` are not held: a sender must keep what is not acknowledged
    /// (RFC 9293 3.4), so it will send them again. What is held is never given up for something new, since SACK has reported
    /// it (RFC 2018 8).
    ///
    /// - Returns: whether they are held.
    mutating func hold(_ octets: [UInt8], at first: SequenceNumber, limit: Int) -> Bool {
        guard !octets.isEmpty else { return true }
        let end = first + octets.count
        guard blocks.count < limit || blocks.touches(first, end) else { return false }
        arrivals += 1
        var next = first
        while let held = blocks.firstOverlapping(next, end) {
            if next < held.first { put(octets[(next - first)..<(held.first - first)], at: next) }
            next = held.end
            guard next < end else { break }
        }
        if next < end { put(octets[(next - first)...], at: next) }
        blocks.add(first, end, rank: arrivals)
        return true
    }

    /// Keeps octets that are new, together with small neighbours.
    private mutating func put(_ octets: ArraySlice<UInt8>, at number: SequenceNumber) {
        var first = number
        var content = Array(octets)
        let end = number + content.count
        if let before = pieces.range(atOrBefore: number), before.end == number,
            before.count + content.count <= Self.pieceSize
        {
            pieces.remove(at: before.first)
            first = before.first
            content = before.content + content
        }
        if let after = pieces.range(atOrBefore: end), after.first == end,
            after.count + content.count <= Self.pieceSize
        {
            pieces.remove(at: end)
            content += after.content
        }
        pieces.insert(
            SequenceRanges.Range(first: first, end: first + content.count, rank: 0, content: content))
    }

    /// Hands over the octets that continue at `next`; empty when the gap is still open.
    mutating func take(from next: SequenceNumber) -> [UInt8] {
        var octets: [UInt8] = []
        while let head = blocks.first, head.first <= next {
            blocks.remove(at: head.first)
            while let piece = pieces.first, piece.first < head.end {
                pieces.remove(at: piece.first)
                guard next < piece.end else { continue }
                let rest = piece.first < next ? Array(piece.content[(next - piece.first)...]) : piece.content
                if octets.isEmpty { octets = rest } else { octets += rest }
            }
        }
        return octets
    }

    /// All octets that are held, in order.
    private var octets: [UInt8] { pieces.elements.flatMap(\.content) }
}

/// Into which pieces the octets are cut makes no difference.
extension Reassembly: Hashable {
    static func == (left: Reassembly, right: Reassembly) -> Bool {
        left.arrivals == right.arrivals && left.blocks == right.blocks
            && (left.pieces == right.pieces || left.octets == right.octets)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(arrivals)
        hasher.combine(blocks)
        if !isEmpty { hasher.combine(octets) }
    }
}
