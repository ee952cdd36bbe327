import Crypto
import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace

/// A network in virtual time on which an attack is performed: hosts with a whole TCP each, any number of connections, and an attacker.
///
/// It decides nothing about protocols. The machines are those of the visits: ``TCPHost/Host`` on every host, and on every connection
/// an ``Application``. What differs from ``World`` is that a host has many connections, and that a capture and a journal are kept only as
/// far as they are asked for: an attack can take thousands of connections.
package final class Stage {
    /// What is going to happen at some instant.
    enum Happening: Sendable {
        /// A datagram reaches the host of that place.
        case arrival([UInt8], at: Int, sent: Int?)
        /// The application of a connection is prompted.
        case prompt(Prompt, to: Int, socket: Int, cause: Int?)
        /// An application has thought, and says what it has to say.
        case said([Deed], by: Int, socket: Int, cause: Int?)
        /// A host opens a connection from a port of its choice.
        case opening(by: Int, to: Socket, any Application)
    }

    /// From one host to the other, one way.
    package let latency: TimeSpan
    /// The time now.
    package private(set) var now: Instant
    /// Where the randomness of the machines comes from. The attacker has her own.
    let seeds: SeededRandomSource
    /// What is written of it.
    let record: StageRecord
    var hosts: [StageHost] = []
    private var schedule = Schedule<Happening>()
    /// Decides what becomes of a datagram that passes an attacker in the path. Nil where she is not there.
    var gate: ((Sight) -> Passage)?
    /// What the attacker has seen and not looked at yet.
    var sights: [Sight] = []
    /// What the attacker sees.
    let position: Position
    /// How often a datagram is lost, from 0 to 1, and what draws it.
    var loss: (rate: Double, random: SeededRandomSource)?

    init(
        _ seeds: SeededRandomSource, _ position: Position, latency: TimeSpan = .milliseconds(10), record: StageRecord,
        from start: Instant = .zero
    ) {
        self.seeds = seeds
        self.position = position
        self.latency = latency
        self.record = record
        now = start
    }

    // MARK: Hosts

    /// Puts a host into the network.
    ///
    /// - Returns: its place.
    @discardableResult
    package func add(_ host: StageHost) -> Int {
        hosts.append(host)
        return hosts.count - 1
    }

    /// A host listens, and gives every connection an application.
    package func listen(
        _ host: Int, port: UInt16, backlog: Int = 128, _ application: @escaping (Socket) -> any Application
    ) {
        let socket = hosts[host].takeNumber()
        hosts[host].listeners[socket] = application
        try? hosts[host].tcp.listen(socket, port: port, backlog: backlog)
        settle(host)
    }

    /// A host opens a connection.
    ///
    /// - Returns: its socket number.
    @discardableResult
    package func connect(
        _ host: Int, from port: UInt16 = 0, to remote: Socket, _ application: any Application
    ) -> Int {
        let socket = hosts[host].takeNumber()
        hosts[host].tcp.advance(to: now)
        hosts[host].applications[socket] = application
        hosts[host].openSockets.insert(socket)
        try? hosts[host].tcp.connect(socket, port: port, to: remote)
        settle(host)
        return socket
    }

    /// A host opens a connection after some time, from a port of its choice.
    package func connect(_ host: Int, to remote: Socket, after span: TimeSpan, _ application: any Application) {
        schedule.add(.opening(by: host, to: remote, application), at: now + span)
    }

    /// The application of a connection, also after its end.
    package func application(_ host: Int, _ socket: Int) -> (any Application)? { hosts[host].applications[socket] }

    /// The applications of all connections of a host, the oldest first.
    package func applications(of host: Int) -> [(socket: Int, application: any Application)] {
        hosts[host].applications.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Prompts an application after some time.
    package func prompt(_ host: Int, _ socket: Int, _ prompt: Prompt, after span: TimeSpan = .microseconds(0)) {
        schedule.add(.prompt(prompt, to: host, socket: socket, cause: nil), at: now + span)
    }

    // MARK: Time

    /// When something is going to happen next; nil if nothing is.
    package var next: Instant? {
        let timers = hosts.indices.compactMap { hosts[$0].tcp.nextDeadline() }
        return ([schedule.next].compactMap { $0 } + timers).min()
    }

    /// Lets the next thing happen; false if nothing is going to happen up to `limit`.
    @discardableResult
    package func step(upTo limit: Instant = Instant(microseconds: .max)) -> Bool {
        guard let due = next, due <= limit else { return false }
        now = max(now, due)
        if let (_, happening) = schedule.popFirst(by: now) {
            happen(happening)
            return true
        }
        for host in hosts.indices {
            guard let timer = hosts[host].tcp.nextDeadline(), timer <= now else { continue }
            hosts[host].tcp.advance(to: now)
            settle(host)
        }
        return true
    }

    /// Lets happen what is going to until nothing is left or the time is over.
    package func run(for span: TimeSpan) { run(until: now + span) }

    /// The same up to an instant, which is the time afterwards.
    package func run(until end: Instant) {
        while step(upTo: end) {}
        now = max(now, end)
    }

    /// Lets happen what is going to until nothing is left, or until `isOver`; no longer than `limit`.
    package func run(atMost limit: TimeSpan = .seconds(3_600), until isOver: () -> Bool) {
        let end = now + limit
        while !isOver(), step(upTo: end) {}
    }

    private func happen(_ happening: Happening) {
        switch happening {
        case .arrival(let octets, let host, let sent):
            guard !hosts[host].isSilent else { return }
            hosts[host].tcp.advance(to: now)
            let before = variables(of: octets, at: host)
            let heard = hosts[host].hears?(octets, &hosts[host].tcp) ?? false
            if !heard { hosts[host].tcp.arrive(octets) }
            var changes: [Event.Change] = []
            if let before, let after = variables(of: octets, at: host) { changes = after.changes(since: before) }
            let cause = record.arrived(sent: sent, at: hosts[host].principal, now, changes: changes)
            settle(host, cause: cause)
        case .prompt(let prompt, let host, let socket, let cause):
            tell(.prompted(prompt), to: host, socket, cause: cause)
        case .said(let deeds, let host, let socket, let cause): perform(deeds, by: host, socket, cause: cause)
        case .opening(let host, let remote, let application): connect(host, to: remote, application)
        }
    }

    private func variables(of octets: [UInt8], at host: Int) -> Connection.Variables? {
        guard record.journal != nil, let read = try? SegmentCodec.decode(octets, recording: false) else { return nil }
        return hosts[host].tcp.variables(of: Route(local: read.destination, remote: read.source))
    }

    // MARK: Hosts at work

    /// Does what a host's TCP wants done, and tells the applications of it.
    func settle(_ host: Int, cause: Int? = nil) {
        let (opened, cause) = emit(host, cause: cause)
        for route in opened { begin(route, at: host, cause: cause) }
        read(at: host, cause: cause)
    }

    /// A connection is open: what listens takes it, and its application is told.
    private func begin(_ route: Route, at host: Int, cause: Int?) {
        if let socket = hosts[host].openSockets.first(where: { hosts[host].tcp.route(of: $0) == route }) {
            return tell(.connected, to: host, socket, cause: cause)
        }
        for listener in hosts[host].listeners.keys.sorted() {
            let socket = hosts[host].takeNumber()
            guard let make = hosts[host].listeners[listener],
                (try? hosts[host].tcp.accept(listener, as: socket)) != nil,
                let remote = hosts[host].tcp.route(of: socket)?.remote
            else { continue }
            hosts[host].applications[socket] = make(remote)
            hosts[host].openSockets.insert(socket)
            tell(.connected, to: host, socket, cause: cause)
        }
    }

    /// Hands over what has arrived, and says which streams have ended.
    private func read(at host: Int, cause: Int?) {
        for socket in hosts[host].openSockets.sorted() {
            flush(host, socket, cause: cause)
            while hosts[host].openSockets.contains(socket), hosts[host].tcp.isReadable(socket) {
                do {
                    let octets = try hosts[host].tcp.read(socket, 1 << 20)
                    guard !octets.isEmpty else {
                        hosts[host].openSockets.remove(socket)
                        tell(.ended, to: host, socket, cause: cause)
                        break
                    }
                    tell(.read(octets), to: host, socket, cause: cause)
                } catch {
                    hosts[host].openSockets.remove(socket)
                    hosts[host].errors[socket] = error
                    record.failed(error, by: hosts[host].principal, cause: cause, now)
                    break
                }
            }
        }
    }

    func tell(_ event: ApplicationEvent, to host: Int, _ socket: Int, cause: Int?) {
        guard let deeds = hosts[host].applications[socket]?.handle(event) else { return }
        let thinking =
            hosts[host].thinking?(deeds) ?? hosts[host].costs?.time(of: hosts[host].applications[socket])
            ?? .microseconds(0)
        guard thinking > .microseconds(0) else { return perform(deeds, by: host, socket, cause: cause) }
        schedule.add(.said(deeds, by: host, socket: socket, cause: cause), at: now + thinking)
    }

    func perform(_ deeds: [Deed], by host: Int, _ socket: Int, cause: Int?) {
        hosts[host].tcp.advance(to: now)
        for deed in deeds {
            switch deed {
            case .begin(let chapter): record.begin(chapter, cause: cause, now)
            case .supply(let secret, let octets):
                record.supplied(secret, octets, by: hosts[host].principal, cause: cause, now)
            case .outputs(let outputs, let thereupon):
                let after = record.took(
                    outputs, by: hosts[host].principal, on: hosts[host].leg, cause: cause, now
                ) { octets, cause in
                    write(octets, by: host, socket, cause: cause)
                }
                perform(thereupon, by: host, socket, cause: after ?? cause)
            case .pass(let passage):
                let after = record.passed(passage, by: hosts[host].principal, cause: cause, now)
                write(passage.octets, by: host, socket, cause: after ?? cause)
            case .close:
                hosts[host].closing.insert(socket)
                flush(host, socket, cause: cause)
            case .abort:
                try? hosts[host].tcp.abort(socket)
                settle(host, cause: cause)
            case .later(let prompt, let span):
                schedule.add(.prompt(prompt, to: host, socket: socket, cause: cause), at: now + span)
            // These belong to hosts in the path of a ``World``.
            case .wait, .cue, .keep, .send, .report: break
            }
        }
    }

    func write(_ octets: [UInt8], by host: Int, _ socket: Int, cause: Int?) {
        hosts[host].unsent[socket, default: []] += octets
        flush(host, socket, cause: cause)
    }

    /// Hands TCP as much as it takes.
    private func flush(_ host: Int, _ socket: Int, cause: Int?) {
        if let octets = hosts[host].unsent[socket], !octets.isEmpty {
            hosts[host].tcp.advance(to: now)
            guard let count = try? hosts[host].tcp.write(socket, octets) else { return }
            hosts[host].unsent[socket] = count < octets.count ? Array(octets.dropFirst(count)) : nil
            emit(host, cause: cause)
        }
        guard hosts[host].unsent[socket] == nil, hosts[host].closing.remove(socket) != nil else { return }
        try? hosts[host].tcp.shutdown(socket)
        emit(host, cause: cause)
    }

    /// Puts out what TCP wants sent. In the middle of an application's turn that is all: nothing that was read is told.
    ///
    /// - Returns: the connections that have opened, and the event that brings about what follows.
    @discardableResult
    private func emit(_ host: Int, cause: Int?) -> (opened: [Route], cause: Int?) {
        let principal = hosts[host].principal
        var (cause, opened, note) = (cause, [Route](), TCPSim.Note?.none)
        for event in hosts[host].tcp.takeEvents() {
            switch event.kind {
            case .note(let next):
                record.remark(note, by: principal, cause: cause, now)
                note = next
            case .entered(let state, let old, _):
                cause =
                    record.entered(state, from: old, by: principal, because: note.take(), cause: cause, now) ?? cause
                if state == .established, let route = event.route { opened.append(route) }
            case .transmit(_, let datagram): put(datagram, by: host, because: note.take(), cause: cause)
            }
        }
        record.remark(note, by: principal, cause: cause, now)
        return (opened, cause)
    }

    // MARK: The wire

    /// A host's datagram enters the wire.
    private func put(_ datagram: [UInt8], by host: Int, because note: TCPSim.Note?, cause: Int?) {
        let (leg, isHers) = (hosts[host].leg, hosts[host].isHers)
        guard let read = try? SegmentCodec.decode(datagram, verifyingChecksums: false, recording: false) else { return }
        let isForHer = hosts.contains { $0.isHers && $0.leg == leg && $0.address == read.destination.address }
        let sight = Sight(
            frame: record.next(leg), leg: leg, at: now.microseconds, datagram: datagram, read: read)
        var passage = Passage.passes
        if !isHers, position == .inPath, let gate { passage = gate(sight) }
        let isSeen = isForHer || position.seesAll
        if !isHers, isSeen { sights.append(sight) }
        switch passage {
        case .replaced(let octets): forge(octets, on: leg, cause: cause)
        case .replacedBy(let datagrams): for octets in datagrams { forge(octets, on: leg, cause: cause) }
        case .passes, .kept:
            let delay = isLost() ? nil : delay(of: datagram, to: read.destination.address, on: leg)
            let isLost = delay == nil
            let sent = record.sent(
                datagram, on: leg, isHers ? .forged : isSeen ? .seen : .unseen, by: hosts[host].principal,
                to: principal(at: read.destination.address, on: leg), because: note, cause: cause, now,
                isLost: isLost)
            if case .kept = passage { return record.kept(sent, now) }
            guard let delay else { return }
            deliver(datagram, to: read.destination.address, on: leg, after: delay, sent: sent)
        }
    }

    /// The attacker's datagram enters the wire, whatever it says about its sender.
    func forge(
        _ datagram: [UInt8], on leg: Leg, remark: (any Remark)? = nil, cause: Int? = nil
    ) {
        guard datagram.count >= 20 else { return }
        let address = IPv4Address(datagram[16], datagram[17], datagram[18], datagram[19])
        let sent = record.forged(
            datagram, on: leg, to: principal(at: address, on: leg), remark: remark, cause: cause, now)
        deliver(datagram, to: address, on: leg, after: delay(of: datagram, to: address, on: leg) ?? latency, sent: sent)
    }

    private func place(of address: IPv4Address, on leg: Leg) -> Int? {
        hosts.firstIndex { $0.leg == leg && $0.address == address }
    }

    /// How long a datagram is under way; nil if the way to its host is full.
    private func delay(of datagram: [UInt8], to address: IPv4Address, on leg: Leg) -> TimeSpan? {
        guard let host = place(of: address, on: leg), let approach = hosts[host].approach else { return latency }
        return approach(datagram.count, now).map { TimeSpan(microseconds: latency.microseconds + $0.microseconds) }
    }

    private func deliver(_ datagram: [UInt8], to address: IPv4Address, on leg: Leg, after delay: TimeSpan, sent: Int?) {
        guard let host = place(of: address, on: leg) else { return }
        schedule.add(.arrival(datagram, at: host, sent: sent), at: now + delay)
    }

    private func isLost() -> Bool {
        guard var loss else { return false }
        defer { self.loss = loss }
        return Double(loss.random.word()) < loss.rate * 4_294_967_296
    }

    private func principal(at address: IPv4Address, on leg: Leg) -> Principal {
        hosts.first { $0.leg == leg && $0.address == address }?.principal ?? .network
    }
}

extension Principal {
    /// The one who attacks.
    package static let attacker = Principal.host("attacker")
}
