import TCPHost
import TCPSim
import Trace

extension ListenerSpace {
    /// A client's connection and its user, who reads at once what arrives. To close is to close the socket: the connection does not wait for
    /// ever for the other side's FIN.
    ///
    /// It is no ``TCPHost/Driver``, for the reasons that ``TCPSpace/Memory`` gives.
    struct Client: Hashable, Sendable {
        let number: Int
        private(set) var connection: Connection
        private(set) var hasOpened = false
        private(set) var hasClosed = false
        /// The connection has told its user that it is gone.
        private(set) var isOver = false
        /// Octets that the user has sent on the present connection.
        private(set) var sent: UInt8 = 0
        /// 0 on its first connection, 1 on the next.
        private(set) var incarnation: UInt8 = 0

        /// A client that has done nothing yet.
        init(_ number: Int) {
            self.number = number
            connection = ListenerSpace.connection(of: number, 0, isTelling: false)
        }

        /// What happens to a client.
        enum Cause: Hashable, Sendable {
            case open, send, close, abort
            case timeout(Connection.Timer)
            case arrival(Segment)
        }

        /// What a client does about a cause: the segments that it sends, and whether its user is told that B does not answer.
        mutating func meet(_ cause: Cause) -> (sent: [Segment], hasTimedOut: Bool) {
            if cause == .open, hasOpened {
                incarnation += 1
                connection = ListenerSpace.connection(of: number, incarnation, isTelling: false)
                (hasClosed, isOver, sent) = (false, false, 0)
            }
            var actions = connection.handle(event(of: cause), at: ListenerSpace.beginning)
            switch cause {
            case .open: hasOpened = true
            case .send: sent += 1
            case .close: hasClosed = true
            case .abort: isOver = true
            case .timeout, .arrival: break
            }
            if connection.available > 0 {
                actions += connection.handle(.receive(max: .max), at: ListenerSpace.beginning)
            }
            var hasTimedOut = false
            for action in actions {
                switch action {
                case .signal(.closed), .signal(.reset), .signal(.refused): isOver = true
                case .signal(.timedOut): (isOver, hasTimedOut) = (true, true)
                case .transmit, .deliver, .arm, .disarm, .signal, .entered, .note: break
                }
            }
            return (actions.segments, hasTimedOut)
        }

        /// What the connection is handed.
        func event(of cause: Cause) -> Connection.Event {
            switch cause {
            case .open: .activeOpen
            case .send: .send([ListenerSpace.octet(Int(sent), of: number, incarnation)], push: true)
            case .close: .release
            case .abort: .abort
            case .timeout(let timer): .timeout(timer)
            case .arrival(let segment): .segmentArrives(segment, from: ListenerSpace.socketB.address)
            }
        }
    }

    /// What the search looks at in a client, worked out once for each.
    struct ClientView: Sendable {
        let state: TCPSim.State
        let hasOpened: Bool
        let isOver: Bool
        /// Whether it has opened once more.
        let hasReopened: Bool
        let mayOpen: Bool
        let maySend: Bool
        let mayClose: Bool
        let mayAbort: Bool
        /// The timers that run.
        let timers: [Connection.Timer]
        /// ISS, SND.UNA and IRS.
        let initial: SequenceNumber
        let unacknowledged: SequenceNumber
        let remoteInitial: SequenceNumber
        /// The retransmission timer runs for its first time since something was acknowledged, as far as its length tells.
        let isPatient: Bool

        var waitsForAcknowledgment: Bool { timers.contains(.retransmission) }

        init(_ client: Client, _ scope: Scope) {
            let connection = client.connection
            state = connection.state
            (hasOpened, isOver, hasReopened) = (client.hasOpened, client.isOver, client.incarnation > 0)
            let isClosed = state == .closed
            mayOpen = !hasOpened || (scope.mayReopen && isOver && isClosed && client.incarnation == 0)
            maySend = Int(client.sent) < scope.data && connection.isSendable
            mayClose = hasOpened && !client.hasClosed && !isClosed
            mayAbort = scope.mayAbort && hasOpened && !isClosed
            timers = connection.armedTimers
            initial = connection.sending.initial
            unacknowledged = connection.sending.unacknowledged
            remoteInitial = connection.receiving.initial
            isPatient = connection.retransmissionTimeout.value <= connection.configuration.initialRTO
        }
    }
}
