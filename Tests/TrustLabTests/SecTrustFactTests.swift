import Crypto
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// The facts of SecTrust's published program that are no vectors, each with its section of that reading: 4 the checks, 5 the dates.
@Suite struct SecTrustFactTests {
    typealias Row = SecTrustVectorTests.Row

    private static func key(_ bits: Int) -> @Sendable () -> SubjectKeyInfo? {
        { PublishedKeys.rsaPublic(bits: bits).map { SubjectKeyInfo(rsa: $0) } }
    }

    private static let unknownCritical = CertificateExtension([2, 25, 4711], critical: true, value: DERWriter.null)
    private static let mails: OID = [1, 3, 6, 1, 5, 5, 7, 3, 4]

    /// The one error: that of the heaviest kind, and of one kind that of the certificate nearest to the leaf.
    static let order: [Row] = [
        Row(
            name: "a short key before a weak hash", key: key(1024), intermediate: { $0.algorithm = .ecdsaWithSHA1 },
            result: .recoverableTrustFailure, error: .unsupportedKeySize),
        Row(
            name: "a weak hash before the form of the chain",
            leaf: { $0.extensions.append(unknownCritical) }, intermediate: { $0.algorithm = .ecdsaWithSHA1 },
            result: .recoverableTrustFailure, error: .invalidDigestAlgorithm),
        Row(
            name: "the form of the chain before trust", leaf: { $0.extensions.append(unknownCritical) },
            trustsNone: true,
            result: .recoverableTrustFailure, error: .unknownCriticalExtension),
        Row(
            name: "trust before usage", leaf: { $0.set(.extendedKeyUsage([.clientAuth])) }, sent: [0, 1, 2],
            trustsNone: true, result: .recoverableTrustFailure, error: .notTrusted),
        Row(
            name: "usage before the name", host: ScenarioWorld.otherHost,
            leaf: { $0.set(.extendedKeyUsage([.clientAuth])) }, result: .recoverableTrustFailure,
            error: .invalidExtendedKeyUsage),
        Row(
            name: "the leaf before the intermediate",
            leaf: { $0.set(AuthorityKeyIdentifier.asExtension([UInt8](repeating: 7, count: 20))) },
            intermediate: { $0.remove(.basicConstraints) }, result: .recoverableTrustFailure, error: .invalidIDLinkage),
    ]

