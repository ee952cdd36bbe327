import TestRecording
import TestSupport
import Testing
import Trace

@testable import Capture

/// Captures that gzip has compressed are read as if they were not; damage ends the reading behind what is sound.
@Suite struct GzipTests {
    /// A capture whose packets repeat themselves and are random in part, so that a block has literals, repetitions and long codes.
    private static func capture(packets count: Int) -> [UInt8] {
        var random = SplitMix64(seed: 7)
        let packets = (0..<count).map { number in
            PcapNG.Packet(
                timestamp: Int64(number),
                frame: datagram(UInt8(number & 255)) + random.octets(number % 60)
                    + [UInt8](repeating: UInt8(number & 15), count: number % 300))
        }
        return PcapNG.file(packets: packets)
    }

    /// What gzip makes of some octets.
    private static func gzip(_ octets: [UInt8], _ level: String = "-6") async throws -> [UInt8] {
        try await Tool.run("gzip", ["-c", level], input: octets).standardOutputBytes
    }

    /// A member with a stored block, made by hand.
    private static func stored(_ octets: [UInt8], flags: UInt8 = 0, header: [UInt8] = []) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let lengths = little(octets.count, 2) + little(~octets.count, 2)
        return [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3] + header + [1] + lengths + octets
            + little(Int(CRC32.of(octets)), 4) + little(octets.count, 4)
    }

    /// The frames that are read before the end or an error, with the octets given in pieces.
    private static func read(_ file: [UInt8], step: Int = .max) -> (frames: Int, error: ParseError?) {
        var reader = CaptureReader()
        var place = 0
        do throws(ParseError) {
            while true {
                while try reader.next() != nil {}
                guard place < file.count else {
                    if reader.isAtEnd { return (reader.frames, nil) }
                    reader.end()
                    continue
                }
                let end = place + min(step, file.count - place)
                reader.append(Array(file[place..<end]))
                place = end
            }
        } catch {
            return (reader.frames, error)
        }
    }

    @Test func theCheckOfNineDigitsIsThatOfTheStandard() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xcbf4_3926)
    }

    @Test(arguments: ["-1", "-6", "-9"], [1, 500, Int.max])
    func everyLevelIsRead(level: String, step: Int) async throws {
        let capture = Self.capture(packets: 3_000)
        let file = try await Self.gzip(capture, level)
        let result = Self.read(file, step: step)
        #expect(result.frames == 3_000)
        #expect(result.error == nil)
        #expect(try CaptureFile(bytes: file).packets == CaptureFile(bytes: capture).packets)
    }

    @Test func randomOctetsAreStoredAndRead() async throws {
        var random = SplitMix64(seed: 3)
        let capture = PcapNG.file(packets: (0..<60).map { PcapNG.Packet(timestamp: $0, frame: random.octets(4_000)) })
        let file = try await Self.gzip(capture)
        #expect(Self.read(file).frames == 60)
    }

    /// Fixed codes, and a repetition that overlaps itself: 0x61 ten times (made by zlib).
    @Test func fixedCodesAndOverlapsAreRead() throws {
        var input = BitReader()
        input.append([0x4b, 0x84, 0x03, 0x00])
        var inflate = Inflate()
        #expect(try inflate.next(&input) == [UInt8](repeating: 0x61, count: 10))
        #expect(inflate.isDone)
    }

    @Test func membersNamesAndZerosAreRead() {
        let capture = Self.capture(packets: 4)
        let name = Array("trace.pcapng\0".utf8)
        let half = capture.count / 2
        let file =
            Self.stored(Array(capture[..<half]), flags: 0x1e, header: [3, 0, 1, 2, 3] + name + [0x21, 0, 9, 9])
            + Self.stored([]) + Self.stored(Array(capture[half...])) + [UInt8](repeating: 0, count: 100)
        for step in [1, 7, .max] {
            let result = Self.read(file, step: step)
            #expect(result.frames == 4)
            #expect(result.error == nil)
        }
    }

    @Test func aFileThatIsCutAnywhereIsReadUpToThere() async throws {
        let file = try await Self.gzip(Self.capture(packets: 40), "-9")
        var frames = 0
        for count in 1..<file.count {
            let result = Self.read(Array(file.prefix(count)), step: count % 2 == 0 ? 13 : .max)
            #expect(result.frames >= frames)
            frames = result.frames
            guard case .truncated = result.error?.rule else {
                Issue.record("\(count): \(String(describing: result.error))")
                return
            }
        }
        #expect(frames == 40)
    }

    @Test func aChangedOctetDoesNoHarmAndIsFound() async throws {
        let capture = Self.capture(packets: 40)
        let file = try await Self.gzip(capture, "-9")
        // The header has a time, which nothing checks.
        let blocks = 10
        for place in file.indices {
            for change in [0x01, 0x80, 0xff] as [UInt8] {
                var octets = file
                octets[place] ^= change
                let result = Self.read(octets)
                #expect(result.frames <= 1_000_000)
                // A change that gives the same octets, as another distance to equal ones may, is none.
                if place >= blocks { #expect(result.error != nil || result.frames == 40, "\(place)") }
            }
        }
    }

    @Test func aWrongCheckOrLengthEndsTheReadingBehindAllFrames() async throws {
        let file = try await Self.gzip(Self.capture(packets: 30))
        for (back, field) in [(8, "gzip.crc32"), (4, "gzip.isize")] {
            var octets = file
            octets[file.count - back] ^= 1
            let result = Self.read(octets)
            #expect(result.frames == 30)
            #expect(result.error?.field == field)
        }
        #expect(Self.read(file + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).error?.field == "gzip.header")
    }

    @Test(arguments: seeds(300))
    func randomBlocksDoNoHarm(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let file = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + random.octets(400)
        let result = Self.read(file, step: 1 + Int(random.next() % 100))
        #expect(result.error != nil)
    }

    /// Each call gives about a quarter of a megaoctet, whatever the file would become.
    @Test func aFileThatBecomesLargeComesInPieces() async throws {
        let bomb = try await Self.gzip([UInt8](repeating: 0, count: 40 << 20), "-9")
        var gzip = GzipReader()
        gzip.append(bomb)
        var (count, largest) = (0, 0)
        while let piece = try gzip.next(isWhole: true) {
            count += piece.count
            largest = max(largest, piece.count)
        }
        #expect(count == 40 << 20)
        #expect(count <= bomb.count * 1_032)
        #expect(largest <= 1 << 20)
    }
}
