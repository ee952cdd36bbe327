import Capture
import TestSupport
import Testing

@testable import Explain

/// Connections in tunnels, fragments, and captures of several files.
@Suite struct TunnelTests {
    private static let visit = CaptureScript(WholeFileTests.visit)
    private static let ethernet = [UInt8](repeating: 2, count: 12)

    private static func udp(to port: Int, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 8
        return PcapFile.datagram(
            17, [0xc0, 0, UInt8(port >> 8), UInt8(port & 255), UInt8(length >> 8), UInt8(length & 255), 0, 0] + content)
    }

    /// What carries a datagram, by the names of its tunnels.
    private static let tunnels: [(names: [String], wrap: @Sendable ([UInt8]) -> [UInt8])] = [
        (["GRE"], { PcapFile.datagram(47, [0, 0, 8, 0] + $0) }),
        (["GRE"], { PcapFile.datagram(47, [0xb0, 0, 8, 0, 1, 2, 0, 0, 0, 0, 0, 7, 0, 0, 0, 9] + $0) }),
        (["GRE"], { PcapFile.datagram(47, [0, 0, 0x65, 0x58] + ethernet + [8, 0] + $0) }),
        (
            ["GRE"],
            {
                PcapFile.datagram(
                    47, [0x10, 0, 0x88, 0xbe, 0, 0, 0, 1, 0x10, 0, 0, 0, 0, 0, 0, 0] + ethernet + [8, 0] + $0)
            }
        ),
        (["VXLAN"], { udp(to: 4_789, [8, 0, 0, 0, 0, 0, 42, 0] + ethernet + [8, 0] + $0) }),
        (["Geneve"], { udp(to: 6_081, [1, 0, 0x65, 0x58, 0, 0, 42, 0, 1, 2, 3, 4] + ethernet + [8, 0] + $0) }),
        (["IP in IP"], { PcapFile.datagram(4, $0) }),
        (["GTP-U"], { udp(to: 2_152, [0x30, 255, UInt8($0.count >> 8), UInt8($0.count & 255), 0, 0, 0, 1] + $0) }),
        (
            ["GTP-U"],
            {
                udp(
                    to: 2_152,
                    [
                        0x34, 255, UInt8(($0.count + 8) >> 8), UInt8(($0.count + 8) & 255), 0, 0, 0, 1, 0, 0, 0, 0x85,
                        1, 0, 0, 0,
                    ] + $0)
            }
        ),
        (
            ["VXLAN", "MPLS"],
            { udp(to: 4_789, [8, 0, 0, 0, 0, 0, 42, 0] + ethernet + [0x88, 0x47, 0, 1, 0x41, 64] + $0) }
        ),
        (
            [],
            {
                PcapFile.datagram(
                    51, [6, 4] + [UInt8](repeating: 0, count: 22) + $0.dropFirst(20), from: $0[15], to: $0[19])
            }
        ),
    ]

    private static func file(_ packets: [PcapNG.Packet], _ wrap: ([UInt8]) -> [UInt8]) -> [UInt8] {
        PcapNG.file(packets: packets.map { PcapNG.Packet(timestamp: $0.timestamp, frame: wrap($0.frame)) })
    }

    @Test(arguments: 0..<tunnels.count)
    func aConnectionInATunnelIsExplained(index: Int) throws {
        let (names, wrap) = Self.tunnels[index]
        let explanation = Explanation(Self.file(Self.visit.packets, wrap))
        let connection = try #require(explanation.connections.first)
        #expect(connection.course.inside.names == names)
        #expect(connection.closing == .fin)
        #expect(explanation.setAside.isEmpty)
        #expect(connection.server.distinctOctets == 3 * 1_448)
        // The checksum is right: so the segment begins and ends where it should.
        #expect(explanation.findings.isEmpty)
        let members = connection.json.members ?? []
        #expect(members.contains { $0.name == "inside" } == !names.isEmpty)
    }

    @Test(arguments: 0..<tunnels.count)
    func aTunnelThatIsCutOrDamagedDoesNoHarm(index: Int) {
        let frame = Self.tunnels[index].wrap(Self.visit.packets[3].frame)
        for count in 0..<min(frame.count, 90) {
            let cut = PcapFile.header() + PcapFile.record(Array(frame.prefix(count)), at: 1, original: frame.count)
            #expect(Explanation(cut).facts.frames == 1)
            for value in [0, 0x0f, 0x7f, 0xff] as [UInt8] {
                var octets = frame
                octets[count] = value
                #expect(Explanation(PcapFile.header() + PcapFile.record(octets, at: 1)).facts.frames == 1)
            }
        }
    }

