import Crypto
import Foundation
import Recordings
import Render
import TLSSim
import TestRecording
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Museum
@testable import Simulator

/// Thefts against recordings of TLS 1.3, and what the ledgers of the same runs say.
@Suite struct TLS13TheftTests {
    private typealias Theft = TLS13.TheftStory.Theft

    /// Visits with and without a ticket, in groups of each kind.
    private static let visits: [Visit.TLS13Options] = [
        .init(), .init(suite: .aes256GCM, group: .secp256r1, isRetried: true), .init(group: .x25519MLKEM768),
        .init(resumes: true), .init(suite: .chaCha20, sendsEarlyData: true),
        .init(group: .x25519MLKEM768, sendsEarlyData: true),
    ]

    /// A visit in which the ticket's secret is used without an exchange.
    private static let secretAlone: Visit.TLS13Options = {
        var tls13 = Visit.TLS13Options(resumes: true)
        tls13.usesSecretAlone = true
        return tls13
    }()

    private static let stories = Dictionary(
        uniqueKeysWithValues: (visits + [.init(sendsEarlyData: true), secretAlone]).map { tls13 in
            let story = Result {
                try TLS13.TheftStory(
                    seed: 7, tls13, of: try SharedVisit.run(Visit.Options(seed: 7, tls13: tls13)))
            }
            return (tls13, story)
        })

    private static func story(_ tls13: Visit.TLS13Options) throws -> TLS13.TheftStory {
        try #require(stories[tls13]).get()
    }

    private static func report(_ theft: Theft, _ tls13: Visit.TLS13Options) throws -> AttackReport {
        try #require(try story(tls13).runs.first { $0.theft == theft }).report
    }

    private static func handshake(_ tls13: Visit.TLS13Options) throws -> RecordedHandshake {
        let connections = try PacketMaker.connections(story(tls13).capture)
        return try RecordedHandshake(try #require(connections.first))
    }

    // MARK: The attack and the ledger

    /// The ledger follows rules and opens nothing; the attack opens octets and knows no rule of the ledger.
    @Test(arguments: visits)
    func theOctetsOpenWhereTheLedgerOfTheRunSaysSo(_ tls13: Visit.TLS13Options) throws {
        let journal = try SharedVisit.run(Visit.Options(seed: 7, tls13: tls13)).journal
        let told = journal.events.compactMap { $0.remark as? TLS13.Theft }
        let story = try Self.story(tls13)
        #expect(story.runs.count == (tls13.resumes ? 5 : 2))
        var computed: [TLS13.Theft] = []
        for run in story.runs {
            #expect(run.report.outcome != .failed)
            if let reach = run.report.steps.last?.remark as? TLS13.Theft { computed.append(reach) }
            if run.theft == .serverKey {
                #expect(told.contains(.privateKey(opens: .nothing)) && run.report.outcome == .forwardSecret)
            }
        }
        // The ledger tells of the ticket's secret only where it opens something.
        let expected = Set(told).subtracting([.privateKey(opens: .nothing)])
        let found = Set(computed).subtracting([.ticketSecret(opens: .nothing)])
        #expect(found == expected)
    }

    @Test(arguments: visits)
    func whatIsOpenedIsWhatWasSaidAndTheSecretsAreThoseOfTheRun(_ tls13: Visit.TLS13Options) throws {
        let journal = try SharedVisit.run(Visit.Options(seed: 7, tls13: tls13)).journal
        let ledger = Ledger(journal)
        let request = HTTPExchange.request(host: Visit.hostName)
        for run in try Self.story(tls13).runs {
            let report = run.report
            let isOpen = report.outcome == .opened
            let hasSecret = run.theft != .serverKey && run.theft != .exponents
            #expect(report.earlyData == (tls13.sendsEarlyData && hasSecret ? request : []), "\(run.theft)")
            #expect(report.clientData == (isOpen && !tls13.sendsEarlyData ? request : []))
            #expect(report.serverData == (isOpen ? HTTPExchange.response(suite: tls13.suite.name) : []))
            for quantity in report.steps.flatMap(\.quantities) {
                guard let name = SecretName(rawValue: quantity.name), isOpen || name == .clientEarlyTraffic else {
                    continue
                }
                let fact = ledger.fact(.client, SecretID(name.rawValue))
                #expect(fact?.value == quantity.octets, "\(run.theft) \(name)")
            }
        }
    }

    // MARK: One thief after the other

    @Test func theServersKeyOpensNothingAndTheTagSaysSo() throws {
        let report = try Self.report(.serverKey, .init())
        #expect(report.outcome == .forwardSecret)
        #expect(report.findings.contains(TLS13.TheftFinding.keyOnlySigns(isUsed: true)))
        #expect(report.findings.contains(TLS13.TheftFinding.attempt(missing: .exchange(.x25519))))
        let (tried, recorded) = (report.quantity("tag under this key"), report.quantity("tag in the record"))
        #expect(tried?.count == 16 && recorded?.count == 16 && tried != recorded)
        #expect(report.findings.last?.sentence(in: .english).contains("no RSA key transport") == true)
    }

    @Test func theTicketKeyOpensTheEarlyDataAndNotTheRest() throws {
        let report = try Self.report(.ticketKey, .init(suite: .chaCha20, sendsEarlyData: true))
        #expect(report.outcome == .earlyDataOpened)
        #expect(report.findings.contains(TLS13.TheftFinding.withoutExchange(isOffered: false)))
        let closed = try Self.report(.ticketKey, .init(resumes: true))
        #expect(closed.outcome == .forwardSecret && closed.earlyData.isEmpty && closed.serverData.isEmpty)
    }

    /// Without an exchange the ticket's secret is all that goes into the keys (RFC 8446 section 2.2).
    @Test func theSecretOfATicketOpensEverythingWhereItIsUsedAlone() throws {
        let tls13 = Self.secretAlone
        let story = try Self.story(tls13)
        #expect(story.runs.map(\.theft) == [.serverKey, .ticketKey, .psk], "a logarithm is worth nothing")
        for run in story.runs {
            let isOpen = run.theft != .serverKey
            #expect(run.report.outcome == (isOpen ? .opened : .closedWithoutForwardSecrecy), "\(run.theft)")
            #expect(run.report.serverData == (isOpen ? HTTPExchange.response(suite: tls13.suite.name) : []))
        }
        let journal = try SharedVisit.run(Visit.Options(seed: 7, tls13: tls13)).journal
        #expect(Ledger(journal).holds(.thief, Knowledge.applicationData))
        let told = journal.events.compactMap { $0.remark as? TLS13.Theft }
        #expect(
            told.contains(.ticketSecret(opens: .everything)) && told.contains(.quantumWithoutExchange(opens: .nothing)))
        let said = journal.events.compactMap { $0.remark?.sentence(in: .english) }.joined(separator: " ")
        #expect(said.contains("no forward secrecy") && !said.contains("connection has forward secrecy"))
        #expect(!said.contains("depends on this deletion"))
    }

