import TCPHost
import TCPSim
import Trace

/// The rules of states, and those of steps that need both sides of a connection.
extension TCPSpace {
    // MARK: Of steps

    /// The rule that a side breaks on a step; nil if none.
    ///
    /// The search calls this for each step. So it is given the numbers of sides: a view is copied only after a reset.
    ///
    /// - Parameters:
    ///   - found: the judgment on the side alone.
    ///   - own: the number of the side before the step.
    ///   - after: the number of the side after the step.
    ///   - other: the number of the other side.
    @inline(__always)
    func broken(_ found: Verdict, by own: UInt32, after: UInt32, other: UInt32) -> Rule? {
        if let violation = found.violation { return violation }
        let sent = memory[other].sent(on: memory[after].partner)
        if let total = found.total, total != sent { return .complete }
        if found.needed > sent { return .inOrder }
        return found.isReset && !isResetRightly(own, by: other) ? .reset : nil
    }

    /// The raw value of the rule; 0 for nil, and for a rule that is excused.
    func unlessExcused(_ rule: Rule?) -> UInt8 {
        guard let rule, excused.isEmpty || !excused.contains(rule) else { return 0 }
        return rule.rawValue
    }

    /// Whether a side may be told of a reset: the other side takes no part in the connection, and has not closed it in good order. A side that
    /// has closed in good order must wait until no retransmission can reach it any more. In a connection that an old SYN has made, the other
    /// side takes no part.
    @inline(never)
    private func isResetRightly(_ own: UInt32, by other: UInt32) -> Bool {
        let (own, other) = (memory[own], memory[other])
        if hasTakenOldSYN(own) { return true }
        if other.incarnation > own.partner { return !other.leftInGoodOrder }
        if other.isOver { return other.hasFailed || !other.isAtEnd }
        return !Self.hasHeard(other, of: own) || !Self.hasHeard(own, of: other)
    }

    /// Whether the SYN that `side` has received is that of `other`.
    private static func hasHeard(_ side: View, of other: View) -> Bool {
        switch side.state {
        case .closed, .listen, .synSent: false
        case .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait:
            side.remoteInitial == other.initial
        }
    }

    // MARK: Of states

    /// The raw value of the first ``Rule`` of states that is broken; 0 if none is broken, or only excused rules are. If B is a host, it is
    /// judged first, and then each of its connections together with its client. Otherwise A is judged first, and then B.
    package func violation(in packed: PackedState) -> UInt8 {
        let state = State(packed)
        guard !scope.isListening else { return violation(by: memory.host(state.b), in: state) }
        let (a, b) = (memory[state[0]], memory[state.b])
        if let violation = broken(by: a, other: b) { return violation }
        return broken(by: b, other: a) ?? 0
    }

    /// The raw value of the first rule that B as a host breaks, or one of its connections together with its client; 0 if none is broken.
    private func violation(by host: ServerView, in state: State) -> UInt8 {
        let violation = unlessExcused(host.violation)
        guard violation == 0 else { return violation }
        for seen in host.connections where seen.state.isSynchronized {
            guard let number = seen.client else { return unlessExcused(.ghost) }
            let client = view(of: End(.a, client: number), in: state)
            let isFirst = seen.remoteInitial == scope.initial(of: client.end, 0)
            let isSecond = seen.remoteInitial == scope.initial(of: client.end, 1)
            guard (isFirst && client.hasOpened) || (isSecond && client.incarnation > 0) else {
                return unlessExcused(.ghost)
            }
            if seen.state == .established, client.state == .established,
                seen.remoteInitial != client.initial || seen.initial != client.remoteInitial
            {
                return unlessExcused(.agreement)
            }
        }
        return 0
    }