    /// What only has the port of a tunnel is UDP.
    @Test(arguments: [4_789, 6_081, 2_152])
    func aTunnelNeedsASoundHeader(port: Int) {
        for first in [0x45, 0xff, 0x31] as [UInt8] {
            let frame = Self.udp(to: port, [first] + Self.visit.packets[3].frame.dropFirst())
            let explanation = Explanation(PcapFile.header() + PcapFile.record(frame, at: 1))
            #expect(explanation.setAside.map(\.why) == [.udp])
        }
    }

    @Test(arguments: [(8, true), (9, false), (60, false)])
    func tunnelsAreSteppedIntoEightDeep(depth: Int, isRead: Bool) {
        let file = Self.file(Self.visit.packets) { frame in
            (0..<depth).reduce(frame) { inner, _ in PcapFile.datagram(4, inner) }
        }
        let explanation = Explanation(file)
        #expect(explanation.connections.isEmpty != isRead)
        if isRead {
            #expect(explanation.connections.first?.course.inside.names == Array(repeating: "IP in IP", count: 8))
        } else {
            #expect(explanation.facts.asides.all.first?.english.contains("more than eight tunnels") == true)
        }
    }

    /// The ladder shows the innermost datagram.
    @Test func theDatagramOfATunnelledConnectionIsTold() throws {
        var options = Explainer.Options()
        options.told = nil
        var capture = ExplainedCapture(Explainer(options))
        try capture.take(Self.file(Self.visit.packets, Self.tunnels[4].wrap))
        try capture.take([])
        let journal = try #require(capture.explainer.journals.first).journal
        let told = journal.events.compactMap { if case .sent(let packet, _) = $0.kind { packet.bytes } else { nil } }
        #expect(told == Self.visit.packets.map(\.frame))
    }

    @Test(
        arguments: [
            (50, "ESP (encrypted)"), (89, "OSPF"), (132, "SCTP"), (200, "IP protocol 200"),
        ] as [(UInt8, String)])
    func otherProtocolsAreNamed(number: UInt8, name: String) {
        let frame = PcapFile.datagram(number, [UInt8](repeating: 7, count: 40))
        let explanation = Explanation(PcapFile.header() + PcapFile.record(frame, at: 1))
        #expect(explanation.facts.asides.all.map(\.english).joined().contains(name))
        #expect(explanation.setAside.map(\.why) == [.otherProtocol])
        #expect(explanation.findings.first?.diagnosis.english.contains("other_protocol (\(name)") == true)
    }

    @Test func otherLinksAndTypesAreNamedWithWhatToDo() {
        let radio = Explanation(PcapFile.header(link: 127) + PcapFile.record([0, 0, 8, 0, 0, 0, 0, 0], at: 1))
        #expect(radio.facts.asides.all.map(\.english).joined().contains("802.11"))
        #expect(radio.findings.first?.entry.next.english.contains("monitor mode") == true)
        let lldp = Explanation(
            PcapFile.header(link: 1) + PcapFile.record(Self.ethernet + [0x88, 0xcc, 2, 7, 4], at: 1))
        #expect(lldp.facts.asides.all.map(\.english).joined().contains("LLDP"))
    }

    // MARK: Fragments

    private static func fragments(of proto: UInt8, _ content: [UInt8], id: Int = 5) -> [[UInt8]] {
        let cuts = stride(from: 0, to: content.count, by: 400).map { $0..<min($0 + 400, content.count) }
        return cuts.map { cut in
            let word = (cut.upperBound == content.count ? 0 : 0x2000) | cut.lowerBound / 8
            return PcapFile.datagram(proto, Array(content[cut]), fragment: word, id: id)
        }
    }

    /// Fragments whose datagram is complete are what the datagram is. Those of another one are left over.
    @Test func completeFragmentsAreSetAsideAsTheirDatagram() {
        let datagram = Array(Self.udp(to: 53, [UInt8](repeating: 3, count: 1_000)).dropFirst(20))
        let frames =
            Self.fragments(of: 17, datagram).reversed() + Self.fragments(of: 1, [8, 0] + datagram, id: 6)
            + Self.fragments(of: 17, datagram, id: 7).dropLast()
        let file = PcapFile.header() + frames.enumerated().flatMap { PcapFile.record($1, at: $0 + 1) }
        let explanation = Explanation(file)
        let sums = explanation.facts.asides.byReason.map(\.sum)
        #expect(sums.map(\.reason) == [.udp, .icmp, .fragment])
        #expect(sums.map(\.count) == [3, 3, 2])
        #expect(sums.map(\.first) == [1, 4, 7])
        #expect(explanation.setAside.map(\.frame).sorted() == Array(1...8))
    }

