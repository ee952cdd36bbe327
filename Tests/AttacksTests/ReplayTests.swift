import Attacks
import Simulator
import TLSSim
import TestSupport
import Testing

@Suite struct ReplayTests {
    @Test(arguments: seeds(3))
    func onlyAServerThatRepeatsWhatItDrewPaysTwice(seed: UInt64) throws {
        for suite in [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM, .ecdheRSAAES128GCM, .rsaAES128CBCSHA] {
            let options = Visit.Options(seed: seed, suite: suite)
            let cast = try Visit.Cast(options)
            for target in ReplayAttack.Target.allCases {
                let run = ReplayAttack.run(options, cast, against: target)
                let words: Comment = "\(suite.name) \(target.rawValue)"
                let isRSA = suite.keyExchange == .rsa
                #expect(run.isAccepted == (target == .nothingFresh || (isRSA && target == .sameRandom)), words)
                #expect(run.recording.count == 3, words)
                #expect(run.recorded.clientRandom == run.repeated.clientRandom, words)
                #expect((run.recorded.serverRandom == run.repeated.serverRandom) == (target != .fresh), words)
                // Under RSA the client's octets alone decide about the premaster secret.
                #expect(
                    (run.recorded.premasterSecret == run.repeated.premasterSecret)
                        == (isRSA || target == .nothingFresh), words)
                #expect((run.recorded.masterSecret == run.repeated.masterSecret) == run.isAccepted, words)
                if run.isAccepted {
                    #expect(run.refusal == nil, words)
                    #expect(String(decoding: run.request, as: UTF8.self).hasSuffix("to=bob&amount=100!"), words)
                } else {
                    // The Finished is sealed under other keys: its record does not open, so its content is never looked at.
                    #expect(run.refusal?.alert == .badRecordMAC, words)
                    #expect(run.request.isEmpty, words)
                }
                #expect(run.steps.count == 5)
            }
        }
    }

    @Test func theProgramTellsBothOutcomes() async throws {
        let result = try await BuiltProgram.run(["attack", "replay", "--seed", "7"])
        #expect(result.status == 0 && result.standardError.isEmpty)
        #expect(result.standardOutput.contains("PAID TWICE"))
        #expect(result.standardOutput.contains("bad_record_mac at Finished"))
        #expect(result.standardOutput.contains("✘ REFUSED") && result.standardOutput.contains("✔ ACCEPTED"))
        for line in result.lines where line.count > 100 { Issue.record("\(line.count) columns: \(line)") }
        let one = try await BuiltProgram.run(["attack", "replay", "--server", "same-random"])
        #expect(one.status == 0 && one.standardOutput.contains("sends the server_random of the recording again"))
        #expect(try await BuiltProgram.run(["attack", "replay", "--server", "odd"]).status == 64)
    }
}
