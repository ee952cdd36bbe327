import TCPHost
import TCPSim
import Trace

/// What was searched, and a run through it, as text.
extension ListenerSpace: ConnectionSpace {
    /// One row: which landmarks were passed, in the order of their cases.
    package func passed(_ landmarks: Set<Landmark>) -> [(name: String, value: String)] {
        let passed = Landmark.allCases.filter(landmarks.contains).map(\.rawValue)
        return [("seen", passed.isEmpty ? "nothing out of the ordinary" : passed.joined(separator: ", "))]
    }

    /// The run to `counterexample` as a record; the steps are 10 ms apart.
    ///
    /// Where the rule is about progress, the steps after the last action are part of it.
    package func journal(_ counterexample: Exploration<ListenerSpace>.Counterexample) -> Journal {
        ListenerPlayback.journal(counterexample, in: self)
    }

    // MARK: A ladder

    func segments(to end: End, in state: PackedState) -> [Segment] {
        let queue = memory.leg(State(state)[end.client])[end.peer]
        return memory.ends.queues.places(queue).compactMap { place in
            let element = memory.ends.queues[queue, place]
            return end.peer == .a ? memory.ends.segment(element) : memory.causes[element].segment?.segment
        }
    }

    func foreignSegment(by action: Action, in state: PackedState) -> ForeignSegment? {
        switch action {
        case .oldArrives, .flood, .forgeCookie:
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
        let client = action?.client
        let left = client.map { "A\($0 + 1) \(memory.client(of: State(state)[$0]).state)" } ?? ""
        let server = memory.servers[State(state).host]
        let connections = server.connections.map { "\(Self.name(of: $0.route.remote)) \($0.connection.state)" }
        guard connections.isEmpty else { return (left, connections.joined(separator: ", ")) }
        // Without any, whether it listens.
        return (left, (server.listener == nil ? TCPSim.State.closed : TCPSim.State.listen).rawValue)
    }

    func label(of end: End) -> String { end.peer == .a ? "A\(end.client + 1)" : "" }

    func name(in step: RunStep<ListenerSpace>) -> String? {
        if let client = step.action.client { return "A\(client + 1)" }
        let server = memory.servers[State(step.before).host]
        switch step.action {
        case .accept: return server.listener?.acceptable.first.map(Self.name) ?? ""
        case .leave(let place), .hostTimeout(let place, _):
            guard server.connections.indices.contains(place) else { return "" }
            return Self.name(of: server.connections[place].route.remote)
        case .flood: return cause(of: step.action, in: step.before)?.segment.map { Self.name(of: $0.source) } ?? ""
        default: return ""
        }
    }

    /// What B meets by a choice that is not about a segment under way.
    func cause(of action: Action, in packed: PackedState) -> Cause? {
        plan(action, in: State(packed)).cause.map { memory.causes[$0] }
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
        let stations = space.scope.ends.map { end in
            (end, Station(.client, space.scope.connection(of: end, isTelling: true)))
        }
        host = ListenerSpace.Server(ListenerSpace.host(space.scope, isTelling: true))
        let journal = Journal(
            title: "explore: \(counterexample.rule.sentence(in: .english))",
            settings: space.settings, epoch: Visit.epoch,
            client: ListenerSpace.socket(ofClient: 0).endpoint, server: ListenerSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name])
        run = PlayedRun(
            journal, Dictionary(uniqueKeysWithValues: stations), at: TCPSpace.socket, tellsReading: false)
        run.begin(counterexample.rule, steps: counterexample.actions.count)
        let call = call("OPEN", "passive, port \(ListenerSpace.socketB.port)")
        meet(.listen(backlog: space.scope.backlog), because: call)
    }

    mutating func play(_ step: RunStep<ListenerSpace>, in space: ListenerSpace) {
        let cause = space.cause(of: step.action, in: step.before)
        switch step.action {
        case .open, .send, .close, .read, .abort, .timeout:
            if let cause { meet(cause, because: nil) }
            playCall(step, in: space)
        case .accept, .stopListening, .leave:
            guard let cause else { return }
            meet(cause, because: call(step.action == .accept ? "ACCEPT" : "CLOSE", space.name(in: step) ?? ""))
        case .hostTimeout(_, let timer):
            guard let cause else { return }
            meet(cause, because: run.journal.recordExpiry(of: timer, of: .server, at: run.now))
        case .oldArrives, .flood, .forgeCookie:
            guard let cause, let (segment, source) = cause.segment else { return }
            let packet = packet(segment, from: source, to: ListenerSpace.socketB)
            arrive(
                run.inject(segment, as: packet, to: .server, step.action == .flood ? .forged : .stranger), cause)
        case .segment, .forge: break
        }
    }

    mutating func arrive(_ flight: Flight, at end: End) {
        switch end.peer {
        case .a: run.receive(flight, at: end)
        case .b: arrive(flight, .arrival(flight.segment, from: ListenerSpace.socket(ofClient: end.client)))
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
            let end = ListenerSpace.client(at: remote).map { End(.a, client: $0) }
            if let end, run.stations[end] != nil {
                run.append(flight, to: end)
            } else {
                run.lose(flight, why: .noSuchHost(remote.address))
            }
        }
    }
}
