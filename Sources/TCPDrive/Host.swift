import JSONLines
import TCPSim
import Trace

/// One host's TCP as a pure function of its input: sockets, listeners and connections in virtual time, a line in, lines out.
///
/// It keeps what the connections need of a host (which connection a segment belongs to, when a timer is due) and what a user
/// expects of sockets (numbers, errors that are told once). All that is TCP is in ``TCPSim/Connection``.
public struct Host: Sendable {
    /// A connection as the host keeps it.
    struct Slot: Sendable {
        var connection: Connection
        /// The number under which the user knows it; nil before accept and after close.
        var socket: Int?
        /// The listening socket it came from, until it is accepted.
        var listener: Int?
        /// An error that the user has not been told of.
        var pendingError: ErrorName?
        let route: Route
        /// The connection in TIME-WAIT that gave way to this one, to which the sockets return if the SYN was an old duplicate.
        var predecessor: Connection?
    }

    /// The two sockets that name a connection.
    struct Route: Hashable, Sendable {
        let local: Socket
        let remote: Socket

        /// "192.168.0.1:8080>192.0.2.1:40001".
        var name: String { "\(local)>\(remote)" }
    }

    /// What a socket number stands for.
    enum Entry: Sendable {
        case listener(Listener)
        case connection(Int)
    }

    var settings = Settings()
    var now = Instant.zero
    var sockets: [Int: Entry] = [:]
    /// The listening socket of each port.
    var listeners: [UInt16: Int] = [:]
    var slots: [Int: Slot] = [:]
    /// The connections that segments may belong to: all that are not CLOSED.
    var routes: [Route: Int] = [:]
    /// The connections that wait to be accepted.
    var unaccepted: [Route: Int] = [:]
    var deadlines = Deadlines()
    /// The events of the line in hand.
    var lines: [String] = []
    /// Whether anything but `config` has been asked for.
    private var isSetUp = false
    private var connectionCount = 0
    private var nextPort: UInt16 = 49_152
    /// The IPv4 identification of the next datagram.
    private var identification: UInt16 = 1
    /// Kept from event to event, so that it need not be allocated anew.
    private var actions: [Connection.Action] = []

    /// A host with the contract's defaults, at time 0.
    public init() {}

    // MARK: Lines

    /// Carries out one line of input and returns the lines of output, the last of which is always "done".
    public mutating func handle(line: some Sequence<UInt8>) -> [String] {
        lines.removeAll(keepingCapacity: true)
        do {
            let object = try JSONObject(line: line)
            try take(object)
        } catch let error as JSONError {
            emit("error") { $0.add("what", .string("the line is not a flat JSON object: \(error)")) }
        } catch {
            emit("error") { $0.add("what", .string("the line cannot be carried out: \(error)")) }
        }
        let next = deadlines.next()
        emit("done") { $0.add("next", next.map { .integer($0.microseconds) } ?? .null) }
        return lines
    }

    private mutating func take(_ object: JSONObject) throws(CommandError) {
        let at: Int64 = try Fields(object: object).integer("at", 0 ... .max)
        guard now.microseconds <= at else {
            throw CommandError(field: "at", problem: "\(at) is before \(now.microseconds), where the clock stands")
        }
        advance(to: Instant(microseconds: at))
        let command = try Command(object)
        if case .config(let object) = command {
            guard !isSetUp else {
                throw CommandError(field: "op", problem: "config comes once, before anything else")
            }
            isSetUp = true
            for name in settings.take(object) {
                emit("unsupported") { $0.add("what", .string("config \(name)")) }
            }
        } else {
            isSetUp = true
            perform(command)
            // A timer may have been set to this very instant.
            advance(to: now)
        }
    }

    /// Fires the timers that are due up to `time`, each at its own instant, and sets the clock.
    private mutating func advance(to time: Instant) {
        while let (key, due) = deadlines.expire(by: time) {
            now = due
            handle(.timeout(key.timer), by: key.connection)
        }
        now = time
    }

