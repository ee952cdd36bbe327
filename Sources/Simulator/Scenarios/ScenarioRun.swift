import TCPSim
import Trace

/// A scenario that has been run: two real connections, and a network that does what the script says.
package struct ScenarioRun: Sendable {
    /// Everything that happened.
    package var journal: Journal { played.journal }
    /// The same in the line form of RFC 9293 3.5, a line each.
    package var figure: [String] { figure(columns: .max) }

    /// The same on lines of at most `columns` columns.
    package func figure(columns: Int) -> [String] { drawing.lines(page: columns) }

    let scenario: Scenario
    /// Which TCP both hosts have.
    let variant: Variant
    /// Whether the figure also says what the users hear.
    let isTelling: Bool
    /// The two hosts, and what they have sent that has met no fate yet.
    var played: PlayedRun
    /// The source of the flood, at an address of its own.
    var flooder = Host(.network, at: .attacker, SYNFlood(Scenario.socket(of: .b)), mayForge: true)
    /// What each has sent and is kept in the network.
    private var held: [Peer: [Flight]] = [:]
    /// The segment of each that arrived last.
    private var delivered: [Peer: Flight] = [:]
    /// The calls of each user that were refused and not made again yet.
    private var refused: [Peer: [Connection.Event]] = [:]
    var drawing = ScenarioFigure()
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
        var settings = [(name: "scenario", value: scenario.name)]
        if let msl { settings.append((name: "MSL", value: msl.measure)) }
        if let mistake = variant.mistake?.sentence(in: .english) {
            settings.append((name: "variant", value: "\(variant.rawValue), WRONG ON PURPOSE: \(mistake)"))
        }
        let journal = Journal(
            title: scenario.title.sentence(in: .english), settings: settings, epoch: Visit.epoch,
            client: Scenario.socket(of: .a).endpoint, server: Scenario.socket(of: .b).endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name], glossary: .tcp)
        let stations = Peer.allCases.map { peer in
            let connection = Self.connection(peer, scenario, variant, msl: msl)
            return (End(peer), Station(peer.principal, connection, machine: variant.machine))
        }
        played = PlayedRun(journal, Dictionary(uniqueKeysWithValues: stations), at: Scenario.socket)
        if !scenario.before.isEmpty {
            played.begin("chapter.before", ScenarioCaption.before, nil)
            for step in scenario.before { take(step) }
        }
        played.begin("chapter.figure", ScenarioCaption.figure, ScenarioCaption.summary(scenario.summary))
        isDrawn = true
        for (index, line) in scenario.lines.enumerated() {
            drawing.begin(index + 1)
            for step in line { take(step) }
        }
        played.journal.limit(ScenarioCaption.scripted)
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

    /// A host.
    subscript(peer: Peer) -> Station? { played.stations[End(peer)] }

    // MARK: The script

    private mutating func take(_ step: Scenario.Step) {
        perform(step)
        drawNews()
    }

    /// Draws what the users have heard since the last row, if the figure says that.
    private mutating func drawNews() {
        for (end, what) in played.news where isTelling {
            if let words = what.english(of: end.peer) { draw(ScenarioFigure.Row(segment: words)) }
        }
        played.news = []
    }

    private mutating func perform(_ step: Scenario.Step) {
        switch step {
        case .call(let event, let peer): call(event, by: peer)
        case .pass(let peer, let a, let b): pass(peer, a, b)
        case .hold(let peer, let a, let b):
            guard let flight = next(of: peer) else { return missing(peer) }
            held[peer, default: []].append(flight)
            draw(row(of: flight, from: peer, held: true), a, b)
        case .release(let peer, let a, let b):
            guard let flight = held[peer]?.first else { return missing(peer) }
            held[peer]?.removeFirst()
            arrive(flight, from: peer)
            draw(row(of: flight, from: peer, held: true, isReleased: true), a, b)
        case .lose(let peer):
            guard let flight = next(of: peer) else { return missing(peer) }
            played.lose(flight, why: .scripted)
            draw(row(of: flight, from: peer, held: true, end: "(lost)"), .state, .state)
        case .load(let peer, let data, let a, let b): load(peer, data, a, b)
        case .route(let peer, let mtu, let isSilent): route(peer, Router(mtu: mtu, isSilent: isSilent))
        case .duplicate(let peer):
            guard let flight = delivered[peer] else { return missing(peer) }
            held[peer, default: []].append(played.copy(flight, to: End(peer.other)))
        case .inject(let peer, let sequence, let acknowledgment, let control, let data, let a, let b):
            inject(
                Segment(
                    sourcePort: Scenario.socket(of: peer).port, destinationPort: Scenario.socket(of: peer.other).port,
                    sequence: SequenceNumber(sequence), acknowledgment: SequenceNumber(acknowledgment ?? 0),
                    control: acknowledgment == nil ? control : control.union(.ack), window: 65_535, options: [],
                    payload: data), from: peer, a, b)
        case .timeout(let timer, let peer):
            guard let due = self[peer]?.deadlines[timer] else { return missing(peer) }
            runOut(timer, of: peer, at: due)
        case .settle: settle()
        case .wait(let span): wait(span)
        case .retry(let peer):
            for event in refused.removeValue(forKey: peer) ?? [] { call(event, by: peer) }
        case .closeIfOpen(let peer):
            if self[peer]?.connection.isSendable == true { call(.close, by: peer) }
        case .until(let microseconds): played.now = max(played.now, Instant(microseconds: microseconds))
        case .reboot(let peer, let isn):
            let (old, fresh) = (state(of: peer), Self.connection(peer, scenario, variant, isn: isn))
            played.stations[End(peer)]?.reboot(fresh)
            played.journal.record(
                at: played.now, who: peer.principal, step: "host.reboot",
                .transition(machine: "TCP", from: old, to: State.closed.rawValue), remark: ScenarioCaption.reboot)
        case .listen(let backlog, let cookies, let peer): listen(backlog, cookies: cookies, by: peer)
        case .forgeSYN(let peer): flood(peer)
        case .show(let a, let b):
            draw(ScenarioFigure.Row(), a, b)
        }
    }

    mutating func pass(_ peer: Peer, _ a: Scenario.Mark, _ b: Scenario.Mark) {
        guard let flight = next(of: peer) else { return missing(peer) }
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
            let first = Peer.allCases.compactMap { peer in earliest(of: peer).map { (peer, $0.event) } }
                .min { $0.1 < $1.1 }
            guard let first else { return }
            pass(first.0, .state, .state)
            drawNews()
        }
    }

    private mutating func wait(_ span: TimeSpan) {
        let end = played.now + span
        while true {
            let due = Peer.allCases.flatMap { peer in
                Connection.Timer.allCases.compactMap { timer in
                    self[peer]?.deadlines[timer].map { (peer: peer, timer: timer, at: $0) }
                }
            }.filter { $0.at <= end }.min { $0.at < $1.at }
            guard let due else { break }
            runOut(due.timer, of: due.peer, at: due.at)
        }
        played.now = end
    }

    private mutating func runOut(_ timer: Connection.Timer, of peer: Peer, at due: Instant) {
        played.now = max(played.now, due)
        played.runOut(timer, at: End(peer))
    }

    /// The earliest segment that a peer has sent and that has met no fate yet; nil if there is none.
    func earliest(of peer: Peer) -> Flight? { played.flights[End(peer.other)]?.first }

    /// The same, which meets its fate now.
    mutating func next(of peer: Peer) -> Flight? { played.take(to: End(peer.other)) }

    /// The script expects something that the machines have not done.
    mutating func missing(_ peer: Peer) {
        draw(ScenarioFigure.Row(segment: "(nothing from \(peer.name))"))
    }

    private mutating func call(_ event: Connection.Event, by peer: Peer) {
        if case .activeOpen = event, let connection = self[peer]?.connection {
            // An active OPEN names the other side; where there is a connection already, it is refused.
            if connection.state == .closed || connection.state == .listen {
                played.stations[End(peer)]?.connection = Connection(
                    local: Scenario.socket(of: peer), remote: Scenario.socket(of: peer.other),
                    configuration: connection.configuration)
            }
        }
        if played.call(event, at: End(peer)) { refused[peer, default: []].append(event) }
    }

    // MARK: The network

    private mutating func arrive(_ flight: Flight, from peer: Peer, at instant: Instant? = nil) {
        played.now = max(played.now, instant ?? flight.left + scenario.latency)
        delivered[peer] = flight
        played.receive(flight, at: End(peer.other))
    }

    /// The segment with data on it has a line of its own, and the one without is not sent on.
    private mutating func load(_ peer: Peer, _ data: [UInt8], _ a: Scenario.Mark, _ b: Scenario.Mark) {
        guard let flight = next(of: peer) else { return missing(peer) }
        played.journal.record(
            at: played.now, who: .network, cause: flight.event, step: "network.replaced",
            .lost(flight.packet, why: ScenarioLoss.replaced), remark: ScenarioLoss.replaced.meaning)
        var segment = flight.segment
        segment.payload = data
        inject(segment, from: peer, a, b, caption: .loaded(octets: data.count), isReleased: false)
    }

    private mutating func inject(
        _ segment: Segment, from peer: Peer, _ a: Scenario.Mark, _ b: Scenario.Mark,
        caption: ScenarioCaption = .stranger, isReleased: Bool = true
    ) {
        let step = isReleased ? "network.old" : "network.loaded"
        guard let flight = played.inject(segment, to: End(peer.other), caption, step: step) else { return }
        let row = row(of: flight, from: peer, held: isReleased, isReleased: isReleased)
        arrive(flight, from: peer, at: isReleased ? played.now : nil)
        draw(row, a, b)
    }
}
