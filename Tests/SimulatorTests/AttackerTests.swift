import Crypto
import TCPSim
import TLSSim
import Testing
import Trace

@testable import Simulator

/// Hosts beside the two ends of a visit: what they see, and what they may send.
@Suite struct AttackerTests {
    /// An attacker that answers the first data it sees with a reset in the sender's name.
    private struct Resetter: Application {
        private var hasSent = false

        mutating func handle(_ event: ApplicationEvent) -> [Deed] {
            guard case .saw(let segment, let source, let destination) = event, !segment.payload.isEmpty, !hasSent else {
                return []
            }
            hasSent = true
            let reset = Segment(
                sourcePort: segment.sourcePort, destinationPort: segment.destinationPort, sequence: segment.end,
                acknowledgment: SequenceNumber(0), control: .rst, window: 0)
            return [.send(reset, from: source, to: destination, ScenarioCaption.stranger, step: "attack.reset")]
        }
    }

    /// An attacker that knocks at the server's port in its own name.
    private struct Knocker: Application {
        func handle(_ event: ApplicationEvent) -> [Deed] {
            guard case .started = event else { return [] }
            let knock = Segment(
                sourcePort: 6_000, destinationPort: 443, sequence: SequenceNumber(5), acknowledgment: SequenceNumber(9),
                control: .ack, window: 0)
            return [
                .send(knock, from: .attacker, to: .server, ScenarioCaption.stranger, step: "attack.knock"),
                .send(knock, from: .attacker, to: .absent(1), ScenarioCaption.stranger, step: "attack.knock"),
            ]
        }
    }

    /// A visit with this host in its network, when nothing happens any more.
    private func visit(beside host: Host?) throws -> World {
        let options = Visit.Options(seed: 7)
        var world = Visit.world(options, try Visit.Cast(options), nil, SeededRandomSource(seed: 7))
        if let host { world.hosts.append(host) }
        world.run()
        return world
    }

    /// Why packets were lost, in order.
    private func losses(in world: World) -> [String] {
        world.journal.events.compactMap { event in
            if case .lost(_, let why) = event.kind { why.sentence(in: .english) } else { nil }
        }
    }

    @Test func anAttackerOnThePathEndsAConnectionByOneReset() throws {
        let world = try visit(beside: Host(.network, at: .attacker, Resetter(), eye: .onPath, mayForge: true))
        let reset = try #require(world.journal.events.first { $0.step == "attack.reset" })
        #expect(reset.who == .network)
        let failures = world.journal.wireFailures
        #expect(failures.contains { $0.who == .server && $0.why as? Connection.Signal == .reset })
        #expect(world.client?.version == nil)
    }

    @Test func aHostThatMayNotForgeIsFiltered() throws {
        let world = try visit(beside: Host(.network, at: .attacker, Resetter(), eye: .onPath))
        #expect(losses(in: world).count == 1)
        #expect(losses(in: world).first?.contains("RFC 2827") == true)
        #expect(world.client?.version == .tls12 && world.journal.wireFailures.isEmpty)
    }

    @Test func aHostOffThePathSeesNothing() throws {
        let world = try visit(beside: Host(.network, at: .attacker, Resetter(), mayForge: true))
        #expect(world.journal.events.map(\.step) == (try visit(beside: nil)).journal.events.map(\.step))
    }

    /// RFC 9293 section 3.10.7.1.
    @Test func aSegmentOfNoConnectionIsAnsweredWithAResetAndTheVisitGoesOn() throws {
        let world = try visit(beside: Host(.network, at: .attacker, Knocker()))
        let resets = world.journal.events.filter { event in
            if case .sent(let packet, _) = event.kind { packet.destination.address == "10.0.0.3" } else { false }
        }
        #expect(resets.count == 1)
        #expect(losses(in: world) == ["no host has the address 203.0.113.1"])
        #expect(world.client?.version == .tls12)
    }
}
