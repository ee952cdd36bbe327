import TCPHost
import TCPSim
import Trace

extension ListenerSpace {
    /// The run to `counterexample` as a record; the steps are 10 ms apart.
    ///
    /// Where the rule is about progress, the steps after the last action are part of it.
    public func journal(_ counterexample: Exploration<ListenerSpace>.Counterexample) -> Journal {
        ListenerPlayback.journal(counterexample, in: self)
    }
}

/// A run through the space once more, with clients and a host that explain what they do. The clients and strangers are one side of the
/// record: their ports tell them apart.
private struct ListenerPlayback: Playback {
    var journal: Journal
    private let machine: ListenerSpace.HostMachine
    var now = Instant.zero
    var packets = 0
    private var clients: [Station]
    private var host: ListenerSpace.Server
    /// For each segment in the queues of the state its datagram, by client.
    private var toClient: [[Flight]]
    private var toHost: [[Flight]]

    init(_ space: ListenerSpace, _ counterexample: Exploration<ListenerSpace>.Counterexample) {
        machine = space.machine
        let numbers = 0..<space.scope.clients
        clients = numbers.map { Station(.client, ListenerSpace.connection(of: $0, 0, isTelling: true)) }
        (toClient, toHost) = (numbers.map { _ in [] }, numbers.map { _ in [] })
        host = ListenerSpace.Server(ListenerSpace.host(space.scope, isTelling: true))
        journal = Journal(
            title: "explore: \(counterexample.rule.sentence(in: .english))",
            settings: space.settings, epoch: Visit.epoch,
            client: ListenerSpace.socket(ofClient: 0).endpoint, server: ListenerSpace.socketB.endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name])
        begin(counterexample)
        let call = call("OPEN", "passive, port \(ListenerSpace.socketB.port)")
        meet(.listen(backlog: space.scope.backlog), because: call)
    }

    mutating func play(_ stride: Stride<ListenerSpace>, in space: ListenerSpace) {
        let cause = space.cause(of: stride.action, in: stride.before)
        switch stride.action {
        case .open(let client):
            let view = space.memory.client(of: ListenerSpace.State(stride.before)[client])
            if view.hasOpened {
                clients[client].reboot(ListenerSpace.connection(of: client, 1, isTelling: true))
                if let cause { meet(cause, because: nil) }
            }
            call(.activeOpen, by: client)
        case .send(let client):
            let state = ListenerSpace.State(stride.before)
            let number = space.memory.leg(state[client]).client
            call(space.memory.clients[number].event(of: .send), by: client)
        case .close(let client): call(.close, by: client)
        case .abort(let client): call(.abort, by: client)
        case .timeout(let client, let timer):
            let turn = clients[client].runOut(timer, at: now, in: &journal)
            perform(turn, by: client)
        case .toClient(let client, let place, let fate):
            guard toClient[client].indices.contains(place) else { return }
            let flight = toClient[client][place]
            switch fate {
            case .arrives:
                toClient[client].remove(at: place)
                let turn = clients[client].receive(
                    flight.segment, as: flight.packet, from: ListenerSpace.socketB.address, sentIn: flight.event,
                    at: now, in: &journal)
                perform(turn, by: client)
            case .isLost:
                toClient[client].remove(at: place)
                lose(flight)
            case .isCopied: toClient[client].append(copy(flight, to: .client))
            }
        case .toHost(let client, let place, let fate):
            guard toHost[client].indices.contains(place) else { return }
            let flight = toHost[client][place]
            switch fate {
            case .arrives:
                toHost[client].remove(at: place)
                arrive(flight, .arrival(flight.segment, from: ListenerSpace.socket(ofClient: client)))
            case .isLost:
                toHost[client].remove(at: place)
                lose(flight)
            case .isCopied: toHost[client].append(copy(flight, to: .server))
            }
        case .accept, .stopListening, .leave:
            guard let cause else { return }
            let name = space.name(in: stride)
            let isAccept = stride.action == .accept
            meet(cause, because: call(isAccept ? "ACCEPT" : "CLOSE", name))
        case .hostTimeout(_, let timer):
            guard let cause else { return }
            meet(cause, because: journal.recordExpiry(of: timer, of: .server, at: now))
        case .oldArrives, .flood, .forge:
            guard let cause, let (segment, source) = cause.segment else { return }
            packets += 1
            let packet = Packet(
                segment, from: source, to: ListenerSpace.socketB, number: packets,
                identification: UInt16(truncatingIfNeeded: packets))
            let flight = inject(segment, as: packet, to: .server, stride.action == .flood ? .forged : .stranger)
            arrive(flight, cause)
        }
    }

    // MARK: Clients

    private mutating func call(_ event: Connection.Event, by client: Int) {
        perform(clients[client].call(event, to: ListenerSpace.socketB, at: now, in: &journal), by: client)
    }

    /// Does what a client's connection wants done, and writes it down. The user reads at once what has arrived.
    private mutating func perform(_ turn: Turn, by client: Int) {
        var turn = turn
        while let task = turn.next(in: &journal) {
            switch task {
            case .transmit(let segment, let note, let changes):
                packets += 1
                let packet = clients[client].packet(segment, to: ListenerSpace.socketB, number: packets)
                let event = journal.recordDeparture(
                    of: packet, from: .client, to: .server, at: now, cause: turn.cause, note: note, changes: changes)
                toHost[client].append(Flight(segment: segment, packet: packet, event: event, left: now))
            case .armed, .deliver: break
            case .signal(let signal):
                guard signal.isFailure else { break }
                journal.recordFailure(signal, of: .client, at: now, cause: turn.cause)
            }
        }
        guard clients[client].connection.available > 0 else { return }
        perform(clients[client].handle(.receive(max: .max), at: now, cause: turn.cause), by: client)
    }

    // MARK: B

    private mutating func call(_ name: String, _ arguments: String) -> Int {
        journal.recordCall(name, arguments, by: .server, at: now)
    }

    private mutating func arrive(_ flight: Flight, _ cause: ListenerSpace.Cause) {
        let event = journal.recordArrival(
            of: flight.packet, sentIn: flight.event, from: .client, at: .server, at: now)
        meet(cause, because: event)
    }

    /// B deals with a cause, and what it does about it is written down. What it sends to strangers is lost.
    private mutating func meet(_ cause: ListenerSpace.Cause, because event: Int?) {
        let reaction = host.meet(cause, machine)
        guard let event else { return }
        for reading in reaction.read {
            journal.recordCall(
                "RECEIVE", counted(reading.octets.count, "octet"), by: .server, at: now, cause: event)
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
            packets += 1
            let packet = Packet(
                segment, from: ListenerSpace.socketB, to: remote, number: packets,
                identification: UInt16(truncatingIfNeeded: packets))
            let event = journal.recordDeparture(
                of: packet, from: .server, to: .client, at: now, cause: turn.cause, note: note, changes: changes)
            let flight = Flight(segment: segment, packet: packet, event: event, left: now)
            if let client = ListenerSpace.client(at: remote), clients.indices.contains(client) {
                toClient[client].append(flight)
            } else {
                lose(flight, why: .noSuchHost(remote.address))
            }
        }
    }
}
