import Simulator
import TCPSim
import Testing

/// How many states and transitions a space of a listener has. A change of the TCP may change them; they all stand here.
struct ListenerCount: Sendable, CustomTestStringConvertible {
    let name: String
    var bounds = TCPSpace.Bounds()
    var scope = TCPSpace.Scope(clients: 2)
    let states: Int
    let transitions: Int

    var testDescription: String { name }

    /// Clients of a listener with a backlog of one.
    static func scope(
        _ clients: Int, cookies: SYNCookies.Use? = nil, _ change: (inout TCPSpace.Scope) -> Void = { _ in }
    ) -> TCPSpace.Scope {
        var scope = TCPSpace.Scope(clients: clients, backlog: 1, cookies: cookies)
        change(&scope)
        return scope
    }

    static let all = [
        ListenerCount(name: "one client", scope: scope(1), states: 92, transitions: 159),
        ListenerCount(name: "two clients", scope: scope(2), states: 5267, transitions: 15909),
        ListenerCount(
            name: "two clients, a backlog of two", scope: scope(2) { $0.backlog = 2 }, states: 6525, transitions: 20429),
        ListenerCount(
            name: "cookies when full", scope: scope(2, cookies: .whenFull), states: 12805, transitions: 38842),
        ListenerCount(name: "cookies always", scope: scope(2, cookies: .always), states: 5488, transitions: 16422),
        ListenerCount(
            name: "a flood", bounds: .init(timeouts: 2), scope: scope(1) { $0.flood = 1 }, states: 6429,
            transitions: 17668),
        ListenerCount(
            name: "a flood, and cookies", bounds: .init(timeouts: 1),
            scope: scope(1, cookies: .whenFull) { $0.flood = 2 }, states: 4584, transitions: 12611),
        ListenerCount(
            name: "a loss", bounds: .init(loss: 1, timeouts: 1), scope: scope(1), states: 1690, transitions: 4187),
        ListenerCount(
            name: "a loss, and cookies", bounds: .init(loss: 1, timeouts: 1), scope: scope(1, cookies: .always),
            states: 1275, transitions: 3171),
        // Before a cookie opened one connection only, this space had an exchange without end.
        ListenerCount(
            name: "cookies, and connections that give up", bounds: .init(timeouts: 2),
            scope: scope(1, cookies: .always), states: 1662, transitions: 3772),
        ListenerCount(
            name: "a copy, and cookies", bounds: .init(duplicate: 1),
            scope: scope(1, cookies: .always) { $0.oldSYN = 10 }, states: 4076, transitions: 9810),
        ListenerCount(
            name: "a change of order", bounds: .init(reorder: 1), scope: scope(1) { $0.data = 2 }, states: 3304,
            transitions: 7543),
        ListenerCount(name: "a guess", bounds: .init(forged: 1), scope: scope(1), states: 396, transitions: 838),
        ListenerCount(
            name: "false cookies", bounds: .init(forged: 1), scope: scope(1, cookies: .always), states: 749,
            transitions: 1916),
        ListenerCount(
            name: "false cookies in a flood", bounds: .init(forged: 1),
            scope: scope(1, cookies: .whenFull) { $0.flood = 1 }, states: 2509, transitions: 7414),
        ListenerCount(name: "an old SYN", scope: scope(2) { $0.oldSYN = 10 }, states: 24263, transitions: 81491),
        ListenerCount(
            name: "aborts",
            scope: scope(1) {
                ($0.data, $0.mayAbort) = (1, true)
            }, states: 789, transitions: 1781),
        ListenerCount(
            name: "another connection",
            scope: scope(1) {
                ($0.oldSYN, $0.mayReopen) = (10, true)
            }, states: 1575, transitions: 3556),
        ListenerCount(
            name: "another connection after an abort",
            scope: scope(1) {
                ($0.data, $0.mayAbort, $0.mayReopen) = (1, true, true)
            }, states: 9558, transitions: 26525),
        ListenerCount(
            name: "another connection, by cookies", bounds: .init(duplicate: 1),
            scope: scope(1, cookies: .always) { $0.mayReopen = true }, states: 2030, transitions: 4643),
    ]
}

