import Trace

/// What the wire has done with a datagram.
package enum Fate: Hashable, Sendable {
    /// The datagram comes out unchanged.
    case carried
    /// The datagram is lost.
    case lost
    /// The datagram comes out with other octets.
    case damaged
    /// The datagram comes out more than once.
    case repeated

    /// The fate of `datagram`, of which these copies come out.
    init(of datagram: [UInt8], copies: [(at: Instant, octets: [UInt8])]) {
        self =
            copies.isEmpty
            ? .lost
            : copies.count > 1 ? .repeated : copies.allSatisfy { $0.octets == datagram } ? .carried : .damaged
    }
}

/// The datagrams that are on the wire, ordered by the time at which they come out; datagrams with the same time in the order in which
/// they were put in.
struct Transit {
    private var schedule = Schedule<(octets: [UInt8], direction: Direction)>()
    /// The number of datagrams that are on the way to the device.
    private(set) var outward = 0

    /// Adds a datagram that comes out at `due`.
    mutating func add(_ octets: [UInt8], _ direction: Direction, due: Instant) {
        schedule.add((octets, direction), at: due)
        if direction == .outward { outward += 1 }
    }

    /// When the next datagram comes out; nil if none is on the wire.
    var next: Instant? { schedule.next }

    /// Removes and returns the next datagram if it is due at `now` or before.
    mutating func take(by now: Instant) -> (octets: [UInt8], direction: Direction)? {
        guard let datagram = schedule.popFirst(by: now)?.item else { return nil }
        if datagram.direction == .outward { outward -= 1 }
        return datagram
    }
}
