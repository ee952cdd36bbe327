import Attacks
import Simulator
import TestSupport
import Testing

@Suite struct GuessTests {
    @Test(arguments: seeds(3))
    func theNumbersOfRFC6528AreNotGuessedTheOthersAre(seed: UInt64) {
        for generator in SequenceNumberGenerator.allCases {
            let result = SequenceNumberGuess.run(generator, trials: 200, seed: seed)
            #expect(result.trials == 200)
            switch generator {
            case .constant: #expect(result.exact == 200 && result.near == 200)
            // Between the two lie 20 to 219 ms, in which about every eighth time a second is full: then it is 128,000 more.
            case .plus64000:
                #expect(result.exact == result.near && (150..<195).contains(result.exact), "\(result.exact)")
            // Right within the millisecond that is in doubt, and seldom at once.
            case .clock: #expect(result.near == 200 && result.exact < 20)
            // 200 bursts of 501 out of 2^32: one chance in 40,000.
            case .rfc6528: #expect(result.exact == 0 && result.near == 0)
            }
        }
    }

    @Test(arguments: seeds(3))
    func aStateGivesAwayWhatIsComputedFromItAlone(seed: UInt64) {
        let expected: [StolenState.Generator: (past: Bool, future: Bool)] = [
            .counter: (true, true), .ratchet: (false, true), .reseeded: (false, false),
        ]
        for generator in StolenState.Generator.allCases {
            let run = StolenState.run(generator, seed: seed)
            #expect(run.knowsPast == expected[generator]?.past && run.knowsFuture == expected[generator]?.future)
            #expect(Set(run.outputs).count == run.outputs.count)
        }
    }

    @Test func theProgramTellsBoth() async throws {
        let guess = try await BuiltProgram.run(["attack", "guess-isn", "--seed", "7", "--trials", "50"])
        #expect(guess.status == 0 && guess.standardOutput.contains("50 of 50"))
        #expect(try await BuiltProgram.run(["attack", "guess-isn", "--trials", "0"]).status == 64)
        let state = try await BuiltProgram.run(["attack", "stolen-state"])
        #expect(state.status == 0 && state.standardOutput.contains("the thief cannot compute it"))
        for line in (guess.lines + state.lines) where line.count > 100 {
            Issue.record("\(line.count) columns: \(line)")
        }
    }
}
