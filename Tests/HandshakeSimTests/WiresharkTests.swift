import Foundation
import TestSupport
import Testing

/// Wireshark's opinion of our captures, by its command-line form.
@Suite struct WiresharkTests {
    static let runs: [[String]] = [
        ["--dh", "--seed", "7"], ["--rsa", "--seed", "7"], ["--dh", "--seed", "11", "--ems", "--alpn", "h2,http/1.1"],
        ["--rsa", "--seed", "12", "--ems", "--cipher", "TLS_RSA_WITH_AES_256_GCM_SHA384"],
        ["--dh", "--seed", "13", "--cipher", "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", "--group", "ffdhe3072"],
        ["--dh", "--seed", "14", "--group", "toy-23"],
        ["--dh", "--seed", "15", "--resume", "ticket"], ["--dh", "--seed", "16", "--resume", "id"],
        ["--rsa", "--seed", "17", "--resume", "ticket", "--ems"], ["--dh", "--seed", "15", "--client-cert", "good"],
        [
            "--cipher", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "--seed", "16", "--client-cert", "good",
        ],
        ["--tls13", "--seed", "7"], ["--tls13", "--hrr", "--seed", "8", "--alpn", "h2,http/1.1"],
        ["--tls13", "--resume", "psk", "--seed", "9"],
        ["--tls13", "--resume", "early", "--seed", "12"],
        ["--tls13", "--key-update", "--pad", "512", "--seed", "18"],
        ["--tls13", "--client-cert", "good", "--cipher", "TLS_AES_256_GCM_SHA384", "--seed", "10"],
        ["--tls13", "--group", "X25519MLKEM768", "--cipher", "TLS_CHACHA20_POLY1305_SHA256", "--seed", "11"],
    ]

    @Test(arguments: runs)
    func nothingIsMalformedAndHTTPIsReadWithNoKeyFile(run: [String]) async throws {
        let frames = try await Self.recordings[run].frames.map(\.frame)
        #expect(!frames.isEmpty && frames.allSatisfy { $0.number > 0 && $0.hasGoodChecksum })
        let suspicious = frames.filter { $0.isMalformed || $0.isWarnedOf || $0.isWrong }
        #expect(suspicious.isEmpty, "\(suspicious)")
        #expect(
            frames.contains {
                $0["http.request.method"] == ["GET"] && $0["http.host"].first?.hasPrefix("www.example.com") == true
            })
        #expect(frames.contains { $0["http.response.code"] == ["200"] })
        let finished = frames.filter { $0["tls.handshake.type"].contains("20") }
        #expect(finished.count == 2, "both Finished are decrypted")
    }

    /// A dissection says of a frame what tshark says when it is asked for single fields, also where the frame makes no sense.
    @Test func aDamagedFrameIsMalformedInADissection() async throws {
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            #expect(try await BuiltProgram.run(["--tls13", "--seed", "12", "--pcap", capture]).status == 0)
            var octets = try directory.read("run.pcapng")
            let hello = try #require(octets.indices.first { octets[$0...].starts(with: [0x16, 3, 3]) })
            // The length of the session ID, behind a record header, a message header, a version and a random.
            octets[hello + 43] = 255
            let damaged = try directory.write(octets, to: "damaged.pcapng")
            let single = try await Tshark.frames(of: damaged, ["http.host", "tls.handshake.type"])
            let whole = try await Tshark.dissection(of: damaged).map(\.frame)
            #expect(single.filter(\.isMalformed).map(\.number) == [4])
            for field in [
                "frame.number", "ip.checksum.status", "tcp.checksum.status", "http.host", "tls.handshake.type",
            ] {
                #expect(single.map { $0[field] } == whole.map { $0[field] }, "\(field)")
            }
            #expect(single.map { Set($0["_ws.expert.severity"]) } == whole.map { Set($0["_ws.expert.severity"]) })
            #expect(single.map { $0["_ws.malformed"].isEmpty } == whole.map { $0["_ws.malformed"].isEmpty })
        }
    }

    @Test(arguments: [("none", 40), ("wrong-ca", 48), ("copied", 51)])
    func theAlertToAClientThatProvesNothingIsTheOneThatItsReasonCallsFor(kind: String, alert: Int) async throws {
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            let run = ["--dh", "--seed", "17", "--client-cert", kind, "--pcap", capture]
            #expect(try await BuiltProgram.run(run).status == 0)
            let frames = try await Tshark.frames(
                of: capture, ["tls.alert_message.desc", "tls.handshake.type", "tcp.flags.fin", "ip.src"])
            let suspicious = frames.filter { !$0["_ws.malformed"].isEmpty || $0.isWrong }
            #expect(suspicious.isEmpty, "\(suspicious)")
            #expect(frames.flatMap { $0["tls.alert_message.desc"] } == ["\(alert)"])
            #expect(!frames.contains { $0["tls.handshake.type"].contains("15") } == (kind == "none"))
            // Both sides close, as they must.
            let ends = frames.filter { $0["tcp.flags.fin"] == ["1"] }
            #expect(Set(ends.flatMap { $0["ip.src"] }) == ["10.0.0.1", "10.0.0.2"])
        }
    }

    /// A run of the program, and what Wireshark reads in its capture.
    private struct Recorded: Sendable {
        let frames: [DissectedFrame]
        let json: Data
    }

    private static let recordings = Once<[String], Recorded> { run in
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            let file = directory.path(of: "run.json")
            #expect(try await BuiltProgram.run(run + ["--pcap", capture, "--json", file]).status == 0)
            return Recorded(
                frames: try await Tshark.dissection(of: capture), json: try Data(contentsOf: URL(filePath: file)))
        }
    }

    @Test(arguments: runs)
    func everyNumericFieldOfTheJSONStandsInTheDissection(run: [String]) async throws {
        let run = try await Self.recordings[run]
        let frames = run.frames.map(\.numbers)
        let json = try JSONSerialization.jsonObject(with: run.json)
        let journal = try #require(json as? [String: Any])

        var count = 0
        func compare(_ fields: Any?, base: Int, frame: Int, _ place: String) {
            for field in fields as? [[String: Any]] ?? [] {
                // Wireshark has one field for all binders, and none for the length of each. It counts the place of KeyUpdate's octet from
                // the start of the frame, though the rest of the message is counted in what was decrypted.
                let others = ["tls.handshake.extensions.psk.binder_length", "tls.handshake.key_update.request_update"]
                if let number = field["number"] as? Int, let name = field["name"] as? String, !others.contains(name),
                    let offset = field["offset"] as? Int, let length = field["length"] as? Int
                {
                    count += 1
                    let wanted = DissectedFrame.Number(
                        name: name, position: base + offset, length: length, value: number)
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
