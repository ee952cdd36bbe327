import Trace

/// An attacker who repeats a recording of a client. It has no TLS of its own and understands nothing of what it reads.
package struct Recital: Application {
    private var flights: [Relay.Passage]

    /// A recording in flights. The first is sent at the beginning, and all others as soon as the other side has answered.
    package init(_ flights: [Relay.Passage]) {
        self.flights = flights
    }

    /// It calls.
    package var role: Role? { .client }

    /// Sends the first flight once the connection is open, and all others after what it reads.
    package mutating func handle(_ event: ApplicationEvent) -> [Deed] {
        switch event {
        case .connected: return flights.isEmpty ? [] : [.pass(flights.removeFirst())]
        case .read:
            defer { flights = [] }
            return flights.map { .pass($0) }
        case .started, .ended, .prompted, .saw: return []
        }
    }
}
