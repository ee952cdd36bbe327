import TCPSim
import Trace

/// A run through a space once more, with connections that explain what they do, and written down as a scenario is.
protocol Playback {
    /// Where the run leads through.
    associatedtype Space: ConnectionSpace

    /// What has been written down, and the the stations at the ends that each have one connection.
    var run: PlayedRun { get set }

    /// The run before its first step.
    init(_ space: Space, _ counterexample: Exploration<Space>.Counterexample)
    /// Plays a step that is not about a segment under way.
    mutating func play(_ step: RunStep<Space>, in space: Space)
    /// A segment arrives at its end.
    mutating func arrive(_ flight: Flight, at end: End)
}

extension Playback {
    /// The run to `counterexample` as a record. If the counterexample is about what comes of the last state, that follows.
    static func journal(_ counterexample: Exploration<Space>.Counterexample, in space: Space) -> Journal {
        var space = space
        var playback = Self(space, counterexample)
        let steps = space.run(counterexample.actions)
        playback.play(steps, in: space)
        playback.run.journal.record(
            at: playback.run.now, who: .network, step: "explore.rule",
            .checked(what: counterexample.rule.sentence(in: .english), passed: false))
        if counterexample.rule.rawValue == space.endless {
            let rest = space.run(after: steps.last?.after ?? space.start)
            playback.run.begin("chapter.sequel", .titleOfSequel, .sequel)
            playback.play(rest.steps, in: space)
        }
        playback.run.journal.limit(ExplorationCaption.datedApart)
        return playback.run.journal
    }

    /// Plays a call of a user, or that a timer runs out at an end.
    mutating func playCall(_ step: RunStep<Space>, in space: Space) {
        let state = Space.State(step.before)
        switch step.action {
        case .open(let end):
            if space.view(of: end, in: state).hasOpened {
                run.stations[end]?.reboot(space.scope.connection(of: end, incarnation: 1, isTelling: true))
            }
            run.call(end.peer == .a ? .activeOpen : .passiveOpen, at: end)
        case .send(let end):
            let view = space.view(of: end, in: state)
            let octet = space.scope.octet(Int(view.sent), of: end, view.incarnation)
            run.call(.send([octet], push: true), at: end)
        case .close(let end): run.call(.close, at: end)
        case .read(let end): run.call(.receive(max: .max), at: end)
        case .abort(let end): run.call(.abort, at: end)
        case .timeout(let end, let timer): run.runOut(timer, at: end)
        default: break
        }
    }

    /// Time stands still while exploring. In the record a step takes ten milliseconds.
    private mutating func play(_ steps: [RunStep<Space>], in space: Space) {
        for step in steps {
            run.now = run.now + .milliseconds(10)
            guard let passage = step.action.passage else {
                play(step, in: space)
                continue
            }
            if let flight = run.pass(passage) { arrive(flight, at: passage.end) }
        }
    }
}

/// The record of a run, the connections that it has been played with, and the datagrams under way.
struct PlayedRun {
    var journal: Journal
    /// When the present step happens.
    var now = Instant.zero
    /// How many packets there have been.
    var packets = 0
    /// The connections, each at its end.
    var stations: [End: Station]
    /// For each segment under way to an end in the state its datagram.
    private var flights: [End: [Flight]] = [:]
    /// Whether users read at once what arrives, and whether the record has it when they do.
    let (readsAtOnce, tellsReading): (Bool, Bool)

    init(_ journal: Journal, _ stations: [End: Station], readsAtOnce: Bool, tellsReading: Bool) {
        self.journal = journal
        self.stations = stations
        (self.readsAtOnce, self.tellsReading) = (readsAtOnce, tellsReading)
    }

    /// Begins the record of a run to a state or a step that breaks `rule`.
    mutating func begin(_ rule: any Remark, steps: Int) {
        begin("chapter.counterexample", .title, .broken(rule, steps: steps))
    }

    fileprivate mutating func begin(_ step: String, _ title: ExplorationCaption, _ caption: ExplorationCaption) {
        journal.record(at: now, who: .client, step: step, .chapter(title), remark: caption)
    }

    // MARK: The network

    /// The number of the next packet.
    mutating func nextPacket() -> Int {
        packets += 1
        return packets
    }

    /// Adds a segment to those under way.
    mutating func append(_ flight: Flight, to end: End) { flights[end, default: []].append(flight) }

    /// Does what happens to a segment under way. Returns it if it arrives.
    fileprivate mutating func pass(_ passage: Passage) -> Flight? {
        let end = passage.end
        guard let queue = flights[end], queue.indices.contains(passage.place) else { return nil }
        let flight = queue[passage.place]
        if passage.isTaken { flights[end]?.remove(at: passage.place) }
        switch passage.fate {
        case .arrives: return flight
        case .isLost: lose(flight)
        case .isCopied:
            let packet = flight.packet.copy(number: nextPacket())
            let event = journal.recordCopy(packet, sentIn: flight.event, to: end.peer.principal, at: now)
            append(Flight(segment: flight.segment, packet: packet, event: event, left: now), to: end)
        }
        return nil
    }

    /// A segment is lost.
    mutating func lose(_ flight: Flight, why: ScenarioLoss = .searched) {
        journal.recordLoss(of: flight.packet, sentIn: flight.event, at: now, why: why)
    }

    /// A segment turns up that neither side has sent in this run.
    mutating func inject(
        _ segment: Segment, as packet: Packet, to receiver: Principal, _ caption: ScenarioCaption
    ) -> Flight {
        let event = journal.record(
            at: now, who: .network, step: "network.old", .sent(packet, to: receiver), remark: caption)
        return Flight(segment: segment, packet: packet, event: event, left: now)
    }

    // MARK: Stations

    /// The user of the station at `end` calls.
    mutating func call(_ event: Connection.Event, at end: End) {
        let isReading = if case .receive = event { true } else { false }
        perform(at: end, isReading: isReading) { $0.call(event, to: $1, at: $2, in: &$3) }
    }

    /// A timer of the station at `end` runs out.
    mutating func runOut(_ timer: Connection.Timer, at end: End) {
        perform(at: end) { station, _, now, journal in station.runOut(timer, at: now, in: &journal) }
    }

    /// A segment arrives at the station at `end`.
    mutating func receive(_ flight: Flight, at end: End) {
        perform(at: end) { station, remote, now, journal in
            station.receive(
                flight.segment, as: flight.packet, from: remote.address, of: end.peer.other.principal,
                sentIn: flight.event,
                at: now, in: &journal)
        }
    }

    /// Has the station at `end` do something, does what its connection wants done, and writes it down. Its user reads at once
    /// what has arrived, unless it is a slow one.
    mutating func perform(
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
                    note: note,
                    changes: changes)
                append(Flight(segment: segment, packet: packet, event: event, left: now), to: end.other)
            case .armed: break
            case .deliver(let octets):
                guard tellsReading, !isReading else { break }
                journal.recordCall(
                    "RECEIVE", counted(octets.count, "octet"), by: station.principal, at: now, cause: turn.cause)
            case .signal(let signal):
                guard signal.isFailure else { break }
                journal.recordFailure(signal, of: station.principal, at: now, cause: turn.cause)
            }
        }
        stations[end] = station
        guard readsAtOnce, station.connection.available > 0 else { return }
        let cause = turn.cause
        perform(at: end) { station, _, now, _ in station.handle(.receive(max: .max), at: now, cause: cause) }
    }
}
