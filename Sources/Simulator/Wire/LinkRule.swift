import TCPSim
import Trace

/// An order to the wire: what to do to which packets. docs/wire.md describes how it is written.
package struct LinkRule: Hashable, Sendable, CustomStringConvertible {
    /// What is done to a packet.
    package enum Action: Hashable, Sendable {
        /// It vanishes.
        case drop
        /// It arrives twice, the copy that much later; nil for one latency.
        case duplicate(after: TimeSpan?)
        /// It is held up that long, and overtaken by what is sent meanwhile.
        case delay(by: TimeSpan)
        /// It is overtaken by what is sent up to one latency later.
        case reorder
        /// It arrives with one bit changed.
        case corrupt
    }

    /// The kind of a segment, by the name that people use: "SYN,ACK", "data".
    package typealias Kind = SegmentKind

    /// What the order is about.
    package enum Order: Hashable, Sendable {
        /// The packet of that number in the run, which is its frame in a capture.
        case frame(Int, Action)
        /// Segments of a kind that one side sends, counted from 1 as they are put on the wire, repeated ones included; nil for all.
        case segments(by: Role, Kind, numbers: ClosedRange<Int>?, Action)
        /// Everything that one side sends, or that both send if nil, from one instant until before another vanishes.
        case partition(of: Role?, from: Instant, until: Instant)
    }

    /// As it was written.
    package let text: String
    /// What it means.
    package let order: Order

    /// What it does to a packet that it is about.
    var action: Action {
        switch order {
        case .frame(_, let action), .segments(_, _, _, let action): action
        case .partition: .drop
        }
    }

    /// As it was written.
    package var description: String { text }
}

/// A rule and what has come of it so far.
struct StandingRule: Hashable, Sendable {
    let rule: LinkRule
    /// Packets of its kind that have passed.
    private(set) var seen = 0
    /// Packets it was about.
    private(set) var hits = 0

    init(_ rule: LinkRule) {
        self.rule = rule
    }

    /// Looks at a segment on its way into the wire.
    ///
    /// - Returns: whether the rule is about it.
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
