import TCPHost
import TCPSim
import Trace

/// What was searched, and a run through it, as text.
extension ListenerSpace: ExploredSpace, DrawnSpace {
    /// Bounds, clients, backlog, cookies, users and the old SYN, as rows of a name and a value.
    package var settings: [(name: String, value: String)] {
        var users: [String] = []
        if scope.mayAbort { users.append("may abort") }
        if scope.mayReopen { users.append("may open once more") }
        var rows = [
            ("bounds", "\(bounds), data \(scope.data), flood \(scope.flood)"), ("clients", "\(scope.clients)"),
            ("backlog", "\(scope.backlog)"),
        ]
        let cookies =
            switch scope.cookies {
            case nil: "none"
            case .whenFull: "when no further connection may wait"
            case .always: "for each SYN"
            }
        rows.append(("cookies", cookies))
        if !users.isEmpty { rows.append(("users", users.joined(separator: "; "))) }
        return rows + [("old SYN", scope.oldSYN.map { "\($0) numbers before A1's" } ?? "none")]
    }

    /// One row: which landmarks were passed, in the order of their cases.
    package func passed(_ landmarks: Set<Landmark>) -> [(name: String, value: String)] {
        let passed = Landmark.allCases.filter(landmarks.contains).map(\.rawValue)
        return [("seen", passed.isEmpty ? "nothing out of the ordinary" : passed.joined(separator: ", "))]
    }

    /// On the left stands the client that the step is about, after the step; on the right, every connection of B.
    package func ladder(_ counterexample: Exploration<ListenerSpace>.Counterexample, columns: Int) -> [String] {
        drawing(counterexample, columns: columns)
    }

    /// The run to `counterexample` as a record; the steps are 10 ms apart.
    ///
    /// Where the rule is about progress, the steps after the last action are part of it.
    package func journal(_ counterexample: Exploration<ListenerSpace>.Counterexample) -> Journal {
        ListenerPlayback.journal(counterexample, in: self)
    }

    // MARK: A ladder

    var lanes: [Lane] {
        (0..<scope.clients).flatMap { client in Peer.allCases.map { Lane(client: client, to: $0) } }
    }

    func segments(in lane: Lane, of state: PackedState) -> [Segment] {
        let queue = memory.leg(State(state)[lane.client])[lane.to]
        return memory.queues.places(queue).compactMap { place in
            let element = memory.queues[queue, place]
            guard lane.to == .a else { return memory.causes[element].segment?.segment }
            return if case .arrival(let segment) = memory.clientCauses[element] { segment } else { nil }
        }
    }

    func passage(of action: Action) -> Passage? {
        guard case .segment(let lane, let place, let fate) = action else { return nil }
        return Passage(lane: lane, place: place, fate: fate)
    }

    func foreignSegment(by action: Action, in state: PackedState) -> ForeignSegment? {
        switch action {
        case .oldArrives, .flood, .forge:
            cause(of: action, in: state)?.segment.map { ForeignSegment(segment: $0.segment, to: .b) }
        default: nil
        }
    }

    /// Behind the arrows there is room for a client and its state.
    func ladderColumns(_ columns: Int) -> LadderColumns {
        LadderColumns(left: 15, middle: min(51, columns - 34), page: columns)
    }

    func heading(_ page: LadderColumns) -> [String] { page.lines("", "Client", "", "B") }

    func sides(in state: PackedState, after action: Action?) -> (left: String, right: String) {
        let client = action.flatMap(Self.client)
        let left = client.map { "A\($0 + 1) \(memory.client(of: State(state)[$0]).state)" } ?? ""
        let server = memory.servers[State(state).host]
        let connections = server.connections.map { "\(Self.name(of: $0.route.remote)) \($0.connection.state)" }
        guard connections.isEmpty else { return (left, connections.joined(separator: ", ")) }
        // Without any, whether it listens.
        return (left, (server.listener == nil ? TCPSim.State.closed : TCPSim.State.listen).rawValue)
    }

    func label(of lane: Lane) -> String { lane.to == .a ? "A\(lane.client + 1)" : "" }

    func caption(of step: RunStep<ListenerSpace>) -> ExplorationCaption {
        .listenerAction(step.action, about: name(in: step))
    }

    // MARK: What a step is about

    /// The client that a choice is about, if it is about one.
    private static func client(of action: Action) -> Int? {
        switch action {
        case .open(let client), .send(let client), .close(let client), .abort(let client), .timeout(let client, _),
            .forge(let client, _):
            client
        case .segment(let lane, _, _): lane.client
        case .oldArrives: 0
        case .accept, .stopListening, .leave, .hostTimeout, .flood: nil
        }
    }

    /// The name of the client or the stranger that a step is about; empty without any.
    func name(in step: RunStep<ListenerSpace>) -> String {
        if let client = Self.client(of: step.action) { return "A\(client + 1)" }
        let server = memory.servers[State(step.before).host]
        switch step.action {
        case .accept: return server.listener?.acceptable.first.map(Self.name) ?? ""
        case .leave(let place), .hostTimeout(let place, _):
            guard server.connections.indices.contains(place) else { return "" }
            return Self.name(of: server.connections[place].route.remote)
        case .flood: return cause(of: step.action, in: step.before)?.segment.map { Self.name(of: $0.source) } ?? ""
        case .open, .send, .close, .abort, .timeout, .segment, .stopListening, .oldArrives, .forge: return ""
        }
    }

    /// What B meets by a choice that is not about a segment under way.
    func cause(of action: Action, in packed: PackedState) -> Cause? {
        hostCause(of: action, in: State(packed)).map { memory.causes[$0] }
    }
}

