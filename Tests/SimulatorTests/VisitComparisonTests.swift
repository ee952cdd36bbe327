import Crypto
import Foundation
import Render
import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// What `compare` counts, held against the octets on the wire, and what it says about differences.
@Suite struct VisitComparisonTests {
    private static let seed: UInt64 = 7

    private static func visit(_ kind: ComparedVisit) throws -> Visit { try SharedVisit.run(kind.options(seed: seed)) }

    private func figures(_ kind: ComparedVisit) throws -> VisitFigures {
        let options = kind.options(seed: Self.seed)
        return VisitFigures(try Self.visit(kind).journal, breaking: options.quantumDerivations)
    }

    private func comparison(_ kinds: [ComparedVisit]) throws -> VisitComparison {
        VisitComparison(seed: Self.seed, try kinds.map { ($0, try Self.visit($0).journal) })
    }

    /// What a side has put on the wire, from the packets alone.
    private func stream(of who: Principal, in journal: Journal) -> [UInt8] {
        var octets: [UInt8] = []
        for event in journal.events where event.who == who {
            guard case .sent(let packet, _) = event.kind else { continue }
            octets += packet.bytes[packet.payload]
        }
        return octets
    }

    /// The types of the records of a stream, from their headers.
    private func types(_ stream: [UInt8]) -> [UInt8] {
        var types: [UInt8] = []
        var place = 0
        while place + 5 <= stream.count {
            types.append(stream[place])
            place += 5 + Int(stream[place + 3]) << 8 + Int(stream[place + 4])
        }
        return types
    }

    // MARK: Figures

    @Test(arguments: ComparedVisit.allCases)
    func octetsAndRecordsAreThoseOfThePackets(_ kind: ComparedVisit) throws {
        let (journal, figures) = (try Self.visit(kind).journal, try figures(kind))
        let (client, server) = (stream(of: .client, in: journal), stream(of: .server, in: journal))
        #expect(figures.octets.client == client.count && figures.octets.server == server.count)
        // Before its first data a side has written its part of the handshake and nothing else.
        let handshake = (types(client) + types(server)).filter { $0 == 22 }.count
        let isTLS13 = figures.version == "TLS 1.3"
        #expect(handshake == figures.clearMessages + (isTLS13 ? 0 : figures.encryptedMessages))
        #expect(figures.sealedType == (isTLS13 ? 23 : 22))
        #expect(figures.versionField == "TLS 1.2")
    }

    /// A round trip is a flight of the server that the client waits for.
    @Test(arguments: ComparedVisit.allCases)
    func roundTripsAreTheFlightsThatTheClientWaitsFor(_ kind: ComparedVisit) throws {
        let journal = try Self.visit(kind).journal
        var flights = 0
        var last: Principal?
        for event in journal.events {
            guard case .wrote(let message) = event.kind else { continue }
            if event.who == .client, message.step == "tls.application_data" { break }
            if event.who == .server, last != .server { flights += 1 }
            last = event.who
        }
        let trips = try #require(try figures(kind).trips)
        #expect(trips.beforeRequest == flights)
        #expect(trips.withTCP == flights + 1 && trips.untilAnswer == flights + 1)
    }

