import Crypto
import PKI
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Simulator

@Suite struct PresentedChainTests {
    /// What has to come of a chain: the alert by which the client refuses, by how it judges; nil where it goes on.
    private struct Row: Sendable {
        let chain: PresentedChain
        let full: AlertDescription?
        let anyName: AlertDescription?
        /// The error number of openssl verify (X509_V_ERR_…).
        let openssl: Int
    }

    private static let rows = [
        Row(chain: .genuine, full: nil, anyName: nil, openssl: 0),
        Row(chain: .expired, full: .certificateExpired, anyName: .certificateExpired, openssl: 10),
        Row(chain: .notYetValid, full: .certificateExpired, anyName: .certificateExpired, openssl: 9),
        Row(chain: .wrongHost, full: .badCertificate, anyName: nil, openssl: 62),
        Row(chain: .selfSigned, full: .unknownCA, anyName: .unknownCA, openssl: 18),
        Row(chain: .unknownAuthority, full: .unknownCA, anyName: .unknownCA, openssl: 19),
        Row(chain: .missingIntermediate, full: .unknownCA, anyName: .unknownCA, openssl: 20),
        Row(chain: .wrongUsage, full: .unsupportedCertificate, anyName: .unsupportedCertificate, openssl: 26),
        Row(chain: .notAnAuthority, full: .unknownCA, anyName: .unknownCA, openssl: 79),
    ]

    private func stage(_ seed: UInt64) throws -> LessonPKI {
        var random = SeededRandomSource(seed: seed).fork("pki")
        return try LessonPKI.make(hostName: Visit.hostName, at: Visit.epoch, using: &random)
    }

    private func identity(_ chain: PresentedChain, _ pki: LessonPKI, _ seed: UInt64) throws -> Identity {
        var random = SeededRandomSource(seed: seed).fork("server chain")
        return try chain.identity(of: pki.identity, under: pki, at: Visit.epoch, using: &random)
    }

    private func failure(_ journal: Journal, _ who: Principal) -> String? {
        journal.events.compactMap { event in
            if case .failed(let alert) = event.kind, event.who == who { alert.sentence(in: .english) } else { nil }
        }.first
    }

