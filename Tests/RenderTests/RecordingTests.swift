import Capture
import Foundation
import Render
import TestRecording
import TestSupport
import Testing
import Trace

@Suite struct RecordingTests {
    let journal = Fixture.conversation()

    @Test func everyPacketIsAFrameAtItsTime() throws {
        let capture = try CaptureFile(bytes: PcapNG.bytes(journal))
        let sent = journal.events.compactMap { event -> (Event, Packet)? in
            guard case .sent(let packet, _) = event.kind else { return nil }
            return (event, packet)
        }
        #expect(capture.packets.count == sent.count)
        for (frame, (event, packet)) in zip(capture.packets, sent) {
            #expect(frame.number == packet.number)
            #expect(frame.datagram == packet.bytes)
            #expect(frame.timestamp == 1_700_000_000_000_000 + event.at.microseconds)
            #expect(frame.comment?.hasPrefix("step \(event.number), \(event.step)") == true)
        }
        #expect(capture.packets[3].comment?.hasSuffix("; lost: the rule for frame 4") == true)
        #expect(capture.secrets == [KeyLog.text(journal)])
    }

    @Test func withoutASessionThereAreNoSecrets() throws {
        let empty = Journal(
            title: "t", settings: [], epoch: .max, client: Fixture.client, server: Fixture.server)
        let capture = try CaptureFile(bytes: PcapNG.bytes(empty))
        #expect(capture.secrets.isEmpty && capture.packets.isEmpty)
    }

    /// The positions, sizes and values in the JSON, held against Wireshark's own dissection of the capture, as
    /// docs/json.md tells to.
    @Test func theFieldsInTheJSONAreWhereWiresharkFindsThem() async throws {
        try await Tool.require("tshark")
        let pdml = try await TemporaryDirectory.use { directory in
            let path = try directory.write(PcapNG.bytes(journal), to: "run.pcapng")
            return try await Tool.output(
                "tshark",
                [
                    "-n", "-r", path, "-T", "pdml", "-o", "tcp.relative_sequence_numbers:FALSE", "-o",
                    "ip.check_checksum:TRUE",
                    "-o", "tcp.check_checksum:TRUE",
                ])
        }
        let frames = pdml.components(separatedBy: "<packet>").dropFirst()
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(JSON.journal(journal).line.utf8)) as? [String: Any])
        let packets = try #require(object["packets"] as? [[String: Any]])
        #expect(frames.count == packets.count)
        var compared = 0
        for (frame, packet) in zip(frames, packets) {
            #expect(!frame.contains("checksum.status\" showname=\"Checksum Status: Bad"))
            let fields = frame.components(separatedBy: "<field ").dropFirst().map(attributes)
            for field in leaves(packet["fields"]) {
                // These share an octet with another field, so Wireshark has them as parts.
                guard let number = field["number"] as? UInt64, let name = field["name"] as? String,
                    !["ip.version", "ip.flags", "tcp.hdr_len", "tcp.flags"].contains(name)
                else { continue }
                let offset = try #require(field["offset"] as? Int)
                let match = try #require(fields.first { $0["name"] == name && $0["pos"] == String(offset) }, "\(name)")
                #expect(match["size"] == (field["length"] as? Int).map { String($0) })
                #expect(match["value"].flatMap { UInt64($0, radix: 16) } == number, "\(name)")
                compared += 1
            }
        }
        #expect(compared >= packets.count * 10)
    }

    private func leaves(_ json: Any?) -> [[String: Any]] {
        let list = json as? [[String: Any]] ?? []
        return list.flatMap { $0["children"] == nil ? [$0] : leaves($0["children"]) }
    }

    private func attributes(_ field: String) -> [String: String] {
        var result: [String: String] = [:]
        for match in field.prefix(while: { $0 != ">" }).matches(of: /([a-z]+)="([^"]*)"/) {
            result[String(match.1)] = String(match.2)
        }
        return result
    }
}
