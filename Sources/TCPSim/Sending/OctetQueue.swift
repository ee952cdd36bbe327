/// A queue of octets: the send buffer, and the receive buffer of data in order.
///
/// The cost of a step does not depend on how many octets have passed through the queue. An empty queue takes over an array without a
/// copy, and if all octets leave at once, the array is returned without a copy. So the data of a segment goes from the network to the
/// user without being copied.
struct OctetQueue: Hashable, Sendable {
    private(set) var storage: [UInt8] = []
    /// How many octets at the front of `storage` have left the queue.
    private var departed = 0

    /// The number of octets in the queue.
    var count: Int { storage.count - departed }
    /// Whether the queue has no octets.
    var isEmpty: Bool { storage.count == departed }
    /// The octet that leaves next; nil if the queue is empty.
    var first: UInt8? { storage.dropFirst(departed).first }

    /// The first `limit` octets, or all if there are fewer. They stay in the queue.
    func prefix(_ limit: Int) -> [UInt8] { Array(storage[departed..<(departed + min(max(0, limit), count))]) }

    /// Appends octets.
    mutating func append(_ octets: consuming [UInt8]) {
        if isEmpty {
            storage = octets
            departed = 0
            return
        }
        // The rest is moved to the front only if it is not longer than the part that has left. So moves cost a constant time for each
        // octet.
        if departed >= count {
            storage.removeFirst(departed)
            departed = 0
        }
        storage += octets
    }

    /// Removes the first `limit` octets, or all if there are fewer, and returns them.
    mutating func take(_ limit: Int) -> [UInt8] {
        guard limit < count else {
            var all = OctetQueue()
            swap(&all, &self)
            return all.departed == 0 ? all.storage : all.prefix(all.count)
        }
        let taken = prefix(limit)
        departed += taken.count
        return taken
    }

    /// Two queues are equal if they contain the same octets. Octets that have left are not compared.
    static func == (left: OctetQueue, right: OctetQueue) -> Bool {
        left.storage.dropFirst(left.departed) == right.storage.dropFirst(right.departed)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(storage.dropFirst(departed)) }
}
