import Trace

/// The classic capture format (draft-ietf-opsawg-pcap): one header, then packets.
enum Pcap {
    static let cite = Citation("draft-ietf-opsawg-pcap", "4")

    /// The byte order of a file and the resolution of its timestamps; the magic number tells both.
    struct Format {
        let isBigEndian: Bool
        /// Whether the second half of a timestamp counts nanoseconds; else microseconds.
        let countsNanoseconds: Bool

        /// The format whose magic number, read as big-endian, is `magic`; nil if it is none of the four.
        init?(magic: UInt32) {
            switch magic {
            case 0xa1b2_c3d4: (isBigEndian, countsNanoseconds) = (true, false)
            case 0xd4c3_b2a1: (isBigEndian, countsNanoseconds) = (false, false)
            case 0xa1b2_3c4d: (isBigEndian, countsNanoseconds) = (true, true)
            case 0x4d3c_b2a1: (isBigEndian, countsNanoseconds) = (false, true)
            default: return nil
            }
        }
    }
}

extension CaptureFile {
    mutating func readPcap(_ bytes: [UInt8], _ format: Pcap.Format) throws(ParseError) {
        let cite = Pcap.cite
        var reader = EndianReader(bytes, isBigEndian: format.isBigEndian)
        _ = try reader.integer("pcap.header.magic_number", as: UInt32.self, cite: cite)
        let versionAt = reader.offset
        let major: UInt16 = try reader.integer("pcap.header.version.major", cite: cite)
        let minor: UInt16 = try reader.integer("pcap.header.version.minor", cite: cite)
        guard major == 2, minor == 4 else {
            let why = "version \(major).\(minor), not 2.4"
            throw ParseError("pcap.header.version.major", at: versionAt, .value(why), cite: cite)
        }
        _ = try reader.integer("pcap.header.this_zone", as: UInt32.self, cite: cite)
        _ = try reader.integer("pcap.header.sigfigs", as: UInt32.self, cite: cite)
        _ = try reader.integer("pcap.header.snapshot_length", as: UInt32.self, cite: cite)
        // The upper half tells the length of the frame check sequence, if any.
        let link: UInt32 = try reader.integer("pcap.header.link_type", cite: cite)
        let linkType = LinkType(rawValue: UInt16(truncatingIfNeeded: link))
        while reader.remaining > 0 {
            let seconds: UInt32 = try reader.integer("pcap.packet.timestamp.sec", cite: cite)
            let fraction: UInt32 = try reader.integer("pcap.packet.timestamp.usec", cite: cite)
            let captured: UInt32 = try reader.integer("pcap.packet.included_length", cite: cite)
            let original: UInt32 = try reader.integer("pcap.packet.origin_length", cite: cite)
            let frame = try reader.octets("pcap.packet.data", Int(captured), cite: cite)
            let microseconds = Int64(format.countsNanoseconds ? fraction / 1_000 : fraction)
            add(frame: frame, on: linkType, at: Int64(seconds) * 1_000_000 + microseconds, originalLength: original)
        }
    }
}
