/// The content of the ranges of a ``SequenceSet``, which have no content.
struct Nothing: Hashable, Sendable {}

/// A set of sequence numbers, kept as ranges that neither overlap nor touch.
typealias SequenceSet = SequenceRanges<Nothing>

extension SequenceRanges where Content == Nothing {
    /// Whether the numbers from `first` up to and not including `end` overlap or touch a range.
    func touches(_ first: SequenceNumber, _ end: SequenceNumber) -> Bool {
        if let before = range(atOrBefore: end), first <= before.end { true } else { false }
    }

    /// Adds the numbers from `first` up to and not including `end`. They become one range with all ranges that they overlap or
    /// touch.
    mutating func add(_ first: SequenceNumber, _ end: SequenceNumber, rank: Int = 0) {
        guard first < end else { return }
        var (left, right) = (first, end)
        while let range = range(atOrBefore: end), first <= range.end {
            if range.first < left { left = range.first }
            if right < range.end { right = range.end }
            remove(at: range.first)
        }
        insert(Range(first: left, end: right, rank: rank, content: Nothing()))
    }

    /// Removes all numbers before `number`.
    mutating func removeAll(before number: SequenceNumber) {
        while let range = first, range.first < number {
            remove(at: range.first)
            guard number < range.end else { continue }
            return insert(Range(first: number, end: range.end, rank: range.rank, content: range.content))
        }
    }
}
