import Crypto
import PKI
import TLSSim
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Explain
@testable import Simulator

/// TLS in captures of simulated visits, of which everything is known.
@Suite struct TLSVisitTests {
    private static func tls13(_ change: (inout Visit.TLS13Options) -> Void = { _ in }) -> Visit.Options {
        var tls13 = Visit.TLS13Options()
        change(&tls13)
        return Visit.Options(seed: 7, tls13: tls13)
    }

    private static let healthy: [Visit.Options] = [
        Visit.Options(seed: 7), Visit.Options(seed: 7, extendedMasterSecret: true),
        Visit.Options(seed: 7, suite: .rsaAES128CBCSHA), Visit.Options(seed: 7, suite: .ecdheRSAChaCha20),
        Visit.Options(seed: 7, resumption: .id), Visit.Options(seed: 7, resumption: .ticket), tls13(),
        tls13 { $0.updatesKeys = true },
        tls13 {
            $0.resumes = true
            $0.sendsEarlyData = true
        },
    ]

    /// The last connection of a visit.
    private func connection(
        _ options: Visit.Options, _ secrets: SecretsStore = SecretsStore(), usesItsSecrets: Bool = true
    ) throws -> EndedConnection {
        let ended = try TLSRecording(options).connections(secrets, usesItsSecrets: usesItsSecrets)
        return try #require(ended.last)
    }

    @Test(arguments: healthy)
    func theOpenedDataIsWhatBothSidesSent(_ options: Visit.Options) throws {
        let ended = try connection(options)
        let json = try #require(ended.tls.json)
        let said = [
            ("client", HTTPExchange.request(host: Visit.hostName)),
            ("server", HTTPExchange.response(suite: options.tls13?.suite.name ?? options.suite.name)),
        ]
        for (side, octets) in said {
            #expect(json.at("plaintext", side, "octets") == .number(octets.count))
            let digest = Hex.string(HashAlgorithm.sha256.hash(octets))
            #expect(json.at("plaintext", side, "sha256") == .string(digest))
            #expect(json.at("plaintext", side, "begins") == .string(Hex.string(octets.prefix(64))))
            #expect(json.at("application_octets", side) == .number(octets.count))
            #expect(json.at("close_notify", side) == .bool(true))
        }
        #expect(json.at("opened") == .members(("by", .string("dsb"))))
        #expect(json.at("handshake", "complete") == .bool(true))
        #expect(json.at("chosen", "version") == .string(options.tls13 == nil ? "TLS 1.2" : "TLS 1.3"))
        #expect(json.at("chosen", "suite") == .string(options.tls13?.suite.name ?? options.suite.name))
        #expect(json.at("offered", "sni") == .string(Visit.hostName))
        let resumed =
            options.tls13?.resumes == true
            ? "psk" : options.resumption.map { $0 == .id ? "session_id" : "ticket" } ?? "no"
        #expect(json.at("resumed") == .string(resumed))
        #expect(ended.findings.allSatisfy { $0.severity < .trouble }, "\(ended.findings.map(\.code))")
    }

    @Test(arguments: healthy)
    func withoutSecretsTheHandshakeIsReadInTheSameWay(_ options: Visit.Options) throws {
        let open = try #require(try connection(options).tls.json)
        let sealed = try #require(try connection(options, usesItsSecrets: false).tls.json)
        for name in ["offered", "chosen", "key_exchange", "resumed", "close_notify", "handshakes"] {
            #expect(open.at(name) == sealed.at(name), "\(name)")
        }
        #expect(sealed.at("handshake", "complete") == .bool(true))
        #expect(sealed.at("opened", "by") == .string("none"))
        #expect(sealed.at("plaintext") == nil)
    }

