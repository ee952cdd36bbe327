import Foundation
import Render
import Simulator
import TestSupport
import Testing

/// The counterexamples as a user runs them.
@Suite("HandshakeSim tcp why-…")
struct CounterexampleCommandTests {
    @Test("100 columns, both runs in step and a verdict for each", arguments: Counterexample.all.map(\.name))
    func narrow(name: String) async throws {
        let result = try await BuiltProgram.run(["tcp", name])
        #expect(result.status == 0)
        #expect(result.standardError.isEmpty)
        let lines = result.lines
        for line in lines where Text.width(line) > Text.columns { Issue.record("\(line)") }
        let example = try #require(Counterexample.named(name))
        #expect(lines.first == example.title)
        for label in ["WRONG   \(example.variant.rawValue): ", "real    TCP as RFC 9293 has it."] {
            #expect(lines.contains { $0.hasPrefix(label) })
        }
        // One verdict for each run of each trial, and the head's two.
        let paragraphs = lines.filter { $0.hasPrefix("WRONG  ") || $0.hasPrefix("merged ") || $0.hasPrefix("real  ") }
        #expect(paragraphs.count == 2 + 2 * example.trials.count)
        // The same again, whatever the width of a terminal that is not there.
        #expect(try await BuiltProgram.run(["tcp", name]).standardOutput == result.standardOutput)
    }

    @Test("Where there is room the runs stand beside each other", arguments: Counterexample.all.map(\.name))
    func wide(name: String) async throws {
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

    @Test("--json and --pcap write every run into a file of its own, and tshark finds nothing wrong in them")
    func files() async throws {
        try await Tool.require("tshark")
        try await TemporaryDirectory.use { directory in
            for example in Counterexample.all {
                let capture = directory.path(of: "\(example.name).pcapng")
                let json = directory.path(of: "\(example.name).json")
                let result = try await BuiltProgram.run(["tcp", example.name, "--pcap", capture, "--json", json])
                #expect(result.status == 0)
                for part in (1...example.trials.count).flatMap({ ["\($0)-wrong", "\($0)-real"] }) {
                    let file = directory.path(of: "\(example.name)-\(part).pcapng")
                    let options = ["-r", file, "-n", "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE"]
                    let bad = "_ws.malformed || ip.checksum.status == 0 || tcp.checksum.status == 0"
                    #expect(try await Tool.output("tshark", options + ["-Y", bad]).isEmpty)
                    #expect(try await !Tool.output("tshark", options + ["-Y", "tcp.checksum.status == 1"]).isEmpty)
                    _ = try JSONSerialization.jsonObject(
                        with: Data(contentsOf: URL(filePath: directory.path(of: "\(example.name)-\(part).json"))))
                }
            }
        }
    }

    @Test("--detail messages adds a ladder for every run")
    func ladders() async throws {
        let result = try await BuiltProgram.run(["tcp", "why-2msl", "--detail", "messages"])
        #expect(result.status == 0)
        #expect(result.lines.filter { $0.contains("TCP Peer A 10.0.0.1:50000") }.count == 4)
        #expect(result.standardOutput.contains("WRONG ON PURPOSE"))
    }

    @Test("Bad arguments are errors")
    func errors() async throws {
        for (arguments, words) in [
            (["tcp", "why-three", "--columns", "20"], "from 100 to 1000"),
            (["tcp", "figure-6", "--columns", "120"], "--columns belongs to"),
            (["tcp", "why-five"], "No scenario is named why-five. Known: figure-6"),
            (["tcp", "why-three", "--json", "/nowhere/run.json"], "/nowhere/run-1-wrong.json"),
            (["explore", "--variant", "constant-isn"], "has only one"),
            (["explore", "--variant", "one-way"], "one-way"),
        ] {
            let result = try await BuiltProgram.run(arguments)
            #expect(result.status != 0, "\(arguments)")
            #expect(result.standardOutput.isEmpty)
            #expect(result.standardError.contains(words), "\(result.standardError)")
        }
    }

    @Test("The explorer tries the variants that it can", arguments: [("two-way", 2), ("merged-close", 6)])
    func explore(variant: String, steps: Int) async throws {
        let result = try await BuiltProgram.run(["explore", "--variant", variant])
        #expect(result.status == 3)
        #expect(result.lines.first?.hasPrefix("WRONG   on purpose: ") == true)
        #expect(result.standardOutput.contains("Broken after \(steps) steps, and no fewer: nobody"))
        for line in result.lines { #expect(line.count <= 100) }
    }
}