    /// The datagrams of a tunnel are larger than the path takes, so that each is in fragments, and so are those inside.
    @Test func aTunnelInFragmentsIsRead() throws {
        var packets: [PcapNG.Packet] = []
        for (number, packet) in Self.visit.packets.enumerated() {
            let outer = Array(Self.tunnels[4].wrap(packet.frame).dropFirst(20))
            for piece in Self.fragments(of: 17, outer, id: number + 1) {
                packets.append(PcapNG.Packet(timestamp: packet.timestamp, frame: piece))
            }
        }
        let explanation = Explanation(PcapNG.file(packets: packets))
        let connection = try #require(explanation.connections.first)
        #expect(connection.course.inside.names == ["VXLAN"])
        #expect(connection.server.distinctOctets == 3 * 1_448)
        #expect(explanation.setAside.isEmpty)
        #expect(explanation.notes.count == packets.count)
    }

    // MARK: Several files

    /// The outputs for several files, whose octets come in pieces.
    private func capture(_ files: [[UInt8]], step: Int) throws -> ExplainedCapture {
        var options = Explainer.Options()
        options.told = nil
        var capture = ExplainedCapture(Explainer(options), files: files.count)
        var places = files.map { _ in 0 }
        while let file = capture.wanted {
            let end = min(files[file].count, places[file] + step)
            try capture.take(Array(files[file][places[file]..<end]), of: file)
            places[file] = end
        }
        return capture
    }

    @Test(arguments: [1, 100, 1 << 20])
    func severalFilesAreOneCaptureInTheOrderOfTime(step: Int) throws {
        let packets = Self.visit.packets
        let parts = [0, 1, 2].map { part in packets.indices.filter { $0 % 3 == part }.map { packets[$0] } }
        let files = [
            PcapNG.file(packets: parts[0]), PcapNG.file(packets: parts[1]),
            PcapFile.header() + parts[2].flatMap { PcapFile.record($0.frame, at: Int($0.timestamp)) },
        ]
        var capture = try capture(files, step: step)
        var ended: [EndedConnection] = []
        for case .connection(let connection) in capture.takeOutputs() { ended.append(connection) }
        #expect(ended.map(\.closing) == [.fin])
        #expect(ended.first?.findings.isEmpty == true)
        #expect(ended.first?.course.frames == packets.count)
        #expect(capture.frames == packets.count)
        let document = Explain.Explanation(names: ["a", "b", "c"], capture, tally: DiagnosisTally())
        let names = document.members.map(\.name)
        #expect(names.prefix(2) == ["file", "files"])
    }

    /// The other files are read on behind the damage in one.
    @Test func aDamagedFileEndsAlone() throws {
        let packets = Self.visit.packets
        let files = [PcapNG.file(packets: packets), Array(PcapNG.file(packets: [packets[0]]).dropLast(3))]
        var capture = try capture(files, step: 50)
        #expect(capture.frames == packets.count)
        #expect(capture.explainer.file.findings.map(\.code) == ["capture.truncated_file"])
        #expect(capture.takeOutputs().count == 1)
    }

    /// What was read is told, and the reading is no damage of the file.
    @Test func aReadingThatIsEndedEarlyIsTold() throws {
        let file = PcapNG.file(packets: Self.visit.packets)
        var capture = ExplainedCapture(Explainer(Explainer.Options()))
        try capture.take(Array(file.prefix(file.count - 200)))
        capture.end()
        #expect(capture.takeOutputs().count == 1)
        #expect(capture.explainer.file.findings.isEmpty)
        let document = Explain.Explanation(names: ["a"], capture, tally: DiagnosisTally())
        #expect(document.limits.last?.english.hasPrefix("The reading was ended behind frame") == true)
    }

    /// While a capture is watched, a connection is shown as soon as it has closed.
    @Test func aClosedConnectionIsShownAtOnce() throws {
        var options = Explainer.Options()
        options.tellsCloses = true
        var capture = ExplainedCapture(Explainer(options))
        try capture.take(PcapNG.file(packets: Self.visit.packets))
        var lines: [String] = []
        for case .closed(let ended) in capture.takeOutputs() { lines.append(ClosedConnectionLine(ended).english) }
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix("connection 1, 10.0.0.1:40000 to 10.0.0.2:443: 300 octets up, 4344 down, ") == true)
    }
}