/// A run with clients and a host that explain what they do. The clients and strangers are one side of the record: their ports tell them
/// apart.
private struct ListenerPlayback: Playback {
    var run: PlayedRun
    private let machine: ListenerSpace.HostMachine
    private var host: ListenerSpace.Server

    init(_ space: ListenerSpace, _ counterexample: Exploration<ListenerSpace>.Counterexample) {
        machine = space.machine
        let stations = (0..<space.scope.clients).map { client in
            let connection = ListenerSpace.connection(of: client, 0, isTelling: true)
            return (Lane(client: client, to: .b), Station(.client, connection))
        }
        host = ListenerSpace.Server(ListenerSpace.host(space.scope, isTelling: true))
        let journal = Journal(
            title: "explore: \(counterexample.rule.sentence(in: .english))",
            settings: space.settings, epoch: Visit.epoch,
            client: ListenerSpace.socket(ofClient: 0).endpoint, server: ListenerSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name])
        run = PlayedRun(
            journal, Dictionary(uniqueKeysWithValues: stations), readsAtOnce: true, tellsReading: false)
        run.begin(counterexample.rule, steps: counterexample.actions.count)
        let call = call("OPEN", "passive, port \(ListenerSpace.socketB.port)")
        meet(.listen(backlog: space.scope.backlog), because: call)
    }

    mutating func play(_ step: RunStep<ListenerSpace>, in space: ListenerSpace) {
        func lane(_ client: Int) -> Lane { Lane(client: client, to: .b) }
        let cause = space.cause(of: step.action, in: step.before)
        let state = ListenerSpace.State(step.before)
        switch step.action {
        case .open(let client):
            if space.memory.client(of: state[client]).hasOpened {
                run.stations[lane(client)]?.reboot(ListenerSpace.connection(of: client, 1, isTelling: true))
                if let cause { meet(cause, because: nil) }
            }
            run.call(.activeOpen, by: lane(client))
        case .send(let client):
            let number = space.memory.leg(state[client]).client
            run.call(space.memory.clients[number].event(of: .send), by: lane(client))
        case .close(let client): run.call(.close, by: lane(client))
        case .abort(let client): run.call(.abort, by: lane(client))
        case .timeout(let client, let timer): run.runOut(timer, of: lane(client))
        case .accept, .stopListening, .leave:
            guard let cause else { return }
            meet(cause, because: call(step.action == .accept ? "ACCEPT" : "CLOSE", space.name(in: step)))
        case .hostTimeout(_, let timer):
            guard let cause else { return }
            meet(cause, because: run.journal.recordExpiry(of: timer, of: .server, at: run.now))
        case .oldArrives, .flood, .forge:
            guard let cause, let (segment, source) = cause.segment else { return }
            let packet = packet(segment, from: source, to: ListenerSpace.socketB)
            arrive(
                run.inject(segment, as: packet, to: .server, step.action == .flood ? .forged : .stranger), cause)
        case .segment: break
        }
    }

    mutating func arrive(_ flight: Flight, by lane: Lane) {
        switch lane.to {
        case .a: run.receive(flight, by: lane.back)
        case .b: arrive(flight, .arrival(flight.segment, from: ListenerSpace.socket(ofClient: lane.client)))
        }
    }

    // MARK: B

    private mutating func call(_ name: String, _ arguments: String) -> Int {
        run.journal.recordCall(name, arguments, by: .server, at: run.now)
    }

    private mutating func arrive(_ flight: Flight, _ cause: ListenerSpace.Cause) {
        let event = run.journal.recordArrival(
            of: flight.packet, sentIn: flight.event, from: .client, at: .server, at: run.now)
        meet(cause, because: event)
    }

    private mutating func packet(_ segment: Segment, from source: Socket, to destination: Socket) -> Packet {
        let number = run.nextPacket()
        return Packet(
            segment, from: source, to: destination, number: number,
            identification: UInt16(truncatingIfNeeded: number))
    }

    /// B deals with a cause, and what it does about it is written down. What it sends to strangers is lost.
    private mutating func meet(_ cause: ListenerSpace.Cause, because event: Int?) {
        let reaction = host.meet(cause, machine)
        guard let event else { return }
        for reading in reaction.read {
            run.journal.recordCall(
                "RECEIVE", counted(reading.octets.count, "octet"), by: .server, at: run.now, cause: event)
        }
        let actions = reaction.events.compactMap { event -> Connection.Action? in
            switch event.kind {
            case .transmit(let segment, _): .transmit(segment)
            case .entered(let state, let from, _): .entered(state, from: from)
            case .note(let note): .note(note)
            }
        }
        var remotes = reaction.sent.map(\.to)[...]
        var turn = Turn(of: .server, actions, at: run.now, cause: event)
        while let task = turn.next(in: &run.journal) {
            guard case .transmit(let segment, let note, let changes) = task, let remote = remotes.popFirst() else {
                continue
            }
            let packet = packet(segment, from: ListenerSpace.socketB, to: remote)
            let event = run.journal.recordDeparture(
                of: packet, from: .server, to: .client, at: run.now, cause: turn.cause, note: note, changes: changes)
            let flight = Flight(segment: segment, packet: packet, event: event, left: run.now)
            let client = ListenerSpace.client(at: remote)
            if let client, run.stations[Lane(client: client, to: .b)] != nil {
                run.append(flight, to: Lane(client: client, to: .a))
            } else {
                run.lose(flight, why: .noSuchHost(remote.address))
            }
        }
    }
}
