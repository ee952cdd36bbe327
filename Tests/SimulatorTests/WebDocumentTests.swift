import Crypto
import TCPSim
import TestVisit
import Testing
import Trace

@testable import Render
@testable import Simulator

/// What the page is drawn from, of runs that have it all: losses, crossing segments, old duplicates.
@Suite struct WebDocumentTests {
    private static func lossy() throws -> Journal {
        var wire = Wire()
        wire.rules = [try LinkRule("drop server data 1"), try LinkRule("drop client SYN 1")]
        return try SharedVisit.run(.init(seed: 7, wire: wire)).journal
    }

    private static func journals() throws -> [Journal] {
        let scenarios = ["figure-8", "figure-6"].compactMap { Scenario.named($0) }.map { ScenarioRun($0).journal }
        #expect(scenarios.count == 2)
        return try [SharedVisit.run(.init(seed: 7)).journal, lossy()] + scenarios
    }

    private func value(_ journal: Journal) throws -> JSON {
        let document = WebDocument(
            program: "test", command: ["--dh"], runs: [WebDocument.Run("run", journal)], diagrams: [.tcp])
        #expect(document.json["schema"] == .string("handshakesim.page"))
        #expect(document.json["languages"] == .array([.string("en"), .string("zh")]))
        guard case .array(let runs)? = document.json["runs"], runs.count == 1 else { return .null }
        return runs[0]
    }

    private func numbers(_ value: JSON?) -> [Int] {
        guard case .array(let list)? = value else { return [] }
        return list.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
    }

    private func list(_ value: JSON?) -> [JSON] { if case .array(let list)? = value { list } else { [] } }

    private func number(_ value: JSON?) -> Int? { if case .integer(let number)? = value { Int(number) } else { nil } }

    @Test func theJournalIsTheOneThatJSONWrites() throws {
        for journal in try Self.journals() {
            #expect(try value(journal)["journal"] == JSON.journal(journal))
        }
    }

