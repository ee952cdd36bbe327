import Crypto
import TLSSim
import TestPKI
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// What App Transport Security asks of a connection, requirement by requirement.
@Suite struct ATSPolicyTests {
    @Test func theListsHaveTheNumbersAndNamesThatOpenSSLHas() async throws {
        try await Tool.require("openssl")
        let lines = try await Tool.run("openssl", ["ciphers", "-V", "-stdname", "ALL:@SECLEVEL=0"]).lines
        #expect(!lines.isEmpty)
        let (old, new) = (ATSPeriod.thirteen, ATSPeriod.latest)
        let lists = [ATSSuiteList.ats, .compatible].map { list in [old, new].map { ATSSuite.suites(of: list, on: $0) } }
        for suite in ATSSuite.tls13 + (lists.last?.joined().map(\.self) ?? []) {
            let number = String(suite.codePoint, radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: 4 - number.count) + number
            let wire = "0x\(digits.prefix(2)),0x\(digits.suffix(2))"
            let line = lines.first { $0.contains(wire) } ?? ""
            #expect(line.contains(" \(suite.name ?? "?") "), "\(suite)")
        }
        // With those of TLS 1.3 the source has 13 and 4 more; Apple's old document has eleven.
        #expect(lists.map { $0.map(\.count) } == [[14, 10], [20, 14]])
        #expect(ATSSuite.suites(of: .ats, on: .nine).count == 11)
    }

