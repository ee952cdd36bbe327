import Simulator
import TestSupport
import Testing

@testable import Museum

@Suite struct GuessTests {
    @Test(arguments: seeds(3))
    func theNumbersOfRFC6528AreNotGuessedAndTheOthersAre(seed: UInt64) {
        for generator in SequenceNumberGenerator.allCases {
            let result = SequenceNumberGuess.run(generator, trials: 200, seed: seed)
            #expect(result.trials == 200)
            switch generator {
            case .constant: #expect(result.exact == 200 && result.near == 200)
            // 20 to 219 ms lie between the two connections. In about one of eight trials a second ends in between, which adds 128,000.
            case .plus64000:
                #expect(result.exact == result.near && (150..<195).contains(result.exact), "\(result.exact)")
            // The time is known to a millisecond, so that the burst is right and the first guess seldom is.
            case .clock: #expect(result.near == 200 && result.exact < 20)
            // 200 bursts of 501 guesses among 2^32 numbers have one chance in 40,000.
            case .rfc6528: #expect(result.exact == 0 && result.near == 0)
            }
        }
    }

    @Test(arguments: seeds(3))
    func aStateGivesAwayWhatIsComputedFromItAlone(seed: UInt64) {
        let expected: [StatefulGenerator.Kind: (past: Bool, future: Bool)] = [
            .counter: (true, true), .ratchet: (false, true), .reseeded: (false, false),
        ]
        for kind in StatefulGenerator.Kind.allCases {
            let (outputs, computed, _) = StolenStateTable.run(kind, seed: seed)
            let known = zip(outputs, computed).map { $0 == $1 }
            #expect(known.prefix(2).allSatisfy { $0 == expected[kind]?.past })
            #expect(known.suffix(2).allSatisfy { $0 == expected[kind]?.future })
            #expect(Set(outputs).count == outputs.count)
        }
    }

    /// The state of a generator that only goes forward gives the later connection away, and not the earlier one.
    @Test func whatIsOpenedDependsOnTheGenerator() throws {
        func opened(_ variant: String, isDefended: Bool) throws -> [String] {
            try ExhibitRun.perform(StolenState.self, variant: variant, isDefended: isDefended, seed: 4)
                .outcome.loot.map(\.name)
        }
        let both = ["exponent_1", "request_1", "exponent_2", "request_2"]
        #expect(try opened("past", isDefended: false) == both)
        #expect(try opened("future", isDefended: false) == Array(both.suffix(2)))
        #expect(try opened("past", isDefended: true).isEmpty && opened("future", isDefended: true).isEmpty)
    }

    @Test func theProgramTellsBothAttacks() async throws {
        let guess = try await BuiltProgram.run(["attack", "guess-isn", "--seed", "7", "--trials", "50"])
        #expect(guess.status == 0 && guess.standardOutput.contains("50 of 50"))
        #expect(try await BuiltProgram.run(["attack", "guess-isn", "--trials", "0"]).status == 64)
        let options = ["--seed", "3", "--defence", "off", "--json", "-"]
        let (alias, exhibit) = (
            try await BuiltProgram.run(["attack", "guess-isn"] + options),
            try await BuiltProgram.run(["attack", "isn-prediction"] + options)
        )
        #expect(alias.status == 0 && alias.standardOutput == exhibit.standardOutput)
        #expect(try await BuiltProgram.run(["attack", "guess-isn", "--trials", "5", "--quiet"]).status == 64)
        let state = try await BuiltProgram.run(["attack", "stolen-state"])
        #expect(state.status == 0 && state.standardOutput.contains("the thief cannot compute it"))
        for line in (guess.lines + state.lines) where line.count > 100 {
            Issue.record("\(line.count) columns: \(line)")
        }
    }
}