    @Test(arguments: [true, false])
    func theServersKeyOpensKeyTransportAlone(isKeyTransport: Bool) throws {
        let options = Visit.Options(
            seed: 7, suite: isKeyTransport ? .rsaAES256GCM : .dheRSAAES128GCM, extendedMasterSecret: true)
        var secrets = SecretsStore()
        secrets.add(try #require(try SharedVisit.run(options).identity.privateKey.rsa))
        let ended = try connection(options, secrets, usesItsSecrets: false)
        #expect(ended.tls.json?.at("opened", "by") == .string(isKeyTransport ? "rsa_key" : "none"))
        #expect(ended.tls.whyClosed == (isKeyTransport ? nil : .ephemeral))
        var tally = DiagnosisTally()
        tally.take(ended)
        tally.add(unused: secrets)
        #expect(tally.all.contains { $0.finding.code == "capture.secrets_unused" } != isKeyTransport)
    }

    @Test func secretsThatDoNotFitSayWhy() throws {
        let foreign = try TLSRecording(Visit.Options(seed: 8)).secrets()
        #expect(try connection(Visit.Options(seed: 7), foreign, usesItsSecrets: false).tls.whyClosed == .otherSessions)
        let ended = try connection(Self.tls13(), usesItsSecrets: false)
        let random = try #require(ended.tls.talk?.hello?.random)
        let line = "CLIENT_RANDOM \(Hex.string(random)) \(String(repeating: "00", count: 48))\nno line\n# a comment\n"
        var secrets = SecretsStore()
        secrets.add(keyLog: Array(line.utf8), from: .keyLog)
        #expect((secrets.lines, secrets.badLines) == (1, 1))
        #expect(try connection(Self.tls13(), secrets, usesItsSecrets: false).tls.whyClosed == .masterSecretAlone)
    }

    @Test(arguments: [
        (PresentedChain.expired, ["tls.certificate_expired"]), (.notYetValid, ["tls.certificate_expired"]),
        (.wrongHost, ["tls.name_mismatch"]), (.selfSigned, ["tls.unknown_ca", "tls.self_signed"]),
        (.unknownAuthority, ["tls.unknown_ca"]), (.missingIntermediate, ["tls.incomplete_chain", "tls.unknown_ca"]),
        (.wrongUsage, ["tls.certificate_refused"]), (.copiedChain, ["tls.decryption_failed"]),
    ])
    func aRefusedChainIsToldByItsReason(_ chain: PresentedChain, _ codes: [String]) throws {
        let ended = try connection(Visit.Options(seed: 7, serverChain: chain))
        #expect(ended.findings.map(\.code).filter { $0.hasPrefix("tls.") } == codes)
        #expect(ended.tls.json?.at("handshake", "complete") == .bool(false))
        let sealed = try connection(Visit.Options(seed: 7, serverChain: chain, tls13: .init()), usesItsSecrets: false)
        #expect(sealed.findings.map(\.code).contains { $0.hasPrefix("tls.") })
    }

    @Test(arguments: [true, false])
    func aClientsCertificateIsJudgedByTheServer(isTLS13: Bool) throws {
        for (certificate, code) in [
            (ClientCertificate.missing, "tls.client_certificate_missing"),
            (.wrongAuthority, "tls.client_certificate_refused"),
        ] {
            let options = Visit.Options(seed: 7, clientCertificate: certificate, tls13: isTLS13 ? .init() : nil)
            #expect(try connection(options).findings.map(\.code).contains(code))
        }
        let good = try connection(Visit.Options(seed: 7, clientCertificate: .good, tls13: isTLS13 ? .init() : nil))
        #expect(good.tls.clientChain.count == good.tls.talk?.client.certificates?.count)
        #expect(good.findings.allSatisfy { $0.severity < .trouble })
    }

    @Test func aChainIsJudgedAtTheTimeOfTheCapture() throws {
        let store = try SharedVisit.run(Visit.Options(seed: 7)).pki.trustStore
        let judge = TLSJudge(store, areGiven: true)
        let recording = try TLSRecording(Visit.Options(seed: 7))
        let verdict = try #require(try recording.connections(judge: judge).last?.tls.verdict)
        #expect(verdict.isTrusted)
        let late = TLSJudge(store, areGiven: true, at: verdict.at + 400 * CivilTime.day)
        #expect(try recording.connections(judge: late).last?.tls.verdict?.kind == .expired)
        let stranger = TLSJudge(TrustStore(anchors: []), areGiven: true)
        #expect(try recording.connections(judge: stranger).last?.tls.verdict?.kind == .unknownCA)
    }

    @Test func aSecondHelloIsToldOnce() throws {
        let ended = try connection(Self.tls13 { $0.isRetried = true })
        #expect(ended.findings.map(\.code).contains("tls.hello_retry"))
        #expect(ended.tls.json?.at("handshake", "retry") == .bool(true))
    }
}
