import TCPSim
import Trace

/// The rules of states, and those of steps that need both sides.
extension TCPSpace {
    // MARK: Of steps

    /// The raw value of the rule that a move of `own` breaks; 0 for none.
    func broken(by move: Move, of own: View, other: View) -> UInt8 {
        guard move.violation == 0 else { return unlessExcused(move.violation) }
        let rule: Rule
        let sent = other.sent(on: memory[move.side].partner)
        if let total = move.total, total != sent {
            rule = .complete
        } else if move.needed > sent {
            rule = .inOrder
        } else if move.isReset, !hasTakenOldSYN(own), !Self.isResetRightly(own, by: other) {
            rule = .reset
        } else {
            return 0
        }
        return unlessExcused(rule.rawValue)
    }

    /// Whether a side may be told of a reset: the other side has no part in its connection, and has not closed it in good order,
    /// after which it would have had to wait until no retransmission can reach it any more. In a connection that an old SYN has made the
    /// other side has no part.
    private static func isResetRightly(_ own: View, by other: View) -> Bool {
        if other.incarnation > own.partner { return !other.leftInGoodOrder }
        if other.isOver { return other.hasFailed || !other.isAtEnd }
        return !hasHeard(other, of: own) || !hasHeard(own, of: other)
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

    /// The raw value of the first ``Rule`` of states that a side breaks, A's first; 0 if none is broken, or only
    /// excused ones.
    package func violation(in packed: PackedState) -> UInt8 {
        let state = State(packed)
        let (a, b) = (memory[state[.a]], memory[state[.b]])
        if let rule = broken(by: a, other: b) ?? broken(by: b, other: a) { return rule }
        return 0
    }

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
        // The other side may have gone since then, but it must have chosen the number.
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

    /// The rule of states that a side breaks whatever the other side is.
    static func broken(by side: Side, _ own: Connection) -> Rule? {
        let isClosed = own.state == .closed || own.state == .listen
        let timers = Set(own.armedTimers)
        guard own.sending.unacknowledged <= own.sending.next else { return .sendSpace }
        let inFlight = isClosed || own.state == .timeWait ? 0 : own.sending.inFlight
        // The octet of a probe is sent again when the window's timer runs out.
        if inFlight > 0, timers.isDisjoint(with: [.retransmission, .persist]) { return .timer }
        if inFlight == 0, timers.contains(.retransmission) { return .idle }
        if own.isDrained, timers.contains(.persist) { return .idle }
        if sending.contains(own.state), !own.isDrained {
            guard timers.contains(.retransmission) || timers.contains(.persist) else { return .waiting }
        }
        guard side.hasClosed || !closing.contains(own.state) else { return .ownClose }
        return nil
    }

    /// States in which what is queued may be sent.
    private static let sending: Set<TCPSim.State> = [.established, .finWait1, .closeWait, .closing]
    /// States that CLOSE alone leads to: the FIN is sent, or waits behind data.
    private static let closing: Set<TCPSim.State> = [.finWait1, .finWait2, .closing, .lastAck, .timeWait]

    /// The raw value of ``Rule/deadlock`` if no timer runs, no error was reported, and a side is not over; else 0.
    package func deadlock(in packed: PackedState) -> UInt8 {
        let state = State(packed)
        let sides = Peer.allCases.map { memory[state[$0]] }
        if sides.contains(where: { $0.hasFailed || $0.timers != 0 }) { return 0 }
        return sides.allSatisfy(\.isOver) ? 0 : Rule.deadlock.rawValue
    }
}
