import Simulator
import Testing

@testable import TLSExplorer

/// What is wrong is found, and nothing else.
@Suite struct WrongTLSTests {
    @Test(arguments: WrongTLS.all + WrongTLS.ofTwoConnections)
    func aWrongTLSIsFoundByTheShortestAttack(wrong: WrongTLS) throws {
        let (found, space) = try TLSSpace(wrong.scope, excusing: Set(wrong.excused)).search()
        let counterexample = try #require(found.counterexample)
        #expect(space.broken(by: counterexample.actions) == wrong.rules)
        #expect(counterexample.rule == wrong.rules.first)
        #expect(counterexample.actions.count == wrong.steps)
        #expect(counterexample.actions.count(where: \.isMove) == wrong.moves)
    }

    /// The run to a counterexample, told: its capture has the records, and the rule that is broken is in the journal.
    @Test func aCounterexampleIsTold() throws {
        var scope = TLSScope(.tls12, moves: 2)
        scope.mistakes = [.unsignedDH]
        let (found, space) = try TLSSpace(scope).search()
        let counterexample = try #require(found.counterexample)
        let journal = space.journal(counterexample)
        #expect(journal.events.contains { $0.step == "explore.rule" })
        #expect(journal.events.contains { $0.step == "tls.established" })
        let packets = journal.events.count { if case .sent = $0.kind { true } else { false } }
        #expect(packets == 7)
        let ladder = space.ladder(counterexample, columns: 100)
        #expect(ladder.contains { $0.contains("the attacker replaces public value and") })
        #expect(ladder.allSatisfy { $0.count <= 100 })
    }

    /// Two locks on one door. Without the extended master secret, verify_data still covers the hellos; without it too the pair is found.
    @Test(arguments: [
        (TLSMistake.noEMS, TLSScope.Version.tls12), (.ccsEndsAlerts, .tls12), (.noSentinel, .both),
        (.groupUnchecked, .both), (.valueUnchecked, .tls12),
    ])
    func oneOfTwoLocksHolds(mistake: TLSMistake, version: TLSScope.Version) throws {
        var scope = TLSScope(version, moves: 1)
        scope.mistakes = [mistake]
        #expect(try TLSSpace(scope).explore().counterexample == nil)
    }
}
