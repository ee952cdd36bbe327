import TCPSim
import Trace

/// An order to the wire: what to do to which packets. docs/wire.md describes the notation.
package struct LinkRule: Hashable, Sendable, CustomStringConvertible {
    /// What is done to a packet.
    package enum Action: Hashable, Sendable {
        /// It is lost.
        case drop
        /// It arrives twice. The copy arrives `after` later; nil means one latency, at least 1 ms.
        case duplicate(after: TimeSpan?)
        /// It is delayed by that time. Packets that are sent meanwhile overtake it.
        case delay(by: TimeSpan)
        /// It is delayed by one latency, at least 1 ms. Packets that are sent meanwhile overtake it.
        case reorder
        /// It arrives with one bit changed.
        case corrupt
    }

    /// The kind of a segment, by its usual name: "SYN,ACK", "data".
    package typealias Kind = SegmentKind

    /// Which packets the order applies to, and what it does to them.
    package enum Order: Hashable, Sendable {
        /// The packet of that number in the run, which is also its frame number in a capture.
        case frame(Int, Action)
        /// Segments of a kind that one side sends. They are counted from 1 in the order in which they are sent, with retransmissions. If
        /// `numbers` is nil, all of them are meant.
        case segments(by: Role, Kind, numbers: ClosedRange<Int>?, Action)
        /// Every segment of one side is lost, from one instant up to, but not including, another; of both sides if the side is nil.
        case partition(of: Role?, from: Instant, until: Instant)
    }

    /// The rule as it was written.
    package let text: String
    /// What the rule means.
    package let order: Order

    /// What the rule does to a packet that it applies to.
    var action: Action {
        switch order {
        case .frame(_, let action), .segments(_, _, _, let action): action
        case .partition: .drop
        }
    }

    /// The rule as it was written.
    package var description: String { text }
}

/// A rule, and the packets that it was compared with so far.
struct StandingRule: Hashable, Sendable {
    let rule: LinkRule
    /// How many packets of the side and kind of the rule have passed. For a rule about one frame: the number of the last frame.
    private(set) var seen = 0
    /// How many packets the rule has applied to.
    private(set) var hits = 0

    /// Compares a segment that enters the wire with the rule, and counts it.
    ///
    /// - Returns: whether the rule applies to it.
    mutating func applies(to segment: Segment, frame: Int, by sender: Principal, at now: Instant) -> Bool {
        let isMeant: Bool
        switch rule.order {
        case .frame(let number, _):
            seen = frame
            isMeant = frame == number
        case .segments(let side, let kind, let numbers, _):
            guard side == sender.role, kind.includes(segment) else { return false }
            seen += 1
            isMeant = numbers?.contains(seen) ?? true
        case .partition(let side, let start, let end):
            guard side == nil || side == sender.role else { return false }
            seen += 1
            isMeant = start <= now && now < end
        }
        if isMeant { hits += 1 }
        return isMeant
    }
}
