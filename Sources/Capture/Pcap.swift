import Trace

/// The classic capture format (draft-ietf-opsawg-pcap): a header, then packets.
enum Pcap {
    static let cite = Citation("draft-ietf-opsawg-pcap", "4")
    /// The length of the header of the file, in octets.
    static let header = 24

    /// What the header of a file says of its packets.
    struct Layout {
        /// The length of the header of a packet, in octets.
        var record = 16
        /// Whether the second half of a timestamp counts nanoseconds. Otherwise it counts microseconds.
        var countsNanoseconds = false
        /// Whether the length on the wire stands before the captured length. Nil means that the smaller of both is the captured one.
        var swapsLengths: Bool? = false
    }

    /// The byte order of a file and the resolution of its timestamps. The magic number tells both.
    struct Format {
        let isBigEndian: Bool
        /// Whether the second half of a timestamp counts nanoseconds. Otherwise it counts microseconds.
        let countsNanoseconds: Bool
        /// The length of the header of a packet, in octets. Kuznetzov's patched libpcap wrote eight octets more.
        var record = 16

        /// The format with the magic number `magic`, which was read as big-endian; nil for another number.
        init?(magic: UInt32) {
            switch magic {
            case 0xa1b2_c3d4: (isBigEndian, countsNanoseconds) = (true, false)
            case 0xd4c3_b2a1: (isBigEndian, countsNanoseconds) = (false, false)
            case 0xa1b2_3c4d: (isBigEndian, countsNanoseconds) = (true, true)
            case 0x4d3c_b2a1: (isBigEndian, countsNanoseconds) = (false, true)
            case 0xa1b2_cd34: (isBigEndian, countsNanoseconds, record) = (true, false, 24)
            case 0x34cd_b2a1: (isBigEndian, countsNanoseconds, record) = (false, false, 24)
            default: return nil
            }
        }
    }

    /// Reads the only interface of a file, and the layout of its packets, from the header of the file.
    static func interface(
        from reader: inout EndianReader, _ format: Format
    ) throws(ParseError) -> (CaptureReader.Interface, Layout) {
        _ = try reader.integer("pcap.header.magic_number", as: UInt32.self, cite: cite)
        let versionAt = reader.offset
        let major: UInt16 = try reader.integer("pcap.header.version.major", cite: cite)
        let minor: UInt16 = try reader.integer("pcap.header.version.minor", cite: cite)
        guard major == 2, minor <= 4 else {
            let why = "version \(major).\(minor), not 2.0 to 2.4"
            throw ParseError("pcap.header.version.major", at: versionAt, .value(why), cite: cite)
        }
        _ = try reader.integer("pcap.header.this_zone", as: UInt32.self, cite: cite)
        _ = try reader.integer("pcap.header.sigfigs", as: UInt32.self, cite: cite)
        let snapLength: UInt32 = try reader.integer("pcap.header.snapshot_length", cite: cite)
        // The upper half of the number can tell the length of the frame check sequence, and is not part of the link type.
        let link: UInt32 = try reader.integer("pcap.header.link_type", cite: cite)
        let interface = CaptureReader.Interface(
            linkType: LinkType(rawValue: UInt16(truncatingIfNeeded: link)), snapLength: snapLength)
        // Before version 2.3 the two lengths stood swapped, and writers of 2.3 differ: the rule is libpcap's.
        let layout = Layout(
            record: format.record, countsNanoseconds: format.countsNanoseconds,
            swapsLengths: minor < 3 ? true : minor == 3 ? nil : false)
        return (interface, layout)
    }
}
