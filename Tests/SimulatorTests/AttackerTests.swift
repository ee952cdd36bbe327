import Crypto
import Render
import TCPSim
import TLSSim
import Testing
import Trace

import struct Foundation.Data
import class Foundation.JSONSerialization

@testable import Simulator

/// Hosts beside the two ends of a visit: what they see, and what they may send.
@Suite struct AttackerTests {
    /// An attacker that answers the first data it sees with a reset in the sender's name.
    private struct Resetter: Application {
        private var hasSent = false

        mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
            guard case .saw(let seen) = event, !seen.segment.payload.isEmpty, !hasSent else { return [] }
            hasSent = true
            let segment = seen.segment
            let reset = Segment(
                sourcePort: segment.sourcePort, destinationPort: segment.destinationPort, sequence: segment.end,
                acknowledgment: SequenceNumber(0), control: .rst, window: 0)
            return [
                .send(
                    reset, from: seen.header.source, to: seen.header.destination, ScenarioCaption.stranger,
                    step: "attack.reset")
            ]
        }
    }

    /// An attacker that knocks at the server's port in its own name.
    private struct Knocker: Application {
        func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
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

    /// An attacker off the path, who sends the client a reset in the server's name while the handshake of TLS goes on. She has guessed the
    /// sockets and a number, which is not the next one but in the window.
    private struct Guesser: Application {
        let reset: Segment

        func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
            switch event {
            case .started: [.later(.act, after: .milliseconds(25))]
            case .prompted(.act):
                [.send(reset, from: .server, to: .client, ScenarioCaption.stranger, step: "attack.reset")]
            default: []
            }
        }
    }

    /// A visit beside which the guesser sends her one reset.
    private func guessedVisit() throws -> World {
        var quiet = try quietVisit()
        quiet.open()
        while quiet[.client]?.connection.state != .established, quiet.next != nil { quiet.happenNext() }
        let (client, server) = try (#require(quiet[.client]).connection, #require(quiet[.server]).connection)
        let reset = Segment(
            sourcePort: server.local.port, destinationPort: client.local.port,
            sequence: server.sending.initial + 500, acknowledgment: SequenceNumber(0), control: .rst, window: 0)
        return try visit(
            beside: Host(.host("attacker"), at: .attacker, Guesser(reset: reset), mayForge: true))
    }

    /// A visit of two hosts, in which nothing has happened yet.
    private func quietVisit() throws -> World {
        let options = Visit.Options(seed: 7)
        return Visit.world(options, try Visit.Cast(options), seeds: SeededRandomSource(seed: 7))
    }

    /// A visit with this host in its network, when nothing happens any more.
    private func visit(beside host: Host?) throws -> World {
        var world = try quietVisit()
        if let host { world.add(host) }
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

    /// RFC 5961 section 3.2: a reset with another number than the next one is answered with an ACK.
    @Test func aGuessedResetOfAnAttackerOffThePathIsRefused() throws {
        let world = try guessedVisit()
        let journal = world.journal
        let reset = try #require(journal.events.first { $0.step == "attack.reset" })
        #expect(reset.who == .host("attacker"))
        #expect(journal.lifelines == [.client, .host("attacker"), .server])
        guard case .sent(let packet, to: .client) = reset.kind else {
            Issue.record("the reset does not go to the client")
            return
        }
        let arrival = try #require(
            journal.events.first { event in
                if case .received(let one, _) = event.kind { one.number == packet.number } else { false }
            })
        let answer = journal.events.first { event in
            if case .sent = event.kind { event.who == .client && event.cause == arrival.number } else { false }
        }
        #expect(answer != nil)
        #expect(world.client?.version == .tls12 && journal.wireFailures.isEmpty)
    }

    /// Her arrow goes from her own place between the two ends to the client; the arrows of the ends pass over her place.
    @Test func theLadderHasALifelineForEachHost() throws {
        let lines = Ladder(try guessedVisit().journal, detail: .messages).text.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("ATTACKER 10.0.0.3") })
        let arrow = try #require(lines.first { $0.contains("◀") && $0.contains("attacker") })
        let place = try #require(arrow.firstRange(of: "attacker")).lowerBound
        let head = try #require(arrow.firstIndex(of: "◀"))
        #expect(head < place && !arrow[place...].contains("─"))
        #expect(arrow.contains("SYN-SENT") || arrow.contains("ESTABLISHED"))
        let two = Ladder(try visit(beside: nil).journal, detail: .messages).text.split(separator: "\n").map(String.init)
        let first = { (lines: [String]) in lines.first { $0.contains("<CTL=SYN>") && $0.contains("▶") } }
        #expect(first(lines) == first(two))
    }

    @Test func theJSONHasAnEndpointForEachHost() throws {
        let text = JSON.journal(try guessedVisit().journal).text
        let whole = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let endpoints = try #require(whole["endpoints"] as? [String: [String: Any]])
        #expect(Set(endpoints.keys) == ["client", "server", "attacker"])
        #expect(endpoints["attacker"]?["address"] as? String == "10.0.0.3" && endpoints["attacker"]?["port"] == nil)
        let events = try #require(whole["events"] as? [[String: Any]])
        let hers = events.filter { $0["who"] as? String == "attacker" }
        #expect(hers.count == 1 && hers[0]["kind"] as? String == "sent" && hers[0]["to"] as? String == "client")
    }
}
