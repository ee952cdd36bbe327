import Trace

/// Which way a datagram goes.
package enum Direction: Hashable, Sendable {
    /// From the device to our TCP.
    case inward
    /// From our TCP to the device.
    case outward
}

/// What lies between our TCP and the device, and may lose, change, repeat or delay datagrams.
package protocol Medium {
    /// When copies of a datagram that is put in `now` come out, and their octets; none if it is lost.
    mutating func carry(
        _ datagram: [UInt8], _ direction: Direction, at now: Instant
    ) -> [(at: Instant, octets: [UInt8])]
}

/// What a medium has done with a datagram.
package enum Fate: Hashable, Sendable {
    /// It comes out as it was put in.
    case carried
    /// It is lost.
    case lost
    /// It comes out with other octets.
    case damaged
    /// It comes out more than once.
    case repeated

    /// The fate of `datagram`, of which these copies come out.
    init(of datagram: [UInt8], copies: [(at: Instant, octets: [UInt8])]) {
        self =
            copies.isEmpty
            ? .lost
            : copies.count > 1 ? .repeated : copies.allSatisfy { $0.octets == datagram } ? .carried : .damaged
    }
}

/// The datagrams that are on their way, earliest first; those due at once in the order in which they were put in.
struct Transit {
    private var schedule = Schedule<(octets: [UInt8], direction: Direction)>()
    /// How many of them are on their way to the device.
    private(set) var outward = 0

    /// Puts a datagram on its way that comes out at `due`.
    mutating func add(_ octets: [UInt8], _ direction: Direction, due: Instant) {
        schedule.add((octets, direction), at: due)
        if direction == .outward { outward += 1 }
    }

    /// When the next one comes out.
    var next: Instant? { schedule.next }

    /// Takes out the next one if it is due at `now` or before.
    mutating func take(by now: Instant) -> (octets: [UInt8], direction: Direction)? {
        guard let datagram = schedule.popFirst(by: now)?.item else { return nil }
        if datagram.direction == .outward { outward -= 1 }
        return datagram
    }
}