    @Test(arguments: ComparedVisit.allCases)
    func whatAnOnlookerReadsStandsOnTheWire(_ kind: ComparedVisit) throws {
        let (visit, figures) = (try Self.visit(kind), try figures(kind))
        let (client, server) = (stream(of: .client, in: visit.journal), stream(of: .server, in: visit.journal))
        let isRead = try server.contains(#require(visit.identity.chain.first))
        #expect(figures.readings[.serverCertificate]?.isClear == isRead)
        #expect(figures.readings[.hostName] == .text(Visit.hostName))
        #expect(client.contains(Array(Visit.hostName.utf8)))
        #expect(figures.readings[.protocolsOffered] == .absent && figures.readings[.clientCertificate] == .absent)
        #expect(figures.readings[.ticket]?.isClear == [.tls13PSK, .tls13EarlyData].contains(kind))
    }

    /// The counts of the key schedules of RFC 5246 section 8.1 and RFC 8446 section 7.1.
    @Test(
        arguments: [
            (ComparedVisit.rsa, 3, 4), (.dhe, 3, 4), (.ecdhe, 3, 4), (.tls13, 9, 8), (.tls13PSK, 10, 8),
            (.tls13EarlyData, 12, 10),
        ])
    func secretsAreThoseOfTheSchedule(_ kind: ComparedVisit, _ secrets: Int, _ keys: Int) throws {
        let figures = try figures(kind)
        #expect(figures.secrets.count == secrets, "\(figures.secrets)")
        #expect(figures.keys == keys)
        #expect(figures.namesRandoms == (secrets == 3))
        #expect(figures.finishedLength == (secrets == 3 ? 12 : 32))
        #expect(figures.finishesFirst == (secrets == 3 ? .client : .server))
    }

    @Test func whatEachTheftOpens() throws {
        /// Server's key, ticket key, ticket's secret, client's value, server's value, machine.
        let expected: [(ComparedVisit, [Bool?])] = [
            (.rsa, [true, nil, nil, true, nil, true]), (.dhe, [false, nil, nil, true, true, true]),
            (.ecdhe, [false, nil, nil, true, true, true]), (.tls13, [false, nil, nil, true, true, true]),
            (.tls13PSK, [false, false, false, false, false, false]),
            (.tls13EarlyData, [false, false, false, false, false, false]),
        ]
        for (kind, opens) in expected {
            let thefts = try figures(kind).thefts
            let found = ComparedTheft.allCases.map { theft -> Bool? in
                if case .opens(let data, _)? = thefts[theft] { data } else { nil }
            }
            #expect(found == opens, "\(kind)")
        }
    }

    /// The early data is under keys of the ticket's secret alone: RFC 8446 section 2.3.
    @Test func earlyDataHasItsOwnFigures() throws {
        let figures = try figures(.tls13EarlyData)
        #expect(figures.trips?.beforeRequest == 0 && figures.trips?.withTCP == 1)
        #expect(figures.handshakeMessages.count == 6 && figures.hasEarlyData)
        let opened = ComparedTheft.allCases.filter { figures.thefts[$0] == .opens(data: false, early: true) }
        #expect(opened == [.ticketKey, .ticketSecret])
        #expect(try ComparedVisit.allCases.filter { try self.figures($0).hasEarlyData } == [.tls13EarlyData])
    }

    @Test func whatEarlyDataCostsIsSaid() throws {
        let comparison = try comparison([.tls13PSK, .tls13EarlyData])
        let change = comparison.changes[0]
        #expect(
            change.notes.map(\.step) == [
                "compare.trips", "compare.end_of_early_data", "compare.proof_after_data", "compare.secrets",
                "compare.early_secrets", "compare.replay", "compare.theft.ticket_key", "compare.theft.ticket_secret",
            ])
        #expect(change.messages.dropped.isEmpty && change.messages.added.contains { $0.label == "EndOfEarlyData" })
        let table = comparison.report(only: .table).text()
        #expect(table.contains("replay of the first data"))
        let without = try self.comparison([.dhe, .tls13PSK]).report(only: .table).text()
        #expect(!without.contains("replay of the first data"))
    }

    @Test func aClientsCertificateIsCountedToo() throws {
        for (kind, isRead) in [(ComparedVisit.dhe, true), (.tls13, false)] {
            let options = kind.options(seed: Self.seed, clientCertificate: .good)
            let figures = VisitFigures(try SharedVisit.run(options).journal, breaking: [])
            #expect(figures.readings[.clientCertificate]?.isClear == isRead)
            #expect(figures.readings[.clientCertificate] != .absent)
            guard case .signedTranscript = figures.clientProof else {
                Issue.record("\(kind): \(figures.clientProof)")
                continue
            }
        }
    }

    /// docs/compare.md has a row for each visit, and names each figure that programs read.
    @Test func theDocumentNamesEveryVisitAndEveryFigure() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/compare.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        for visit in ComparedVisit.allCases {
            let command = visit.arguments(seed: 7).dropLast(2).joined(separator: " ")
            #expect(text.contains("| `\(visit.name)` | `HandshakeSim \(command)` |"), "\(visit.name)")
        }
        guard case .array(let runs)? = try comparison([.dhe]).json()["runs"] else {
            Issue.record("no runs")
            return
        }
        let figures = try #require(runs.first?["figures"]?.members)
        #expect(figures.count > 10)
        for figure in figures { #expect(text.contains("`\(figure.name)`"), "\(figure.name)") }
    }

