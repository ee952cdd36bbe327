import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// B as a host that listens. The search compares two of them by their listeners, connections and clocks.
    struct Server: Hashable, Sendable {
        private(set) var host: TCPHost.Host
        /// Its connections, the oldest first.
        private(set) var connections: [TCPHost.Host.Status] = []
        /// The numbers by which the host knows its connections, in the order of ``connections``.
        private(set) var ids: [Int] = []
        private(set) var listener: Listener?
        /// The connections that cookies have opened since B listens. The rules keep this record of their own, so that they need not
        /// rely on the listener's record.
        private var resumed: Set<Opening> = []

        /// A client's connection: its socket, and its initial sequence number.
        private struct Opening: Hashable {
            let source: Socket
            let first: SequenceNumber

            /// The connection that the acknowledgment `segment` opens, if the client has sent only its SYN before.
            init(_ segment: Segment, from source: Socket) {
                self.source = source
                first = segment.sequence - 1
            }
        }

        /// Whether a cookie has opened the connection that `segment` would open.
        func hasResumed(by segment: Segment, from source: Socket) -> Bool {
            resumed.contains(Opening(segment, from: source))
        }

        init(_ host: TCPHost.Host) {
            self.host = host
            look()
        }

        static func == (left: Server, right: Server) -> Bool {
            left.listener == right.listener && left.resumed == right.resumed && left.connections == right.connections
                && left.host.now == right.host.now
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(listener)
            hasher.combine(connections)
        }

        /// Octets that B's user has read from a connection, and the status of that connection before.
        struct Reading: Sendable {
            let status: TCPHost.Host.Status
            let octets: [UInt8]
        }

        /// What B has done about a cause.
        struct Reaction: Sendable {
            var sent: [(segment: Segment, to: Socket)] = []
            var read: [Reading] = []
            /// All events of the host, in order.
            var events: [TCPHost.Host.Event] = []
        }

        /// Deals with a cause. B's user at once reads what has arrived on accepted connections, and closes those that are over.
        mutating func meet(_ cause: Cause, _ machine: HostMachine) -> Reaction {
            var reaction = Reaction()
            machine(&host, cause)
            for (_, status) in host.statuses {
                guard let socket = status.socket else { continue }
                if status.connection.available > 0, let octets = try? host.read(socket, .max) {
                    reaction.read.append(Reading(status: status, octets: octets))
                }
                if status.connection.state == .closed { try? host.close(socket) }
            }
            reaction.events = host.takeEvents()
            for event in reaction.events {
                guard case .transmit(let segment, _) = event.kind, let route = event.route else { continue }
                reaction.sent.append((segment, route.remote))
            }
            let known = Set(ids)
            look()
            note(cause, beside: known)
            return reaction
        }

        /// Adds the connection that a segment without SYN has opened to those opened by cookies. A connection in TIME-WAIT is not new: it has
        /// returned.
        private mutating func note(_ cause: Cause, beside known: Set<Int>) {
            if listener == nil { resumed = [] }
            guard let (segment, source) = cause.segment, segment.control.isDisjoint(with: [.syn, .rst]) else { return }
            let isNew = zip(ids, connections).contains { id, status in
                !known.contains(id) && status.route.remote == source && status.connection.state != .timeWait
            }
            if isNew { resumed.insert(Opening(segment, from: source)) }
        }

        /// Reads the connections and the listener from the host.
        private mutating func look() {
            let statuses = host.statuses
            connections = statuses.map(\.status)
            ids = statuses.map(\.id)
            listener = host.listener(at: TCPSpace.listening)
        }
    }

    package typealias HostMachine = @Sendable (inout TCPHost.Host, Cause) -> Void

    /// What the search looks at in a host. It is worked out once for each ``Server``.
    struct ServerView: Sendable {
        /// One of the connections.
        struct Seen: Sendable {
            /// The client; nil for a stranger.
            let client: Int?
            let state: TCPSim.State
            /// Whether B's user has accepted it, and not closed it yet.
            let isHeld: Bool
            let timers: [Connection.Timer]
            let initial: SequenceNumber
            let remoteInitial: SequenceNumber
            /// What ``TCPSpace/View/isPatient(_:)`` says of the connection.
            let isPatient: Bool

            var waitsForAcknowledgment: Bool { timers.contains(.retransmission) }
        }

        let connections: [Seen]
        let isListening: Bool
        let mayAccept: Bool
        /// The rule of states that the host breaks by itself; nil if none.
        let violation: Rule?

        init(_ server: Server, _ scope: Scope) {
            connections = server.connections.map { status in
                let connection = status.connection
                return Seen(
                    client: TCPSpace.client(at: status.route.remote), state: connection.state,
                    isHeld: status.socket != nil, timers: connection.armedTimers,
                    initial: connection.sending.initial, remoteInitial: connection.receiving.initial,
                    isPatient: View.isPatient(connection))
            }
            isListening = server.listener != nil
            mayAccept = !(server.listener?.acceptable.isEmpty ?? true)
            violation = TCPSpace.broken(by: server, scope)
        }
    }
}
