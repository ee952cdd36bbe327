import Foundation
import Simulator
import TCPSim
import Testing

/// An explorer that finds nothing proves nothing until it has found what is there.
@Suite("Every wrong TCP is found out")
struct MutantTests {
    @Test("By the rule and in as many steps as the document says", arguments: Mutant.all)
    func isKilled(_ mutant: Mutant) throws {
        let counterexample = try #require(Explorer(mutant.space(), limit: 100_000).explore().counterexample)
        #expect(counterexample.rule == mutant.rule.rawValue)
        #expect(counterexample.actions.count == mutant.steps)
    }

    @Test("The real TCP breaks no rule where its mutants do")
    func realSurvives() throws {
        for mutant in Mutant.all {
            let states = Explorer(mutant.space(), limit: 100_000).explore().states
            let found = Explorer(mutant.space(TCPSpace.machine(.standard)), limit: states + 1_000).explore()
            #expect(found.counterexample == nil, "\(mutant)")
        }
    }

    @Test("Every rule finds a mutant")
    func everyRule() {
        #expect(Set(Mutant.all.map(\.rule)) == Set(TCPSpace.Rule.allCases))
    }

    /// Otherwise the mistake would not be what its name says.
    @Test("Plain comparison is right as long as the numbers do not wrap")
    func wrapIsNeeded() throws {
        let mutant = try #require(Mutant.all.first { $0.initial.a > 100 })
        #expect(Explorer(mutant.space(initial: (100, 300))).explore().counterexample == nil)
    }
}
