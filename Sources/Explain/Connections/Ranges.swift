/// A set of places of a stream, as ranges in order that do not touch each other.
struct Ranges: Sendable {
    /// The largest number of ranges. If there are more, the first gap is closed.
    static let most = 256

    /// The ranges, in order.
    private(set) var all: [Range<Int>] = []
    /// The number of octets in gaps that were closed.
    private(set) var forgotten = 0

    /// The place behind the last range; nil without ranges.
    var upperBound: Int? { all.last?.upperBound }
    var isEmpty: Bool { all.isEmpty }

    /// Adds a range.
    ///
    /// - Returns: how many of its octets were not in the set.
    @discardableResult
    mutating func insert(_ range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        // Nearly always the range begins where the last one ends.
        if let last = all.indices.last {
            if range.lowerBound == all[last].upperBound {
                all[last] = all[last].lowerBound..<range.upperBound
                return range.count
            }
            if range.lowerBound > all[last].upperBound {
                all.append(range)
                forget()
                return range.count
            }
        } else {
            all.append(range)
            return range.count
        }
        let first = all.firstIndex { $0.upperBound >= range.lowerBound } ?? all.endIndex
        var next = first
        var (lower, upper, known) = (range.lowerBound, range.upperBound, 0)
        while next < all.endIndex, all[next].lowerBound <= range.upperBound {
            known += all[next].clamped(to: range).count
            lower = min(lower, all[next].lowerBound)
            upper = max(upper, all[next].upperBound)
            next += 1
        }
        all.replaceSubrange(first..<next, with: CollectionOfOne(lower..<upper))
        forget()
        return range.count - known
    }

    /// How many octets of a range are in the set.
    func known(in range: Range<Int>) -> Int {
        if let last = all.last, range.lowerBound >= last.lowerBound { return last.clamped(to: range).count }
        return all.reduce(0) { $0 + $1.clamped(to: range).count }
    }

    /// How many octets of a range are not in the set; the octets of closed gaps count as missing.
    func missing(in range: Range<Int>) -> Int { range.count - known(in: range) + forgotten }

    /// Removes the ranges that end at or before a place.
    mutating func drop(before place: Int) {
        while let first = all.first, first.upperBound <= place { all.removeFirst() }
    }

    /// Closes the first gap if there are too many ranges.
    private mutating func forget() {
        guard all.count > Self.most else { return }
        forgotten += all[1].lowerBound - all[0].upperBound
        all[1] = all[0].lowerBound..<all[1].upperBound
        all.removeFirst()
    }
}
