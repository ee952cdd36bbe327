import Crypto
import TCPSim
import Trace

/// How often a wire does its datagrams wrong: shares of all datagrams, 0 to 1 each.
public struct Faults: Hashable, Sendable {
    /// Vanish.
    public var loss = 0.0
    /// Arrive with one bit changed.
    public var corrupt = 0.0
    /// Arrive twice.
    public var duplicate = 0.0
    /// Are overtaken by what is sent up to one latency later.
    public var reorder = 0.0

    /// A perfect wire.
    public init() {}

    /// Whether nothing can go wrong.
    public var isPerfect: Bool { self == Faults() }
}

/// A wire in one direction: what is put in at one end comes out at the other, later, unless its faults say otherwise.
///
/// Each kind of fault draws from a stream of its own, so that one rate does not shift the draws of another.
public struct Link: Hashable, Sendable {
    /// How long a datagram takes from end to end.
    public let latency: TimeSpan
    private let faults: Faults
    private var streams: [SeededRandomSource]
    /// When the last datagram that kept its place comes out.
    private var lastArrival = Instant.zero

    /// A wire of that latency, whose draws are forked from `random` by the name of each fault.
    public init(latency: TimeSpan, faults: Faults, random: SeededRandomSource) {
        self.latency = latency
        self.faults = faults
        streams = ["loss", "corrupt", "duplicate", "reorder", "bit"].map { random.fork($0) }
    }

    /// When copies of a datagram put in `now` come out, and their octets; none if it is lost.
    public mutating func carry(_ octets: [UInt8], putInAt now: Instant) -> [(at: Instant, octets: [UInt8])] {
        let isLost = hits(faults.loss, 0)
        let isCorrupt = hits(faults.corrupt, 1)
        let isTwice = hits(faults.duplicate, 2)
        let isLate = hits(faults.reorder, 3)
        guard !isLost else { return [] }
        var arrival = max(lastArrival, now + latency)
        if isLate { arrival = arrival + latency } else { lastArrival = arrival }
        guard !isCorrupt else { return [(arrival, damaged(octets))] }
        return isTwice ? [(arrival, octets), (arrival + latency, octets)] : [(arrival, octets)]
    }

    private mutating func hits(_ rate: Double, _ stream: Int) -> Bool {
        rate > 0 && Double(number(stream)) < rate * 4_294_967_296
    }

    private mutating func number(_ stream: Int) -> UInt32 {
        streams[stream].octets(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func damaged(_ octets: [UInt8]) -> [UInt8] {
        guard !octets.isEmpty else { return octets }
        var octets = octets
        let bit = Int(number(4)) % (octets.count * 8)
        octets[bit / 8] ^= 1 << UInt8(bit % 8)
        return octets
    }
}
