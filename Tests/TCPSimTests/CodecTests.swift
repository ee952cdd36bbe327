import TCPSim
import TestSupport
import Testing
import Trace

extension Segment {
    /// A segment with random contents, all of which a datagram can carry.
    static func random(_ random: inout SplitMix64) -> Segment {
        var options: [SegmentOption] = []
        var room = 40
        while Bool.random(using: &random) {
            let option: SegmentOption
            switch Int.random(in: 0..<7, using: &random) {
            case 0: option = .noOperation
            case 1: option = .maximumSegmentSize(.random(in: .min ... .max, using: &random))
            case 2: option = .windowScale(.random(in: 0...14, using: &random))
            case 3: option = .selectiveAcknowledgmentPermitted
            case 4:
                let blocks = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    SegmentOption.Block(
                        left: SequenceNumber(.random(in: .min ... .max, using: &random)),
                        right: SequenceNumber(.random(in: .min ... .max, using: &random)))
                }
                option = .selectiveAcknowledgment(blocks)
            case 5:
                option = .timestamps(
                    value: .random(in: .min ... .max, using: &random), echo: .random(in: .min ... .max, using: &random))
            default:
                let data = random.octets(Int.random(in: 0...6, using: &random))
                option = .other(kind: .random(in: 100...252, using: &random), data: data)
            }
            room -= option.length
            guard room >= 0 else { break }
            options.append(option)
        }
        return Segment(
            sourcePort: .random(in: .min ... .max, using: &random),
            destinationPort: .random(in: .min ... .max, using: &random),
            sequence: SequenceNumber(.random(in: .min ... .max, using: &random)),
            acknowledgment: SequenceNumber(.random(in: .min ... .max, using: &random)),
            control: ControlBits(rawValue: .random(in: .min ... .max, using: &random)),
            window: .random(in: .min ... .max, using: &random),
            urgentPointer: .random(in: .min ... .max, using: &random), options: options,
            payload: random.octets(Int.random(in: 0...40, using: &random)))
    }
}

@Suite struct CodecTests {
    /// Who only sorts datagrams sees the same sockets as who reads them whole, and nothing where they are not there.
    @Test func aGlanceSeesTheSocketsThatTheCodecReads() throws {
        let (from, to) = (IPv4Address(192, 0, 2, 1), IPv4Address(198, 51, 100, 7))
        forEachSeed(200) { _, random in
            let segment = Segment.random(&random)
            let datagram = SegmentCodec.encode(segment, from: from, to: to, identification: 1).bytes
            let glance = try #require(DatagramGlance(datagram))
            let read = try SegmentCodec.decode(datagram)
            #expect(glance.sockets?.source == read.source && glance.sockets?.destination == read.destination)
            #expect(glance.isTCP && glance.source == from && glance.destination == to)
            #expect(DatagramGlance(Array(datagram.prefix(19))) == nil)
            #expect(DatagramGlance(Array(datagram.prefix(23)))?.sockets == nil)
            for (place, octet) in [(0, 0x65), (6, 0x01), (9, 17), (0, 0x44)] as [(Int, UInt8)] {
                var other = datagram
                other[place] = octet
                #expect(DatagramGlance(other)?.sockets == nil, "\(place)")
            }
        }
    }

    private let from = IPv4Address(10, 0, 0, 1)
    private let to = IPv4Address(10, 0, 0, 2)

    private func encode(_ segment: Segment) -> EncodedDatagram {
        SegmentCodec.encode(segment, from: from, to: to, identification: 0x1234)
    }

    @Test(arguments: 0..<300 as Range<UInt64>) func segmentsSurviveEncodingAndDecoding(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let segment = Segment.random(&random)
        let written = encode(segment)
        let read = try SegmentCodec.decode(written.bytes)
        #expect(read.segment == segment)
        #expect((read.fields == written.fields) as Bool)
        #expect(read.payload == written.payload)
        #expect(Array(written.bytes[written.payload]) == segment.payload)
        #expect(read.source == Socket(from, segment.sourcePort))
        #expect(read.destination == Socket(to, segment.destinationPort))
        #expect(read.header.identification == 0x1234)
        #expect(read.header.dontFragment && read.header.timeToLive == 64)
        #expect(written.fields.coverExactly(0..<written.bytes.count))
        let silent = SegmentCodec.encode(segment, from: from, to: to, identification: 0x1234, recording: false)
        #expect(silent.bytes == written.bytes && silent.fields.isEmpty)
    }

