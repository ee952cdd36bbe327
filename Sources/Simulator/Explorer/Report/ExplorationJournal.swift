import TCPSim
import Trace

extension TCPSpace {
    /// The run to `counterexample` as a journal, from which captures and other outputs are made. The steps are 10 ms apart.
    ///
    /// If the rule is about progress, the journal also has the steps of the sequel after the last action.
    package func journal(_ counterexample: Exploration<TCPSpace>.Counterexample) -> Journal {
        var playback = Playback(self, counterexample)
        playback.play(counterexample)
        return playback.journal
    }
}

/// Plays a run through a space again, with connections and a host that explain what they do, and records it as a scenario is recorded. The
/// clients of a host and the strangers are one side of the journal. Their ports tell them apart.
private struct Playback {
    /// The journal, and the connections that are explored by themselves.
    private var run: PlayedRun
    private var space: TCPSpace
    /// B as a host; nil if B is one connection.
    private var host: TCPSpace.Server?

    /// Everything that was recorded.
    var journal: Journal { run.journal }
    private var now: Instant { run.now }

    /// The run before its first step.
    init(_ space: TCPSpace, _ counterexample: Exploration<TCPSpace>.Counterexample) {
        self.space = space
        let (scope, machine) = (space.scope, space.memory.machines.connection)
        let stations = space.ends.map { end in
            (end, Station(end.peer.principal, scope.connection(of: end, isTelling: true), machine: machine))
        }
        if scope.isListening { host = TCPSpace.Server(scope.host(isTelling: true)) }
        let settings = scope.isListening ? space.settings : space.settings.filter { $0.name.english == "bounds" }
        let names = settings.flatMap { [$0.name, $0.value] } + [Words(space.demand(counterexample.rule))]
        let journal = Journal(
            title: "explore: \(space.demand(counterexample.rule))",
            settings: settings.map { (name: $0.name.english, value: $0.value.english) },
            epoch: Visit.epoch, client: scope.socket(of: .a).endpoint, server: TCPSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name],
            glossary: Glossary(names: names) + (scope.isListening ? Glossary() : .tcp))
        run = PlayedRun(
            journal, Dictionary(uniqueKeysWithValues: stations), at: TCPSpace.socket, readsAtOnce: scope.buffer == nil,
            tellsReading: host == nil)
    }

    /// Plays the run; if the broken rule is about progress, with the sequel.
    mutating func play(_ counterexample: Exploration<TCPSpace>.Counterexample) {
        let demand = space.demand(counterexample.rule)
        run.begin(
            "chapter.counterexample", title: ExplorationCaption.title,
            caption: ExplorationCaption.broken(demand, steps: counterexample.actions.count))
        if host != nil {
            let call = call("OPEN", "passive, port \(TCPSpace.socketB.port)")
            meet(.listen(backlog: space.scope.backlog), because: call)
        }
        let steps = space.run(counterexample.actions)
        play(steps)
        run.journal.record(
            at: now, who: .network, step: "explore.rule", .checked(what: demand.english, passed: false))
        if counterexample.rule == .progress {
            let rest = space.run(after: steps.last?.after ?? space.start)
            run.begin("chapter.sequel", title: ExplorationCaption.titleOfSequel, caption: ExplorationCaption.sequel)
            play(rest.steps)
        }
        run.journal.limit(ExplorationCaption.datedApart)
    }

    /// Plays steps. Time stands still in the search. In the journal a step takes ten milliseconds.
    private mutating func play(_ steps: [RunStep]) {
        for step in steps {
            run.now = run.now + .milliseconds(10)
            guard let passage = step.action.passage else {
                play(step)
                continue
            }
            if let flight = pass(passage) { arrive(flight, .arrival(flight.segment), at: passage.end) }
        }
    }

    /// Plays a step that is not about a segment in flight.
    private mutating func play(_ step: RunStep) {
        let state = TCPSpace.State(step.before)
        guard let cause = space.cause(of: step.action, in: state).map({ space.memory.causes[$0] }) else { return }
        switch step.action {
        case .open(let end):
            if space.pauses(before: step.action, in: state) { meet(.pause, because: nil) }
            if space.view(of: end, in: state).hasOpened {
                run.stations[end]?.reboot(space.scope.connection(of: end, incarnation: 1, isTelling: true))
            }
            run.call(end.peer == .a ? .activeOpen : .passiveOpen, at: end)
        case .send(let end), .read(let end), .abort(let end):
            if case .event(let event) = cause { run.call(event, at: end) }
        case .close(let end): run.call(.close, at: end)
        case .timeout(let end, let timer): run.runOut(timer, at: end)
        case .accept, .stopListening, .leave:
            meet(cause, because: call(step.action == .accept ? "ACCEPT" : "CLOSE", space.name(in: step) ?? ""))
        case .hostTimeout(_, let timer):
            meet(cause, because: run.journal.recordExpiry(of: timer, of: .server, at: now))
        case .oldArrives, .flood, .forge:
            guard let foreign = space.foreignSegment(by: step.action, in: step.before) else { return }
            inject(foreign, cause, isOfStranger: step.action == .flood)
        case .segment: break
        }
    }

    // MARK: The network

    /// Plays what becomes of a segment in flight. Returns the segment if it arrives.
    private mutating func pass(_ passage: Passage) -> Flight? {
        let end = passage.end
        guard let queue = run.flights[end], queue.indices.contains(passage.place) else { return nil }
        let flight = queue[passage.place]
        if passage.isTaken { run.take(passage.place, to: end) }
        switch passage.fate {
        case .arrives: return flight
        case .isLost: run.lose(flight, why: .searched)
        case .isCopied: run.append(run.copy(flight, to: end), to: end)
        }
        return nil
    }

    /// Plays the arrival of a segment that neither side has sent in this run.
    private mutating func inject(_ foreign: ForeignSegment, _ cause: TCPSpace.Cause, isOfStranger: Bool) {
        let (segment, end) = (foreign.segment, foreign.to)
        let caption: ScenarioCaption = isOfStranger ? .forged : .stranger
        let flight: Flight?
        if host == nil {
            flight = run.inject(segment, to: end, caption)
        } else {
            let packet = Self.packet(
                segment, from: TCPSpace.source(of: segment), to: TCPSpace.socket(of: end.peer), run.nextPacket())
            flight = run.inject(segment, as: packet, to: end.peer.principal, caption)
        }
        if let flight { arrive(flight, cause, at: end) }
    }

    /// Plays the arrival of a segment at an end, where it is met as `cause`.
    private mutating func arrive(_ flight: Flight, _ cause: TCPSpace.Cause, at end: End) {
        if host != nil, end.peer == .b {
            let event = run.journal.recordArrival(
                of: flight.packet, sentIn: flight.event, from: .client, at: .server, at: now)
            return meet(cause, because: event)
        }
        let sender = end.peer.other.principal
        if let connection = run.stations[end]?.connection,
            let successor = TCPSpace.successor(
                of: connection, end.peer, to: flight.segment, space.scope, isTelling: true, at: now)
        {
            let giveWay = space.memory.machines.giveWay
            run.perform(at: end) { station, _, now, journal in
                station.succeed(
                    by: successor, giveWay, flight.packet, of: sender, sentIn: flight.event, at: now, in: &journal)
            }
            return
        }
        run.receive(flight, at: end)
    }

    // MARK: B as a host

    private mutating func call(_ name: String, _ arguments: String) -> Int {
        run.journal.recordCall(name, arguments, by: .server, at: now)
    }

    private static func packet(
        _ segment: Segment, from source: Socket, to destination: Socket, _ number: Int
    ) -> Packet {
        Packet(
            segment, from: source, to: destination, number: number,
            identification: UInt16(truncatingIfNeeded: number))
    }

    /// Lets B as a host deal with a cause, and records what it does. Segments to strangers are lost.
    ///
    /// - Parameter event: the number of the cause in the journal; nil to record nothing.
    private mutating func meet(_ cause: TCPSpace.Cause, because event: Int?) {
        guard let reaction = host?.meet(cause, space.memory.machines.host), let event else { return }
        for reading in reaction.read {
            run.journal.recordCall(
                "RECEIVE", counted(reading.octets.count, "octet"), by: .server, at: now, cause: event)
        }
        let actions = reaction.events.flatMap { event -> [Connection.Action] in
            let note = event.note.map { [Connection.Action.note($0)] } ?? []
            return switch event.kind {
            case .transmit(let segment, _): note + [.transmit(segment)]
            case .entered(let state, let from, _): note + [.entered(state, from: from)]
            case .note(let lone): [.note(lone)]
            }
        }
        var remotes = reaction.sent.map(\.to)[...]
        var turn = Turn(of: .server, actions, at: now, cause: event)
        while let task = turn.next(in: &run.journal) {
            guard case .transmit(let segment, let note, let changes) = task, let remote = remotes.popFirst() else {
                continue
            }
            let packet = Self.packet(segment, from: TCPSpace.socketB, to: remote, run.nextPacket())
            let event = run.journal.recordDeparture(
                of: packet, from: .server, to: .client, at: now, cause: turn.cause, note: note, changes: changes)
            let flight = Flight(segment: segment, packet: packet, event: event, left: now)
            let end = TCPSpace.client(at: remote).map { End(.a, client: $0) }
            if let end, run.stations[end] != nil {
                run.append(flight, to: end)
            } else {
                run.lose(flight, why: .noSuchHost(remote.address))
            }
        }
    }
}
