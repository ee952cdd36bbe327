import Attacks
import Foundation
import TLSSim
import TestSupport
import Testing
import Trace

@Suite struct EarlyDataReplayTests {
    private typealias Scene = EarlyDataReplay.Scene
    private typealias Defence = EarlyDataReplay.Defence

    private static let runs = Result { try EarlyDataReplay.all(seed: 7) }

    private func run(_ scene: Scene, _ defence: Defence) throws -> EarlyDataReplay {
        try #require(try Self.runs.get().first { $0.scene == scene && $0.defence == defence })
    }

    @Test func whatIsCarriedOutTwiceDependsOnWhatTheServersRemember() throws {
        let twice: [Scene: [Defence]] = [
            .soon: [.none], .late: [.none], .otherServer: [.none, .singleUse, .window], .sharedMemory: [.none],
            .restarted: [.none], .heldUp: [], .clientRepeats: [.none, .singleUse, .window],
        ]
        for scene in Scene.allCases {
            for defence in Defence.inOrder {
                let isTwice = twice[scene]?.contains(defence) == true
                let times = try run(scene, defence).timesCarriedOut
                #expect(times == (isTwice ? 2 : 1), "\(scene) \(defence)")
            }
        }
    }

    @Test func theAttackerNeverCompletesAHandshake() throws {
        for run in try Self.runs.get() where run.scene != .heldUp && run.scene != .clientRepeats {
            let second = try #require(run.second)
            #expect(!second.isEstablished)
            #expect(second.data.isEmpty)
            if second.outcome == .accepted {
                // The old Finished is under the keys of another exchange.
                #expect(second.early == run.original.early && second.alert == .badRecordMAC)
            } else {
                #expect(second.early.isEmpty && second.outcome == .rejected)
                #expect(second.alert == nil && second.state == "ExpectFinished")
            }
        }
    }

    @Test func theKeysOfEarlyDataAreTheSameAndThoseOfTheHandshakeAreNot() throws {
        let run = try run(.soon, .none)
        let second = try #require(run.second)
        for name in [SecretName.early, .clientEarlyTraffic] {
            #expect(run.original.secrets[name] != nil && run.original.secrets[name] == second.secrets[name])
        }
        for name in [SecretName.clientHandshakeTraffic, .clientApplicationTraffic] {
            #expect(run.original.secrets[name] != second.secrets[name])
        }
    }

    @Test func anHonestClientThatIsHeldUpLosesItsEarlyDataAndNoOrder() throws {
        for defence in Defence.inOrder {
            let run = try run(.heldUp, defence)
            #expect(run.original.outcome == (defence == .none ? .accepted : .rejected))
            #expect(run.original.isEstablished && run.original.alert == nil)
        }
    }

    @Test func theProgramTellsBothOutcomes() async throws {
        try await TemporaryDirectory.use { folder in
            let file = folder.path(of: "attack.json")
            let result = try await BuiltProgram.run(["attack", "early-data-replay", "--seed", "7", "--json", file])
            #expect(result.status == 0 && result.standardError.isEmpty)
            #expect(result.standardOutput.contains("✘ CARRIED OUT TWICE"))
            #expect(result.standardOutput.contains("✔ CARRIED OUT ONCE"))
            let written = try String(contentsOfFile: file, encoding: .utf8)
            #expect(try JSON(written.utf8) == EarlyDataReplay.json(try Self.runs.get(), seed: 7))
        }
    }
}
