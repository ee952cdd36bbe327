import Foundation
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Museum

@Suite struct DowngradeTests {
    private typealias Exchange = DowngradeAttack.Exchange
    private typealias Change = DowngradeAttack.Change
    private typealias Victim = DowngradeAttack.Victim

    private static let runs = Result { try DowngradeAttack.all(seed: 7) }

    @Test func theColumnsOfTheTableStandApart() throws {
        let lines = DowngradeAttack.table(try Self.runs.get()).text().split(separator: "\n").dropFirst(2)
        let cells = lines.map { $0.components(separatedBy: "  ").filter { !$0.isEmpty } }
        #expect(
            cells.first?.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "TLS 1.2 with", "changed", "client", "ends at", "alert",
            ])
        #expect(cells.allSatisfy { (4...5).contains($0.count) } && lines.allSatisfy { $0.last != " " })
    }

    private func run(_ exchange: Exchange, _ change: Change, _ victim: Victim) throws -> DowngradeAttack {
        try #require(
            try Self.runs.get().first { $0.exchange == exchange && $0.change == change && $0.victim == victim })
    }

    private func refusal(_ exchange: Exchange, _ change: Change, _ victim: Victim) throws -> DowngradeAttack.Refusal {
        let end = try run(exchange, change, victim).end
        guard case .refused(let refusal) = end else {
            Issue.record("\(exchange) \(change) \(victim): \(end)")
            throw CancellationError()
        }
        return refusal
    }

    @Test func withoutAChangeBothSpeakTLS13() throws {
        let run = try DowngradeAttack.run(seed: 7, .ecdhe, changing: .nothing, against: .checks)
        #expect(run.end == .completed(.tls13))
        #expect(run.request.isEmpty && run.masterSecrets == nil && run.answer == InterceptedExchange.answer)
    }

    @Test func aClientThatLooksForTheSignStopsAtServerHello() throws {
        for exchange in Exchange.allCases {
            let refusal = try refusal(exchange, .hello, .checks)
            #expect(refusal.side == .client && refusal.message == "ServerHello", "\(exchange)")
            #expect(refusal.error == .tls13(.downgrade) && refusal.alert == .illegalParameter, "\(exchange)")
        }
    }

    @Test func withoutTheSignTheSignatureIsWrongWhateverTheClientLooksFor() throws {
        for exchange in [Exchange.ecdhe, .weakGroup] {
            for victim in Victim.allCases {
                let refusal = try refusal(exchange, .random, victim)
                #expect(refusal.side == .client && refusal.message == "ServerKeyExchange", "\(exchange) \(victim)")
                #expect(refusal.alert == .decryptError, "\(exchange) \(victim)")
            }
        }
    }

    @Test func onlyFinishedIsLeftWhereNothingSignsTheRandom() throws {
        for exchange in [Exchange.ecdhe, .rsa] {
            let careless = try refusal(exchange, .hello, .unchecked)
            #expect(careless.side == .server && careless.message == "Finished", "\(exchange)")
            #expect(careless.error == .finishedMismatch && careless.alert == .decryptError, "\(exchange)")
        }
        for victim in Victim.allCases {
            // The random is an input of the keys too, and they do not open the record.
            let refusal = try refusal(.rsa, .random, victim)
            #expect(refusal.side == .server && refusal.message == "Finished" && refusal.alert == .badRecordMAC)
        }
    }

    @Test func thePathSucceedsWhereItHasTheKeysAndNoLockHolds() throws {
        let fallen = try Self.runs.get().filter(\.isDowngraded).map { "\($0.exchange) \($0.change) \($0.victim)" }
        #expect(
            fallen == [
                "weakGroup hello unchecked", "stolenKey hello unchecked", "stolenKey random checks",
                "stolenKey random unchecked",
            ])
        for run in try Self.runs.get() where run.isDowngraded {
            let secrets = try #require(run.masterSecrets)
            #expect((secrets.client == secrets.server) == (run.change == .hello))
            #expect(secrets.client.count == 48)
            // The request reaches the server, and the answer the client, through her hands.
            #expect(String(decoding: run.request, as: UTF8.self).contains("password="))
            #expect(run.answer == InterceptedExchange.answer && run.path.read[.server] == run.answer)
            for side in [Role.client, .server] {
                let finished = try #require(run.path.forged[side])
                #expect(finished.sent.count == 12 && finished.sent != finished.written)
            }
        }
    }

    @Test func theHelloThatArrivesIsOneOfTLS12() throws {
        for run in try Self.runs.get() {
            let hellos = try #require(run.path.hellos)
            #expect(hellos.sent.supportedVersions == [.tls13, .tls12] && hellos.delivered.supportedVersions == nil)
            // supported_versions, psk_key_exchange_modes, key_share (RFC 8446 section 4.2).
            let gone = Set(hellos.sent.extensions.map(\.type)).subtracting(hellos.delivered.extensions.map(\.type))
            #expect(gone == [43, 45, 51])
            #expect(hellos.sent.version == .tls12 && hellos.delivered.version == .tls12)
            let answers = try #require(run.path.answers)
            // RFC 8446 section 4.1.3.
            #expect(answers.sent.random.suffix(8) == [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 0x01])
            #expect((answers.delivered.random == answers.sent.random) == (run.change == .hello))
        }
    }

    @Test func theStoryEndsWithWhatTheRunShows() throws {
        let lessons: [(Exchange, Change, Victim, DowngradeLesson)] = [
            (.ecdhe, .hello, .checks, .sign), (.weakGroup, .random, .unchecked, .signature),
            (.rsa, .random, .checks, .finishedAlone), (.ecdhe, .hello, .unchecked, .careless),
            (.weakGroup, .hello, .unchecked, .checkMissing), (.stolenKey, .random, .checks, .signUnprotected),
        ]
        for (exchange, change, victim, lesson) in lessons {
            let last = try run(exchange, change, victim).steps.last?.remark as? DowngradeFinding
            #expect(last == .lesson(lesson), "\(exchange) \(change)")
        }
    }

    @Test func theProgramTellsTheFourForms() async throws {
        try await TemporaryDirectory.use { folder in
            let file = folder.path(of: "attack.json")
            let result = try await BuiltProgram.run([
                "attack", "version-downgrade", "--exchange", "all", "--changed", "all", "--client", "all", "--seed",
                "7",
                "--json", file, "--pcap", folder.path(of: "attack.pcapng"),
            ])
            #expect(result.status == 0 && result.standardError.isEmpty)
            for end in [
                "✔ STOPPED by the client at ServerHello: illegal_parameter",
                "✔ STOPPED by the client at ServerKeyExchange: decrypt_error",
                "✔ STOPPED by the server at Finished: bad_record_mac",
                "✘ DOWNGRADED: TLS 1.2 is spoken, and Mallory has the keys",
            ] {
                #expect(result.standardOutput.contains(end), "\(end)")
            }
            let written = try String(contentsOfFile: file, encoding: .utf8)
            let document = try JSON(written.utf8)
            #expect(document["runs"] == DowngradeAttack.json(try Self.runs.get(), seed: 7)["runs"])
            guard case .array(let connections)? = document["connections"] else {
                Issue.record("no connections")
                return
            }
            let runs = ["nothing"] + (try Self.runs.get()).map { $0.choice.joined(separator: "-") }
            let parts = runs.flatMap { ["\($0)-client", "\($0)-server"] }
            #expect(connections.map { $0["id"] } == parts.map { .string($0) })
            // decrypt_error, bad_record_mac, and none (RFC 8446 section 6): what a side says reaches the other leg as well.
            for (part, alerts) in [
                ("ecdhe-random-checks-server", ["51"]), ("rsa-random-checks-client", ["20"]),
                ("weak-group-hello-unchecked-server", []),
            ] {
                let frames = try await Tshark.frames(
                    of: folder.path(of: "attack-\(part).pcapng"), ["tls.alert_message.desc", "http.cookie"])
                #expect(frames.allSatisfy { !$0.isMalformed && !$0.isWarnedOf && !$0.isWrong }, "\(part)")
                #expect(frames.flatMap { $0["tls.alert_message.desc"] }.filter { $0 != "0" } == alerts, "\(part)")
                #expect(frames.contains { $0.has(anyOf: ["http.cookie"]) } == alerts.isEmpty, "\(part)")
            }
        }
    }

    @Test func thePageHasBothConnectionsOfEachStorySideBySide() async throws {
        try await TemporaryDirectory.use { folder in
            let result = try await BuiltProgram.run([
                "attack", "version-downgrade", "--exchange", "weak-group", "--seed", "7", "--html",
                folder.path(of: "attack.html"),
            ])
            #expect(result.status == 0 && result.standardError.isEmpty)
            let page = try String(contentsOfFile: folder.path(of: "attack.html"), encoding: .utf8)
            let runs = ["weak-group-hello-checks", "weak-group-hello-unchecked"]
            let pairs = runs.map { "[\"\($0)-client\",\"\($0)-server\"]" }.joined(separator: ",")
            #expect(page.contains("\"pairs\":[\(pairs)]"))
        }
    }
}
