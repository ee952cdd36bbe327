import TCPSim

/// What can happen next in a space of connections.
package enum Choice: Hashable, Sendable {
    // MARK: At one end of a connection

    /// The user opens: a client actively, B passively.
    case open(End)
    /// The user sends one octet.
    case send(End)
    /// The user closes.
    case close(End)
    /// The user reads what has arrived.
    case read(End)
    /// The user aborts.
    case abort(End)
    /// A timer runs out.
    case timeout(End, Connection.Timer)
    /// The network does something to the segment at that place among those in flight to an end.
    case segment(to: End, at: Int, SegmentFate)
    /// A SYN of an earlier connection of the first client arrives at B.
    case oldArrives
    /// A forged segment arrives, in the name of the other end.
    case forge(to: End, TCPSpace.Forgery)

    // MARK: At a host that listens. Its connections are counted from 0, the oldest first.

    /// B's user accepts a connection.
    case accept
    /// B's user closes the listening socket.
    case stopListening
    /// B's user closes an accepted connection.
    case leave(Int)
    /// A timer of one of B's connections runs out.
    case hostTimeout(Int, Connection.Timer)
    /// A stranger's SYN arrives at B, in the name of a host that does not exist.
    case flood

    /// The segment in flight that the choice is about; nil if it is about none.
    var passage: Passage? {
        guard case .segment(let end, let place, let fate) = self else { return nil }
        return Passage(end: end, place: place, fate: fate)
    }

    /// The end that meets the cause of the choice. For a choice at B as a host that is about no client: B's end of the first client.
    @inline(__always)
    var end: End {
        switch self {
        case .open(let end), .send(let end), .close(let end), .read(let end), .abort(let end), .timeout(let end, _),
            .segment(let end, _, _), .forge(let end, _):
            end
        case .oldArrives, .accept, .stopListening, .leave, .hostTimeout, .flood: .b
        }
    }

    /// The item of an allowance that the choice uses up; nil if it uses up none.
    @inline(__always)
    var item: Allowance.Item? {
        switch self {
        case .segment(_, let place, let fate): fate.item(at: place)
        case .timeout(_, let timer), .hostTimeout(_, let timer): timer == .timeWait ? nil : .timeout
        case .oldArrives: .oldSYN
        case .forge: .forged
        case .flood: .flood
        case .open, .send, .close, .read, .abort, .accept, .stopListening, .leave: nil
        }
    }

    /// The client that the choice is about; nil if it is about none.
    var client: Int? {
        switch self {
        case .open, .send, .close, .read, .abort, .timeout, .segment, .forge, .oldArrives: end.client
        case .accept, .stopListening, .leave, .hostTimeout, .flood: nil
        }
    }
}

/// What the network does to the segment at a place among those in flight to an end.
struct Passage {
    let end: End
    let place: Int
    let fate: SegmentFate

    /// Whether the segment is no longer in flight afterwards.
    var isTaken: Bool { fate != .isCopied }
}
