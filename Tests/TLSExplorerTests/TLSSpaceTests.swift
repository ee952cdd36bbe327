import Simulator
import TLSSim
import Testing

@testable import TLSExplorer

/// The standard machines, explored.
@Suite struct TLSSpaceTests {
    /// Without the attacker both versions open, talk and close, by the edges that the options allow.
    @Test(arguments: TLSScope.Version.allCases)
    func withoutAnAttackerBothVersionsComeToAGoodEnd(version: TLSScope.Version) throws {
        let found = try TLSSpace(TLSScope(version, moves: 0)).explore()
        #expect(found.counterexample == nil)
        let edges = found.landmarks.map(\.number).sorted()
        switch version {
        case .tls12: #expect(edges == [1, 2, 6, 8, 10, 12, 13, 17, 22, 25, 26, 29, 30])
        case .tls13, .both: #expect(edges == [34, 37, 39, 41, 43, 44, 46, 54, 62, 63, 65])
        }
    }

    @Test(arguments: TLSScope.Version.allCases)
    func oneMoveBreaksNoRule(version: TLSScope.Version) throws {
        let found = try TLSSpace(TLSScope(version, moves: 1)).explore()
        #expect(found.counterexample == nil)
        #expect(!found.isCut)
    }

    @Test(arguments: TLSScope.Version.allCases)
    func aCertificateOfTheClientOrASessionToResumeBreaksNoRule(version: TLSScope.Version) throws {
        var asking = TLSScope(version, moves: 0)
        asking.clientCertificate = true
        let asked = try TLSSpace(asking).explore()
        #expect(asked.counterexample == nil)
        let proof = version == .tls12 ? 24 : 53
        #expect(asked.landmarks.contains { $0.number == proof })

        var resuming = TLSScope(version, moves: 0)
        resuming.resumes = true
        let resumed = try TLSSpace(resuming).explore()
        #expect(resumed.counterexample == nil)
        let abbreviated = version == .tls12 ? 14 : 38
        #expect(resumed.landmarks.contains { $0.number == abbreviated })
    }

    @Test func earlyDataIsAcceptedAndOneMoveBreaksNoRule() throws {
        var scope = TLSScope(.tls13, moves: 1)
        scope.earlyData = true
        let found = try TLSSpace(scope).explore()
        #expect(found.counterexample == nil)
        let edges = found.landmarks.map(\.number)
        #expect(Set([35, 48, 49, 50]).isSubset(of: edges))
    }

    /// What the ends do besides passes the edges that it is for.
    @Test(arguments: [
        (TLSHabit.tickets, TLSScope.Version.tls12, false, [11]), (.tickets, .tls12, true, [4, 11, 19, 27]),
        (.sessionIDs, .tls12, true, [3, 14, 18]), (.stapling, .tls12, false, [7]),
        (.noCertificate, .tls12, false, [9, 21]), (.noCertificate, .tls13, false, [40, 42, 52]),
        (.retry, .tls13, false, [36, 45]), (.keyUpdate, .tls13, false, [56, 57]),
    ])
    func aHabitPassesItsEdges(habit: TLSHabit, version: TLSScope.Version, resumes: Bool, edges: [Int]) throws {
        var scope = TLSScope(version, moves: 0)
        scope.habits = [habit]
        scope.resumes = resumes
        let found = try TLSSpace(scope).explore()
        #expect(found.counterexample == nil)
        #expect(Set(edges).isSubset(of: found.landmarks.map(\.number)))
    }

    @Test func aSuiteOfRSAKeyTransportHasNoServerKeyExchange() throws {
        var scope = TLSScope(.tls12, moves: 0)
        scope.suite = CipherSuite.rsaAES128CBCSHA.codePoint
        let found = try TLSSpace(scope).explore()
        #expect(found.counterexample == nil)
        #expect(found.landmarks.map(\.number).contains(5))
        #expect(!found.landmarks.map(\.number).contains(8))
    }

    /// The attacker can make a server of both versions answer with TLS 1.2. The client sees the sentinel.
    @Test func aLoweredVersionIsAmongTheOrdersOfBothVersions() throws {
        let found = try TLSSpace(TLSScope(.both, moves: 1)).explore()
        #expect(found.landmarks.map(\.number).contains(67))
        #expect(!found.landmarks.map(\.number).contains(66))
    }

    /// A connection is the same to the octet in every search: no draw comes from outside.
    @Test func aServerAnswersWithTheSameOctetsTwice() throws {
        let written = try [0, 1].map { _ in
            var space = try TLSSpace(TLSScope(.tls12, moves: 0))
            return space.run(after: space.start).flatMap { space.sent(in: $0) }.map(\.wire)
        }
        #expect(written[0] == written[1])
        #expect(!written[0].isEmpty)
    }

    /// A memo that gives a wrong answer would change the numbers.
    @Test func withoutTheMemoTheNumbersAreTheSame() throws {
        let scope = TLSScope(.tls12, moves: 0)
        let quick = try TLSSpace(scope).explore()
        let slow = try TLSSpace(scope, remembers: false).explore()
        #expect(quick.states == slow.states)
        #expect(quick.transitions == slow.transitions)
        #expect(quick.landmarks == slow.landmarks)
    }

    @Test func theNumbersAreTheSameTwiceAndWithTwoWorkers() throws {
        let space = try TLSSpace(TLSScope(.tls13, moves: 0))
        let numbers = [space.explore(), space.explore(by: .inTurn(2))].map { [$0.states, $0.transitions, $0.depth] }
        #expect(numbers[0] == numbers[1])
    }

    /// The rule that excuses itself lets the search go on to another one.
    @Test func anExcusedRuleIsNotBroken() throws {
        var scope = TLSScope(.tls12, moves: 1)
        scope.mistakes = [.dataEarly]
        #expect(try TLSSpace(scope).explore().counterexample?.rule == .order)
        #expect(try TLSSpace(scope, excusing: [.order]).explore().counterexample?.rule == .place)
    }
}

extension Workers {
    /// So many workers, one after the other on this thread.
    fileprivate static func inTurn(_ count: Int) -> Workers {
        Workers(count: count) { count, task in for number in 0..<count { task(number) } }
    }
}
