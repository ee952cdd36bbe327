import Simulator
import Testing

@testable import TLSExplorer

extension WrongTLS {
    /// What shows in a second connection alone, or where the client visits the attacker.
    static let ofTwoConnections: [WrongTLS] = [
        WrongTLS(.randomsConstant, in: .tls12, moves: 2, rules: .agreement, steps: 20),
        WrongTLS(.randomsConstant, in: .tls13, moves: 2, rules: .agreement, steps: 19),
        WrongTLS(.earlyDataTwice, in: .tls13, moves: 1, rules: .once, steps: 19),
        WrongTLS(.ticketsUnbound, in: .tls12, moves: 0, rules: .identity, steps: 24),
        WrongTLS(.ticketsUnbound, in: .tls13, moves: 0, rules: .identity, steps: 24),
        WrongTLS(.sessionKept, in: .tls12, moves: 1, rules: .silence, steps: 16),
        WrongTLS(.selfie, in: .tls13, moves: 1, rules: .identity, steps: 7),
        WrongTLS(.noEMS, in: .tls12, visitingHer: true, moves: 2, rules: .binding, steps: 6),
    ]
}

/// The standard machines in two connections.
@Suite struct TwoConnectionTests {
    private func scope(_ version: TLSScope.Version, moves: Int) -> TLSScope {
        var scope = TLSScope(version, moves: moves)
        scope.sessions = 2
        return scope
    }

    /// Full handshakes first, then abbreviated ones, by the ticket of the first connection.
    @Test(arguments: TLSScope.Version.allCases)
    func theSecondConnectionResumesTheFirst(version: TLSScope.Version) throws {
        var scope = scope(version, moves: 0)
        scope.resumes = true
        let found = try TLSSpace(scope).explore()
        #expect(found.counterexample == nil)
        let edges = Set(found.landmarks.map(\.number))
        #expect(edges.isSuperset(of: version == .tls12 ? [13, 26, 14, 19, 27] : [39, 38, 44, 55]))
    }

    /// The client is led back to its own host, which takes the pre-shared key for its own name alone.
    @Test func aHostThatIsMeantByNobodyIsNotOpen() throws {
        var scope = TLSScope(.tls13, moves: 1)
        scope.hasBothRoles = true
        #expect(try TLSSpace(scope).explore().counterexample == nil)
    }

    /// Early data that is sent again is rejected by the register, and no other rule is broken. She records the first connection alone.
    @Test func whatSheSendsAgainBreaksNoRule() throws {
        var scope = scope(.tls13, moves: 1)
        (scope.earlyData, scope.sparesFirst) = (true, true)
        let (found, space) = try TLSSpace(scope).search()
        #expect(found.counterexample == nil)
        #expect(!found.isCut)
        // 47: early data that is refused.
        #expect(found.landmarks.contains { $0.number == 47 })
        #expect(space.memory.pasts.values.contains { $0.facts.earlyHello != nil })
    }

    /// Her move may lie in either connection. No rule is broken.
    @Test func oneMoveInTwoConnectionsBreaksNoRule() throws {
        let (found, space) = try TLSSpace(scope(.tls12, moves: 1)).search()
        #expect(found.counterexample == nil)
        #expect(!found.isCut)
        // First connections that she has disturbed end in other ways than those that she has left alone.
        #expect(space.memory.pasts.values.count > 3)
    }

    /// The ledger of what TLS itself does not prevent: it is met and does not count, and counts with --strict.
    @Test func aServerWithoutClientAuthenticationIsOpenWithHer() throws {
        var scope = TLSScope(.tls12, moves: 2)
        scope.isStrict = true
        let (found, space) = try TLSSpace(scope).search()
        let counterexample = try #require(found.counterexample)
        #expect(space.broken(by: counterexample.actions) == [.agreement, .identity, .secrecy])
        #expect(counterexample.actions.count(where: \.isMove) == 2)
        scope.isStrict = false
        let (lax, met) = try TLSSpace(scope).search(limit: 1_000)
        #expect(lax.counterexample == nil)
        #expect(met.memory.weaknesses == [.anonymousClient])
    }

    /// The extended master secret is offered by both. She takes it out, as the server that the client visits and as the client of the server.
    @Test func anExtendedMasterSecretThatIsOnlyOfferedDoesNotBindTwoConnections() throws {
        var scope = TLSScope(.tls12, moves: 3)
        (scope.visitsHer, scope.isStrict) = (true, true)
        let (found, space) = try TLSSpace(scope).search()
        let counterexample = try #require(found.counterexample)
        #expect(space.broken(by: counterexample.actions) == [.binding])
        #expect(counterexample.actions.count(where: \.isMove) == 3)
        #expect(counterexample.actions.contains(.change(.masterSecret, .server)))
        scope.moves = 2
        #expect(try TLSSpace(scope).explore().counterexample == nil)
    }

    /// The journal of a run with two connections: the second one has a port of its own, and what is sent again is the attacker's.
    @Test func aRunOfTwoConnectionsIsTold() throws {
        var scope = TLSScope(.tls13, moves: 1)
        scope.mistakes = [.earlyDataTwice]
        scope.widen()
        let (found, space) = try TLSSpace(scope).search()
        let counterexample = try #require(found.counterexample)
        let journal = space.journal(counterexample)
        let ports = journal.events.compactMap { event -> UInt16? in
            guard case .sent(let packet, to: .server) = event.kind else { return nil }
            // Behind an IPv4 header of 20 octets (RFC 9293 section 3.1).
            return packet.bytes.dropFirst(20).prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
        }
        #expect(Set(ports) == [50_000, 50_001])
        #expect(journal.events.contains { $0.step == "chapter.reconnect" })
        #expect(space.ladder(counterexample, columns: 100).contains { $0.contains("The second one begins.") })
    }

    /// The same arguments give the same octets: no end draws anything outside of its own source.
    @Test func aRunIsTheSameTwice() throws {
        var scope = TLSScope(.tls12, moves: 1)
        scope.mistakes = [.truncationSilent]
        let records = try (0..<2).map { _ in
            let (found, space) = try TLSSpace(scope).search()
            return space.journal(try #require(found.counterexample)).events.compactMap { event in
                if case .sent(let packet, _) = event.kind { packet.bytes } else { nil }
            }
        }
        #expect(!records[0].isEmpty)
        #expect(records[0] == records[1])
    }
}
