import Capture
import TCPSim
import TLSSim
import Trace

/// What a capture tells of its connections, as journals.
///
/// A capture is the view of an onlooker: packets, one instant for each, and nothing of what went on inside the two ends.
package enum CaptureJournal {
    /// The first packet of a connection, and all of its packets.
    private struct Connection {
        let client: Socket
        let server: Socket
        /// The number of the SYN that opened it; nil where the capture begins later.
        let opening: SequenceNumber?
        /// The first number of each side, once it is known from its SYN.
        var first: [Socket: SequenceNumber] = [:]
        var packets: [(datagram: [UInt8], segment: DecodedDatagram, timestamp: Int64?)] = []

        func side(of socket: Socket) -> Role { socket == client ? .client : .server }
    }

    /// The longest time that a run tells: packets that were captured later are put at its end.
    private static let longest: Int64 = 1_000_000 * 86_400 * 366

    /// A journal for each TCP connection over IPv4, in the order in which they appear. Packets of other protocols, and what cannot be
    /// read, are left out.
    package static func journals(of file: CaptureFile) -> [Journal] {
        var connections: [Connection] = []
        var newest: [Set<Socket>: Int] = [:]
        for packet in file.packets {
            guard let datagram = packet.datagram, let bytes = trimmed(datagram),
                let read = try? SegmentCodec.decode(bytes, verifyingChecksums: false, recording: false)
            else { continue }
            let pair: Set = [read.source, read.destination]
            let control = read.segment.control
            let opens = control.contains(.syn) && !control.contains(.ack)
            var index = newest[pair]
            if let known = index, opens, connections[known].opening != read.segment.sequence { index = nil }
            let place = index ?? connections.count
            if place == connections.count {
                let answers = control.contains(.syn) && control.contains(.ack)
                connections.append(
                    Connection(
                        client: answers ? read.destination : read.source,
                        server: answers ? read.source : read.destination,
                        opening: opens ? read.segment.sequence : nil))
                newest[pair] = place
            }
            if control.contains(.syn) { connections[place].first[read.source] = read.segment.sequence }
            connections[place].packets.append((bytes, read, packet.timestamp))
        }
        return connections.map(journal)
    }

    /// The datagram without what the link has put behind it; nil for what is no whole IPv4 datagram.
    private static func trimmed(_ datagram: [UInt8]) -> [UInt8]? {
        guard datagram.count >= 20, datagram[0] >> 4 == 4 else { return nil }
        let length = Int(datagram[2]) << 8 | Int(datagram[3])
        guard length >= 20, length <= datagram.count else { return nil }
        return Array(datagram[..<length])
    }

    private static func packets(of connection: Connection) -> [Packet] {
        let first = connection.first
        return connection.packets.enumerated().map { index, entry in
            let (from, to) = (entry.segment.source, entry.segment.destination)
            return Packet(
                captured: entry.datagram, entry.segment, number: index + 1, first: first[from].map { ($0, first[to]) })
        }
    }

    /// The records of each side.
    private static func messages(
        in packets: [Packet], of connection: Connection
    ) -> [Role: [CapturedMessages.Placed]] {
        var sides: [Role: CapturedMessages] = [.client: CapturedMessages(), .server: CapturedMessages()]
        for (index, packet) in packets.enumerated() where !packet.stream.isEmpty {
            let side = connection.side(of: connection.packets[index].segment.source)
            sides[side]?.add(Array(packet.bytes[packet.payload]), at: packet.stream, packet: index)
            if side == .server, let suite = sides[.server]?.suite { sides[.client]?.suite = suite }
        }
        return sides.mapValues(\.placed)
    }

    private static func journal(of connection: Connection) -> Journal {
        let start = connection.packets.lazy.compactMap(\.timestamp).first ?? 0
        var journal = Journal(
            title: "A captured connection: \(connection.client) to \(connection.server)", settings: [],
            epoch: start / 1_000_000, client: connection.client.endpoint, server: connection.server.endpoint,
            glossary: .tcp + .tls)
        let packets = packets(of: connection)
        let messages = messages(in: packets, of: connection)
        let written = messages.mapValues { Dictionary(grouping: $0, by: \.first) }
        let read = messages.mapValues { Dictionary(grouping: $0, by: \.last) }
        var now = Instant.zero
        for (index, entry) in connection.packets.enumerated() {
            let (span, overflow) = (entry.timestamp ?? start).subtractingReportingOverflow(
                start / 1_000_000 * 1_000_000)
            if !overflow, span <= longest { now = max(now, Instant(microseconds: span)) }
            let side = connection.side(of: entry.segment.source)
            let (sender, receiver) = (Principal(side), Principal(side.peer))
            for message in written[side]?[index] ?? [] {
                journal.record(at: now, who: sender, step: message.message.step, .wrote(message.message))
            }
            let sent = journal.record(
                at: now, who: sender, step: "capture.packet", .sent(packets[index], to: receiver),
                remark: index == 0 ? CaptureNote.onePointOfView : nil)
            let received = journal.record(
                at: now, who: receiver, cause: sent, step: "capture.packet", .received(packets[index], from: sender))
            for message in read[side]?[index] ?? [] {
                journal.record(
                    at: now, who: receiver, cause: received, step: message.message.step, .read(message.message))
            }
        }
        journal.limit(CaptureNote.onlyPackets)
        return journal
    }
}

/// What is said about a capture.
enum CaptureNote: Remark {
    /// The capture knows one instant of each packet.
    case onePointOfView
    /// What happened inside the two ends is not in it.
    case onlyPackets

    var english: String {
        switch self {
        case .onePointOfView:
            """
            A capture knows one instant of each packet: when it passed the point of capture. So each packet is shown as if it arrived at \
            the instant at which it was sent.
            """
        case .onlyPackets:
            """
            This is a capture, and no run: it has packets of TCP over IPv4, and the TLS records in them. The states of both ends, their \
            reasons and their secrets are not in it.
            """
        }
    }
}
