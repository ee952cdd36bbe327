/// Data that has arrived out of order, which is held until the gap before it is filled (RFC 9293 3.10.7.4, SHLD-31).
///
/// The other side decides how many gaps there are: with one octet in each segment, half as many as the window has octets. If a
/// receiver examines all gaps for each segment, a small stream of segments can keep it busy (CVE-2018-5390, "SegmentSmack").
/// Here the cost of a segment is the logarithm of their number, and the number has a limit.
struct Reassembly: Sendable {
    /// The numbers that are held. A block lies between two gaps. Its rank grows with each arrival.
    private(set) var blocks = SequenceSet()
    /// The octets. Two adjacent pieces have more than ``pieceSize`` octets together.
    private var pieces = SequenceRanges<[UInt8]>()
    /// How many times octets were held.
    private var arrivals = 0

    /// Adjacent pieces are joined up to this number of octets. So a block of single octets does not need an array for each
    /// octet.
    private static let pieceSize = 4_096

    /// Whether nothing is held. Then there is no gap.
    var isEmpty: Bool { blocks.isEmpty }

    /// The largest number of blocks in a receive buffer of this many octets. A block needs about 256 octets besides its data, so
    /// all blocks together need no more than the buffer.
    static func limit(buffer octets: Int) -> Int { max(16, octets / 256) }

    /// Holds `octets`, the first of which has the number `first`. If some of these numbers are held already, the octets that
    /// came first stay.
    ///
    /// Octets that would make more blocks than `limit` are not held. The sender must keep what is not acknowledged (RFC 9293
    /// 3.4), so it will send them again. Octets that are held are never dropped for new ones, because SACK has reported them
    /// (RFC 2018 8).
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

    /// Stores new octets, and joins them with small adjacent pieces.
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

    /// Removes and returns the octets from the number `next` on; empty if the gap before them is still open.
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

/// Two values are equal if they hold the same octets. The boundaries of the pieces are not compared.
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
