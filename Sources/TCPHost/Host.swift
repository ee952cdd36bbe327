import TCPSim
import Trace

/// Handles an event of a connection at an instant: changes the connection and returns the actions to perform.
package typealias Machine = @Sendable (inout Connection, Connection.Event, Instant) -> [Connection.Action]

/// One host's TCP as a value: sockets, listeners and connections; calls, datagrams and time in, events out.
///
/// It keeps what the connections need of a host (which connection a segment belongs to, when a timer is due) and what a user
/// expects of sockets (numbers, errors that are told once). All that is TCP is in ``TCPSim/Connection``. Its driver
/// moves its clock with ``advance(to:)`` before a call or a datagram, does what ``takeEvents()`` asks for, and comes back when
/// ``nextDeadline()`` is due.
public struct Host: Sendable {
    /// A connection as the host keeps it.
    ///
    /// Read and change a slot in its place in ``slots``. If a copy of it is alive while its connection handles an event, the connection
    /// copies all its buffers (copy on write).
    struct Slot: Sendable {
        var connection: Connection
        /// The number under which the user knows it; nil before accept and after close.
        var socket: Int?
        /// The number of the listening socket that opened it; nil after accept, and for an active OPEN.
        var listener: Int?
        /// An error that the user has not been told of.
        var pendingError: SocketError?
        /// Whether its user has aborted it, and with it the end of the stream.
        var isAborted = false
        let route: Route
        /// The connection in TIME-WAIT that gave way to this one. It gets the sockets back if the SYN was an old duplicate.
        var predecessor: Connection?
    }

    /// A timer of one of the connections.
    struct TimerOfConnection: Hashable {
        let connection: Int
        let timer: Connection.Timer
    }

    /// The meaning of a socket number.
    enum Entry: Sendable {
        case listener(Listener)
        case connection(Int)

        /// Changes the listener in its place, if it is one: a copy would be as long as the listener's memory.
        @discardableResult
        mutating func updateListener<Result>(_ update: (inout Listener) -> Result) -> Result? {
            switch consume self {
            case .listener(var listener):
                defer { self = .listener(listener) }
                return update(&listener)
            case .connection(let id):
                self = .connection(id)
                return nil
            }
        }
    }

    /// The host's address, and how its connections behave.
    public let settings: Settings
    /// A TCP that breaks a rule, in order to show the purpose of the rule; nil for the correct TCP.
    package var variant: Machine?
    /// The time of its clock.
    public private(set) var now: Instant
    var sockets: [Int: Entry] = [:]
    /// The listening socket of each port.
    var listeners: [UInt16: Int] = [:]
    var slots: [Int: Slot] = [:]
    /// The connections that segments may belong to: all that are not CLOSED.
    var routes: [Route: Int] = [:]
    /// The connections that wait to be accepted, the oldest first. A route has more than one if the other side has reset a connection
    /// and opened another while the data of the first waits.
    var unaccepted: [Route: [Int]] = [:]
    var deadlines = Deadlines<TimerOfConnection>()
    /// The events since the last call of ``takeEvents()``.
    private var events: [Event] = []
    private var connectionCount = 0
    /// How many ports have been drawn.
    private var drawnPorts: UInt64 = 0
    var identification = Identification()
    /// A buffer that is kept from event to event, so that it is not allocated anew.
    private var actions: [Connection.Action] = []

    /// A host without sockets, whose clock stands at `now`.
    public init(_ settings: Settings, at now: Instant = .zero) {
        self.settings = settings
        self.now = now
    }

    // MARK: Time and events

    /// Fires the timers that are due up to `time`, each at its own instant, and sets the clock, which never runs backwards.
    public mutating func advance(to time: Instant) {
        let time = max(now, time)
        while let (key, due) = deadlines.expire(by: time) {
            now = max(now, due)
            handle(.timeout(key.timer), by: key.connection)
        }
        now = time
    }