    @Test func eachListedSuiteIsMetWaivedByTheExceptionAloneOrNever() async throws {
        let strict = ATSSample.rules()
        let lenient = ATSSample.rules(ATSException(disablesForwardSecrecy: true))
        func outcome(_ suite: RegisteredSuite, _ version: ProtocolVersion, _ rules: ATSRules) -> ATSFinding.Outcome? {
            ATSSample.policy.judge(ATSConnection(version: version, suite: suite), by: rules).outcome(.suite)
        }
        let ats = ATSSuite.suites(of: .ats, on: .latest)
        for suite in ats {
            #expect(outcome(suite, .tls12, strict) == .met && outcome(suite, .tls12, lenient) == .met, "\(suite)")
        }
        for suite in ATSSuite.suites(of: .compatible, on: .latest) where !ats.contains(suite) {
            #expect(outcome(suite, .tls12, strict) == .failed, "\(suite)")
            #expect(outcome(suite, .tls12, lenient) == .waived, "\(suite)")
        }
        for suite in ATSSuite.tls13 { #expect(outcome(suite, .tls13, strict) == .met, "\(suite)") }
        let off = ATSSample.rules(ATSException(allowsArbitraryLoads: true))
        for name in ["TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_RC4_128_SHA", "TLS_RSA_WITH_NULL_SHA"] {
            let suite = ATSSample.suite(name)
            for rules in [strict, lenient, off] { #expect(outcome(suite, .tls12, rules) == .failed, "\(suite)") }
        }
        // Where ATS leaves the list to the system, recorded ClientHellos decide: they have 3DES.
        let both = ATSSample.rules(ATSException(disablesForwardSecrecy: true, allowsInsecureHTTP: true))
        let tripleDES = RegisteredSuite(0x000a)
        #expect(outcome(tripleDES, .tls12, lenient) == .failed)
        for rules in [off, both] { #expect(outcome(tripleDES, .tls12, rules) == .waived) }
    }

    @Test(arguments: ProtocolVersion.all)
    func aVersionIsAcceptedFromTheMinimumOn(_ version: ProtocolVersion) {
        for minimum in ProtocolVersion.all where minimum != .ssl30 {
            let rules = ATSSample.rules(ATSException(minimumVersion: minimum))
            let judgement = ATSSample.policy.judge(ATSConnection(version: version, suite: nil), by: rules)
            #expect(judgement.outcome(.version) == (version >= minimum ? .met : .failed))
        }
        #expect(version.minimumTLSVersion.flatMap(ProtocolVersion.init(minimumTLSVersion:)) ?? version == version)
        let off = ATSSample.rules(ATSException(allowsArbitraryLoads: true))
        let judgement = ATSSample.policy.judge(ATSConnection(version: version, suite: nil), by: off)
        // Recordings of Safari 26 begin with TLS 1.2, those before with TLS 1.0. Apple does not publish it.
        let expected: ATSFinding.Outcome = version == .ssl30 ? .failed : version < .tls12 ? .unknown : .met
        #expect(judgement.outcome(.version) == expected)
        let older = ATSSample.rules(ATSException(allowsArbitraryLoads: true), on: .fifteen)
        let before = ATSSample.policy.judge(ATSConnection(version: version, suite: nil), by: older)
        #expect(before.outcome(.version) == (expected == .unknown ? .waived : expected))
    }

    @Test func atsIsForPublicNamesOfOthersOnlyTheSystemsRulesHold() async throws {
        let names: [(String, Bool)] = [
            ("www.example.com", true), ("EXAMPLE.com.", true), ("192.0.2.1", false), ("2001:db8::1", false),
            ("printer", false), ("nas.local", false), ("local.example.com", true),
        ]
        for (name, isPublic) in names { #expect(ATSHost(name)?.isPublic == isPublic, "\(name)") }
        #expect(ATSHost("two words") == nil && ATSHost("") == nil && ATSHost("*.example.com") == nil)

        let chain = try Sample.chain { $0.ipAddresses = [[192, 0, 2, 1]] }
        let server = try await ATSSample.server(
            [.tls10], ["TLS_RSA_WITH_AES_128_CBC_SHA"], host: "192.0.2.1", chain: chain)
        let host = try #require(ATSHost("192.0.2.1"))
        let judgement = ATSSample.policy.judge(server, by: ATSDictionary().rules(forHost: host, on: .fifteen))
        #expect(ATSSample.policy.judge(server, by: ATSDictionary().rules(forHost: host)).result == .refused)
        #expect(judgement.result == .loads)
        #expect(judgement.outcome(.version) == .waived && judgement.outcome(.suite) == .waived)
        let stranger = try await ATSSample.server(host: "192.0.2.1", chain: [try Sample.untrusted().certificate])
        #expect(ATSSample.policy.judge(stranger, by: ATSDictionary().rules(forHost: host)).outcome(.trust) == .failed)
    }

    @Test func aRequestInClearGoesOutWhereTheEntryLetsItAndATSIsNotAskedAboutTLSThen() async throws {
        let server = try await ATSSample.server()
        let refused = ATSSample.policy.judge(server, scheme: .http, by: ATSSample.rules())
        #expect(refused.result == .refused && refused.error == .requiresSecureConnection)
        let allowed = ATSSample.policy.judge(
            server, scheme: .http, by: ATSSample.rules(ATSException(allowsInsecureHTTP: true)))
        #expect(allowed.result == .loads && allowed.findings.count == 2)
        let off = ATSSample.rules(ATSException(allowsArbitraryLoads: true))
        #expect(ATSSample.policy.judge(server, scheme: .http, by: off).result == .loads)
        let remedy = ATSSample.policy.remedy(for: server, scheme: .http, host: ATSSample.host)
        #expect(remedy == ATSException(allowsInsecureHTTP: true))
    }

    // MARK: Certificates

    @Test func theLimitsToALifetimeCountFromTheirDatesAndByKindOfAnchor() async throws {
        let day = Sample.day
        let march2018: Int64 = 1_519_862_400
        let july2019: Int64 = 1_561_935_600
        let september2020: Int64 = 1_598_918_400
        let rows: [(issued: Int64, days: Int64, kind: AnchorKind, outcome: ATSFinding.Outcome)] = [
            (march2018 - 1, 3_000, .system, .waived), (march2018, 825, .system, .met),
            (march2018, 826, .system, .failed),
            (july2019 - 1, 3_000, .app, .waived), (july2019, 825, .app, .met), (july2019, 826, .app, .failed),
            (september2020 - 1, 825, .system, .met), (september2020, 399, .system, .failed),
            (september2020, 398, .system, .met), (september2020, 825, .app, .met), (september2020, 826, .app, .failed),
            (september2020, 825, .user, .met), (september2020, 826, .user, .failed),
        ]
        for row in rows {
            let chain = try Sample.chain {
                $0.notBefore = row.issued
                $0.notAfter = row.issued + row.days * day
            }
            let connection = ATSConnection(version: .tls12, suite: nil, chain: chain)
            let judgement = ATSPolicy(anchorKind: row.kind).judge(connection, by: ATSSample.rules())
            #expect(judgement.outcome(.lifetime) == row.outcome, "\(row)")
        }
        #expect(CivilTime.text(march2018) == "2018-03-01 00:00:00 UTC")
        #expect(CivilTime.text(july2019) == "2019-06-30 23:00:00 UTC")
        #expect(CivilTime.text(september2020) == "2020-09-01 00:00:00 UTC")
    }

    @Test func namesAndPurposeHaveToBeInTheCertificateWhateverTheDictionarySays() async throws {
        let off = ATSSample.rules(ATSException(allowsArbitraryLoads: true))
        func outcome(_ requirement: ATSRequirement, _ change: (inout CertificateProfile) -> Void) throws -> ATSFinding
            .Outcome?
        {
            let connection = ATSConnection(version: .tls12, suite: nil, chain: try Sample.chain(change))
            return ATSSample.policy.judge(connection, by: off).outcome(requirement)
        }
        #expect(try outcome(.subjectAltName) { _ in } == .met)
        #expect(try outcome(.subjectAltName) { $0.dnsNames = [] } == .failed)
        #expect(try outcome(.extendedKeyUsage) { _ in } == .met)
        #expect(try outcome(.extendedKeyUsage) { $0.extendedKeyUsage = nil } == .failed)
        #expect(try outcome(.extendedKeyUsage) { $0.extendedKeyUsage = [.clientAuth] } == .failed)
        #expect(
            try outcome(.extendedKeyUsage) {
                $0.extendedKeyUsage = nil
                $0.notBefore = ServerRules.apple.usages[1].since - 1
            } == .waived)
    }

    @Test(arguments: [
        (["rsa:1024"], "-sha256", ATSFinding.Outcome.failed, ATSFinding.Outcome.met),
        (["rsa:2048"], "-sha1", .met, .failed), (["rsa:2048"], "-sha384", .met, .met),
        (["ec", "-pkeyopt", "ec_paramgen_curve:P-224"], "-sha256", .failed, .met),
        (["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], "-sha224", .met, .failed),
        (["ec", "-pkeyopt", "ec_paramgen_curve:P-384"], "-sha256", .met, .met),
        (["ed25519"], "", .failed, .met),
    ])
    func keysAndSignaturesThatOpenSSLMakesAreMeasured(
        key: [String], hash: String, length: ATSFinding.Outcome, signature: ATSFinding.Outcome
    ) async throws {
        let connection = ATSConnection(
            version: .tls12, suite: nil, chain: [try await Self.selfSigned(key, [hash].filter { !$0.isEmpty })])
        let judgement = ATSSample.policy.judge(connection, by: ATSSample.rules())
        #expect(judgement.outcome(.keyLength) == length)
        #expect(judgement.outcome(.signatureHash) == signature)
        let lenient = ATSSample.rules(ATSException(disablesForwardSecrecy: true))
        // Apple's page says that the exception lifts the length. Its source keeps it.
        #expect(ATSSample.policy.judge(connection, by: lenient).outcome(.keyLength) == length)
        #expect(ATSSample.policy.judge(connection, by: lenient).outcome(.signatureHash) == signature)
    }

    @Test func rsassapssNamesItsHashInItsParametersAndMeansSHA1WhereItNamesNone() async throws {
        for (hash, bits) in [("sha256", 256), ("sha1", 160), ("sha384", 384)] {
            let der = try await Self.selfSigned(["rsa:2048"], ["-\(hash)", "-sigopt", "rsa_padding_mode:pss"])
            #expect(try ATSLeaf(der).hashBits == bits)
        }
    }

    /// A self-signed certificate that OpenSSL makes, in DER.
    static func selfSigned(_ key: [String], _ options: [String]) async throws -> [UInt8] {
        try await Tool.require("openssl")
        return try await TemporaryDirectory.use { folder in
            let key = try await OpenSSLKey.options(key, of: "leaf", in: folder.path(of: "key"))
            let rest = ["-out", folder.path(of: "cert"), "-subj", "/CN=x", "-days", "9"]
            _ = try await Tool.output("openssl", ["req", "-x509"] + key + options + rest)
            let certificates = try CertificatePEM.decode(String(decoding: folder.read("cert"), as: UTF8.self))
            return try #require(certificates.first)
        }
    }

    // MARK: Transparency

    /// A list of timestamps by these logs, as the value of its extension.
    private static func timestampList(_ logs: [UInt8]) -> [UInt8] {
        let list = logs.flatMap { log -> [UInt8] in
            let timestamp =
                [0] + [UInt8](repeating: log, count: 32) + [UInt8](repeating: 0, count: 10) + [4, 3, 0, 1, 9]
            return [0, UInt8(timestamp.count)] + timestamp
        }
        let vector = [UInt8(list.count >> 8), UInt8(list.count & 0xff)] + list
        let length = UInt8(truncatingIfNeeded: vector.count)
        let header: [UInt8] =
            vector.count < 128 ? [0x04, length] : vector.count < 256 ? [0x04, 0x81, length] : [0x04, 0x82, 1, length]
        return header + vector
    }

    @Test func timestampsAreCountedByLogAndDamagedListsCountForNothing() {
        #expect(SignedTimestamp.list(inExtension: Self.timestampList([1, 2, 1, 3, 4])).count == 5)
        let good = Self.timestampList([1, 2, 3])
        for length in 0..<good.count {
            #expect(SignedTimestamp.list(inExtension: Array(good.prefix(length))).isEmpty)
        }
        forEachSeed(200) { _, random in
            var bad = good
            for _ in 0..<3 { bad[Int(random.next() % UInt64(bad.count))] = UInt8(truncatingIfNeeded: random.next()) }
            #expect(SignedTimestamp.list(inExtension: bad).count <= 3)
        }
    }

    @Test func transparencyIsForPublicAuthoritiesAndNoKeySwitchesItOffThere() async throws {
        let server = try await ATSSample.server()
        #expect(ATSSample.policy.judge(server, by: ATSSample.rules()).outcome(.transparency) == .waived)
        let strict = ATSPolicy(anchorKind: .system)
        // No handshake was seen in which the server could have sent timestamps.
        #expect(strict.judge(server, by: ATSSample.rules()).outcome(.transparency) == .unknown)
        #expect(ATSSample.letters(server, strict) == "??F?????F???F???")
    }
}
