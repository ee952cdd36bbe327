import Capture
import Crypto
import TCPSim
import TestSupport
import Testing
import Trace

@testable import Museum

/// Exhibits whose attacker has a recording. A capture file gives her as much as a performance.
@Suite struct RecordedExhibitTests {
    /// The exhibits whose attacker needs nothing but a recording.
    private static let recorded = ExhibitName.allCases.filter { $0.exhibit is any RecordedExhibit.Type }

    /// A recording gives the attacker of these exhibits only a part of what she gets in the performance. This part must be the same.
    @Test(arguments: ExhibitName.allCases.filter { $0.card.readsCaptures && !($0.exhibit is any RecordedExhibit.Type) })
    func aRecordingGivesWhatIsInIt(name: ExhibitName) throws {
        let exhibit = try #require(name.exhibit as? any CaptureExhibit.Type, "\(name.rawValue) reads no recording")
        for isDefended in [false, true] {
            var octets: [UInt8] = []
            var wants = Performance.Wants()
            wants.sink = { if $0 == name.card.legs[0] { octets += $1 } }
            let run = try ExhibitRun.perform(
                exhibit, variant: name.card.shortest, isDefended: isDefended, seed: 2, wants)
            let again = ExhibitRun.attack(exhibit, on: try Recording(capture: octets), variant: name.card.shortest)
            #expect(again.outcome.reached == !isDefended && again.outcome.loot.isEmpty == isDefended)
            for loot in again.outcome.loot {
                #expect(run.outcome.loot.first { $0.name == loot.name }?.value == loot.value, "\(loot.name)")
            }
            #expect(again.outcome.steps.flatMap(\.frames).allSatisfy { $0 > 0 })
        }
    }

    @Test(arguments: recorded) func theCaptureOfAPerformanceIsEnough(name: ExhibitName) throws {
        let exhibit = try #require(name.exhibit as? any RecordedExhibit.Type, "\(name.rawValue) reads no recording")
        for isDefended in [false, true] {
            var octets: [UInt8] = []
            var wants = Performance.Wants()
            wants.sink = { octets += $1 }
            let run = try ExhibitRun.perform(
                exhibit, variant: name.card.shortest, isDefended: isDefended, seed: 2, wants)
            let again = ExhibitRun.attack(exhibit, on: try Recording(capture: octets), variant: name.card.shortest)
            #expect(again.outcome.reached == !isDefended)
            #expect(again.outcome.tries == run.outcome.tries)
            #expect(again.outcome.loot.map(\.value) == run.outcome.loot.map(\.value))
            #expect(again.outcome.steps.flatMap(\.frames) == run.outcome.steps.flatMap(\.frames))
        }
    }

    /// The signatures are in the server's first flight. What comes after it is not needed.
    @Test func handshakesThatEndEarlyHaveTheirSignatures() throws {
        var octets: [UInt8] = []
        var wants = Performance.Wants()
        wants.sink = { octets += $1 }
        let run = try ExhibitRun.perform(ECDSANonce.self, variant: "short", isDefended: false, seed: 2, wants)
        var reader = CaptureReader()
        reader.append(octets)
        reader.end()
        var flights: [UInt16: Int] = [:]
        var early: [PcapNG.Packet] = []
        while let item = try reader.next() {
            guard case .frame(let frame) = item else { continue }
            let datagram = Array(reader.buffer[frame.octets])
            let packet = try SegmentCodec.decode(datagram, verifyingChecksums: false, recording: false)
            // Of the client's data only the ClientHello stays, and of the server's only what comes before the next data of the client.
            let isOfClient = packet.segment.destinationPort == 443
            let port = isOfClient ? packet.segment.sourcePort : packet.segment.destinationPort
            if isOfClient, !packet.segment.payload.isEmpty { flights[port, default: 0] += 1 }
            if flights[port, default: 0] < 2 { early.append(PcapNG.Packet(timestamp: 0, frame: datagram)) }
        }
        let recording = try Recording(capture: PcapNG.file(packets: early, linkType: .ipv4))
        #expect(recording.handshakes.isEmpty && recording.offers.count == recording.connections.count)
        let again = ExhibitRun.attack(ECDSANonce.self, on: recording, variant: "short")
        #expect(again.outcome.reached)
        #expect(again.outcome.loot.first { $0.name == "d" }?.value == run.outcome.loot.first { $0.name == "d" }?.value)
    }

    /// A recording of other machines may have any address for its server.
    @Test func theCommandAboutARecordingNamesItsServer() async throws {
        try await Tool.require("tshark")
        var octets: [UInt8] = []
        var wants = Performance.Wants()
        wants.sink = { octets += $1 }
        _ = try ExhibitRun.perform(GCMNonce.self, variant: "standard", isDefended: false, seed: 2, wants)
        octets.replace([10, 0, 0, 2] as [UInt8], with: [192, 0, 2, 77] as [UInt8])
        let run = ExhibitRun.attack(GCMNonce.self, on: try Recording(capture: octets), variant: "standard")
        let nonce = try #require(run.outcome.steps.flatMap(\.quantities).first { $0.name == "nonce_explicit" })
        try await TemporaryDirectory.use { directory in
            let path = try directory.write(octets, to: "run.pcapng")
            let command = try #require(run.commands([(.wire, path)]).first)
            #expect(command.contains("ip.src==192.0.2.77 && tcp.dstport==50000"))
            let result = try await Tool.run("sh", ["-c", command])
            #expect(result.lines.contains(Hex.string(nonce.octets)), "\(command)\n\(result.standardError)")
        }
    }

    @Test func aFileThatIsNoCaptureIsAnError() {
        #expect(throws: (any Error).self) { try Recording(capture: Array("GET / HTTP/1.1".utf8)) }
    }

    @Test func theGeneratorOfAProcessHashesLabelProcessAndBlockNumber() {
        var generator = ProcessGenerator(0x1234)
        func block(_ number: UInt8) -> [UInt8] {
            HashAlgorithm.sha256.hash(Array("HandshakeSim weak PRNG".utf8) + [0, 0, 0x12, 0x34, 0, 0, 0, number])
        }
        #expect(generator.octets(32) + generator.octets(46) + generator.octets(18) == block(0) + block(1) + block(2))
    }
}
