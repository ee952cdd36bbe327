import Capture
import Crypto
import Render
import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace

/// What is written of a performance: a capture for each wire, and a journal, each only if it is asked for.
package final class StageRecord {
    /// The interface of a capture to which a packet belongs.
    enum Interface: Int, CaseIterable {
        /// The attacker received it.
        case seen
        /// It passed where she cannot look.
        case unseen
        /// She put it on the wire.
        case forged
    }

    /// Where the octets of a capture go; nil where none is asked for.
    private let sink: ((Leg, [UInt8]) -> Void)?
    /// The first second of the run, since 1970.
    private let epoch: Int64
    private let title: String
    private var frames: [Leg: Int] = [:]
    private var secrets: [Leg: Set<String>] = [:]
    private var randoms: [Principal: [UInt8]] = [:]
    /// What has happened; nil where it is not told.
    private(set) var journal: Journal?
    /// Which connections and which of the attacker's frames the journal tells; nil for all.
    private let told: (connection: (@Sendable (Int) -> Bool)?, frames: [ClosedRange<Int>]?)
    /// How many frames of others it has told.
    private var others = 0
    /// How many packets the journal leaves out.
    private var leftOut = 0
    /// The frames of the server's wire, where an attacker is in the middle. The server knows its secrets later than Wireshark needs them, so
    /// the frames are written at the end.
    private var held: [UInt8] = []
    private var packets = 0
    private var firsts: [Route: SequenceNumber] = [:]
    /// The connections in the order in which they were opened, by their sockets.
    private var connections: [Route: Int] = [:]
    /// How many events a journal holds at most.
    package static let mostEvents = 4_000
    /// How many octets of packets a journal holds at most: a page carries them all.
    private static let mostOctets = 150_000
    /// How many frames of others it tells before the end, where the attacker's are chosen.
    private static let mostOthers = 200
    private var octets = 0

    init(
        _ title: String, epoch: Int64 = Visit.epoch, journal: Journal? = nil,
        told: (connection: (@Sendable (Int) -> Bool)?, frames: [ClosedRange<Int>]?) = (nil, nil),
        sink: ((Leg, [UInt8]) -> Void)? = nil
    ) {
        self.title = title
        self.epoch = epoch
        self.journal = journal
        self.told = told
        self.sink = sink
    }

    /// Whether secrets and notes are of use.
    package var isDetailed: Bool { journal != nil || sink != nil }

    /// The number that the next frame of a wire has.
    func next(_ leg: Leg) -> Int { (frames[leg] ?? 0) + 1 }

    /// Changes the journal, if there is one.
    package func tell(_ change: (inout Journal) -> Void) {
        guard var book = journal.take() else { return }
        change(&book)
        journal = book
    }

    /// Whether the journal tells everything.
    private var isWhole: Bool { told.connection == nil && told.frames == nil }

    // MARK: Packets

    /// Writes a frame.
    private func write(_ datagram: [UInt8], on leg: Leg, _ interface: Interface, _ now: Instant, comment: String = "") {
        frames[leg] = next(leg)
        guard let sink else { return }
        if frames[leg] == 1 {
            sink(
                leg,
                PcapNG.file(
                    packets: [], linkType: .ipv4, comment: title,
                    interfaces: Interface.allCases.map { String(describing: $0) }))
        }
        let start = (Instant.zero + TimeSpan.seconds(epoch)) + (now - .zero)
        let block = PcapNG.block(
            .init(timestamp: start.microseconds, frame: datagram, comment: comment, interface: interface.rawValue))
        if leg == .server { held += block } else { sink(leg, block) }
    }

    /// The packet for the journal; nil where it is not told.
    ///
    /// - Parameter frame: its number in the capture.
    private func packet(_ datagram: [UInt8], frame: Int, isHers: Bool) -> Packet? {
        guard let journal else { return nil }
        packets += 1
        let hasRoom = journal.events.count < Self.mostEvents && octets < Self.mostOctets
        guard let packet = hasRoom && isTold(frame, isHers: isHers) ? read(datagram) : nil else {
            leftOut += 1
            return nil
        }
        octets += datagram.count
        if !isHers { others += 1 }
        return packet
    }

    /// Whether a frame is among those that are told: of the attacker's those that were chosen, and of others the first and those of the end.
    private func isTold(_ frame: Int, isHers: Bool) -> Bool {
        guard let chosen = told.frames, let end = chosen.last?.lowerBound else { return true }
        return isHers ? chosen.contains { $0.contains(frame) } : others < Self.mostOthers || frame >= end
    }

    private func read(_ datagram: [UInt8]) -> Packet? {
        guard let read = try? SegmentCodec.decode(datagram, verifyingChecksums: false, recording: false) else {
            guard let message = try? UnreachableMessage(from: datagram, recording: false) else { return nil }
            let router = IPv4Address(datagram[12], datagram[13], datagram[14], datagram[15])
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

    /// A host of which the journal has not told yet gets a line in it.
    private func join(_ who: Principal, _ datagram: [UInt8]) {
        guard let journal, !journal.lifelines.contains(who), who.hasLifeline,
            let read = try? SegmentCodec.decode(datagram, verifyingChecksums: false, recording: false)
        else { return }
        tell { $0.join(who, at: read.source.endpoint) }
    }

    /// Writes what was held back, and says in the journal what it leaves out.
    func finish() {
        if !held.isEmpty { sink?(.server, held) }
        held = []
        let count = leftOut
        leftOut = 0
        if count > 0 { tell { $0.limit(StageLimit.leftOut(count)) } }
    }

    func sent(
        _ datagram: [UInt8], on leg: Leg, _ interface: Interface, by who: Principal, to receiver: Principal,
        because note: TCPSim.Note?, cause: Int?, _ now: Instant, isLost: Bool
    ) -> Int? {
        write(datagram, on: leg, interface, now, comment: isLost ? "lost on the way" : "")
        guard let packet = packet(datagram, frame: next(leg) - 1, isHers: interface == .forged) else { return nil }
        join(who, datagram)
        let sent = journal?.record(
            at: now, who: who, cause: cause, step: note?.step ?? "tcp.segment", .sent(packet, to: receiver),
            remark: note, cite: note?.cite)
        if isLost, let sent { lose(sent, .wire, now) }
        return sent
    }

    func forged(
        _ datagram: [UInt8], on leg: Leg, to receiver: Principal, remark: (any Remark)?, cause: Int?, _ now: Instant
    ) -> Int? {
        write(datagram, on: leg, .forged, now)
        guard let packet = packet(datagram, frame: next(leg) - 1, isHers: true) else { return nil }
        return journal?.record(
            at: now, who: .attacker, cause: cause, step: "attack.forged", .sent(packet, to: receiver), remark: remark)
    }

    func kept(_ sent: Int?, _ now: Instant) {
        if let sent { lose(sent, .attacker, now) }
    }

    private func lose(_ sent: Int, _ why: StageLoss, _ now: Instant) {
        guard case .sent(let packet, _)? = journal?[sent]?.kind else { return }
        journal?.record(
            at: now, who: why == .wire ? .network : .attacker, cause: sent, step: why.step, .lost(packet, why: why))
    }

    /// A datagram arrives that was sent in the event `sent`.
    func arrived(
        sent: Int?, at host: Principal, _ now: Instant, changes: [Event.Change]
    ) -> Int? {
        guard let sent, let event = journal?[sent], case .sent(let packet, _) = event.kind else { return nil }
        return journal?.record(
            at: now, who: host, cause: sent, step: event.step, .received(packet, from: event.who), changes: changes)
    }

    // MARK: Machines

    func remark(_ note: TCPSim.Note?, by who: Principal, cause: Int?, _ now: Instant) {
        guard let note, cause != nil else { return }
        journal?.record(
            at: now, who: who, cause: cause, step: note.step, .remarked(bookkeeping: note.isBookkeeping), remark: note,
            cite: note.cite)
    }

    @discardableResult
    func entered(
        _ state: State, from old: State, by who: Principal, because note: TCPSim.Note?, cause: Int?, _ now: Instant
    ) -> Int? {
        // What was brought about by nothing that is told is not told.
        guard let journal, cause != nil || journal.events.isEmpty || isWhole, journal.events.count < Self.mostEvents
        else { return nil }
        return self.journal?.record(
            at: now, who: who, cause: cause, step: note?.step ?? "tcp.state",
            .transition(machine: "TCP", from: old.rawValue, to: state.rawValue), remark: note, cite: note?.cite)
    }

    func failed(_ error: SocketError, by who: Principal, cause: Int?, _ now: Instant) {
        guard cause != nil, error == .connectionReset || error == .connectionRefused || error == .timedOut else {
            return
        }
        let signal: Connection.Signal =
            error == .connectionReset ? .reset : error == .connectionRefused ? .refused : .timedOut
        journal?.record(at: now, who: who, cause: cause, step: "tcp.failed", .failed(signal))
    }

    func begin(_ chapter: Chapter, cause: Int?, _ now: Instant) {
        guard cause != nil else { return }
        tell { chapter.record(in: &$0, at: now, cause: cause) }
    }

    func supplied(_ secret: SecretID, _ octets: [UInt8], by who: Principal, cause: Int?, _ now: Instant) {
        guard cause != nil else { return }
        journal?.record(
            at: now, who: who, cause: cause, step: "tls.application_data", .learned(secret, .supplied, value: octets))
    }

    /// Writes down what a TLS has done, and hands out its octets.
    ///
    /// - Returns: the event that brings about what follows.
    func took(
        _ outputs: [Output], by who: Principal, on leg: Leg, cause: Int?, _ now: Instant, send: ([UInt8], Int?) -> Void
    ) -> Int? {
        var recorder = OutputRecorder(who: who, at: now, cause: cause)
        for output in outputs {
            if cause != nil { tell { recorder.record(output, in: &$0) } }
            keep(output, of: who, on: leg)
            if case .bytes(let octets) = output { send(octets, recorder.cause ?? cause) }
        }
        return recorder.cause
    }

    func passed(_ passage: Relay.Passage, by who: Principal, cause: Int?, _ now: Instant) -> Int? {
        var after = cause
        tell { after = passage.record(in: &$0, at: now, who: who, cause: cause) }
        return after
    }

    // MARK: Secrets

    /// Puts a secret into the capture of a victim's wire as soon as the victim has it: Wireshark needs it before the records that it opens.
    private func keep(_ output: Output, of who: Principal, on leg: Leg) {
        guard let sink, case .learned(let name, _, let value) = output, who.role != nil else { return }
        if name == Knowledge.clientRandom { randoms[who] = value }
        guard let random = randoms[who], let line = KeyLog.line(name, value, clientRandom: random) else { return }
        if secrets[leg, default: []].insert(line).inserted { sink(leg, PcapNG.block(keyLog: line + "\n")) }
    }
}

/// Why a datagram of a performance did not get through.
enum StageLoss: Remark {
    /// The wire has lost it.
    case wire
    /// The attacker has kept it.
    case attacker

    /// A stable id for the step.
    var step: String { self == .wire ? "network.lost" : "path.withheld" }

    var english: String {
        switch self {
        case .wire: "the wire lost it"
        case .attacker: "the attacker kept it"
        }
    }
}

/// What the journal of a performance leaves out.
enum StageLimit: Remark {
    /// So many packets.
    case leftOut(Int)

    var english: String {
        switch self {
        case .leftOut(let count):
            "\(counted(count, "packet")) of this run are not shown here. A capture (--pcap) has them all."
        }
    }
}
