import TCPSim
import Trace

/// A scenario that has been run, with two real connections and a network that does what the script says.
package struct ScenarioRun: Sendable {
    /// Everything that happened.
    package var journal: Journal { played.journal }

    /// The figure, in the line form of RFC 9293 3.5, in lines of at most `columns` columns.
    package func figure(columns: Int = .max, language: Language = .english) -> [String] {
        drawing.lines(page: columns, language: language)
    }

    let scenario: Scenario
    /// The TCP of both hosts.
    let variant: Variant
    /// Whether the figure also shows what the users read and are told.
    let isTelling: Bool
    /// The journal, the two hosts, and their segments that no step has dealt with yet.
    var played: PlayedRun
    /// The source of the SYN flood, at an address of its own.
    var flooder = Host(.network, at: .attacker, SYNFlood(Scenario.socket(of: .b)), mayForge: true)
    /// The segments of each peer that the network holds.
    private var held: [Peer: [Flight]] = [:]
    /// The segment of each peer that arrived last.
    private var delivered: [Peer: Flight] = [:]
    /// The calls of each user that were refused and that were not made again yet.
    private var refused: [Peer: [Connection.Event]] = [:]
    var drawing = ScenarioFigure()
    /// Whether the figure has begun. Rows before that are not drawn.
    var isDrawn = false

    /// Whether a host enters TIME-WAIT. Only then the maximum segment lifetime matters.
    package var reachesTimeWait: Bool {
        journal.events.contains { event in
            if case .transition(_, _, let to) = event.kind { to == State.timeWait.rawValue } else { false }
        }
    }

    /// Runs `scenario` to its end.
    ///
    /// - Parameters:
    ///   - variant: the TCP of both hosts.
    ///   - isTelling: whether the figure also shows what the users read and are told.
    ///   - msl: the maximum segment lifetime of both hosts; nil for RFC 9293's two minutes.
    package init(
        _ scenario: Scenario, variant: Variant = .standard, isTelling: Bool = false, msl: TimeSpan? = nil
    ) {
        self.scenario = scenario
        self.variant = variant
        self.isTelling = isTelling
        var settings = [(name: "scenario", value: scenario.name)]
        if let msl { settings.append((name: "MSL", value: msl.measure)) }
        var names = [Words(english: scenario.name, chinese: scenario.chineseName ?? scenario.name)]
        if let mistake = variant.mistake {
            let value = Words(
                english: "\(variant.rawValue), WRONG ON PURPOSE: \(mistake.english)",
                chinese: "\(variant.rawValue)，故意写错：\(mistake.chinese)")
            settings.append((name: "variant", value: value.english))
            names.append(value)
        }
        let journal = Journal(
            title: Words(scenario.title), settings: settings, epoch: Visit.epoch,
            client: Scenario.socket(of: .a).endpoint, server: Scenario.socket(of: .b).endpoint,
            names: [.client: Peer.a.name, .server: Peer.b.name], glossary: .tcp + .settings + Glossary(names: names))
        let stations = Peer.allCases.map { peer in
            let connection = Self.connection(of: peer, in: scenario, variant: variant, msl: msl)
            return (End(peer), Station(peer.principal, connection, machine: variant.machine))
        }
        played = PlayedRun(journal, Dictionary(uniqueKeysWithValues: stations), at: Scenario.socket)
        if !scenario.before.isEmpty {
            played.begin("chapter.before", title: ScenarioCaption.before)
            for step in scenario.before { take(step) }
        }
        played.begin(
            "chapter.figure", title: ScenarioCaption.figure, caption: ScenarioCaption.summary(scenario.summary))
        isDrawn = true
        for (index, line) in scenario.lines.enumerated() {
            drawing.begin(index + 1)
            for step in line { take(step) }
        }
        played.journal.limit(ScenarioCaption.scripted)
    }

    /// The connection of a peer. It has no remote socket until the script opens it actively.
    private static func connection(
        of peer: Peer, in scenario: Scenario, variant: Variant, isn: InitialSequenceNumber? = nil,
        msl: TimeSpan? = nil
    ) -> Connection {
        var configuration = Connection.Configuration(isn: isn ?? (peer == .a ? scenario.a : scenario.b))
        if let msl { configuration.msl = msl }
        scenario.configure(&configuration, peer)
        return Connection(
            local: Scenario.socket(of: peer), remote: nil, configuration: variant.configure(configuration))
    }

    subscript(peer: Peer) -> Station? { played.stations[End(peer)] }

    // MARK: The script

    private mutating func take(_ step: Scenario.Step) {
        perform(step)
        drawNews()
    }

    /// Draws what the users have read and were told since the last row, if the figure shows that.
    private mutating func drawNews() {
        for (end, what) in played.news where isTelling {
            if let words = what.words(of: end.peer) { draw(ScenarioFigure.Row(segment: words)) }
        }
        played.news = []
    }

    private mutating func perform(_ step: Scenario.Step) {
        switch step {
        case .call(let event, let peer): call(event, by: peer)
        case .pass(let peer, let a, let b): pass(peer, a: a, b: b)
        case .hold(let peer, let a, let b):
            guard let flight = next(of: peer) else { return missing(peer) }
            held[peer, default: []].append(flight)
            draw(row(of: flight, from: peer, held: true), a: a, b: b)
        case .release(let peer, let a, let b):
            guard let flight = held[peer]?.first else { return missing(peer) }
            held[peer]?.removeFirst()
            arrive(flight, from: peer)
            draw(row(of: flight, from: peer, held: true, isReleased: true), a: a, b: b)
        case .lose(let peer):
            guard let flight = next(of: peer) else { return missing(peer) }
            played.lose(flight, why: .scripted)
            draw(
                row(of: flight, from: peer, held: true, end: Words(english: "(lost)", chinese: "（丢失）")), a: .state,
                b: .state)
        case .load(let peer, let data, let a, let b): load(data, from: peer, a: a, b: b)
        case .route(let peer, let mtu, let isSilent): route(peer, Router(mtu: mtu, isSilent: isSilent))
        case .duplicate(let peer):
            guard let flight = delivered[peer] else { return missing(peer) }
            held[peer, default: []].append(played.copy(flight, to: End(peer.other)))
        case .inject(let peer, let sequence, let acknowledgment, let control, let data, let a, let b):
            inject(
                Segment(
                    sourcePort: Scenario.socket(of: peer).port, destinationPort: Scenario.socket(of: peer.other).port,
                    sequence: SequenceNumber(sequence), acknowledgment: SequenceNumber(acknowledgment ?? 0),
                    control: acknowledgment == nil ? control : control.union(.ack), window: 65_535, payload: data),
                from: peer, a: a, b: b)
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
            let old = state(of: peer)
            let fresh = Self.connection(of: peer, in: scenario, variant: variant, isn: isn)
            played.stations[End(peer)]?.reboot(fresh)
            played.journal.record(
                at: played.now, who: peer.principal, step: "host.reboot",
                .transition(machine: "TCP", from: old, to: State.closed.rawValue), remark: ScenarioCaption.reboot)
        case .listen(let backlog, let cookies, let peer): listen(backlog, cookies: cookies, by: peer)
        case .forgeSYN(let peer): flood(peer)
        case .show(let a, let b): draw(ScenarioFigure.Row(), a: a, b: b)
        }
    }

    /// Lets the next segment of a peer arrive, and draws it. The sender's mark is its state before that, the receiver's its state after.
    mutating func pass(_ peer: Peer, a: Scenario.Mark = .state, b: Scenario.Mark = .state) {
        guard let flight = next(of: peer) else { return missing(peer) }
        var row = row(of: flight, from: peer, held: false)
        mark(&row, at: .a, with: a, if: peer == .a)
        mark(&row, at: .b, with: b, if: peer == .b)
        arrive(flight, from: peer)
        mark(&row, at: .a, with: a, if: peer == .b)
        mark(&row, at: .b, with: b, if: peer == .a)
        draw(row)
    }

    /// The largest number of segments that one step `settle` delivers. Two machines that answer each other for ever would be a mistake. The
    /// figure then shows where that began.
    private static let mostSettled = 50

    private mutating func settle() {
        for _ in 0..<Self.mostSettled {
            let first = Peer.allCases.compactMap { peer in earliest(of: peer).map { (peer, $0.event) } }
                .min { $0.1 < $1.1 }
            guard let first else { return }
            pass(first.0)
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

    /// The next segment of a peer: the earliest that no step has dealt with yet; nil if there is none.
    func earliest(of peer: Peer) -> Flight? { played.flights[End(peer.other)]?.first }

    /// Removes the next segment of a peer from those in flight, and returns it; nil if there is none.
    mutating func next(of peer: Peer) -> Flight? { played.take(to: End(peer.other)) }

    /// Draws a row that says that the script expects something that the machines have not done.
    mutating func missing(_ peer: Peer) {
        let words = Words(english: "(nothing from \(peer.name))", chinese: "（\(peer.name) 什么也没有发送）")
        draw(ScenarioFigure.Row(segment: words))
    }

    private mutating func call(_ event: Connection.Event, by peer: Peer) {
        if case .activeOpen = event, let connection = self[peer]?.connection {
            // An active OPEN names the other side. If there is a connection already, TCP refuses the OPEN.
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

    /// Replaces the next segment of a peer by the same segment with data. In the journal the first one is lost.
    private mutating func load(_ data: [UInt8], from peer: Peer, a: Scenario.Mark, b: Scenario.Mark) {
        guard let flight = next(of: peer) else { return missing(peer) }
        played.journal.record(
            at: played.now, who: .network, cause: flight.event, step: "network.replaced",
            .lost(flight.packet, why: ScenarioLoss.replaced), remark: ScenarioLoss.replaced.meaning)
        var segment = flight.segment
        segment.payload = data
        inject(segment, from: peer, a: a, b: b, caption: .loaded(octets: data.count), isReleased: false)
    }

    private mutating func inject(
        _ segment: Segment, from peer: Peer, a: Scenario.Mark, b: Scenario.Mark,
        caption: ScenarioCaption = .stranger, isReleased: Bool = true
    ) {
        let step = isReleased ? "network.old" : "network.loaded"
        guard let flight = played.inject(segment, to: End(peer.other), caption, step: step) else { return }
        let row = row(of: flight, from: peer, held: isReleased, isReleased: isReleased)
        arrive(flight, from: peer, at: isReleased ? played.now : nil)
        draw(row, a: a, b: b)
    }
}
