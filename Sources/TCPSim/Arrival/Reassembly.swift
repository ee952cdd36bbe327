/// Data that arrived ahead of its turn, held until the gap before it is filled (RFC 9293 3.10.7.4, SHLD-31).
struct Reassembly: Hashable, Sendable {
    /// Octets with consecutive numbers.
    struct Fragment: Hashable, Sendable {
        let first: SequenceNumber
        var octets: [UInt8]
        /// Rises with each arrival: tells what came last.
        var arrival: Int

        /// The first number after it.
        var end: SequenceNumber { first + octets.count }
    }

    /// In sequence order; no two of them overlap or touch.
    private(set) var fragments: [Fragment] = []
    /// How often something was held.
    private var arrivals = 0

    /// Whether nothing is held, so that there is no gap.
    var isEmpty: Bool { fragments.isEmpty }

    /// Holds `octets`, the first of which has the number `first`.
    ///
    /// Where they overlap what is already held, the octets that came first stay. All numbers lie within the receive window
    /// from `base` on, so that distances from it can be compared as plain integers.
    mutating func hold(_ octets: [UInt8], at first: SequenceNumber, from base: SequenceNumber) {
        guard !octets.isEmpty else { return }
        arrivals += 1
        let start = first - base
        let end = start + octets.count
        // Most often the octets continue the last fragment.
        if let last = fragments.last, last.end == first {
            fragments[fragments.count - 1].octets += octets
            fragments[fragments.count - 1].arrival = arrivals
            return
        }
        let lower = fragments.firstIndex { $0.end - base >= start } ?? fragments.count
        let upper = fragments[lower...].firstIndex { $0.first - base > end } ?? fragments.count
        let touching = fragments[lower..<upper]
        let left = min(start, touching.first.map { $0.first - base } ?? start)
        let right = max(end, touching.last.map { $0.end - base } ?? end)
        var merged = [UInt8](repeating: 0, count: right - left)
        merged.replaceSubrange((start - left)..<(end - left), with: octets)
        for fragment in touching {
            let place = fragment.first - base - left
            merged.replaceSubrange(place..<(place + fragment.octets.count), with: fragment.octets)
        }
        fragments.replaceSubrange(
            lower..<upper, with: CollectionOfOne(Fragment(first: base + left, octets: merged, arrival: arrivals)))
    }

    /// Hands over the octets that continue at `next`; empty when the gap is still open.
    mutating func take(from next: SequenceNumber) -> [UInt8] {
        while let head = fragments.first, head.end <= next { fragments.removeFirst() }
        guard let head = fragments.first, head.first <= next else { return [] }
        fragments.removeFirst()
        return Array(head.octets.dropFirst(next - head.first))
    }
}
