import HeapModule
import TCPSim
import Trace

/// The timers of a host's connections, earliest first; of those due at once, the one armed first.
///
/// A timer that was moved or stopped leaves an entry behind in the heap that no longer counts, and is dropped when it comes up.
struct Deadlines: Sendable {
    /// Whose timer it is.
    struct Key: Hashable, Sendable {
        let connection: Int
        let timer: Connection.Timer
    }

    private struct Entry: Comparable, Sendable {
        let due: Instant
        let number: Int
        let key: Key

        static func < (left: Entry, right: Entry) -> Bool { (left.due, left.number) < (right.due, right.number) }
    }

    private var heap = Heap<Entry>()
    private var current: [Key: Int] = [:]
    private var counter = 0

    /// Sets a timer, or moves it.
    mutating func arm(_ key: Key, at due: Instant) {
        counter += 1
        current[key] = counter
        heap.insert(Entry(due: due, number: counter, key: key))
    }

    /// Stops a timer.
    mutating func disarm(_ key: Key) { current[key] = nil }

    /// When the next timer is due; nil when none runs.
    mutating func next() -> Instant? {
        while let entry = heap.min, current[entry.key] != entry.number { heap.removeMin() }
        return heap.min?.due
    }

    /// Takes out the next timer if it is due at `now` or before.
    mutating func expire(by now: Instant) -> (key: Key, at: Instant)? {
        guard let due = next(), due <= now, let entry = heap.popMin() else { return nil }
        current[entry.key] = nil
        return (entry.key, due)
    }
}
