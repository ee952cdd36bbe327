import TCPSim

extension TCPSpace {
    /// A connection and its user.
    struct Side: Hashable, Sendable {
        /// The number of the connection in ``Memory``.
        var connection: UInt32
        /// Where it is.
        let end: End
        var hasOpened = false
        var hasClosed = false
        /// It waits for a SYN, or has been found by one while it did.
        var isPassive = false
        /// The number behind the receive window that the other side was told of, at its furthest; nil before the first acknowledgment.
        var offered: SequenceNumber?
        /// Octets the user has sent, and received in order.
        var sent: UInt8 = 0
        var received: UInt8 = 0
        /// The connection has told its user that it is gone, and why if not in good order.
        var isOver = false
        var hasFailed = false
        /// 0 on its first connection, 1 on the next.
        var incarnation: UInt8 = 0
        /// The incarnation of the other side with which it has been connected.
        var partner: UInt8 = 0
        /// Octets that the user has sent on the first connection, while on the next; and whether that one ended in good order.
        var sentBefore: UInt8 = 0
        var leftInGoodOrder = false

        /// The same user on the next connection.
        func reopened(from before: Connection) -> Side {
            var next = Side(connection: connection, end: end)
            (next.hasOpened, next.isPassive) = (true, end.peer == .b)
            next.incarnation = incarnation + 1
            next.sentBefore = sent
            next.leftInGoodOrder = !hasFailed && before.isAtEnd
            return next
        }

        /// The same side without what only rules ask for: no rule is about a client of a host that listens.
        var unjudged: Side {
            var side = Side(connection: connection, end: end, hasOpened: hasOpened, hasClosed: hasClosed)
            (side.sent, side.isOver, side.incarnation) = (sent, isOver, incarnation)
            return side
        }
    }

    /// What the search looks at in a side, worked out once for each.
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
        /// Whether the user may OPEN once more, SEND, CLOSE, RECEIVE what is there, ABORT.
        let mayReopen: Bool
        let maySend: Bool
        let mayClose: Bool
        let mayRead: Bool
        let mayAbort: Bool
        /// The other side's FIN has been received.
        let isAtEnd: Bool
        /// The timers that run: a bit for each place among all.
        let timers: UInt8
        /// The forgeries that it has to withstand, or a host that listens in its name: a bit for each.
        let forgeries: UInt16
        /// ISS, SND.UNA, SND.NXT, IRS and RCV.NXT.
        let initial: SequenceNumber
        let unacknowledged: SequenceNumber
        let next: SequenceNumber
        let remoteInitial: SequenceNumber
        let expected: SequenceNumber
        /// The initial sequence number that it chooses, or would choose.
        let choice: SequenceNumber?
        /// That of its first connection.
        let firstChoice: SequenceNumber
        /// A probe of a closed window has no answer yet.
        let isProbing: Bool
        /// What ``isPatient(_:)`` says of the connection.
        let isPatient: Bool
        /// The rule that the side breaks by itself.
        let violation: Rule?

        /// Octets that the user has sent on that connection.
        func sent(on incarnation: UInt8) -> UInt8 {
            incarnation == self.incarnation ? sent : incarnation < self.incarnation ? sentBefore : 0
        }

        var waitsForAcknowledgment: Bool { timers & View.retransmission != 0 }

        /// The timers that run, in the order of all.
        var running: some Sequence<Connection.Timer> {
            View.allTimers.lazy.filter { timers & View.bit($0) != 0 }
        }

        /// All timers, in order, made once.
        private static let allTimers = Connection.Timer.allCases

        static var retransmission: UInt8 { bit(.retransmission) }
        static var timeWait: UInt8 { bit(.timeWait) }

        static func bit(_ timer: Connection.Timer) -> UInt8 { 1 << UInt8(place(timer)) }

        /// Its place among all timers.
        ///
        /// It is asked several times for each state of a search, so that no array is made or gone through.
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

        init(_ side: Side, _ connection: Connection, _ scope: Scope) {
            end = side.end
            state = connection.state
            (hasOpened, isOver, hasFailed, sent) = (side.hasOpened, side.isOver, side.hasFailed, side.sent)
            (incarnation, partner) = (side.incarnation, side.partner)
            (sentBefore, leftInGoodOrder) = (side.sentBefore, side.leftInGoodOrder)
            firstChoice = scope.initial(of: side.end, 0)
            let isClosed = state == .closed
            mayReopen =
                scope.mayReopen && isOver && isClosed && side.incarnation == 0 && connection.available == 0
            // Sending in LISTEN opens actively: the SYNs may cross.
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

        /// Whether the retransmission timer runs for its first time since something was acknowledged, as far as its length tells.
        static func isPatient(_ connection: Connection) -> Bool {
            connection.retransmissionTimeout.value <= connection.configuration.initialRTO
        }
    }
}
