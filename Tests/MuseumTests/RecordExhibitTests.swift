import Crypto
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Museum

/// The facts behind the exhibits about records, read from their captures alone.
@Suite struct RecordExhibitTests {
    /// Performs the exhibit without its rule, and gives the `fields` that tshark prints of the capture to a Python script.
    private func look(
        _ exhibit: any Exhibit.Type, _ variant: String, _ filter: String, _ fields: [String], _ script: String
    ) async throws -> (run: ExhibitRun, said: [String]) {
        try await Tool.require("tshark")
        try await Tool.require("python3")
        var octets: [UInt8] = []
        var wants = Performance.Wants()
        wants.sink = { octets += $1 }
        let run = try ExhibitRun.perform(exhibit, variant: variant, isDefended: false, seed: 2, wants)
        return try await TemporaryDirectory.use { directory in
            let path = try directory.write(octets, to: "run.pcapng")
            let program = try directory.write(Array(script.utf8), to: "look.py")
            let command =
                "tshark -r '\(path)' -Y '\(filter)' -T fields "
                + fields.map { "-e \($0)" }.joined(separator: " ") + " | python3 '\(program)'"
            let result = try await Tool.run("sh", ["-c", command])
            #expect(result.status == 0, "\(result.standardError)")
            return (run, result.lines)
        }
    }

    @Test func theTimesOfTheAlertsGiveTheCookie() async throws {
        let (run, said) = try await look(
            PaddingOracle.self, "short",
            "frame.interface_name == \"forged\" || (ip.src == 10.0.0.2 && tls.record.content_type == 21)",
            ["tcp.stream", "frame.time_epoch", "tcp.payload"],
            """
            import sys
            from decimal import Decimal
            asked = {}
            times = []
            for line in sys.stdin:
                stream, time, payload = line.rstrip("\\n").split("\\t")
                if payload.startswith("17"): asked[stream] = (Decimal(time), bytes.fromhex(payload)[5:])
                elif stream in asked: times.append((Decimal(time) - asked[stream][0], asked[stream][1]))
            quick = min(time for time, _ in times)
            found = []
            for time, record in times:
                if time == quick: continue
                blocks = [record[i:i + 16] for i in range(0, len(record), 16)]
                place = blocks[:-1].index(blocks[-1])
                known = len(found) // 2
                index = 15 - known
                found.append(blocks[-2][index] ^ blocks[place - 1][index] ^ known)
            print(bytes(found[::2][::-1]).hex())
            """)
        #expect(said.first == run.outcome.truth.first.map { Hex.string($0.value) })
    }

    @Test func anAcceptedRecordGivesAnOctetOfTheCookie() async throws {
        let (run, said) = try await look(
            Poodle.self, "short",
            "frame.interface_name == \"forged\" || (ip.src == 10.0.0.2 && tls.record.content_type == 23)",
            ["tcp.stream", "tcp.payload"],
            """
            import sys
            asked = {}
            for line in sys.stdin:
                stream, payload = line.rstrip("\\n").split("\\t")
                if stream not in asked: asked[stream] = bytes.fromhex(payload)[5:]; continue
                record = asked[stream]
                blocks = [record[i:i + 16] for i in range(0, len(record), 16)]
                place = blocks[:-1].index(blocks[-1])
                print("%02x" % (15 ^ blocks[-2][15] ^ blocks[place - 1][15]))
            """)
        // The first connection is not attacked: it has no changed record.
        #expect(said.last == run.outcome.truth.first.map { Hex.string($0.value) })
    }

    @Test func theSecondRecordIsTheFirst() async throws {
        let (run, said) = try await look(
            RecordReplay.self, "standard", "tls.record.content_type == 23 && ip.src == 10.0.0.1", ["tcp.payload"],
            "import sys; print(len(set(sys.stdin)))")
        #expect(said == ["1"] && run.outcome.reached)
    }
}
