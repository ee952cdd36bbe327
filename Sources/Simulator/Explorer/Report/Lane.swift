import TCPSim

/// The segments that are under way from one side to the other, the oldest first. Of two connections A is client 0.
package struct Lane: Hashable, Sendable {
    /// The client at the one end.
    package let client: Int
    /// The side that they go to.
    package let to: Peer

    /// The way back.
    var back: Lane { Lane(client: client, to: to.other) }
}

/// What can be done to a segment that is under way.
package enum SegmentFate: Hashable, Sendable {
    /// It arrives.
    case arrives
    /// The network loses it.
    case isLost
    /// The network makes a copy of it, which goes to the end of the lane.
    case isCopied
}

/// What becomes of the segment at a place of a lane.
struct Passage {
    let lane: Lane
    let place: Int
    let fate: SegmentFate

    /// Whether the segment leaves the lane.
    var isTaken: Bool { fate != .isCopied }
}

/// A segment that turns up at a side, and that the other side has not sent in this run.
struct ForeignSegment {
    let segment: Segment
    let to: Peer
}