    static let checks: [Row] = [
        Row(name: "P-384", key: { SecTrustVectorTests.key(on: .p384) }, result: .unspecified),
        Row(name: "RSA of 3072 bits", key: key(3072), result: .unspecified),
        Row(
            name: "an intermediate for servers", intermediate: { $0.set(.extendedKeyUsage([mails, .serverAuth])) },
            result: .unspecified),
        Row(
            name: "an intermediate for any use", intermediate: { $0.set(.extendedKeyUsage([.anyExtendedKeyUsage])) },
            result: .unspecified),
        Row(name: "a root for mails", root: { $0.set(.extendedKeyUsage([mails])) }, result: .unspecified),
        Row(
            name: "an anchor without basicConstraints", root: { $0.remove(.basicConstraints) },
            result: .recoverableTrustFailure, error: .noBasicConstraints),
        Row(
            name: "an intermediate of version 1", intermediate: { $0.version = 1 }, result: .recoverableTrustFailure,
            error: .noBasicConstraints),
        Row(name: "a root of version 1", root: { $0.version = 1 }, result: .unspecified),
        Row(
            name: "an anchor that may not sign",
            root: { $0.set(KeyUsage([.digitalSignature]).asExtension(critical: true)) },
            result: .recoverableTrustFailure, error: .invalidKeyUsage),
        Row(
            name: "the intermediate names another key of the root",
            intermediate: { $0.set(AuthorityKeyIdentifier.asExtension([UInt8](repeating: 7, count: 20))) },
            result: .recoverableTrustFailure, error: .invalidIDLinkage),
        Row(
            name: "no authorityKeyIdentifier", leaf: { $0.remove(.authorityKeyIdentifier) }, result: .unspecified),
        // A certificate that a log has seen before it was issued (RFC 6962 section 3.1).
        Row(
            name: "a precertificate",
            leaf: {
                $0.extensions.append(
                    CertificateExtension([1, 3, 6, 1, 4, 1, 11129, 2, 4, 3], critical: true, value: DERWriter.null))
            }, result: .recoverableTrustFailure, error: .unknownCriticalExtension),
        Row(
            name: "a policy that the intermediate requires",
            intermediate: {
                $0.extensions.append(
                    CertificateExtension(
                        .policyConstraints, critical: true,
                        value: DERWriter.sequence(DERWriter.element(.context(0), [0]))))
            }, result: .recoverableTrustFailure, error: .invalidPolicyIdentifiers),
        // What the policy for servers does not ask.
        Row(
            name: "a leaf that may neither sign nor decrypt",
            leaf: { $0.set(KeyUsage([.cRLSign]).asExtension(critical: true)) }, result: .unspecified),
        Row(
            name: "a leaf that is an authority",
            leaf: { $0.set(BasicConstraints(isAuthority: true).asExtension(critical: true)) }, result: .unspecified),
        Row(
            name: "a leaf that demands a response",
            leaf: {
                $0.extensions.append(
                    CertificateExtension(
                        .tlsFeature, critical: false, value: DERWriter.sequence(DERWriter.integer(5))))
            }, result: .unspecified),
        Row(
            name: "a leaf that demands a response, critical",
            leaf: {
                $0.extensions.append(
                    CertificateExtension(.tlsFeature, critical: true, value: DERWriter.sequence(DERWriter.integer(5))))
            }, result: .recoverableTrustFailure, error: .unknownCriticalExtension),
        // Unreadable at once.
        Row(name: "a serial number of 37 octets", leaf: { $0.serialNumber = serial(37) }, result: .unspecified),
        Row(
            name: "a serial number of 38 octets", leaf: { $0.serialNumber = serial(38) },
            result: .recoverableTrustFailure),
        Row(
            name: "an empty extended key usage", leaf: { $0.set(.extendedKeyUsage([])) },
            result: .recoverableTrustFailure, error: .unknownCertificateExtension),
        Row(
            name: "a BOOLEAN that is TRUE in another way",
            intermediate: {
                $0.set(
                    CertificateExtension(
                        .basicConstraints, critical: true, value: DERWriter.sequence(DERWriter.element(.boolean, [1]))))
            }, result: .recoverableTrustFailure, error: .noBasicConstraints),
    ]

