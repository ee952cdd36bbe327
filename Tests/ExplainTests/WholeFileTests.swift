import Capture
import TestSupport
import Testing

@testable import Explain

/// Octets of classic pcap files, put together by hand.
enum PcapFile {
    static func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func header(link: Int = 101, snap: Int = 0) -> [UInt8] {
        [0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0] + little(0) + little(0) + little(snap) + little(link)
    }

    static func record(_ octets: [UInt8], at time: Int = 0, captured: Int? = nil, original: Int? = nil) -> [UInt8] {
        little(time / 1_000_000) + little(time % 1_000_000) + little(captured ?? octets.count)
            + little(original ?? octets.count) + octets
    }

    /// A datagram of IPv4.
    static func datagram(
        _ proto: UInt8, _ content: [UInt8], fragment word: Int = 0, id: Int = 1, from: UInt8 = 9, to: UInt8 = 1
    ) -> [UInt8] {
        let length = 20 + content.count
        return [
            0x45, 0, UInt8(length >> 8), UInt8(length & 255), UInt8(id >> 8), UInt8(id & 255), UInt8(word >> 8 & 255),
            UInt8(word & 255), 64, proto, 0, 0, 10, 0, 0, from, 10, 0, 0, to,
        ] + content
    }
}

/// Findings about whole files, and about ICMP messages.
@Suite
struct WholeFileTests {
    static let visit = """
        0 open 20
        21 C > S PSH,ACK len 300
        41 S > C ACK
        42 S > C PSH,ACK len 1448 times 3 every 1
        62 C > S ACK
        70 close 20
        """

    @Test func aFileThatEndsWithinAPacketIsTruncated() {
        let file = CaptureScript(Self.visit).file
        let explanation = Explanation(Array(file.dropLast(7)))
        #expect(explanation.facts.findings.map(\.code) == ["capture.truncated_file"])
        #expect(explanation.connections.count == 1)
    }

    @Test func aBlockThatContradictsItselfIsMalformed() {
        var file = CaptureScript(Self.visit).file
        file += [6, 0, 0, 0, 13, 0, 0, 0, 1, 2, 3, 4]
        let explanation = Explanation(file)
        #expect(explanation.facts.findings.map(\.code) == ["capture.malformed"])
        #expect(explanation.connections.first?.closing == .fin)
        let grave = explanation.grave
        #expect(grave.isEmpty)
    }

    @Test func aCaptureWithoutTCPIsTold() {
        #expect(Explanation(PcapNG.file(packets: [])).codes == ["capture.nothing"])
        let quic =
            PcapFile.header() + PcapFile.record(PcapFile.datagram(17, [1, 0xbb, 2, 0, 0, 12, 0, 0, 1, 2, 3, 4]), at: 5)
        let explanation = Explanation(quic)
        #expect(explanation.codes == ["capture.nothing"])
        #expect(explanation.setAside.map(\.why) == [.quic])
        #expect(explanation.findings.first?.diagnosis.english.contains("quic") == true)
    }

    @Test func aFileWithoutTimesIsTold() {
        let packets = CaptureScript(Self.visit).packets
        let file = PcapFile.header() + packets.flatMap { PcapFile.record($0.frame) }
        #expect(Explanation(file).facts.findings.map(\.code) == ["capture.no_times"])
        #expect(Explanation(file).grave.isEmpty)
    }

    /// Over a jump of the clock no time is known: neither that of the handshake, nor that from data to its acknowledgment.
    @Test func noRoundTripGoesOverAJumpOfTheClock() throws {
        let script = """
            0 C > S SYN mss 1460
            200000000 S > C SYN,ACK mss 1460
            200000000.1 C > S ACK
            200000001 C > S PSH,ACK len 100
            400000021 S > C ACK
            400000022 C > S PSH,ACK len 100
            400000042 S > C ACK
            """
        let connection = try #require(Explanation(script).connections.first)
        #expect(connection.course.roundTrip == nil && connection.course.toAnswerer == nil)
        #expect(connection.client.roundTrips.count == 1 && connection.client.roundTrips.least == 20_000)
    }

