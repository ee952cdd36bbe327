import Crypto
import Trace

/// A wire in one direction: a datagram that is put in at one end comes out at the other end later, unless a fault or a rule prevents it.
///
/// Each kind of fault has a random stream of its own. So a change of one rate does not change the draws of the other kinds.
package struct Link: Sendable {
    /// What goes wrong with a datagram. The rule is the one that orders it; nil if it happens by chance.
    enum Incident: Hashable, Sendable {
        /// It is larger than the MTU, and DF forbids to fragment it.
        case tooLarge(octets: Int, mtu: Int)
        /// The queue has no room for it.
        case queueFull(Wire.Queue)
        case lost(LinkRule?)
        /// One bit of one octet is changed. The octet is counted from 0, and the bit from 0 for the least significant.
        case corrupted(octet: Int, bit: Int, LinkRule?)
        /// It is delayed by that time.
        case heldUp(TimeSpan, LinkRule?)
        /// A copy of it arrives that much later than the datagram itself.
        case duplicated(after: TimeSpan, LinkRule?)
    }

    /// What becomes of a datagram.
    struct Passage: Hashable, Sendable {
        /// The datagram and its copies as they come out; empty if it is lost.
        var copies: [Copy] = []
        /// What goes wrong with it, in the order in which the orders are carried out.
        var incidents: [Incident] = []
    }

    /// A datagram as it comes out.
    struct Copy: Hashable, Sendable {
        let at: Instant
        let octets: [UInt8]
    }

    /// The random streams. The raw value is the name under which the stream is forked.
    private enum Draw: String, CaseIterable {
        case loss, corrupt, duplicate, reorder, bit, delay, jitter
    }

    private let wire: Wire
    private var streams: [SeededRandomSource]
    /// The datagrams in the queue: when each begins to leave, and its size in octets.
    private var waiting: [(departs: Instant, octets: Int)] = []
    /// When the last octet of all datagrams so far has left.
    private var busyUntil = Instant.zero
    /// When the last datagram that was not held up comes out. A later one that is not held up comes out no earlier.
    private var lastArrival = Instant.zero

    /// One direction of `wire`. Its random streams are forked from `random`, each by its name.
    package init(_ wire: Wire, random: SeededRandomSource) {
        self.wire = wire
        streams = Draw.allCases.map { random.fork($0.rawValue) }
    }

    /// Takes in a datagram at the instant `now`, for a driver that keeps no record of what goes wrong.
    ///
    /// - Returns: the datagram and its copies: when each comes out, and its octets; empty if it is lost.
    package mutating func arrivals(
        of octets: [UInt8], putInAt now: Instant
    ) -> [(at: Instant, octets: [UInt8])] {
        carry(octets, putInAt: now).copies.map { ($0.at, $0.octets) }
    }

    /// Takes in a datagram at the instant `now`. `rules` are those that apply to it.
    mutating func carry(_ octets: [UInt8], putInAt now: Instant, under rules: [LinkRule] = []) -> Passage {
        // Each fault whose rate is not 0 is drawn for every datagram, even for one that is lost. So what happens to one datagram does not
        // change the draws for the next.
        let loss = chance(of: wire.faults.loss, .loss)
        let corruption = chance(of: wire.faults.corrupt, .corrupt)
        let duplication = chance(of: wire.faults.duplicate, .duplicate)
        let reordering = chance(of: wire.faults.reorder, .reorder)
        let delay = chance(of: wire.faults.delay, .delay)
        let jitter = drawJitter()

        guard octets.count <= wire.mtu else {
            return Passage(incidents: [.tooLarge(octets: octets.count, mtu: wire.mtu)])
        }
        guard let departure = depart(octets.count, at: now) else {
            return Passage(incidents: wire.queue.map { [.queueFull($0)] } ?? [])
        }
        let dropping = rules.first { $0.action == .drop }
        guard !loss, dropping == nil else { return Passage(incidents: [.lost(dropping)]) }

        var passage = Passage()
        var octets = octets
        var orders: [(action: LinkRule.Action, rule: LinkRule?)] = rules.map { ($0.action, $0) }
        if corruption { orders.append((.corrupt, nil)) }
        if reordering { orders.append((.reorder, nil)) }
        if delay { orders.append((.delay(by: wire.faults.hold), nil)) }
        if duplication { orders.append((.duplicate(after: nil), nil)) }

        var isDamaged = false
        var holds: [TimeSpan] = []
        var copies: [TimeSpan] = []
        for (action, rule) in orders {
            switch action {
            case .drop: break
            case .corrupt:
                // At most one bit is changed: two changed bits can cancel each other in the checksum.
                guard !isDamaged, let place = damage(&octets) else { break }
                isDamaged = true
                passage.incidents.append(.corrupted(octet: place.octet, bit: place.bit, rule))
            case .reorder:
                holds.append(step)
                passage.incidents.append(.heldUp(step, rule))
            case .delay(let span):
                holds.append(span)
                passage.incidents.append(.heldUp(span, rule))
            case .duplicate(let after):
                copies.append(after ?? step)
                passage.incidents.append(.duplicated(after: after ?? step, rule))
            }
        }
        // A datagram that is held up can be overtaken. The others keep their order.
        let inTurn = max(lastArrival, departure + wire.latency + jitter)
        if holds.isEmpty { lastArrival = inTurn }
        let arrival = holds.reduce(inTurn) { $0 + $1 }
        passage.copies = ([TimeSpan.microseconds(0)] + copies).map { Copy(at: arrival + $0, octets: octets) }
        return passage
    }

    /// How long a reordered datagram is held up, and how much later a copy arrives: one latency, at least 1 ms.
    private var step: TimeSpan { max(wire.latency, .milliseconds(1)) }

    /// When the last bit of a datagram of that many octets leaves; nil if the queue has no room for it.
    private mutating func depart(_ octets: Int, at now: Instant) -> Instant? {
        guard let bandwidth = wire.bandwidth else { return now }
        waiting.removeAll { $0.departs <= now }
        let start = max(now, busyUntil)
        if start > now {
            switch wire.queue {
            case .packets(let limit)? where waiting.count >= limit: return nil
            case .octets(let limit)? where waiting.reduce(octets, { $0 + $1.octets }) > limit: return nil
            default: waiting.append((start, octets))
            }
        }
        // No overflow: 65,535 octets times 8,000,000 is less than 2^40. A part of a microsecond counts as a whole one.
        let (whole, rest) = (octets * 8_000_000).quotientAndRemainder(dividingBy: max(1, bandwidth))
        busyUntil = start + .microseconds(Int64(whole + (rest > 0 ? 1 : 0)))
        return busyUntil
    }

    // MARK: Draws

    private mutating func chance(of rate: Double, _ draw: Draw) -> Bool {
        rate > 0 && Double(number(draw)) < rate * 4_294_967_296
    }

    private mutating func drawJitter() -> TimeSpan {
        let most = wire.jitter.microseconds
        guard most > 0 else { return .microseconds(0) }
        return .microseconds(Int64(number(.jitter, octets: 7)) % (most < .max ? most + 1 : most))
    }

    private mutating func damage(_ octets: inout [UInt8]) -> (octet: Int, bit: Int)? {
        guard !octets.isEmpty else { return nil }
        let place = Int(number(.bit)) % (octets.count * 8)
        octets[place / 8] ^= 1 << UInt8(place % 8)
        return (place / 8, place % 8)
    }

    /// The next random number of `count` octets, at most 7, from the stream of `draw`.
    private mutating func number(_ draw: Draw, octets count: Int = 4) -> UInt64 {
        guard let index = Draw.allCases.firstIndex(of: draw) else { return 0 }
        return streams[index].octets(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
