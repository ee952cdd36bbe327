import Capture
import TestSupport
import Testing

@testable import Explain

/// Files that lie cause no trap and no endless loop, and everything before the lie is told.
@Suite
struct HostileTests {
    static let visit = CaptureScript(WholeFileTests.visit)
    /// A visit with little data, so that a test can change each of its octets in turn.
    static let short = CaptureScript("0 open 20\n21 C > S PSH,ACK len 9\n41 S > C PSH,ACK len 9 sack 0-9\n42 close 20")

    /// The octets come in one piece or in small pieces.
    @Test func aFileThatIsCutAnywhereIsExplainedUpToThere() {
        let classic =
            PcapFile.header() + Self.short.packets.flatMap { PcapFile.record($0.frame, at: Int($0.timestamp)) }
        for file in [Self.short.file, classic] {
            var frames = 0
            for count in 0...file.count {
                let explanation = Explanation(Array(file.prefix(count)), step: count % 2 == 0 ? 1 << 16 : 97)
                #expect(explanation.facts.frames >= frames)
                frames = explanation.facts.frames
            }
            #expect(frames == Self.short.packets.count)
        }
    }

    @Test func aChangedOctetDoesNoHarm() {
        let file = Self.short.file
        for place in file.indices {
            for value in [0, 0x7f, 0xff] as [UInt8] {
                var octets = file
                octets[place] = value
                let explanation = Explanation(octets)
                #expect(explanation.facts.frames <= Self.short.packets.count)
            }
        }
    }