    private static func serial(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    /// Names: Apple's tests of its policy for servers.
    static let hosts: [(names: [String], host: String, fits: Bool)] = [
        (["WWW.Example.com"], "www.example.COM", true), (["www.example.com"], "www.example.com.", true),
        (["www.example.com"], ".www.example.com", false), (["t*.example.com"], "test.example.com", false),
        (["*t.example.com"], "test.example.com", false), (["t*t.example.com"], "test.example.com", false),
        (["*.*.example.com"], "a.b.example.com", false), (["www.*.com"], "www.example.com", false),
        (["*.example.com"], "example.com", false), (["*.example.com"], "www.example.com", true),
        (["*.com"], "example.com", false), (["*"], "example.com", false),
        (["a_b.example.com"], "a_b.example.com", true),
        (["www.example.123"], "www.example.123", false),
        (["other.example", "www.example.com"], "www.example.com", true),
        (["www.example.com."], "www.example.com", false), ([], "localhost", false), (["localhost"], "localhost", true),
    ]

    @Test(arguments: order + checks) func fact(row: Row) throws {
        let evaluation = try SecTrustVectorTests.evaluation(row)
        let failed = evaluation.findings.filter { !$0.passed }.map(\.reason)
        #expect(evaluation.result == row.result, "\(failed)")
        #expect(evaluation.error == row.error, "\(failed)")
    }

    @Test(arguments: hosts) func aName(names: [String], host: String, fits: Bool) throws {
        let row = Row(
            name: "\(names) \(host)", host: host,
            leaf: { names.isEmpty ? $0.remove(.subjectAltName) : SecTrustVectorTests.names(names)(&$0) },
            result: fits ? .unspecified : .recoverableTrustFailure)
        let evaluation = try SecTrustVectorTests.evaluation(row)
        #expect(evaluation.result == row.result, "\(evaluation.verdict.refusal?.reason ?? "")")
        #expect(evaluation.error == (fits ? nil : .hostNameMismatch))
    }

    /// A common name is no name of a host, nor is an address in it.
    @Test(arguments: ["www.example.com", "192.0.2.1"]) func theCommonNameIsNotLookedAt(host: String) throws {
        let row = Row(
            name: "common name \(host)", host: host,
            leaf: {
                $0.subject = DistinguishedName(commonName: host)
                $0.set(.subjectAlternativeNames([.dnsName("other.example")], critical: false))
            }, result: .recoverableTrustFailure)
        #expect(try SecTrustVectorTests.evaluation(row).error == .hostNameMismatch)
    }

    @Test func anAddressFitsAnAddressAlone() throws {
        for (octets, host, fits) in [
            ([192, 0, 2, 1], "192.0.2.1", true), ([192, 0, 2, 1], "192.0.2.2", false),
            ([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1], "2001:db8::1", true),
        ] as [([UInt8], String, Bool)] {
            let row = Row(
                name: "address \(host)", host: host,
                leaf: { $0.set(.subjectAlternativeNames([.ipAddress(octets)], critical: false)) },
                result: fits ? .unspecified : .recoverableTrustFailure)
            #expect(try SecTrustVectorTests.evaluation(row).result == row.result)
        }
    }

    /// testFatalResultsNonOverride: a fatal failure outranks a denial by the user, and the denial a recoverable failure.
    @Test func aFatalFailureOutranksADenial() throws {
        let world = try SampleWorld.world()
        let weak = try #require(PublishedKeys.rsaPublic(bits: 512))
        for (key, result, error) in [
            (SubjectKeyInfo(rsa: weak), SecTrustResult.fatalTrustFailure, AppleError.unsupportedKeySize),
            (nil, .deny, .trustSettingDeny),
        ] as [(SubjectKeyInfo?, SecTrustResult, AppleError)] {
            let leaf = try world.certificate("denied \(key == nil)", key: key)
            let trust = SecTrust(
                certificates: [leaf, world.intermediate.certificate], policy: .ssl(hostName: ScenarioWorld.otherHost),
                systemAnchors: [world.root.certificate], userSettings: [.init(leaf, isTrusted: false)])
            let evaluation = trust.evaluate(at: ScenarioWorld.time)
            #expect(evaluation.result == result && evaluation.error == error)
        }
    }

    /// testMD5Root: the signature of a root on itself is not looked at.
    @Test func aRootMayBeSignedWithMD5() throws {
        let world = try SampleWorld.world()
        let root = try CertificateAuthority.root(
            .root(named: "MD5 Root", at: ScenarioWorld.time), key: world.root.key,
            serialNumber: world.serial("MD5 Root")
        ) { $0.algorithm = .md5WithRSA }
        let leaf = try world.certificate("below MD5", by: root)
        var trust = SecTrust(
            certificates: [leaf], policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [root.certificate])
        trust.systemKind = .app
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .unspecified)
    }

