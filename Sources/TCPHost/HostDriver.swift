import TCPSim
import Trace

/// A host's reaction to the actions of its connections and listeners.
extension Host: Driver {
    /// The connection or listener whose actions are performed.
    package enum Party: Sendable {
        /// The connection of that number, between these sockets.
        case connection(Int, Route)
        /// The listening socket of that number, which answers a segment from that address, if any.
        case listener(Int, answering: IPv4Address?)

        /// The sockets that an event names; nil for a listening endpoint.
        var route: Route? {
            switch self {
            case .connection(_, let route): route
            case .listener: nil
            }
        }
    }

    /// Performs the actions of a connection, and forgets the connection if it is CLOSED and has no socket number and no listener.
    mutating func perform(_ actions: [Connection.Action], of id: Int) {
        guard let route = slots[id]?.route else { return }
        perform(actions, for: .connection(id, route))
        if let slot = slots[id], slot.connection.state == .closed, slot.socket == nil, slot.listener == nil {
            slots[id] = nil
        }
    }

    package mutating func remark(_ note: Note, about party: Party) { tell(.note(note), of: party.route) }

    // MARK: Segments

    package mutating func transmit(_ segment: Segment, because note: Note?, for party: Party) {
        switch party {
        case .connection(_, let route):
            send(segment, from: route.local.address, to: route.remote.address, because: note)
        case .listener(_, let remote?): send(segment, from: settings.local, to: remote, because: note)
        case .listener(_, nil): break
        }
    }

    /// Sends a segment as the next datagram.
    mutating func send(_ segment: Segment, from: IPv4Address, to: IPv4Address, because note: Note? = nil) {
        let datagram = SegmentCodec.encode(
            segment, from: from, to: to, identification: identification.take(),
            dontFragment: settings.connection.discoversPathMTU, recording: false)
        let route = Route(local: Socket(from, segment.sourcePort), remote: Socket(to, segment.destinationPort))
        tell(.transmit(segment, datagram: datagram.bytes), because: note, of: route)
    }

    // MARK: Timers

    package mutating func arm(_ timer: Connection.Timer, at due: Instant, for party: Party) {
        guard case .connection(let id, _) = party else { return }
        deadlines.set(TimerOfConnection(connection: id, timer: timer), at: due)
    }

    package mutating func disarm(_ timer: Connection.Timer, for party: Party) {
        guard case .connection(let id, _) = party else { return }
        deadlines.cancel(TimerOfConnection(connection: id, timer: timer))
    }

    // MARK: The user

    /// Does nothing: ``read(_:_:peek:)`` itself returns the octets.
    package mutating func deliver(_ octets: [UInt8], to party: Party) {}

    package mutating func signal(_ signal: Connection.Signal, to party: Party) {
        guard case .connection(let id, let route) = party else { return }
        switch signal {
        case .connected:
            guard let number = slots[id]?.listener,
                sockets[number]?.updateListener({ $0.established(route.remote) }) != nil
            else { return }
            slots[id]?.predecessor = nil
        case .reset: slots[id]?.pendingError = .connectionReset
        case .refused: slots[id]?.pendingError = .connectionRefused
        case .timedOut: slots[id]?.pendingError = .timedOut
        // The host makes no call that must fail at once, so the failure concerns data that was accepted earlier.
        case .callFailed(.closing): slots[id]?.pendingError = .closedForSending
        case .callFailed(.reset): slots[id]?.pendingError = .connectionReset
        case .readable, .writable, .endOfStream, .closeAcknowledged, .closed, .urgentData, .callFailed: break
        }
    }

    // MARK: States

    package mutating func enter(_ state: State, from: State, because note: Note?, for party: Party) {
        switch party {
        case .connection(let id, _): enter(state, from: from, because: note, id)
        case .listener(let socket, _): tell(.entered(state, from: from, socket: socket), because: note, of: nil)
        }
    }

    private mutating func enter(_ state: State, from: State, because note: Note?, _ id: Int) {
        guard let slot = slots[id] else { return }
        tell(.entered(state, from: from, socket: slot.socket), because: note, of: slot.route)
        guard state == .closed || state == .listen else { return }
        if routes[slot.route] == id { routes[slot.route] = nil }
        guard let number = slot.listener, from == .synReceived else { return }
        // The connection was never open and cannot be accepted. The RFC has it return to LISTEN; here the listener still listens.
        sockets[number]?.updateListener { $0.forget(slot.route.remote) }
        withdraw(id, of: slot.route)
        slots[id]?.listener = nil
        if state == .listen { slots[id] = nil }
        if let predecessor = slot.predecessor { restore(predecessor, route: slot.route) }
    }

    /// The SYN to which a connection in TIME-WAIT gave way was an old duplicate: the connection waits on (RFC 9293 3.6.1,
    /// condition 2).
    private mutating func restore(_ predecessor: Connection, route: Route) {
        let id = adopt(predecessor, route: route)
        perform([predecessor.timeWait(from: now)], of: id)
    }
}
