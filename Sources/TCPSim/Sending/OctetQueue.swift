/// Octets that come in at the back and leave at the front: the send buffer, and the receive buffer of data in order.
///
/// The cost of a step does not depend on how much has passed through. What comes into an empty queue is taken over as it is, and what
/// leaves as a whole is handed over as it is: an array that is shared is not copied, so that the data of a segment goes from the
/// network to its user without being touched.
struct OctetQueue: Hashable, Sendable {
    private(set) var storage: [UInt8] = []
    /// How many octets at the front of `storage` have left already.
    private var departed = 0

    /// How many octets are in it.
    var count: Int { storage.count - departed }
    /// Whether none is.
    var isEmpty: Bool { storage.count == departed }
    /// The octet that leaves next; nil if the queue is empty.
    var first: UInt8? { storage.dropFirst(departed).first }

    /// The first `limit` octets, or all if there are fewer; they stay.
    func prefix(_ limit: Int) -> [UInt8] { Array(storage[departed..<(departed + min(max(0, limit), count))]) }

    /// Adds `octets` at the back.
    mutating func append(_ octets: consuming [UInt8]) {
        if isEmpty {
            storage = octets
            departed = 0
            return
        }
        // Moving what is left to the front costs no more than what has left meanwhile.
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

    /// Two queues are equal if the same octets are in them; what has left them does not count.
    static func == (left: OctetQueue, right: OctetQueue) -> Bool {
        left.storage.dropFirst(left.departed) == right.storage.dropFirst(right.departed)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(storage.dropFirst(departed)) }
}
