import Capture
import TestRecording
import TestSupport
import Testing
import Trace

@Suite struct CaptureTests {
    private let packets = [
        PcapNG.Packet(timestamp: 1_700_000_000_123_456, frame: datagram(1), comment: "first"),
        PcapNG.Packet(timestamp: 1_700_000_000_123_457, frame: datagram(2) + [0, 0, 0]),
        PcapNG.Packet(timestamp: 1_700_000_001_000_000, frame: [0xff, 1]),
    ]
    private let keyLog = "CLIENT_RANDOM 00 01\n"

    @Test func whatIsWrittenIsReadBack() throws {
        let file = try CaptureFile(bytes: PcapNG.file(packets: packets, keyLog: keyLog, comment: "a comment"))
        #expect(file.packets.map(\.number) == [1, 2, 3])
        #expect(file.packets.map(\.timestamp) == packets.map(\.timestamp))
        #expect(file.packets.map(\.datagram) == [packets[0].frame, packets[1].frame, nil])
        #expect(file.packets.map(\.originalLength) == [32, 35, 2])
        #expect(file.packets.map(\.comment) == ["first", nil, nil])
        #expect(file.packets.allSatisfy { $0.linkType == .raw })
        #expect(file.secrets == [keyLog])
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func randomPacketsRoundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let packets = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            PcapNG.Packet(
                timestamp: .random(in: 0...(.max), using: &random),
                frame: [0x45] + random.octets(.random(in: 0...2_000, using: &random)),
                comment: String(repeating: "ä", count: .random(in: 0...5, using: &random)))
        }
        let bytes = PcapNG.file(packets: packets, linkType: .ipv4)
        #expect(bytes == PcapNG.file(packets: packets, linkType: .ipv4))
        let file = try CaptureFile(bytes: bytes)
        #expect(file.packets.map(\.datagram) == packets.map(\.frame))
        #expect(file.packets.map(\.timestamp) == packets.map(\.timestamp))
        #expect(file.packets.map { $0.comment ?? "" } == packets.map(\.comment))
        #expect(file.secrets == [])
    }

    @Test func longCommentsAreCutBetweenCharacters() throws {
        let long = "x" + String(repeating: "ä", count: 40_000)
        let bytes = PcapNG.file(packets: [PcapNG.Packet(timestamp: 0, frame: datagram(1), comment: long)])
        let comment = try #require(try CaptureFile(bytes: bytes).packets.first?.comment)
        #expect(comment == "x" + String(repeating: "ä", count: 32_767))
    }

    /// Secrets have to precede the packets they open.
    @Test func secretsComeBeforePackets() throws {
        let bytes = PcapNG.file(packets: packets, keyLog: keyLog)
        var types: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            types.append(bytes[offset])
            offset += Int(bytes[offset + 4]) | Int(bytes[offset + 5]) << 8
        }
        #expect(types == [0x0a, 1, 10, 6, 6, 6])
    }

    // MARK: What other writers do

    @Test(arguments: [false, true]) func everyBlockIsReadInBothByteOrders(isBigEndian: Bool) throws {
        var file = Octets(isBigEndian: isBigEndian)
        file.section()
        file.block(0x0000_0bad) { $0.padded([1, 2, 3]) }
        file.interface(228, resolution: 9, offset: 100)
        file.interface(1, resolution: 0x80 | 20)
        file.interface(101, snapshotLength: 8)
        file.block(10) {
            $0.integer(UInt32(0x544c_534b))
            $0.integer(UInt32(3))
            $0.padded(Array("abc".utf8))
        }
        file.block(10) {
            $0.integer(UInt32(0x5747_4b4c))
            $0.integer(UInt32(1))
            $0.padded([9])
        }
        file.enhancedPacket(datagram(1), time: 5_000_001_999)
        let ethernet = [UInt8](repeating: 0xee, count: 12) + [0x08, 0x00] + datagram(2)
        file.enhancedPacket(ethernet, interface: 1, time: 3 << 19)
        // The obsolete packet block, and the simple one, which the snapshot length of the first interface limits.
        file.block(2) {
            $0.integer(UInt16(2))
            $0.integer(UInt16(0xffff))
            $0.integer(UInt32(0))
            $0.integer(UInt32(77))
            $0.integer(UInt32(8))
            $0.integer(UInt32(32))
            $0.padded(Array(datagram(3).prefix(8)))
            $0.option(2, [0, 0, 0, 1])
            $0.integer(UInt32(0))
        }
        file.block(3) {
            $0.integer(UInt32(32))
            $0.padded(datagram(4))
        }
        let read = try CaptureFile(bytes: file.bytes)
        #expect(read.packets.map(\.linkType) == [.ipv4, .ethernet, .raw, .ipv4])
        #expect(read.packets.map(\.timestamp) == [105_000_001, 1_500_000, 77, nil])
        #expect(
            read.packets.map(\.datagram) == [datagram(1), datagram(2), Array(datagram(3).prefix(8)), datagram(4)])
        #expect(read.packets.map(\.originalLength) == [32, 46, 32, 32])
        #expect(read.secrets == ["abc"])
    }

    @Test func sectionsMayDifferInByteOrder() throws {
        var first = Octets(isBigEndian: true)
        first.section()
        first.interface(101)
        first.enhancedPacket(datagram(1), time: 1)
        var second = Octets(isBigEndian: false)
        second.section()
        second.interface(1)
        second.interface(228)
        second.enhancedPacket(datagram(2), interface: 1, time: 2)
        let read = try CaptureFile(bytes: first.bytes + second.bytes)
        #expect(read.packets.map(\.datagram) == [datagram(1), datagram(2)])
        #expect(read.packets.map(\.timestamp) == [1, 2])
        // The interfaces of one section are not those of the next.
        var third = Octets(isBigEndian: false)
        third.section()
        third.enhancedPacket(datagram(3))
        let error = #expect(throws: ParseError.self) { try CaptureFile(bytes: first.bytes + third.bytes) }
        #expect(error?.field == "pcapng.packet.interface_id")
    }

    @Test(arguments: [false, true], [false, true]) func classicFormatsAreRead(isBigEndian: Bool, nanoseconds: Bool)
        throws
    {
        var file = Octets(isBigEndian: isBigEndian)
        file.integer(UInt32(nanoseconds ? 0xa1b2_3c4d : 0xa1b2_c3d4))
        file.integer(UInt16(2))
        file.integer(UInt16(4))
        for value in [0, 0, 262_144, 0x5000_0065] as [UInt32] { file.integer(value) }
        for value in [1_700_000_000, nanoseconds ? 123_456_999 : 123_456, 30, 32] as [UInt32] { file.integer(value) }
        file.bytes += datagram(1).prefix(30)
        let read = try CaptureFile(bytes: file.bytes)
        #expect(read.packets.count == 1)
        #expect(read.packets.first?.timestamp == 1_700_000_000_123_456)
        #expect(read.packets.first?.datagram == Array(datagram(1).prefix(30)))
        #expect(read.packets.first?.originalLength == 32)
        #expect(read.packets.first?.linkType == .raw)
    }

    /// Resolutions no clock has, and offsets no calendar has, saturate.
    @Test(
        arguments: [
            (0, 0, .max, .max), (127, 0, .max, 0), (0xff, 0, .max, 0), (0x80, 0, 5, 5_000_000), (6, .max, 1, .max),
            (6, .min, 1, .min + 1), (6, -5, 7_000_000, 2_000_000),
        ] as [(UInt8, Int64, UInt64, Int64)])
    func timestampsOfEveryResolutionAreRead(resolution: UInt8, offset: Int64, time: UInt64, microseconds: Int64) throws
    {
        var file = Octets(isBigEndian: true)
        file.section()
        file.interface(101, resolution: resolution, offset: offset)
        file.enhancedPacket(datagram(1), time: time)
        #expect(try CaptureFile(bytes: file.bytes).packets.first?.timestamp == microseconds)
    }

    // MARK: Link types

    private static let addresses = [UInt8](repeating: 2, count: 12)
    private static let frames: [(LinkType, [UInt8], Bool)] = [
        (.raw, datagram(1), true), (.ipv4, datagram(1), true), (.null, [2, 0, 0, 0] + datagram(1), true),
        (.loop, [0, 0, 0, 2] + datagram(1), true), (.null, [0, 0, 0, 2] + datagram(1), true),
        (.ethernet, addresses + [8, 0] + datagram(1), true),
        (.ethernet, addresses + [0x81, 0, 0, 5, 8, 0] + datagram(1), true),
        (.ethernet, addresses + [0x88, 0xa8, 0, 5, 0x81, 0, 0, 6, 8, 0] + datagram(1), true),
        (.linuxSLL, [0, 0, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0] + datagram(1), true),
        (.linuxSLL2, [8, 0, 0, 0, 0, 0, 0, 1, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0] + datagram(1), true),
        (.ethernet, addresses + [0, 40, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0] + datagram(1), true),
        (.ethernet, addresses + [0x88, 0x64, 0x11, 0, 0, 1, 0, 34, 0, 0x21] + datagram(1), true),
        (.ethernet, addresses + [0x81, 0, 0, 5, 0x88, 0x64, 0x11, 0, 0, 1, 0, 34, 0, 0x21] + datagram(1), true),
        (.ethernet, addresses + [0x88, 0x47, 0, 1, 0x40, 64, 0, 1, 0x51, 64] + datagram(1), true),
        (.ppp, [0, 0x21] + datagram(1), true), (.ppp, [0xff, 3, 0, 0x21] + datagram(1), true),
        (.pppHDLC, [0xff, 3, 0, 0x21] + datagram(1), true), (.cHDLC, [0x0f, 0, 8, 0] + datagram(1), true),
        (.pppEther, [0x11, 0, 0, 1, 0, 34, 0, 0x21] + datagram(1), true),
        (.ethernet, addresses + [0, 40, 0x42, 0x42, 3, 0, 0, 0] + datagram(1), false),
        (.ethernet, addresses + [0x88, 0x64, 0x11, 0, 0, 1, 0, 34, 0xc0, 0x21] + datagram(1), false),
        (.ethernet, addresses + [8, 6] + datagram(1), false),
        (.null, [7, 0, 0, 0] + datagram(1), false), (LinkType(rawValue: 147), datagram(1), false),
    ]

    @Test(arguments: 0..<frames.count) func linkHeadersAreStripped(index: Int) {
        let (linkType, frame, isIP) = Self.frames[index]
        #expect(linkType.datagram(in: frame) == (isIP ? datagram(1) : nil), "\(linkType)")
        for count in 0..<frame.count { _ = linkType.datagram(in: Array(frame.prefix(count))) }
    }

    /// Some systems write their own number of raw IP, which the registry does not have.
    @Test(arguments: [12, 14] as [UInt16]) func oldNumbersOfRawIPAreRead(number: UInt16) {
        let link = LinkType(rawValue: number)
        #expect(link.datagram(in: datagram(1)) == datagram(1))
        #expect(link.description == "RAW")
    }

    @Test(arguments: 0..<frames.count)
    func wiresharkFindsTheSameDatagrams(index: Int) async throws {
        let (linkType, frame, isIP) = Self.frames[index]
        let bytes = PcapNG.file(packets: [PcapNG.Packet(timestamp: 0, frame: frame)], linkType: linkType)
        let text = try await Wireshark.run("tshark", ["-n", "-r", "in", "-T", "fields", "-e", "ip.dst"], on: bytes)
            .output
        #expect(text.contains("10.0.0.2") == isIP, "\(linkType)")
    }

    // MARK: Bad files

    @Test func truncationIsAnErrorOrEndsBetweenPackets() throws {
        let bytes = PcapNG.file(packets: packets, keyLog: keyLog)
        let whole = try CaptureFile(bytes: bytes)
        var readable = 0
        for count in 0..<bytes.count {
            do throws(ParseError) {
                let part = try CaptureFile(bytes: Array(bytes.prefix(count)))
                #expect(part.packets == Array(whole.packets.prefix(part.packets.count)))
                readable += 1
            } catch {
                #expect(error.offset <= count)
            }
        }
        // After the section header, the interface, the secrets and the first two packets.
        #expect(readable == 5)
    }

    @Test func truncatedClassicFilesAreRefused() throws {
        var file = Octets(isBigEndian: false)
        file.integer(UInt32(0xa1b2_c3d4))
        file.integer(UInt16(2))
        file.integer(UInt16(4))
        for value in [0, 0, 262_144, 101] as [UInt32] { file.integer(value) }
        for value in [1, 2, 32, 32] as [UInt32] { file.integer(value) }
        file.bytes += datagram(1)
        var readable: [Int] = []
        for count in 0..<file.bytes.count where (try? CaptureFile(bytes: Array(file.bytes.prefix(count)))) != nil {
            readable.append(count)
        }
        #expect(readable == [24])
    }

    @Test(arguments: 0..<1_000 as Range<UInt64>) func damagedFilesNeverTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bytes: [UInt8]
        switch seed % 3 {
        case 0: bytes = PcapNG.file(packets: packets, keyLog: keyLog)
        case 1:
            var file = Octets(isBigEndian: true)
            file.section()
            file.interface(1, resolution: 9, offset: 1)
            file.enhancedPacket(datagram(1))
            file.block(3) {
                $0.integer(UInt32(32))
                $0.padded(datagram(4))
            }
            bytes = file.bytes
        default: bytes = random.octets(200)
        }
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
        }
        do throws(ParseError) {
            let file = try CaptureFile(bytes: bytes)
            #expect(file.packets.reduce(0) { $0 + ($1.datagram?.count ?? 0) } <= bytes.count)
        } catch {
            #expect(error.offset <= bytes.count)
        }
    }

    /// A length of four gigaoctets is refused before anything is allocated for it.
    @Test func announcedLengthsAreNotBelieved() {
        var file = Octets(isBigEndian: true)
        file.section()
        file.interface(101)
        let start = file.bytes.count
        file.enhancedPacket(datagram(1))
        for index in (start + 20)..<(start + 24) { file.bytes[index] = 0xff }
        let error = #expect(throws: ParseError.self) { try CaptureFile(bytes: file.bytes) }
        #expect(error?.field == "pcapng.packet.packet_data")
        #expect(error?.rule == .truncated(needed: 0xffff_ffff, available: 32))
    }

    @Test func otherFilesAreRefused() {
        for bytes in [[], [1, 2, 3], Array("GIF89a and more".utf8)] as [[UInt8]] {
            let error = #expect(throws: ParseError.self) { try CaptureFile(bytes: bytes) }
            #expect(error?.field == "magic_number")
        }
    }
}