    /// The time of the next timer; nil when no timer runs.
    public mutating func nextDeadline() -> Instant? { deadlines.next() }

    /// The events since the last call, in order.
    public mutating func takeEvents() -> [Event] {
        let taken = events
        events.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func tell(_ kind: Event.Kind, because note: Note? = nil, of route: Route?) {
        events.append(Event(at: now, route: route, kind: kind, note: note))
    }

    /// The connections that are not CLOSED, the oldest first.
    public var connections: [(route: Route, state: State)] {
        slots.sorted { $0.key < $1.key }.map { ($0.value.route, $0.value.connection.state) }
            .filter { $0.1 != .closed }
    }

    // MARK: Connections

    /// Gives a connection an event and performs its actions.
    mutating func handle(_ event: Connection.Event, by id: Int) {
        var actions: [Connection.Action] = []
        swap(&actions, &self.actions)
        if let variant, var connection = slots[id]?.connection {
            actions = variant(&connection, event, now)
            slots[id]?.connection = connection
        } else {
            slots[id]?.connection.handle(event, at: now, into: &actions)
        }
        perform(actions, of: id)
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &self.actions)
    }

    /// Adds a connection to the host, and returns the number by which the host knows it.
    mutating func adopt(_ connection: Connection, route: Route, socket: Int? = nil, listener: Int? = nil) -> Int {
        connectionCount += 1
        slots[connectionCount] = Slot(connection: connection, socket: socket, listener: listener, route: route)
        routes[route] = connectionCount
        return connectionCount
    }

    /// Takes a connection off the list of those that wait to be accepted.
    mutating func withdraw(_ id: Int, of route: Route) {
        unaccepted[route]?.removeAll { $0 == id }
        if unaccepted[route]?.isEmpty ?? false { unaccepted[route] = nil }
    }

    // MARK: Segments

    /// A datagram arrives: a segment, or an ICMP message about an unreachable destination. Anything but a whole, correct segment for this
    /// host is dropped without an answer (RFC 9293 MUST-3, MUST-57).
    ///
    /// - Returns: the segment; nil if the datagram is no whole, correct segment.
    @discardableResult
    public mutating func arrive(_ octets: [UInt8]) -> DecodedDatagram? {
        if UnreachableMessage.mayBe(octets) {
            if let message = try? UnreachableMessage(from: octets, recording: false) { hear(message) }
            return nil
        }
        guard let datagram = try? SegmentCodec.decode(octets, recording: false) else { return nil }
        arrive(datagram)
        return datagram
    }

    private mutating func arrive(_ datagram: DecodedDatagram) {
        guard datagram.header.destination == settings.local, datagram.header.source.isOrdinary,
            // No other host has our address, and a listening socket must not answer a SYN that seems to come from itself.
            datagram.header.source != settings.local
        else { return }
        let segment = datagram.segment
        let source = datagram.header.source
        let route = Route(local: datagram.destination, remote: datagram.source)
        let number = listeners[route.local.port]
        var predecessor: Connection?
        if let id = routes[route] {
            if let limit = crowdedBacklog(of: id, by: segment) {
                if settings.connection.tracing { tell(.note(.opening(.acceptQueueFull(limit: limit))), of: route) }
                return
            }
            guard let number, givesWay(id, to: segment, for: number) else {
                return handle(.segmentArrives(segment, from: source), by: id)
            }
            predecessor = slots[id]?.connection
            perform(slots[id]?.connection.giveWay(at: now) ?? [], of: id)
        }
        if segment.control.contains(.syn), let number, let stale = unaccepted[route]?.last,
            slots[stale]?.connection.available ?? 0 == 0
        {
            // The connection was reset before it was accepted, and has nothing to be read: it is forgotten, and its sockets are free.
            slots[stale] = nil
            withdraw(stale, of: route)
            sockets[number]?.updateListener { $0.withdraw(route.remote) }
        }
        let (old, now) = (predecessor, now)
        guard let number,
            let answer = sockets[number]?.updateListener({
                $0.segmentArrives(segment, from: source, replacing: old, at: now)
            })
        else {
            guard let reset = Connection.reset(answering: segment) else { return }
            return send(reset, from: settings.local, to: source)
        }
        switch answer {
        case .answered(let actions): perform(actions, for: .listener(number, answering: source))
        case .opened(let connection, let actions):
            let id = adopt(connection, route: route, listener: number)
            unaccepted[route, default: []].append(id)
            slots[id]?.predecessor = predecessor
            perform(actions, of: id)
        }
    }

