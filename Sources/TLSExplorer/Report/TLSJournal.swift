import Simulator
import TCPSim
import TLSSim
import Trace

extension TLSSpace {
    /// The run to `counterexample` as a journal, from which ladder, JSON, capture and page are made. The steps are 10 ms apart.
    ///
    /// If the rule is about progress, the journal also has the steps of the sequel.
    package func journal(_ counterexample: Exploration<TLSSpace>.Counterexample) -> Journal {
        var playback = TLSPlayback(self, counterexample)
        playback.play(counterexample)
        return playback.journal
    }
}

/// Plays a run through a space again, and records it as live connections are recorded. Around the records it makes up a TCP: the packets
/// show what reaches each end.
private struct TLSPlayback {
    private(set) var journal: Journal
    private var space: TLSSpace
    private var now = Instant.zero
    /// How many octets have reached each end.
    private var reached: [Role: Int] = [.client: 0, .server: 0]
    private var packets = 0
    /// The event in which a record was written, and its place in its writer's stream, by its octets.
    private var written: [[UInt8]: (event: Int?, start: Int)] = [:]

    /// How many connections were before the present one.
    private var before: UInt16 = 0
    /// How many octets of her own the attacker has sent.
    private var hers = 0

    fileprivate static let attacker = Principal.host("attacker")

    init(_ space: TLSSpace, _ counterexample: Exploration<TLSSpace>.Counterexample) {
        self.space = space
        let (client, server) = (Self.socket(.client, 0), Self.socket(.server, 0))
        let settings = space.settings
        let names = settings.flatMap { [$0.name, $0.value] } + [Words(counterexample.rule)] + Self.names
        journal = Journal(
            title: "explore --tls: \(counterexample.rule)",
            settings: settings.map { (name: $0.name.english, value: $0.value.english) }, epoch: Visit.epoch,
            client: client.endpoint, server: server.endpoint, glossary: Glossary(names: names) + .tcp + .tls)
        journal.join(Self.attacker, at: Endpoint(address: IPv4Address.attacker.description, port: 0), overhears: true)
    }

    /// How the attacker computes keys.
    private static let ofNothing = Words(english: "PRF of an empty secret", chinese: "以空的秘密值为输入的 PRF")
    private static let ofExponent = Words(english: "her exponent, PRF", chinese: "她的指数，PRF")
    /// The names of the attacker's own calculations and records.
    private static let names = [ofNothing, ofExponent, Words(english: "record", chinese: "记录")]

    /// The socket of a role in a connection, of which the first one has the number 0.
    private static func socket(_ role: Role, _ connection: UInt16) -> Socket {
        role == .client ? Socket(.client, 50_000 + connection) : Socket(.server, 443)
    }

    mutating func play(_ counterexample: Exploration<TLSSpace>.Counterexample) {
        journal.record(
            at: now, who: .network, step: "chapter.counterexample", .chapter(TLSCaption.title),
            remark: space.remark(on: counterexample))
        let steps = space.run(counterexample.actions)
        for step in steps { play(step) }
        journal.record(
            at: now, who: .network, step: "explore.rule", .checked(what: counterexample.rule.english, passed: false),
            cite: counterexample.rule.citation)
        if counterexample.rule == .progress {
            journal.record(
                at: now, who: .network, step: "chapter.sequel", .chapter(TLSCaption.titleOfSequel),
                remark: TLSCaption.sequel)
            for step in space.run(after: steps.last?.after ?? space.start) { play(step) }
        }
        journal.limit(TLSCaption.madeUp)
    }

    /// Plays a step. Time stands still in the search; in the journal a step takes ten milliseconds.
    private mutating func play(_ step: TLSRunStep) {
        now = now + .milliseconds(10)
        let role = step.action.role
        if step.action == .reconnect {
            (before, reached, hers) = (before + 1, [.client: 0, .server: 0], 0)
            journal.record(
                at: now, who: .network, step: "chapter.reconnect", .chapter(TLSCaption.titleOfSecond),
                remark: space.caption(of: step))
            return
        }
        var end = space.memory.parties[TLSSpace.State(step.before)[role]]
        if step.action.isMove || step.action.isAboutTransport {
            journal.record(
                at: now, who: Self.attacker, step: "explore.move", .remarked(bookkeeping: false),
                remark: space.caption(of: step))
        }
        if case .put(let insertion, _) = step.action, insertion.isComputed { compute(insertion, at: end.account) }
        if case .call(let call, _) = step.action {
            let event = journal.record(
                at: now, who: Principal(role), step: "tls.call.\(call.rawValue)",
                .call(name: call.rawValue.uppercased(), arguments: ""))
            return record(call.outputs(of: &end, space.memory.machine), of: &end, because: event)
        }
        for parcel in space.arriving(by: step.action, in: step.before) {
            let event = arrive(parcel, at: role, from: step.action.sender(of: parcel))
            let input = parcel.isEnd ? Input.transportEnded : .bytes(parcel.wire)
            record(space.memory.machine(&end, input), of: &end, because: event)
        }
    }

