/// Converts the sequence numbers of one side into places of its stream. Sequence numbers have 32 bits and wrap around (RFC 9293 section
/// 3.4); places do not.
struct StreamPlaces: Sendable {
    /// The sequence number at ``highest``.
    private var highestNumber: UInt32 = 0
    /// The place behind the last octet that was sent.
    private(set) var highest = 0
    /// Whether a sequence number of this side is known. Before that, places mean nothing.
    private(set) var hasBegun = false

    /// The place of a sequence number that is less than 2³¹ away from the number at ``highest``.
    func place(of number: UInt32) -> Int { highest + Int(Int32(bitPattern: number &- highestNumber)) }

    /// The sequence number at a place of the stream.
    func number(at place: Int) -> UInt32 { highestNumber &+ UInt32(truncatingIfNeeded: place - highest) }

    /// Gives a sequence number its place. The places of all other numbers follow from it.
    mutating func begin(with number: UInt32, at place: Int) {
        hasBegun = true
        (highestNumber, highest) = (number, place)
    }

    /// Notes that octets up to a place were sent.
    mutating func advance(to place: Int) {
        guard place > highest else { return }
        (highestNumber, highest) = (number(at: place), place)
    }
}
