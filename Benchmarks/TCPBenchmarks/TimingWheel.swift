import TCPSim
import Trace

/// What is going to happen, earliest first; what is due at the same microsecond comes in the order in which it was asked for.
///
/// Hierarchical timing wheels (Varghese and Lauck, 1987): a slot for each of the next 65,536 microseconds, and one for each of the
/// next 65,536 times as much. Putting something in and taking it out costs the same however much is in it; a heap would cost more
/// with each connection. What has been taken out is kept for what comes next, so that nothing is allocated once it runs.
struct TimingWheel {
    /// Something due at some time.
    struct Entry {
        /// When.
        var due: Int64
        /// The number of the connection that it happens to.
        var owner: Int32
        /// The timer that runs out; nil if a segment arrives.
        var timer: Connection.Timer?
        /// The segment; nil if a timer runs out.
        var segment: Segment?
        /// The next entry of the same slot.
        fileprivate var next: Int32 = none

        /// One that is spent.
        static var spent: Entry { Entry(due: 0, owner: 0, timer: nil, segment: nil) }

        /// Takes the place of an entry that has been taken out.
        fileprivate mutating func become(
            _ due: Int64, _ owner: Int32, _ timer: Connection.Timer?, _ segment: consuming Segment?
        ) {
            self.due = due
            self.owner = owner
            self.timer = timer
            self.segment = consume segment
            next = none
        }
    }

    private static let none: Int32 = -1
    private static let slots = 1 << 16

    /// A list of entries.
    private struct Slot {
        var first = none
        var last = none
    }

    /// A circle of slots.
    private struct Circle {
        var lists = [Slot](repeating: Slot(), count: slots)
        /// A bit for each slot that is not empty.
        var occupied = [UInt64](repeating: 0, count: slots / 64)

        @inline(__always)
        mutating func append(_ index: Int32, at slot: Int, _ entries: inout [Entry]) {
            let last = lists[slot].last
            if last == none {
                lists[slot] = Slot(first: index, last: index)
                occupied[slot >> 6] |= 1 << UInt64(slot & 63)
            } else {
                lists[slot].last = index
                entries[Int(last)].next = index
            }
        }

        /// Empties a slot and returns the first of its list.
        mutating func take(_ slot: Int) -> Int32 {
            let index = lists[slot].first
            lists[slot] = Slot()
            occupied[slot >> 6] &= ~(1 << UInt64(slot & 63))
            return index
        }

        /// The first slot from `start` on that is not empty.
        func next(from start: Int) -> Int? {
            guard start < slots else { return nil }
            var word = start >> 6
            var bits = occupied[word] & (.max << UInt64(start & 63))
            while bits == 0 {
                word += 1
                guard word < occupied.count else { return nil }
                bits = occupied[word]
            }
            return word << 6 + bits.trailingZeroBitCount
        }
    }

    private var entries: [Entry] = []
    private var free = none
    private var near = Circle()
    private var far = Circle()
    /// The list of the slot that is being emptied.
    private var current = none
    /// The start of the time that `near` covers, a multiple of its size.
    private var base: Int64 = 0
    private var place = 0
    /// How many entries there are.
    private(set) var count = 0

    /// Adds an entry; nothing lies before what was taken out last, or more than 71 minutes ahead.
    mutating func insert(due: Int64, owner: Int32, timer: Connection.Timer?, segment: consuming Segment? = nil) {
        let index: Int32
        if free == Self.none {
            index = Int32(entries.count)
            entries.append(Entry(due: due, owner: owner, timer: timer, segment: consume segment))
        } else {
            index = free
            free = entries[Int(index)].next
            entries[Int(index)].become(due, owner, timer, consume segment)
        }
        count += 1
        put(index, due)
    }

    private mutating func put(_ index: Int32, _ due: Int64) {
        let offset = due - base
        if offset < Int64(Self.slots) {
            near.append(index, at: Int(offset), &entries)
        } else {
            far.append(index, at: Int((due >> 16) & 0xffff), &entries)
        }
    }

    /// Takes out what is due next, in exchange for an entry that is spent; false when nothing is.
    mutating func next(_ entry: inout Entry) -> Bool {
        guard count > 0 else { return false }
        while current == Self.none { advance() }
        let index = current
        count -= 1
        entry.next = free
        swap(&entry, &entries[Int(index)])
        current = entry.next
        free = index
        return true
    }

    /// Goes on to the next slot that is not empty.
    private mutating func advance() {
        if let slot = near.next(from: place) {
            // What is added to this slot while it is being emptied makes a new list, which comes next.
            place = slot
            current = near.take(slot)
            return
        }
        let slot = Int(base >> 16 & 0xffff) + 1
        let next = far.next(from: slot) ?? (far.next(from: 0) ?? 0) + Self.slots
        base += Int64(next - slot + 1) << 16
        place = 0
        var index = far.take(next & 0xffff)
        while index != Self.none {
            let following = entries[Int(index)].next
            entries[Int(index)].next = Self.none
            put(index, entries[Int(index)].due)
            index = following
        }
    }
}
