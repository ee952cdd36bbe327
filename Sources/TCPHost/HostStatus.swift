import TCPSim

/// The part of a host that the explorer compares, and the call by which the explorer lets a timer run out.
///
/// Two hosts with equal listeners and equal statuses do the same from then on. They can differ only in how many connections and datagrams
/// they have had.
extension Host {
    /// A connection that a host keeps.
    package struct Status: Hashable, Sendable {
        /// The connection.
        package let connection: Connection
        /// Its sockets.
        package let route: Route
        /// The number under which the user knows it; nil before accept and after close.
        package let socket: Int?
        /// Whether it belongs to a listening socket that has not handed it over.
        package let isUnaccepted: Bool
        /// The connection in TIME-WAIT that gave way to this connection. It returns if this connection is not established.
        package let predecessor: Connection?
    }

    /// Every connection that the host keeps, the oldest first, with the number by which the host knows it.
    package var statuses: [(id: Int, status: Status)] {
        slots.sorted { $0.key < $1.key }.map { id, slot in
            (
                id,
                Status(
                    connection: slot.connection, route: slot.route, socket: slot.socket,
                    isUnaccepted: slot.listener != nil, predecessor: slot.predecessor)
            )
        }
    }

    /// The listener behind a socket number; nil if the number stands for no listener.
    package func listener(at socket: Int) -> Listener? {
        if case .listener(let listener) = sockets[socket] { listener } else { nil }
    }

    /// Lets a timer of the connection `id` run out now, whatever its deadline is.
    package mutating func runOut(_ timer: Connection.Timer, of id: Int) { handle(.timeout(timer), by: id) }
}