    /// testSHA1_*: the signature on the last certificate is not looked at if the user trusts that certificate.
    @Test func aLastCertificateOfTheUserMayBeSignedWithSHA1() throws {
        let world = try SampleWorld.world()
        let issuer = try world.issuer(below: world.root, "SHA-1 CA of the user") { $0.algorithm = .sha1WithRSA }
        let leaf = try world.certificate("below SHA-1 of the user", by: issuer)
        var trust = SecTrust(
            certificates: [leaf, issuer.certificate], policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [],
            userSettings: [.init(issuer.certificate, isTrusted: true)])
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .proceed)
        trust.userSettings = []
        trust.setAnchorCertificates([issuer.certificate])
        #expect(trust.evaluate(at: ScenarioWorld.time).error == .invalidDigestAlgorithm)
    }

    /// Section 5: both ends of the dates are included.
    @Test(arguments: [(-1, false), (0, true), (90 * 86_400, true), (90 * 86_400 + 1, false)] as [(Int64, Bool)])
    func theDatesIncludeBothEnds(seconds: Int64, isIn: Bool) throws {
        let row = Row(
            name: "dates \(seconds)", after: 0,
            leaf: {
                $0.notBefore -= seconds
                $0.notAfter -= seconds
            }, result: isIn ? .unspecified : .recoverableTrustFailure)
        // The leaf is moved, so that the authorities are in force.
        let evaluation = try SecTrustVectorTests.evaluation(row)
        #expect(evaluation.result == row.result && evaluation.error == (isIn ? nil : .certificateExpired))
    }

    // MARK: Section 8

    /// Where only the app's anchors count, the system's authorities are still searched: the path ends at a root that is not trusted.
    @Test func theSystemsAuthoritiesAreMereParentsBesideTheAppsAnchors() throws {
        let world = try SampleWorld.world()
        var trust = SecTrust(
            certificates: [try world.genuine(), world.intermediate.certificate],
            policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [world.root.certificate])
        trust.knownLogs = try world.knownLogs()
        trust.setAnchorCertificates([world.otherRoot.certificate])
        let alone = trust.evaluate(at: ScenarioWorld.time)
        #expect(alone.error == .notTrusted && alone.certificateChain.last == world.root.certificate)
        trust.anchorCertificatesOnly = false
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .unspecified)
        // An intermediate may be an anchor.
        trust.anchorCertificatesOnly = true
        trust.setAnchorCertificates([world.intermediate.certificate])
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .unspecified)
    }

    /// An issuer of the right name with another key is dropped. What is left lacks a certificate, which a device may fetch.
    @Test(arguments: [true, false]) func anIssuerOfAnotherKeyIsDropped(hasAddress: Bool) throws {
        let world = try SampleWorld.world()
        let namesake = try world.root.authority(
            .intermediate(named: "Good Issuing CA", at: ScenarioWorld.time), key: .ecdsa(world.otherKey),
            serialNumber: world.serial("namesake with address"))
        let leaf = try world.certificate("beside a namesake") {
            if hasAddress { $0.extensions.append(SecTrustVectorTests.access(["http://ca.test/i.cer"])) }
        }
        // Timestamps are for the key of the right issuer. Here they are only counted.
        let evidence = try world.evidence([leaf, namesake.certificate]) { $0.knownLogs = nil }
        let evaluation = evidence.evaluation()
        #expect(evaluation.error == .createChainFailed && evaluation.result == .recoverableTrustFailure)
        #expect(evaluation.doubt?.address == (hasAddress ? "http://ca.test/i.cer" : nil))
        let host = try #require(ATSHost(ScenarioWorld.host))
        let diagnosis = Diagnosis(Examination(of: host, sight: .certificates, evidence: evidence))
        #expect(diagnosis.result == (hasAddress ? .undecided : .refuses))
        #expect(diagnosis.verdict.english.contains("has another key than the one that signed") == hasAddress)
        try PlatformRulesTests.expectAgreement(on: evidence)
        // A leaf that was changed is refused: the key of its issuer is the right one.
        let other = try world.certificate("changed", profile: ScenarioWorld.profile("www.exemple.com")) {
            $0.extensions.append(SecTrustVectorTests.access(["http://ca.test/i.cer"]))
        }
        let forged = other.replacing(Array("exemple".utf8), with: Array("example".utf8))
        let changed = try world.evidence([forged, world.intermediate.certificate]) { $0.knownLogs = nil }
        #expect(changed.evaluation().doubt == nil)
        try PlatformRulesTests.expectAgreement(on: changed)
    }

    /// The user's denial holds, whatever a device fetches.
    @Test func aDenialIsNoOpenQuestion() throws {
        let world = try SampleWorld.world()
        let leaf = try world.certificate("denied, with an address") {
            $0.extensions.append(SecTrustVectorTests.access(["http://ca.test/i.cer"]))
        }
        func evaluation(deniesLeaf: Bool) -> SecTrust.Evaluation {
            SecTrust(
                certificates: [leaf], policy: .ssl(hostName: ScenarioWorld.host),
                systemAnchors: [world.root.certificate],
                userSettings: deniesLeaf ? [SecTrust.TrustSetting(leaf, isTrusted: false)] : []
            ).evaluate(at: ScenarioWorld.time)
        }
        #expect(evaluation(deniesLeaf: false).doubt != nil)
        #expect(evaluation(deniesLeaf: true).doubt == nil && evaluation(deniesLeaf: true).result == .deny)
    }

    /// A self-signed certificate of a server must itself be an anchor.
    @Test func aSelfSignedServerMustBeAnAnchor() throws {
        let world = try SampleWorld.world()
        let leaf = try world.selfSigned("alone", key: world.serverKey)
        var trust = SecTrust(
            certificates: [leaf], policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [world.root.certificate])
        #expect(trust.evaluate(at: ScenarioWorld.time).error == .notTrusted)
        trust.setAnchorCertificates([leaf])
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .unspecified)
    }
}
