import Trace

/// The header of an IPv4 datagram (RFC 791 3.1), as far as TCP cares.
public struct IPv4Header: Hashable, Sendable {
    /// Differentiated services code point and ECN bits, the former type of service.
    public var trafficClass: UInt8 = 0
    /// Octets of header and data together.
    public var totalLength: UInt16
    /// Tells the fragments of one datagram from those of another; any value will do when fragmentation is forbidden (RFC 6864).
    public var identification: UInt16
    /// Whether routers may not fragment the datagram.
    public var dontFragment = true
    /// How many routers may still forward it.
    public var timeToLive: UInt8 = 64
    /// The host that has sent it.
    public var source: IPv4Address
    /// The host that it is for.
    public var destination: IPv4Address
    /// Octets of options.
    public var options: [UInt8] = []

    /// IPv4's number for TCP.
    static let tcp: UInt8 = 6
    private static let cite = Citation.rfc(791, "3.1")

    /// Octets of header: 20 without options.
    public var length: Int { 20 + options.count }

    /// Writes the header of a datagram that carries TCP, without options.
    func write(to writer: inout ByteWriter) {
        var plain = ByteWriter(recording: false)
        fields(to: &plain, checksum: 0)
        fields(to: &writer, checksum: InternetChecksum.of(plain.bytes))
    }

    private func fields(to writer: inout ByteWriter, checksum: UInt16) {
        let cite = Self.cite
        writer.structure("ip", cite: cite) { ip in
            ip.packed("ip.version", UInt8(0x45), cite: cite, describe: Self.describeVersion, bits: Self.versionBits)
            ip.integer("ip.dsfield", trafficClass, cite: .rfc(2474, "3"), bits: Self.trafficClassBits)
            ip.integer("ip.len", totalLength, cite: cite)
            ip.integer("ip.id", identification, cite: .rfc(6864, "4"), describe: { Hex.number($0) })
            let flags: UInt16 = dontFragment ? 0x4000 : 0
            ip.packed("ip.flags", flags, cite: cite, describe: Self.describeFlags, bits: Self.flagBits)
            ip.integer("ip.ttl", timeToLive, cite: cite)
            ip.integer("ip.proto", Self.tcp, cite: cite, describe: { _ in "6 TCP" })
            ip.integer("ip.checksum", checksum, cite: .rfc(1071), describe: { Hex.number($0) })
            ip.integer("ip.src", source.rawValue, cite: cite, describe: Self.describeAddress)
            ip.integer("ip.dst", destination.rawValue, cite: cite, describe: Self.describeAddress)
        }
    }

