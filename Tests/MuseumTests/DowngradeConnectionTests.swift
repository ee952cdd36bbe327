import Crypto
import Simulator
import TLSSim
import Testing
import Trace

@testable import Museum

/// The connections of a downgrade, and what is told of it.
@Suite struct DowngradeConnectionTests {
    /// A run, and both of its legs when nothing happens any more.
    private struct Told: Sendable {
        let run: DowngradeAttack
        let legs: DowngradeLegs
    }

    private static let told = Result {
        let cast = try Visit.Cast(Visit.Options(seed: 7))
        let untouched = try DowngradeAttack.run(seed: 7, .ecdhe, changing: .nothing, against: .checks)
        return (try DowngradeAttack.all(seed: 7) + [untouched]).map {
            let stage = DowngradeStage(seed: 7, cast: cast, $0.exchange, changing: $0.change, against: $0.victim)
            return Told(run: $0, legs: DowngradeLegs(stage))
        }
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

    @Test func bothSidesOfEachConnectionClose() throws {
        let all = try Self.told.get()
        #expect(all.count == 17)
        for told in all {
            let name: Comment = "\(told.run.exchange) \(told.run.change) \(told.run.victim)"
            #expect(told.legs.worlds.count == 2, name)
            for world in told.legs.worlds.values {
                for side in [Principal.client, .server] {
                    let state = try #require(world[side], name).connection.state
                    #expect([.closed, .timeWait].contains(state), "\(name): \(state)")
                }
            }
        }
    }

    @Test func theChangedHelloIsInTheOtherConnection() throws {
        for told in try Self.told.get() where told.run.change != .nothing {
            let hellos = try #require(told.run.path.hellos)
            let answers = try #require(told.run.path.answers)
            let (near, far) = (
                try #require(told.run.connections.first).journal, try #require(told.run.connections.last).journal
            )
            #expect(stream(of: .client, in: near).dropFirst(5).starts(with: hellos.sent.message.bytes))
            #expect(stream(of: .client, in: far).dropFirst(5).starts(with: hellos.delivered.message.bytes))
            #expect(stream(of: .server, in: far).dropFirst(5).starts(with: answers.sent.message.bytes))
            #expect(stream(of: .server, in: near).dropFirst(5).starts(with: answers.delivered.message.bytes))
        }
    }

    @Test func malloryHoldsTheKeysOfBothLegsOrOfNone() throws {
        for told in try Self.told.get() {
            let (near, far) = (
                try #require(told.run.connections.first).journal, try #require(told.run.connections.last).journal
            )
            #expect(near.name(of: .server) == "Mallory" && far.name(of: .client) == "Mallory")
            #expect(Ledger(near).fact(.server, Knowledge.masterSecret)?.value == told.run.masterSecrets?.client)
            #expect(Ledger(far).fact(.client, Knowledge.masterSecret)?.value == told.run.masterSecrets?.server)
            // What she says about what she passes on is what the story says.
            let said = far.events.contains { $0.remark as? DowngradeFinding == .forged }
            #expect(said == told.run.isDowngraded)
        }
    }
}
