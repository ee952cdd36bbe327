import Capture
import TCPSim
import Trace

/// Invented TCP and IP headers around octets that have passed a socket, so that analysers can read them.
///
/// The operating system's TCP has carried the octets, and does not show its segments. The capture has a connection that could have
/// carried them: complete, in order, each segment acknowledged.
struct SyntheticTCP {
    /// The comment in every capture of a live run.
    static let comment =
        "The TLS records are real: they passed a socket at these times. The TCP and IP headers are made up around them."

    private let sockets: [Role: Socket]
    private var next: [Role: SequenceNumber] = [.client: SequenceNumber(0), .server: SequenceNumber(0)]
    private var identification: UInt16 = 1
    private let mapping: String

    private static let mss = 1_460
    private static let window: UInt16 = 65_535

    /// A connection between these two.
    init(client: Endpoint, server: Endpoint) {
        // The frames are IPv4. An address that is not IPv4 is replaced by one that is reserved for documentation (RFC 5737).
        let ends = (IPv4Address(client.address), IPv4Address(server.address))
        let real = (client: ends.0 ?? IPv4Address(192, 0, 2, 1), server: ends.1 ?? IPv4Address(192, 0, 2, 2))
        sockets = [.client: Socket(real.client, client.port), .server: Socket(real.server, server.port)]
        mapping = ends.0 == nil || ends.1 == nil ? " Really between \(client) and \(server)." : ""
    }

    /// The three-way handshake.
    mutating func open() -> [PcapNG.Packet.Draft] {
        [
            segment(.client, [.syn], options: [.maximumSegmentSize(UInt16(Self.mss))], comment: Self.comment + mapping),
            segment(.server, [.syn, .ack], options: [.maximumSegmentSize(UInt16(Self.mss))]), segment(.client, [.ack]),
        ]
    }

    /// Segments with octets from `who`, and the acknowledgments of the other side.
    mutating func carry(_ octets: [UInt8], from who: Role) -> [PcapNG.Packet.Draft] {
        var drafts: [PcapNG.Packet.Draft] = []
        var rest = octets[...]
        while !rest.isEmpty {
            drafts.append(segment(who, [.psh, .ack], payload: Array(rest.prefix(Self.mss))))
            drafts.append(segment(who.peer, [.ack]))
            rest = rest.dropFirst(Self.mss)
        }
        return drafts
    }

    /// The end of the connection, which `who` begins: two FINs and their acknowledgments, or a reset.
    mutating func end(by who: Role, inOrder: Bool) -> [PcapNG.Packet.Draft] {
        guard inOrder else { return [segment(who, [.rst, .ack])] }
        return [
            segment(who, [.fin, .ack]), segment(who.peer, [.ack]), segment(who.peer, [.fin, .ack]),
            segment(who, [.ack]),
        ]
    }

    private mutating func segment(
        _ who: Role, _ control: ControlBits, options: [SegmentOption] = [], payload: [UInt8] = [],
        comment: String = ""
    ) -> PcapNG.Packet.Draft {
        guard let from = sockets[who], let to = sockets[who.peer], let sequence = next[who],
            let acknowledged = next[who.peer]
        else { return PcapNG.Packet.Draft(frame: [], comment: "") }
        let segment = Segment(
            sourcePort: from.port, destinationPort: to.port, sequence: sequence,
            acknowledgment: control.contains(.ack) ? acknowledged : SequenceNumber(0), control: control,
            window: Self.window, options: options, payload: payload)
        let datagram = SegmentCodec.encode(
            segment, from: from.address, to: to.address, identification: identification, recording: false)
        identification &+= 1
        next[who] = sequence + segment.length
        return PcapNG.Packet.Draft(frame: datagram.bytes, comment: comment)
    }
}

extension PcapNG.Packet {
    /// A packet without its time.
    struct Draft {
        let frame: [UInt8]
        let comment: String

        /// The packet with its time, in microseconds since 1970.
        func at(_ timestamp: Int64) -> PcapNG.Packet {
            PcapNG.Packet(timestamp: timestamp, frame: frame, comment: comment)
        }
    }
}