/// A host that listens and its clients, explored.
@Suite struct ListenerSpaceTests {
    @Test(arguments: ListenerCount.all)
    func noRuleIsBrokenAndTheNumberOfStatesIsWhatItWas(_ count: ListenerCount) {
        let found = TCPSpace(bounds: count.bounds, scope: count.scope).explore(limit: 200_000)
        #expect(found.counterexample == nil)
        #expect(!found.isCut)
        #expect([found.states, found.transitions] == [count.states, count.transitions])
    }

    /// It was a listener once: an old segment opened a connection that was over, and the two sides answered each other without end.
    @Test func aCookieThatCameTwiceBeganAnExchangeWithoutEnd() throws {
        let mutant = try #require(ListenerMutant.all.first { $0.excused == [.trueCookie] })
        let space = mutant.space()
        let counterexample = try #require(space.explore(limit: 100_000).counterexample)
        let ladder = space.ladder(counterexample)
        #expect(ladder.last == "    And so on.")
        let given = try #require(ladder.lastIndex { $0.hasSuffix(" LISTEN") })
        #expect(ladder[given...].contains { $0.hasPrefix("    The next segment of A1 arrives") })
        #expect(ladder[given...].contains { $0.hasSuffix(" A1 CLOSE-WAIT") })
    }

    @Test(arguments: ListenerMutant.all)
    func byTheRuleAndInAsManyStepsAsTheDocumentSays(_ mutant: ListenerMutant) throws { try mutant.expectToBeFound() }

    @Test func theRealListenerBreaksNoRuleWhereItsMutantsDo() { ListenerMutant.expectNothingInSoundSpaces() }

    /// Without the rule the mistake would stay.
    @Test func noOtherRuleFindsASuccessorThatRepeatsTheFirstNumber() throws {
        try #require(ListenerMutant.all.first { $0.rule == .successor }).expectToBeFoundByNoOtherRule()
    }

    @Test func everyRuleFindsAMutant() { ListenerMutant.expectOneForEachRule() }

    /// Otherwise a search that finds nothing may not have been where there is anything to find.
    @Test func everyLandmarkIsPassed() {
        let names = ["cookies always", "a flood, and cookies", "another connection after an abort"]
        let seen = ListenerCount.all.filter { names.contains($0.name) }.map {
            TCPSpace(bounds: $0.bounds, scope: $0.scope).explore(limit: 200_000).landmarks
        }
        #expect(seen.reduce([]) { $0.union($1) } == Set(TCPSpace.Sight.allCases.map(TCPSpace.Landmark.sight)))
    }
}

/// What is told of a counterexample of a listener.
@Suite struct ListenerReportTests {
    private func found(
        _ variant: Variant, _ bounds: TCPSpace.Bounds, _ scope: TCPSpace.Scope
    ) throws -> (space: TCPSpace, counterexample: Exploration<TCPSpace>.Counterexample) {
        let space = TCPSpace(bounds: bounds, scope: scope, machines: variant.machines)
        return (space, try #require(space.explore(limit: 10_000).counterexample))
    }

    @Test func theLadderShowsTheClientAndEveryConnectionOfB() throws {
        let (space, counterexample) = try found(.boundless, .init(), ListenerCount.scope(1) { $0.flood = 2 })
        let expected = """
                Client                                                            B
            1.                                                                    LISTEN

                A stranger's SYN arrives at B, in the name of C1, a host that does not exist.
            2.                 --> <SEQ=7><CTL=SYN> -->                           C1 SYN-RECEIVED

                A stranger's SYN arrives at B, in the name of C2, a host that does not exist.
            3.                 --> <SEQ=7><CTL=SYN> -->                           C1 SYN-RECEIVED, C2 SYN-RECEIVED
            """
        #expect(space.ladder(counterexample).joined(separator: "\n") == expected)
    }

    /// Every packet of the record is one that the ladder shows, in its order.
    @Test(arguments: Variant.ofHosts)
    func theRecordHasTheSegmentsOfTheLadder(variant: Variant) throws {
        let scope = ListenerCount.scope(2, cookies: variant == .boundless ? nil : .whenFull) { $0.flood = 2 }
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
        let space = TCPSpace(bounds: .init(), scope: ListenerCount.scope(1, cookies: .always))
        let lines = ExplorationReport(space, space.explore()).facts(seconds: 1).text().split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("cookies      for each SYN") })
        #expect(lines.contains { $0.hasPrefix("seen         a cookie sent, a cookie taken") })
        #expect(lines.contains { $0.hasPrefix("speed ") && $0.hasSuffix(" per second (measured)") })
    }
}