    /// Records what the attacker has computed before she puts something in at an end.
    private mutating func compute(_ insertion: Insertion, at end: Account) {
        let isEmpty = insertion == .emptyMasterFinished
        guard
            case .tls12(let schedule)? = isEmpty ? Adversary.emptyKeys(of: end) : space.memory.casting.her.keys(of: end)
        else { return }
        let randoms = [Knowledge.clientRandom, Knowledge.serverRandom]
        let premises =
            isEmpty ? randoms : [end.role == .client ? Knowledge.clientPoint : Knowledge.serverPoint] + randoms
        journal.record(
            at: now, who: Self.attacker, step: "explore.computes",
            .learned(
                Knowledge.keyBlock,
                .derived(from: premises, by: (isEmpty ? Self.ofNothing : Self.ofExponent).english),
                value: schedule.keyBlock))
    }

    /// Records the packet that brings a parcel to an end. Returns the number of the event of its arrival.
    private mutating func arrive(_ parcel: Parcel, at role: Role, from sender: Principal) -> Int {
        let (from, to) = (Self.socket(role.peer, before), Self.socket(role, before))
        let segment = Segment(
            sourcePort: from.port, destinationPort: to.port, sequence: SequenceNumber(1) + (reached[role] ?? 0),
            acknowledgment: SequenceNumber(1) + (reached[role.peer] ?? 0),
            control: parcel.isEnd ? [.fin, .ack] : [.psh, .ack],
            window: 65_535, payload: parcel.wire)
        reached[role, default: 0] += segment.length
        packets += 1
        // A ladder draws what a third host writes as if it went to the server.
        if role == .server, sender == Self.attacker, !parcel.isEnd { write(parcel) }
        let packet = packet(segment, from: from, to: to, from: written[parcel.wire]?.start)
        let sent = journal.record(
            at: now, who: sender, cause: written[parcel.wire]?.event, step: "tcp.segment",
            .sent(packet, to: Principal(role)))
        return journal.record(
            at: now, who: Principal(role), cause: sent, step: "tcp.segment", .received(packet, from: sender))
    }

    /// Records that the attacker writes a record of her own.
    private mutating func write(_ parcel: Parcel) {
        let message = Message(
            machine: "TLS", label: (parcel.content?.name ?? parcel.name).english, step: "explore.record",
            panes: [Pane("record", bytes: parcel.wire, fields: [])], stream: hers..<(hers + parcel.wire.count),
            encrypted: parcel.content?.isProtected ?? false)
        let event = journal.record(at: now, who: Self.attacker, step: nil, .wrote(message))
        written[parcel.wire] = (event, hers)
        hers += parcel.wire.count
    }

    /// A segment as the next packet. Its octets begin at `start` of the stream of the end that has written them; nil for octets that none has
    /// written. After a move of the attacker that place differs from the one at the reader.
    private func packet(_ segment: Segment, from source: Socket, to destination: Socket, from start: Int?) -> Packet {
        let identification = UInt16(truncatingIfNeeded: packets)
        let datagram = SegmentCodec.encode(
            segment, from: source.address, to: destination.address, identification: identification, recording: false)
        guard let start, let read = try? SegmentCodec.decode(datagram.bytes) else {
            return Packet(segment, from: source, to: destination, number: packets, identification: identification)
        }
        let first = (sequence: segment.sequence - (start + 1), acknowledgment: SequenceNumber?.none)
        return Packet(captured: datagram.bytes, read, number: packets, first: first)
    }

    /// Records what an end tells of an input.
    private mutating func record(_ told: [Output], of end: inout Party, because cause: Int) {
        let role = end.account.role
        var recorder = OutputRecorder(who: Principal(role), at: now, cause: cause)
        var outputs = told
        while let output = outputs.popFirst() {
            recorder.record(output, in: &journal)
            if case .judge(let chain) = output {
                outputs += space.memory.machine(&end, .verdict(space.memory.casting.verdict(of: end, on: chain)))
            }
            if case .wrote(let traced, _) = output {
                written[traced.record.wire] = (recorder.cause, traced.record.stream.lowerBound)
            }
            guard case .established(let parameters) = output, let suite = parameters.suite.implemented else { continue }
            journal.add(
                Knowledge.derivations(
                    suite: suite, extendedMasterSecret: parameters.extendedMasterSecret, group: parameters.group))
        }
    }
}

extension TLSChoice {
    /// Who sends a parcel that arrives by this choice.
    fileprivate func sender(of parcel: Parcel) -> Principal {
        if case .replay = self { return TLSPlayback.attacker }
        return parcel.origin == .attacker ? TLSPlayback.attacker : Principal(role.peer)
    }
}
