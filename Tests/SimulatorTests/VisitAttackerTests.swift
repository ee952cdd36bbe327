import Crypto
import TCPSim
import TLSSim
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Simulator

/// Attackers without a key on the path of a visit: what they see, what they change, and what the two sides make of it.
@Suite struct VisitAttackerTests {
    private func journal(
        _ attacker: VisitAttacker?, tls13: Visit.TLS13Options? = nil, suite: CipherSuite = .dheRSAAES128GCM,
        wire: Wire = Wire()
    ) throws -> Journal {
        var options = Visit.Options(
            seed: 7, suite: suite, closesFirst: attacker == .truncation ? .server : .client, wire: wire, tls13: tls13)
        options.attacker = attacker
        return try SharedVisit.run(options).journal
    }

    private func failures(in journal: Journal) -> [Principal: [String]] {
        var failures: [Principal: [String]] = [:]
        for event in journal.events {
            if case .failed(let why) = event.kind { failures[event.who, default: []].append(why.english) }
        }
        return failures
    }

    /// What the two sides have sent, in order, as the octets of datagrams.
    private func datagrams(in journal: Journal) -> [[UInt8]] {
        journal.events.compactMap { event in
            if case .sent(let packet, _) = event.kind, event.who.role != nil { packet.bytes } else { nil }
        }
    }

    private func conclusions(of journal: Journal) -> [PathConclusion] {
        journal.conclusions.compactMap { $0 as? PathConclusion }
    }

