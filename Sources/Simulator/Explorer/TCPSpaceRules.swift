import TCPSim
import Trace

/// What must hold in every state and on every step.
extension TCPSpace {
    /// The rules by name.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// On a step: what the user is handed.
        case inOrder = "every octet is received once and in order"
        /// On a step: when the user is told that the stream ends.
        case complete = "the end of the stream comes after every octet"
        /// On a step: what a segment that takes a sequence number is answered with (RFC 9293 3.10.7.4).
        case answer = "whatever takes a sequence number of an open connection is answered"
        /// On a step: when the user is told of a reset.
        case reset = "nobody is reset by a side that is in the connection or has closed it in good order"
        /// On a step: how the state changes.
        case arrows = "every change of state is an arrow of figure 5 or one of its known omissions"
        /// In a state (RFC 9293 3.4).
        case sendSpace = "SND.UNA =< SND.NXT"
        /// In a state: both sides' variables, counted from the initial number as plain integers, so not by the circle's comparison.
        case received = "what is acknowledged was received, and what was received was sent"
        /// In a state (RFC 6298 5.1).
        case timer = "every unacknowledged octet has a timer"
        /// In a state (RFC 9293 3.8.6.1).
        case waiting = "data that waits has a timer"
        /// In a state (RFC 9293 3.5).
        case agreement = "ESTABLISHED on both sides means that both agree on both initial sequence numbers"
        /// In a state (RFC 9293 3.5).
        case ghost = "nobody is ESTABLISHED with a sequence number that the other side never chose"
        /// In a state (RFC 9293 3.6): the two directions are closed each by its own user.
        case ownClose = "nobody's direction is closed before its user has closed it"
        /// In a state in which nothing can happen.
        case deadlock = "where nothing can happen both sides are done, a timer runs, or an error was reported"
    }

    // MARK: Rules of states

    public func violation(in state: State) -> String? {
        for peer in [Peer.a, .b] {
            if let rule = broken(by: state[peer], other: state[peer.other]) { return rule.rawValue }
        }
        return nil
    }

    private func broken(by side: Side, other: Side) -> Rule? {
        let (own, theirs) = (side.connection, other.connection)
        let isClosed = own.state == .closed || own.state == .listen
        guard own.sending.unacknowledged <= own.sending.next else { return .sendSpace }
        if !isClosed, Self.hasHeard(theirs, of: own) {
            let start = own.sending.initial
            let received = theirs.receiving.next - start
            guard own.sending.unacknowledged - start <= received, received <= own.sending.next - start else {
                return .received
            }
        }
        let timers = own.armedTimers
        if !isClosed, own.state != .timeWait, own.sending.inFlight > 0 {
            guard timers.contains(.retransmission) else { return .timer }
        }
        if own.state == .established || own.state == .closeWait, !own.isDrained {
            guard timers.contains(.retransmission) || timers.contains(.persist) else { return .waiting }
        }
        guard side.hasClosed || !Self.closing.contains(own.state) else { return .ownClose }
        guard own.state == .established else { return nil }
        // The other side may have gone since then, but it must have chosen the number.
        if !excusesGhosts {
            guard other.hasOpened, own.receiving.initial == Self.choice(theirs) else { return .ghost }
        }
        if theirs.state == .established {
            guard own.receiving.initial == theirs.sending.initial, theirs.receiving.initial == own.sending.initial
            else { return .agreement }
        }
        return nil
    }

    public func deadlock(in state: State) -> String? {
        let sides = [state[.a], state[.b]]
        if sides.contains(where: \.hasFailed) { return nil }
        if sides.contains(where: { !$0.connection.armedTimers.isEmpty }) { return nil }
        return sides.allSatisfy(\.isOver) ? nil : Rule.deadlock.rawValue
    }

    /// States that CLOSE alone leads to: the FIN is sent, or waits behind data.
    private static let closing: Set<TCPSim.State> = [.finWait1, .finWait2, .closing, .lastAck, .timeWait]

    /// The initial sequence number that the configuration of `connection` makes it choose.
    private static func choice(_ connection: Connection) -> SequenceNumber? {
        if case .forced(let number) = connection.configuration.isn { number } else { nil }
    }

    /// Whether the SYN that `connection` has received is that of `other`.
    private static func hasHeard(_ connection: Connection, of other: Connection) -> Bool {
        switch connection.state {
        case .closed, .listen, .synSent: false
        case .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait:
            connection.receiving.initial == other.sending.initial
        }
    }

    // MARK: Rules of steps

    /// Whether `connection` may be told of a reset: the other side has no part in it, and has not closed it in good order, after which
    /// it would have had to wait until no retransmission can reach it any more.
    static func isResetRightly(_ connection: Connection, by other: Side) -> Bool {
        if other.isOver { return other.hasFailed || !other.connection.isAtEnd }
        return !hasHeard(other.connection, of: connection) || !hasHeard(connection, of: other.connection)
    }

    /// Whether something has to be sent: a segment that takes a sequence number has arrived in a synchronized state.
    static func demandsAnswer(_ cause: Cause, before: Connection, after: Connection) -> Bool {
        guard case .arrival(let sealed) = cause, before.state.isSynchronized, after.state != .closed else {
            return false
        }
        let segment = sealed.value
        return segment.length > 0 && !segment.control.contains(.rst)
    }
}

/// The machines.
extension TCPSpace {
    /// TCP as it is, or a wrong one; time stands still.
    public static func machine(_ variant: Variant) -> Machine {
        { connection, event in variant.handle(event, by: &connection, at: .zero) }
    }
}
