import Trace

/// A segment written as a whole IPv4 datagram, with the meaning of every octet.
public struct EncodedDatagram: Hashable, Sendable {
    /// The datagram.
    public let bytes: [UInt8]
    /// The meaning of its octets: "ip", "tcp", and "tcp.payload" if there is data. Empty if the fields were not recorded.
    public let fields: [Field]
    /// The place of the segment's data in `bytes`.
    public let payload: Range<Int>
}

/// A segment read from an IPv4 datagram, with the meaning of every octet.
public struct DecodedDatagram: Hashable, Sendable {
    /// The IPv4 header.
    public let header: IPv4Header
    /// The segment.
    public let segment: Segment
    /// The meaning of the datagram's octets. Octets beyond its total length (padding of the link) belong to no field.
    public let fields: [Field]
    /// The place of the segment's data in the datagram.
    public let payload: Range<Int>

    /// The socket that has sent the segment.
    public var source: Socket { Socket(header.source, segment.sourcePort) }
    /// The socket that must receive it.
    public var destination: Socket { Socket(header.destination, segment.destinationPort) }
}

/// Segments as octets: the TCP header of RFC 9293 3.1 in an IPv4 datagram without options.
public enum SegmentCodec {
    private static var cite: Citation { .rfc(9293, "3.1") }

    /// Writes `segment` as a datagram from `from` to `to`, with a time to live of 64 and right checksums. Routers must not
    /// fragment it if `dontFragment`.
    ///
    /// Options beyond 40 octets, and data beyond an IPv4 datagram's 65,535 octets, are left out.
    public static func encode(
        _ segment: Segment, from: IPv4Address, to: IPv4Address, identification: UInt16, dontFragment: Bool = true,
        recording: Bool = true
    ) -> EncodedDatagram {
        var whole = segment
        if segment.optionList.length > SegmentOption.room {
            whole.options = Array(SegmentOption.fitting(segment.options))
        }
        let headerLength = 20 + (whole.optionList.length + 3) / 4 * 4
        if whole.payload.count > 65_515 - headerLength {
            whole.payload = Array(whole.payload.prefix(65_515 - headerLength))
        }
        let total = UInt16(truncatingIfNeeded: 20 + headerLength + whole.payload.count)
        var writer = ByteWriter(capacity: Int(total))
        var header = IPv4Header(source: from, destination: to, totalLength: total, identification: identification)
        header.dontFragment = dontFragment
        header.write(to: &writer)
        var sum: UInt16 = 0
        code(&whole, headerLength: headerLength, checksum: &sum, with: &writer)
        // The checksum is computed over the segment with zero as its checksum.
        writer.overwrite(checksum(over: writer.bytes[20...], from: from, to: to), at: 36)
        let fields = recording ? (try? decode(writer.bytes, verifyingChecksums: false))?.fields : nil
        return EncodedDatagram(
            bytes: writer.bytes, fields: fields ?? [], payload: (20 + headerLength)..<writer.bytes.count)
    }

    /// Reads a datagram.
    ///
    /// - Parameters:
    ///   - datagram: octets that begin with the IPv4 header. Octets beyond its total length are padding of the link and are
    ///     ignored.
    ///   - verifyingChecksums: false for captures. Kernels compute checksums only in part and leave the rest to the network card.
    ///     On a loopback interface they are never completed.
    /// - Throws: ``ParseError`` with the field, its offset and the rule that it breaks: a length that does not fit, a wrong
    ///   checksum, a fragment, another protocol than TCP.
    public static func decode(
        _ datagram: [UInt8], verifyingChecksums: Bool = true, recording: Bool = true
    ) throws(ParseError) -> DecodedDatagram {
        var reader = ByteReader(datagram, recording: recording)
        let header = try IPv4Header(from: &reader, datagram: datagram, verifyingChecksum: verifyingChecksums)
        let ip = reader.fields
        // From here on the datagram ends where its header says: the link may have added padding.
        let end = Int(header.totalLength)
        reader = ByteReader(datagram, from: header.length, to: end, recording: recording)
        let start = header.length
        var segment = Segment(
            sourcePort: 0, destinationPort: 0, sequence: SequenceNumber(0), acknowledgment: SequenceNumber(0),
            control: [], window: 0)
        var sum: UInt16 = 0
        try code(&segment, headerLength: 0, checksum: &sum, with: &reader)
        let payload = (end - segment.payload.count)..<end
        if verifyingChecksums {
            guard checksum(over: datagram[start..<end], from: header.source, to: header.destination) == 0 else {
                throw ParseError("tcp.checksum", at: start + 16, .value("does not fit the segment"), cite: cite)
            }
        }
        let fields = recording ? ip + reader.fields : []
        return DecodedDatagram(header: header, segment: segment, fields: fields, payload: payload)
    }

