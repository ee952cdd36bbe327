import TLSSim
import TestPKI
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// The sixteen trials of nscurl, on servers of which one thing is wrong.
@Suite struct ATSDiagnosticsTests {
    private static let all = String(repeating: "P", count: 16)
    private static let none = String(repeating: "F", count: 16)
    private static let ecdhe = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"

    @Test func theTitlesAreNscurlsInItsOrderAndSoAreTheDictionaries() {
        let titles = [
            "ATS Default Connection", "Allow All Loads", "TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1.0",
            "Disabling Perfect Forward Secrecy", "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
            "TLSv1.3 with PFS disabled", "TLSv1.2 with PFS disabled", "TLSv1.1 with PFS disabled",
            "TLSv1.0 with PFS disabled",
            "TLSv1.3 with PFS disabled and insecure HTTP allowed",
            "TLSv1.2 with PFS disabled and insecure HTTP allowed",
            "TLSv1.1 with PFS disabled and insecure HTTP allowed",
            "TLSv1.0 with PFS disabled and insecure HTTP allowed",
        ]
        #expect(ATSDiagnostics.rows.map(\.title) == titles)
        #expect(ATSDiagnostics.rows.filter { $0.heading != nil }.count == 7)
        // As nscurl printed it for mirror.triplebit.org.
        #expect(
            ATSDiagnostics.rows[11].exception.description(for: .name("mirror.triplebit.org")) == [
                "{", "    NSExceptionDomains =     {", "        \"mirror.triplebit.org\" =         {",
                "            NSExceptionMinimumTLSVersion = \"TLSv1.0\";",
                "            NSExceptionRequiresForwardSecrecy = false;", "        };", "    };", "}",
            ])
        #expect(ATSDiagnostics.rows[0].exception.description(for: ATSSample.host) == ["{", "}"])
        #expect(
            ATSDiagnostics.rows[1].exception.description(for: ATSSample.host) == [
                "{", "    NSAllowsArbitraryLoads = true;", "}",
            ])
    }

    @Test(arguments: [
        ([ProtocolVersion.tls12], [ecdhe], "PPFPPPPPFPPPFPPP"),
        ([.tls12, .tls13], [ecdhe, "TLS_AES_128_GCM_SHA256"], all),
        ([.tls13], ["TLS_AES_256_GCM_SHA384"], all),
        ([.tls12], ["TLS_RSA_WITH_AES_128_GCM_SHA256"], "FPFFFFPPFPPPFPPP"),
        ([.tls12], ["TLS_RSA_WITH_AES_128_GCM_SHA256", ecdhe], "PPFPPPPPFPPPFPPP"),
        ([.tls12], ["TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"], none),
        ([.tls11], ["TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"], "F?FFPPFFFFPPFFPP"),
        ([.tls10], ["TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"], "F?FFFPFFFFFPFFFP"),
        ([.tls10], ["TLS_RSA_WITH_AES_128_CBC_SHA"], "F?FFFFFFFFFPFFFP"),
        ([.ssl30], ["TLS_RSA_WITH_AES_128_CBC_SHA"], none),
    ])
    func whatAServerNegotiatesDecidesTheRows(versions: [ProtocolVersion], suites: [String], expected: String)
        async throws
    {
        let server = try await ATSSample.server(versions, suites)
        #expect(ATSSample.letters(server) == expected)
        for trial in ATSDiagnostics.run(on: server, host: ATSSample.host, policy: ATSSample.policy) {
            let judgement = trial.judgement
            #expect((judgement.error != nil) == (judgement.result == .refused))
            if judgement.result == .refused { #expect(judgement.error == .secureConnectionFailed) }
            #expect(judgement.findings.count == ATSRequirement.allCases.count - 3)
            for finding in judgement.findings {
                #expect(!finding.seen.english.isEmpty && finding.sentence(in: .english).hasSuffix("."))
                #expect((finding.repair != nil) == (finding.outcome == .failed))
            }
        }
    }

    @Test func aChainThatTheSystemRefusesIsRefusedInEveryRowWithTheErrorOfACertificate() async throws {
        let time = Sample.time
        let chains: [(String, [[UInt8]])] = [
            ("expired", try Sample.chain { $0.notAfter = time - 1 }),
            ("not yet valid", try Sample.chain { $0.notBefore = time + 1 }),
            ("self-signed", [try Sample.untrusted().certificate]),
            ("unknown root", try Sample.chain(by: Sample.untrusted()) { _ in }),
            ("wrong host", try Sample.chain { $0.dnsNames = ["example.com"] }),
            ("SHA-1", try Sample.chain { $0.usesSHA1 = true }),
            ("no SAN", try Sample.chain { $0.dnsNames = [] }),
            ("no serverAuth", try Sample.chain { $0.extendedKeyUsage = [.clientAuth] }),
            ("826 days", try Sample.chain { $0.notAfter = $0.notBefore + 826 * Sample.day }),
            ("no certificate at all", [[0x30, 0x00]]),
        ]
        for (name, chain) in chains {
            let server = try await ATSSample.server(
                [.tls12, .tls13], [Self.ecdhe, "TLS_AES_128_GCM_SHA256"], chain: chain)
            #expect(ATSSample.letters(server) == Self.none, "\(name)")
            let judgement = ATSSample.policy.judge(server, by: ATSSample.rules())
            #expect(judgement.error == .certificateUntrusted, "\(name)")
            #expect(ATSSample.policy.remedy(for: server, scheme: .https, host: ATSSample.host) == nil, "\(name)")
        }
    }

    @Test func aRecordedConnectionSaysNothingAboutOffersThatLeaveOutWhatItShows() async throws {
        let chain = try Sample.chain { _ in }
        let evaluation = SecTrust.Evaluation(
            of: chain, asking: Sample.question, in: try Sample.evaluator().store)
        let rsa = ATSConnection(
            version: .tls12, suite: ATSSample.suite("TLS_RSA_WITH_AES_128_CBC_SHA"), chain: chain,
            evaluation: evaluation)
        #expect(ATSSample.letters(ATSServer(seen: rsa)) == "?P????PP?PPP?PPP")
        #expect(ATSSample.policy.judge(rsa, by: ATSSample.rules()).result == .refused)
        var hidden = rsa
        hidden.chain = []
        hidden.evaluation = nil
        #expect(ATSSample.policy.judge(hidden, by: ATSSample.rules()).outcome(.trust) == .unknown)
    }

    @Test func theCheapestExceptionThatHelpsIsFound() async throws {
        let rows: [([ProtocolVersion], String, ATSException?)] = [
            ([.tls12], "TLS_RSA_WITH_AES_128_GCM_SHA256", ATSException(disablesForwardSecrecy: true)),
            ([.tls11], "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", ATSException(minimumVersion: .tls11)),
            (
                [.tls10], "TLS_RSA_WITH_AES_128_CBC_SHA",
                ATSException(minimumVersion: .tls10, disablesForwardSecrecy: true)
            ),
            ([.tls12], "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", nil), ([.tls12], Self.ecdhe, ATSException()),
        ]
        for (versions, suite, expected) in rows {
            let server = try await ATSSample.server(versions, [suite])
            #expect(ATSSample.policy.remedy(for: server, scheme: .https, host: ATSSample.host) == expected, "\(suite)")
        }
        #expect(!ATSException(disablesForwardSecrecy: true).costs.isEmpty)
        #expect(
            ATSException(minimumVersion: .tls11, disablesForwardSecrecy: true).propertyList(for: ATSSample.host)
                .contains {
                    $0.contains("<string>TLSv1.1</string>")
                })
    }

    @Test func aLooserExceptionNeverRefusesWhatAStricterOneLetsThrough() async throws {
        let base = try await ATSSample.server()
        let chain = try #require(base.anything?.chain)
        let evaluation = try #require(base.anything?.evaluation)
        let suites =
            ATSSuite.suites(of: .compatible, on: .latest) + ATSSuite.tls13
            + [ATSSample.suite("TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")]
        forEachSeed(500) { _, random in
            let versions = ProtocolVersion.all.filter { _ in random.next() % 2 == 0 }
            let chosen = suites.shuffled(using: &random).prefix(Int(random.next() % 4))
            let server = ATSServer(versions: versions, suites: Array(chosen), chain: chain, evaluation: evaluation)
            var known: [ATSException: Bool] = [:]
            func loads(_ exception: ATSException) -> Bool {
                if let answer = known[exception] { return answer }
                let answer = ATSSample.policy.judge(server, by: ATSSample.rules(exception)).result == .loads
                known[exception] = answer
                return answer
            }
            let order: [ProtocolVersion] = [.tls13, .tls12, .tls11, .tls10]
            for (stricter, looser) in zip(order, order.dropFirst()) {
                for secrecy in [true, false]
                where loads(.init(minimumVersion: stricter, disablesForwardSecrecy: secrecy)) {
                    #expect(loads(.init(minimumVersion: looser, disablesForwardSecrecy: secrecy)))
                }
                if loads(.init(minimumVersion: stricter)) {
                    #expect(loads(.init(minimumVersion: stricter, disablesForwardSecrecy: true)))
                }
            }
            for row in ATSDiagnostics.rows where loads(row.exception) {
                // Whether it offers an old version then is not known.
                let all = ATSSample.rules(ATSException(allowsArbitraryLoads: true))
                #expect(ATSSample.policy.judge(server, by: all).result != .refused, "\(row.title)")
            }
        }
    }

    // MARK: badssl.com

    /// The cases of badssl.com that ATS has a say in, with the verdict derived from Apple's documents for an app without
    /// exceptions.
    @Test(arguments: [
        (
            "cbc", [ProtocolVersion.tls12], ["TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"],
            true
        ),
        ("mozilla-modern", [.tls12], [ecdhe], true),
        ("mozilla-old", [.ssl30, .tls10, .tls11, .tls12], [ecdhe, "TLS_RSA_WITH_3DES_EDE_CBC_SHA"], true),
        ("static-rsa", [.tls12], ["TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA"], false),
        ("dh2048", [.tls12], ["TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"], false),
        ("rc4", [.tls12], ["TLS_RSA_WITH_RC4_128_SHA"], false),
        ("rc4-md5", [.tls12], ["TLS_RSA_WITH_RC4_128_MD5"], false),
        ("3des", [.tls12], ["TLS_RSA_WITH_3DES_EDE_CBC_SHA"], false),
        ("null", [.tls12], ["TLS_RSA_WITH_NULL_SHA"], false),
        ("tls-v1-0", [.tls10], ["TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"], false),
        ("tls-v1-1", [.tls11], ["TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"], false),
        ("tls-v1-2", [.tls12], [ecdhe], true), ("ssl-v3", [.ssl30], ["TLS_RSA_WITH_AES_128_CBC_SHA"], false),
    ])
    func suitesAndVersionsOfBadsslCom(name: String, versions: [ProtocolVersion], suites: [String], loads: Bool)
        async throws
    {
        let server = try await ATSSample.server(versions, suites)
        #expect((ATSSample.policy.judge(server, by: ATSSample.rules()).result == .loads) == loads)
        if name == "static-rsa" {
            let rules = ATSSample.rules(ATSException(disablesForwardSecrecy: true))
            #expect(ATSSample.policy.judge(server, by: rules).result == .loads)
        }
    }

    @Test func certificatesOfBadsslCom() async throws {
        let host = Sample.host
        let rows: [(String, isPublic: Bool, loads: Bool, [[UInt8]])] = [
            ("expired", false, false, try Sample.chain { $0.notAfter = Sample.time - Sample.day }),
            ("wrong.host", false, false, try Sample.chain { $0.dnsNames = ["*.www.example.com"] }),
            ("untrusted-root", false, false, try Sample.chain(by: Sample.untrusted()) { _ in }),
            ("no-common-name", false, true, try Sample.chain { $0.commonName = "" }),
            ("sha1-2017", false, false, try Sample.chain { $0.usesSHA1 = true }),
            ("sha256", false, true, try Sample.chain { _ in }),
            (
                "1000-sans", false, true,
                try Sample.chain { $0.dnsNames = (1..<1000).map { "h\($0).example.com" } + [host] }
            ),
            ("no-sct", true, false, try Sample.chain { _ in }),
            ("no-san", false, false, try Sample.chain { $0.dnsNames = [] }),
        ]
        for row in rows {
            let server = try await ATSSample.server(chain: row.3)
            let judgement = ATSPolicy(anchorKind: row.isPublic ? .system : .app).judge(server, by: ATSSample.rules())
            #expect((judgement.result == .loads) == row.loads, "\(row.0): \(judgement.failures)")
        }
    }
}