    @Test(arguments: seeds(200))
    func randomDamageDoesNoHarm(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var packets = Self.visit.packets
        for index in packets.indices where random.next() % 2 == 0 {
            var octets = packets[index].frame
            for _ in 0..<(random.next() % 6) {
                guard !octets.isEmpty else { break }
                switch random.next() % 3 {
                case 0: octets[Int(random.next() % UInt64(octets.count))] = UInt8(truncatingIfNeeded: random.next())
                case 1: octets.removeLast(Int(random.next() % UInt64(octets.count)))
                default: octets += random.octets(Int(random.next() % 40))
                }
            }
            packets[index] = PcapNG.Packet(
                timestamp: Int64(truncatingIfNeeded: random.next() % (1 << 50)), frame: octets)
        }
        let explanation = Explanation(
            PcapNG.file(packets: packets), step: 1 + Int(random.next() % 3_000), mostLive: 1 + Int(random.next() % 4))
        for finding in explanation.findings { #expect(!finding.diagnosis.english.isEmpty) }
    }

    /// The sequence numbers wrap, and the window scale is at its limit.
    @Test(arguments: [0xffff_ff00, 0xffff_ffff, 0x7fff_fff0, 0] as [Int])
    func sequenceNumbersMayWrap(isn: Int) {
        let script = """
            0 C > S SYN isn \(isn) mss 1460 wscale 14 sackok ts 1
            20 S > C SYN,ACK isn \(isn) mss 1460 wscale 14 sackok ts 1
            20.1 C > S ACK
            21 S > C ACK len 1448 times 200 every 0.01
            30 C > S ACK
            31 S > C ACK seq 288152 len 1448
            50 C > S ACK ack 289600 sack 288152-289600
            70 close 20
            """
        let explanation = Explanation(script)
        #expect(explanation.connections.first?.server.distinctOctets == 289_600)
        #expect(explanation.connections.first?.server.missingOctets == 0)
        #expect(explanation.codes == ["tcp.needless_retransmissions"])
    }

    /// More interfaces than any machine has are damage. The frames before them are told.
    @Test func readingStopsAtTooManyInterfaces() {
        var file = Self.visit.file
        let interface: [UInt8] = [1, 0, 0, 0, 20, 0, 0, 0, 101, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0]
        for _ in 0..<5_000 { file += interface }
        let explanation = Explanation(file)
        #expect(explanation.facts.findings.map(\.code) == ["capture.malformed"])
        #expect(explanation.connections.first?.closing == .fin)
    }

    /// Lengths of IP, of TCP and of the file contradict each other.
    @Test func contradictoryLengthsAreSetAside() {
        let tcp = Self.visit.packets[3].frame
        func changed(_ place: Int, _ values: UInt8...) -> [UInt8] {
            var octets = tcp
            octets.replaceSubrange(place..<(place + values.count), with: values)
            return octets
        }
        let liars: [([UInt8], SetAside)] = [
            (changed(0, 0x41), .malformed), (changed(2, 0, 10), .malformed), (changed(2, 0, 30), .malformed),
            (changed(32, 0x10), .malformed), (changed(0, 0x55), .notIP), (changed(9, 99), .otherProtocol),
            (Array(tcp.prefix(19)), .headerCut), (Array(tcp.prefix(30)), .headerCut), ([], .headerCut),
        ]
        for (octets, why) in liars {
            let file = PcapFile.header() + PcapFile.record(octets, at: 1, original: 1_500)
            let explanation = Explanation(file)
            #expect(explanation.setAside.map(\.why) == [why], "\(octets.prefix(40))")
        }
        let longer = PcapFile.header(snap: 0) + PcapFile.record(tcp, at: 1, captured: 1 << 30)
        #expect(Explanation(longer).facts.findings.first?.code == "capture.malformed")
        let running = PcapFile.header() + PcapFile.record(tcp, at: 1, captured: 1 << 20)
        #expect(Explanation(running).facts.findings.first?.code == "capture.truncated_file")
    }

    /// The fragments overlap and lie about their places, and no datagram becomes whole.
    @Test func fragmentsWithoutEndAreSetAside() {
        var file = PcapFile.header()
        for number in 0..<2_000 {
            let content = [UInt8](repeating: 1, count: 40)
            file += PcapFile.record(
                PcapFile.datagram(6, content, fragment: 0x2000 | number % 8_191, id: number % 97), at: number)
        }
        let explanation = Explanation(file)
        #expect(explanation.connections.isEmpty)
        #expect(explanation.setAside.count == 2_000)
    }

    @Test func acknowledgmentsOfDataThatWasNeverSentDoNoHarm() {
        let explanation = Explanation(
            "0 open 20\n"
                + (0..<600).map {
                    "\(21 + $0) C > S ACK ack \($0 % 7 * 100_000_000) sack \(4_000 * $0)-\(4_000 * $0 + 900)"
                }.joined(separator: "\n"))
        #expect(explanation.connections.count == 1)
    }

    /// If there are more connections than may be alive, the one that was silent longest is written. No connection is lost.
    @Test func theLongestSilentConnectionIsWrittenFirst() {
        let script = (0..<300).map { "\($0) C:\(1_000 + $0) > S SYN" }.joined(separator: "\n")
        let explanation = Explanation(CaptureScript(script).file, mostLive: 10)
        #expect(explanation.connections.map(\.number) == Array(1...300))
    }

    /// The times jump between 0 and 2^62.
    @Test func meaninglessTimesDoNoHarm() {
        var packets = CaptureScript(
            "0 open 20\n"
                + (0..<3_000).map { "\(21 + $0) S > C ACK win \($0 % 2 * 60_000) len \($0 % 3 * 100) seq 0" }
                .joined(separator: "\n")
        ).packets
        for index in packets.indices {
            packets[index] = PcapNG.Packet(timestamp: index % 4 < 2 ? 0 : 1 << 62, frame: packets[index].frame)
        }
        var file = PcapNG.file(packets: packets)
        // The unit of the times is an option of the interface. Its value is changed to seconds and to powers of two.
        let resolution: [UInt8] = [9, 0, 1, 0, 6]
        let place = file.indices.first { file[$0...].starts(with: resolution) } ?? 0
        for unit in [6, 0, 0x80, 0xff] as [UInt8] {
            file[place + 4] = unit
            let explanation = Explanation(file)
            #expect(explanation.facts.frames == packets.count)
            for finding in explanation.findings { #expect(!finding.diagnosis.english.isEmpty) }
        }
    }

    @Test func aStreamFullOfHolesKeepsMemorySmall() {
        let script =
            "0 open 20\n" + (0..<3_000).map { "\(21 + $0) S > C ACK seq \($0 * 100) len 10" }.joined(separator: "\n")
        let explanation = Explanation(script)
        #expect(explanation.connections.first?.server.distinctOctets == 30_000)
        #expect((explanation.connections.first?.server.sent.count ?? 0) <= 2_048)
    }
}
