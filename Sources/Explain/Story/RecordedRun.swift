import Capture
import TCPSim
import TLSSim
import Trace

/// The frames of a connection, kept so that they can be told as a run. Each packet has one instant, and events inside the two ends are unknown.
package struct RecordedRun: Sendable {
    /// A frame that is kept, and the frames before it that are left out.
    private struct Entry: Sendable {
        let note: FrameNote
        /// The datagram of the frame, without the padding of the link.
        let datagram: [UInt8]
        /// The TLS records that the frame completes. Of a record whose body was passed over, it has the header.
        let records: [HeardRecord]
        /// The number of the first frame before it that is left out, how many are, and how many of those carry data.
        var folded: (first: Int, count: Int, data: Int)?
    }

    /// The number of frames at the beginning that are all kept.
    private static let prologue = 64
    /// The number of plain frames in a row that are kept. Those that follow in the row are left out.
    private static let row = 6
    /// The number of octets of datagrams from which on every plain frame is left out.
    private static let mostOctets = 32 << 20

    private var entries: [Entry] = []
    private var octets = 0
    private var plainInARow = 0
    /// The frames that were left out since the last entry.
    private var folded: (first: Int, count: Int, data: Int)?
    /// Whether plain frames may be left out.
    private let folds: Bool
    /// The number of frames that are kept at the beginning and at the end; nil for all.
    private let edge: Int?
    /// The number of data segments that each side has sent, without retransmissions.
    private var sent = (one: 0, other: 0)
    /// The place of a data segment among those of its side, from 1, by its frame.
    private var places: [Int: Int] = [:]
    /// The data segments that were sent again and so seem lost, by their places among those of their side.
    private(set) var lost: [(isFromOne: Bool, place: Int)] = []

    /// A run without frames.
    ///
    /// - Parameters:
    ///   - folds: whether plain frames may be left out.
    ///   - edge: the number of frames that are kept at the beginning and at the end; nil for all.
    init(folds: Bool, edge: Int? = nil) { (self.folds, self.edge) = (folds, edge) }

    /// Adds a frame with its datagram, and with what it completes.
    mutating func add(_ note: FrameNote, _ datagram: [UInt8], _ heard: Heard = Heard()) {
        countLosses(note)
        let isPlain = note.again == nil && note.marks.isSubset(of: [.data, .ack]) && !heard.isTelling
        plainInARow = isPlain ? plainInARow + 1 : 0
        let isFull = octets > Self.mostOctets
        if folds, isPlain, entries.count >= Self.prologue && plainInARow > Self.row || isFull {
            let data = note.marks.contains(.data) ? 1 : 0
            folded = folded.map { ($0.first, $0.count + 1, $0.data + data) } ?? (note.frame, 1, data)
            return
        }
        octets += datagram.count + heard.records.reduce(0) { $0 + ($1.record.wire?.count ?? 0) }
        if let edge, entries.count == 2 * edge {
            // The frames that are left out in the middle are told with the first of the frames at the end.
            let left = entries.remove(at: edge)
            let data = left.note.marks.contains(.data) ? 1 : 0
            let before = left.folded ?? (left.note.frame, 0, 0)
            let next = entries[edge].folded ?? (0, 0, 0)
            entries[edge].folded = (before.first, before.count + 1 + next.count, before.data + data + next.data)
            octets -= left.datagram.count + left.records.reduce(0) { $0 + ($1.record.wire?.count ?? 0) }
        }
        entries.append(Entry(note: note, datagram: datagram, records: heard.records, folded: folded))
        folded = nil
    }

    private mutating func countLosses(_ note: FrameNote) {
        guard note.marks.contains(.data), places.count < 1 << 16 else { return }
        if let again = note.again {
            guard again != .handshake, let of = note.of, let place = places.removeValue(forKey: of) else { return }
            lost.append((note.isFromOne, place))
        } else if note.isFromOne {
            sent.one += 1
            places[note.frame] = sent.one
        } else {
            sent.other += 1
            places[note.frame] = sent.other
        }
    }

    /// The run as a journal.
    ///
    /// - Parameters:
    ///   - connection: the connection at its end.
    ///   - first: the time of the first frame of the capture, from which times count, in microseconds since 1970.
    package func journal(of connection: EndedConnection, from first: Int64) -> Journal {
        let (client, server) = (connection.client, connection.server)
        var journal = Journal(
            title: Words(RecordedTitle(client: client.socket, server: server.socket)), settings: [],
            epoch: first / 1_000_000, client: client.socket.endpoint, server: server.socket.endpoint,
            glossary: .tcp + .tls)
        var told = Dictionary(
            grouping: connection.findings.flatMap { finding in
                // What TLS has come to shows at the last frame: an alert answers what was said before.
                (finding.code.hasPrefix("tls.") ? finding.frames.frames.suffix(1) : finding.frames.frames.prefix(1))
                    .map { (frame: $0, finding: finding) }
            }, by: \.frame)
        let packets = entries.enumerated().map { packet($1, number: $0 + 1, connection) }
        let messages = messages(in: packets, connection)
        let requests = Dictionary(grouping: connection.tls.messages, by: \.frame)
        var states: (client: State?, server: State?)
        var now = Instant.zero
        for (index, entry) in entries.enumerated() {
            // A clock may be set back during the capture, but a journal's time never goes back.
            now = max(now, Instant(microseconds: max(0, min(entry.note.time - first, Self.longest))))
            if let folded = entry.folded {
                journal.record(
                    at: now, who: .network, step: "capture.folded", .remarked(bookkeeping: false),
                    remark: RecordedFrameNote.folded(first: folded.first, count: folded.count, data: folded.data))
            }
            let note = entry.note.withRoles(clientIsOne: connection.clientIsOne)
            let side: Role = note.isFromClient ? .client : .server
            let (sender, receiver) = (Principal(side), Principal(side.peer))
            for (message, closed) in messages.written[index] ?? [] {
                journal.record(at: now, who: sender, step: message.step, .wrote(message))
                if let closed {
                    journal.record(
                        at: now, who: .network, step: "tls.sealed", .remarked(bookkeeping: false),
                        remark: RecordedFrameNote.sealed(closed))
                }
            }
            let remark = RecordedFrameNote(entry.note, isFirst: index == 0)
            let sent = journal.record(
                at: now, who: sender, step: entry.note.marks.step, .sent(packets[index], to: receiver), remark: remark)
            let received = journal.record(
                at: now, who: receiver, cause: sent, step: "capture.packet", .received(packets[index], from: sender))
            for (who, old, new) in [
                (Principal.client, states.client, note.states.one),
                (Principal.server, states.server, note.states.other),
            ] where old != new {
                journal.record(
                    at: now, who: who, cause: who == receiver ? received : sent, step: "tcp.state",
                    .transition(machine: "TCP", from: old?.rawValue ?? "?", to: new?.rawValue ?? "?"))
            }
            states = (note.states.one, note.states.other)
            for message in messages.read[index] ?? [] {
                journal.record(at: now, who: receiver, cause: received, step: message.step, .read(message))
            }
            for (who, isOwn) in [(sender, true), (receiver, false)] {
                // A frame that fills a gap completes what its own side has sent.
                let seen = requests[entry.note.frame]?.filter { ($0.isFromOne == entry.note.isFromOne) == isOwn } ?? []
                for note in RecordedHTTPNote.all(of: seen) {
                    journal.record(
                        at: now, who: who, cause: sent, step: note.step, .remarked(bookkeeping: false), remark: note)
                }
            }
            for (_, finding) in told.removeValue(forKey: entry.note.frame) ?? [] {
                journal.record(
                    at: now, who: .network, cause: sent, step: finding.code, .remarked(bookkeeping: false),
                    remark: RecordedFrameNote.finding(finding), cite: finding.entry.cite)
            }
        }
        if let version = connection.tls.versionNote { journal.conclude(RecordedFrameNote.version(version)) }
        if let opening = connection.tls.openingNote { journal.conclude(RecordedFrameNote.opened(opening)) }
        journal.limit(RecordedFrameNote.onlyPackets)
        return journal
    }

    /// The longest time that a run tells, in microseconds. Packets that were captured later are put at that time.
    private static let longest: Int64 = 1_000_000 * 86_400 * 366

    private func packet(_ entry: Entry, number: Int, _ connection: EndedConnection) -> Packet {
        let (client, server) = (connection.client, connection.server)
        let (own, peer) = entry.note.isFromOne == connection.clientIsOne ? (client, server) : (server, client)
        let first = own.hasBegun ? SequenceNumber(own.number(at: 0)) - 1 : nil
        let theirs = peer.hasBegun ? SequenceNumber(peer.number(at: 0)) - 1 : nil
        if let read = try? SegmentCodec.decode(entry.datagram, verifyingChecksums: false, recording: false) {
            return Packet(captured: entry.datagram, read, number: number, first: first.map { ($0, theirs) })
        }
        return Packet(
            number: number, bytes: entry.datagram, payload: 0..<0, stream: 0..<0,
            meaning: RecordedMeaning(
                source: own.socket, destination: peer.socket, first: first?.rawValue, theirs: theirs?.rawValue))
    }

    private typealias Told = (message: Message, closed: TLSClosed?)

    /// The records as messages, by the places of the frames in which they begin (`written`) and end (`read`).
    ///
    /// Records that end in a frame that is left out are left out, too.
    private func messages(
        in packets: [Packet], _ connection: EndedConnection
    ) -> (written: [Int: [Told]], read: [Int: [Message]]) {
        let places = Dictionary(entries.enumerated().map { ($1.note.frame, $0) }) { first, _ in first }
        var late = connection.tls.course
        var (written, read): ([Int: [Told]], [Int: [Message]]) = ([:], [:])
        for heard in entries.flatMap(\.records) + late.takeHeard().records {
            guard let last = places[heard.last] else { continue }
            let first = places[heard.record.frame] ?? last
            var (wire, end) = (heard.record.wire, last)
            if wire == nil { (wire, end) = assembled(heard, around: first, packets) ?? (nil, last) }
            guard let wire else { continue }
            let message = heard.message(wire)
            written[min(first, end), default: []].append((message, heard.closed))
            read[end, default: []].append(message)
        }
        return (written, read)
    }

    /// The octets of a record whose body was passed over, and the place of the frame that completes it; nil if frames of it are left out.
    private func assembled(_ heard: HeardRecord, around first: Int, _ packets: [Packet]) -> ([UInt8], end: Int)? {
        let range = heard.stream
        var octets = [UInt8](repeating: 0, count: range.count)
        var have = Ranges()
        // Segments of the record may have overtaken the first one, and a record has at most some hundred segments.
        for index in max(0, first - 64)..<min(packets.count, first + 1_024)
        where entries[index].note.isFromOne == heard.isFromOne {
            let packet = packets[index]
            let common = packet.stream.clamped(to: range)
            guard !common.isEmpty, packet.payload.count == packet.stream.count else { continue }
            for place in common {
                octets[place - range.lowerBound] =
                    packet.bytes[packet.payload.lowerBound + place - packet.stream.lowerBound]
            }
            have.insert(common)
            if have.known(in: range) == range.count { return (octets, max(index, first)) }
        }
        return nil
    }
}

