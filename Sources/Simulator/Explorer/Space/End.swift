import TCPSim

/// One end of a connection between a client and B. In a space of two connections, A is client 0.
package struct End: Hashable, Sendable {
    /// The side of the connection.
    package let peer: Peer
    private let number: UInt8

    /// The end on the side of `peer` of the connection of that client.
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

/// What the network can do to a segment in flight.
package enum SegmentFate: Hashable, Sendable {
    case arrives
    /// The network loses it.
    case isLost
    /// The network makes a copy of it. The copy is the last of the segments in flight.
    case isCopied

    /// The item of an allowance that it uses up for the segment at `place`; nil if it uses up none.
    func item(at place: Int) -> Allowance.Item? {
        switch self {
        case .arrives: place > 0 ? .reorder : nil
        case .isLost: .loss
        case .isCopied: .duplicate
        }
    }
}

/// A segment that arrives at an end, and that the other end has not sent in this run.
struct ForeignSegment {
    let segment: Segment
    let to: End
}
