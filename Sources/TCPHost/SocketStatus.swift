import TCPSim
import Trace

/// What a socket's user wants to know before a call. The connection is asked where it lies: ``Host/connection(at:)`` copies it.
extension Host {
    /// The number of the connection behind a socket number, which the host still keeps.
    private func place(of socket: Int) -> Dictionary<Int, Slot>.Index? {
        if case .connection(let id) = sockets[socket] { slots.index(forKey: id) } else { nil }
    }

    /// The sockets of the connection behind a socket number.
    public func route(of socket: Int) -> Route? { place(of: socket).map { slots[$0].value.route } }

    /// The state of the connection behind a socket number.
    public func state(of socket: Int) -> State? { place(of: socket).map { slots[$0].value.connection.state } }

    /// The state of the connection between two sockets; nil where there is none that is not CLOSED.
    public func state(of route: Route) -> State? { routes[route].flatMap { slots[$0]?.connection.state } }

    /// The variables of the connection between two sockets.
    public func variables(of route: Route) -> Connection.Variables? {
        routes[route].flatMap { slots[$0]?.connection.variables }
    }

    /// SRTT of the connection between two sockets; nil before the first measurement (RFC 6298 2).
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

    /// How many octets ``write(_:_:)`` would take. One that has an error to tell would not have to wait either.
    public func writableCount(_ socket: Int) -> Int {
        guard let place = place(of: socket), slots[place].value.pendingError == nil else { return 1 }
        return slots[place].value.connection.isSendable ? slots[place].value.connection.sendSpace : 1
    }

    /// Whether a connection waits to be accepted on a listening socket.
    public func hasConnectionToAccept(_ socket: Int) -> Bool {
        if case .listener(let listener) = sockets[socket] { !listener.acceptable.isEmpty } else { false }
    }

    /// Sends an acknowledgment that waits for company, for a user that needs long to answer.
    public mutating func acknowledge(_ socket: Int) {
        if case .connection(let id) = sockets[socket] { handle(.timeout(.delayedAcknowledgment), by: id) }
    }

    /// ABORTs the connection between two sockets, also one that its user has released.
    public mutating func abort(_ route: Route) {
        if let id = routes[route] { handle(.abort, by: id) }
    }
}
