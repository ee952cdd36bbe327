import TCPSim
import Trace

/// A run in which a script, or the steps of a counterexample, decide when each segment arrives. It has the journal, the stations, and the
/// datagrams in flight.
struct PlayedRun: Sendable {
    var journal: Journal
    /// The instant of the present step.
    var now = Instant.zero
    var stations: [End: Station]
    /// What users have read and have been told, in order.
    var news: [(end: End, what: UserNews)] = []
    /// How many packets were sent.
    private var packets = 0
    /// The datagrams in flight to each end, the earliest first.
    private(set) var flights: [End: [Flight]] = [:]
    /// Returns the socket of a peer.
    private let socket: @Sendable (Peer) -> Socket
    /// Whether users read at once what arrives, and whether the journal records that they read.
    private let (readsAtOnce, tellsReading): (Bool, Bool)

    init(
        _ journal: Journal, _ stations: [End: Station], at socket: @escaping @Sendable (Peer) -> Socket,
        readsAtOnce: Bool = true, tellsReading: Bool = true
    ) {
        self.journal = journal
        self.socket = socket
        self.stations = stations
        (self.readsAtOnce, self.tellsReading) = (readsAtOnce, tellsReading)
    }

    /// Begins a chapter of the journal.
    mutating func begin(_ step: String, title: any Remark, caption: (any Remark)? = nil) {
        journal.record(at: now, who: .client, step: step, .chapter(title), remark: caption)
    }

    // MARK: The network

    /// The number of the next packet.
    mutating func nextPacket() -> Int {
        packets += 1
        return packets
    }

    /// Adds a segment to those in flight to `end`.
    mutating func append(_ flight: Flight, to end: End) { flights[end, default: []].append(flight) }

    /// Removes the segment at that place from those in flight to `end`, and returns it; nil if there is none.
    @discardableResult
    mutating func take(_ place: Int = 0, to end: End) -> Flight? {
        guard flights[end]?.indices.contains(place) == true else { return nil }
        return flights[end]?.remove(at: place)
    }

    /// Records that a segment is lost.
    mutating func lose(_ flight: Flight, why: ScenarioLoss) {
        journal.recordLoss(of: flight.packet, sentIn: flight.event, at: now, why: why, origin(of: flight))
    }

    /// The TCP that has sent a segment, in its present state; nil if no TCP has.
    private func origin(of flight: Flight) -> LossNote.Origin? {
        guard let event = journal[flight.event], let note = event.remark as? TCPSim.Note else { return nil }
        let station = stations.values.first {
            $0.principal == event.who && $0.connection.local.port == flight.segment.sourcePort
                && $0.connection.remote?.port == flight.segment.destinationPort
        }
        return station.map { LossNote.Origin(note: note, connection: $0.connection) }
    }

    /// Has the network copy a segment to `end`, and returns the copy. A copy is a datagram of its own, with its own line in the ladder and
    /// its own frame in a capture.
    mutating func copy(_ flight: Flight, to end: End) -> Flight {
        let copy = flight.packet.copy(number: nextPacket())
        let event = journal.record(
            at: now, who: .network, cause: flight.event, step: "network.duplicate",
            .sent(copy, to: end.peer.principal), remark: ScenarioCaption.duplicate)
        return Flight(segment: flight.segment, packet: copy, event: event, left: now)
    }

    /// Records a segment that neither side has sent in this run, and returns it.
    mutating func inject(
        _ segment: Segment, as packet: Packet, to receiver: Principal, _ remark: any Remark,
        step: String = "network.old", cite: Citation? = nil
    ) -> Flight {
        let event = journal.record(
            at: now, who: .network, step: step, .sent(packet, to: receiver), remark: remark, cite: cite)
        return Flight(segment: segment, packet: packet, event: event, left: now)
    }

    /// Records a segment in the name of the station at the other end, and returns it; nil if no station is there.
    mutating func inject(
        _ segment: Segment, to end: End, _ caption: ScenarioCaption = .stranger, step: String = "network.old"
    ) -> Flight? {
        let (number, local) = (nextPacket(), socket(end.peer))
        guard let packet = stations[end.other]?.packet(segment, to: local, number: number, by: nil) else { return nil }
        return inject(segment, as: packet, to: end.peer.principal, caption, step: step)
    }

    // MARK: Hosts beside the connection

