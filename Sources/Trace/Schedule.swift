import HeapModule

/// Items with a time, earliest first. Items of the same instant come in the order in which they were added.
///
/// The second rule is what makes a run repeatable: a heap alone returns equal entries in any order.
public struct Schedule<Item: Sendable>: Sendable {
    private struct Entry: Comparable, Sendable {
        let due: Instant
        let number: Int
        let item: Item

        static func < (left: Entry, right: Entry) -> Bool {
            (left.due, left.number) < (right.due, right.number)
        }

        static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
    }

    private var heap = Heap<Entry>()
    private var count = 0

    /// An empty schedule.
    public init() {}

    /// Adds an item that is due at that instant.
    public mutating func add(_ item: Item, at due: Instant) {
        heap.insert(Entry(due: due, number: count, item: item))
        count += 1
    }

    /// The earliest item; nil when the schedule is empty.
    public var first: (due: Instant, item: Item)? { heap.min.map { ($0.due, $0.item) } }

    /// The time of the earliest item; nil when the schedule is empty.
    public var next: Instant? { heap.min?.due }

    /// Takes out the earliest item; nil when the schedule is empty.
    public mutating func popFirst() -> (due: Instant, item: Item)? {
        heap.popMin().map { ($0.due, $0.item) }
    }

    /// Takes out the earliest item if it is due at `now` or before.
    public mutating func popFirst(by now: Instant) -> (due: Instant, item: Item)? {
        guard let next, next <= now else { return nil }
        return popFirst()
    }
}

/// Deadlines by key: each key has one deadline at most, which can be moved and cancelled.
///
/// A deadline that was moved or cancelled leaves an entry in the schedule that no longer counts; it is dropped when it comes
/// up.
public struct Deadlines<Key: Hashable & Sendable>: Sendable {
    private var schedule = Schedule<(key: Key, number: Int)>()
    /// The number of the entry that counts, for each key that has a deadline.
    private var current: [Key: Int] = [:]
    private var count = 0

    /// No deadlines.
    public init() {}

    /// Sets the deadline of `key`, or moves it.
    public mutating func set(_ key: Key, at due: Instant) {
        count += 1
        current[key] = count
        schedule.add((key, count), at: due)
    }

    /// Cancels the deadline of `key`, if it has one.
    public mutating func cancel(_ key: Key) { current[key] = nil }

    /// The earliest deadline; nil when there is no deadline.
    public mutating func next() -> Instant? {
        while let (due, entry) = schedule.first {
            if current[entry.key] == entry.number { return due }
            _ = schedule.popFirst()
        }
        return nil
    }

    /// Takes out the earliest deadline if it is at `now` or before; of those at the same instant, the one that was set first.
    public mutating func expire(by now: Instant) -> (key: Key, at: Instant)? {
        guard let due = next(), due <= now, let (_, entry) = schedule.popFirst() else { return nil }
        current[entry.key] = nil
        return (entry.key, due)
    }
}
