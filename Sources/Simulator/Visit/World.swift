import Crypto
import PKI
import TCPSim
import TLSSim
import Trace

/// Two hosts, the wires between them and virtual time: the driver of the pure machines, and the keeper of the journal.
///
/// It decides nothing about protocols. It carries segments, rings timers, passes octets between TCP and TLS, asks the judge of
/// chains, and writes down what happens with what caused it.
package struct World: Sendable {
    /// Where a run that does not come to an end is cut off.
    static let mostHappenings = 20_000

    /// What has happened.
    package internal(set) var journal: Journal
    /// The machine that calls.
    package private(set) var client: Host
    /// The machine that is called.
    package private(set) var server: Host
    /// A request that the server's application has read and not answered, where the answer comes from outside the world.
    package private(set) var request: (octets: [UInt8], at: Instant, readIn: Int)?
    private var network: Network
    var schedule = Schedule<Happening>()
    var now: Instant

    private let judges: (client: ChainJudge, server: ChainJudge)
    private let exchange: Exchange
    private var truncation = Truncation()
    private let handshake: Chapter
    private let closingDelay: TimeSpan

    /// A world in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - judges: how each side decides about the other's chain.
    ///   - handshake: the chapter that TLS begins with.
    ///   - exchange: what the client asks and the server answers; where the answer is nil, the request waits for ``answer(_:at:)``.
    ///   - wire: what lies between the two.
    ///   - closingDelay: how long the application that closes second takes to notice that the other one has closed.
    package init(
        journal: Journal, client: Host, server: Host, judges: (client: ChainJudge, server: ChainJudge),
        handshake: Chapter, exchange: Exchange, closingDelay: TimeSpan, wire: Wire, random: SeededRandomSource,
        from start: Instant = .zero
    ) {
        self.journal = journal
        self.client = client
        self.server = server
        self.judges = judges
        self.exchange = exchange
        now = start
        self.handshake = handshake
        self.closingDelay = closingDelay
        network = Network(wire, random: random)
    }

    /// Runs until nothing is left to happen; cut off where `goesOn`, asked before each happening with the number of events, says no.
    package mutating func run(while goesOn: (Int) -> Bool = { _ in true }) {
        open()
        if proceed(while: goesOn) { finish() }
    }

    /// The two applications ask for a connection.
    package mutating func open() {
        begin(.open)
        call(.passiveOpen, by: .server)
        call(.activeOpen, by: .client)
    }

    /// Lets happen what is going to, until nothing is left or a request waits for its answer.
    ///
    /// - Returns: false for a run that is cut off because it does not come to an end, or because it may not go on.
    @discardableResult
    package mutating func proceed(while goesOn: (Int) -> Bool = { _ in true }) -> Bool {
        var count = 0
        while request == nil, let (instant, happening) = schedule.popFirst() {
            guard goesOn(journal.events.count) else { return false }
            now = instant
            count += 1
            guard count <= World.mostHappenings else {
                for who in [Principal.client, .server] { fail(.exhausted(happenings: World.mostHappenings), who) }
                return false
            }
            happen(happening)
        }
        return true
    }

    /// Has the server's application answer the request that waits, at an instant that is not past.
    package mutating func answer(_ octets: [UInt8], at instant: Instant) {
        guard let cause = request?.readIn else { return }
        request = nil
        schedule.add(.serverAnswers(octets, cause: cause), at: max(now, instant))
    }

    /// Says what was left unfinished when nothing more happened.
    package mutating func finish() {
        reportUnfinished()
        network.reportUnused(at: now, in: &journal)
    }

    /// A side that neither finished nor gave up says so: on a bad wire nothing may ever reach it again.
    private mutating func reportUnfinished() {
        for who in [Principal.client, .server] {
            let gaveUp = journal.events.contains { event in
                if case .failed = event.kind { event.who == who } else { false }
            }
            guard self[who].tls.state != "Closed", !gaveUp else { continue }
            fail(.unfinished(tcp: self[who].connection.state, tls: self[who].tls.state), who)
        }
    }

    /// A run ends for one side without its end.
    private mutating func fail(_ note: WireFailure, _ who: Principal) {
        journal.record(at: now, who: who, step: note.step, .failed(note))
    }

    /// Adds what belongs to the story and to no machine.
    package mutating func record(_ body: (inout Journal, Instant) -> Void) {
        body(&journal, now)
    }

    mutating func happen(_ happening: Happening) {
        switch happening {
        case .arrival(let packet, let octets, let sent, let principal):
            arrive(packet, octets, sentIn: sent, at: principal)
        case .timer(let timer, let principal):
            // A timer that was moved or stopped leaves a happening behind that no longer counts.
            guard self[principal].station.deadlines[timer] == now else { return }
            // A retransmission timer runs out because of what became of the oldest unacknowledged segment.
            let oldest = self[principal].connection.sending.unacknowledged
            let reason = timer == .retransmission ? network.flights.reason(at: oldest, of: principal) : nil
            let now = now
            let turn = turn(of: principal) { $0.runOut(timer, at: now, cause: reason?.event, in: &$1) }
            perform(turn, by: principal)
        case .serverAnswers(let octets, let cause): send([octets], by: .server, cause: cause)
        case .passes(let passage, let principal): pass(passage, by: principal)
        case .closes(let principal, let cause): sayGoodbye(principal, cause: cause)
        }
    }

    subscript(principal: Principal) -> Host {
        get { principal == .client ? client : server }
        set {
            if principal == .client { client = newValue } else { server = newValue }
        }
    }

    private mutating func begin(_ chapter: Chapter, cause: Int? = nil) {
        chapter.record(in: &journal, at: now, cause: cause)
    }

    // MARK: TCP

    /// Lets something happen to the station of `principal`, and returns what is to be done about it.
    private mutating func turn(of principal: Principal, _ body: (inout Station, inout Journal) -> Turn) -> Turn {
        principal == .client ? body(&client.station, &journal) : body(&server.station, &journal)
    }

    private mutating func arrive(_ packet: Packet, _ octets: [UInt8], sentIn sent: Int, at principal: Principal) {
        let datagram: DecodedDatagram
        do {
            datagram = try SegmentCodec.decode(octets, recording: false)
        } catch {
            let step = journal[sent]?.step ?? "tcp.segment"
            let cause = network.flights.incident(of: packet.number) ?? sent
            let lost = journal.record(
                at: now, who: principal, cause: cause, step: step, .lost(packet, why: WireFailure.unreadable(error)),
                remark: LossNote(packet, by: journal[sent]?.who, isDamaged: true, in: journal))
            network.lost(packet, in: lost)
            return
        }
        let now = now
        let turn = turn(of: principal) {
            $0.receive(
                datagram.segment, as: packet, from: datagram.header.source, sentIn: sent, at: now, in: &$1)
        }
        network.arrived(packet, in: turn.cause)
        perform(turn, by: principal)
    }

    private mutating func call(_ event: Connection.Event, by principal: Principal, cause: Int? = nil) {
        let (now, remote) = (now, self[self[principal].peer].connection.local)
        let turn = turn(of: principal) { $0.call(event, to: remote, at: now, cause: cause, in: &$1) }
        perform(turn, by: principal)
    }

    mutating func handle(_ event: Connection.Event, by principal: Principal, cause: Int) {
        let now = now
        let turn = turn(of: principal) { station, _ in station.handle(event, at: now, cause: cause) }
        perform(turn, by: principal)
    }

    /// Does what a connection wants done. What its user is told is acted on last: the segment that acknowledges data goes out
    /// before anything the data brings about.
    private mutating func perform(_ turn: Turn, by principal: Principal) {
        var turn = turn
        var signals: [Connection.Signal] = []
        var delivered: [UInt8] = []
        while let task = turn.next(in: &journal) {
            switch task {
            case .transmit(let segment, let note, let changes):
                transmit(segment, by: principal, cause: turn.cause, note: note, changes: changes)
            case .armed(let timer, let instant): schedule.add(.timer(timer, of: principal), at: instant)
            case .signal(let signal): signals.append(signal)
            case .deliver(let octets): delivered += octets
            }
        }
        if !delivered.isEmpty { step(.bytes(delivered), by: principal, cause: turn.cause) }
        for signal in signals { react(to: signal, by: principal, cause: turn.cause) }
    }

    private mutating func transmit(
        _ segment: Segment, by principal: Principal, cause: Int, note: TCPSim.Note?, changes: [Event.Change]
    ) {
        let peer = self[principal].peer
        let packet = self[principal].station.packet(
            segment, to: self[peer].connection.local, number: network.packets + 1)
        var remark: WireNote?
        var cause = cause
        if segment.length > 0, let again = network.flights.reason(at: segment.sequence, of: principal) {
            remark = WireNote.again(again, note)
            cause = trace(again, to: cause, by: principal)
        }
        let sent = journal.recordDeparture(
            of: packet, from: principal, to: peer, at: now, cause: cause, note: note, remark: remark,
            changes: changes)
        if truncation.withholds(segment, by: principal) {
            return cutOff(segment, as: packet, sentIn: sent)
        }
        let copies = network.carry(segment, as: packet, by: principal, sentIn: sent, at: now, in: &journal)
        for copy in copies {
            schedule.add(.arrival(packet, octets: copy.octets, sentIn: sent, at: peer), at: copy.at)
        }
    }

    /// The attacker on the path keeps a segment of the server's, and ends the connection on both sides at the first of them.
    private mutating func cutOff(_ segment: Segment, as packet: Packet, sentIn sent: Int) {
        network.withhold(segment, as: packet, by: .server, sentIn: sent, at: now, in: &journal)
        for forgery in truncation.forgeries(on: segment) {
            let peer = self[forgery.sender].peer
            let packet = self[forgery.sender].station.packet(
                forgery.segment, to: self[peer].connection.local, number: network.packets + 1, by: nil)
            let event = journal.record(
                at: now, who: .network, cause: sent, step: forgery.note.step, .sent(packet, to: peer),
                remark: forgery.note, cite: forgery.note.cite)
            network.forged(forgery.segment, by: forgery.sender, in: event)
            schedule.add(
                .arrival(packet, octets: packet.bytes, sentIn: event, at: peer), at: now + network.latency)
        }
    }

    /// The cause of a retransmission, from which causes lead back to what went wrong. A timer's end has that as its cause; what
    /// an acknowledgment makes the sender suspect is an event of its own.
    private mutating func trace(_ again: Again, to trigger: Int, by principal: Principal) -> Int {
        if case .timer(_, .expired) = journal[trigger]?.kind { return trigger }
        let note = WireNote.inferred(again, trigger: trigger)
        return journal.record(
            at: now, who: principal, cause: again.event, step: note.step, .remarked(bookkeeping: true), remark: note)
    }

    /// What is left of the two sides' TLS sessions for a later visit.
    var sessions: (client: ResumableSession?, server: ResumableSession?) { (client.session, server.session) }

    // MARK: The user of TCP, which is TLS and its application

    private mutating func react(to signal: Connection.Signal, by principal: Principal, cause: Int) {
        switch signal {
        case .connected:
            guard !self[principal].hasStartedTLS else { return }
            self[principal].hasStartedTLS = true
            if principal == .client { begin(handshake, cause: cause) }
            if principal == .client, exchange.isEarly { tellEarlyRequest(cause: cause) }
            step(.start, by: principal, cause: cause)
            for passage in self[principal].relay?.release() ?? [] { pass(passage, by: principal) }
        case .readable:
            handle(.receive(max: .max), by: principal, cause: cause)
        case .endOfStream:
            step(.transportEnded, by: principal, cause: cause)
            if principal == .server || exchange.closesFirst == .server, !self[principal].hasClosed,
                self[principal].relay == nil
            {
                schedule.add(.closes(principal, cause: cause), at: now + closingDelay)
            }
        case .reset, .refused, .timedOut, .callFailed:
            journal.recordFailure(signal, of: principal, at: now, cause: cause)
        case .writable, .closeAcknowledged, .closed, .urgentData: break
        }
    }

    /// Gives TLS an input and does what it wants done.
    private mutating func step(_ input: Input, by principal: Principal, cause: Int) {
        carryOut(self[principal].take(input), by: principal, cause: cause)
    }

    /// Does what TLS wants done.
    private mutating func carryOut(_ outputs: [Output], by principal: Principal, cause: Int) {
        var isEstablished = false
        var hasFailed = false
        var chain: [[UInt8]]?
        var recorder = OutputRecorder(who: principal, at: now, cause: cause)
        for output in outputs {
            recorder.record(output, in: &journal)
            switch output {
            case .bytes(let octets):
                self[principal].written += octets.count
                handle(.send(octets, push: true), by: principal, cause: recorder.cause ?? cause)
            case .plaintext(let octets), .earlyPlaintext(let octets): self[principal].plaintext += octets
            case .earlyData(let outcome): self[principal].earlyData = outcome
            case .judge(let certificates): chain = certificates
            case .established:
                isEstablished = true
                self[principal].isEstablished = true
            case .resumable(let session): self[principal].session = session
            case .forget: self[principal].session = nil
            case .ticket(let ticket): if self[principal].ticket == nil { self[principal].ticket = ticket }
            case .failed(let error, _):
                self[principal].failure = error
                hasFailed = true
            default: break
            }
        }
        let cause = recorder.cause ?? cause
        if let chain {
            // Each side judges the chain that it is handed: the client the server's, under the name it visits, and the server the client's.
            let verdict = (principal == .client ? judges.client : judges.server).verdict(on: chain)
            self[principal].verdict = verdict
            step(.verdict(verdict), by: principal, cause: cause)
        }
        if isEstablished, principal == .client {
            let isAccepted = client.earlyData == .accepted
            begin(exchange.isEarly ? .tls13(.answer(accepted: isAccepted)) : .conversation, cause: cause)
            if exchange.updatesKeys { carryOut(client.tls.updateKeys(request: true), by: .client, cause: cause) }
            if !isAccepted { send([exchange.request], by: .client, cause: cause) }
        }
        if hasFailed { hangUp(principal, cause: cause) }
        converse(principal, cause: cause)
    }

    /// RFC 5246 section 7.2.2: upon a fatal alert, both sides close the connection.
    private mutating func hangUp(_ principal: Principal, cause: Int) {
        guard !self[principal].hasClosed else { return }
        self[principal].hasClosed = true
        call(.close, by: principal, cause: cause)
    }

    /// The applications: the server answers a complete request, and the side that closes first says goodbye after a complete answer.
    private mutating func converse(_ principal: Principal, cause: Int) {
        switch principal {
        case .server where HTTPExchange.isComplete(server.plaintext):
            let octets = server.plaintext
            server.plaintext = []
            guard let response = exchange.response else { return request = (octets, now, cause) }
            send(response, by: .server, cause: cause)
            server.hasAnswered = true
            sayGoodbyeAfterAnswer(cause: cause)
        case .server where server.hasAnswered: sayGoodbyeAfterAnswer(cause: cause)
        case .client
        where exchange.closesFirst == .client && !client.hasClosed && HTTPExchange.isComplete(client.plaintext):
            begin(.goodbye, cause: cause)
            sayGoodbye(.client, cause: cause)
        default: break
        }
    }

    /// The server's application closes, where it closes first: behind its answer, and not before the handshake is complete.
    private mutating func sayGoodbyeAfterAnswer(cause: Int) {
        guard exchange.closesFirst == .server, server.isEstablished, !server.hasClosed else { return }
        begin(exchange.isCut ? .cutOff : .goodbyeOfServer, cause: cause)
        sayGoodbye(.server, cause: cause)
    }

    /// The client's application has handed its request over before there is a connection of TLS.
    private mutating func tellEarlyRequest(cause: Int) {
        journal.record(
            at: now, who: .client, cause: cause, step: "tls.application_data",
            .learned(Knowledge.earlyData, .supplied, value: exchange.request))
    }

    /// An application writes; each part becomes records of its own.
    private mutating func send(_ parts: [[UInt8]], by principal: Principal, cause: Int) {
        journal.record(
            at: now, who: principal, cause: cause, step: "tls.application_data",
            .learned(Knowledge.applicationData, .supplied, value: parts.flatMap { $0 }))
        for (index, part) in parts.enumerated() {
            if exchange.isCut, principal == .server, index == 1 { truncation.begin(at: server.nextNumber) }
            step(.send(part), by: principal, cause: cause)
        }
    }

    /// close_notify first, so that the end of the data is authenticated; then TCP's CLOSE.
    private mutating func sayGoodbye(_ principal: Principal, cause: Int) {
        guard !self[principal].hasClosed else { return }
        self[principal].hasClosed = true
        step(.close, by: principal, cause: cause)
        call(.close, by: principal, cause: cause)
    }
}
