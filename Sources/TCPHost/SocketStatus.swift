import TCPSim
import Trace

/// The state of a socket, for a user who decides on the next call. These members read the connection in its place, while
/// ``Host/connection(at:)`` copies it.
extension Host {
    /// The place in ``slots`` of the connection behind a socket number; nil if the host does not keep it any more.
    private func place(of socket: Int) -> Dictionary<Int, Slot>.Index? {
        if case .connection(let id) = sockets[socket] { slots.index(forKey: id) } else { nil }
    }

    /// The two sockets of the connection behind a socket number; nil if there is no such connection.
    public func route(of socket: Int) -> Route? { place(of: socket).map { slots[$0].value.route } }

    /// The state of the connection behind a socket number; nil if there is no such connection.
    public func state(of socket: Int) -> State? { place(of: socket).map { slots[$0].value.connection.state } }

    /// The state of the connection between two sockets; nil if there is none or it is CLOSED.
    public func state(of route: Route) -> State? { routes[route].flatMap { slots[$0]?.connection.state } }

    /// The variables of the connection between two sockets; nil if there is none or it is CLOSED.
    public func variables(of route: Route) -> Connection.Variables? {
        routes[route].flatMap { slots[$0]?.connection.variables }
    }

    /// SRTT of the connection between two sockets; nil before the first measurement (RFC 6298 2), and if there is no connection.
    public func roundTrip(of route: Route) -> TimeSpan? {
        routes[route].flatMap { slots[$0]?.connection.retransmissionTimeout.smoothed }
    }

    /// How many octets wait to be read.
    public func available(_ socket: Int) -> Int { place(of: socket).map { slots[$0].value.connection.available } ?? 0 }

    /// Whether ``read(_:_:peek:)`` would have an answer at once: octets, the end of the stream, an error.
    public func isReadable(_ socket: Int) -> Bool {
        guard let place = place(of: socket) else { return true }
        return available(socket) > 0 || slots[place].value.connection.isAtEnd
            || slots[place].value.connection.state == .closed || slots[place].value.pendingError != nil
    }

    /// How many octets ``write(_:_:)`` would take now; 1 if it would not wait but throw another error than ``SocketError/wouldBlock``.
    public func writableCount(_ socket: Int) -> Int {
        guard let place = place(of: socket), slots[place].value.pendingError == nil else { return 1 }
        return slots[place].value.connection.isSendable ? slots[place].value.connection.sendSpace : 1
    }

    /// How many of the octets that were written the other side has not acknowledged; nil for a socket without an open connection.
    public func unacknowledgedCount(_ socket: Int) -> Int? {
        guard let place = place(of: socket), slots[place].value.connection.state != .closed else { return nil }
        return slots[place].value.connection.unacknowledged
    }

    /// Whether a connection waits to be accepted on a listening socket.
    public func hasConnectionToAccept(_ socket: Int) -> Bool {
        if case .listener(let listener) = sockets[socket] { !listener.acceptable.isEmpty } else { false }
    }

    /// Sends a delayed acknowledgment now, for a user that takes long to answer.
    public mutating func acknowledge(_ socket: Int) {
        if case .connection(let id) = sockets[socket] { handle(.timeout(.delayedAcknowledgment), by: id) }
    }

    /// ABORTs the connection between two sockets, also one that its user has released.
    public mutating func abort(_ route: Route) {
        if let id = routes[route] { handle(.abort, by: id) }
    }
}
