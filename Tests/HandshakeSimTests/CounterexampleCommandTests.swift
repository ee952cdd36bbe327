import Foundation
import Render
import Simulator
import TestSupport
import Testing

/// The counterexamples as a user runs them.
@Suite struct CounterexampleCommandTests {
    @Test(arguments: Counterexample.all.map(\.name))
    func in100ColumnsBothRunsAreInStepWithAVerdictForEach(name: String) async throws {
        let result = try await BuiltProgram.run(["tcp", name])
        #expect(result.status == 0)
        #expect(result.standardError.isEmpty)
        let lines = result.lines
        for line in lines where Text.width(line) > Text.columns { Issue.record("\(line)") }
        let example = try #require(Counterexample.named(name))
        #expect(lines.first == example.english)
        for label in ["WRONG   \(example.variant.rawValue): ", "real    TCP as in RFC 9293."] {
            #expect(lines.contains { $0.hasPrefix(label) })
        }
        // One verdict for each run of each trial, and the head's two.
        let paragraphs = lines.filter { $0.hasPrefix("WRONG  ") || $0.hasPrefix("merged ") || $0.hasPrefix("real  ") }
        #expect(paragraphs.count == 2 + 2 * example.trials.count)
        // The same again, whatever the width of a terminal that is not there.
        #expect(try await BuiltProgram.run(["tcp", name]).standardOutput == result.standardOutput)
    }

    @Test(arguments: Counterexample.all.map(\.name))
    func theRunsStandBesideEachOtherWhereThereIsRoom(name: String) async throws {
        let result = try await BuiltProgram.run(["tcp", name, "--columns", "220"])
        #expect(result.status == 0)
        let example = try #require(Counterexample.named(name))
        let divided = result.lines.filter { $0.contains(" │ ") }
        #expect(divided.filter { $0.hasSuffix("TCP Peer B") }.count == example.trials.count)
        #expect(
            Set(divided.compactMap { $0.split(separator: "│").first.map { Text.width($0) } }).count
                <= example.trials.count)
        #expect(!result.lines.contains { $0.hasPrefix("  both ") })
    }

    @Test func everyRunGetsFilesOfItsOwnAndTsharkFindsNothingWrongInThem() async throws {
        try await TemporaryDirectory.use { directory in
            var parts: [String] = []
            for example in Counterexample.all {
                let capture = directory.path(of: "\(example.name).pcapng")
                let json = directory.path(of: "\(example.name).json")
                let result = try await BuiltProgram.run(["tcp", example.name, "--pcap", capture, "--json", json])
                #expect(result.status == 0)
                parts += (1...example.trials.count).flatMap { number in
                    ["wrong", "real"].map { "\(example.name)-\(number)-\($0)" }
                }
            }
            for part in parts { _ = try JSONSerialization.jsonObject(with: Data(directory.read("\(part).json"))) }
            let captures = try await Tshark.frames(ofEach: parts.map { directory.path(of: "\($0).pcapng") })
            for (part, frames) in zip(parts, captures) {
                #expect(!frames.contains { $0.isMalformed }, "\(part)")
                #expect(frames.contains { $0.hasGoodChecksum }, "\(part)")
            }
        }
    }

    @Test func detailMessagesAddsALadderForEveryRun() async throws {
        let result = try await BuiltProgram.run(["tcp", "why-2msl", "--detail", "messages"])
        #expect(result.status == 0)
        #expect(result.lines.filter { $0.contains("TCP Peer A 10.0.0.1:50000") }.count == 4)
        #expect(result.standardOutput.contains("WRONG ON PURPOSE"))
    }

    @Test func badArgumentsAreErrors() async throws {
        for (arguments, words) in [
            (["tcp", "why-three", "--columns", "20"], "from 80 to 500"),
            (["tcp", "figure-6", "--columns", "79"], "--columns is 79"),
            (["tcp", "why-five"], "No scenario is named why-five. Known: figure-6"),
            (
                ["tcp", "why-three", "--json", "/nowhere/run.json"],
                "cannot write /nowhere/run.json: there is no directory /nowhere"
            ),
            (["explore", "--variant", "constant-isn"], "gives each connection its own"),
            (["explore", "--variant", "one-way"], "one-way"),
        ] {
            let result = try await BuiltProgram.run(arguments)
            #expect(result.status != 0, "\(arguments)")
            #expect(result.standardOutput.isEmpty)
            #expect(result.standardError.contains(words), "\(result.standardError)")
        }
    }

    @Test(arguments: [("two-way", 2, "a side is ESTABLISHED"), ("merged-close", 6, "a direction is closed")])
    func theExplorerTriesTheVariantsThatItCan(variant: String, steps: Int, rule: String) async throws {
        let result = try await BuiltProgram.run(["explore", "--variant", variant])
        #expect(result.status == 3)
        #expect(result.lines.first?.hasPrefix("WRONG   on purpose: ") == true)
        #expect(result.standardOutput.contains("Broken after \(steps) steps, and no fewer: \(rule)"))
        for line in result.lines { #expect(line.count <= 100) }
    }
}
