import Foundation
import TestSupport
import Testing

/// The table of designs and attackers on the command line.
@Suite struct AlgorithmsCommandTests {
    @Test func aPartOfTheTableSaysWhy() async throws {
        let told = try await BuiltProgram.run(["attack", "algorithms", "--attacker", "thief", "--seed", "7"])
        #expect(told.status == 0 && told.standardOutput.contains("The premaster secret is in the recording"))
        #expect(told.standardOutput.contains("HandshakeSim attack forward-secrecy --no-measure --seed 7"))
        let result = try await BuiltProgram.run(
            ["attack", "algorithms", "--attacker", "thief", "--design", "signed-dhe", "--json", "-"])
        let document = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) as? [String: Any]
        #expect(document?["schema"] as? String == "handshakesim.algorithms")
        let attackers = try #require(document?["attackers"] as? [[String: Any]])
        let cells = try #require(attackers.first?["cells"] as? [[String: Any]])
        #expect(cells.count == 1 && cells.first?["falls"] as? Bool == false)
        #expect(
            cells.first?["command"] as? String
                == "HandshakeSim attack algorithms --attacker thief --design signed-dhe --seed 1")
    }

    @Test func whatIsNotThereIsRefused() async throws {
        #expect(try await BuiltProgram.run(["attack", "algorithms", "--design", "four-randoms"]).status == 64)
        #expect(try await BuiltProgram.run(["attack", "algorithms", "--attacker", "mallory"]).status == 64)
        #expect(try await BuiltProgram.run(["attack", "replay", "--server", "fresh"]).status == 64)
    }
}