    /// Fragments may come in any order, twice, and overlapping.
    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 1, 0, 2, 2]])
    func fragmentsArePutTogether(order: [Int]) {
        var packets = CaptureScript(Self.visit).packets
        let whole = Array(packets[5].frame.dropFirst(20))
        let cuts = [0..<496, 480..<1_000, 992..<whole.count]
        let pieces = order.map { index in
            let last = index == 2
            return PcapFile.datagram(
                6, Array(whole[cuts[index]]), fragment: (last ? 0 : 0x2000) | cuts[index].lowerBound / 8, id: 77,
                from: 2, to: 1)
        }
        packets.replaceSubrange(5...5, with: pieces.map { PcapNG.Packet(timestamp: packets[5].timestamp, frame: $0) })
        let explanation = Explanation(PcapNG.file(packets: packets))
        #expect(explanation.facts.findings.map(\.code) == ["capture.fragments"])
        #expect(explanation.connections.first?.server.distinctOctets == 3 * 1_448)
        #expect(explanation.grave.isEmpty)
    }

    /// An ICMP message belongs to the connection of the segment that it quotes.
    @Test(
        arguments: [
            ([3, 1], ["path.unreachable"]), ([3, 13], ["path.unreachable"]),
            ([3, 4], ["path.fragmentation_needed", "capture.undecided"]),
            ([11, 0], ["path.ttl_exceeded"]),
        ] as [([UInt8], [String])])
    func anICMPErrorBelongsToItsConnection(message: [UInt8], codes: [String]) {
        var packets = CaptureScript("0 C > S SYN mss 1460").packets
        let quoted = packets[0].frame.prefix(28)
        let report = PcapFile.datagram(1, message + [0, 0, 0, 0, 5, 0] + quoted)
        packets.append(PcapNG.Packet(timestamp: 3_000, frame: report))
        let explanation = Explanation(PcapNG.file(packets: packets))
        #expect(explanation.codes == codes.sorted())
        #expect(explanation.frames(codes[0]) == [2])
        #expect(explanation.setAside.isEmpty)
    }

    @Test func aHealthyCaptureIsToldWithItsFigures() {
        let explanation = Explanation(Self.visit)
        #expect(explanation.findings.isEmpty)
        #expect(
            explanation.facts.figures.healthy.diagnosis.english
                == """
                Nothing is wrong in what this capture has: 1 connection, 4644 octets of data, 0 of 4 data segments sent again (0 %). \
                It took 90 ms: a round trip takes 20 ms; the server took 1.4 ms to speak when it was its turn, the client 1 ms; the \
                data itself took 2 ms.
                """
        )
    }

    /// Three lost segments of 1,200 that no timer had to send again are a remark. Three of 30 are trouble.
    @Test(arguments: [(1_200, DiagnosisResult.Severity.remark), (30, .trouble)])
    func theRateOfLossDecidesTheSeverity(segments: Int, severity: DiagnosisResult.Severity) {
        var script = "0 open 20 S C\n"
        for part in 0..<3 {
            let (time, start) = (100 * (part + 1), part * segments / 3 * 1_000)
            let end = start + segments / 3 * 1_000
            script += """
                \(time) S > C ACK seq \(start) len 1000 lost
                \(time).1 S > C ACK len 1000 times \(segments / 3 - 1) every 0.001
                \(time + 20) C > S ACK ack \(start) sack \(start + 1_000)-\(end)
                \(time + 21) S > C ACK seq \(start) len 1000
                \(time + 41) C > S ACK ack \(end)

                """
        }
        let explanation = Explanation(script)
        #expect(explanation.finding("tcp.loss")?.severity == severity)
        #expect(explanation.finding("tcp.loss")?.entry.evidence.first?.value == 3)
    }

    /// A lost FIN delays no data.
    @Test func aLostFINIsNoTrouble() {
        let script = """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            60 C > S FIN,ACK lost
            360 C > S FIN,ACK seq 100
            380 S > C FIN,ACK
            380.1 C > S ACK
            """
        #expect(Explanation(script).codes == ["tcp.loss", "tcp.timeouts"])
        #expect(Explanation(script).grave.isEmpty)
    }

    @Test func aCommonCauseExplainsTheFindingsOfSingleConnections() throws {
        let capture = try #require(MadeCapture.all.first { $0.name == "port scan" })
        let shared = try #require(Explanation(capture.script).facts.common.shared.first)
        #expect(shared.group.count == 20 && shared.group.connections == Array(1...20))
        #expect(shared.group.explains == ["tcp.refused": 20])
    }

    /// A short TLS record, such as an alert or a confirmation of HTTP/2, waits for no answer.
    @Test func shortRecordsAskNothing() {
        let script = """
            0 open 20
            21 C > S PSH,ACK len 300 head 170303
            41 S > C PSH,ACK len 900 head 170303
            42 C > S PSH,ACK len 39 head 170303
            62 S > C ACK
            9000 S > C PSH,ACK len 40 head 170303
            9000.1 C > S ACK
            9010 close 20 S C
            """
        #expect(Explanation(script).findings.isEmpty)
        #expect(Explanation(script.replacing("len 39", with: "len 390")).codes == ["app.slow_answer"])
    }

    /// Each code about TCP, the path, the capture and the application is in a capture of the corpus or in these tests.
    @Test func everyCodeIsShown() throws {
        var shown = Set(MadeCapture.all.flatMap(\.codes.keys))
        shown.formUnion([
            "capture.truncated_file", "capture.malformed", "capture.nothing", "capture.no_times", "capture.fragments",
            "path.fragmentation_needed", "path.unreachable", "path.ttl_exceeded", "capture.secrets_unused", "healthy",
        ])
        #expect(try AbsentCode.catalogue().filter { !$0.hasPrefix("tls.") }.subtracting(shown).isEmpty)
        #expect(MadeCapture.all.count >= 40)
    }
}