    // MARK: Differences

    @Test func theMessagesThatComeAndGo() throws {
        let changes = try comparison([.rsa, .dhe, .tls13, .tls13PSK]).changes
        func labels(_ list: [ComparedMessage]) -> [String] { list.map { "\($0.who) \($0.label)" } }
        #expect(labels(changes[0].messages.added) == ["server ServerKeyExchange"])
        #expect(changes[0].messages.dropped.isEmpty && changes[0].messages.moved.isEmpty)
        let second = changes[1].messages
        #expect(
            labels(second.dropped) == [
                "server ServerKeyExchange", "server ServerHelloDone", "client ClientKeyExchange",
            ])
        #expect(labels(second.added) == ["server EncryptedExtensions", "server CertificateVerify"])
        #expect(labels(second.moved) == ["server ChangeCipherSpec", "server Finished"])
        #expect(labels(second.encrypted) == ["server Certificate"])
        #expect(labels(changes[2].messages.dropped) == ["server Certificate", "server CertificateVerify"])
    }

    /// Statements follow from what was counted: each pair of different visits has some, each with its own id and a rule.
    @Test func everyPairHasItsStatements() throws {
        for first in ComparedVisit.allCases {
            for second in ComparedVisit.allCases {
                let change = try #require(try comparison([first, second]).changes.first)
                #expect(change.notes.isEmpty == (first == second), "\(first) \(second)")
                for note in change.notes {
                    #expect(note.sentence(in: .english).count > 30)
                    #expect(note.cite.description.hasPrefix("RFC ") && note.step.hasPrefix("compare."))
                }
                let words = change.notes.map { $0.sentence(in: .english) }
                #expect(Set(words).count == words.count)
            }
        }
    }

    @Test func theStatementsThatAReaderOfTLS12Needs() throws {
        let steps = try comparison([.dhe, .tls13]).changes[0].notes.map(\.step)
        #expect(
            Set(steps).isSuperset(of: [
                "compare.trips", "compare.server_key_exchange", "compare.client_key_exchange",
                "compare.certificate_read",
                "compare.certificate_verify", "compare.change_cipher_spec", "compare.finished_first",
                "compare.host_name_read", "compare.kind_read", "compare.server_proof", "compare.secrets",
                "compare.randoms", "compare.suite_name", "compare.version_field", "compare.finished_length",
            ]))
        let older = try comparison([.rsa, .dhe]).changes[0].notes.map(\.step)
        #expect(older.contains("compare.theft.server_private_key") && !older.contains("compare.trips"))
    }

    // MARK: Renderings

    @Test func columnsStandBesideEachOtherWhereThereIsRoom() throws {
        let comparison = try comparison([.rsa, .dhe, .tls13])
        for columns in [80, 100, 120, 200] {
            let text = comparison.report().text(style: PageStyle(.plain, columns: columns))
            let lines = text.split(separator: "\n")
            #expect(lines.allSatisfy { Text.width($0) <= columns })
            let heads = lines.contains { $0.split(separator: " ") == ["rsa", "dhe", "tls13"] }
            #expect(heads == (columns >= 100), "\(columns)")
            // Under each other, a row has a line for each visit.
            #expect(lines.contains { $0.hasPrefix("  tls13") } == (columns < 100))
            #expect(text == comparison.report().text(style: PageStyle(.plain, columns: columns)))
        }
        let text = comparison.report().text()
        #expect(text.contains(comparison.report(only: .table).text()))
        #expect(text.contains(comparison.report(only: .changes).text()))
    }

    @Test func theDocumentHasTheFiguresAndTheJournals() throws {
        let comparison = try comparison([.rsa, .tls13])
        let document = comparison.json()
        #expect(document["schema"] == .string("handshakesim.comparison"))
        guard case .array(let runs)? = document["runs"] else {
            Issue.record("no runs")
            return
        }
        #expect(runs.map { $0["id"] } == [.string("rsa"), .string("tls13")])
        for (run, kind) in zip(runs, [ComparedVisit.rsa, .tls13]) {
            #expect(run["journal"] == JSON.journal(try Self.visit(kind).journal))
            #expect(run["figures"]?["octets"]?["client"] == .number(try figures(kind).octets.client))
        }
        #expect(document.text == comparison.json().text)
    }
}
