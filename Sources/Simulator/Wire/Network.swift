import Crypto
import TCPSim
import Trace

/// The wires between hosts, their rules, and what became of every packet.
struct Network: Sendable {
    private let wire: Wire
    private let random: SeededRandomSource
    /// The wire that leads to each host, made when the first segment is sent to that host.
    private var links: [Principal: Link] = [:]
    private var rules: [StandingRule]
    /// What became of every segment.
    var flights = FlightLog()
    /// How long a packet takes from one host to another, one way.
    let latency: TimeSpan
    /// How many packets have entered the network. The next packet has this number + 1.
    private(set) var packets = 0

    /// Wires with the settings of `wire`. The wire to each host forks its randomness from `random` by the name of the host.
    init(_ wire: Wire, random: SeededRandomSource) {
        self.wire = wire
        self.random = random
        latency = wire.latency
        rules = wire.rules.map { StandingRule(rule: $0) }
    }

    /// Takes in a segment as the packet of number ``packets`` + 1, and records what happens to it on the way.
    ///
    /// - Parameters:
    ///   - origin: the TCP that has sent it.
    ///   - event: the event in which it was sent.
    /// - Returns: the datagrams that come out at the other end, and when.
    mutating func carry(
        _ segment: Segment, as packet: Packet, by sender: Principal, _ origin: LossNote.Origin, to receiver: Principal,
        sentIn event: Int, at now: Instant, in journal: inout Journal
    ) -> [Link.Copy] {
        entered(segment, in: event, origin.note)
        var orders: [LinkRule] = []
        for index in rules.indices
        where rules[index].applies(to: segment, frame: packet.number, by: sender, at: now) {
            orders.append(rules[index].rule)
        }
        let passage = links[receiver, default: Link(wire, random: random.fork("wire to \(receiver)"))]
            .carry(packet.bytes, putInAt: now, under: orders)
        for incident in passage.incidents {
            let note = WireNote.incident(incident, packet: packet.number)
            if incident.isLoss {
                // A plain loss has its reason already, and the note would add nothing.
                let isPlain = if case .lost = incident { true } else { false }
                let meaning = LossNote(packet, by: sender, origin, beside: isPlain ? nil : note, in: journal)
                let lost = journal.record(
                    at: now, who: .network, cause: event, step: note.step,
                    .lost(packet, why: LossReason(incident: incident)), remark: meaning)
                flights.lost(packet.number, in: lost)
            } else {
                let changed = journal.record(
                    at: now, who: .network, cause: event, step: note.step, .remarked(bookkeeping: false), remark: note)
                switch incident {
                case .corrupted: flights.damaged(packet.number, in: changed)
                case .heldUp: flights.delayed(packet.number, in: changed)
                // A copy comes after the datagram itself, so it delays nothing.
                case .duplicated, .tooLarge, .queueFull, .lost: break
                }
            }
        }
        return passage.copies
    }

    /// Takes in a segment as the packet of number ``packets`` + 1, which a host in the path keeps, and records that it is lost.
    ///
    /// - Parameter keeper: the host that keeps it, why, and the step id of the event.
    mutating func withhold(
        _ segment: Segment, as packet: Packet, by sender: Principal, _ origin: LossNote.Origin, sentIn event: Int,
        _ keeper: (who: Principal, why: any Remark, step: String), at now: Instant, in journal: inout Journal
    ) {
        entered(segment, in: event, origin.note)
        let lost = journal.record(
            at: now, who: keeper.who, cause: event, step: keeper.step, .lost(packet, why: keeper.why),
            remark: LossNote(packet, by: sender, origin, in: journal))
        flights.lost(packet.number, in: lost)
    }

    /// Counts the packet of number ``packets`` + 1, which was sent in the event `event`. `note` explains it.
    mutating func entered(_ segment: Segment, in event: Int, _ note: TCPSim.Note? = nil) {
        packets += 1
        let isProbe = if case .sending(.windowProbe) = note { true } else { false }
        flights.sent(segment, in: event, isProbe: isProbe)
    }

    /// Records a note for each rule that has applied to no packet.
    func reportUnused(at now: Instant, in journal: inout Journal) {
        for standing in rules where standing.hits == 0 {
            let note = WireNote.unused(standing)
            journal.record(at: now, who: .network, step: note.step, .remarked(bookkeeping: false), remark: note)
        }
    }
}
