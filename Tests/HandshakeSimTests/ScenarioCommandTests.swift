import Foundation
import Simulator
import TestSupport
import Testing

/// The figures as a user runs them.
@Suite struct ScenarioCommandTests {
    @Test func showIsTheDefaultAndTheListIsShownWithoutAName() async throws {
        let short = try await BuiltProgram.run(["tcp", "figure-6"])
        let long = try await BuiltProgram.run(["tcp", "show", "figure-6"])
        #expect(short.status == 0)
        #expect(short.standardOutputBytes == long.standardOutputBytes)
        #expect(short.standardOutput.contains("ESTABLISHED <-- <SEQ=300><ACK=101><CTL=SYN,ACK>"))
        for arguments in [["tcp"], ["tcp", "list"], ["tcp", "--list"]] {
            let list = try await BuiltProgram.run(arguments)
            #expect(list.status == 0)
            // A title that is folded goes on below itself.
            let lines = list.standardOutput.split(separator: "\n").filter { !$0.hasPrefix(" ") }
            let names = lines.compactMap { $0.split(separator: " ").first }
            #expect(names.map(String.init) == Scenario.all.map(\.name) + Counterexample.all.map(\.name))
        }
    }

    /// What makes no difference to a scenario is refused with the reason.
    @Test func aScenarioTakesAnotherSegmentLifetimeWhereItMatters() async throws {
        let run = try await BuiltProgram.run(["tcp", "figure-12", "--msl", "1"])
        #expect(run.status == 0)
        #expect(run.standardOutput.contains("wait for 2 MSL, 2 s"))
        for (arguments, words) in [
            (["figure-6", "--msl", "1"], "TIME-WAIT"), (["why-2msl", "--msl", "1"], "script"),
            (["figure-12", "--msl", "601"], "0 to 600"), (["figure-12", "--isn", "clock"], "guess-isn"),
        ] {
            let result = try await BuiltProgram.run(["tcp"] + arguments)
            #expect(result.status == 64 && result.standardError.contains(words), "\(result.standardError)")
        }
    }

    @Test func anUnknownNameIsAnsweredWithTheKnownOnes() async throws {
        let result = try await BuiltProgram.run(["tcp", "figure-5"])
        #expect(result.status != 0)
        #expect(result.standardOutput.isEmpty)
        for name in Scenario.all.map(\.name) + Counterexample.all.map(\.name) {
            #expect(result.standardError.contains(name))
        }
    }

    @Test func wiresharkFindsNoMalformedPacketAndNoBadChecksum() async throws {
        try await TemporaryDirectory.use { directory in
            let names = Scenario.all.map(\.name)
            for name in names {
                let files = [
                    "--pcap", directory.path(of: "\(name).pcapng"), "--json", directory.path(of: "\(name).json"),
                ]
                #expect(try await BuiltProgram.run(["tcp", name] + files).status == 0)
                _ = try JSONSerialization.jsonObject(with: Data(directory.read("\(name).json")))
            }
            // Joined with others, the two losses of "sack" look to tshark like octets that contradict those of the capture before it.
            let joined = names.filter { $0 != "sack" }
            var captures = try await Tshark.frames(ofEach: joined.map { directory.path(of: "\($0).pcapng") })
            captures.append(try await Tshark.frames(of: directory.path(of: "sack.pcapng")))
            for (name, frames) in zip(joined + ["sack"], captures) {
                #expect(!frames.contains { $0.isMalformed }, "\(name)")
                #expect(frames.contains { $0.hasGoodChecksum }, "\(name)")
            }
        }
    }
}
