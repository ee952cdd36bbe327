import Foundation
import TestSupport
import Testing

@testable import Explain

/// The lines that `explain --frames` prints.
@Suite
struct FrameLinesTests {
    private struct Line: Decodable {
        let frame: Int
        let again: String?
        let diagnoses: [String]?
    }

    private static func lines(of text: String) throws -> [Line] {
        try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// A file is read twice, so that the line of each frame has the codes that the frame is evidence of. Standard input comes only once, and
    /// its lines have no codes.
    @Test func diagnosesStandAtTheirFrames() async throws {
        let file = LossyTransfer.file(LossyTransfer(seed: 3, .init(loss: 100), octets: 60_000).server)
        var expected: [Int: Set<String>] = [:]
        for finding in Explanation(file).findings {
            for frame in finding.frames.frames { expected[frame, default: []].insert(finding.code) }
        }
        #expect(expected.values.contains { $0.contains("tcp.loss") })
        let text = try await TemporaryDirectory.use { directory in
            let path = try directory.write(file, to: "lossy.pcapng")
            return try await BuiltProgram.run(["explain", path, "--frames", "-"]).standardOutput
        }
        let read = try Self.lines(of: text)
        for line in read { #expect(Set(line.diagnoses ?? []) == expected[line.frame] ?? [], "frame \(line.frame)") }
        let once = try Self.lines(
            of: await BuiltProgram.run(["explain", "-", "--frames", "-"], input: file).standardOutput)
        #expect(once.map(\.frame) == read.map(\.frame) && once.map(\.again) == read.map(\.again))
        #expect(once.allSatisfy { $0.diagnoses == nil })
    }
}
