import TestRecording
import Testing
import Trace

@testable import Capture

/// Old versions of the classic format are read, and other formats are named with what to do.
@Suite struct FormatTests {
    private func file(minor: UInt16, lengths: (UInt32, UInt32), magic: UInt32 = 0xa1b2_c3d4) -> [UInt8] {
        var file = Octets(isBigEndian: true)
        file.integer(magic)
        file.integer(UInt16(2))
        file.integer(minor)
        for value in [0, 0, 65_535, 101] as [UInt32] { file.integer(value) }
        for value in [7, 8, lengths.0, lengths.1] as [UInt32] { file.integer(value) }
        if magic == 0xa1b2_cd34 { file.bytes += [0, 0, 0, 1, 8, 0, 0, 0] }
        file.bytes += datagram(1).prefix(30)
        return file.bytes
    }

    /// Before version 2.3 the length on the wire stands first. In version 2.3 it may stand first.
    @Test(
        arguments: [(0, 32, 30), (2, 32, 30), (3, 32, 30), (3, 30, 32), (4, 30, 32)] as [(UInt16, UInt32, UInt32)])
    func oldVersionsAreRead(minor: UInt16, first: UInt32, second: UInt32) throws {
        let packet = try #require(try CaptureFile(bytes: file(minor: minor, lengths: (first, second))).packets.first)
        #expect(packet.originalLength == 32)
        #expect(packet.datagram == Array(datagram(1).prefix(30)))
        #expect(packet.timestamp == 7_000_008)
    }

    @Test func aLongerPacketHeaderIsRead() throws {
        let bytes = file(minor: 4, lengths: (30, 32), magic: 0xa1b2_cd34)
        #expect(try CaptureFile(bytes: bytes).packets.first?.datagram == Array(datagram(1).prefix(30)))
    }

    @Test func newerVersionsAreRefused() {
        let error = #expect(throws: ParseError.self) { try CaptureFile(bytes: file(minor: 5, lengths: (30, 32))) }
        #expect(error?.description.contains("version 2.5, not 2.0 to 2.4") == true)
    }

    private static let foreign: [([UInt8], String)] = [
        ([0x28, 0xb5, 0x2f, 0xfd, 4], "zstd -dc FILE"), ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz -dc FILE"),
        (Array("BZh91AY".utf8), "bzip2 -dc FILE"), ([4, 0x22, 0x4d, 0x18], "lz4 -dc FILE"),
        (Array("PK\u{3}\u{4}".utf8), "unzip -p FILE"), (Array("snoop\0\0\0\0\0\0\u{2}".utf8), "editcap"),
        ([UInt8](repeating: 1, count: 257) + Array("ustar\0".utf8), "tar -xOf FILE"),
        ([0, 0, 0, 0, 0, 0, 0, 0x65, 2, 4, 0, 80, 0, 0, 0, 64], "ERF"),
        (Array("12:00:01.5 IP 10.0.0.1.80 > 10.0.0.2.90: Flags [S]\n".utf8), "text2pcap"),
        (Array("[\n  {\"_index\": 1}]".utf8), "JSON"), (Array("CLIENT_RANDOM 00 11\n".utf8), "--keylog"),
    ]

    @Test(arguments: 0..<foreign.count)
    func otherFormatsAreNamedWithWhatToDo(index: Int) {
        let (bytes, words) = Self.foreign[index]
        let error = #expect(throws: ParseError.self) { try CaptureFile(bytes: bytes) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
}
