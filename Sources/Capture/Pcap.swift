import Trace

/// The classic capture format (draft-ietf-opsawg-pcap): one header, then packets.
enum Pcap {
    static let cite = Citation("draft-ietf-opsawg-pcap", "4")
    /// Octets of the header of the file.
    static let header = 24
    /// Octets of the header of a packet.
    static let record = 16

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

    /// The one interface of a file, read from its header.
    static func interface(from reader: inout EndianReader) throws(ParseError) -> CaptureReader.Interface {
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
        let snapLength: UInt32 = try reader.integer("pcap.header.snapshot_length", cite: cite)
        // The upper half tells the length of the frame check sequence, if any.
        let link: UInt32 = try reader.integer("pcap.header.link_type", cite: cite)
        return CaptureReader.Interface(
            linkType: LinkType(rawValue: UInt16(truncatingIfNeeded: link)), snapLength: snapLength)
    }
}