    /// The raw value of the first rule of states that a side breaks, alone or together with the other side; nil if none is broken.
    @inline(__always)
    private func broken(by own: View, other: View) -> UInt8? {
        let violation = unlessExcused(own.violation)
        guard violation == 0 else { return violation }
        guard own.state != .closed, own.state != .listen else { return nil }
        if !excused.contains(.received), Self.hasHeard(other, of: own) {
            let received = other.expected - own.initial
            let sent = own.next - own.initial
            guard own.unacknowledged - own.initial <= received, received <= sent else {
                return Rule.received.rawValue
            }
        }
        guard own.state == .established else { return nil }
        // The other side may have ended its connection since then, but it must have chosen the number.
        if !excused.contains(.ghost) {
            let isChosen =
                own.remoteInitial == other.choice || (other.incarnation > 0 && own.remoteInitial == other.firstChoice)
            guard other.hasOpened, isChosen else { return Rule.ghost.rawValue }
        }
        if !excused.contains(.agreement), other.state == .established {
            guard own.remoteInitial == other.initial, other.remoteInitial == own.initial else {
                return Rule.agreement.rawValue
            }
        }
        return nil
    }

    /// The rule of states that a side breaks whatever the other side is; nil if none.
    static func broken(by side: Side, _ own: Connection) -> Rule? {
        let isClosed = own.state == .closed || own.state == .listen
        let timers = Set(own.armedTimers)
        guard own.sending.unacknowledged <= own.sending.next else { return .sendSpace }
        let inFlight = isClosed || own.state == .timeWait ? 0 : own.sending.inFlight
        // The octet of a window probe is sent again when the persist timer runs out.
        if inFlight > 0, timers.isDisjoint(with: [.retransmission, .persist]) { return .timer }
        if inFlight == 0, timers.contains(.retransmission) { return .idle }
        if own.isDrained, timers.contains(.persist) { return .idle }
        if sending.contains(own.state), !own.isDrained {
            guard timers.contains(.retransmission) || timers.contains(.persist) else { return .waiting }
        }
        guard side.hasClosed || !closing.contains(own.state) else { return .ownClose }
        return nil
    }

    /// The states in which queued data may be sent.
    private static let sending: Set<TCPSim.State> = [.established, .finWait1, .closeWait, .closing]
    /// The states that only a CLOSE of the user leads to: the FIN is sent, or waits behind data.
    private static let closing: Set<TCPSim.State> = [.finWait1, .finWait2, .closing, .lastAck, .timeWait]

    /// The rule of states that B as a host breaks whatever the clients are; nil if none.
    static func broken(by server: Server, _ scope: Scope) -> Rule? {
        guard let listener = server.listener else { return nil }
        let waiting = server.connections.filter(\.isUnaccepted)
        let open = waiting.filter { $0.connection.state != .synReceived }
        // A SYN that is answered by a cookie takes no place in the backlog. So the third segment may open a connection while the backlog is
        // full of half-open connections.
        let counted = scope.cookies == nil ? waiting : open
        guard counted.count <= scope.backlog else { return .backlog }
        func isSame(_ sockets: [Socket], _ statuses: [TCPHost.Host.Status]) -> Bool {
            sockets.map(\.port).sorted() == statuses.map(\.route.remote.port).sorted()
        }
        let halfOpen = waiting.filter { $0.connection.state == .synReceived }
        return isSame(Array(listener.acceptable), open) && isSame(Array(listener.halfOpen), halfOpen) ? nil : .books
    }

    /// The raw value of ``Rule/deadlock`` if no timer runs, no error was reported, and a connection is not over; else 0. If the rule is
    /// excused, 0.
    package func deadlock(in packed: PackedState) -> UInt8 {
        let state = State(packed)
        let host = scope.isListening ? memory.host(state.b) : nil
        let sides = ends.map { view(of: $0, in: state) }
        if sides.contains(where: { $0.hasFailed || $0.timers != 0 }) { return 0 }
        if host?.connections.contains(where: { !$0.timers.isEmpty }) ?? false { return 0 }
        return isOver(sides, host) ? 0 : unlessExcused(.deadlock)
    }

    /// Whether each user who has opened a connection was told that it is over, and B as a host has forgotten every connection.
    func isOver(_ sides: [View], _ host: ServerView?) -> Bool {
        sides.allSatisfy { !$0.hasOpened || $0.isOver } && host?.connections.isEmpty ?? true
    }
}
