import Crypto
import Simulator
import Trace

/// The simulator's wire between our TCP and a real device: one link in each direction, with faults drawn from a seed.
package struct FaultyWire: Medium {
    private var inward: Link
    private var outward: Link
    /// Whether the wire changes nothing: a perfect one without latency hands on what it is given, at once.
    private let isPlain: Bool

    /// A wire of that latency in each direction.
    package init(latency: TimeSpan, faults: Faults, seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var wire = Wire()
        wire.latency = latency
        wire.faults = faults
        // The device limits how long a datagram may be.
        wire.mtu = 65_535
        inward = Link(wire, random: random.fork("inward"))
        outward = Link(wire, random: random.fork("outward"))
        isPlain = faults.isPerfect && latency == .microseconds(0)
    }

    /// When copies of `datagram` come out of the wire, and their octets: none if it is lost, more than one if it is duplicated.
    ///
    /// A perfect wire without latency gives the datagram back at once, unchanged.
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
