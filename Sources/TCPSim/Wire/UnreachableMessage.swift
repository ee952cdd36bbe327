import Trace

/// ICMP "destination unreachable" (RFC 792): a router or a host says that it could not deliver a datagram. It quotes the
/// beginning of the datagram, which identifies the connection.
public struct UnreachableMessage: Hashable, Sendable {
    /// Why the datagram was not delivered.
    public var code: UInt8
    /// The largest datagram that the next network takes, in octets, if the code says that the datagram was too large; 0 if the
    /// router does not say (RFC 1191 4).
    public var nextHopMTU: UInt16
    /// The header of the datagram that was not delivered.
    public var quoted: IPv4Header
    /// The source port of the quoted segment.
    public var sourcePort: UInt16
    /// The destination port of the quoted segment.
    public var destinationPort: UInt16
    /// The sequence number of the quoted segment, which a forger would have to guess.
    public var sequence: SequenceNumber

    /// The socket that has sent the quoted segment.
    public var source: Socket { Socket(quoted.source, sourcePort) }
    /// The socket to which the quoted segment was sent.
    public var destination: Socket { Socket(quoted.destination, destinationPort) }

    /// Whether it is a hard error, after which another attempt is useless: the host exists, but the protocol or the port does not
    /// (RFC 9293 3.9.2.2, SHLD-26).
    public var isHard: Bool { code == 2 || code == 3 }
    /// Whether the datagram was too large for the next network and must not be fragmented.
    public var isTooBig: Bool { code == Self.tooBig }

    /// "Fragmentation needed and DF set."
    private static let tooBig: UInt8 = 4
    /// IPv4's number for ICMP.
    private static let icmp: UInt8 = 1
    private static let cite = Citation.rfc(792)

    /// A router's message about a segment in a datagram with this header; the next network takes `mtu` octets.
    public init(tooBig segment: Segment, in header: IPv4Header, mtu: UInt16) {
        code = Self.tooBig
        nextHopMTU = mtu
        quoted = header
        sourcePort = segment.sourcePort
        destinationPort = segment.destinationPort
        sequence = segment.sequence
    }

    /// Whether a datagram carries ICMP. Only the protocol number is read: nearly all datagrams carry TCP, and need no further
    /// check.
    public static func mayBe(_ datagram: [UInt8]) -> Bool { datagram.count > 9 && datagram[9] == icmp }

    /// Reads a datagram.
    ///
    /// - Throws: ``ParseError`` with the field that breaks a rule, or that shows that the datagram has no such message.
    public init(from datagram: [UInt8], recording: Bool = true) throws(ParseError) {
        self = try Self.read(datagram, recording: recording).message
    }

    /// The datagram that carries the message from `router` to the host that has sent the segment, with the meaning of its octets.
    public func encode(from router: IPv4Address, identification: UInt16) -> EncodedDatagram {
        var message = self
        var (checksum, plain) = (UInt16(0), ByteWriter())
        message.code(checksum: &checksum, with: &plain)
        checksum = InternetChecksum.of(plain.bytes)
        var header = IPv4Header(
            source: router, destination: quoted.source, totalLength: UInt16(20 + plain.bytes.count),
            identification: identification)
        header.carries = Self.icmp
        header.dontFragment = false
        var writer = ByteWriter()
        header.write(to: &writer)
        message.code(checksum: &checksum, with: &writer)
        return EncodedDatagram(bytes: writer.bytes, fields: Self.fields(of: writer.bytes), payload: 0..<0)
    }

    /// The meaning of the octets of a datagram with such a message; empty for any other datagram.
    static func fields(of datagram: [UInt8]) -> [Field] { (try? read(datagram, recording: true))?.fields ?? [] }

    /// The IPv4 header of a datagram with ICMP; nil for any other datagram.
    static func header(of datagram: [UInt8]) -> IPv4Header? {
        var reader = ByteReader(datagram, recording: false)
        return try? IPv4Header(from: &reader, datagram: datagram, verifyingChecksum: false, carrying: icmp)
    }

    private static func read(
        _ datagram: [UInt8], recording: Bool
    ) throws(ParseError) -> (message: UnreachableMessage, fields: [Field]) {
        var reader = ByteReader(datagram, recording: recording)
        let header = try IPv4Header(from: &reader, datagram: datagram, verifyingChecksum: true, carrying: icmp)
        let octets = datagram[header.length..<Int(header.totalLength)]
        guard InternetChecksum.of(octets) == 0 else {
            throw ParseError("icmp.checksum", at: header.length + 2, .value("does not fit the message"), cite: cite)
        }
        let fields = reader.fields
        reader = ByteReader(datagram, from: header.length, to: Int(header.totalLength), recording: recording)
        let blank = Segment(sourcePort: 0, destinationPort: 0, sequence: SequenceNumber(0), control: [])
        var message = UnreachableMessage(tooBig: blank, in: header, mtu: 0)
        var checksum: UInt16 = 0
        try message.code(checksum: &checksum, with: &reader)
        return (message, fields + reader.fields)
    }

    /// Reads or writes the message. Octets that a router quotes beyond the first eight of the segment are ignored.
    private mutating func code<C: Coder>(checksum: inout UInt16, with coder: inout C) throws(C.Failure) {
        let cite = Self.cite
        let start = coder.offset
        try coder.structure("icmp", cite: cite) { icmp throws(C.Failure) in
            var type: UInt8 = 3
            try icmp.integer("icmp.type", &type, cite: cite, describe: { $0 == 3 ? "3 unreachable" : String($0) })
            try icmp.require(
                type == 3, ParseError("icmp.type", at: start, .value("type \(type), not 3"), cite: cite))
            try icmp.integer("icmp.code", &code, cite: cite)
            try icmp.integer("icmp.checksum", &checksum, cite: .rfc(1071), describe: { Hex.number($0) })
            var unused: UInt16 = 0
            try icmp.integer("icmp.unused", &unused, cite: .rfc(1191, "4"))
            try icmp.integer("icmp.mtu", &nextHopMTU, cite: .rfc(1191, "4"))
        }
        try quoted.code(carrying: IPv4Header.tcp, isWhole: false, with: &coder)
        try coder.structure("tcp", cite: .rfc(9293, "3.1")) { tcp throws(C.Failure) in
            try tcp.integer("tcp.srcport", &sourcePort, cite: .rfc(9293, "3.1"))
            try tcp.integer("tcp.dstport", &destinationPort, cite: .rfc(9293, "3.1"))
            try SegmentCodec.code("tcp.seq", &sequence, with: &tcp)
        }
        var rest: [UInt8] = []
        guard coder.continues(ifWriting: false) else { return }
        try coder.rest("tcp.segment_data", &rest, cite: cite)
    }
}