    /// Tells a host that is at neither end of the connection of an event, and carries out the actions of its application. A segment of the
    /// host arrives at once. A report arrives after `latency`.
    ///
    /// - Parameter flight: the segment that the host sees; nil if the event is none.
    /// - Returns: whether the host keeps that segment, and the packets that it sends, each followed by the answers to it.
    mutating func tell(
        _ event: ApplicationEvent, to host: inout Host, about flight: Flight? = nil, latency: TimeSpan
    ) -> (isKept: Bool, packets: [Packet]) {
        var (isKept, packets, cause) = (false, [Packet](), flight?.event)
        for action in host.application.handle(event) {
            switch action {
            case .keep(let why, let step):
                guard let flight else { break }
                isKept = true
                cause = journal.record(
                    at: now, who: host.principal, cause: cause, step: step, .lost(flight.packet, why: why),
                    remark: (why as? ScenarioLoss)?.meaning
                        ?? LossNote(flight.packet, by: journal[flight.event]?.who, origin(of: flight), in: journal))
            case .send(let segment, let source, let destination, let remark, let step, let cite):
                guard let end = end(at: destination), host.mayBear(source) else { break }
                let packet = host.station.packet(
                    segment, from: source, to: socket(end.peer), number: nextPacket(), by: nil)
                let flight = inject(segment, as: packet, to: end.peer.principal, remark, step: step, cite: cite)
                packets += [packet] + receive(flight, at: end, from: Socket(source, segment.sourcePort))
            case .report(let message, let remark, let step, let cite):
                guard let end = end(at: message.quoted.source) else { break }
                let number = nextPacket()
                let packet = Packet(
                    message, from: host.address, number: number, identification: UInt16(truncatingIfNeeded: number))
                let sent = journal.record(
                    at: now, who: host.principal, cause: cause, step: step, .sent(packet, to: end.peer.principal),
                    remark: remark, cite: cite)
                packets.append(packet)
                now = now + latency
                perform(at: end) { station, _, now, journal in
                    station.receive(message, as: packet, sentIn: sent, at: now, in: &journal)
                }
            // No other action fits a host without a connection.
            case .begin, .supply, .outputs, .pass, .close, .abort, .later, .wait, .cue, .note: break
            }
        }
        return (isKept, packets)
    }

    private func end(at address: IPv4Address) -> End? {
        [End.a, .b].first { socket($0.peer).address == address }
    }

    // MARK: Stations

    /// The user of the station at `end` makes a call of TCP. Returns whether the call was refused.
    @discardableResult
    mutating func call(_ event: Connection.Event, at end: End) -> Bool {
        let isReading = if case .receive = event { true } else { false }
        return perform(at: end, isReading: isReading) { $0.call(event, to: $1, at: $2, in: &$3) }.isRefused
    }

    /// A timer of the station at `end` runs out.
    mutating func runOut(_ timer: Connection.Timer, at end: End) {
        perform(at: end) { station, _, now, journal in station.runOut(timer, at: now, in: &journal) }
    }

    /// A segment arrives at the station at `end`.
    ///
    /// - Parameter stranger: the source socket of the segment if no host has it; nil for a segment of the other end.
    /// - Returns: the answers to the stranger, which are lost.
    @discardableResult
    mutating func receive(_ flight: Flight, at end: End, from stranger: Socket? = nil) -> [Packet] {
        perform(at: end, with: stranger) { station, remote, now, journal in
            station.receive(
                flight.segment, as: flight.packet, from: remote.address,
                of: stranger == nil ? end.peer.other.principal : .network, sentIn: flight.event, at: now, in: &journal)
        }.astray
    }

    /// Lets `body` act on the station at `end`, carries out what its connection wants done, and records it. The user reads at once what has
    /// arrived, if users of this run do, and is told of the end of the stream after that.
    ///
    /// - Returns: whether `body` was a call that was refused, and the packets that were sent to the `stranger` and lost.
    @discardableResult
    mutating func perform(
        at end: End, isReading: Bool = false, with stranger: Socket? = nil,
        _ body: (inout Station, Socket, Instant, inout Journal) -> Turn
    ) -> (isRefused: Bool, astray: [Packet]) {
        guard var station = stations[end] else { return (false, []) }
        let remote = stranger ?? socket(end.peer.other)
        var turn = body(&station, remote, now, &journal)
        let isRefused = turn.isRefusal
        var astray: [Packet] = []
        var ends: [Connection.Signal] = []
        while let task = turn.next(in: &journal) {
            switch task {
            case .transmit(let segment, let note, let changes):
                let packet = station.packet(
                    segment, to: remote, number: nextPacket(),
                    by: stranger == nil ? station.connection.variables : nil)
                let event = journal.recordDeparture(
                    of: packet, from: station.principal, to: stranger == nil ? end.peer.other.principal : .network,
                    at: now, cause: turn.cause, note: note, changes: changes)
                let flight = Flight(segment: segment, packet: packet, event: event, left: now)
                guard let stranger else {
                    append(flight, to: end.other)
                    continue
                }
                lose(flight, why: .noSuchHost(stranger.address))
                astray.append(packet)
            case .armed: break
            case .deliver(let octets):
                if !octets.isEmpty { news.append((end, .read(octets))) }
                guard tellsReading, !isReading else { break }
                journal.recordCall(
                    "RECEIVE", counted(octets.count, "octet"), by: station.principal, at: now, cause: turn.cause)
            case .signal(let signal) where signal == .endOfStream || signal == .closed: ends.append(signal)
            case .signal(let signal):
                news.append((end, .told(signal)))
                guard signal.isFailure else { break }
                journal.recordFailure(signal, of: station.principal, at: now, cause: turn.cause)
            }
        }
        stations[end] = station
        if readsAtOnce, station.connection.available > 0 {
            let cause = turn.cause
            perform(at: end) { station, _, now, _ in station.handle(.receive(max: .max), at: now, cause: cause) }
        }
        news += ends.map { (end, .told($0)) }
        return (isRefused, astray)
    }
}