    /// Reads the header of an unfragmented datagram that carries TCP.
    ///
    /// - Throws: ``ParseError`` naming the field that breaks RFC 791's rules, or that says the datagram is not whole or not TCP.
    init(from reader: inout ByteReader, datagram: [UInt8], verifyingChecksum: Bool) throws(ParseError) {
        let start = reader.offset
        let available = reader.remaining
        self = try reader.structure("ip", cite: Self.cite) { ip throws(ParseError) in
            let cite = Self.cite
            let first: UInt8 = try ip.packed(
                "ip.version", cite: cite, describe: Self.describeVersion, bits: Self.versionBits)
            guard first >> 4 == 4 else {
                throw ParseError("ip.version", at: start, .value("version \(first >> 4), not 4"), cite: cite)
            }
            let length = Int(first & 15) * 4
            guard length >= 20 else {
                throw ParseError("ip.hdr_len", at: start, .length(length, allowed: 20...60), cite: cite)
            }
            let trafficClass: UInt8 = try ip.integer("ip.dsfield", cite: .rfc(2474, "3"), bits: Self.trafficClassBits)
            let total: UInt16 = try ip.integer("ip.len", cite: cite)
            guard Int(total) >= length, Int(total) <= available else {
                let least = min(length, available)
                throw ParseError("ip.len", at: start + 2, .length(Int(total), allowed: least...available), cite: cite)
            }
            let identification: UInt16 = try ip.integer("ip.id", cite: .rfc(6864, "4"), describe: { Hex.number($0) })
            let flags: UInt16 = try ip.packed("ip.flags", cite: cite, describe: Self.describeFlags, bits: Self.flagBits)
            guard flags & 0x3fff == 0 else {
                throw ParseError(
                    "ip.frag_offset", at: start + 6, .value("a fragment, not a whole datagram"), cite: cite)
            }
            let ttl: UInt8 = try ip.integer("ip.ttl", cite: cite)
            let proto: UInt8 = try ip.integer(
                "ip.proto", cite: cite, describe: { $0 == Self.tcp ? "6 TCP" : String($0) })
            guard proto == Self.tcp else {
                throw ParseError("ip.proto", at: start + 9, .value("protocol \(proto), not TCP"), cite: cite)
            }
            let checksum: UInt16 = try ip.integer("ip.checksum", cite: .rfc(1071), describe: { Hex.number($0) })
            let source: UInt32 = try ip.integer("ip.src", cite: cite, describe: Self.describeAddress)
            let destination: UInt32 = try ip.integer("ip.dst", cite: cite, describe: Self.describeAddress)
            let options = length > 20 ? try ip.octets("ip.options", count: length - 20, cite: cite) : []
            if verifyingChecksum, InternetChecksum.of(datagram[start..<(start + length)]) != 0 {
                let why = "\(Hex.number(checksum)) does not fit the header"
                throw ParseError("ip.checksum", at: start + 10, .value(why), cite: .rfc(1071))
            }
            return IPv4Header(
                trafficClass: trafficClass, totalLength: total, identification: identification,
                dontFragment: flags & 0x4000 != 0, timeToLive: ttl, source: IPv4Address(source),
                destination: IPv4Address(destination), options: options)
        }
    }

    private init(
        trafficClass: UInt8, totalLength: UInt16, identification: UInt16, dontFragment: Bool, timeToLive: UInt8,
        source: IPv4Address, destination: IPv4Address, options: [UInt8]
    ) {
        self.trafficClass = trafficClass
        self.totalLength = totalLength
        self.identification = identification
        self.dontFragment = dontFragment
        self.timeToLive = timeToLive
        self.source = source
        self.destination = destination
        self.options = options
    }

    /// The header of a datagram of `totalLength` octets from `source` to `destination`, never to be fragmented.
    public init(source: IPv4Address, destination: IPv4Address, totalLength: UInt16, identification: UInt16) {
        self.source = source
        self.destination = destination
        self.totalLength = totalLength
        self.identification = identification
    }

    private static func describeVersion(_ octet: UInt8) -> String {
        "version \(octet >> 4), header of \(octet & 15) words of 4 octets"
    }

    private static func versionBits(_ octet: UInt8) -> [Field.Bits] {
        [
            Field.Bits("ip.version", mask: 0xf0, of: UInt64(octet)),
            Field.Bits("ip.hdr_len", mask: 0x0f, of: UInt64(octet)),
        ]
    }

    private static func trafficClassBits(_ octet: UInt8) -> [Field.Bits] {
        [
            Field.Bits("ip.dsfield.dscp", mask: 0xfc, of: UInt64(octet)),
            Field.Bits("ip.dsfield.ecn", mask: 0x03, of: UInt64(octet)),
        ]
    }

    private static func describeFlags(_ word: UInt16) -> String {
        word & 0x4000 != 0 ? "do not fragment" : "may be fragmented"
    }

    private static func flagBits(_ word: UInt16) -> [Field.Bits] {
        [
            Field.Bits("ip.flags.rb", mask: 0x8000, of: UInt64(word)),
            Field.Bits("ip.flags.df", mask: 0x4000, of: UInt64(word)),
            Field.Bits("ip.flags.mf", mask: 0x2000, of: UInt64(word)),
            Field.Bits("ip.frag_offset", mask: 0x1fff, of: UInt64(word)),
        ]
    }

    private static func describeAddress(_ address: UInt32) -> String { IPv4Address(address).description }
}
