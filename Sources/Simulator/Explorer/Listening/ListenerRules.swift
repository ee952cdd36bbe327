import TCPHost
import TCPSim

/// The rules of states.
extension ListenerSpace {
    /// The raw value of the first ``Rule`` of states that is broken: B's books first, then each connection of B beside
    /// its client. 0 if none is broken, or only excused ones.
    package func violation(in packed: PackedState) -> UInt8 {
        let state = State(packed)
        let host = memory.host(state.host)
        let violation = unlessExcused(host.violation)
        guard violation == 0 else { return violation }
        for seen in host.connections {
            guard seen.state.isSynchronized else { continue }
            guard let number = seen.client else { return unlessExcused(Rule.ghost.rawValue) }
            let end = End(.a, client: number)
            let client = memory.client(of: state[number])
            let isFirst = seen.remoteInitial == scope.initial(of: end, 0)
            let isSecond = seen.remoteInitial == scope.initial(of: end, 1)
            guard (isFirst && client.hasOpened) || (isSecond && client.incarnation > 0) else {
                return unlessExcused(Rule.ghost.rawValue)
            }
            if seen.state == .established, client.state == .established,
                seen.remoteInitial != client.initial || seen.initial != client.remoteInitial
            {
                return unlessExcused(Rule.agreement.rawValue)
            }
        }
        return 0
    }

    /// The rule of states that B breaks whatever the clients are.
    static func broken(by server: Server, _ scope: Scope) -> Rule? {
        guard let listener = server.listener else { return nil }
        let waiting = server.connections.filter(\.isUnaccepted)
        let open = waiting.filter { $0.connection.state != .synReceived }
        // A SYN that is answered by a cookie waits for nothing at B, so the third segment can find the backlog full of half-open
        // connections.
        let counted = scope.cookies == nil ? waiting : open
        guard counted.count <= scope.backlog else { return .backlog }
        func isSame(_ sockets: [Socket], _ statuses: [TCPHost.Host.Status]) -> Bool {
            sockets.map(\.port).sorted() == statuses.map(\.route.remote.port).sorted()
        }
        let halfOpen = waiting.filter { $0.connection.state == .synReceived }
        guard isSame(listener.acceptable, open), isSame(listener.halfOpen, halfOpen) else { return .books }
        return nil
    }

    /// The raw value of ``Rule/deadlock`` if no timer runs and a connection is not over; else 0, and 0 if the rule is
    /// excused.
    package func deadlock(in packed: PackedState) -> UInt8 {
        let state = State(packed)
        let host = memory.host(state.host)
        let clients = (0..<scope.clients).map { memory.client(of: state[$0]) }
        if clients.contains(where: { $0.timers != 0 }) || host.connections.contains(where: { !$0.timers.isEmpty }) {
            return 0
        }
        let isOver = host.connections.isEmpty && clients.allSatisfy { !$0.hasOpened || $0.isOver }
        return isOver ? 0 : unlessExcused(Rule.deadlock.rawValue)
    }
}
