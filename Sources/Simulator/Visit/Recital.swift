import TLSSim

/// What a machine sends that repeats a recording. It has no TLS of its own and understands nothing of what it reads.
package struct Recital: Sendable {
    private var flights: [[Output]]

    /// A recording in flights, each with what an endpoint has written and the octets of it. The first is sent at the beginning, and all
    /// others as soon as the other side has answered.
    package init(_ flights: [[Output]]) {
        self.flights = flights
    }

    /// What is sent upon an input.
    mutating func take(_ input: Input) -> [Output] {
        switch input {
        case .start: return flights.isEmpty ? [] : flights.removeFirst()
        case .bytes:
            defer { flights = [] }
            return flights.flatMap { $0 }
        case .send, .verdict, .close, .transportEnded: return []
        }
    }
}
