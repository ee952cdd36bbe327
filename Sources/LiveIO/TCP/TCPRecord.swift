import Simulator
import TCPHost
import TCPSim
import Trace

/// Records the events of our TCP on a connection in the journal of the connection.
struct TCPRecord {
    private let who: Principal
    /// The initial sequence number of each side, from its SYN.
    private var first: [Principal: SequenceNumber] = [:]
    /// The number of packets in the journal.
    private var packets = 0
    /// The variables as the journal has them, and as they are now.
    private var variables: (told: Connection.Variables, now: Connection.Variables)
    /// Whether the journal leaves packets out.
    private(set) var isAbridged = false

    /// After so many events of a journal only packets that open or end the connection are recorded; see ``TLSTrace``.
    private let limit: Int

    /// A record of `role`'s end.
    init(_ role: Role, limit: Int) {
        who = Principal(role)
        let closed = Connection(
            local: Socket(IPv4Address(0, 0, 0, 0), 0), configuration: .init(isn: .forced(SequenceNumber(0)))
        ).variables
        variables = (closed, closed)
        self.limit = limit
    }

    private var peer: Principal { who == .client ? .server : .client }

    /// Takes over the present variables of the connection.
    mutating func stands(_ now: Connection.Variables) {
        variables.now = now
    }

    /// Records a datagram of the other side that is lost on our wire.
    mutating func lose(
        _ datagram: [UInt8], _ read: DecodedDatagram, why: LiveWire, at now: Instant, in journal: inout Journal
    ) {
        guard let packet = packet(datagram, read.segment, payload: read.payload, by: peer, in: journal) else { return }
        let sent = journal.record(at: now, who: peer, step: "tcp.segment", .sent(packet, to: who))
        journal.record(at: now, who: .network, cause: sent, step: why.step, .lost(packet, why: why))
    }

    /// Records the arrival of a segment of the other side.
    ///
    /// - Returns: the number of the event; nil if the journal has no room for it.
    mutating func arrive(
        _ datagram: [UInt8], _ read: DecodedDatagram, at now: Instant, in journal: inout Journal
    ) -> Int? {
        guard let packet = packet(datagram, read.segment, payload: read.payload, by: peer, in: journal) else {
            return nil
        }
        return journal.recordArrival(
            of: packet, sentIn: nil, from: peer, at: who, at: now, changes: takeChanges())
    }

    /// Records events of our TCP.
    ///
    /// - Parameter cause: the number of the event that caused them; nil if the journal has no such event.
    mutating func take(
        _ events: [(event: TCPHost.Host.Event, fate: Fate)], upon cause: Int?, at now: Instant,
        in journal: inout Journal
    ) {
        for (event, fate) in events {
            switch event.kind {
            case .note(let note):
                if hasRoom(journal) { journal.recordNote(note, of: who, at: now, cause: cause) }
            case .entered(let state, let old, _):
                journal.recordEntry(
                    into: state, from: old, of: who, at: now, cause: cause, note: event.note, changes: takeChanges())
            case .transmit(let segment, let datagram):
                // The data is the end of the datagram: our TCP adds no padding.
                let payload = max(0, datagram.count - segment.payload.count)..<datagram.count
                guard let packet = packet(datagram, segment, payload: payload, by: who, in: journal) else { continue }
                let sent = journal.recordDeparture(
                    of: packet, from: who, to: peer, at: now, cause: cause, note: event.note, changes: takeChanges())
                guard let wire = LiveWire(fate) else { continue }
                journal.record(
                    at: now, who: .network, cause: sent, step: wire.step,
                    wire == .lost ? .lost(packet, why: wire) : .remarked(bookkeeping: false),
                    remark: wire == .lost ? nil : wire)
            }
        }
    }

    private func hasRoom(_ journal: Journal) -> Bool { journal.events.count < limit }

    private mutating func takeChanges() -> [Event.Change] {
        defer { variables.told = variables.now }
        return variables.now.changes(since: variables.told)
    }

    /// The next packet of the run; nil if the journal is full. A packet that opens or ends the connection has more room than others.
    private mutating func packet(
        _ datagram: [UInt8], _ segment: Segment, payload: Range<Int>, by sender: Principal, in journal: Journal
    ) -> Packet? {
        let control = segment.control
        guard hasRoom(journal) || !control.isDisjoint(with: [.syn, .fin, .rst]) && journal.events.count < 2 * limit
        else {
            isAbridged = true
            return nil
        }
        if control.contains(.syn) { first[sender] = segment.sequence }
        let other = first[sender == who ? peer : who]
        packets += 1
        return Packet(
            captured: datagram, segment, payload: payload, number: packets,
            first: first[sender].map { (sequence: $0, acknowledgment: other) })
    }
}

/// What the wire between our TCP and the device does to a datagram.
enum LiveWire: Remark {
    case lost
    case damaged
    case repeated
    case unreadable

    init?(_ fate: Fate) {
        switch fate {
        case .carried: return nil
        case .lost: self = .lost
        case .damaged: self = .damaged
        case .repeated: self = .repeated
        }
    }

    /// The stable id of the step.
    var step: String {
        switch self {
        case .lost: "wire.lost"
        case .damaged: "wire.corrupted"
        case .repeated: "wire.duplicated"
        case .unreadable: "wire.unreadable"
        }
    }

    var english: String {
        switch self {
        case .lost: "the wire dropped it"
        case .damaged: "The wire has changed a bit of the segment. The receiver drops it."
        case .repeated: "The wire carries the segment twice."
        case .unreadable: "a checksum is wrong"
        }
    }

    var chinese: String {
        switch self {
        case .lost: "线路丢失了它"
        case .damaged: "线路改变了报文段的一位。接收方丢弃它。"
        case .repeated: "线路把报文段传送了两次。"
        case .unreadable: "有一个校验和不对"
        }
    }
}