    @Test func truncationAtEveryOctetIsAnError() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<20 {
            let bytes = encode(Segment.random(&random)).bytes
            for count in 0..<bytes.count {
                #expect(throws: ParseError.self) { try SegmentCodec.decode(Array(bytes.prefix(count))) }
            }
        }
    }

    @Test(arguments: 0..<3_000 as Range<UInt64>) func randomOctetsNeverTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bytes = random.octets(Int.random(in: 0...80, using: &random))
        // Most must get beyond the first octets to be of any use.
        let plausible: [UInt8] = [0x45, 0, 0, UInt8(bytes.count), 0, 0, 0x40, 0, 64, 6]
        if bytes.count >= 20, seed % 4 != 0 { bytes.replaceSubrange(0..<10, with: plausible) }
        if bytes.count >= 34, seed % 2 == 0 { bytes[32] |= 0x60 }
        for verifying in [true, false] {
            do throws(ParseError) {
                let read = try SegmentCodec.decode(bytes, verifyingChecksums: verifying)
                #expect(read.fields.coverExactly(0..<Int(read.header.totalLength)))
            } catch {
                #expect(error.offset <= bytes.count)
            }
        }
    }

    /// Any single flipped bit is caught, save in the parts that no checksum covers: none.
    @Test func everyFlippedBitIsCaught() {
        var random = SplitMix64(seed: 3)
        let bytes = encode(Segment.random(&random)).bytes
        for bit in 0..<(bytes.count * 8) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: ParseError.self) { try SegmentCodec.decode(damaged) }
        }
    }

    @Test func paddingOfTheLinkIsIgnored() throws {
        var random = SplitMix64(seed: 4)
        let segment = Segment.random(&random)
        let written = encode(segment)
        let read = try SegmentCodec.decode(written.bytes + [0, 0, 0, 0, 0, 0])
        #expect(read.segment == segment)
        #expect(read.fields.coverExactly(0..<written.bytes.count))
    }

    @Test func partialChecksumsOfCapturesAreTolerated() throws {
        var random = SplitMix64(seed: 5)
        let segment = Segment.random(&random)
        var bytes = encode(segment).bytes
        bytes[36] ^= 0x55
        #expect(throws: ParseError.self) { try SegmentCodec.decode(bytes) }
        #expect(try SegmentCodec.decode(bytes, verifyingChecksums: false).segment == segment)
    }

    /// Each damage is blamed on its own field.
    @Test(
        arguments: [
            (0, 0x65, "ip.version"), (0, 0x44, "ip.hdr_len"), (3, 0x00, "ip.len"), (3, 0xff, "ip.len"),
            (6, 0x20, "ip.frag_offset"), (7, 0x01, "ip.frag_offset"), (9, 17, "ip.proto"), (10, 0xee, "ip.checksum"),
            (32, 0x40, "tcp.hdr_len"), (32, 0xf0, "tcp.hdr_len"), (36, 0xee, "tcp.checksum"),
        ] as [(Int, UInt8, String)])
    func errorsNameTheField(offset: Int, value: UInt8, field: String) {
        let syn = Segment(
            sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(3), control: .syn,
            options: [.maximumSegmentSize(1_460)])
        var bytes = encode(syn).bytes
        bytes[offset] = value
        let verifying = field.hasSuffix("checksum")
        let error = #expect(throws: ParseError.self) {
            try SegmentCodec.decode(bytes, verifyingChecksums: verifying)
        }
        #expect(error?.field == field)
        #expect(error.map { $0.offset <= offset } == true)
    }

    @Test func unknownOptionsAreSteppedOver() throws {
        let segment = Segment(
            sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(3), control: .syn,
            options: [.other(kind: 200, data: [1, 2, 3]), .noOperation, .maximumSegmentSize(700)])
        let read = try SegmentCodec.decode(encode(segment).bytes).segment
        #expect(read.maximumSegmentSize == 700)
    }

    /// MUST-7: a length that cannot be ends the options, and the segment is read all the same. Written again it has the same octets.
    @Test(
        arguments: [(41, 0), (41, 1), (41, 3), (41, 5), (41, 255), (45, 0), (45, 4), (48, 1), (48, 255)]
            as [(Int, UInt8)])
    func aMalformedOptionEndsTheList(offset: Int, value: UInt8) throws {
        let syn = Segment(
            sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(3), control: .syn,
            options: [.maximumSegmentSize(1_460), .windowScale(7), .selectiveAcknowledgmentPermitted], payload: [9, 8])
        var bytes = encode(syn).bytes
        bytes[offset] = value
        let read = try SegmentCodec.decode(bytes, verifyingChecksums: false)
        // The octet before the length is the kind.
        #expect(read.segment.options.last == .malformed(Array(bytes[(offset - 1)..<52])))
        #expect(read.segment.options.dropLast() == syn.options.prefix(offset == 41 ? 0 : offset == 45 ? 1 : 2))
        #expect(read.segment.payload == [9, 8])
        #expect(read.fields.first(named: "tcp.options.malformed")?.range == (offset - 1)..<52)
        #expect(read.fields.coverExactly(0..<bytes.count))
        #expect(Array(encode(read.segment).bytes[40...]) == Array(bytes[40...]))
    }

    @Test func octetsAfterTheEndOfTheListArePadding() throws {
        let segment = Segment(
            sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(3), control: .syn,
            options: [.other(kind: 200, data: [9, 9]), .maximumSegmentSize(700)])
        var bytes = encode(segment).bytes
        bytes[40] = 0
        let read = try SegmentCodec.decode(bytes, verifyingChecksums: false)
        #expect(read.segment.options == [])
        #expect(read.fields.first(named: "tcp.options.padding")?.range == 41..<48)
        #expect(read.fields.coverExactly(0..<48))
    }

    @Test func whatDoesNotFitIsLeftOut() throws {
        let segment = Segment(
            sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(3), control: .ack,
            options: [SegmentOption](repeating: .timestamps(value: 1, echo: 2), count: 5),
            payload: [UInt8](repeating: 1, count: 70_000))
        let read = try SegmentCodec.decode(encode(segment).bytes)
        #expect(read.segment.options.count == 4)
        #expect(read.header.totalLength == 65_535)
    }

    @Test func segmentsAreWrittenInTheNotationOfTheRFC() {
        var segment = Segment(
            sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(1_000), acknowledgment: SequenceNumber(5_001),
            control: [.syn, .ack])
        #expect(segment.line == "<SEQ=1000><ACK=5001><CTL=SYN,ACK>")
        #expect(
            segment.line(relativeTo: (SequenceNumber(1_000), SequenceNumber(5_000))) == "<SEQ=0><ACK=1><CTL=SYN,ACK>")
        // An old duplicate lies before the first number. One that lies beyond a window's span before it is far ahead.
        #expect(
            segment.line(relativeTo: (SequenceNumber(1_009), SequenceNumber(5_101))).hasPrefix("<SEQ=-9><ACK=-100>"))
        #expect(SequenceNumber(3).place(from: SequenceNumber(.max)) == 4)
        #expect(SequenceNumber(0).place(from: SequenceNumber(1 << 30)) == -(1 << 30))
        #expect(SequenceNumber(0).place(from: SequenceNumber(1 << 30 + 1)) == 3 << 30 - 1)
        segment.control = [.ack, .psh, .fin]
        segment.payload = [1, 2]
        #expect(segment.line == "<SEQ=1000><ACK=5001><CTL=FIN,PSH,ACK><DATA=2>")
        #expect(segment.length == 3)
    }
}