    /// TLS carries certificates and does not look into them. The glossary does.
    @Test func theOctetsOfTheHostNameHaveAFieldInTheCertificateMessage() throws {
        let run = try value(SharedVisit.run(.init(seed: 7)).journal)
        let message = try #require(
            list(run["journal"]?["messages"]).first { $0["label"] == .string("Certificate") })
        let pane = try #require(list(message["panes"]).first)
        guard case .string(let hex)? = pane["bytes"], let octets = Hex.octets(hex) else {
            Issue.record("no octets")
            return
        }
        func leaves(_ fields: JSON?) -> [JSON] {
            list(fields).flatMap { list($0["children"]).isEmpty ? [$0] : leaves($0["children"]) }
        }
        let all = leaves(pane["fields"])
        var next = 0
        for leaf in all {
            #expect(number(leaf["offset"]) == next)
            next += number(leaf["length"]) ?? 0
        }
        #expect(next == octets.count)
        let names = all.filter { $0["name"] == .string("x509.dNSName.content") }
        let name = try #require(names.first)
        let offset = try #require(number(name["offset"]))
        let length = try #require(number(name["length"]))
        #expect(octets.indices.contains(offset + length - 1))
        let written = String(decoding: octets[offset..<offset + length], as: UTF8.self)
        #expect(name["text"] == .string(written) && written.contains("."))
    }

    /// By another way than the program's: from the labels and the causes in the JSON.
    @Test func flightsHoldWhatOneSideSendsAtOneInstantOfAChapterAndNoIdleAcknowledgments() throws {
        for journal in try Self.journals() {
            let run = try value(journal)
            let events = list(run["journal"]?["events"])
            var (arrivals, moving, departures, chapter): ([Int: Int], Set<Int>, [Int: [JSON?]], JSON?) = (
                [:], [], [:], nil
            )
            for event in events {
                guard let own = number(event["number"]) else { continue }
                if event["kind"] == .string("chapter") { chapter = event["number"] }
                guard let packet = number(event["packet"]) else {
                    if event["kind"] == .string("transition"), event["machine"] == .string("TCP"),
                        let cause = number(event["cause"]), let packet = arrivals[cause]
                    {
                        moving.insert(packet)
                    }
                    continue
                }
                if event["kind"] == .string("received") { arrivals[own] = packet }
                if event["kind"] == .string("sent") {
                    departures[packet] = [event["who"], event["to"], event["at_us"], chapter]
                }
            }
            let wanted = list(run["journal"]?["packets"]).compactMap { packet -> Int? in
                guard let own = number(packet["number"]), case .string(let label)? = packet["label"] else { return nil }
                let isBare = label.contains("<CTL=ACK>") && packet["payload"]?["length"] == .integer(0)
                return departures[own] != nil && (!isBare || moving.contains(own)) ? own : nil
            }
            let flights = list(run["flights"])
            #expect(flights.flatMap { numbers($0["packets"]) }.sorted() == wanted)
            for flight in flights {
                let packets = numbers(flight["packets"])
                #expect(Set(packets.map { departures[$0] }).count == 1)
                #expect(departures[packets[0]]?[0] == flight["from"])
                #expect(departures[packets[0]]?[3] == flight["chapter"])
                #expect(flight["title"] != .string(""))
            }
        }
    }

    @Test func aCleanVisitIsThirteenFlights() throws {
        let run = try value(try SharedVisit.run(.init(seed: 7)).journal)
        let flights = list(run["flights"])
        #expect(flights.count == 13)
        #expect(flights.first?["title"] == .string("SYN"))
        #expect(flights[4]["title"] == .string("ServerHello, Certificate, ServerKeyExchange, ServerHelloDone"))
        #expect(numbers(flights[4]["messages"]) == [2, 3, 4, 5])
        #expect(flights.filter { $0["lost"] != nil }.isEmpty)
        #expect(flights[4]["encrypted"] == .bool(false) && flights[7]["encrypted"] == .bool(true))
    }

    @Test func levelsAscendAndHoldEveryFlightAndEveryPacket() throws {
        for journal in try Self.journals() {
            let run = try value(journal)
            let visit = numbers(run["levels"]?["visit"])
            let story = numbers(run["levels"]?["story"])
            for level in [visit, story] { #expect(level == Set(level).sorted() && !level.isEmpty) }
            #expect(Set(list(run["flights"]).compactMap { number($0["sent"]) }).isSubset(of: visit))
            let sent = list(run["journal"]?["packets"]).compactMap { number($0["sent"]) }
            #expect(Set(sent).isSubset(of: story))
            #expect(visit.count < story.count && story.count < journal.events.count)
        }
    }

    @Test func machinesHaveEveryStateAndEveryWayThatTheRunTakes() throws {
        for journal in try Self.journals() {
            let machines = try value(journal)["machines"]
            for event in journal.events {
                guard case .transition(let name, let from, let to) = event.kind else { continue }
                let machine = machines?[name]
                let states = list(machine?["states"])
                #expect(states.contains(.string(from)) && states.contains(.string(to)))
                #expect(
                    list(machine?["arrows"]).contains { $0["from"] == .string(from) && $0["to"] == .string(to) },
                    "\(name): \(from) to \(to)")
            }
        }
    }

    @Test func figure5HasEveryStateAndItsArrowsEndAtStates() {
        let diagram = StateDiagram.tcp
        #expect(diagram.states.count == 11)
        #expect(Set(diagram.arrows.flatMap { [$0.from, $0.to] }) == Set(diagram.states))
        // The figure's twenty, and the one of note 2.
        #expect(diagram.arrows.count == 21)
        #expect(Set(diagram.arrows.map { [$0.from, $0.to] }).count == 21)
    }

    @Test func aRuleMeansThePacketThatIsCalledSo() throws {
        let journal = try Self.lossy()
        let called = list(JSON.journal(journal)["packets"]).map { ($0["number"], $0["called"]) }
        // The first two client SYNs are the attempt that is lost and its repetition.
        #expect(called.prefix(2).map(\.1) == [.string("client SYN 1"), .string("client SYN 2")])
        for (wanted, name) in [(number(called[2].0), called[2].1), (number(called[6].0), called[6].1)] {
            guard case .string(let words)? = name else {
                Issue.record("packet \(wanted ?? 0) has no name")
                continue
            }
            var wire = Wire()
            wire.rules = try ["drop server data 1", "drop client SYN 1", "drop \(words)"].map { try LinkRule($0) }
            let again = try SharedVisit.run(.init(seed: 7, wire: wire)).journal
            let lost = again.events.compactMap { event -> Int? in
                if case .lost(let packet, _) = event.kind { packet.number } else { nil }
            }
            #expect(lost.contains(wanted ?? 0), "\(words)")
        }
    }
}