    /// TCP's checksum over header and data. By a pseudo-header, which is never sent, it also covers the addresses. So a segment
    /// that reaches the wrong host is detected.
    private static func checksum(over segment: ArraySlice<UInt8>, from: IPv4Address, to: IPv4Address) -> UInt16 {
        var checksum = InternetChecksum()
        for address in [from.rawValue, to.rawValue] {
            checksum.add(word: UInt16(address >> 16))
            checksum.add(word: UInt16(truncatingIfNeeded: address))
        }
        checksum.add(word: UInt16(IPv4Header.tcp))
        checksum.add(word: UInt16(truncatingIfNeeded: segment.count))
        checksum.add(segment)
        return checksum.value
    }

    /// Reads or writes header and data. `headerLength` is for a writer; a reader takes the length from the header.
    private static func code<C: Coder>(
        _ segment: inout Segment, headerLength: Int, checksum: inout UInt16, with coder: inout C
    ) throws(C.Failure) {
        let start = coder.offset
        let available = coder.remaining
        try coder.structure("tcp", cite: cite) { tcp throws(C.Failure) in
            try tcp.integer("tcp.srcport", &segment.sourcePort, cite: cite)
            try tcp.integer("tcp.dstport", &segment.destinationPort, cite: cite)
            try code("tcp.seq_raw", &segment.sequence, with: &tcp)
            try code("tcp.ack_raw", &segment.acknowledgment, with: &tcp)
            var word = UInt16(truncatingIfNeeded: headerLength / 4) << 12 | UInt16(segment.control.rawValue)
            try tcp.packed("tcp.flags", &word, cite: cite, describe: describeControl, bits: controlBits)
            segment.control = ControlBits(rawValue: UInt8(truncatingIfNeeded: word))
            try tcp.integer("tcp.window_size_value", &segment.window, cite: .rfc(9293, "3.8.6"))
            try tcp.integer("tcp.checksum", &checksum, cite: cite, describe: { Hex.number($0) })
            try tcp.integer("tcp.urgent_pointer", &segment.urgentPointer, cite: .rfc(9293, "3.8.5"))
            let length = Int(word >> 12) * 4
            try tcp.require(
                20 <= length && length <= available,
                ParseError("tcp.hdr_len", at: start + 12, .length(length, allowed: 20...available), cite: cite))
            try SegmentOption.code(&segment.optionList, count: length - 20, with: &tcp)
        }
        guard coder.continues(ifWriting: !segment.payload.isEmpty) else { return }
        try coder.rest("tcp.payload", &segment.payload, cite: cite)
    }

    /// Reads or writes a sequence number.
    static func code<C: Coder>(
        _ name: String, _ number: inout SequenceNumber, with coder: inout C
    ) throws(C.Failure) {
        var raw = number.rawValue
        try coder.integer(name, &raw, cite: .rfc(9293, "3.4"))
        number = SequenceNumber(raw)
    }

    private static func describeControl(_ word: UInt16) -> String {
        "\(ControlBits(rawValue: UInt8(truncatingIfNeeded: word))); header of \(word >> 12) words of 4 octets"
    }

    /// The parts of the word. RFC 9293 section 3.1 has eight control bits and four reserved bits, which must be sent as zero and
    /// are ignored on arrival. Newer TCPs use the lowest reserved bit, and Wireshark shows it separately; this TCP does not.
    private static func controlBits(_ word: UInt16) -> [Field.Bits] {
        let masks: KeyValuePairs<String, UInt64> = [
            "tcp.hdr_len": 0xf000, "tcp.flags.res": 0x0f00, "tcp.flags.cwr": 0x80, "tcp.flags.ece": 0x40,
            "tcp.flags.urg": 0x20, "tcp.flags.ack": 0x10, "tcp.flags.push": 0x08, "tcp.flags.reset": 0x04,
            "tcp.flags.syn": 0x02, "tcp.flags.fin": 0x01,
        ]
        return Field.Bits.parts(of: UInt64(word), masks)
    }
}
