/// Data that arrived ahead of its turn, held until the gap before it is filled (RFC 9293 3.10.7.4, SHLD-31).
struct Reassembly: Hashable, Sendable {
    /// Octets with consecutive numbers.
    struct Fragment: Hashable, Sendable {
        let first: SequenceNumber
        let octets: [UInt8]

        /// The first number after it.
        var end: SequenceNumber { first + octets.count }
    }

    /// In sequence order; no two of them overlap or touch.
    private(set) var fragments: [Fragment] = []

    /// Holds `octets`, the first of which has the number `first`.
    ///
    /// Where they overlap what is already held, the octets that came first stay. All numbers lie within the receive window
    /// from `base` on, so that distances from it can be compared as plain integers.
    mutating func hold(_ octets: [UInt8], at first: SequenceNumber, from base: SequenceNumber) {
        guard !octets.isEmpty else { return }
        var start = first - base
        var end = start + octets.count
        var before: [Fragment] = []
        var touching: [Fragment] = []
        var after: [Fragment] = []
        for fragment in fragments {
            let from = fragment.first - base
            if from + fragment.octets.count < start {
                before.append(fragment)
            } else if from > end {
                after.append(fragment)
            } else {
                touching.append(fragment)
            }
        }
        if let leftmost = touching.first { start = min(start, leftmost.first - base) }
        if let rightmost = touching.last { end = max(end, rightmost.end - base) }
        var merged = [UInt8](repeating: 0, count: end - start)
        let place = first - base - start
        merged.replaceSubrange(place..<(place + octets.count), with: octets)
        for fragment in touching {
            let place = fragment.first - base - start
            merged.replaceSubrange(place..<(place + fragment.octets.count), with: fragment.octets)
        }
        fragments = before + [Fragment(first: base + start, octets: merged)] + after
    }

    /// Hands over the octets that continue at `next`; empty when the gap is still open.
    mutating func take(from next: SequenceNumber) -> [UInt8] {
        while let head = fragments.first, head.end <= next { fragments.removeFirst() }
        guard let head = fragments.first, head.first <= next else { return [] }
        fragments.removeFirst()
        return Array(head.octets.dropFirst(next - head.first))
    }
}
