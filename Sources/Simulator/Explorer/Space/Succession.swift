import TCPSim
import Trace

extension TCPSpace {
    /// The new connection that takes the place of B's connection `old` in TIME-WAIT, and its actions; nil if `old` does not give way to the
    /// segment (RFC 9293 3.6.1, MAY-2).
    ///
    /// A host does this if its listener goes on listening. A connection itself cannot do it.
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
