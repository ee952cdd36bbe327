import TCPSim
import Trace

/// A scenario that has been run: two real connections, and a network that does what the script says.
package struct ScenarioRun: Sendable {
    /// Everything that happened.
    package internal(set) var journal: Journal
    /// The same in the line form of RFC 9293 3.5, a line each.
    package var figure: [String] { figure(columns: .max) }

    /// The same on lines of at most `columns` columns.
    package func figure(columns: Int) -> [String] { drawing.lines(page: columns) }

    /// One host as the script knows it.
    struct Side: Sendable {
        var station: Station
        /// Sent, and no fate met yet.
        var sent: [Flight] = []
        /// Kept in the network.
        var held: [Flight] = []
        /// The last that arrived.
        var delivered: Flight?
        /// The calls that were refused and not made again yet.
        var refused: [Connection.Event] = []

        /// Its connection.
        var connection: Connection { station.connection }
    }

    let scenario: Scenario
    /// Which TCP both hosts have.
    let variant: Variant
    /// Whether the figure also says what the users hear.
    let isTelling: Bool
    /// What the users have heard since the last row.
    var news: [ScenarioFigure.Row] = []
    var a: Side
    var b: Side
    var drawing = ScenarioFigure()
    var now = Instant.zero
    var packets = 0
    /// Whether the rows belong to the figure yet.
    var isDrawn = false

    /// Runs `scenario` to its end.
    ///
    /// - Parameter msl: the maximum segment lifetime of both hosts; RFC 9293's two minutes unless given.
    package init(_ scenario: Scenario, msl: TimeSpan? = nil) {
        self.init(scenario, variant: .standard, isTelling: false, msl: msl)
    }

    /// Whether a host comes to TIME-WAIT, so that the maximum segment lifetime matters.
    package var reachesTimeWait: Bool {
        journal.events.contains { event in
            if case .transition(_, _, let to) = event.kind { to == State.timeWait.rawValue } else { false }
        }
    }

    /// Runs `scenario` with a TCP that may be wrong; `isTelling` has the figure say what the users hear.
    init(_ scenario: Scenario, variant: Variant, isTelling: Bool, msl: TimeSpan? = nil) {
        self.scenario = scenario
        self.variant = variant
        self.isTelling = isTelling
        a = Side(station: Station(.client, Self.connection(.a, scenario, variant, msl: msl), machine: variant.machine))
        b = Side(station: Station(.server, Self.connection(.b, scenario, variant, msl: msl), machine: variant.machine))
        var settings = [(name: "scenario", value: scenario.name)]
        if let msl { settings.append((name: "MSL", value: msl.measure)) }
        if let mistake = variant.mistake(in: .english) {
            settings.append((name: "variant", value: "\(variant.rawValue), WRONG ON PURPOSE: \(mistake)"))
        }
        journal = Journal(
            title: scenario.title.sentence(in: .english), settings: settings, epoch: Visit.epoch,
            client: Scenario.socket(of: .a).endpoint, server: Scenario.socket(of: .b).endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name], glossary: .tcp)
        if !scenario.before.isEmpty {
            begin("chapter.before", .before, nil)
            for step in scenario.before { take(step) }
        }
        begin("chapter.figure", .figure, .summary(scenario.summary))
        isDrawn = true
        for (index, line) in scenario.lines.enumerated() {
            drawing.begin(index + 1)
            for step in line { take(step) }
        }
        journal.limit(ScenarioCaption.scripted)
    }

    /// It knows no remote socket until the script opens it actively: a passive OPEN is for anyone.
    private static func connection(
        _ peer: Peer, _ scenario: Scenario, _ variant: Variant, isn: InitialSequenceNumber? = nil,
        msl: TimeSpan? = nil
    ) -> Connection {
        var configuration = Connection.Configuration(isn: isn ?? (peer == .a ? scenario.a : scenario.b))
        if let msl { configuration.msl = msl }
        configuration.ignoresResetInTimeWait = scenario.ignoresResetInTimeWait
        return Connection(
            local: Scenario.socket(of: peer), remote: nil, configuration: variant.configure(configuration))
    }

    subscript(peer: Peer) -> Side {
        get { peer == .a ? a : b }
        set {
            if peer == .a { a = newValue } else { b = newValue }
        }
    }

    private mutating func begin(_ step: String, _ title: ScenarioCaption, _ caption: ScenarioCaption?) {
        journal.record(at: now, who: .client, step: step, .chapter(title), remark: caption)
    }

    // MARK: The script

    private mutating func take(_ step: Scenario.Step) {
        perform(step)
        for row in news { draw(row) }
        news = []
    }

    private mutating func perform(_ step: Scenario.Step) {
        switch step {
        case .call(let event, let peer): call(event, by: peer)
        case .pass(let peer, let a, let b): pass(peer, a, b)
        case .hold(let peer, let a, let b):
            guard let flight = next(of: peer, held: false) else { return missing(peer) }
            self[peer].held.append(flight)
            draw(row(of: flight, from: peer, held: true), a, b)
        case .release(let peer, let a, let b):
            guard let flight = next(of: peer, held: true) else { return missing(peer) }
            arrive(flight, from: peer)
            draw(row(of: flight, from: peer, held: true, isReleased: true), a, b)
        case .lose(let peer):
            guard let flight = next(of: peer, held: false) else { return missing(peer) }
            journal.recordLoss(of: flight.packet, sentIn: flight.event, at: now, why: .scripted)
            draw(row(of: flight, from: peer, held: true, end: "(lost)"), .state, .state)
        case .load(let peer, let data, let a, let b): load(peer, data, a, b)
        case .route(let peer, let mtu, let isSilent): route(peer, mtu, isSilent: isSilent)
        case .duplicate(let peer):
            guard let flight = self[peer].delivered else { return missing(peer) }
            duplicate(flight, from: peer)
        case .inject(let peer, let sequence, let acknowledgment, let control, let data, let a, let b):
            inject(
                Segment(
                    sourcePort: Scenario.socket(of: peer).port, destinationPort: Scenario.socket(of: peer.other).port,
                    sequence: SequenceNumber(sequence), acknowledgment: SequenceNumber(acknowledgment ?? 0),
                    control: acknowledgment == nil ? control : control.union(.ack), window: 65_535, options: [],
                    payload: data), from: peer, a, b)
        case .timeout(let timer, let peer):
            guard self[peer].station.deadlines[timer] != nil else { return missing(peer) }
            runOut(timer, of: peer)
        case .settle: settle()
        case .wait(let span): wait(span)
        case .retry(let peer):
            let refused = self[peer].refused
            self[peer].refused = []
            for event in refused { call(event, by: peer) }
        case .closeIfOpen(let peer):
            if self[peer].connection.isSendable { call(.close, by: peer) }
        case .until(let microseconds): now = max(now, Instant(microseconds: microseconds))
        case .reboot(let peer, let isn):
            let old = self[peer].connection.state
            self[peer].station.reboot(Self.connection(peer, scenario, variant, isn: isn))
            journal.record(
                at: now, who: peer.principal, step: "host.reboot",
                .transition(machine: "TCP", from: old.rawValue, to: State.closed.rawValue),
                remark: ScenarioCaption.reboot)
        case .listen(let backlog, let cookies, let peer): listen(backlog, cookies: cookies, by: peer)
        case .forgeSYN(let number, let peer): forgeSYN(number, to: peer)
        case .show(let a, let b):
            draw(ScenarioFigure.Row(), a, b)
        }
    }

    mutating func pass(_ peer: Peer, _ a: Scenario.Mark, _ b: Scenario.Mark) {
        guard let flight = next(of: peer, held: false) else { return missing(peer) }
        var row = row(of: flight, from: peer, held: false)
        mark(&row, .a, a, if: peer == .a)
        mark(&row, .b, b, if: peer == .b)
        arrive(flight, from: peer)
        mark(&row, .a, a, if: peer == .b)
        mark(&row, .b, b, if: peer == .a)
        draw(row)
    }

    /// Two machines that answer each other without end would be a mistake; the figure then shows where it began.
    private static let mostSettled = 50

    private mutating func settle() {
        for _ in 0..<Self.mostSettled {
            let first = [Peer.a, .b].compactMap { peer in self[peer].sent.first.map { (peer, $0.event) } }
                .min { $0.1 < $1.1 }
            guard let first else { return }
            pass(first.0, .state, .state)
            for row in news { draw(row) }
            news = []
        }
    }

    private mutating func wait(_ span: TimeSpan) {
        let end = now + span
        while true {
            let due = [Peer.a, .b].flatMap { peer in
                Connection.Timer.allCases.compactMap { timer in
                    self[peer].station.deadlines[timer].map { (peer: peer, timer: timer, at: $0) }
                }
            }.filter { $0.at <= end }.min { $0.at < $1.at }
            guard let due else { break }
            runOut(due.timer, of: due.peer)
        }
        now = end
    }

    private mutating func runOut(_ timer: Connection.Timer, of peer: Peer) {
        guard let due = self[peer].station.deadlines[timer] else { return }
        now = max(now, due)
        happen(to: peer) { $0.runOut(timer, at: $2, in: &$1) }
    }

    private mutating func next(of peer: Peer, held: Bool) -> Flight? {
        let flights = held ? self[peer].held : self[peer].sent
        guard let first = flights.first else { return nil }
        if held { self[peer].held.removeFirst() } else { self[peer].sent.removeFirst() }
        return first
    }

    /// The script expects something that the machines have not done.
    mutating func missing(_ peer: Peer) {
        draw(ScenarioFigure.Row(segment: "(nothing from \(peer.name))"))
    }

    private mutating func call(_ event: Connection.Event, by peer: Peer) {
        if case .activeOpen = event {
            // An active OPEN names the other side; where there is a connection already, it is refused.
            let connection = self[peer].connection
            if connection.state == .closed || connection.state == .listen {
                self[peer].station.connection = Connection(
                    local: Scenario.socket(of: peer), remote: Scenario.socket(of: peer.other),
                    configuration: connection.configuration)
            }
        }
        let turn = happen(to: peer) { $0.call(event, to: Scenario.socket(of: peer.other), at: $2, in: &$1) }
        if turn.isRefusal { self[peer].refused.append(event) }
    }

    /// Lets something happen now to the station of `peer`, and does what is to be done about it.
    @discardableResult
    mutating func happen(to peer: Peer, _ body: (inout Station, inout Journal, Instant) -> Turn) -> Turn {
        let turn = peer == .a ? body(&a.station, &journal, now) : body(&b.station, &journal, now)
        perform(turn, by: peer)
        return turn
    }

    // MARK: The network

    private mutating func arrive(_ flight: Flight, from peer: Peer, at instant: Instant? = nil) {
        now = max(now, instant ?? flight.left + scenario.latency)
        self[peer].delivered = flight
        let source = Scenario.socket(of: peer).address
        happen(to: peer.other) {
            $0.receive(
                flight.segment, as: flight.packet, from: source, of: peer.principal, sentIn: flight.event, at: $2,
                in: &$1)
        }
    }

    /// A copy is a datagram of its own: it has its own line in the ladder and its own frame in a capture.
    private mutating func duplicate(_ flight: Flight, from peer: Peer) {
        packets += 1
        let copy = flight.packet.copy(number: packets)
        let event = journal.recordCopy(copy, sentIn: flight.event, to: peer.other.principal, at: now)
        self[peer].held.append(Flight(segment: flight.segment, packet: copy, event: event, left: now))
    }

    /// The segment with data on it has a line of its own, and the one without is not sent on.
    private mutating func load(_ peer: Peer, _ data: [UInt8], _ a: Scenario.Mark, _ b: Scenario.Mark) {
        guard let flight = next(of: peer, held: false) else { return missing(peer) }
        journal.record(
            at: now, who: .network, cause: flight.event, step: "network.replaced",
            .lost(flight.packet, why: ScenarioLoss.replaced), remark: ScenarioLoss.replaced.meaning)
        var segment = flight.segment
        segment.payload = data
        inject(segment, from: peer, a, b, caption: .loaded(octets: data.count), isReleased: false)
    }

    private mutating func inject(
        _ segment: Segment, from peer: Peer, _ a: Scenario.Mark, _ b: Scenario.Mark,
        caption: ScenarioCaption = .stranger, isReleased: Bool = true
    ) {
        packets += 1
        let packet = self[peer].station.packet(
            segment, to: Scenario.socket(of: peer.other), number: packets, by: nil)
        let event = journal.record(
            at: now, who: .network, step: isReleased ? "network.old" : "network.loaded",
            .sent(packet, to: peer.other.principal), remark: caption)
        let flight = Flight(segment: segment, packet: packet, event: event, left: now)
        let row = row(of: flight, from: peer, held: isReleased, isReleased: isReleased)
        arrive(flight, from: peer, at: isReleased ? now : nil)
        draw(row, a, b)
    }
}
