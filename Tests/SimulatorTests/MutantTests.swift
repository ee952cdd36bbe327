import Foundation
import Simulator
import TCPSim
import Testing

/// An explorer that finds nothing proves nothing until it has found what is there.
@Suite struct MutantTests {
    @Test(arguments: Mutant.all)
    func byTheRuleAndInAsManyStepsAsTheDocumentSays(_ mutant: Mutant) throws {
        let counterexample = try #require(mutant.space().explore(limit: 100_000).counterexample)
        #expect(counterexample.rule == mutant.rule)
        #expect(counterexample.actions.count == mutant.steps)
    }

    @Test func theRealTCPBreaksNoRuleWhereItsMutantsDo() throws {
        for mutant in Mutant.all {
            let states = mutant.space().explore(limit: 100_000).states
            let found = mutant.space(Variant.standard.machine).explore(limit: states + 1_000)
            #expect(found.counterexample == nil, "\(mutant)")
        }
    }

    @Test func everyRuleFindsAMutant() {
        #expect(Set(Mutant.all.map(\.rule)) == Set(TCPSpace.Rule.allCases))
    }

    /// Otherwise the mistake would not be what its name says.
    @Test func plainComparisonIsRightAsLongAsTheNumbersDoNotWrap() throws {
        var mutant = try #require(Mutant.all.first { $0.scope.initial.a > 100 })
        mutant.scope.initial.a = 100
        #expect(mutant.space().explore().counterexample == nil)
    }
}
