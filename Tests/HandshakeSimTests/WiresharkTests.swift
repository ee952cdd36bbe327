import Foundation
import TestSupport
import Testing

/// Wireshark's opinion of our captures, by its command-line form.
@Suite("Wireshark reads the same run")
struct WiresharkTests {
    static let runs: [[String]] = [
        ["--dh", "--seed", "7"], ["--rsa", "--seed", "7"], ["--dh", "--seed", "11", "--ems"],
        ["--rsa", "--seed", "12", "--ems", "--cipher", "TLS_RSA_WITH_AES_256_GCM_SHA384"],
        ["--dh", "--seed", "13", "--cipher", "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", "--group", "ffdhe3072"],
        ["--dh", "--seed", "14", "--group", "toy-23"],
        ["--dh", "--seed", "15", "--resume", "ticket"], ["--dh", "--seed", "16", "--resume", "id"],
        ["--rsa", "--seed", "17", "--resume", "ticket", "--ems"], ["--dh", "--seed", "15", "--client-cert", "good"],
        [
            "--cipher", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "--seed", "16", "--client-cert", "good",
        ],
    ]

    private static let strict = [
        "-n", "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE", "-o",
        "tcp.analyze_sequence_numbers:TRUE",
    ]

    @Test("No malformed packet, no bad checksum, no warning, no error; HTTP in clear with no key file", arguments: runs)
    func opinion(run: [String]) async throws {
        try await Tool.require("tshark")
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            #expect(try await BuiltProgram.run(run + ["--pcap", capture]).status == 0)
            func tshark(_ arguments: [String]) async throws -> String {
                try await Tool.output("tshark", ["-r", capture] + Self.strict + arguments)
            }
            let suspicious = try await tshark([
                "-Y",
                "_ws.malformed || ip.checksum.status == 0 || tcp.checksum.status == 0 || "
                    + "_ws.expert.severity == \"Warning\" || _ws.expert.severity == \"Error\"",
            ])
            #expect(suspicious.isEmpty, "\(suspicious)")
            let http = try await tshark(["-Y", "http", "-T", "fields", "-e", "http.request.method", "-e", "http.host"])
            #expect(http.contains("GET\twww.example.com"), "\(http)")
            let status = try await tshark(["-Y", "http.response", "-T", "fields", "-e", "http.response.code"])
            #expect(status.contains("200"))
            let states = try await tshark(["-Y", "tls.handshake.type == 20", "-T", "fields", "-e", "frame.number"])
            #expect(states.split(separator: "\n").count == 2, "both Finished are decrypted")
        }
    }

    @Test(
        "A client that proves nothing: the alert that Wireshark reads is the one that the reason calls for",
        arguments: [("none", 40), ("wrong-ca", 48), ("copied", 51)])
    func refusedClients(kind: String, alert: Int) async throws {
        try await Tool.require("tshark")
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            let run = ["--dh", "--seed", "17", "--client-cert", kind, "--pcap", capture]
            #expect(try await BuiltProgram.run(run).status == 0)
            func tshark(_ arguments: [String]) async throws -> String {
                try await Tool.output("tshark", ["-r", capture] + Self.strict + arguments)
            }
            let suspicious = try await tshark(["-Y", "_ws.malformed || _ws.expert.severity == \"Error\""])
            #expect(suspicious.isEmpty, "\(suspicious)")
            let alerts = try await tshark(["-Y", "tls.alert_message", "-T", "fields", "-e", "tls.alert_message.desc"])
            #expect(alerts == "\(alert)\n")
            let verified = try await tshark(["-Y", "tls.handshake.type == 15", "-T", "fields", "-e", "frame.number"])
            #expect(verified.isEmpty == (kind == "none"))
            // Both sides close, as they must.
            let ends = try await tshark(["-Y", "tcp.flags.fin == 1", "-T", "fields", "-e", "ip.src"])
            #expect(Set(ends.split(separator: "\n")) == ["10.0.0.1", "10.0.0.2"])
        }
    }

    @Test(
        "Every numeric field of the JSON stands in Wireshark's dissection: name, position, length, value",
        arguments: runs)
    func numericFields(run: [String]) async throws {
        try await Tool.require("tshark")
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            let file = directory.path(of: "run.json")
            #expect(try await BuiltProgram.run(run + ["--pcap", capture, "--json", file]).status == 0)
            let dissection = try await Tool.output("tshark", ["-r", capture, "-n", "-T", "pdml"])
            let frames = dissection.components(separatedBy: "<packet>").dropFirst().map(PDMLField.all)
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
            let journal = try #require(json as? [String: Any])

            var count = 0
            func compare(_ fields: Any?, base: Int, frame: Int, _ place: String) {
                for field in fields as? [[String: Any]] ?? [] {
                    if let number = field["number"] as? Int, let name = field["name"] as? String,
                        let offset = field["offset"] as? Int, let length = field["length"] as? Int
                    {
                        count += 1
                        let wanted = PDMLField(name: name, position: base + offset, length: length, value: number)
                        let found = frames[frame - 1].contains(wanted)
                        #expect(found, "\(place), frame \(frame): \(wanted)")
                    }
                    compare(field["children"], base: base, frame: frame, place)
                }
            }
            for packet in journal["packets"] as? [[String: Any]] ?? [] {
                compare(packet["fields"], base: 0, frame: try #require(packet["number"] as? Int), "packet")
            }
            for message in journal["messages"] as? [[String: Any]] ?? [] {
                let segments = try #require(message["segments"] as? [[String: Any]])
                // A record that is spread over segments is shown with the last of them, counted from its own start.
                let frame = try #require(segments.last?["packet"] as? Int)
                let base = segments.count == 1 ? try #require(message["offset"] as? Int) : 0
                for pane in message["panes"] as? [[String: Any]] ?? [] {
                    let isRecord = pane["name"] as? String == "record"
                    compare(
                        pane["fields"], base: isRecord ? base : 0, frame: frame, "\(message["label"] ?? "")")
                }
            }
            #expect(count > 400)
        }
    }
}

/// A field of tshark's PDML output that has a place and a numeric value.
private struct PDMLField: Hashable {
    let name: String
    let position: Int
    let length: Int
    let value: Int

    /// All of them in a packet's text.
    static func all(in packet: String) -> Set<PDMLField> {
        var found: Set<PDMLField> = []
        for piece in packet.components(separatedBy: "<field ").dropFirst() {
            let tag = piece.prefix { $0 != ">" }
            guard let name = attribute("name", tag), let position = attribute("pos", tag).flatMap({ Int($0) }),
                let length = attribute("size", tag).flatMap({ Int($0) }),
                let value = attribute("value", tag).flatMap({ Int($0, radix: 16) })
            else { continue }
            found.insert(PDMLField(name: name, position: position, length: length, value: value))
        }
        return found
    }

    private static func attribute(_ name: String, _ tag: Substring) -> String? {
        guard let start = tag.range(of: " \(name)=\"") ?? tag.range(of: "\(name)=\"", options: .anchored) else {
            return nil
        }
        return String(tag[start.upperBound...].prefix { $0 != "\"" })
    }
}