    mutating func emit(_ event: String, _ fill: (inout JSONObject) -> Void) {
        var object = JSONObject()
        object.add("ev", .string(event))
        fill(&object)
        lines.append(object.line)
    }

    // MARK: Connections

    /// Gives a connection an event and does what it wants done.
    mutating func handle(_ event: Connection.Event, by id: Int) {
        var actions: [Connection.Action] = []
        swap(&actions, &self.actions)
        slots[id]?.connection.handle(event, at: now, into: &actions)
        perform(actions, of: id)
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &self.actions)
    }

    /// Takes a connection into the host's care.
    mutating func adopt(_ connection: Connection, route: Route, socket: Int? = nil, listener: Int? = nil) -> Int {
        connectionCount += 1
        slots[connectionCount] = Slot(connection: connection, socket: socket, listener: listener, route: route)
        routes[route] = connectionCount
        return connectionCount
    }

    private mutating func perform(_ actions: [Connection.Action], of id: Int) {
        guard let route = slots[id]?.route else { return }
        for action in actions {
            switch action {
            case .transmit(let segment): transmit(segment, from: route.local.address, to: route.remote.address)
            case .arm(let timer, let due): deadlines.arm(Deadlines.Key(connection: id, timer: timer), at: due)
            case .disarm(let timer): deadlines.disarm(Deadlines.Key(connection: id, timer: timer))
            case .signal(let signal): hear(signal, of: id)
            case .entered(let state, let from): enter(state, from: from, id)
            // What is read is answered by the operation itself.
            case .deliver, .note: break
            }
        }
        if let slot = slots[id], slot.connection.state == .closed, slot.socket == nil, slot.listener == nil {
            slots[id] = nil
        }
    }

    private mutating func transmit(_ segment: Segment, from: IPv4Address, to: IPv4Address) {
        let datagram = SegmentCodec.encode(
            segment, from: from, to: to, identification: identification, recording: false)
        identification &+= 1
        let at = now.microseconds
        emit("packet") { event in
            event.add("at", .integer(at))
            event.add("ip", .string(Hex.string(datagram.bytes)))
        }
    }

    private mutating func hear(_ signal: Connection.Signal, of id: Int) {
        switch signal {
        case .connected:
            guard let slot = slots[id], let number = slot.listener, case .listener(var listener) = sockets[number]
            else {
                return
            }
            listener.established(slot.route.remote)
            sockets[number] = .listener(listener)
            slots[id]?.predecessor = nil
        case .reset: slots[id]?.pendingError = .connectionReset
        case .refused: slots[id]?.pendingError = .connectionRefused
        case .timedOut: slots[id]?.pendingError = .timedOut
        case .readable, .writable, .endOfStream, .closeAcknowledged, .closed, .urgentData, .callFailed: break
        }
    }

    private mutating func enter(_ state: State, from: State, _ id: Int) {
        guard let slot = slots[id] else { return }
        tell(state, from: from, of: slot.route.name, socket: slot.socket)
        guard state == .closed || state == .listen else { return }
        if routes[slot.route] == id { routes[slot.route] = nil }
        guard let number = slot.listener, from == .synReceived else { return }
        // It was never opened: nobody will accept it. A copy that "returns to LISTEN" is not needed, since its original listens.
        if case .listener(var listener) = sockets[number] {
            listener.forget(slot.route.remote)
            sockets[number] = .listener(listener)
        }
        if unaccepted[slot.route] == id { unaccepted[slot.route] = nil }
        slots[id]?.listener = nil
        if state == .listen { slots[id] = nil }
        if let predecessor = slot.predecessor { restore(predecessor, route: slot.route) }
    }

    /// The SYN to which a connection in TIME-WAIT gave way was an old duplicate: the connection waits on (RFC 9293 3.6.1,
    /// condition 2).
    private mutating func restore(_ predecessor: Connection, route: Route) {
        let id = adopt(predecessor, route: route)
        deadlines.arm(
            Deadlines.Key(connection: id, timer: .timeWait), at: now + predecessor.configuration.msl * 2)
    }

    private mutating func tell(_ state: State, from: State, of connection: String?, socket: Int?) {
        let at = now.microseconds
        emit("state") { event in
            event.add("at", .integer(at))
            event.add("conn", connection.map { .string($0) } ?? .null)
            event.add("sock", socket.map { .integer(Int64($0)) } ?? .null)
            event.add("from", .string(from.rawValue))
            event.add("to", .string(state.rawValue))
        }
    }

    /// Does what a listening endpoint, or one that there is not, wants done.
    mutating func perform(_ actions: [Connection.Action], ofListener socket: Int?, to remote: IPv4Address?) {
        for action in actions {
            switch action {
            case .transmit(let segment):
                if let remote { transmit(segment, from: settings.local, to: remote) }
            case .entered(let state, let from): tell(state, from: from, of: nil, socket: socket)
            case .arm, .disarm, .signal, .deliver, .note: break
            }
        }
    }

    // MARK: Segments

    /// A datagram has arrived. What is not a whole, correct segment for this host is dropped without a word (MUST-3, MUST-57).
    mutating func arrive(_ octets: [UInt8]) {
        if let report = UnreachableReport(octets) { return hear(report) }
        guard let datagram = try? SegmentCodec.decode(octets, recording: false),
            datagram.header.destination == settings.local, datagram.header.source.isOrdinary
        else { return }
        let segment = datagram.segment
        let source = datagram.header.source
        let route = Route(local: datagram.destination, remote: datagram.source)
        let number = listeners[route.local.port]
        var predecessor: Connection?
        if let id = routes[route], let slot = slots[id] {
            guard let number, case .listener(let listener) = sockets[number], !listener.isFull,
                slot.connection.givesWay(to: segment)
            else { return handle(.segmentArrives(segment, from: source), by: id) }
            predecessor = slot.connection
            handle(.abort, by: id)
        }
        guard let number, case .listener(var listener) = sockets[number] else {
            guard let reset = Connection.reset(answering: segment) else { return }
            return transmit(reset, from: settings.local, to: source)
        }
        if segment.control.contains(.syn), let stale = unaccepted.removeValue(forKey: route) {
            // It was open, has been reset, and nobody has accepted it: its sockets begin anew.
            slots[stale] = nil
            listener.forget(route.remote)
        }
        let answer = listener.segmentArrives(segment, from: source, replacing: predecessor, at: now)
        sockets[number] = .listener(listener)
        switch answer {
        case .answered(let actions): perform(actions, ofListener: number, to: source)
        case .opened(let connection, let actions):
            let id = adopt(connection, route: route, listener: number)
            unaccepted[route] = id
            slots[id]?.predecessor = predecessor
            perform(actions, of: id)
        }
    }

    /// A datagram of ours could not be delivered. For a connection being opened that is an answer; one that is open outlives
    /// such reports, which anyone can forge (RFC 5927 5).
    private mutating func hear(_ report: UnreachableReport) {
        guard report.isHard, let id = routes[Route(local: report.source, remote: report.destination)],
            let slot = slots[id], slot.connection.state == .synSent,
            report.sequence == slot.connection.sending.initial
        else { return }
        handle(.abort, by: id)
        slots[id]?.pendingError = .connectionRefused
    }

    /// A port that no connection to `remote` uses yet.
    mutating func choosePort(to remote: Socket) -> UInt16? {
        for _ in 0..<16_384 {
            let port = nextPort
            nextPort = nextPort == .max ? 49_152 : nextPort + 1
            let route = Route(local: Socket(settings.local, port), remote: remote)
            if routes[route] == nil, listeners[port] == nil { return port }
        }
        return nil
    }
}

extension IPv4Address {
    /// Whether it can be one host's address: neither unspecified, nor multicast or beyond (RFC 1122 3.2.1.3).
    fileprivate var isOrdinary: Bool { rawValue >> 24 != 0 && rawValue >> 28 < 14 }
}
