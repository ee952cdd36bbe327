import Trace

/// The header of an IPv4 datagram (RFC 791 3.1), with the fields that TCP needs.
public struct IPv4Header: Hashable, Sendable {
    /// Differentiated services code point and ECN bits, the former type of service.
    public var trafficClass: UInt8 = 0
    /// The length of header and data together, in octets.
    public var totalLength: UInt16
    /// Distinguishes the fragments of one datagram from those of another. If fragmentation is forbidden, it may have any value
    /// (RFC 6864).
    public var identification: UInt16
    /// Whether routers must not fragment the datagram.
    public var dontFragment = true
    /// How many routers may still forward it.
    public var timeToLive: UInt8 = 64
    /// The host that has sent it.
    public var source: IPv4Address
    /// The host that must receive it.
    public var destination: IPv4Address
    /// The options, as octets.
    public var options: [UInt8] = []
    /// The number of the protocol whose data it carries.
    var carries = Self.tcp
    /// The checksum that was read. A quoted header may have a wrong checksum, because the router has changed the header.
    var checksum: UInt16 = 0

    /// IPv4's number for TCP.
    static let tcp: UInt8 = 6
    private static var cite: Citation { .rfc(791, "3.1") }

    /// The length of the header in octets: 20 without options.
    public var length: Int { 20 + options.count }

    /// Writes the header.
    func write(to writer: inout ByteWriter) {
        var header = self
        header.checksum = 0
        let start = writer.offset
        header.code(carrying: carries, isWhole: true, with: &writer)
        // The checksum is computed over the header with zero as its checksum.
        writer.overwrite(InternetChecksum.of(writer.bytes[start...]), at: start + 10)
    }

    /// Reads the header of an unfragmented datagram that carries the protocol `number`.
    ///
    /// - Throws: ``ParseError`` with the field that breaks a rule of RFC 791, or that shows a fragment or another protocol.
    init(
        from reader: inout ByteReader, datagram: [UInt8], verifyingChecksum: Bool, carrying number: UInt8 = tcp
    ) throws(ParseError) {
        let start = reader.offset
        self.init(source: IPv4Address(0), destination: IPv4Address(0), totalLength: 0, identification: 0)
        try code(carrying: number, isWhole: true, with: &reader)
        if verifyingChecksum, InternetChecksum.of(datagram[start..<(start + length)]) != 0 {
            let why = "\(Hex.number(checksum)) does not fit the header"
            throw ParseError("ip.checksum", at: start + 10, .value(why), cite: .rfc(1071))
        }
    }

    /// Reads or writes the fields of the header.
    ///
    /// - Parameters:
    ///   - number: the number of the protocol that the datagram must carry.
    ///   - isWhole: false for a header that ICMP quotes: only the beginning of what the datagram carried may follow it.
    mutating func code<C: Coder>(
        carrying number: UInt8, isWhole: Bool, with coder: inout C
    ) throws(C.Failure) {
        let start = coder.offset
        let available = coder.remaining
        let cite = Self.cite
        try coder.structure("ip", cite: cite) { ip throws(C.Failure) in
            var first = 0x40 | UInt8(truncatingIfNeeded: length / 4)
            try ip.packed(
                "ip.version", &first, cite: cite, describe: Self.describeVersion, bits: Self.versionBits)
            try ip.require(
                first >> 4 == 4,
                ParseError("ip.version", at: start, .value("version \(first >> 4), not 4"), cite: cite))
            let length = Int(first & 15) * 4
            try ip.require(
                length >= 20, ParseError("ip.hdr_len", at: start, .length(length, allowed: 20...60), cite: cite))
            try ip.integer(
                "ip.dsfield", &trafficClass, cite: .rfc(2474, "3"), describe: { String($0) },
                bits: Self.trafficClassBits)
            try ip.integer("ip.len", &totalLength, cite: cite)
            let total = Int(totalLength)
            try ip.require(
                length <= total && (total <= available || !isWhole) && length <= available,
                ParseError(
                    "ip.len", at: start + 2, .length(total, allowed: min(length, available)...available), cite: cite))
            try ip.integer("ip.id", &identification, cite: .rfc(6864, "4"), describe: { Hex.number($0) })
            var flags: UInt16 = dontFragment ? 0x4000 : 0
            try ip.packed("ip.flags", &flags, cite: cite, describe: Self.describeFlags, bits: Self.flagBits)
            try ip.require(
                flags & 0x3fff == 0,
                ParseError("ip.frag_offset", at: start + 6, .value("a fragment, not a whole datagram"), cite: cite))
            dontFragment = flags & 0x4000 != 0
            try ip.integer("ip.ttl", &timeToLive, cite: cite)
            try ip.integer("ip.proto", &carries, cite: cite, describe: Self.describeProtocol)
            let (wanted, found) = (number, carries)
            try ip.require(
                found == wanted,
                ParseError(
                    "ip.proto", at: start + 9,
                    .value("protocol \(found), not \(wanted == Self.tcp ? "TCP" : String(wanted))"), cite: cite))
            try ip.integer("ip.checksum", &checksum, cite: .rfc(1071), describe: { Hex.number($0) })
            try Self.code("ip.src", &source, with: &ip)
            try Self.code("ip.dst", &destination, with: &ip)
            guard length > 20 else { return }
            try ip.octets("ip.options", &options, count: length - 20, cite: cite)
        }
    }

    private static func code<C: Coder>(
        _ name: String, _ address: inout IPv4Address, with coder: inout C
    ) throws(C.Failure) {
        var number = address.rawValue
        try coder.integer(name, &number, cite: cite, describe: { IPv4Address($0).description })
        address = IPv4Address(number)
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
        Field.Bits.parts(of: UInt64(octet), ["ip.version": 0xf0, "ip.hdr_len": 0x0f])
    }

    private static func trafficClassBits(_ octet: UInt8) -> [Field.Bits] {
        Field.Bits.parts(of: UInt64(octet), ["ip.dsfield.dscp": 0xfc, "ip.dsfield.ecn": 0x03])
    }

    private static func describeProtocol(_ number: UInt8) -> String {
        switch number {
        case 1: "1 ICMP"
        case tcp: "6 TCP"
        default: String(number)
        }
    }

    private static func describeFlags(_ word: UInt16) -> String {
        word & 0x4000 != 0 ? "do not fragment" : "may be fragmented"
    }

    private static func flagBits(_ word: UInt16) -> [Field.Bits] {
        let masks: KeyValuePairs<String, UInt64> = [
            "ip.flags.rb": 0x8000, "ip.flags.df": 0x4000, "ip.flags.mf": 0x2000, "ip.frag_offset": 0x1fff,
        ]
        return Field.Bits.parts(of: UInt64(word), masks)
    }
}

extension Field.Bits {
    /// The parts of a word, each with its name and the mask of its bits.
    static func parts(of word: UInt64, _ masks: KeyValuePairs<String, UInt64>) -> [Field.Bits] {
        masks.map { Field.Bits($0.key, mask: $0.value, of: word) }
    }
}