    @Test(arguments: seeds(2))
    func everyChainEndsAsItsJudgeHasItInTheRightAlertOrInAConversation(seed: UInt64) throws {
        #expect(Self.rows.map(\.chain) == PresentedChain.allCases.filter(\.hasKey))
        let pki = try stage(seed)
        let pin = try #require(Evaluator.pin(ofCertificate: pki.identity.chain[0]))
        let suite: CipherSuite = seed.isMultiple(of: 2) ? .rsaAES128GCM : .dheRSAAES128GCM
        for row in Self.rows {
            let identity = try identity(row.chain, pki, seed)
            let cases: [(ChecksMade, AlertDescription?)] = [
                (.full, row.full), (.anyName, row.anyName), (.none, nil),
                // The server has kept its key, so that the pin fits wherever the rest does, and helps nowhere else.
                (.pinned([pin]), row.full), (.pinned([Array(repeating: 0, count: 32)]), row.full ?? .badCertificate),
            ]
            for (checksMade, alert) in cases {
                let options = Visit.Options(
                    seed: seed, suite: suite, serverChain: row.chain, checksMade: checksMade)
                let journal = Visit.run(options, Visit.Cast(options, pki: pki, server: identity)).journal
                let words: Comment = "\(row.chain) \(checksMade.name)"
                let verdicts = journal.events.filter { $0.step == "tls.check.verdict" }
                let keyExchanges = journal.events.filter { $0.step == "tls.client_key_exchange" }
                let ledger = Ledger(journal)
                if let alert {
                    #expect(failure(journal, .client)?.hasPrefix("\(alert): ") == true, words)
                    #expect(failure(journal, .server) == "the peer sent a fatal alert, \(alert)", words)
                    #expect(keyExchanges.isEmpty && !ledger.holds(.server, Knowledge.masterSecret), words)
                    #expect(!journal.events.contains { $0.step == Chapter.theft(.rsa).step }, words)
                    #expect(!ledger.holds(.server, Knowledge.applicationData), words)
                } else {
                    #expect(failure(journal, .client) == nil && failure(journal, .server) == nil, words)
                    #expect(!keyExchanges.isEmpty && ledger.holds(.client, Knowledge.applicationData), words)
                }
                guard checksMade != .none else {
                    #expect(verdicts.isEmpty && journal.events.contains { $0.step == "tls.check.careless" }, words)
                    continue
                }
                #expect(verdicts.count == 1, words)
                if case .checked(_, let passed)? = verdicts.first?.kind { #expect(passed == (alert == nil), words) }
            }
        }
    }

    @Test(arguments: [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM, .ecdheRSAAES128GCM, .ecdheECDSAAES128GCM])
    func aCopiedChainPassesEveryCheckAndFailsWhereItsKeyIsNeeded(suite: CipherSuite) throws {
        for seed in seeds(2) {
            let options = Visit.Options(seed: seed, suite: suite, serverChain: .copiedChain)
            let cast = try Visit.Cast(options)
            if suite.keyExchange != .ecdheECDSA { #expect(cast.server.chain == cast.pki.identity.chain) }
            let journal = Visit.run(options, cast).journal
            let verdict = try #require(journal.events.first { $0.step == "tls.check.verdict" })
            if case .checked(_, let passed) = verdict.kind { #expect(passed) }
            if suite.keyExchange == .rsa {
                // The premaster secret is out of reach: the server goes on with one of its own, and Finished does not open.
                #expect(failure(journal, .server)?.hasPrefix("bad_record_mac: ") == true)
                #expect(failure(journal, .client) == "the peer sent a fatal alert, bad_record_mac")
            } else {
                #expect(failure(journal, .client)?.hasPrefix("decrypt_error: ") == true)
                #expect(failure(journal, .server) == "the peer sent a fatal alert, decrypt_error")
                #expect(!journal.events.contains { $0.step == "tls.check.params_signature" })
                #expect(!journal.events.contains { $0.step == "tls.client_key_exchange" })
            }
            let ledger = Ledger(journal)
            #expect(!ledger.holds(.server, Knowledge.privateKey(of: cast.server)))
            #expect(!ledger.holds(.server, Knowledge.applicationData))
            #expect(!journal.events.contains { $0.who == .thief })
            // What the server goes on with in place of the premaster secret is no secret of the client's.
            for secret in [Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock] {
                #expect(!ledger.holds(.server, secret), "\(secret)")
                #expect(ledger.holds(.client, secret) == (suite.keyExchange == .rsa), "\(secret)")
            }
        }
    }

    @Test func theFindingsStandCertificateByCertificateNoneIsLostAndTheVerdictComesLast() throws {
        let journal = try Visit.run(.init(seed: 5, serverChain: .wrongHost)).journal
        let findings = journal.events.filter { $0.step == "tls.check.chain" }
        let numbers = findings.map(\.number)
        #expect(numbers == Array(numbers[0]..<(numbers[0] + numbers.count)))
        #expect(journal[numbers[numbers.count - 1] + 1]?.step == "tls.check.verdict")
        var topics: [String] = []
        for finding in findings {
            let topic = try #require(finding.remark).topic(in: .english)
            if topics.last != topic { topics.append(topic) }
        }
        #expect(
            topics == [
                "The leaf", "The intermediate HandshakeSim Intermediate CA", "The trust anchor HandshakeSim Root CA",
            ])
        let failed = findings.filter { if case .checked(_, false) = $0.kind { true } else { false } }
        #expect(failed.map { $0.remark?.sentence(in: .english).contains(PresentedChain.otherHost) } == [true])
    }

    @Test func openSSLFindsTheSameFaultInEachChain() async throws {
        try await Tool.require("openssl")
        let pki = try stage(3)
        try await TemporaryDirectory.use { directory in
            let root = try directory.write(text: CertificatePEM.encode([pki.root.certificate]), to: "root.pem")
            for row in Self.rows {
                let chain = try identity(row.chain, pki, 3).chain
                let leaf = try directory.write(text: CertificatePEM.encode([chain[0]]), to: "leaf.pem")
                let rest = try directory.write(
                    text: CertificatePEM.encode(Array(chain.dropFirst())), to: "rest.pem")
                let result = try await Tool.run(
                    "openssl",
                    [
                        "verify", "-attime", String(Visit.epoch), "-purpose", "sslserver", "-verify_hostname",
                        Visit.hostName, "-CAfile", root,
                    ] + (chain.count > 1 ? ["-untrusted", rest] : []) + [leaf])
                let errors = result.standardError.matches(of: /error (\d+) at/).compactMap { Int($0.1) }
                #expect(
                    row.openssl == 0 ? result.status == 0 : errors.contains(row.openssl),
                    "\(row.chain): \(result.standardError)")
            }
        }
    }

    @Test func aServerWithAKeyOnACurveCannotBeSelfSignedHereAndSaysSo() throws {
        let options = Visit.Options(seed: 6, suite: .ecdheECDSAAES128GCM, serverChain: .selfSigned)
        #expect(throws: TrustError.self) { try Visit.run(options) }
        let other = Visit.Options(seed: 6, suite: .ecdheECDSAAES128GCM, serverChain: .expired)
        let journal = try Visit.run(other).journal
        #expect(failure(journal, .client)?.hasPrefix("certificate_expired") == true)
    }

    @Test func theProgramTakesPinsInBase64AndInHexadecimalAndRefusesWhatIsNoDigest() async throws {
        let pki = try stage(9)
        let pin = try #require(Evaluator.pin(ofCertificate: pki.identity.chain[0]))
        let hex = Hex.string(pin)
        let good = try await BuiltProgram.run(
            ["--seed", "9", "--trust", "pin:\(hex)", "--only", "tls.check.verdict"])
        #expect(good.status == 0 && good.standardOutput.contains("Trusted: the chain passes all"))
        let bad = try await BuiltProgram.run(
            ["--seed", "9", "--trust", "pin:" + String(hex.reversed()), "--only", "tls.check.verdict"])
        #expect(bad.status == 0 && bad.standardOutput.contains("Refused: 1 of"))
        for arguments in [
            ["--trust", "pin:00"], ["--trust", "most"], ["--server-chain", "odd"],
            ["--server-chain", "expired", "--resume", "id"], ["--trust", "none", "--resume", "ticket"],
        ] {
            #expect(try await BuiltProgram.run(arguments).status == 64, "\(arguments)")
        }
    }
}
