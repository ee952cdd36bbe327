import Foundation
import Simulator
import TCPSim
import Testing

/// An explorer that finds nothing proves nothing until it has found what is there.
@Suite struct MutantTests {
    /// Rules that are the only ones to find their mutants.
    private static let alone: Set<TCPSpace.Rule> = [
        .sendWindow, .windowEdge, .receiveWindow, .windowTaken, .listensAgain,
    ]

    @Test(arguments: Mutant.all)
    func byTheRuleAndInAsManyStepsAsTheDocumentSays(_ mutant: Mutant) throws { try mutant.expectToBeFound() }

    /// Each of these rules is needed: without it the mistake would stay.
    @Test(arguments: Mutant.all.filter { alone.contains($0.rule) })
    func noOtherRuleFindsWhatTheRulesOfWindowsAndOfLISTENFind(_ mutant: Mutant) {
        mutant.expectToBeFoundByNoOtherRule()
    }

    @Test func theRealTCPBreaksNoRuleWhereItsMutantsDo() { Mutant.expectNothingInSoundSpaces() }

    @Test func everyRuleFindsAMutant() { Mutant.expectOneForEachRule() }

    /// Otherwise the mistake would not be what its name says.
    @Test func plainComparisonIsRightAsLongAsTheNumbersDoNotWrap() throws {
        var mutant = try #require(Mutant.all.first { $0.scope.initial.a > 100 })
        mutant.scope.initial.a = 100
        #expect(mutant.space().explore().counterexample == nil)
    }
}
