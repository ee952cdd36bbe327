import Foundation
import Simulator
import TCPSim
import Testing

/// An explorer that finds nothing proves nothing until it has found what is there.
@Suite struct MutantTests {
    @Test(arguments: Mutant.all)
    func byTheRuleAndInAsManyStepsAsTheDocumentSays(_ mutant: Mutant) throws {
        let counterexample = try #require(Explorer(mutant.space(), limit: 100_000).explore().counterexample)
        #expect(counterexample.rule == mutant.rule.rawValue)
        #expect(counterexample.actions.count == mutant.steps)
    }

    @Test func theRealTCPBreaksNoRuleWhereItsMutantsDo() throws {
        for mutant in Mutant.all {
            let states = Explorer(mutant.space(), limit: 100_000).explore().states
            let found = Explorer(mutant.space(TCPSpace.machine(.standard)), limit: states + 1_000).explore()
            #expect(found.counterexample == nil, "\(mutant)")
        }
    }

    @Test func everyRuleFindsAMutant() {
        #expect(Set(Mutant.all.map(\.rule)) == Set(TCPSpace.Rule.allCases))
    }

    /// Otherwise the mistake would not be what its name says.
    @Test func plainComparisonIsRightAsLongAsTheNumbersDoNotWrap() throws {
        let mutant = try #require(Mutant.all.first { $0.initial.a > 100 })
        #expect(Explorer(mutant.space(initial: (100, 300))).explore().counterexample == nil)
    }
}
