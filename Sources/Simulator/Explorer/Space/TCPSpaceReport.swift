import TCPSim
import Trace

extension TCPSpace: ConnectionSpace {
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

    /// The run to `counterexample` as a record; the steps are 10 ms apart.
    ///
    /// Where the rule is about progress, the steps after the last action are part of it.
    package func journal(_ counterexample: Exploration<TCPSpace>.Counterexample) -> Journal {
        TCPPlayback.journal(counterexample, in: self)
    }

    // MARK: A ladder

    func segments(to end: End, in state: PackedState) -> [Segment] {
        let queue = State(state).queue(to: end.peer)
        return memory.queues.places(queue).compactMap { memory.segment(memory.queues[queue, $0]) }
    }

    func foreignSegment(by action: Action, in state: PackedState) -> ForeignSegment? {
        switch action {
        case .oldArrives: return scope.oldSegment.map { ForeignSegment(segment: $0, to: .b) }
        case .forge(let end, let forgery):
            let segment = forgery.segment(for: memory.connection(of: State(state)[end.peer]), of: end.peer)
            return segment.map { ForeignSegment(segment: $0, to: end.peer) }
        default: return nil
        }
    }

    func ladderColumns(_ columns: Int) -> LadderColumns { LadderColumns(left: 13, middle: 50, page: columns) }

    func heading(_ page: LadderColumns) -> [String] {
        ["    TCP Peer A                                                     TCP Peer B"]
    }

    func sides(in state: PackedState, after action: Action?) -> (left: String, right: String) {
        (self.state(of: .a, in: state).description, self.state(of: .b, in: state).description)
    }

    func label(of end: End) -> String { "" }

    func name(in step: RunStep<TCPSpace>) -> String? { nil }
}

/// A run with two stations.
private struct TCPPlayback: Playback {
    var run: PlayedRun
    private let scope: TCPSpace.Scope
    private let giveWay: TCPSpace.Yielding

    init(_ space: TCPSpace, _ counterexample: Exploration<TCPSpace>.Counterexample) {
        (scope, giveWay) = (space.scope, space.giveWay)
        let stations = scope.ends.map { end in
            (end, Station(end.peer.principal, space.scope.connection(of: end, isTelling: true), machine: space.machine))
        }
        let journal = Journal(
            title: "explore: \(counterexample.rule.sentence(in: .english))",
            settings: [(name: "bounds", value: space.bounds.description)], epoch: Visit.epoch,
            client: TCPSpace.socketA.endpoint, server: TCPSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name], glossary: .tcp)
        run = PlayedRun(
            journal, Dictionary(uniqueKeysWithValues: stations), at: TCPSpace.socket, readsAtOnce: scope.buffer == nil)
        run.begin(counterexample.rule, steps: counterexample.actions.count)
    }

    mutating func play(_ step: RunStep<TCPSpace>, in space: TCPSpace) {
        guard let foreign = space.foreignSegment(by: step.action, in: step.before) else {
            return playCall(step, in: space)
        }
        let end = End(foreign.to)
        if let flight = run.inject(foreign.segment, to: end) { arrive(flight, at: end) }
    }

    mutating func arrive(_ flight: Flight, at end: End) {
        guard let connection = run.stations[end]?.connection,
            let successor = TCPSpace.successor(
                of: connection, end.peer, to: flight.segment, scope, isTelling: true, at: run.now)
        else { return run.receive(flight, at: end) }
        run.perform(at: end) { [giveWay] station, _, now, journal in
            station.succeed(
                by: successor, giveWay, flight.packet, of: end.peer.other.principal, sentIn: flight.event, at: now,
                in: &journal)
        }
    }
}