/// Wireshark's programs as the other side: they read what is written here, and write what is read here.
@Suite struct WiresharkTests {
    private let packets = (0..<5).map {
        PcapNG.Packet(
            timestamp: 1_700_000_000_000_000 + Int64($0) * 1_001, frame: datagram(UInt8($0)), comment: "no \($0)")
    }

    @Test func capinfosReadsTheFile() async throws {
        let bytes = PcapNG.file(packets: packets, keyLog: "CLIENT_RANDOM 00 01\n", comment: "what this is")
        let text = try await Wireshark.run("capinfos", ["in"], on: bytes).output
        #expect(text.contains("Wireshark/... - pcapng"))
        #expect(text.contains("Raw IP"))
        #expect(text.contains("Number of packets:   5"))
        #expect(text.contains("Number of decryption secrets in file: 1"))
        #expect(text.contains("Capture application: HandshakeSim"))
        #expect(text.contains("Capture comment:     what this is"))
        #expect(text.contains("Time precision = microseconds (6)"))
    }

    @Test func tsharkReadsPacketsTimesAndComments() async throws {
        let bytes = PcapNG.file(packets: packets)
        let fields = ["-e", "frame.time_epoch", "-e", "frame.len", "-e", "frame.comment", "-e", "udp.dstport"]
        let text = try await Wireshark.run("tshark", ["-n", "-r", "in", "-T", "fields"] + fields, on: bytes).output
        #expect(
            text.split(separator: "\n") == [
                "1700000000.000000000\t32\tno 0\t50001", "1700000000.001001000\t32\tno 1\t50001",
                "1700000000.002002000\t32\tno 2\t50001", "1700000000.003003000\t32\tno 3\t50001",
                "1700000000.004004000\t32\tno 4\t50001",
            ])
    }

    @Test(arguments: ["pcap", "nsecpcap", "pcapng"]) func convertedFilesAreReadBack(format: String) async throws {
        let converted = try await Wireshark.run(
            "editcap", ["-F", format, "in", "out"], on: PcapNG.file(packets: packets)
        )
        .file
        let read = try CaptureFile(bytes: converted)
        #expect(read.packets.map(\.datagram) == packets.map(\.frame))
        #expect(read.packets.map(\.timestamp) == packets.map(\.timestamp))
        if format == "pcapng" { #expect(read.packets.map(\.comment) == packets.map(\.comment)) }
    }

    @Test func injectedSecretsAreReadBack() async throws {
        let keyLog = "CLIENT_RANDOM \(String(repeating: "ab", count: 32)) \(String(repeating: "cd", count: 48))\n"
        let bytes = PcapNG.file(packets: packets, keyLog: keyLog)
        // Wireshark takes our secrets over into a file of its own making.
        let rewritten = try await Wireshark.run("editcap", ["in", "out"], on: bytes).file
        #expect(try CaptureFile(bytes: rewritten).secrets == [keyLog])
    }

    @Test func cutPacketsKeepTheirLength() async throws {
        let cut = try await Wireshark.run("editcap", ["-s", "21", "in", "out"], on: PcapNG.file(packets: packets)).file
        let read = try CaptureFile(bytes: cut)
        #expect(read.packets.allSatisfy { $0.originalLength == 32 && $0.datagram?.count == 21 })
    }
}
