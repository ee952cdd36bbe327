import TCPSim
import Trace

extension TCPSpace {
    /// The connection that takes the place of one of B's in TIME-WAIT, and what is to be done about it; nil if that one does not give
    /// way to the segment (RFC 9293 3.6.1, MAY-2).
    ///
    /// It is what a host does whose listener goes on listening. A connection does not know of it.
    static func successor(
        of old: Connection, _ peer: Peer, to segment: Segment, _ scope: Scope, isTelling: Bool,
        at now: Instant = .zero
    ) -> (connection: Connection, actions: [Connection.Action])? {
        let isFirst = old.configuration.isn == .forced(scope.initial(of: .b, 0))
        guard scope.mayReopen, peer == .b, isFirst, old.state == .timeWait else { return nil }
        let next = scope.connection(of: .b, incarnation: 1, isTelling: isTelling)
        var listener = Listener(local: next.local, backlog: 1, configuration: next.configuration)
        _ = listener.open(at: now)
        guard listener.replaces(old, by: segment) else { return nil }
        let source = socket(of: peer.other).address
        guard
            case .opened(let connection, let actions) = listener.segmentArrives(
                segment, from: source, replacing: old, at: now)
        else { return nil }
        return (connection, actions)
    }
}
