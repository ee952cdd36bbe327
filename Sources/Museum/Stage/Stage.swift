import Crypto
import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace

/// A network in virtual time on which an attack is performed: hosts with a whole TCP each, any number of connections, and an attacker.
///
/// The stage has no protocol rules of its own. It runs the same machines as a visit: a ``TCPHost/Host`` on every host, and an
/// ``Application`` on every connection. It differs from ``World`` in two ways: a host has many connections, and the stage writes a
/// capture and a journal only if the caller asks for them. An attack can take thousands of connections.
package final class Stage {
    /// An event that is scheduled for a later instant. A host is named by its index in ``hosts``.
    enum ScheduledEvent: Sendable {
        /// A datagram reaches the host `at`. `sent` is the number of the journal's event that sent it; nil if the journal has none.
        case arrival([UInt8], at: Int, sent: Int?)
        /// The application of a connection receives a prompt.
        case prompt(Prompt, to: Int, socket: Int, cause: Int?)
        /// The computing time of an application is over, and its actions are carried out.
        case said([ApplicationAction], by: Int, socket: Int, cause: Int?)
        /// A host opens a connection from a port of its choice.
        case opening(by: Int, to: Socket, any Application)
    }

    /// The time that a datagram takes from one host to another, in one direction.
    private let latency = TimeSpan.milliseconds(10)
    /// The current virtual time.
    package private(set) var now: Instant { didSet { record.now = now } }
    /// The random source of the victims' machines. The attacker draws from a source of her own.
    let seeds: SeededRandomSource
    /// The writer of the captures and the journal.
    let record: StageRecord
    var hosts: [StageHost] = []
    private var schedule = Schedule<ScheduledEvent>()
    /// The decision of an attacker in the path about each datagram that passes her. Nil if no attacker decides.
    var gate: ((Sight) -> PathDecision)?
    /// The datagrams that passed the attacker since she looked last.
    var sights: [Sight] = []
    /// Is told of each datagram that a host's TCP sends. The run counts with it; the attacker has no part in it.
    var tally: ((Sight) -> Void)?
    /// The position of the attacker, which says which datagrams she sees.
    let position: Position
    /// The probability that a datagram is lost, from 0 to 1, and the random source that decides. Nil if none is lost.
    var loss: (rate: Double, random: SeededRandomSource)?

    init(
        _ seeds: SeededRandomSource, _ position: Position, record: StageRecord, from start: Instant
    ) {
        self.seeds = seeds
        self.position = position
        self.record = record
        now = start
        record.now = start
    }

    // MARK: Hosts

    /// Adds a host to the network.
    ///
    /// - Returns: the host's index, by which the other functions name it.
    @discardableResult
    package func add(_ host: StageHost) -> Int {
        hosts.append(host)
        return hosts.count - 1
    }

    /// Makes a host listen on a port.
    ///
    /// - Parameter application: makes the application of a new connection, from the remote socket.
    package func listen(
        _ host: Int, port: UInt16, backlog: Int = 128, _ application: @escaping (Socket) -> any Application
    ) {
        let socket = hosts[host].takeNumber()
        hosts[host].listeners[socket] = application
        try? hosts[host].tcp.listen(socket, port: port, backlog: backlog)
        settle(host)
    }

    /// Makes a host open a connection.
    ///
    /// - Parameter port: the local port; 0 if the host's TCP shall choose one.
    /// - Returns: the connection's socket number.
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

    /// Makes a host open a connection after some time, from a port of its choice.
    package func connect(_ host: Int, to remote: Socket, after span: TimeSpan, _ application: any Application) {
        schedule.add(.opening(by: host, to: remote, application), at: now + span)
    }

    /// The application of a connection, which stays after the connection's end.
    package func application(_ host: Int, _ socket: Int) -> (any Application)? { hosts[host].applications[socket] }

    /// The applications of all connections of a host, from the oldest connection to the newest.
    package func applications(of host: Int) -> [(socket: Int, application: any Application)] {
        hosts[host].applications.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Sends a prompt to the application of a connection after some time.
    package func prompt(
        _ host: Int, socket: Int, with prompt: Prompt, after span: TimeSpan = .microseconds(0)
    ) {
        schedule.add(.prompt(prompt, to: host, socket: socket, cause: nil), at: now + span)
    }

    // MARK: Time

    /// The time of the next event, of the schedule or of a TCP timer; nil if there is none.
    private var next: Instant? {
        let timers = hosts.indices.compactMap { hosts[$0].tcp.nextDeadline() }
        return ([schedule.next].compactMap { $0 } + timers).min()
    }

    /// Advances the time to the next event and processes it.
    ///
    /// - Returns: false, without a step, if there is no event up to `limit`.
    func step(upTo limit: Instant) -> Bool {
        guard let due = next, due <= limit else { return false }
        now = max(now, due)
        if let (_, event) = schedule.popFirst(by: now) {
            process(event)
            return true
        }
        for host in hosts.indices {
            guard let timer = hosts[host].tcp.nextDeadline(), timer <= now else { continue }
            hosts[host].tcp.advance(to: now)
            settle(host)
        }
        return true
    }

    /// Processes all events of a time span. ``now`` is then its end.
    package func run(for span: TimeSpan) {
        let end = now + span
        while step(upTo: end) {}
        now = max(now, end)
    }

    /// Processes events until `isOver` is true, no event is left, or the time `limit` is over.
    package func run(atMost limit: TimeSpan = .seconds(3_600), until isOver: () -> Bool) {
        let end = now + limit
        while !isOver(), step(upTo: end) {}
    }

    private func process(_ event: ScheduledEvent) {
        switch event {
        case .arrival(let octets, let host, let sent):
            guard !hosts[host].isSilent else { return }
            hosts[host].tcp.advance(to: now)
            let before = variables(of: octets, at: host)
            let isTaken = hosts[host].datagramFilter?(octets, &hosts[host].tcp) ?? false
            if !isTaken { hosts[host].tcp.arrive(octets) }
            var changes: [Event.Change] = []
            if let before, let after = variables(of: octets, at: host) { changes = after.changes(since: before) }
            let cause = record.arrived(sent: sent, by: hosts[host].principal, at: now, changes: changes)
            settle(host, cause: cause)
        case .prompt(let prompt, let host, let socket, let cause):
            tell(.prompted(prompt), to: host, socket, cause: cause)
        case .said(let actions, let host, let socket, let cause): perform(actions, by: host, socket, cause: cause)
        case .opening(let host, let remote, let application): connect(host, to: remote, application)
        }
    }

    /// The TCP variables of the connection to which a datagram belongs; nil if there is no journal to write them to, or no such
    /// connection.
    private func variables(of octets: [UInt8], at host: Int) -> Connection.Variables? {
        guard record.journal != nil, let read = try? SegmentCodec.decode(octets, recording: false) else { return nil }
        return hosts[host].tcp.variables(of: Route(local: read.destination, remote: read.source))
    }

    // MARK: Hosts at work

    /// Sends what a host's TCP has to send, and tells the applications about new connections, received octets and ended streams.
    func settle(_ host: Int, cause: Int? = nil) {
        let (opened, cause) = emit(host, cause: cause)
        for route in opened { begin(route, at: host, cause: cause) }
        read(at: host, cause: cause)
    }

    /// Tells the application of a new connection. A connection that a peer opened is first accepted from its listener.
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

    /// Gives the applications the octets that TCP has received, and tells them which streams have ended.
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
                    record.failed(error, by: hosts[host].principal, cause: cause, at: now)
                    break
                }
            }
        }
    }

    private func tell(_ event: ApplicationEvent, to host: Int, _ socket: Int, cause: Int?) {
        guard let actions = hosts[host].applications[socket]?.handle(event) else { return }
        let delay = hosts[host].costs?.time(of: hosts[host].applications[socket]) ?? .microseconds(0)
        guard delay > .microseconds(0) else { return perform(actions, by: host, socket, cause: cause) }
        schedule.add(.said(actions, by: host, socket: socket, cause: cause), at: now + delay)
    }

    func perform(_ actions: [ApplicationAction], by host: Int, _ socket: Int, cause: Int?) {
        hosts[host].tcp.advance(to: now)
        for action in actions {
            switch action {
            case .begin(let chapter): record.begin(chapter, cause: cause, at: now)
            case .supply(let secret, let octets):
                record.supplied(secret, value: octets, by: hosts[host].principal, cause: cause, at: now)
            case .outputs(let outputs, let then):
                let after = record.took(
                    outputs, by: hosts[host].principal, on: hosts[host].leg, hosts[host].tcp.route(of: socket),
                    cause: cause, at: now
                ) { octets, cause in
                    write(octets, by: host, socket, cause: cause)
                }
                perform(then, by: host, socket, cause: after ?? cause)
            case .pass(let passage):
                let after = record.passed(passage, by: hosts[host].principal, cause: cause, at: now)
                write(passage.octets, by: host, socket, cause: after ?? cause)
            case .close:
                hosts[host].closing.insert(socket)
                flush(host, socket, cause: cause)
            case .abort:
                try? hosts[host].tcp.abort(socket)
                settle(host, cause: cause)
            case .later(let prompt, let span):
                schedule.add(.prompt(prompt, to: host, socket: socket, cause: cause), at: now + span)
            // Only hosts in the path of a ``World`` have these actions.
            case .wait, .cue, .note, .keep, .send, .report: break
            }
        }
    }

    private func write(_ octets: [UInt8], by host: Int, _ socket: Int, cause: Int?) {
        hosts[host].unsent[socket, default: []] += octets
        flush(host, socket, cause: cause)
    }

    /// Gives TCP as many of the unsent octets as it takes. When none are left and the application has closed, closes the connection.
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

    /// Sends the datagrams of a host's TCP and writes down its state changes. It tells the applications nothing, so it can be called
    /// while the actions of an application are carried out.
    ///
    /// - Returns: the connections that have become ESTABLISHED, and the journal's event that is the cause of the events after this call.
    @discardableResult
    private func emit(_ host: Int, cause: Int?) -> (opened: [Route], cause: Int?) {
        let principal = hosts[host].principal
        var (cause, opened) = (cause, [Route]())
        for event in hosts[host].tcp.takeEvents() {
            switch event.kind {
            case .note(let note): record.remark(note, by: principal, cause: cause, at: now)
            case .entered(let state, let old, _):
                let entered = record.entered(
                    state, from: old, by: principal, because: event.note, cause: cause, at: now)
                cause = entered ?? cause
                if state == .established, let route = event.route { opened.append(route) }
            case .transmit(_, let datagram): put(datagram, by: host, because: event.note, cause: cause)
            }
        }
        return (opened, cause)
    }

    // MARK: The wire

    /// Puts a datagram of a host on its wire. An attacker in the path decides whether it goes on.
    private func put(_ datagram: [UInt8], by host: Int, because note: TCPSim.Note?, cause: Int?) {
        let (leg, isForged) = (hosts[host].leg, hosts[host].isForged)
        guard let read = try? SegmentCodec.decode(datagram, verifyingChecksums: false, recording: false) else { return }
        let isForHer = hosts.contains { $0.isForged && $0.leg == leg && $0.address == read.destination.address }
        let sight = Sight(
            frame: record.next(leg), leg: leg, at: now.microseconds, datagram: datagram, read: read)
        tally?(sight)
        var decision = PathDecision.passes
        if !isForged, position == .inPath, let gate { decision = gate(sight) }
        let isSeen = isForHer || position.seesAll
        if !isForged, isSeen { sights.append(sight) }
        switch decision {
        case .replaced(let datagrams): for octets in datagrams { forge(octets, on: leg, cause: cause) }
        case .passes, .kept:
            let delay = isLost() ? nil : delay(of: datagram, to: read.destination.address, on: leg)
            let isLost = delay == nil
            let sent = record.sent(
                datagram, on: leg, as: isForged ? .forged : isSeen ? .seen : .unseen, by: hosts[host].principal,
                to: principal(at: read.destination.address, on: leg), because: note, cause: cause, at: now,
                isLost: isLost)
            if case .kept = decision { return record.kept(sent, at: now) }
            guard let delay else { return }
            deliver(datagram, to: read.destination.address, on: leg, after: delay, sent: sent)
        }
    }

    /// Puts a datagram of the attacker on a wire. Its source address may be any. Octets that are no IPv4 datagram are dropped.
    func forge(_ datagram: [UInt8], on leg: Leg, remark: (any Remark)? = nil, cause: Int? = nil) {
        guard let address = DatagramGlance(datagram)?.destination else { return }
        let sent = record.forged(
            datagram, on: leg, to: principal(at: address, on: leg), remark: remark, cause: cause, at: now)
        deliver(datagram, to: address, on: leg, after: delay(of: datagram, to: address, on: leg) ?? latency, sent: sent)
    }

    private func hostIndex(at address: IPv4Address, on leg: Leg) -> Int? {
        hosts.firstIndex { $0.leg == leg && $0.address == address }
    }

    /// The time from a datagram's sending to its arrival; nil if it is lost because the queue before its host is full.
    private func delay(of datagram: [UInt8], to address: IPv4Address, on leg: Leg) -> TimeSpan? {
        guard let host = hostIndex(at: address, on: leg), let accessDelay = hosts[host].accessDelay else {
            return latency
        }
        return accessDelay(datagram.count, now).map { TimeSpan(microseconds: latency.microseconds + $0.microseconds) }
    }

    private func deliver(_ datagram: [UInt8], to address: IPv4Address, on leg: Leg, after delay: TimeSpan, sent: Int?) {
        guard let host = hostIndex(at: address, on: leg) else { return record.strayed(sent, to: address, at: now) }
        schedule.add(.arrival(datagram, at: host, sent: sent), at: now + delay)
    }

    private func isLost() -> Bool {
        guard var loss else { return false }
        defer { self.loss = loss }
        return Double(loss.random.word()) < loss.rate * 4_294_967_296
    }

    private func principal(at address: IPv4Address, on leg: Leg) -> Principal {
        hostIndex(at: address, on: leg).map { hosts[$0].principal } ?? .network
    }
}
