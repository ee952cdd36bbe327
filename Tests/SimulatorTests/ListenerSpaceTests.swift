import Simulator
import TCPSim
import Testing

/// How many states and transitions a space of a listener has. A change of the TCP may change them; they all stand here.
struct ListenerCount: Sendable, CustomTestStringConvertible {
    let name: String
    var bounds = TCPSpace.Bounds()
    var scope = ListenerSpace.Scope()
    let states: Int
    let transitions: Int

    var testDescription: String { name }

    /// Clients of a listener with a backlog of one.
    static func scope(
        _ clients: Int, cookies: SYNCookies.Use? = nil, _ change: (inout ListenerSpace.Scope) -> Void = { _ in }
    ) -> ListenerSpace.Scope {
        var scope = ListenerSpace.Scope(clients: clients, backlog: 1, cookies: cookies)
        change(&scope)
        return scope
    }

    static let all = [
        ListenerCount(name: "one client", scope: scope(1), states: 0, transitions: 0),
        ListenerCount(name: "two clients", scope: scope(2), states: 0, transitions: 0),
        ListenerCount(
            name: "two clients, a backlog of two", scope: scope(2) { $0.backlog = 2 }, states: 0, transitions: 0),
        ListenerCount(name: "cookies when full", scope: scope(2, cookies: .whenFull), states: 0, transitions: 0),
        ListenerCount(name: "cookies always", scope: scope(2, cookies: .always), states: 0, transitions: 0),
        ListenerCount(
            name: "a flood", bounds: .init(timeouts: 2), scope: scope(1) { $0.flood = 1 }, states: 0, transitions: 0),
        ListenerCount(
            name: "a flood, and cookies", bounds: .init(timeouts: 2),
            scope: scope(1, cookies: .whenFull) { $0.flood = 2 }, states: 0, transitions: 0),
        ListenerCount(name: "a loss", bounds: .init(loss: 1, timeouts: 1), scope: scope(1), states: 0, transitions: 0),
        ListenerCount(
            name: "a loss, and cookies", bounds: .init(loss: 1, timeouts: 1), scope: scope(1, cookies: .always),
            states: 0, transitions: 0),
        ListenerCount(
            name: "a copy, and cookies", bounds: .init(duplicate: 1),
            scope: scope(1, cookies: .always) { $0.oldSYN = 10 }, states: 0, transitions: 0),
        ListenerCount(
            name: "a change of order", bounds: .init(reorder: 1), scope: scope(1) { $0.data = 2 }, states: 0,
            transitions: 0),
        ListenerCount(name: "a guess", bounds: .init(forged: 1), scope: scope(2), states: 0, transitions: 0),
        ListenerCount(
            name: "false cookies", bounds: .init(forged: 1), scope: scope(1, cookies: .always), states: 0,
            transitions: 0),
        ListenerCount(
            name: "false cookies in a flood", bounds: .init(forged: 1),
            scope: scope(1, cookies: .whenFull) { $0.flood = 1 }, states: 0, transitions: 0),
        ListenerCount(name: "an old SYN", scope: scope(2) { $0.oldSYN = 10 }, states: 0, transitions: 0),
        ListenerCount(
            name: "aborts",
            scope: scope(1) {
                ($0.data, $0.mayAbort) = (1, true)
            }, states: 0, transitions: 0),
        ListenerCount(
            name: "another connection",
            scope: scope(1) {
                ($0.oldSYN, $0.mayReopen) = (10, true)
            }, states: 0, transitions: 0),
        ListenerCount(
            name: "another connection after an abort",
            scope: scope(1) {
                ($0.data, $0.mayAbort, $0.mayReopen) = (1, true, true)
            }, states: 0, transitions: 0),
        ListenerCount(
            name: "another connection, by cookies", bounds: .init(duplicate: 1),
            scope: scope(1, cookies: .always) { $0.mayReopen = true }, states: 0, transitions: 0),
    ]
}

/// A host that listens and its clients, explored.
@Suite struct ListenerSpaceTests {
    @Test(arguments: ListenerCount.all)
    func noRuleIsBrokenAndTheNumberOfStatesIsWhatItWas(_ count: ListenerCount) {
        let found = ListenerSpace(bounds: count.bounds, scope: count.scope).explore(limit: 200_000)
        #expect(found.counterexample == nil)
        #expect(!found.isCut)
        print("COUNT", count.name, found.states, found.transitions, found.depth, found.landmarks.map(\.rawValue))
        if let c = found.counterexample {
            print("BROKEN", count.name, c.rule)
            print(ListenerSpace(bounds: count.bounds, scope: count.scope).ladder(c).joined(separator: "\n"))
        }
        #expect([found.states, found.transitions] == [count.states, count.transitions])
    }

    @Test(arguments: ListenerMutant.all)
    func byTheRuleAndInAsManyStepsAsTheDocumentSays(_ mutant: ListenerMutant) throws {
        let found = mutant.space().explore(limit: 100_000)
        let what = found.counterexample.map { "\($0.rule) \($0.actions.count)" } ?? "none"
        print("MUTANT", mutant.name, what, found.states)
        let counterexample = try #require(found.counterexample)
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

/// What is told of a counterexample of a listener.
@Suite struct ListenerReportTests {
    private func found(
        _ variant: ListenerVariant, _ bounds: TCPSpace.Bounds = TCPSpace.Bounds(), _ scope: ListenerSpace.Scope
    ) throws -> (space: ListenerSpace, counterexample: Exploration<ListenerSpace>.Counterexample) {
        let space = ListenerSpace(bounds: bounds, scope: scope, machine: variant.machine)
        return (space, try #require(space.explore(limit: 10_000).counterexample))
    }

    @Test func theLadderShowsTheClientAndEveryConnectionOfB() throws {
        let (space, counterexample) = try found(.boundless, ListenerCount.scope(1) { $0.flood = 2 })
        let expected = """
                           Client                                             B
            """
        #expect(space.ladder(counterexample).joined(separator: "\n") == expected)
    }

    /// Every packet of the record is one that the ladder shows, in its order.
    @Test(arguments: ListenerVariant.allCases.filter { $0 != .standard })
    func theRecordHasTheSegmentsOfTheLadder(variant: ListenerVariant) throws {
        let scope = ListenerCount.scope(2, cookies: .whenFull) { $0.flood = 2 }
        let (space, counterexample) = try found(variant, .init(forged: 1), scope)
        let sent = space.journal(counterexample).events.compactMap { event -> String? in
            guard case .sent(let packet, _) = event.kind else { return nil }
            return packet.label
        }
        let ladder = space.ladder(counterexample).joined(separator: "\n")
        #expect(!sent.isEmpty)
        // What B answers to strangers is lost, and acknowledges their number 7.
        #expect(sent.allSatisfy { ladder.contains($0) || $0.contains("<ACK=8>") }, "\(sent)")
    }

    @Test func theFactsNameWhatWasSeen() {
        let space = ListenerSpace(bounds: .init(), scope: ListenerCount.scope(1, cookies: .always))
        let lines = ExplorationText(space, space.explore()).facts(seconds: 1).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("cookies      for each SYN") })
        #expect(lines.contains { $0.hasPrefix("seen         a cookie sent, a cookie taken") })
    }
}
