import HeapModule
import Trace

/// What is going to happen, earliest first; what is due at the same instant comes in the order in which it was asked for.
///
/// That second rule is what makes a run repeatable: a heap alone would return equals in any order.
struct Scheduler<Happening: Sendable>: Sendable {
    private struct Entry: Comparable, Sendable {
        let at: Instant
        let ticket: Int
        let happening: Happening

        static func < (left: Entry, right: Entry) -> Bool {
            (left.at, left.ticket) < (right.at, right.ticket)
        }

        static func == (left: Entry, right: Entry) -> Bool {
            left.ticket == right.ticket
        }
    }

    private var heap = Heap<Entry>()
    private var tickets = 0

    /// Asks for `happening` at that instant.
    mutating func schedule(_ happening: Happening, at instant: Instant) {
        heap.insert(Entry(at: instant, ticket: tickets, happening: happening))
        tickets += 1
    }

    /// Takes out what is due next; nil when nothing is.
    mutating func next() -> (at: Instant, happening: Happening)? {
        heap.popMin().map { ($0.at, $0.happening) }
    }
}
