import Crypto
import Simulator
import Trace

/// The direction of a datagram.
package enum Direction: Hashable, Sendable {
    /// From the device to our TCP.
    case inward
    /// From our TCP to the device.
    case outward
}

/// The simulator's wire between our TCP and a real device: one link in each direction. Its faults are drawn from a seed.
package struct FaultyWire {
    private var inward: Link
    private var outward: Link
    /// Whether the wire is perfect and has no latency, so that it hands on each datagram unchanged and immediately.
    private let isPlain: Bool

    /// A wire with that latency in each direction.
    package init(latency: TimeSpan, faults: Faults, seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var wire = Wire()
        wire.latency = latency
        wire.faults = faults
        // The device limits the length of a datagram, so the wire need not.
        wire.mtu = 65_535
        inward = Link(wire, random: random.fork("inward"))
        outward = Link(wire, random: random.fork("outward"))
        isPlain = faults.isPerfect && latency == .microseconds(0)
    }

    /// The copies of `datagram` that come out of the wire: when each comes out, and its octets. There is none if the datagram is lost,
    /// and more than one if it is duplicated.
    package mutating func carry(
        _ datagram: [UInt8], _ direction: Direction, at now: Instant
    ) -> [(at: Instant, octets: [UInt8])] {
        if isPlain { return [(now, datagram)] }
        switch direction {
        case .inward: return inward.arrivals(of: datagram, putInAt: now)
        case .outward: return outward.arrivals(of: datagram, putInAt: now)
        }
    }
}
