/// The sequence numbers of one side as places in its stream (RFC 9293 section 3.4): they have 32 bits and wrap, and places do not.
struct StreamPlaces: Sendable {
    /// The number at ``highest``.
    private var highestNumber: UInt32 = 0
    /// The place behind the last that was sent.
    private(set) var highest = 0
    /// Whether any number is known.
    private(set) var hasBegun = false

    /// The place of a number, taken to be near the last one that was sent.
    func place(of number: UInt32) -> Int { highest + Int(Int32(bitPattern: number &- highestNumber)) }

    /// The number at a place of the stream.
    func number(at place: Int) -> UInt32 { highestNumber &+ UInt32(truncatingIfNeeded: place - highest) }

    /// The first number that is seen of it, and the place that it has from now on.
    mutating func begin(with number: UInt32, at place: Int) {
        hasBegun = true
        (highestNumber, highest) = (number, place)
    }

    /// Octets up to that place were sent.
    mutating func advance(to place: Int) {
        guard place > highest else { return }
        (highestNumber, highest) = (number(at: place), place)
    }
}
