import TCPSim
import Trace

/// A TCP segment as a capture has it: perhaps cut, perhaps with a checksum that was never computed.
///
/// An endpoint's codec has to refuse what is damaged. An eavesdropper takes what there is, over IPv4 (RFC 791) as over IPv6
/// (RFC 8200), and only the fields that put a stream together.
struct CapturedSegment: Hashable, Sendable {
    /// Who sent it.
    let source: Endpoint
    /// Whom it is for.
    let destination: Endpoint
    /// SEG.SEQ.
    let sequence: SequenceNumber
    /// The control bits.
    let control: ControlBits
    /// The data, as far as it was captured.
    let payload: [UInt8]
    /// Octets of data that were on the wire and are not in the capture.
    let missing: Int

    /// Reads a datagram from its IP header on. Checksums are not looked at: on a loopback interface the system does not compute them.
    ///
    /// - Throws: ``SetAsideReason`` when no segment of TCP can be taken from it.
    init(_ datagram: [UInt8]) throws(SetAsideReason) {
        guard let first = datagram.first else { throw .headerCut }
        do {
            switch first >> 4 {
            case 4: try self.init(version4: datagram)
            case 6: try self.init(version6: datagram)
            default: throw SetAsideReason.notIP(version: first >> 4)
            }
        } catch let reason as SetAsideReason {
            throw reason
        } catch {
            throw .headerCut
        }
    }

    private static let tcp: UInt8 = 6

    private init(version4 datagram: [UInt8]) throws {
        var reader = ByteReader(datagram, recording: false)
        let first = try reader.integer("ip.version", as: UInt8.self)
        try reader.octets("ip.dsfield", count: 1)
        let announced = Int(try reader.integer("ip.len", as: UInt16.self))
        try reader.octets("ip.id", count: 2)
        let fragment = try reader.integer("ip.flags", as: UInt16.self)
        try reader.octets("ip.ttl", count: 1)
        let proto = try reader.integer("ip.proto", as: UInt8.self)
        try reader.octets("ip.checksum", count: 2)
        let source = IPv4Address(try reader.integer("ip.src", as: UInt32.self)).description
        let destination = IPv4Address(try reader.integer("ip.dst", as: UInt32.self)).description
        guard proto == Self.tcp else { throw SetAsideReason.notTCP(proto: proto) }
        guard fragment & 0x3fff == 0 else { throw SetAsideReason.fragment }
        let header = Int(first & 15) * 4
        // A kernel that leaves segmentation to the network card may announce no length at all.
        let end = announced == 0 ? datagram.count : announced
        guard header >= 20, end >= header else { throw SetAsideReason.malformed("ip.len") }
        try self.init(datagram, from: header, to: end, source, destination)
    }

    private init(version6 datagram: [UInt8]) throws {
        var reader = ByteReader(datagram, recording: false)
        try reader.octets("ipv6.flow", count: 4)
        let announced = Int(try reader.integer("ipv6.plen", as: UInt16.self))
        var next = try reader.integer("ipv6.nxt", as: UInt8.self)
        try reader.octets("ipv6.hlim", count: 1)
        let source = AddressText.text(try reader.octets("ipv6.src", count: 16)) ?? ""
        let destination = AddressText.text(try reader.octets("ipv6.dst", count: 16)) ?? ""
        let end = announced == 0 ? datagram.count : 40 + announced
        // Hop-by-hop options, routing, destination options: each says what follows and how long it is (RFC 8200 section 4).
        while [0, 43, 60].contains(next) {
            next = try reader.integer("ipv6.ext.nxt", as: UInt8.self)
            let units = try reader.integer("ipv6.ext.len", as: UInt8.self)
            try reader.octets("ipv6.ext", count: Int(units) * 8 + 6)
        }
        guard next != 44 else { throw SetAsideReason.fragment }
        guard next == Self.tcp else { throw SetAsideReason.notTCP(proto: next) }
        guard end >= reader.offset else { throw SetAsideReason.malformed("ipv6.plen") }
        try self.init(datagram, from: reader.offset, to: end, source, destination)
    }

    /// - Parameter end: where the datagram ends by its own account. Beyond it is the link's padding; short of it, a cut.
    private init(
        _ datagram: [UInt8], from start: Int, to end: Int, _ source: String, _ destination: String
    ) throws {
        var reader = ByteReader(datagram, from: start, to: end, recording: false)
        let sourcePort = try reader.integer("tcp.srcport", as: UInt16.self)
        let destinationPort = try reader.integer("tcp.dstport", as: UInt16.self)
        sequence = SequenceNumber(try reader.integer("tcp.seq_raw", as: UInt32.self))
        try reader.octets("tcp.ack_raw", count: 4)
        let word = try reader.integer("tcp.flags", as: UInt16.self)
        try reader.octets("tcp.window_size_value", count: 6)
        let header = Int(word >> 12) * 4
        guard header >= 20, start + header <= end else { throw SetAsideReason.malformed("tcp.hdr_len") }
        try reader.octets("tcp.options", count: header - 20)
        payload = try reader.rest("tcp.payload")
        missing = max(0, end - datagram.count)
        control = ControlBits(rawValue: UInt8(truncatingIfNeeded: word))
        self.source = Endpoint(address: source, port: sourcePort)
        self.destination = Endpoint(address: destination, port: destinationPort)
    }
}

/// Why a captured packet is not part of any stream.
package enum SetAsideReason: Error, Hashable, Wording, CustomStringConvertible {
    /// The capture has a frame there without a datagram of IP in it.
    case noDatagram
    /// A datagram of neither version 4 nor version 6.
    case notIP(version: UInt8)
    /// IP that carries something else than TCP; the protocol's number.
    case notTCP(proto: UInt8)
    /// A fragment of a datagram. TCP avoids them, and they are not put together here.
    case fragment
    /// The capture ends inside the headers.
    case headerCut
    /// A header whose lengths contradict each other; the field's name.
    case malformed(String)

    /// A clause in English that says what the packet is.
    package var description: String { english }

    /// A clause that says what the packet is.
    package var english: String {
        switch self {
        case .noDatagram: "no IP datagram in the frame, or a link type that is not read"
        case .notIP(let version): "IP of version \(version)"
        case .notTCP(let proto): "IP protocol \(proto), not TCP"
        case .fragment: "a fragment of a datagram"
        case .headerCut: "cut off inside the headers"
        case .malformed(let field): "lengths that contradict each other (\(field))"
        }
    }
}