    @Test(arguments: [nil, Visit.TLS13Options()])
    func anOnlookerChangesNothingAndLearnsNoKey(tls13: Visit.TLS13Options?) throws {
        let (journal, quiet) = (try journal(.onlooker, tls13: tls13), try journal(nil, tls13: tls13))
        #expect(journal.lifelines == [.client, .attacker, .server])
        #expect(datagrams(in: journal) == datagrams(in: quiet))
        #expect(!journal.events.contains { if case .sent = $0.kind { $0.who == .attacker } else { false } })
        let ledger = Ledger(journal)
        #expect(ledger.holds(.attacker, Knowledge.clientRandom))
        #expect(!ledger.holds(.attacker, Knowledge.applicationData))
        #expect(
            Set(ledger.facts(of: .attacker).map(\.secret)) == Set(ledger.facts(of: .eavesdropper).map(\.secret)))
        guard case .watched(let segments, let octets, let lengths)? = conclusions(of: journal).first else {
            Issue.record("she says nothing of what she has seen")
            return
        }
        #expect(segments == datagrams(in: journal).count && octets > 1_000)
        #expect(!lengths.client.isEmpty && !lengths.server.isEmpty)
    }

    /// RFC 8446 section 4.4.2: the certificate is encrypted. In TLS 1.2 it is not.
    @Test func anOnlookerReadsTheChainOfTLS12Alone() throws {
        func reads(_ journal: Journal) -> [String] {
            journal.events.compactMap { event in
                switch event.remark as? PathNote {
                case .hello(let host, _): host
                case .chain: "chain"
                case .answer(_, let version, _): version
                case .sealed(let side, _): "\(side)"
                case .reset, .bit, .suites, .versions, .changedAgain, .holds, .replaces, nil: nil
                }
            }
        }
        #expect(
            try reads(journal(.onlooker))
                == [Visit.hostName, ProtocolVersion.tls12.description, "chain", "client", "server"])
        #expect(
            try reads(journal(.onlooker, tls13: .init()))
                == [Visit.hostName, ProtocolVersion.tls13.description, "server", "client"])
    }

    /// RFC 9293 section 3.10.7.4: a reset with the next number ends the connection.
    @Test(arguments: [nil, Visit.TLS13Options()])
    func oneResetForEachSideEndsBothConnections(tls13: Visit.TLS13Options?) throws {
        let journal = try journal(.reset, tls13: tls13)
        let forged = journal.events.filter { if case .sent = $0.kind { $0.who == .attacker } else { false } }
        #expect(forged.map(\.step) == ["path.forged_reset", "path.forged_reset"])
        for side in [Principal.client, .server] {
            #expect(journal.wireFailures.contains { $0.who == side && $0.why as? Connection.Signal == .reset })
        }
        #expect(!Ledger(journal).holds(.attacker, Knowledge.applicationData))
    }

    /// RFC 5246 section 7.2.2 and RFC 8446 section 5.2: bad_record_mac.
    @Test(arguments: [CipherSuite.dheRSAAES128GCM, .rsaAES128CBCSHA, .ecdheECDSAChaCha20])
    func aChangedBitIsNoticedByTheReaderOfTheRecord(suite: CipherSuite) throws {
        for tls13 in [nil, Visit.TLS13Options()] {
            let journal = try journal(.recordChange, tls13: tls13, suite: suite)
            #expect(journal.events.count { $0.step == "path.changed" && $0.who == .attacker } == 1)
            #expect(failures(in: journal)[.server]?.isEmpty == false)
            #expect(failures(in: journal)[.client]?.contains { $0.contains("bad_record_mac") } == true)
            guard case .hasChangedRecord? = conclusions(of: journal).first else {
                Issue.record("she says nothing of what she has changed")
                return
            }
        }
    }

    /// RFC 5246 section 7.4.9: Finished covers the ClientHello that the client has sent.
    @Test(arguments: [CipherSuite.dheRSAAES128GCM, .ecdheRSAAES128GCM])
    func aServerThatComparesFinishedRefusesTheSuitesOfTheAttacker(suite: CipherSuite) throws {
        let journal = try journal(.downgrade, suite: suite)
        #expect(journal.events.contains { $0.step == "path.changed" })
        let failures = failures(in: journal)
        #expect(failures[.client]?.contains { $0.contains("decrypt_error") } == true, "\(failures)")
        #expect(!journal.events.contains { $0.step == "chapter.application_data" })
    }

    /// RFC 8446 section 4.1.3: the last octets of the server's random say that it speaks TLS 1.3.
    @Test func aClientThatLooksAtTheServersRandomRefusesTLS12() throws {
        let journal = try journal(.versionDowngrade, tls13: .init())
        #expect(journal.events.contains { $0.step == "path.changed" })
        let failures = failures(in: journal)
        #expect(failures[.server]?.contains { $0.contains("illegal_parameter") } == true, "\(failures)")
    }

    /// The two sides speak TLS 1.3 where she does not change the hello.
    @Test func twoSidesOfBothVersionsSpeakTLS13WithoutHer() throws {
        var options = Visit.Options(seed: 7, tls13: .init())
        options.attacker = .versionDowngrade
        var world = Visit.world(options, try Visit.Cast(options), seeds: SeededRandomSource(seed: 7))
        world.hosts.removeAll { $0.principal == .attacker }
        world.run()
        #expect(world.client?.version == .tls13 && world.server?.version == .tls13)
    }

    /// A hello that comes in several segments: she keeps its beginning until she has its end.
    @Test func aHelloInPiecesIsChangedAsAWhole() throws {
        var wire = Wire()
        wire.mss = 100
        let journal = try journal(.versionDowngrade, tls13: .init(), wire: wire)
        #expect(journal.events.contains { if case .holds? = $0.kind.lossReason as? PathNote { true } else { false } })
        #expect(failures(in: journal)[.server]?.contains { $0.contains("illegal_parameter") } == true)
    }

    @Test func theAttackerWhoCutsOffTheAnswerHasALifelineAndDoesAsWithoutAName() throws {
        let (named, other) = (
            try journal(.truncation),
            try SharedVisit.run(
                .init(seed: 7, closesFirst: .server, isTruncated: true)
            ).journal
        )
        #expect(named.lifelines == [.client, .attacker, .server] && other.lifelines == [.client, .server])
        #expect(datagrams(in: named) == datagrams(in: other))
        #expect(named.events.map(\.step) == other.events.map(\.step))
    }

    @Test func theProgramTakesAttackersAndNamesThem() async throws {
        for line in [
            "--dh --attacker onlooker", "--tls13 --attacker rst-injection", "--rsa --attacker record-change",
            "--dh --attacker downgrade", "--tls13 --attacker version-downgrade", "--tls13 --attacker truncation",
        ] {
            let result = try await BuiltProgram.run(line.split(separator: " ").map(String.init))
            #expect(result.status == 0 && result.standardError.isEmpty, "\(line) \(result.standardError)")
            #expect(result.standardOutput.contains("ATTACKER 10.0.0.3"), "\(line)")
        }
        for line in [
            "--rsa --attacker downgrade", "--tls13 --attacker downgrade", "--dh --attacker version-downgrade",
            "--dh --attacker onlooker --truncate", "--dh --resume id --attacker downgrade",
            "--dh --server-chain expired --attacker truncation",
        ] {
            #expect(try await BuiltProgram.run(line.split(separator: " ").map(String.init)).status == 64, "\(line)")
        }
    }
}

extension Event.Kind {
    fileprivate var lossReason: (any Wording)? { if case .lost(_, let why) = self { why } else { nil } }
}
