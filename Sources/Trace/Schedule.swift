import HeapModule

/// Items with a time, earliest first. Items of the same instant come in the order in which they were added.
///
/// The second rule is what makes a run repeatable: a heap alone returns equal entries in any order.
///
/// Everything here is inlinable, so that other modules specialize it for their items. Simulations spend much of their time here.
public struct Schedule<Item: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Comparable, Sendable {
        @usableFromInline let due: Instant
        @usableFromInline let number: Int
        @usableFromInline let item: Item

        @inlinable
        init(due: Instant, number: Int, item: Item) {
            (self.due, self.number, self.item) = (due, number, item)
        }

        @inlinable
        static func < (left: Entry, right: Entry) -> Bool {
            (left.due, left.number) < (right.due, right.number)
        }

        @inlinable
        static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
    }

    @usableFromInline var heap = Heap<Entry>()
    @usableFromInline var count = 0

    /// An empty schedule.
    @inlinable
    public init() {}

    /// Adds an item that is due at that instant.
    @inlinable
    public mutating func add(_ item: Item, at due: Instant) {
        heap.insert(Entry(due: due, number: count, item: item))
        count += 1
    }

    /// The earliest item; nil when the schedule is empty.
    @inlinable
    public var first: (due: Instant, item: Item)? { heap.min.map { ($0.due, $0.item) } }

    /// The time of the earliest item; nil when the schedule is empty.
    @inlinable
    public var next: Instant? { heap.min?.due }

    /// Takes out the earliest item; nil when the schedule is empty.
    @inlinable
    public mutating func popFirst() -> (due: Instant, item: Item)? {
        heap.popMin().map { ($0.due, $0.item) }
    }

    /// Takes out the earliest item if it is due at `now` or before.
    @inlinable
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
    @usableFromInline var schedule = Schedule<(key: Key, number: Int)>()
    /// The number of the entry that counts, for each key that has a deadline.
    @usableFromInline var current: [Key: Int] = [:]
    @usableFromInline var count = 0

    /// No deadlines.
    @inlinable
    public init() {}

    /// Sets the deadline of `key`, or moves it.
    @inlinable
    public mutating func set(_ key: Key, at due: Instant) {
        count += 1
        current[key] = count
        schedule.add((key, count), at: due)
    }

    /// Cancels the deadline of `key`, if it has one.
    @inlinable
    public mutating func cancel(_ key: Key) { current[key] = nil }

    /// The earliest deadline; nil when there is no deadline.
    @inlinable
    public mutating func next() -> Instant? {
        while let (due, entry) = schedule.first {
            if current[entry.key] == entry.number { return due }
            _ = schedule.popFirst()
        }
        return nil
    }

    /// Takes out the earliest deadline if it is at `now` or before; of those at the same instant, the one that was set first.
    @inlinable
    public mutating func expire(by now: Instant) -> (key: Key, at: Instant)? {
        guard let due = next(), due <= now, let (_, entry) = schedule.popFirst() else { return nil }
        current[entry.key] = nil
        return (entry.key, due)
    }
}