    @Test func logarithmsOpenX25519AndHalfOfTheHybridIsNotEnough() throws {
        #expect(try Self.report(.exponents, .init()).outcome == .opened)
        let hybrid = try Self.report(.exponents, .init(group: .x25519MLKEM768))
        #expect(hybrid.outcome == .forwardSecret)
        #expect(hybrid.findings.contains(TLS13.TheftFinding.attempt(missing: .latticeHalf)))
        #expect(hybrid.findings.last as? TLS13.Theft == .quantum(.x25519MLKEM768, opens: .nothing))
        // Both halves of the client's key open it.
        let journal = try SharedVisit.run(Visit.Options(seed: 7, tls13: .init(group: .x25519MLKEM768))).journal
        let name = Knowledge.privateValue(of: .client, .x25519MLKEM768)
        let whole = try #require(Ledger(journal).fact(.client, name)?.value)
        let report = TLS13.TheftAttack.run(
            on: try Self.handshake(.init(group: .x25519MLKEM768)), with: TLS13.Loot(privateValue: whole))
        #expect(report.outcome == .opened)
    }

    /// The tag is computed from keys and ciphertext alone: under the right keys it is the record's, for each cipher.
    @Test(arguments: TLS13.CipherSuite.all)
    func theTagThatAKeyGivesIsTheRecordsWhereTheKeyIsRight(_ suite: TLS13.CipherSuite) throws {
        let secret = TrafficSecret([UInt8](repeating: 7, count: suite.hash.outputLength), hash: suite.hash)
        let other = TrafficSecret([UInt8](repeating: 8, count: suite.hash.outputLength), hash: suite.hash)
        var writing = TrafficProtection(suite, secret)
        let record = try writing.seal(InnerPlaintext(Array("a page".utf8), typeCode: 23))
        #expect(TrafficProtection(suite, secret).tag(of: record) == Array(record.suffix(16)))
        #expect(TrafficProtection(suite, other).tag(of: record) != Array(record.suffix(16)))
        #expect(TrafficProtection(suite, secret).tag(of: [23, 3, 3, 0, 0]) == nil)
    }

    // MARK: What does not fit, and damage