extension Marks {
    /// The step id of a frame: the name of its most telling mark.
    fileprivate var step: String {
        let telling: Marks = subtracting([.data, .ack])
        return (telling.isEmpty ? self : telling).names.last ?? "capture.packet"
    }
}

/// The meaning of a datagram that this program's own TCP cannot read, for example because it is IPv6 or the capture has cut it.
private struct RecordedMeaning: PacketMeaning {
    let source: NetworkSocket
    let destination: NetworkSocket
    let first: UInt32?
    let theirs: UInt32?

    func source(of datagram: [UInt8]) -> Endpoint { source.endpoint }
    func destination(of datagram: [UInt8]) -> Endpoint { destination.endpoint }
    func fields(of datagram: [UInt8]) -> [Field] { [] }
    func label(of datagram: [UInt8]) -> String { notation(datagram, first: 0, theirs: 0) }
    func relativeLabel(of datagram: [UInt8]) -> String { notation(datagram, first: first ?? 0, theirs: theirs ?? 0) }

    func gist(of datagram: [UInt8]) -> String {
        guard let segment = segment(datagram) else { return "" }
        return segment.control.isSubset(of: [.ack, .psh]) ? segment.length == 0 ? "ACK" : "" : names(segment.control)
    }

    private func segment(_ datagram: [UInt8]) -> SeenSegment? {
        let dissection = Dissection(datagram, datagram: datagram.indices, original: datagram.count, link: 0)
        return if case .segment(let segment) = dissection { segment } else { nil }
    }

    private func names(_ control: SeenSegment.Control) -> String {
        [(SeenSegment.Control.syn, "SYN"), (.fin, "FIN"), (.rst, "RST"), (.ack, "ACK")]
            .filter { control.contains($0.0) }.map(\.1).joined(separator: ",")
    }

    /// The notation of RFC 9293 section 3.5.
    private func notation(_ datagram: [UInt8], first: UInt32, theirs: UInt32) -> String {
        guard let segment = segment(datagram) else { return "" }
        let acknowledgment =
            segment.control.contains(.ack) ? "<ACK=\(segment.acknowledgment &- theirs)>" : ""
        let data = segment.length > 0 ? "<DATA=\(segment.length)>" : ""
        return "<SEQ=\(segment.sequence &- first)>\(acknowledgment)\(data)<CTL=\(names(segment.control))>"
    }
}
