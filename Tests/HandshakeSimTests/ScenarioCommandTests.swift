import Foundation
import Simulator
import TestSupport
import Testing

/// The figures as a user runs them.
@Suite("HandshakeSim tcp NAME")
struct ScenarioCommandTests {
    @Test("show is the default; list, --list and no name give the names")
    func commands() async throws {
        let short = try await BuiltProgram.run(["tcp", "figure-6"])
        let long = try await BuiltProgram.run(["tcp", "show", "figure-6"])
        #expect(short.status == 0)
        #expect(short.standardOutputBytes == long.standardOutputBytes)
        #expect(short.standardOutput.contains("ESTABLISHED <-- <SEQ=300><ACK=101><CTL=SYN,ACK>"))
        for arguments in [["tcp"], ["tcp", "list"], ["tcp", "--list"]] {
            let list = try await BuiltProgram.run(arguments)
            #expect(list.status == 0)
            let names = list.standardOutput.split(separator: "\n").compactMap { $0.split(separator: " ").first }
            #expect(names.map(String.init) == Scenario.all.map(\.name) + Counterexample.all.map(\.name))
        }
    }

    @Test("An unknown name is answered with the known ones")
    func unknown() async throws {
        let result = try await BuiltProgram.run(["tcp", "figure-5"])
        #expect(result.status != 0)
        #expect(result.standardOutput.isEmpty)
        for name in Scenario.all.map(\.name) + Counterexample.all.map(\.name) {
            #expect(result.standardError.contains(name))
        }
    }

    @Test("Wireshark finds no malformed packet and no bad checksum", arguments: Scenario.all.map(\.name))
    func wireshark(name: String) async throws {
        try await Tool.require("tshark")
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "run.pcapng")
            let json = directory.path(of: "run.json")
            let result = try await BuiltProgram.run(["tcp", name, "--pcap", capture, "--json", json])
            #expect(result.status == 0)
            _ = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: json)))
            let options = ["-r", capture, "-n", "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE"]
            let bad = "_ws.malformed || ip.checksum.status == 0 || tcp.checksum.status == 0"
            #expect(try await Tool.output("tshark", options + ["-Y", bad]).isEmpty)
            #expect(try await !Tool.output("tshark", options + ["-Y", "tcp.checksum.status == 1"]).isEmpty)
        }
    }
}
