import TCPSim
import Trace

/// Writes down in a journal what the simulator writes down: every event and what it changes, every note, segment with the meaning of its
/// octets, transition and timer, each with what caused it.
struct Chronicle {
    /// Events written down so far.
    private(set) var events = 0
    private var journal = Chronicle.empty
    /// What is under way to each connection, and the event in which it was sent; the wires keep the order.
    private var underWay: [[(packet: Packet, sentIn: Int)]]

    /// A journal is begun anew before it takes more memory than a run does that somebody reads.
    private static let longest = 20_000

    private static var empty: Journal {
        Journal(
            title: "bulk", settings: [], epoch: 0, client: Endpoint(address: "192.0.2.1", port: 50_000),
            server: Endpoint(address: "192.0.2.2", port: 80))
    }

    /// A chronicle of that many connections in which nothing is written yet.
    init(connections: Int) { underWay = Array(repeating: [], count: connections) }

    /// Writes down what `event` has led to: `actions`, and other variables than before.
    mutating func record(
        _ event: Connection.Event, _ actions: [Connection.Action], of owner: Int, from before: Connection.Variables,
        to after: Connection.Variables, at now: Instant
    ) {
        if journal.events.count > Self.longest {
            events += journal.events.count
            journal = Self.empty
        }
        let who = owner & 1 == 0 ? Principal.client : .server
        let peer = owner & 1 == 0 ? Principal.server : .client
        var changes = after.changes(since: before)
        let cause: Int
        switch event {
        case .segmentArrives:
            let (packet, sent) = underWay[owner].removeFirst()
            // The simulator carries octets, so that what arrives must be read again.
            _ = try? SegmentCodec.decode(packet.bytes, recording: false)
            cause = journal.record(
                at: now, who: who, cause: sent, step: "tcp.segment", .received(packet, from: peer), changes: changes)
            changes = []
        case .timeout(let timer):
            cause = journal.record(at: now, who: who, step: "tcp.timer", .timer(name: timer.rawValue, .expired))
        default:
            cause = journal.record(at: now, who: who, step: "tcp.call", .call(name: "call", arguments: ""))
        }
        var pending: Note?
        for action in actions {
            switch action {
            case .note(let note):
                if let pending { remark(pending, who, cause, now) }
                pending = note
            case .transmit(let segment):
                let packet = Packet(
                    segment, from: Network.socket(of: owner), to: Network.socket(of: owner ^ 1), number: 0,
                    identification: 0, by: after)
                let reference = pending?.reference
                let sent = journal.record(
                    at: now, who: who, cause: cause, step: reference?.step ?? "tcp.segment", .sent(packet, to: peer),
                    remark: pending, changes: changes, cite: reference?.cite)
                underWay[owner ^ 1].append((packet, sentIn: sent))
                (pending, changes) = (nil, [])
            case .entered(let state, let old):
                let reference = pending?.reference
                journal.record(
                    at: now, who: who, cause: cause, step: reference?.step ?? "tcp.state",
                    .transition(machine: "TCP", from: old.rawValue, to: state.rawValue), remark: pending,
                    changes: changes, cite: reference?.cite)
                (pending, changes) = (nil, [])
            case .arm(let timer, let due):
                journal.record(
                    at: now, who: who, cause: cause, step: "tcp.timer",
                    .timer(name: timer.rawValue, .armed(until: due)))
            case .disarm(let timer):
                journal.record(
                    at: now, who: who, cause: cause, step: "tcp.timer", .timer(name: timer.rawValue, .disarmed))
            case .signal, .deliver: break
            }
        }
        if let pending { remark(pending, who, cause, now) }
    }

    private mutating func remark(_ note: Note, _ who: Principal, _ cause: Int, _ now: Instant) {
        let (step, cite) = note.reference
        journal.record(
            at: now, who: who, cause: cause, step: step, .remarked(bookkeeping: note.isBookkeeping), remark: note,
            cite: cite)
    }
}
