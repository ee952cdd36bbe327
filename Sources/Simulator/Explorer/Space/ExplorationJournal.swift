import TCPSim
import Trace

extension TCPSpace {
    /// The run to `counterexample` as a record; the steps are 10 ms apart.
    ///
    /// Where the rule is about progress, the steps after the last action are part of it.
    public func journal(_ counterexample: Exploration<TCPSpace>.Counterexample) -> Journal {
        TCPPlayback.journal(counterexample, in: self)
    }
}

/// A run through the space once more, with two stations that explain what they do, as in a scenario.
private struct TCPPlayback: Playback {
    var journal: Journal
    private let scope: TCPSpace.Scope
    private let giveWay: TCPSpace.Yielding
    var now = Instant.zero
    var packets = 0
    private var a: Station
    private var b: Station
    /// For each segment in the queues of the state its datagram.
    private var toA: [Flight] = []
    private var toB: [Flight] = []

    init(_ space: TCPSpace, _ counterexample: Exploration<TCPSpace>.Counterexample) {
        scope = space.scope
        giveWay = space.giveWay
        func station(_ peer: Peer) -> Station {
            Station(
                peer.principal, TCPSpace.connection(of: peer, space.scope, isTelling: true), machine: space.machine)
        }
        (a, b) = (station(.a), station(.b))
        journal = Journal(
            title: "explore: \(counterexample.rule.sentence(in: .english))",
            settings: [(name: "bounds", value: space.bounds.description)], epoch: Visit.epoch,
            client: TCPSpace.socketA.endpoint, server: TCPSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name], glossary: .tcp)
        begin(counterexample)
    }

    mutating func play(_ stride: Stride<TCPSpace>, in space: TCPSpace) {
        switch stride.action {
        case .open(let peer):
            if space.memory[TCPSpace.State(stride.before)[peer]].hasOpened {
                let fresh = TCPSpace.connection(of: peer, scope, incarnation: 1, isTelling: true)
                if peer == .a { a.reboot(fresh) } else { b.reboot(fresh) }
            }
            call(peer == .a ? .activeOpen : .passiveOpen, by: peer)
        case .send(let peer):
            let view = space.memory[TCPSpace.State(stride.before)[peer]]
            call(.send([TCPSpace.octet(Int(view.sent), of: peer, view.incarnation)], push: true), by: peer)
        case .close(let peer): call(.close, by: peer)
        case .read(let peer): call(.receive(max: .max), by: peer)
        case .abort(let peer): call(.abort, by: peer)
        case .deliver(let peer, let place):
            guard let flight = take(to: peer, at: place) else { return }
            arrive(flight, at: peer)
        case .lose(let peer, let place):
            guard let flight = take(to: peer, at: place) else { return }
            lose(flight)
        case .duplicate(let peer, let place):
            let queue = peer == .a ? toA : toB
            guard queue.indices.contains(place) else { return }
            append(copy(queue[place], to: peer.principal), to: peer)
        case .oldArrives:
            guard let segment = TCPSpace.oldSYN(scope) else { return }
            inject(segment, at: .b)
        case .forge(let peer, _):
            guard let segment = space.segment(of: stride.action, in: stride.before) else { return }
            inject(segment, at: peer)
        case .timeout(let peer, let timer):
            let now = now
            perform(turn(of: peer) { $0.runOut(timer, at: now, in: &$1) }, by: peer)
        }
    }

    // MARK: Stations

    private mutating func turn(of peer: Peer, _ body: (inout Station, inout Journal) -> Turn) -> Turn {
        peer == .a ? body(&a, &journal) : body(&b, &journal)
    }

    private mutating func call(_ event: Connection.Event, by peer: Peer) {
        let now = now
        let remote = TCPSpace.socket(of: peer.other)
        perform(turn(of: peer) { $0.call(event, to: remote, at: now, in: &$1) }, by: peer, isReading: event.isReceive)
    }

    /// A segment that neither side has sent in this run.
    private mutating func inject(_ segment: Segment, at peer: Peer) {
        packets += 1
        let (number, remote) = (packets, TCPSpace.socket(of: peer))
        let packet =
            peer == .b
            ? a.packet(segment, to: remote, number: number, by: nil)
            : b.packet(segment, to: remote, number: number, by: nil)
        arrive(inject(segment, as: packet, to: peer.principal, .stranger), at: peer)
    }

    private mutating func arrive(_ flight: Flight, at peer: Peer) {
        let (now, source) = (now, TCPSpace.socket(of: peer.other).address)
        let connection = (peer == .a ? a : b).connection
        if let successor = TCPSpace.successor(
            of: connection, peer, to: flight.segment, scope, isTelling: true, at: now)
        {
            let turn = turn(of: peer) { [giveWay] station, journal in
                station.succeed(by: successor, giveWay, flight.packet, sentIn: flight.event, at: now, in: &journal)
            }
            return perform(turn, by: peer)
        }
        let turn = turn(of: peer) {
            $0.receive(flight.segment, as: flight.packet, from: source, sentIn: flight.event, at: now, in: &$1)
        }
        perform(turn, by: peer)
    }

    /// Does what a connection wants done, and writes it down. The user reads at once what has arrived, unless it is a slow one.
    private mutating func perform(_ turn: Turn, by peer: Peer, isReading: Bool = false) {
        var turn = turn
        while let task = turn.next(in: &journal) {
            switch task {
            case .transmit(let segment, let note, let changes):
                packets += 1
                let (number, remote) = (packets, TCPSpace.socket(of: peer.other))
                let packet =
                    peer == .a
                    ? a.packet(segment, to: remote, number: number) : b.packet(segment, to: remote, number: number)
                let event = journal.recordDeparture(
                    of: packet, from: peer.principal, to: peer.other.principal, at: now, cause: turn.cause, note: note,
                    changes: changes)
                append(Flight(segment: segment, packet: packet, event: event, left: now), to: peer.other)
            case .armed: break
            case .deliver(let octets):
                guard !isReading else { break }
                journal.recordCall(
                    "RECEIVE", counted(octets.count, "octet"), by: peer.principal, at: now, cause: turn.cause)
            case .signal(let signal):
                guard signal.isFailure else { break }
                journal.recordFailure(signal, of: peer.principal, at: now, cause: turn.cause)
            }
        }
        guard scope.buffer == nil, (peer == .a ? a : b).connection.available > 0 else { return }
        let (now, cause) = (now, turn.cause)
        perform(
            self.turn(of: peer) { station, _ in station.handle(.receive(max: .max), at: now, cause: cause) }, by: peer)
    }

    // MARK: The network

    private mutating func take(to peer: Peer, at place: Int) -> Flight? {
        if peer == .a { return toA.indices.contains(place) ? toA.remove(at: place) : nil }
        return toB.indices.contains(place) ? toB.remove(at: place) : nil
    }

    private mutating func append(_ flight: Flight, to peer: Peer) {
        if peer == .a { toA.append(flight) } else { toB.append(flight) }
    }
}

extension Connection.Event {
    /// Whether the user asks for what has arrived.
    fileprivate var isReceive: Bool { if case .receive = self { true } else { false } }
}
