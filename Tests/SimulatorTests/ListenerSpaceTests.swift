import Simulator
import Testing

/// How many states and transitions a space of a listener has. A change of the TCP may change them; they all stand here.
struct ListenerCount: Sendable, CustomTestStringConvertible {
    let name: String
    var bounds = TCPSpace.Bounds()
    var scope = ListenerSpace.Scope()
    let states: Int
    let transitions: Int

    var testDescription: String { name }

    static func scope(
        clients: Int = 1, backlog: Int = 1, flood: Int = 0, _ change: (inout ListenerSpace.Scope) -> Void = { _ in }
    ) -> ListenerSpace.Scope {
        var scope = ListenerSpace.Scope(clients: clients, backlog: backlog)
        scope.flood = flood
        change(&scope)
        return scope
    }

    static let all = [
        ListenerCount(name: "one client", scope: scope(), states: 0, transitions: 0),
        ListenerCount(name: "two clients, a backlog of one", scope: scope(clients: 2), states: 0, transitions: 0),
    ]
}

/// A host that listens and its clients, explored.
@Suite struct ListenerSpaceTests {
    @Test(arguments: ListenerCount.all)
    func noRuleIsBrokenAndTheNumberOfStatesIsWhatItWas(_ count: ListenerCount) {
        let found = ListenerSpace(bounds: count.bounds, scope: count.scope).explore(limit: 200_000)
        #expect(found.counterexample == nil)
        #expect(!found.isCut)
        #expect([found.states, found.transitions] == [count.states, count.transitions])
    }

    @Test(arguments: ListenerMutant.all)
    func byTheRuleAndInAsManyStepsAsTheDocumentSays(_ mutant: ListenerMutant) throws {
        let counterexample = try #require(mutant.space().explore(limit: 100_000).counterexample)
        #expect(counterexample.rule == mutant.rule)
        #expect(counterexample.actions.count == mutant.steps)
    }

    @Test func theRealListenerBreaksNoRuleWhereItsMutantsDo() throws {
        for mutant in ListenerMutant.all {
            let states = mutant.space().explore(limit: 100_000).states
            let found = mutant.space(ListenerVariant.standard.machine).explore(limit: states + 1_000)
            #expect(found.counterexample == nil, "\(mutant)")
        }
    }

    @Test func everyRuleFindsAMutant() {
        #expect(Set(ListenerMutant.all.map(\.rule)) == Set(ListenerSpace.Rule.allCases))
    }
}
