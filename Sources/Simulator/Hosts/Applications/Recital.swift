import TLSSim
import Trace

/// An attacker who repeats a recording of a client. It has no TLS of its own and understands nothing of what it reads.
package struct Recital: Application {
    private var flights: [[Output]]

    /// A recording in flights, each with what an endpoint has written and the octets of it. The first is sent at the beginning, and all
    /// others as soon as the other side has answered.
    package init(_ flights: [[Output]]) {
        self.flights = flights
    }

    /// It calls.
    package var role: Role? { .client }

    /// Sends the first flight once the connection is open, and all others after what it reads.
    package mutating func handle(_ event: ApplicationEvent) -> [Deed] {
        switch event {
        case .connected: return flights.isEmpty ? [] : [.outputs(flights.removeFirst(), thereupon: [])]
        case .read:
            defer { flights = [] }
            return [.outputs(flights.flatMap { $0 }, thereupon: [])]
        case .started, .ended, .prompted, .saw: return []
        }
    }
}
