import Capture
import Crypto
import Render
import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace

/// The writer of a performance's captures, one for each wire, and of its journal. It writes only what the caller asks for.
package final class StageRecord {
    /// The interface of a capture to which a packet belongs. The case's name is the interface's name in the file.
    enum Interface: Int, CaseIterable {
        /// The attacker sees the packet.
        case seen
        /// The attacker does not see the packet.
        case unseen
        /// The attacker sent the packet.
        case forged
    }

    /// Takes the octets of the captures; nil if no capture is wanted.
    private let sink: ((Leg, [UInt8]) -> Void)?
    /// The title of the performance, which is the comment of each capture.
    private let title: String
    /// The number of frames on each wire so far.
    private var frames: [Leg: Int] = [:]
    /// The key log's lines that each wire's capture has so far.
    private var secrets: [Leg: Set<String>] = [:]
    /// The ClientHello.random of each host's latest handshake, which names its secrets in the key log.
    private var randoms: [Principal: [UInt8]] = [:]
    /// The journal so far; nil if no journal is wanted.
    private(set) var journal: Journal?
    /// The connections and the attacker's frames that the journal contains; nil for all.
    private let told: (connection: (@Sendable (Int) -> Bool)?, frames: [ClosedRange<Int>]?)
    /// The packets that the journal contains of those that ``told`` allows; nil for the first ones, as far as they have room.
    private let selection: JournalSelection?
    /// The packets that ``told`` allows. Where they have no room in the journal, a ``JournalSelection`` is made from them.
    private(set) var candidates: [JournalSelection.Candidate] = []
    /// The number of frames of the victims that the journal contains.
    private var others = 0
    /// The number of packets that the journal leaves out.
    private var leftOut = 0
    /// The octets of the capture of the wire ``Leg/server``. The server knows its secrets later than Wireshark needs them, so these octets
    /// are written at the end, after the secrets.
    private var held: [UInt8] = []
    /// The number of packets of all wires so far. It is counted only for a journal.
    private var packets = 0
    /// The packets of the journal, by the numbers of their frames in the capture of their wire.
    private(set) var numbers: [Leg: [Int: Int]] = [:]
    /// The initial sequence number of each direction of each connection.
    private var firsts: [Route: SequenceNumber] = [:]
    /// The numbers of the connections, from 0, in the order in which they were opened. The key is the route of the SYN's sender.
    private var connections: [Route: Int] = [:]
    /// The number of events at which a journal takes no more events that belong to no packet of its own.
    private static let mostEvents = 4_000
    /// The largest number of the victims' frames that a journal contains, apart from those of the end, if the attacker's frames are chosen.
    private static let mostOthers = 200
    /// The size of ``candidates`` on a page.
    private var weight = 0
    /// The secrets that the attacker has drawn for her own ends of connections.
    private var drawn: Set<SecretID> = []
    /// The current virtual time of the stage.
    var now = Instant.zero

    init(
        _ title: String, journal: Journal?, told: (connection: (@Sendable (Int) -> Bool)?, frames: [ClosedRange<Int>]?),
        selection: JournalSelection?, sink: ((Leg, [UInt8]) -> Void)?
    ) {
        self.title = title
        self.journal = journal
        self.told = told
        self.selection = selection
        self.sink = sink
    }

    /// The number of the next frame of a wire.
    func next(_ leg: Leg) -> Int { (frames[leg] ?? 0) + 1 }

    /// Changes the journal, if there is one.
    package func tell(_ change: (inout Journal) -> Void) {
        guard var book = journal.take() else { return }
        change(&book)
        journal = book
    }

    /// Whether the journal contains all connections and frames, as far as it has room.
    private var isWhole: Bool { told.connection == nil && told.frames == nil && selection == nil }

    // MARK: Packets

    /// Writes a frame to the capture of a wire.
    private func write(
        _ datagram: [UInt8], on leg: Leg, as interface: Interface, at now: Instant, comment: String = ""
    ) {
        frames[leg] = next(leg)
        guard let sink else { return }
        if frames[leg] == 1 {
            sink(
                leg,
                PcapNG.file(
                    packets: [], linkType: .ipv4, comment: title,
                    interfaces: Interface.allCases.map { String(describing: $0) }))
        }
        let time = now + .seconds(Visit.epoch)
        let block = PcapNG.block(
            .init(timestamp: time.microseconds, frame: datagram, comment: comment, interface: interface.rawValue))
        if leg == .server { held += block } else { sink(leg, block) }
    }

    /// The packet for the journal; nil if the journal leaves it out.
    ///
    /// - Parameter leg: the packet's wire; it is the last one of its capture so far.
    private func packet(_ datagram: [UInt8], on leg: Leg, isForged: Bool) -> Packet? {
        guard journal != nil else { return nil }
        packets += 1
        let frame = next(leg) - 1
        guard let packet = isTold(frame, isForged: isForged) ? read(datagram) : nil else {
            leftOut += 1
            return nil
        }
        if !isForged { others += 1 }
        let candidate = JournalSelection.Candidate(leg: leg, frame: frame, datagram)
        candidates.append(candidate)
        weight += candidate.weight
        guard selection?.contains(candidate) ?? (weight <= JournalSelection.mostWeight) else {
            leftOut += 1
            return nil
        }
        numbers[leg, default: [:]][frame] = packet.number
        return packet
    }

    /// Whether the journal contains a frame. If frames are chosen, it contains of the attacker's frames the chosen ones. Of the victims'
    /// frames it contains the first ``mostOthers`` and all from the first frame of the last chosen range on.
    private func isTold(_ frame: Int, isForged: Bool) -> Bool {
        guard let chosen = told.frames, let end = chosen.last?.lowerBound else { return true }
        return isForged ? chosen.contains { $0.contains(frame) } : others < Self.mostOthers || frame >= end
    }

    /// The packet of a datagram; nil if it cannot be read, or if its connection is not among those of the journal.
    private func read(_ datagram: [UInt8]) -> Packet? {
        guard let read = try? SegmentCodec.decode(datagram, verifyingChecksums: false, recording: false) else {
            guard let message = try? UnreachableMessage(from: datagram, recording: false),
                let router = DatagramGlance(datagram)?.source
            else { return nil }
            return Packet(message, from: router, number: packets, identification: 0)
        }
        let (there, back) = (
            Route(local: read.source, remote: read.destination), Route(local: read.destination, remote: read.source)
        )
        if read.segment.control.contains(.syn) {
            firsts[there] = read.segment.sequence
            if connections[there] == nil, connections[back] == nil { connections[there] = connections.count }
        }
        if let isTold = told.connection, let number = connections[there] ?? connections[back], !isTold(number) {
            return nil
        }
        let (first, other) = (firsts[there], firsts[back])
        return Packet(
            captured: datagram, read, number: packets, first: first.map { (sequence: $0, acknowledgment: other) })
    }

    /// Adds a host's lifeline to the journal, if the journal does not have it yet.
    private func join(_ who: Principal, _ datagram: [UInt8]) {
        guard let journal, !journal.lifelines.contains(who), who.hasLifeline,
            let read = try? SegmentCodec.decode(datagram, verifyingChecksums: false, recording: false)
        else { return }
        tell { $0.join(who, at: read.source.endpoint) }
    }

    /// Writes the octets that were held back, and says in the journal how many packets it leaves out.
    func finish() {
        if !held.isEmpty { sink?(.server, held) }
        held = []
        let count = leftOut
        leftOut = 0
        if count > 0 { tell { $0.limit(StageLimit.leftOut(count)) } }
    }

    /// Writes a datagram that a host's TCP has sent.
    ///
    /// - Returns: the journal's event; nil if the journal leaves it out.
    func sent(
        _ datagram: [UInt8], on leg: Leg, as interface: Interface, by who: Principal, to receiver: Principal,
        because note: TCPSim.Note?, cause: Int?, at now: Instant, isLost: Bool
    ) -> Int? {
        write(datagram, on: leg, as: interface, at: now, comment: isLost ? "lost on the way" : "")
        guard let packet = packet(datagram, on: leg, isForged: interface == .forged) else { return nil }
        join(who, datagram)
        let sent = journal?.recordDeparture(of: packet, from: who, to: receiver, at: now, cause: cause, note: note)
        if isLost, let sent { lose(sent, why: .wire, at: now) }
        return sent
    }

    /// Writes a datagram that the attacker has made without a TCP.
    ///
    /// - Returns: the journal's event; nil if the journal leaves it out.
    func forged(
        _ datagram: [UInt8], on leg: Leg, to receiver: Principal, remark: (any Remark)?, cause: Int?, at now: Instant
    ) -> Int? {
        write(datagram, on: leg, as: .forged, at: now)
        guard let packet = packet(datagram, on: leg, isForged: true) else { return nil }
        return journal?.record(
            at: now, who: .attacker, cause: cause, step: "attack.forged", .sent(packet, to: receiver), remark: remark)
    }

    /// Writes down that the attacker has kept the datagram of the event `sent`.
    func kept(_ sent: Int?, at now: Instant) {
        if let sent { lose(sent, why: .attacker, at: now) }
    }

    /// Writes down that no host has the address to which the datagram of the event `sent` went.
    func strayed(_ sent: Int?, to address: IPv4Address, at now: Instant) {
        guard let sent, case .sent(let packet, _)? = journal?[sent]?.kind else { return }
        journal?.record(
            at: now, who: .network, cause: sent, step: StageLoss.wire.step,
            .lost(packet, why: ScenarioLoss.noSuchHost(address)))
    }

    private func lose(_ sent: Int, why: StageLoss, at now: Instant) {
        guard case .sent(let packet, _)? = journal?[sent]?.kind else { return }
        journal?.record(
            at: now, who: why == .wire ? .network : .attacker, cause: sent, step: why.step, .lost(packet, why: why))
    }

    /// Writes down the arrival of the datagram that was sent in the event `sent`.
    ///
    /// - Returns: the journal's event; nil if the journal does not contain the datagram.
    func arrived(sent: Int?, by host: Principal, at now: Instant, changes: [Event.Change]) -> Int? {
        guard let sent, let event = journal?[sent], case .sent(let packet, _) = event.kind else { return nil }
        return journal?.recordArrival(
            of: packet, sentIn: sent, from: event.who, at: host, at: now, changes: changes)
    }

    // MARK: Machines

    func remark(_ note: TCPSim.Note, by who: Principal, cause: Int?, at now: Instant) {
        if cause != nil { journal?.recordNote(note, of: who, at: now, cause: cause) }
    }

    func entered(
        _ state: State, from old: State, by who: Principal, because note: TCPSim.Note?, cause: Int?, at now: Instant
    ) -> Int? {
        // A journal of chosen connections leaves out an event whose cause it does not contain.
        guard let journal, cause != nil || journal.events.isEmpty || isWhole, journal.events.count < Self.mostEvents
        else { return nil }
        return self.journal?.recordEntry(into: state, from: old, of: who, at: now, cause: cause, note: note)
    }

    func failed(_ error: SocketError, by who: Principal, cause: Int?, at now: Instant) {
        let signals: [SocketError: Connection.Signal] = [
            .connectionReset: .reset, .connectionRefused: .refused, .timedOut: .timedOut,
        ]
        guard cause != nil, let signal = signals[error] else { return }
        journal?.recordFailure(signal, of: who, at: now, cause: cause)
    }

    func begin(_ chapter: Chapter, cause: Int?, at now: Instant) {
        guard cause != nil else { return }
        tell { chapter.record(in: &$0, at: now, cause: cause) }
    }

    func supplied(_ secret: SecretID, value octets: [UInt8], by who: Principal, cause: Int?, at now: Instant) {
        guard cause != nil else { return }
        journal?.record(
            at: now, who: who, cause: cause, step: "tls.application_data", .learned(secret, .supplied, value: octets))
    }

    /// Writes down the outputs of a TLS, and calls `send` with the octets that TLS sends and with the event that is their cause. Of a TLS
    /// that the attacker moves by hand the journal has what she learns.
    ///
    /// - Parameter route: the sockets of the TLS's host and of its peer.
    /// - Returns: the event that is the cause of the events after these outputs; nil if the journal contains none.
    func took(
        _ outputs: [Output], by who: Principal, on leg: Leg, _ route: Route?, cause: Int?, at now: Instant,
        send: ([UInt8], Int?) -> Void
    ) -> Int? {
        var recorder = OutputRecorder(who: who, at: now, cause: cause)
        for output in outputs {
            if cause != nil {
                tell { recorder.record(output, in: &$0) }
            } else if who == .attacker, case .learned(let secret, let acquired, let value) = output {
                learned(secret, acquired, value, on: route)
            }
            keep(output, of: who, on: leg)
            if case .bytes(let octets) = output { send(octets, recorder.cause ?? cause) }
        }
        return recorder.cause
    }

    func passed(_ passage: Relay.Passage, by who: Principal, cause: Int?, at now: Instant) -> Int? {
        var after = cause
        tell { after = passage.record(in: &$0, at: now, who: who, cause: cause) }
        return after
    }

    // MARK: The attacker's knowledge

    /// Writes down what the attacker has found, if the journal does not have it yet.
    func found(_ finding: FoundValue) {
        let (secret, value) = (finding.secret, finding.value)
        let isKnown = journal?.events.contains { event in
            guard event.who == .attacker, case .learned(secret, _, value) = event.kind else { return false }
            return true
        }
        guard let number = journal?.events.count, isKnown == false else { return }
        journal?.record(
            at: now, who: .attacker, step: "attack.found",
            .learned(secret, finding.derivation ?? .received(inEvent: number + 1), value: value),
            remark: finding.isStolen
                ? FoundValueNote.stolen(secret) : finding.derivation == .configured ? .owned(secret) : .found(secret))
    }

    /// Writes down what the attacker's own end of a connection has drawn or computed, if the journal contains the connection.
    ///
    /// - Parameter route: her socket and the peer's; nil if they are not known.
    func learned(_ secret: SecretID, _ acquired: Acquired, _ value: [UInt8], on route: Route?) {
        guard let journal, journal.events.count < Self.mostEvents else { return }
        if !isWhole {
            let number = route.flatMap { connections[$0] ?? connections[Route(local: $0.remote, remote: $0.local)] }
            guard let number, told.connection?(number) ?? true else { return }
        }
        // A value that both sides know has one name. A secret that she has drawn is another one than a victim's.
        let isPublic = secret == Knowledge.clientRandom || secret == Knowledge.serverRandom
        if acquired == .generated, !isPublic { drawn.insert(secret) }
        func name(_ secret: SecretID) -> SecretID { drawn.contains(secret) ? FoundValue.own(secret) : secret }
        var how = Learned(acquired, readIn: journal.events.count + 1)
        if case .derived(let premises, let operation) = how {
            how = .derived(from: premises.map(name), by: operation)
        }
        self.journal?.record(
            at: now, who: .attacker, step: "tls.learned", .learned(name(secret), how, value: value))
    }

    // MARK: Secrets

    /// Writes a victim's secret to the capture of its wire as soon as the victim has it. Wireshark needs a secret before the records that
    /// the secret decrypts.
    private func keep(_ output: Output, of who: Principal, on leg: Leg) {
        guard let sink, case .learned(let name, _, let value) = output, who.role != nil else { return }
        if name == Knowledge.clientRandom { randoms[who] = value }
        guard let random = randoms[who], let line = KeyLog.line(name, value, clientRandom: random) else { return }
        if secrets[leg, default: []].insert(line).inserted { sink(leg, PcapNG.block(keyLog: line + "\n")) }
    }
}

/// The reason why a datagram of a performance did not arrive.
enum StageLoss: Remark {
    case wire
    case attacker

    /// The stable id of the step.
    var step: String { self == .wire ? "network.lost" : "path.withheld" }

    var english: String {
        switch self {
        case .wire: "the wire lost it"
        case .attacker: "the attacker kept it"
        }
    }

    var chinese: String {
        switch self {
        case .wire: "线路把它丢了"
        case .attacker: "攻击者把它扣下了"
        }
    }
}

/// The note about the packets that the journal of a performance leaves out.
enum StageLimit: Remark {
    case leftOut(Int)

    var english: String {
        switch self {
        case .leftOut(let count):
            "\(counted(count, "packet")) of this run are not shown here. A capture (--pcap) has them all."
        }
    }

    var chinese: String {
        switch self {
        case .leftOut(let count): "这次运行有 \(count) 个数据包没有在这里显示。抓包文件（--pcap）里有全部数据包。"
        }
    }
}
