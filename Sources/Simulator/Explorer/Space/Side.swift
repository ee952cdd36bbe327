import TCPSim

extension TCPSpace {
    /// A connection and its user.
    struct Side: Hashable, Sendable {
        /// The number of the connection in ``Memory``.
        var connection: UInt32
        /// The end at which the connection is.
        let end: End
        /// Whether the user has called OPEN.
        var hasOpened = false
        /// Whether the user has called CLOSE.
        var hasClosed = false
        /// Whether the connection was opened passively: it waits for a SYN in LISTEN, or has received one there.
        var isPassive = false
        /// The right edge of the receive window that was offered to the other side, at its furthest; nil before the first acknowledgment.
        var offered: SequenceNumber?
        /// How many octets the user has sent.
        var sent: UInt8 = 0
        /// How many octets the user has received in order.
        var received: UInt8 = 0
        /// Whether the connection is over, and its user knows it.
        var isOver = false
        /// Whether it has ended with an error, or was aborted.
        var hasFailed = false
        /// 0 for the first connection, 1 for the second.
        var incarnation: UInt8 = 0
        /// The incarnation of the other side with which it is connected.
        var partner: UInt8 = 0
        /// On the second connection: how many octets the user has sent on the first.
        var sentBefore: UInt8 = 0
        /// On the second connection: whether the first has ended in good order.
        var leftInGoodOrder = false

        /// The same user on the second connection. `before` is the first one.
        func reopened(from before: Connection) -> Side {
            var next = Side(connection: connection, end: end)
            (next.hasOpened, next.isPassive) = (true, end.peer == .b)
            next.incarnation = incarnation + 1
            next.sentBefore = sent
            next.leftInGoodOrder = !hasFailed && before.isAtEnd
            return next
        }

        /// The side without the variables that only rules use. The rules of a host need none of them for a client, so the search has fewer
        /// states without them.
        var unjudged: Side {
            var side = Side(connection: connection, end: end, hasOpened: hasOpened, hasClosed: hasClosed)
            (side.sent, side.isOver, side.incarnation) = (sent, isOver, incarnation)
            return side
        }
    }

    /// What the search looks at in a side. It is worked out once for each ``Side``.
    struct View: Sendable {
        let end: End
        let state: TCPSim.State
        let hasOpened: Bool
        let isOver: Bool
        let hasFailed: Bool
        let sent: UInt8
        let incarnation: UInt8
        let partner: UInt8
        let sentBefore: UInt8
        let leftInGoodOrder: Bool
        /// Whether the user may call OPEN for a second connection.
        let mayReopen: Bool
        /// Whether the user may call SEND.
        let maySend: Bool
        /// Whether the user may call CLOSE.
        let mayClose: Bool
        /// Whether the user may call RECEIVE: octets have arrived.
        let mayRead: Bool
        /// Whether the user may call ABORT.
        let mayAbort: Bool
        /// Whether the FIN of the other side has been received.
        let isAtEnd: Bool
        /// The timers that run: a bit for each place of a timer.
        let timers: UInt8
        /// The segments that a stranger may forge to it, or to B as a host in its name: a bit for each.
        let forgeries: UInt16
        /// ISS.
        let initial: SequenceNumber
        /// SND.UNA.
        let unacknowledged: SequenceNumber
        /// SND.NXT.
        let next: SequenceNumber
        /// IRS.
        let remoteInitial: SequenceNumber
        /// RCV.NXT.
        let expected: SequenceNumber
        /// The initial sequence number that its connection chooses; nil if that depends on a clock.
        let choice: SequenceNumber?
        /// The initial sequence number that its first connection chooses.
        let firstChoice: SequenceNumber
        /// Whether a probe of a closed window has no answer yet.
        let isProbing: Bool
        /// What ``isPatient(_:)`` says of the connection.
        let isPatient: Bool
        /// The rule of states that the side breaks by itself; nil if none.
        let violation: Rule?

        /// How many octets the user has sent on the connection of that incarnation.
        func sent(on incarnation: UInt8) -> UInt8 {
            incarnation == self.incarnation ? sent : incarnation < self.incarnation ? sentBefore : 0
        }

        var waitsForAcknowledgment: Bool { timers & View.retransmission != 0 }

        /// The timers that run, in the order of their places.
        var running: some Sequence<Connection.Timer> {
            View.allTimers.lazy.filter { timers & View.bit($0) != 0 }
        }

        /// All timers, in the order of their places. The array is made once.
        private static let allTimers = Connection.Timer.allCases

        static var retransmission: UInt8 { bit(.retransmission) }
        static var timeWait: UInt8 { bit(.timeWait) }

        static func bit(_ timer: Connection.Timer) -> UInt8 { 1 << UInt8(place(timer)) }

        /// The place of a timer among all timers.
        ///
        /// The search calls this several times for each state, so it makes and searches no array.
        static func place(_ timer: Connection.Timer) -> Int {
            switch timer {
            case .retransmission: 0
            case .timeWait: 1
            case .persist: 2
            case .delayedAcknowledgment: 3
            case .keepAlive: 4
            case .orphan: 5
            }
        }

        init(of side: Side, connection: Connection, scope: Scope) {
            end = side.end
            state = connection.state
            (hasOpened, isOver, hasFailed, sent) = (side.hasOpened, side.isOver, side.hasFailed, side.sent)
            (incarnation, partner) = (side.incarnation, side.partner)
            (sentBefore, leftInGoodOrder) = (side.sentBefore, side.leftInGoodOrder)
            firstChoice = scope.initial(of: side.end, 0)
            let isClosed = state == .closed
            mayReopen =
                scope.mayReopen && isOver && isClosed && side.incarnation == 0 && connection.available == 0
            // A SEND in LISTEN opens actively, so the SYNs of both sides may cross.
            maySend = Int(sent) < scope.data && (connection.isSendable || (state == .listen && scope.mayCross))
            mayClose = hasOpened && !side.hasClosed && !isClosed
            mayRead = connection.available > 0
            mayAbort = scope.mayAbort && hasOpened && !isClosed
            isAtEnd = connection.isAtEnd
            timers = connection.armedTimers.reduce(0) { $0 | View.bit($1) }
            forgeries = scope.forgeries.reduce(0) {
                let isPossible =
                    scope.isListening
                    ? scope.cookies != nil || $1 == .guessed : $1.segment(for: connection, of: side.end.peer) != nil
                return isPossible ? $0 | $1.bit : $0
            }
            initial = connection.sending.initial
            unacknowledged = connection.sending.unacknowledged
            next = connection.sending.next
            remoteInitial = connection.receiving.initial
            expected = connection.receiving.next
            if case .forced(let number) = connection.configuration.isn { choice = number } else { choice = nil }
            isProbing = connection.hasUnansweredProbe
            isPatient = Self.isPatient(connection)
            violation = scope.isListening ? nil : TCPSpace.broken(by: side, connection)
        }

        /// Whether the retransmission timer has not run out since something was acknowledged last, as far as its length shows this: no backoff
        /// has lengthened it beyond its initial value.
        static func isPatient(_ connection: Connection) -> Bool {
            connection.retransmissionTimeout.value <= connection.configuration.initialRTO
        }
    }
}
