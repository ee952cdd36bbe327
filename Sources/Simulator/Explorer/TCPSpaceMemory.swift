import TCPSim

extension TCPSpace {
    /// What happens to a connection.
    enum Cause: Hashable, Sendable {
        /// A segment arrives.
        case arrival(Sealed<Segment>)
        /// A call is made, or a timer runs out.
        case event(Connection.Event)
    }

    /// What a connection does about it.
    struct Effect: Sendable {
        let connection: Sealed<Connection>
        let actions: [Connection.Action]
        /// The segments among the actions.
        let sent: [Sealed<Segment>]
    }

    /// What the connections have been seen to do.
    ///
    /// The same connection meets the same event in a great many states, which differ in the other side or in what is under way. Being
    /// a value, it does the same each time, so it is asked once. Equal connections are kept once, too, which makes comparing states
    /// a matter of comparing references.
    struct Memory: Sendable {
        private struct Situation: Hashable {
            let connection: Sealed<Connection>
            let cause: Cause
        }

        private var effects: [Situation: Effect] = [:]
        private var connections: Set<Sealed<Connection>> = []
        private var segments: Set<Sealed<Segment>> = []

        /// What `machine` makes of `cause`. The user reads whatever has arrived.
        mutating func effect(
            of cause: Cause, on connection: Sealed<Connection>, from source: IPv4Address, by machine: Machine
        ) -> Effect {
            let situation = Situation(connection: connection, cause: cause)
            if let effect = effects[situation] { return effect }
            let event: Connection.Event
            switch cause {
            case .arrival(let segment): event = .segmentArrives(segment.value, from: source)
            case .event(let other): event = other
            }
            var next = connection.value
            var actions = machine(&next, event)
            if next.available > 0 { actions += machine(&next, .receive(max: .max)) }
            let sent = actions.compactMap { action -> Sealed<Segment>? in
                guard case .transmit(let segment) = action else { return nil }
                return segments.insert(Sealed(segment)).memberAfterInsert
            }
            let effect = Effect(
                connection: connections.insert(Sealed(next)).memberAfterInsert, actions: actions, sent: sent)
            effects[situation] = effect
            return effect
        }
    }
}
