import Trace

/// An attacker that replays a recording of a client. It has no TLS of its own, and does not interpret what it reads.
package struct ReplayingClient: Application {
    private var flights: [Relay.Passage]

    /// An attacker with a recording in flights. The first flight is sent when the connection is open, and all others after the first
    /// answer.
    package init(_ flights: [Relay.Passage]) {
        self.flights = flights
    }

    /// A client: it opens the connection actively.
    package var role: Role? { .client }

    /// Sends the first flight when the connection is open, and all others when the first octets arrive.
    package mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        switch event {
        case .connected: return flights.isEmpty ? [] : [.pass(flights.removeFirst())]
        case .read:
            defer { flights = [] }
            return flights.map { .pass($0) }
        case .started, .ended, .prompted, .saw: return []
        }
    }
}
