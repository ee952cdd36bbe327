import Capture
import Trace

/// A packet of a capture file.
package struct CapturedPacket: Hashable, Sendable {
    /// Its place among the packets of the file, from 1, as analysers number frames.
    package let number: Int
    /// When it was captured, in microseconds since 1970-01-01T00:00:00Z; nil where the file does not say.
    package let timestamp: Int64?
    /// The link it was captured on.
    package let linkType: LinkType
    /// The IPv4 or IPv6 datagram in the frame, with any padding of the link behind it; nil for a frame without a datagram.
    package let datagram: [UInt8]?
    /// Octets on the wire; more than were captured if the capture was cut off at some length.
    package let originalLength: Int
    /// The first comment on the packet; nil for no comment.
    package let comment: String?
}

/// The contents of a capture file, either pcapng or classic pcap in any of its byte orders and resolutions.
package struct CaptureFile: Sendable {
    /// All packets, in file order.
    package private(set) var packets: [CapturedPacket] = []
    /// The TLS key logs embedded in the file, in file order.
    package private(set) var secrets: [String] = []

    /// Reads a whole file, of which nothing may be wrong.
    ///
    /// Memory is bounded by the size of the file: no announced length is believed before it is compared with what is there.
    ///
    /// - Throws: ``ParseError`` naming the field, its offset in the file and the rule it breaks.
    package init(bytes: [UInt8]) throws(ParseError) {
        var reader = CaptureReader()
        reader.append(bytes)
        reader.end()
        while let item = try reader.next() {
            switch item {
            case .other: break
            case .skipped(let error): throw error
            case .secrets(let keyLog): secrets.append(String(decoding: keyLog, as: UTF8.self))
            case .frame(let frame): packets.append(try Self.packet(frame, in: reader))
            }
        }
    }

    /// A packet, stripped of its link's header.
    private static func packet(
        _ frame: CaptureReader.Frame, in reader: CaptureReader
    ) throws(ParseError) -> CapturedPacket {
        guard let interface = frame.interface else {
            throw ParseError(
                "pcapng.packet.interface_id", at: reader.offset,
                .value("an interface that the section has not described"),
                cite: Citation("draft-ietf-opsawg-pcapng", "4.3"))
        }
        let link = reader.interfaces[interface].linkType
        return CapturedPacket(
            number: frame.number, timestamp: frame.timestamp, linkType: link,
            datagram: link.datagram(in: Array(reader.buffer[frame.octets])), originalLength: frame.originalLength,
            comment: frame.comment)
    }
}

extension LinkType {
    /// The IP datagram in a frame of this link type; nil for a frame without an IP datagram, and for an unknown link type.
    package func datagram(in frame: [UInt8]) -> [UInt8]? {
        guard case .datagram(let start, _) = payload(in: frame, frame.indices), start < frame.count else { return nil }
        let version = frame[start] >> 4
        guard version == 4 || (version == 6 && self != .ipv4) else { return nil }
        return Array(frame[start...])
    }
}
