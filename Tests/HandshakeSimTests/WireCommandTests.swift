import Foundation
import TestSupport
import Testing

/// The options for a bad wire as a user gives them.
@Suite struct WireCommandTests {
    @Test func aRuleOrAValueThatIsNoneIsRefusedWithItsPlace() async throws {
        let cases: [([String], [String])] = [
            (["--rule", "drop sever SYN"], ["--rule", "\"drop sever SYN\"", "position 6", "\"sever\"", "server"]),
            (["--rule", "delay client data 2"], ["position 20", "the rule ends", "by"]),
            (["--rule", "drop client SYN 0"], ["position 17", "number from 1"]),
            (["--rule", "partition from 5s to 2s"], ["position 22", "later time than 5s"]),
            (["--rule", ""], ["position 1", "drop"]),
            (["--loss", "1.5"], ["--loss", "0 to 1"]), (["--delay", "-0.5"], ["--delay"]),
            (["--latency", "10"], ["--latency", "1.5s"]), (["--jitter", "-3ms"], ["--jitter"]),
            (["--bandwidth", "0"], ["--bandwidth", "56k"]), (["--queue", "3"], ["--queue", "--bandwidth"]),
            (["--queue", "x", "--bandwidth", "1M"], ["--queue", "15000B"]), (["--mtu", "67"], ["--mtu", "68"]),
            (["--mss", "0"], ["--mss"]), (["--delay-by", "1h"], ["--delay-by"]),
        ]
        for (arguments, words) in cases {
            let result = try await BuiltProgram.run(arguments)
            #expect(result.status != 0 && result.standardOutput.isEmpty, "\(arguments)")
            for word in words { #expect(result.standardError.contains(word), "\(arguments): \(result.standardError)") }
        }
    }

    @Test func aRuleThatMeetsNoPacketIsNamedAndTheRunGoesOn() async throws {
        let result = try await BuiltProgram.run(["--seed", "7", "--rule", "drop server SYN,ACK 3"])
        #expect(result.status == 0)
        #expect(result.standardError.contains("The rule \"drop server SYN,ACK 3\" has met no packet"))
        #expect(result.standardOutput.contains("drop server SYN,ACK 3"))
        #expect(result.standardOutput.contains("TIME-WAIT"))
        let used = try await BuiltProgram.run(["--seed", "7", "--rule", "drop server SYN,ACK 1"])
        #expect(used.status == 0 && used.standardError.isEmpty)
    }

    /// A run that the wire has kept from its end has a status of its own; all its outputs are there all the same.
    @Test(arguments: [
        (["--loss", "0.9"], "no answer"), (["--rule", "partition from 0ms"], "no answer"),
        (["--rule", "drop server FIN", "--rule", "drop client ACK"], ":"),
    ])
    func aVisitThatTheWireKeepsFromItsEndSaysSo(arguments: [String], words: String) async throws {
        try await TemporaryDirectory.use { directory in
            let file = directory.path(of: "run.json")
            let result = try await BuiltProgram.run(["--seed", "7", "--json", file] + arguments)
            #expect(result.status == 4)
            #expect(result.standardError.contains("the visit did not end, because of the wire"))
            #expect(result.standardError.contains(words), "\(result.standardError)")
            let story = result.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(story.contains("We give the connection up"))
            #expect(try !Data(contentsOf: URL(filePath: file)).isEmpty)
        }
        let part = try await BuiltProgram.run(["--seed", "7", "--only", "tcp.gave_up"] + arguments)
        #expect(part.status == 4)
    }

    /// A side that refuses the other on a good wire has done what it should.
    @Test func aVisitThatEndsWithAnAlertHasComeToItsEnd() async throws {
        for arguments in [["--server-chain", "expired"], ["--client-cert", "wrong-ca"]] {
            let result = try await BuiltProgram.run(["--seed", "7"] + arguments)
            #expect(result.status == 0 && result.standardError.isEmpty, "\(arguments): \(result.standardError)")
        }
    }

    private static let bad = [
        "--loss", "0.2", "--duplicate", "0.1", "--reorder", "0.2", "--corrupt", "0.1", "--delay", "0.05", "--jitter",
        "3ms",
        "--bandwidth", "1M", "--queue", "4", "--mtu", "576", "--rule", "drop server data 2",
    ]

    @Test func theSameSeedGivesTheSameBytesUnderAllFaults() async throws {
        try await TemporaryDirectory.use { directory in
            var runs: [[Data]] = []
            for (name, seed) in [("a", "7"), ("b", "7"), ("c", "8")] {
                let files = ["json", "pcapng"].map { directory.path(of: "\(name).\($0)") }
                let result = try await BuiltProgram.run(
                    Self.bad + ["--seed", seed, "--json", files[0], "--pcap", files[1]])
                #expect(result.status == 0)
                runs.append(
                    [Data(result.standardOutputBytes)] + (try files.map { try Data(contentsOf: URL(filePath: $0)) }))
            }
            #expect((runs[0] == runs[1]) as Bool)
            for index in 0..<3 { #expect((runs[0][index] != runs[2][index]) as Bool) }
        }
    }

    @Test(arguments: [
        ["--loss", "0.2"], ["--loss", "0.2", "--mtu", "400"], ["--rule", "drop server data 1", "--mtu", "400"],
        ["--delay", "0.2", "--delay-by", "1500ms"], bad,
    ])
    func wiresharkTakesTheSameFramesForRetransmissions(faults: [String]) async throws {
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            let file = directory.path(of: "run.json")
            let run = try await BuiltProgram.run(faults + ["--seed", "3", "--pcap", capture, "--json", file])
            #expect(run.status == 0)
            let analysis = ["retransmission", "fast_retransmission", "spurious_retransmission", "out_of_order"]
                .map { "tcp.analysis." + $0 }
            let frames = try await Tshark.frames(of: capture, ["http.response.code"] + analysis)
            #expect(!frames.contains { $0.isMalformed })
            #expect(frames.contains { $0["http.response.code"] == ["200"] })
            let again = try resent(in: file)
            #expect(!again.isEmpty)
            let theirs = frames.filter { $0.has(anyOf: analysis) }.map(\.number)
            #expect(again == theirs)
        }
    }

    /// The frames that a run in JSON calls sent again.
    private func resent(in file: String) throws -> [Int] {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
        let events = try #require((json as? [String: Any])?["events"] as? [[String: Any]])
        return events.compactMap { event in
            guard (event["remark"] as? String)?.hasPrefix("Sent again") ?? false else { return nil }
            return event["packet"] as? Int
        }
    }
}
