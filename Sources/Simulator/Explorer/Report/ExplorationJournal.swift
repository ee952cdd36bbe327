import TCPSim
import Trace

extension TCPSpace {
    /// The run to `counterexample` as a record, from which captures and the like are made; the steps are 10 ms apart.
    ///
    /// Where the rule is about progress, the steps after the last action are part of it.
    package func journal(_ counterexample: Exploration<TCPSpace>.Counterexample) -> Journal {
        var playback = Playback(self, counterexample)
        playback.play(counterexample)
        return playback.journal
    }
}

/// A run through a space once more, with connections and a host that explain what they do, and written down as a scenario is. The clients of a
/// host and strangers are one side of the record: their ports tell them apart.
private struct Playback {
    private(set) var journal: Journal
    private var space: TCPSpace
    /// When the present step happens.
    private var now = Instant.zero
    /// How many packets there have been.
    private var packets = 0
    /// The connections that are explored by themselves, each at its end.
    private var stations: [End: Station]
    /// B as a host.
    private var host: TCPSpace.Server?
    /// For each segment under way to an end in the state its datagram.
    private var flights: [End: [Flight]] = [:]

    /// The run before its first step.
    init(_ space: TCPSpace, _ counterexample: Exploration<TCPSpace>.Counterexample) {
        self.space = space
        let (scope, machine) = (space.scope, space.memory.machines.connection)
        let stations = space.ends.map { end in
            (end, Station(end.peer.principal, scope.connection(of: end, isTelling: true), machine: machine))
        }
        self.stations = Dictionary(uniqueKeysWithValues: stations)
        if scope.isListening { host = TCPSpace.Server(scope.host(isTelling: true)) }
        journal = Journal(
            title: "explore: \(space.demand(counterexample.rule).sentence(in: .english))",
            settings: scope.isListening ? space.settings : [(name: "bounds", value: space.bounds.description)],
            epoch: Visit.epoch, client: scope.socket(of: .a).endpoint, server: TCPSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name], glossary: scope.isListening ? Glossary() : .tcp)
    }

    /// Plays the run. If the counterexample is about what comes of the last state, that follows.
    mutating func play(_ counterexample: Exploration<TCPSpace>.Counterexample) {
        let demand = space.demand(counterexample.rule)
        begin("chapter.counterexample", .title, .broken(demand, steps: counterexample.actions.count))
        if host != nil {
            let call = call("OPEN", "passive, port \(TCPSpace.socketB.port)")
            meet(.listen(backlog: space.scope.backlog), because: call)
        }
        let steps = space.run(counterexample.actions)
        play(steps)
        journal.record(
            at: now, who: .network, step: "explore.rule", .checked(what: demand.sentence(in: .english), passed: false))
        if counterexample.rule == .progress {
            let rest = space.run(after: steps.last?.after ?? space.start)
            begin("chapter.sequel", .titleOfSequel, .sequel)
            play(rest.steps)
        }
        journal.limit(ExplorationCaption.datedApart)
    }

    private mutating func begin(_ step: String, _ title: ExplorationCaption, _ caption: ExplorationCaption) {
        journal.record(at: now, who: .client, step: step, .chapter(title), remark: caption)
    }

    /// Time stands still while exploring. In the record a step takes ten milliseconds.
    private mutating func play(_ steps: [RunStep]) {
        for step in steps {
            now = now + .milliseconds(10)
            guard let passage = step.action.passage else {
                play(step)
                continue
            }
            if let flight = pass(passage) { arrive(flight, .arrival(flight.segment), at: passage.end) }
        }
    }

    /// Plays a step that is not about a segment under way.
    private mutating func play(_ step: RunStep) {
        let state = TCPSpace.State(step.before)
        let plan = space.plan(step.action, in: state)
        guard let cause = plan.cause.map({ space.memory.causes[$0] }) else { return }
        switch step.action {
        case .open(let end):
            if plan.pauses { meet(.pause, because: nil) }
            if space.view(of: end, in: state).hasOpened {
                stations[end]?.reboot(space.scope.connection(of: end, incarnation: 1, isTelling: true))
            }
            call(end.peer == .a ? .activeOpen : .passiveOpen, at: end)
        case .send(let end), .read(let end), .abort(let end):
            if case .event(let event) = cause { call(event, at: end) }
        case .close(let end): call(.close, at: end)
        case .timeout(let end, let timer):
            perform(at: end) { station, _, now, journal in station.runOut(timer, at: now, in: &journal) }
        case .accept, .stopListening, .leave:
            meet(cause, because: call(step.action == .accept ? "ACCEPT" : "CLOSE", space.name(in: step) ?? ""))
        case .hostTimeout(_, let timer):
            meet(cause, because: journal.recordExpiry(of: timer, of: .server, at: now))
        case .oldArrives, .flood, .forge:
            guard let foreign = space.foreignSegment(by: step.action, in: step.before) else { return }
            inject(foreign, cause, isOfStranger: step.action == .flood)
        case .segment: break
        }
    }

    // MARK: The network

    private mutating func nextPacket() -> Int {
        packets += 1
        return packets
    }

    /// Does what happens to a segment under way. Returns it if it arrives.
    private mutating func pass(_ passage: Passage) -> Flight? {
        let end = passage.end
        guard let queue = flights[end], queue.indices.contains(passage.place) else { return nil }
        let flight = queue[passage.place]
        if passage.isTaken { flights[end]?.remove(at: passage.place) }
        switch passage.fate {
        case .arrives: return flight
        case .isLost: lose(flight, why: .searched)
        case .isCopied:
            let packet = flight.packet.copy(number: nextPacket())
            let event = journal.recordCopy(packet, sentIn: flight.event, to: end.peer.principal, at: now)
            let copy = Flight(segment: flight.segment, packet: packet, event: event, left: now)
            flights[end, default: []].append(copy)
        }
        return nil
    }

    private mutating func lose(_ flight: Flight, why: ScenarioLoss) {
        journal.recordLoss(of: flight.packet, sentIn: flight.event, at: now, why: why)
    }

    /// A segment arrives that neither side has sent in this run.
    private mutating func inject(_ foreign: ForeignSegment, _ cause: TCPSpace.Cause, isOfStranger: Bool) {
        let (segment, end) = (foreign.segment, foreign.to)
        let (local, number) = (TCPSpace.socket(of: end.peer), nextPacket())
        let packet =
            host == nil
            ? stations[end.other]?.packet(segment, to: local, number: number, by: nil)
            : Self.packet(segment, from: TCPSpace.source(of: segment), to: local, number)
        guard let packet else { return }
        let event = journal.record(
            at: now, who: .network, step: "network.old", .sent(packet, to: end.peer.principal),
            remark: isOfStranger ? ScenarioCaption.forged : .stranger)
        arrive(Flight(segment: segment, packet: packet, event: event, left: now), cause, at: end)
    }

    /// A segment arrives at an end as the cause that it is.
    private mutating func arrive(_ flight: Flight, _ cause: TCPSpace.Cause, at end: End) {
        if host != nil, end.peer == .b {
            let event = journal.recordArrival(
                of: flight.packet, sentIn: flight.event, from: .client, at: .server, at: now)
            return meet(cause, because: event)
        }
        let sender = end.peer.other.principal
        if let connection = stations[end]?.connection,
            let successor = TCPSpace.successor(
                of: connection, end.peer, to: flight.segment, space.scope, isTelling: true, at: now)
        {
            let giveWay = space.memory.machines.giveWay
            return perform(at: end) { station, _, now, journal in
                station.succeed(
                    by: successor, giveWay, flight.packet, of: sender, sentIn: flight.event, at: now, in: &journal)
            }
        }
        perform(at: end) { station, remote, now, journal in
            station.receive(
                flight.segment, as: flight.packet, from: remote.address, of: sender, sentIn: flight.event, at: now,
                in: &journal)
        }
    }

    // MARK: Stations

    /// The user of the station at `end` calls.
    private mutating func call(_ event: Connection.Event, at end: End) {
        let isReading = if case .receive = event { true } else { false }
        perform(at: end, isReading: isReading) { $0.call(event, to: $1, at: $2, in: &$3) }
    }

    /// Has the station at `end` do something, does what its connection wants done, and writes it down. Its user reads at once
    /// what has arrived, unless it is a slow one.
    private mutating func perform(
        at end: End, isReading: Bool = false, _ body: (inout Station, Socket, Instant, inout Journal) -> Turn
    ) {
        guard var station = stations[end] else { return }
        let remote = TCPSpace.socket(of: end.peer.other)
        var turn = body(&station, remote, now, &journal)
        while let task = turn.next(in: &journal) {
            switch task {
            case .transmit(let segment, let note, let changes):
                let packet = station.packet(segment, to: remote, number: nextPacket())
                let event = journal.recordDeparture(
                    of: packet, from: station.principal, to: end.peer.other.principal, at: now, cause: turn.cause,
                    note: note, changes: changes)
                let flight = Flight(segment: segment, packet: packet, event: event, left: now)
                flights[end.other, default: []].append(flight)
            case .armed: break
            case .deliver(let octets):
                guard host == nil, !isReading else { break }
                journal.recordCall(
                    "RECEIVE", counted(octets.count, "octet"), by: station.principal, at: now, cause: turn.cause)
            case .signal(let signal):
                guard signal.isFailure else { break }
                journal.recordFailure(signal, of: station.principal, at: now, cause: turn.cause)
            }
        }
        stations[end] = station
        guard space.scope.buffer == nil, station.connection.available > 0 else { return }
        let cause = turn.cause
        perform(at: end) { station, _, now, _ in station.handle(.receive(max: .max), at: now, cause: cause) }
    }

    // MARK: B as a host

    private mutating func call(_ name: String, _ arguments: String) -> Int {
        journal.recordCall(name, arguments, by: .server, at: now)
    }

    private static func packet(
        _ segment: Segment, from source: Socket, to destination: Socket, _ number: Int
    ) -> Packet {
        Packet(
            segment, from: source, to: destination, number: number,
            identification: UInt16(truncatingIfNeeded: number))
    }

    /// B deals with a cause, and what it does about it is written down. What it sends to strangers is lost.
    private mutating func meet(_ cause: TCPSpace.Cause, because event: Int?) {
        guard let reaction = host?.meet(cause, space.memory.machines.host), let event else { return }
        for reading in reaction.read {
            journal.recordCall("RECEIVE", counted(reading.octets.count, "octet"), by: .server, at: now, cause: event)
        }
        let actions = reaction.events.compactMap { event -> Connection.Action? in
            switch event.kind {
            case .transmit(let segment, _): .transmit(segment)
            case .entered(let state, let from, _): .entered(state, from: from)
            case .note(let note): .note(note)
            }
        }
        var remotes = reaction.sent.map(\.to)[...]
        var turn = Turn(of: .server, actions, at: now, cause: event)
        while let task = turn.next(in: &journal) {
            guard case .transmit(let segment, let note, let changes) = task, let remote = remotes.popFirst() else {
                continue
            }
            let packet = Self.packet(segment, from: TCPSpace.socketB, to: remote, nextPacket())
            let event = journal.recordDeparture(
                of: packet, from: .server, to: .client, at: now, cause: turn.cause, note: note, changes: changes)
            let flight = Flight(segment: segment, packet: packet, event: event, left: now)
            let end = TCPSpace.client(at: remote).map { End(.a, client: $0) }
            if let end, stations[end] != nil {
                flights[end, default: []].append(flight)
            } else {
                lose(flight, why: .noSuchHost(remote.address))
            }
        }
    }
}
