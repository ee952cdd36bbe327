import Capture
import TestSupport
import Testing

@testable import Explain

/// The same captures, explained and read by Wireshark.
@Suite
struct WiresharkTests {
    private static func frames(of file: [UInt8], _ fields: [String]) async throws -> [Tshark.Frame] {
        try await TemporaryDirectory.use { directory in
            try await Tshark.frames(of: try directory.write(file, to: "capture.pcapng"), fields)
        }
    }

    /// Both agree on streams and checksums. Wireshark finds fewer of the segments that were sent again.
    @Test func besideWireshark() async throws {
        let faults = LossyTransfer.Faults(loss: 30, reorder: 30, duplicate: 10, corrupt: 10)
        var (own, theirs) = (TruthTests.Score(), TruthTests.Score())
        for seed in [3, 4] as [UInt64] {
            let recording = LossyTransfer(seed: seed, faults, octets: 300_000).server
            let file = LossyTransfer.file(recording)
            let explanation = Explanation(file)
            let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0) })
            let fields = ["retransmission", "fast_retransmission", "spurious_retransmission"].map {
                "tcp.analysis.\($0)"
            }
            let frames = try await Self.frames(of: file, ["tcp.stream"] + fields)
            #expect(frames.count == recording.count)
            for (frame, truth) in zip(frames, recording) {
                let note = notes[frame.number]
                #expect(frame["tcp.stream"] == ["0"] && note != nil)
                guard !truth.isCopy else { continue }
                let isWrong = note?.marks.contains(.wrongChecksum) ?? false
                #expect(isWrong == !frame.hasGoodChecksum)
                guard !truth.isDamaged else { continue }
                own.add(truth.isSentAgain && truth.isKnowable, note?.again != nil)
                theirs.add(truth.isSentAgain && truth.isKnowable, frame.has(anyOf: fields))
            }
        }
        #expect(own.isGood && own.recall > theirs.recall, "\(own), Wireshark \(theirs)")
    }

    /// All captures of the corpus in one file. Each has its own addresses.
    private static func corpus() throws -> (file: [UInt8], frames: Int) {
        var packets: [PcapNG.Packet] = []
        var cuts: [Int: Int] = [:]
        for (index, capture) in MadeCapture.all.enumerated() {
            let script = CaptureScript(capture.script, net: try #require(UInt8(exactly: index)))
            for (place, packet) in script.packets.enumerated() {
                cuts[packets.count] = script.cuts[place]
                let later = packet.timestamp + Int64(index) * 3_600_000_000
                packets.append(PcapNG.Packet(timestamp: later, frame: packet.frame))
            }
        }
        return (CaptureScript.file(packets, cuts), packets.count)
    }

    /// Each frame of the whole corpus belongs to the same connection.
    @Test func connectionsAreTheStreamsOfWireshark() async throws {
        let (file, count) = try Self.corpus()
        let explanation = Explanation(file)
        let frames = try await Self.frames(of: file, ["tcp.stream"])
        #expect(frames.count == count && count > 900)
        for frame in frames {
            let own = explanation.streams[frame.number].map { "\($0 - 1)" }
            #expect(own == frame["tcp.stream"].first, "frame \(frame.number)")
        }
    }

    /// The filter of a finding finds its frames, and none of another connection. Filters of different connections are run together.
    @Test func theFilterOfEachFindingFindsItsFrames() async throws {
        try await Tool.require("tshark")
        let (file, _) = try Self.corpus()
        let explanation = Explanation(file)
        var rounds: [[DiagnosisResult]] = []
        for connection in explanation.connections {
            for (place, finding) in connection.findings.enumerated() {
                if place == rounds.count { rounds.append([]) }
                rounds[place].append(finding)
            }
        }
        rounds += (explanation.facts.findings + explanation.facts.common.shared.map(\.finding)).map { [$0] }
        #expect(Set(rounds.joined().map(\.code)).count > 50)
        try await TemporaryDirectory.use { directory in
            let path = try directory.write(file, to: "corpus.pcapng")
            for round in rounds {
                let filter = round.compactMap(\.filter).map { "(\($0))" }.joined(separator: " || ")
                if filter.isEmpty { continue }
                let text = try await Tool.output(
                    "tshark", ["-n", "-2", "-r", path, "-Y", filter, "-T", "fields", "-e", "frame.number"])
                let found = Set(text.split(separator: "\n").compactMap { Int($0) })
                for finding in round {
                    let missing = Set(finding.frames.frames).subtracting(found)
                    #expect(missing.isEmpty, "\(finding.filter ?? finding.code) does not find \(missing.sorted())")
                }
                let own = Set(round.compactMap(\.connection))
                let others = found.filter { frame in explanation.streams[frame].map { !own.contains($0) } ?? false }
                #expect(own.isEmpty || others.isEmpty, "\(others.sorted()) are of other connections")
            }
        }
    }

    /// Both agree on keep-alives, window probes, zero windows and ports that are used again.
    @Test(arguments: ["keep-alive", "port reused", "zero window"])
    func marksAreThoseOfWireshark(name: String) async throws {
        let capture = try #require(MadeCapture.all.first { $0.name == name })
        let file = CaptureScript(capture.script).file
        let explanation = Explanation(file)
        let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0) })
        let names = ["keep_alive", "zero_window", "reused_ports"].map { "tcp.analysis.\($0)" }
        for frame in try await Self.frames(of: file, names) {
            let marks = notes[frame.number]?.marks ?? []
            #expect(
                !marks.isDisjoint(with: [.keepAlive, .windowProbe]) == frame.has(anyOf: [names[0]]),
                "frame \(frame.number)")
            #expect(marks.contains(.windowClosed) == frame.has(anyOf: [names[1]]), "frame \(frame.number)")
            #expect(marks.contains(.portReused) == frame.has(anyOf: [names[2]]), "frame \(frame.number)")
        }
    }
}
