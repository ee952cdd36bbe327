import TLSSim
import TestSupport
import Testing
import Trace

@testable import Attacks

@Suite struct BleichenbacherTests {
    @Test(arguments: seeds(2))
    func aServerThatTellsBadPaddingGivesThePremasterSecretAway(seed: UInt64) throws {
        let result = try BleichenbacherAttack.run(seed: seed, against: .undefended)
        #expect(result.premaster == BleichenbacherAttack.premaster(seed: seed))
        #expect(result.answers.map(\.count).reduce(0, +) == result.queries)
        #expect(result.answers.map(\.alert) == [.badRecordMAC, .handshakeFailure])
        // What is left only ever gets less.
        let open = result.progress.map(\.openBits)
        #expect(zip(open, open.dropFirst()).allSatisfy { $0 >= $1 } && open.last == 0)
    }

    @Test(arguments: seeds(3))
    func aServerThatGoesOnWithARandomPremasterSecretGivesNothingAway(seed: UInt64) throws {
        let result = try BleichenbacherAttack.run(seed: seed, against: .defended)
        #expect(result.premaster == nil && result.progress.isEmpty)
        #expect(result.queries == BleichenbacherAttack.patience)
        #expect(result.answers.map(\.alert) == [.badRecordMAC])
    }

    @Test func theProgramTellsBothStories() async throws {
        let result = try await BuiltProgram.run(["attack", "bleichenbacher", "--seed", "3"])
        #expect(result.status == 0)
        #expect(result.standardOutput.contains(Hex.string(BleichenbacherAttack.premaster(seed: 3).prefix(32))))
        #expect(result.standardOutput.contains("✔ DECRYPTED"))
        #expect(result.lines.last { !$0.isEmpty } == "✘ NOTHING LEARNED")
        #expect(result.lines.allSatisfy { $0.count <= 100 })
    }
}
