import TCPSim
import Trace

extension TCPSpace {
    /// The run to `counterexample` as a record, from which captures and the like are made.
    public func journal(_ counterexample: Exploration<TCPSpace>.Counterexample) -> Journal {
        var space = self
        var playback = Playback(self, counterexample)
        let strides = space.strides(counterexample.actions)
        for stride in strides { playback.play(stride, in: space) }
        playback.check(counterexample.rule)
        if counterexample.rule == .progress {
            let rest = space.strides(after: strides.last?.after ?? start)
            playback.begin("chapter.sequel", .titleOfSequel, .sequel)
            for stride in rest.strides { playback.play(stride, in: space) }
        }
        playback.journal.limit(ExplorationCaption.datedApart)
        return playback.journal
    }
}

/// A run through the space once more, with two stations that explain what they do, as in a scenario.
private struct Playback {
    var journal: Journal
    private let scope: TCPSpace.Scope
    private let giveWay: TCPSpace.Yielding
    private var now = Instant.zero
    private var packets = 0
    private var a: Station
    private var b: Station
    /// For each segment in the queues of the state its datagram.
    private var toA: [Flight] = []
    private var toB: [Flight] = []

    private struct Flight {
        let segment: Segment
        let packet: Packet
        /// The event at which it left.
        let event: Int
    }

    /// How long a step takes in the record. While exploring, time stands still.
    private static let pace = TimeSpan.milliseconds(10)

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
            names: [.client: Peer.a.name, .server: Peer.b.name])
        begin(
            "chapter.counterexample", .title,
            .broken(counterexample.rule, steps: counterexample.actions.count))
    }

    mutating func begin(_ step: String, _ title: ExplorationCaption, _ caption: ExplorationCaption) {
        journal.record(at: now, who: .client, step: step, .chapter(title), remark: caption)
    }

    /// Writes down that a rule does not hold.
    mutating func check(_ rule: TCPSpace.Rule) {
        journal.record(
            at: now, who: .network, step: "explore.rule", .checked(what: rule.sentence(in: .english), passed: false))
    }

    mutating func play(_ stride: Stride<TCPSpace>, in space: TCPSpace) {
        now = now + Self.pace
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
            journal.record(
                at: now, who: .network, cause: flight.event, step: "network.lost",
                .lost(flight.packet, why: ScenarioLoss.searched))
        case .duplicate(let peer, let place):
            let queue = peer == .a ? toA : toB
            guard queue.indices.contains(place) else { return }
            packets += 1
            let packet = queue[place].packet.copy(number: packets)
            let event = journal.record(
                at: now, who: .network, cause: queue[place].event, step: "network.duplicate",
                .sent(packet, to: peer.principal), remark: ScenarioCaption.duplicate)
            append(Flight(segment: queue[place].segment, packet: packet, event: event), to: peer)
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
        let event = journal.record(
            at: now, who: .network, step: "network.old", .sent(packet, to: peer.principal),
            remark: ScenarioCaption.stranger)
        arrive(Flight(segment: segment, packet: packet, event: event), at: peer)
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
                let event = journal.record(
                    at: now, who: peer.principal, cause: turn.cause, step: note?.step ?? "tcp.segment",
                    .sent(packet, to: peer.other.principal), remark: note, changes: changes, cite: note?.cite)
                append(Flight(segment: segment, packet: packet, event: event), to: peer.other)
            case .armed: break
            case .deliver(let octets):
                guard !isReading else { break }
                journal.recordCall(
                    "RECEIVE", "\(octets.count) octets", by: peer.principal, at: now, cause: turn.cause)
            case .signal(let signal):
                guard signal.isFailure else { break }
                journal.record(
                    at: now, who: peer.principal, cause: turn.cause, step: "tcp.failed", .failed(signal))
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
