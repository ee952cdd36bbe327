import Crypto
import Simulator
import TLSSim
import Testing
import Trace

@testable import Attacks

/// The connections of a downgrade beside the run without TCP, of which the story is told.
@Suite struct DowngradeConnectionTests {
    /// A run, and both of its legs when nothing happens any more.
    private struct Told: Sendable {
        let run: DowngradeAttack
        let legs: DowngradeLegs
    }

    private static let told = Result {
        let cast = try Visit.Cast(Visit.Options(seed: 7))
        let untouched = try DowngradeAttack.run(seed: 7, .ecdhe, .nothing, .checks)
        return (try DowngradeAttack.all(seed: 7) + [untouched]).map { Told(run: $0, legs: $0.legs(seed: 7, cast)) }
    }

    /// What a side has sent, as the packets carry it.
    private func stream(of side: Principal, in journal: Journal) -> [UInt8] {
        var octets: [UInt8] = []
        for event in journal.events where event.who == side {
            guard case .sent(let packet, _) = event.kind, packet.stream.lowerBound == octets.count else { continue }
            octets += packet.bytes[packet.payload]
        }
        return octets
    }

    @Test func eachConnectionEndsWhereItsRunEndsWithTheSameValues() throws {
        let all = try Self.told.get()
        #expect(all.count == 17)
        for told in all {
            let (run, legs) = (told.run, told.legs)
            let name: Comment = "\(run.exchange) \(run.change) \(run.victim)"
            #expect(legs.end == run.end, name)
            #expect(legs.near.client.plaintext == run.answer, name)
            #expect(legs.path.transcripts == run.path.transcripts, name)
            #expect(legs.path.premasterSecret == run.path.premasterSecret, name)
            #expect(legs.path.keys?.client.masterSecret == run.masterSecrets?.client, name)
            #expect(legs.path.keys?.server.masterSecret == run.masterSecrets?.server, name)
            #expect(legs.path.read == run.path.read, name)
            // Both sides of both legs have closed.
            let far = try #require(legs.far, name)
            for host in [legs.near.client, legs.near.server, far.client, far.server] {
                #expect(
                    ["CLOSED", "TIME-WAIT"].contains("\(host.connection.state)"), "\(name): \(host.connection.state)")
            }
        }
    }

    @Test func theChangedHelloIsInTheOtherConnection() throws {
        for told in try Self.told.get() where told.run.change != .nothing {
            let hellos = try #require(told.run.path.hellos)
            let answers = try #require(told.run.path.answers)
            let (near, far) = (told.legs.near.journal, try #require(told.legs.far).journal)
            #expect(stream(of: .client, in: near).dropFirst(5).starts(with: hellos.sent.message.bytes))
            #expect(stream(of: .client, in: far).dropFirst(5).starts(with: hellos.delivered.message.bytes))
            #expect(stream(of: .server, in: far).dropFirst(5).starts(with: answers.sent.message.bytes))
            #expect(stream(of: .server, in: near).dropFirst(5).starts(with: answers.delivered.message.bytes))
        }
    }

    @Test func malloryHoldsTheKeysOfBothLegsOrOfNone() throws {
        for told in try Self.told.get() {
            let (near, far) = (told.legs.near.journal, try #require(told.legs.far).journal)
            #expect(near.name(of: .server) == "Mallory" && far.name(of: .client) == "Mallory")
            #expect(Ledger(near).fact(.server, Knowledge.masterSecret)?.value == told.run.masterSecrets?.client)
            #expect(Ledger(far).fact(.client, Knowledge.masterSecret)?.value == told.run.masterSecrets?.server)
            // What she says about what she passes on is what the story says.
            let said = far.events.contains { $0.remark as? DowngradeFinding == .forged }
            #expect(said == told.run.isDowngraded)
        }
    }
}