    @Test func lootOfAnotherConnectionIsRefusedWithItsReason() throws {
        let wrong = [UInt8](repeating: 9, count: 32)
        let early = try Self.handshake(.init(suite: .chaCha20, sendsEarlyData: true))
        func last(_ loot: TLS13.Loot) -> (any Remark)? {
            let report = TLS13.TheftAttack.run(on: early, with: loot)
            #expect(report.outcome == .failed)
            return report.findings.last
        }
        #expect(last(TLS13.Loot(ticketKey: wrong)) as? TLS13.TheftFinding == .ticketNotSealed)
        #expect(last(TLS13.Loot(psk: wrong)) as? TLS13.TheftFinding == .pskWrong)
        #expect(last(TLS13.Loot(privateValue: wrong)) as? TLS13.TheftFinding == .privateValueOfNeither(.x25519))
        #expect(last(TLS13.Loot(privateValue: [1])) as? TLS13.TheftFinding == .privateValueOfNeither(.x25519))
        let full = TLS13.TheftAttack.run(on: try Self.handshake(.init()), with: TLS13.Loot(ticketKey: wrong))
        #expect(full.outcome == .forwardSecret && full.findings.contains(TLS13.TheftFinding.nothingOffered))
    }

    @Test func aDamagedRecordingNeverTrapsAndNothingIsReadThatWasNotSaid() throws {
        let tls13 = Visit.TLS13Options(suite: .chaCha20, sendsEarlyData: true)
        let capture = try Self.story(tls13).capture
        let journal = try SharedVisit.run(Visit.Options(seed: 7, tls13: tls13)).journal
        let ledger = Ledger(journal)
        let loot = TLS13.Loot(
            hasServerKey: true, ticketKey: ledger.fact(.server, Knowledge.ticketKey)?.value,
            privateValue: ledger.fact(.client, Knowledge.privateValue(of: .client, .x25519))?.value)
        let said = (
            HTTPExchange.request(host: Visit.hostName), HTTPExchange.response(suite: tls13.suite.name)
        )
        forEachSeed(40) { seed, random in
            var changed = capture
            if seed % 4 == 0 { changed.removeLast(Int(random.next() % UInt64(changed.count))) }
            for _ in 0..<(random.next() % 3) where !changed.isEmpty {
                changed[Int(random.next() % UInt64(changed.count))] ^= UInt8(truncatingIfNeeded: random.next())
            }
            for connection in (try? PacketMaker.connections(changed)) ?? [] {
                let report = ForwardSecrecyAttack.run(on: connection, with: nil, loot)
                #expect(said.0.starts(with: report.earlyData) && said.1.starts(with: report.serverData))
                #expect(report.steps.allSatisfy { !$0.remark.sentence(in: .english).isEmpty })
            }
        }
    }

    // MARK: Outside authority, and the command

    /// OpenSSL's binder of a secret from outside TLS is right under that secret, and the rest stays closed.
    @Test func aSecretOfOpenSSLIsProvedByItsBinderAndOpensNothing() async throws {
        let psk = "00112233445566778899aabbccddeeff"
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_3", "-psk", psk, "-num_tickets", "0"], clients: [["-tls1_3", "-psk", psk]])
        let connection = try #require(try recording.recorded.first)
        let report = ForwardSecrecyAttack.run(on: connection, with: nil, TLS13.Loot(psk: Hex.octets(psk)))
        #expect(report.findings.contains(TLS13.TheftFinding.pskProved), "\(report.findings)")
        #expect(report.outcome == .forwardSecret)
        let other = ForwardSecrecyAttack.run(on: connection, with: nil, TLS13.Loot(psk: [1, 2, 3]))
        #expect(other.findings.last as? TLS13.TheftFinding == .pskWrong)
    }

    @Test func theCommandTellsAThiefAndAttacksTheCaptureThatItWrites() async throws {
        try await TemporaryDirectory.use { folder in
            let (json, pcap) = (folder.path(of: "a.json"), folder.path(of: "a.pcapng"))
            let command = ["attack", "forward-secrecy"]
            let story = try await BuiltProgram.run(
                command + ["--tls13", "--resume", "early", "--seed", "7", "--json", json, "--pcap", pcap])
            #expect(story.status == 0 && story.standardError.isEmpty)
            #expect(story.standardOutput.contains("ticket-key                OPEN        closed"))
            #expect(story.lines.allSatisfy { Text.width($0) <= Text.columns })
            let tls13 = Visit.TLS13Options(sendsEarlyData: true)
            let expected = try Self.story(tls13)
            #expect(try JSON(try String(contentsOfFile: json, encoding: .utf8).utf8) == expected.json)
            #expect(try Array(Data(contentsOf: URL(filePath: pcap))) == expected.capture)
            let ticketKey = try Self.report(.ticketKey, tls13).quantity("key of the tickets")
            let key = Hex.string(try #require(ticketKey))
            let attacked = try await BuiltProgram.run(command + ["--capture", pcap, "--ticket-key", key])
            #expect(attacked.status == 0)
            #expect(attacked.standardOutput.contains("✔ OPENED: the early data"))
            let wrong = try await BuiltProgram.run(command + ["--capture", pcap, "--psk", "00", "--resume", "psk"])
            #expect(wrong.status == 64 && wrong.standardError.contains("need --tls13"))
        }
    }
}
