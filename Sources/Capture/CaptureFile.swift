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
    package internal(set) var packets: [CapturedPacket] = []
    /// The TLS key logs embedded in the file, in file order.
    package internal(set) var secrets: [String] = []

    /// Reads a whole file.
    ///
    /// Memory is bounded by the size of the file: no announced length is believed before it is compared with what is there.
    ///
    /// - Throws: ``ParseError`` naming the field, its offset in the file and the rule it breaks.
    package init(bytes: [UInt8]) throws(ParseError) {
        var reader = EndianReader(bytes)
        let magic = try reader.integer("magic_number", as: UInt32.self)
        if magic == PcapNG.sectionHeader {
            try readPcapNG(bytes)
        } else if let format = Pcap.Format(magic: magic) {
            try readPcap(bytes, format)
        } else {
            let why = "\(Hex.number(magic)) begins neither a pcap nor a pcapng file"
            throw ParseError("magic_number", at: 0, .value(why), cite: Pcap.cite)
        }
    }

    /// Adds a packet, stripped of its link's header.
    mutating func add(
        frame: [UInt8], on linkType: LinkType, at timestamp: Int64?, originalLength: UInt32, comment: String? = nil
    ) {
        packets.append(
            CapturedPacket(
                number: packets.count + 1, timestamp: timestamp, linkType: linkType,
                datagram: linkType.datagram(in: frame), originalLength: Int(originalLength), comment: comment))
    }
}