    /// The backlog of the listener that has no room for one more open connection; nil unless the segment would open a half-open connection
    /// of such a listener.
    ///
    /// Linux drops such a segment as well. The SYN,ACK is sent again, and its answer may find room.
    private func crowdedBacklog(of id: Int, by segment: Segment) -> Int? {
        guard segment.control.contains(.ack), segment.control.isDisjoint(with: [.syn, .rst]),
            slots[id]?.connection.state == .synReceived, let number = slots[id]?.listener,
            case .listener(let listener) = sockets[number], listener.isCrowded
        else { return nil }
        return listener.backlog
    }

    /// Whether a connection gives way to the new connection that a segment asks the listening socket `number` to open.
    private func givesWay(_ id: Int, to segment: Segment, for number: Int) -> Bool {
        guard segment.control.contains(.syn), let connection = slots[id]?.connection,
            case .listener(let listener) = sockets[number]
        else { return false }
        return listener.replaces(connection, by: segment)
    }

    /// A datagram of ours could not be delivered. For a connection being opened that is an answer; one that is open outlives
    /// such messages, which are easily forged (RFC 5927 5). That a datagram was too large is the connection's to judge.
    private mutating func hear(_ message: UnreachableMessage) {
        guard let id = routes[Route(local: message.source, remote: message.destination)] else { return }
        if message.isTooBig { return handle(.packetTooBig(message), by: id) }
        guard message.isHard, slots[id]?.connection.state == .synSent,
            message.sequence == slots[id]?.connection.sending.initial
        else { return }
        handle(.abort, by: id)
        slots[id]?.pendingError = .connectionRefused
    }

    /// A port that no connection to `remote` uses yet: the first free one from a place that is drawn anew for each connection. So
    /// the port of one connection does not tell that of the next (RFC 6056, algorithm 1).
    ///
    /// A host has no source of randomness. The place is a hash under the secret behind its initial sequence numbers. Without the secret
    /// it cannot be told from a random one.
    mutating func choosePort(to remote: Socket) -> UInt16? {
        drawnPorts &+= 1
        let count = (0..<8).map { UInt8(truncatingIfNeeded: drawnPorts >> (8 * $0)) }
        let port = [UInt8(remote.port >> 8), UInt8(remote.port & 0xff)]
        // The input is longer than that of an initial sequence number and shorter than that of a cookie. So one key serves all three.
        let draw = SipHash.hash(
            settings.local.octets + remote.address.octets + port + count, key: settings.connection.isn.secret)
        for offset in 0..<Self.portCount {
            let port = Self.firstPort + UInt16((draw % UInt64(Self.portCount)) + UInt64(offset)) % Self.portCount
            let route = Route(local: Socket(settings.local, port), remote: remote)
            if routes[route] == nil, listeners[port] == nil { return port }
        }
        return nil
    }

    /// The first of the dynamic ports, which any client may use (RFC 6335 section 6).
    private static let firstPort: UInt16 = 49_152
    /// How many dynamic ports there are.
    private static let portCount: UInt16 = 16_384
}

extension IPv4Address {
    /// Whether it can be one host's address on a network: neither unspecified, nor loopback, nor multicast or beyond (RFC 1122
    /// 3.2.1.3).
    var isOrdinary: Bool { rawValue >> 24 != 0 && rawValue >> 24 != 127 && rawValue >> 28 < 14 }
}
