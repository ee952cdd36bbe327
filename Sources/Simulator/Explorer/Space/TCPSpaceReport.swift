import TCPSim
import Trace

extension TCPSpace: ExploredSpace, DrawnSpace {
    /// Bounds, users and the old SYN, as rows of a name and a value.
    package var settings: [(name: String, value: String)] {
        var rows = [("bounds", "\(bounds), data \(scope.data)")]
        var users: [String] = []
        if let buffer = scope.buffer {
            users.append("read when they like, from buffers of \(counted(buffer, "octet"))")
        }
        if scope.mayAbort { users.append("may abort") }
        if scope.mayReopen { users.append("may open once more") }
        if !users.isEmpty { rows.append(("users", users.joined(separator: "; "))) }
        return rows + [("old SYN", scope.oldSYN.map { "\($0) numbers before A's" } ?? "none")]
    }

    /// The weaknesses of TCP as it is specified that were met, by name.
    package func excuses(_ numbers: Set<UInt8>) -> [(name: String, value: String)] {
        Weakness.allCases.filter { numbers.contains($0.rawValue) }.map {
            ("\($0)", "\($0.sentence(in: .english)) (\($0.citation))")
        }
    }

    /// Two rows: which arrows of figure 5 (RFC 9293 3.3.2) were passed, and which beyond it.
    package func passed(_ landmarks: Set<Arrow>) -> [(name: String, value: String)] {
        [("figure 5", TCPSpace.coverage(landmarks)), ("beyond it", TCPSpace.beyond(landmarks))]
    }

    /// On the left stands the state of A, on the right that of B.
    package func ladder(_ counterexample: Exploration<TCPSpace>.Counterexample, columns: Int) -> [String] {
        drawing(counterexample, columns: columns)
    }

    /// The run to `counterexample` as a record; the steps are 10 ms apart.
    ///
    /// Where the rule is about progress, the steps after the last action are part of it.
    package func journal(_ counterexample: Exploration<TCPSpace>.Counterexample) -> Journal {
        TCPPlayback.journal(counterexample, in: self)
    }

    // MARK: A ladder

    var lanes: [Lane] { Peer.allCases.map(Self.lane) }

    /// The lane to `peer`.
    static func lane(to peer: Peer) -> Lane { Lane(client: 0, to: peer) }

    func segments(in lane: Lane, of state: PackedState) -> [Segment] {
        let queue = State(state).queue(to: lane.to)
        return memory.queues.places(queue).compactMap { memory.segment(memory.queues[queue, $0]) }
    }

    func passage(of action: Action) -> Passage? {
        switch action {
        case .deliver(let peer, let place): Passage(lane: Self.lane(to: peer), place: place, fate: .arrives)
        case .lose(let peer, let place): Passage(lane: Self.lane(to: peer), place: place, fate: .isLost)
        case .duplicate(let peer, let place): Passage(lane: Self.lane(to: peer), place: place, fate: .isCopied)
        case .open, .send, .close, .read, .abort, .timeout, .oldArrives, .forge: nil
        }
    }

    func foreignSegment(by action: Action, in state: PackedState) -> ForeignSegment? {
        switch action {
        case .oldArrives: return Self.oldSYN(scope).map { ForeignSegment(segment: $0, to: .b) }
        case .forge(let peer, let forgery):
            let segment = forgery.segment(for: memory.connection(of: State(state)[peer]), of: peer)
            return segment.map { ForeignSegment(segment: $0, to: peer) }
        case .open, .send, .close, .read, .abort, .deliver, .lose, .duplicate, .timeout: return nil
        }
    }

    func ladderColumns(_ columns: Int) -> LadderColumns { LadderColumns(left: 13, middle: 50, page: columns) }

    func heading(_ page: LadderColumns) -> [String] {
        ["    TCP Peer A                                                     TCP Peer B"]
    }

    func sides(in state: PackedState, after action: Action?) -> (left: String, right: String) {
        (self.state(of: .a, in: state).description, self.state(of: .b, in: state).description)
    }

    func label(of lane: Lane) -> String { "" }

    func caption(of step: RunStep<TCPSpace>) -> ExplorationCaption { .action(step.action) }
}

/// A run with two stations.
private struct TCPPlayback: Playback {
    var run: PlayedRun
    private let scope: TCPSpace.Scope
    private let giveWay: TCPSpace.Yielding

    init(_ space: TCPSpace, _ counterexample: Exploration<TCPSpace>.Counterexample) {
        (scope, giveWay) = (space.scope, space.giveWay)
        let stations = Peer.allCases.map { peer in
            let connection = TCPSpace.connection(of: peer, space.scope, isTelling: true)
            return (TCPSpace.lane(to: peer.other), Station(peer.principal, connection, machine: space.machine))
        }
        let journal = Journal(
            title: "explore: \(counterexample.rule.sentence(in: .english))",
            settings: [(name: "bounds", value: space.bounds.description)], epoch: Visit.epoch,
            client: TCPSpace.socketA.endpoint, server: TCPSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name], glossary: .tcp)
        run = PlayedRun(
            journal, Dictionary(uniqueKeysWithValues: stations), readsAtOnce: scope.buffer == nil, tellsReading: true)
        run.begin(counterexample.rule, steps: counterexample.actions.count)
    }

    mutating func play(_ step: RunStep<TCPSpace>, in space: TCPSpace) {
        func call(_ event: Connection.Event, by peer: Peer) { run.call(event, by: TCPSpace.lane(to: peer.other)) }
        switch step.action {
        case .open(let peer):
            if space.memory[TCPSpace.State(step.before)[peer]].hasOpened {
                let fresh = TCPSpace.connection(of: peer, scope, incarnation: 1, isTelling: true)
                run.stations[TCPSpace.lane(to: peer.other)]?.reboot(fresh)
            }
            call(peer == .a ? .activeOpen : .passiveOpen, by: peer)
        case .send(let peer):
            let view = space.memory[TCPSpace.State(step.before)[peer]]
            call(.send([TCPSpace.octet(Int(view.sent), of: peer, view.incarnation)], push: true), by: peer)
        case .close(let peer): call(.close, by: peer)
        case .read(let peer): call(.receive(max: .max), by: peer)
        case .abort(let peer): call(.abort, by: peer)
        case .timeout(let peer, let timer): run.runOut(timer, of: TCPSpace.lane(to: peer.other))
        case .oldArrives, .forge:
            guard let foreign = space.foreignSegment(by: step.action, in: step.before) else { return }
            inject(foreign.segment, by: TCPSpace.lane(to: foreign.to))
        case .deliver, .lose, .duplicate: break
        }
    }

    /// A segment that neither side has sent in this run, in the name of the side that sends on `lane`.
    private mutating func inject(_ segment: Segment, by lane: Lane) {
        let (number, remote) = (run.nextPacket(), TCPSpace.socket(of: lane.to))
        guard let packet = run.stations[lane]?.packet(segment, to: remote, number: number, by: nil) else { return }
        arrive(run.inject(segment, as: packet, to: lane.to.principal, .stranger), by: lane)
    }

    mutating func arrive(_ flight: Flight, by lane: Lane) {
        guard let connection = run.stations[lane.back]?.connection,
            let successor = TCPSpace.successor(
                of: connection, lane.to, to: flight.segment, scope, isTelling: true, at: run.now)
        else { return run.receive(flight, by: lane.back) }
        run.perform(by: lane.back) { [giveWay] station, _, now, journal in
            station.succeed(
                by: successor, giveWay, flight.packet, of: lane.back.to.principal, sentIn: flight.event, at: now,
                in: &journal)
        }
    }
}
