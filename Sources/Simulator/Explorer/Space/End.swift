import TCPSim

/// One end of a connection between a client and B, and the segments that are under way to it, the oldest first. Of two connections A is
/// client 0.
package struct End: Hashable, Sendable {
    /// The side.
    package let peer: Peer
    private let number: UInt8

    /// The end of a connection of that client on the side of `peer`.
    package init(_ peer: Peer, client: Int = 0) {
        self.peer = peer
        number = UInt8(truncatingIfNeeded: client)
    }

    /// A's end, if A is the only client.
    package static let a = End(.a)
    /// B's end, if A is the only client.
    package static let b = End(.b)

    /// The client, from 0.
    package var client: Int { Int(number) }

    /// The other end of the connection.
    var other: End { End(peer.other, client: client) }
}

/// What can be done to a segment that is under way.
package enum SegmentFate: Hashable, Sendable {
    /// It arrives.
    case arrives
    /// The network loses it.
    case isLost
    /// The network makes a copy of it, which joins those under way as the last.
    case isCopied

    /// What it uses up if it befalls the segment at `place`.
    func item(at place: Int) -> Allowance.Item? {
        switch self {
        case .arrives: place > 0 ? .reorder : nil
        case .isLost: .loss
        case .isCopied: .duplicate
        }
    }
}

/// A segment that turns up at a side, and that the other side has not sent in this run.
struct ForeignSegment {
    let segment: Segment
    let to: End
}
