import TCPSim
import Trace

/// What must hold in every state and on every step.
extension TCPSpace {
    /// The rules by name, and the arrows that a connection may take.
    enum Rule {
        static let inOrder = "every octet is received once and in order"
        static let complete = "the end of the stream comes after every octet"
        static let sendSpace = "SND.UNA =< SND.NXT"
        static let timer = "every unacknowledged octet has a timer"
        static let waiting = "data that waits has a timer"
        static let agreement = "ESTABLISHED on both sides means that both agree on both initial sequence numbers"
        static let ghost = "nobody is ESTABLISHED with a sequence number that the other side never chose"
        static let ownClose = "nobody's direction is closed before its user has closed it"
        static let arrows = "every change of state is an arrow of figure 5 or one of its known omissions"
        static let deadlock = "where nothing can happen both sides are done, a timer runs, or an error was reported"

        /// The arrows of RFC 9293, figure 5. Its arrow from FIN-WAIT-1 to TIME-WAIT is two here: the FIN that acknowledges ours
        /// leads by way of FIN-WAIT-2.
        static let figure5: [TCPSim.State: Set<TCPSim.State>] = [
            .closed: [.listen, .synSent],
            .listen: [.closed, .synReceived, .synSent],
            .synSent: [.closed, .synReceived, .established],
            .synReceived: [.listen, .established, .finWait1],
            .established: [.finWait1, .closeWait],
            .finWait1: [.finWait2, .closing],
            .finWait2: [.timeWait],
            .closing: [.timeWait],
            .closeWait: [.lastAck],
            .lastAck: [.closed],
            .timeWait: [.closed],
        ]

        /// How many arrows the figure has.
        static let arrowCount = figure5.values.reduce(0) { $0 + $1.count }

        /// States that a reset or giving up leads out of to CLOSED (RFC 9293 3.10.7.4 and 3.8.3); the figure says of itself
        /// that it leaves out error conditions.
        static let failing: Set<TCPSim.State> = [
            .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing,
        ]

        /// States that CLOSE alone leads to: the FIN is sent, or waits behind data.
        static let closing: Set<TCPSim.State> = [.finWait1, .finWait2, .closing, .lastAck, .timeWait]

        static func isDrawn(_ arrow: Arrow) -> Bool { figure5[arrow.from]?.contains(arrow.to) ?? false }

        static func isKnown(_ arrow: Arrow) -> Bool {
            isDrawn(arrow) || (arrow.to == .closed && failing.contains(arrow.from))
        }
    }

    /// Which arrows of figure 5 are among `arrows`: "19 of 20 arrows; not SYN-SENT > SYN-RECEIVED".
    public static func coverage(_ arrows: Set<Arrow>) -> String {
        let missing = TCPSim.State.allCases.flatMap { from in
            TCPSim.State.allCases.map { Arrow(from: from, to: $0) }.filter { Rule.isDrawn($0) && !arrows.contains($0) }
        }
        let text = "\(Rule.arrowCount - missing.count) of \(Rule.arrowCount) arrows"
        return missing.isEmpty ? text : text + "; not " + missing.map(\.description).joined(separator: ", ")
    }

    public func violation(in state: State) -> String? {
        for peer in [Peer.a, .b] {
            let (own, other) = (state[peer].connection, state[peer.other])
            guard own.sending.unacknowledged <= own.sending.next else { return Rule.sendSpace }
            let timers = own.armedTimers
            if own.state != .closed, own.state != .listen, own.state != .timeWait, own.sending.inFlight > 0 {
                guard timers.contains(.retransmission) else { return Rule.timer }
            }
            if own.state == .established || own.state == .closeWait, !own.isDrained {
                guard timers.contains(.retransmission) || timers.contains(.persist) else { return Rule.waiting }
            }
            guard state[peer].hasClosed || !Rule.closing.contains(own.state) else { return Rule.ownClose }
            guard own.state == .established else { continue }
            // The other side may have gone since then, but it must have chosen the number.
            guard other.hasOpened, own.receiving.initial == Self.choice(other.connection) else { return Rule.ghost }
            if other.connection.state == .established {
                let theirs = other.connection
                guard own.receiving.initial == theirs.sending.initial, theirs.receiving.initial == own.sending.initial
                else { return Rule.agreement }
            }
        }
        return nil
    }

    public func deadlock(in state: State) -> String? {
        let sides = [state[.a], state[.b]]
        if sides.contains(where: \.hasFailed) { return nil }
        if sides.contains(where: { !$0.connection.armedTimers.isEmpty }) { return nil }
        guard sides.allSatisfy(\.isOver) else { return Rule.deadlock }
        return nil
    }

    /// The initial sequence number that the configuration of `connection` makes it choose.
    private static func choice(_ connection: Connection) -> SequenceNumber? {
        if case .forced(let number) = connection.configuration.isn { number } else { nil }
    }
}

/// The machines.
extension TCPSpace {
    /// TCP as it is.
    @Sendable public static func standard(
        _ connection: inout Connection, _ event: Connection.Event
    ) -> [Connection.Action] {
        connection.handle(event, at: .zero)
    }

    /// TCP as it is, or changed in one place.
    public static func machine(_ variant: Variant) -> Machine {
        { connection, event in variant.handle(event, by: &connection, at: .zero) }
    }
}
