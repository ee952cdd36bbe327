/// A format of files that is not read here, and the command that makes of it what is.
enum ForeignFormat {
    /// The number of octets from which each format can be told.
    static let head = 512

    /// What a file is that begins with these octets, in a sentence that says what to do; nil if nothing is known.
    static func description(_ octets: ArraySlice<UInt8>) -> String? {
        let octets = Array(octets.prefix(head))
        if let known = magics.first(where: { octets.starts(with: $0.octets) }) {
            return "it is \(known.name); read it with \"\(known.command)\""
        }
        if octets.dropFirst(257).starts(with: "ustar".utf8) {
            return "it is a tar archive; read it with \"tar -xOf FILE | HandshakeSim explain -\""
        }
        if isERF(octets) { return "it seems to be ERF; read it with \"\(convert)\"" }
        guard !octets.isEmpty, octets.allSatisfy({ $0 >= 0x20 && $0 < 0x7f || $0 >= 0x80 || [9, 10, 13].contains($0) })
        else { return nil }
        let text = String(decoding: octets, as: UTF8.self)
        if ["CLIENT_", "SERVER_", "RSA ", "EXPORTER_SECRET", "# SSL"].contains(where: text.hasPrefix) {
            return "it is a key log; give it with --keylog, beside a capture"
        }
        let first = text.first { !$0.isWhitespace }
        let kind = first == "{" || first == "[" ? "JSON" : first == "<" ? "XML or HTML" : "text"
        return """
            it is \(kind), which has no packets; capture with "tcpdump -w FILE", or make a capture of a hex dump with "text2pcap"
            """
    }

    private static func unpack(_ command: String) -> String { "\(command) FILE | HandshakeSim explain -" }

    private static let convert = "editcap -F pcapng FILE out.pcapng"

    private static let magics: [(octets: [UInt8], name: String, command: String)] = [
        ([0x28, 0xb5, 0x2f, 0xfd], "compressed with zstd", unpack("zstd -dc")),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "compressed with xz", unpack("xz -dc")),
        (Array("BZh".utf8), "compressed with bzip2", unpack("bzip2 -dc")),
        ([4, 0x22, 0x4d, 0x18], "compressed with lz4", unpack("lz4 -dc")),
        ([0x1f, 0x9d], "compressed with compress", unpack("gzip -dc")),
        (Array("LZIP".utf8), "compressed with lzip", unpack("lzip -dc")),
        ([0x50, 0x4b, 3, 4], "a ZIP archive", unpack("unzip -p")),
        ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "a 7z archive", unpack("7z x -so")),
        (Array("snoop\0\0\0".utf8), "of snoop", convert), (Array("btsnoop\0".utf8), "of Bluetooth (btsnoop)", convert),
        (Array("TRSNIFF data    \u{1a}".utf8), "of the Sniffer", convert),
        (Array("GMBU".utf8), "of Network Monitor", convert),
        (Array("RTSS".utf8), "of Network Monitor", convert), (Array("XCP\0".utf8), "of NetXRay", convert),
        (Array("iptrace ".utf8), "of iptrace", convert), (Array("\u{7f}ver".utf8), "of OmniPeek", convert),
        ([0xaa, 0xaa, 0xaa, 0xaa], "of 5View", convert), ([0x54, 0x52, 0, 0x64, 0], "of nettl", convert),
    ]

    /// Whether a record of ERF can stand at the beginning. The format has no magic number: a time, a type, a length, and the length on
    /// the wire.
    private static func isERF(_ octets: [UInt8]) -> Bool {
        guard octets.count >= 16 else { return false }
        let seconds = (4..<8).reduce(0) { $0 | Int(octets[$1]) << (8 * ($1 - 4)) }
        let (length, wire) = (Int(octets[10]) << 8 | Int(octets[11]), Int(octets[14]) << 8 | Int(octets[15]))
        // From the year 2000 to 2100.
        return (946_684_800..<4_102_444_800).contains(seconds) && (1...48).contains(octets[8] & 0x7f) && length >= 16
            && octets[9] & 0xc0 == 0 && wire > 0 && length <= wire + 64
    }
}
