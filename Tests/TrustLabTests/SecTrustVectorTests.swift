import Crypto
import Render
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// What Apple's published program says of certificates of servers: the result, and the one error of SecTrustEvaluateWithError.
@Suite struct SecTrustVectorTests {
    /// A chain of a leaf, an intermediate and a root, of which one thing differs from a good chain.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var kind = AnchorKind.app
        var host = ScenarioWorld.host
        /// The days from notBefore to the moment.
        var after: Int64 = 1
        var key: @Sendable () -> SubjectKeyInfo? = { nil }
        var leaf: @Sendable (inout TBSCertificate) throws -> Void = { _ in }
        var intermediate: @Sendable (inout TBSCertificate) throws -> Void = { _ in }
        var root: @Sendable (inout TBSCertificate) throws -> Void = { _ in }
        /// The certificates that are sent: the leaf is 0, the intermediate 1, the root 2.
        var sent = [0, 1]
        var trustsNone = false
        let result: SecTrustResult
        var error: AppleError?

        var testDescription: String { name }
    }

    static func names(_ names: [String], critical: Bool = false) -> @Sendable (inout TBSCertificate) -> Void {
        { $0.set(.subjectAlternativeNames(names.map { .dnsName($0) }, critical: critical)) }
    }

    static func lasting(_ seconds: Int64) -> @Sendable (inout TBSCertificate) -> Void {
        { $0.notAfter = $0.notBefore + seconds }
    }

    static func signedWith(_ algorithm: SignatureAlgorithm) -> @Sendable (inout TBSCertificate) -> Void {
        { $0.algorithm = algorithm }
    }

    private static let hour: Int64 = 3600

    static let rows: [Row] = [
        Row(name: "a good chain", result: .unspecified),
        Row(name: "a good chain under the user's root", kind: .user, result: .proceed),
        // V28
        Row(
            name: "user's root, 826 days", kind: .user, leaf: lasting(826 * CivilTime.day),
            result: .recoverableTrustFailure, error: .validityPeriodTooLong),
        Row(name: "user's root, 825 days", kind: .user, leaf: lasting(825 * CivilTime.day), result: .proceed),
        Row(name: "825 days and an hour", leaf: lasting(825 * CivilTime.day + hour), result: .unspecified),
        Row(
            name: "825 days, an hour and a second", leaf: lasting(825 * CivilTime.day + hour + 1),
            result: .recoverableTrustFailure, error: .validityPeriodTooLong),
        // V30
        Row(name: "no usage, user's root", kind: .user, leaf: { $0.remove(.extKeyUsage) }, result: .proceed),
        Row(
            name: "no usage", leaf: { $0.remove(.extKeyUsage) }, result: .recoverableTrustFailure,
            error: .invalidExtendedKeyUsage),
        Row(
            name: "another usage, user's root", kind: .user, leaf: { $0.set(.extendedKeyUsage([.clientAuth])) },
            result: .recoverableTrustFailure, error: .invalidExtendedKeyUsage),
        Row(
            name: "the usage of old exported browsers, user's root", kind: .user,
            leaf: { $0.set(.extendedKeyUsage([[2, 16, 840, 1, 113730, 4, 1]])) }, result: .proceed),
        Row(
            name: "an intermediate for mails",
            intermediate: { $0.set(.extendedKeyUsage([[1, 3, 6, 1, 5, 5, 7, 3, 4]])) },
            result: .recoverableTrustFailure, error: .invalidExtendedKeyUsage),
        // V31
        Row(
            name: "authorityKeyIdentifier of another key",
            leaf: { $0.set(AuthorityKeyIdentifier.asExtension([UInt8](repeating: 7, count: 20))) },
            result: .recoverableTrustFailure, error: .invalidIDLinkage),
        // V32
        Row(
            name: "no subject, critical names",
            leaf: {
                $0.subject = DistinguishedName()
                names([ScenarioWorld.host], critical: true)(&$0)
            }, result: .unspecified),
        Row(
            name: "no subject, names that are not critical", leaf: { $0.subject = DistinguishedName() },
            result: .recoverableTrustFailure, error: .invalidSubjectName),
        // V33
        Row(
            name: "no intermediate", sent: [0], result: .recoverableTrustFailure, error: .createChainFailed),
        Row(
            name: "a root that is sent and not trusted", sent: [0, 1, 2], trustsNone: true,
            result: .recoverableTrustFailure, error: .notTrusted),
        Row(
            name: "a root that is not sent and not trusted", trustsNone: true, result: .recoverableTrustFailure,
            error: .createChainFailed),
        // V34
        Row(
            name: "*.co.uk", host: "example.co.uk", leaf: names(["*.co.uk"]), result: .recoverableTrustFailure,
            error: .hostNameMismatch),
        Row(
            name: "a wildcard for two labels", host: "a.b.example.com", leaf: names(["*.example.com"]),
            result: .recoverableTrustFailure, error: .hostNameMismatch),
        Row(
            name: "an address as dNSName", host: "192.0.2.1", leaf: names(["192.0.2.1"]),
            result: .recoverableTrustFailure, error: .hostNameMismatch),
        Row(
            name: "an address of five octets beside the right name",
            leaf: {
                $0.set(
                    .subjectAlternativeNames(
                        [.dnsName(ScenarioWorld.host), .ipAddress([1, 2, 3, 4, 5])], critical: false))
            }, result: .recoverableTrustFailure, error: .hostNameMismatch),
        // V35
        Row(
            name: "the intermediate is signed with SHA-1", intermediate: signedWith(.ecdsaWithSHA1),
            result: .recoverableTrustFailure, error: .invalidDigestAlgorithm),
        Row(name: "the root is signed with SHA-1", root: signedWith(.ecdsaWithSHA1), result: .unspecified),
        // V36
        Row(
            name: "RSA of 1024 bits", key: { PublishedKeys.rsaPublic(bits: 1024).map { SubjectKeyInfo(rsa: $0) } },
            result: .recoverableTrustFailure, error: .unsupportedKeySize),
        Row(
            name: "RSA of 512 bits", key: { PublishedKeys.rsaPublic(bits: 512).map { SubjectKeyInfo(rsa: $0) } },
            result: .fatalTrustFailure, error: .unsupportedKeySize),
        Row(
            name: "Ed25519", key: { SubjectKeyInfo(ed25519: PublishedKeys.ed25519) },
            result: .recoverableTrustFailure, error: .unsupportedKeySize),
        Row(name: "P-521", key: { key(on: .p521) }, result: .unspecified),
        Row(
            name: "a key of an unknown kind", key: { unknownKey }, result: .fatalTrustFailure,
            error: .unsupportedKeySize),
        // V40
        Row(
            name: "expired, and of another name", host: ScenarioWorld.otherHost, after: 91,
            result: .recoverableTrustFailure, error: .hostNameMismatch),
        Row(name: "expired", after: 91, result: .recoverableTrustFailure, error: .certificateExpired),
        Row(name: "not yet valid", after: -1, result: .recoverableTrustFailure, error: .certificateExpired),
        // Section 4: the other checks and their errors.
        Row(
            name: "no basicConstraints", intermediate: { $0.remove(.basicConstraints) },
            result: .recoverableTrustFailure, error: .noBasicConstraints),
        Row(
            name: "an intermediate that is no authority",
            intermediate: { $0.set(BasicConstraints(isAuthority: false).asExtension(critical: true)) },
            result: .recoverableTrustFailure, error: .noBasicConstraintsCA),
        Row(
            name: "an anchor that is no authority",
            root: { $0.set(BasicConstraints(isAuthority: false).asExtension(critical: true)) },
            result: .recoverableTrustFailure, error: .noBasicConstraintsCA),
        Row(
            name: "an intermediate that may not sign",
            intermediate: { $0.set(KeyUsage([.digitalSignature]).asExtension(critical: true)) },
            result: .recoverableTrustFailure, error: .invalidKeyUsage),
        Row(
            name: "the anchor allows no intermediate",
            root: { $0.set(BasicConstraints(isAuthority: true, pathLength: 0).asExtension(critical: true)) },
            result: .recoverableTrustFailure, error: .pathLengthExceeded),
        Row(
            name: "an unknown critical extension",
            leaf: { $0.extensions.append(CertificateExtension([2, 25, 4711], critical: true, value: DERWriter.null)) },
            result: .recoverableTrustFailure, error: .unknownCriticalExtension),
        Row(
            name: "an unknown critical extension of the anchor",
            root: { $0.extensions.append(CertificateExtension([2, 25, 4711], critical: true, value: DERWriter.null)) },
            result: .unspecified),
        Row(
            name: "an extension that cannot be read",
            leaf: { $0.extensions.append(CertificateExtension(.certificatePolicies, critical: false, value: [4, 0])) },
            result: .recoverableTrustFailure, error: .unknownCertificateExtension),
        Row(
            name: "an extension twice",
            leaf: { $0.extensions += $0.extensions.filter { $0.identifier == .extKeyUsage } },
            result: .recoverableTrustFailure, error: .duplicateExtension),
        Row(
            name: "a name that the anchor excludes",
            root: { $0.set(NameConstraints.asExtension(excluded: [.dnsName("example.com")])) },
            result: .recoverableTrustFailure, error: .invalidName),
    ]

    static func key(on curve: EllipticCurve) -> SubjectKeyInfo {
        var random = SeededRandomSource(seed: 36)
        return SubjectKeyInfo(curve: EllipticCurvePrivateKey.generate(on: curve, using: &random).publicKey)
    }

    /// A key for an algorithm that no program knows.
    private static let unknownKey = SubjectKeyInfo([1, 2, 3], for: [2, 25, 4711])

    @Test(arguments: rows) func vector(row: Row) throws {
        let evaluation = try SecTrustVectorTests.evaluation(row)
        #expect(evaluation.result == row.result, "\(evaluation.verdict.refusal?.reason ?? "")")
        #expect(evaluation.error == row.error, "\(evaluation.findings.filter { !$0.passed }.map(\.reason))")
    }

    /// The leaf, the intermediate and the root of a row, and the second at which they were issued.
    static func certificates(_ row: Row) throws -> (all: [[UInt8]], issued: Int64) {
        let world = try SampleWorld.world()
        let issued = try #require(CivilTime.seconds(rfc3339: "2024-01-10T00:00:00Z"))
        func key(_ owner: String) -> PrivateKey { .ecdsa(world.key(of: owner)) }
        let root = try CertificateAuthority.root(
            .root(named: "Vector Root", at: issued), key: key("vector root"), serialNumber: world.serial(row.name),
            row.root)
        let intermediate = try root.authority(
            .intermediate(named: "Vector Issuing", at: issued), key: key("vector issuing"),
            serialNumber: world.serial(row.name), row.intermediate)
        let leaf = try world.certificate(row.name, by: intermediate, key: row.key(), isLogged: false) {
            $0.notBefore = issued
            $0.notAfter = issued + 90 * CivilTime.day
            try row.leaf(&$0)
        }
        return ([leaf, intermediate.certificate, root.certificate], issued)
    }

    static func evaluation(_ row: Row) throws -> SecTrust.Evaluation {
        let (all, issued) = try certificates(row)
        let anchors = row.trustsNone ? [] : all.suffix(1).map { $0 }
        var trust = SecTrust(
            certificates: row.sent.map { all[$0] }, policy: .ssl(hostName: row.host),
            systemAnchors: row.kind == .user ? [] : anchors,
            userSettings: row.kind == .user ? anchors.map { SecTrust.TrustSetting($0, isTrusted: true) } : [])
        trust.systemKind = row.kind
        return trust.evaluate(at: issued + row.after * CivilTime.day)
    }

    /// RFC 5280 section 7.1 compares the text of a name. SecTrust compares its octets, except case and blanks of a PrintableString.
    @Test(arguments: [
        (DERTag.utf8String, "Vector Issuing", true), (.printableString, "Vector Issuing", false),
        (.utf8String, "vector issuing", false),
    ])
    func aNameInAnotherTypeOfString(tag: DERTag, text: String, isFound: Bool) throws {
        let name = DERWriter.sequence(
            DERWriter.set([
                DERWriter.sequence(
                    DERWriter.identifier(.organizationName), DERWriter.element(.utf8String, Array("HandshakeSim".utf8)))
            ]),
            DERWriter.set([
                DERWriter.sequence(DERWriter.identifier(.commonName), DERWriter.element(tag, Array(text.utf8)))
            ]))
        let row = Row(
            name: "name \(tag.number) \(text)", leaf: { $0.issuer = try DistinguishedName(DERElement(name)) },
            result: isFound ? .unspecified : .recoverableTrustFailure, error: isFound ? nil : .createChainFailed)
        let evaluation = try SecTrustVectorTests.evaluation(row)
        #expect(evaluation.result == row.result, "\(evaluation.verdict.refusal?.reason ?? "")")
        #expect(evaluation.error == row.error)
        if !isFound { #expect(evaluation.findings.contains { $0.reason.contains("compares the octets") }) }
    }

    // MARK: A certificate that can be fetched

    static func access(_ addresses: [String]) -> CertificateExtension {
        let descriptions = addresses.map { address in
            DERWriter.sequence(
                DERWriter.identifier(.caIssuers), GeneralName.uniformResourceIdentifier(address).encoded)
        }
        return CertificateExtension(.authorityInfoAccess, critical: false, value: DERWriter.sequence(descriptions))
    }

    /// Only http is fetched, and nothing of a certificate with ten addresses.
    @Test(arguments: [
        (["http://ca.test/i.cer"], "http://ca.test/i.cer"), (["https://ca.test/i.cer"], nil),
        (["ldap://ca.test/", "HTTP://ca.test/i.cer"], "HTTP://ca.test/i.cer"),
        (Array(repeating: "http://ca.test/i.cer", count: 10), nil),
    ])
    func anAddressOfTheIssuer(addresses: [String], fetchable: String?) throws {
        func row(_ host: String) -> Row {
            Row(
                name: "access \(addresses.count)", host: host, leaf: { $0.extensions.append(Self.access(addresses)) },
                sent: [0], result: .recoverableTrustFailure)
        }
        let evaluation = try SecTrustVectorTests.evaluation(row(ScenarioWorld.host))
        #expect(evaluation.doubt?.address == fetchable)
        #expect(evaluation.error == .createChainFailed)
        // Another fault refuses, whatever is fetched.
        #expect(try SecTrustVectorTests.evaluation(row(ScenarioWorld.otherHost)).doubt == nil)
    }

    @Test func whatDependsOnAFetchIsUndecidedEverywhere() throws {
        let world = try SampleWorld.world()
        let leaf = try world.certificate("fetch") { $0.extensions.append(Self.access(["http://ca.test/i.cer"])) }
        var evidence = try world.evidence([leaf])
        let report = JudgedChain(
            of: [leaf], asking: evidence.platformQuestion, in: evidence.platformStore, bySecTrust: true)
        #expect(report.isOpen)
        let page = report.report(asked: "it", tellsAll: false).text(style: PageStyle(columns: 1_000))
        #expect(page.hasPrefix("?") || page.contains("? ") && page.contains("http://ca.test/i.cer"))
        #expect(evidence.transportJudgement()?.result == .undecided)
        let host = try #require(ATSHost(ScenarioWorld.host))
        func diagnosis() -> Diagnosis { Diagnosis(Examination(of: host, sight: .certificates, evidence: evidence)) }
        let matrix = MatrixRow(name: nil, scenario: nil, evidence: evidence)
        let open = Set(
            zip(PolicyColumn.all, matrix.decisions).compactMap { $1?.doubt == nil ? nil : $0.name })
        // A policy that evaluates nothing, or whose basic policy fetches nothing, decides without the certificate.
        #expect(
            open.isSuperset(of: ["default handling", "AFSecurityPolicy none", "TrustKit", "Alamofire public keys"]))
        #expect(
            open.isDisjoint(with: ["no host name", "trust anything", "AFSecurityPolicy none, no validatesDomainName"]))
        let all = MatrixReport.policies.indices
        let table = MatrixReport.one(matrix, why: false, of: Array(all), seed: 7)
        let text = table.text(style: PageStyle(columns: 1_000))
        #expect(text.contains("? default handling") && text.contains("Cannot tell. A certificate is missing"))
        #expect(text.contains("? App Transport Security") && text.contains("\n?  cannot tell what it decides"))
        #expect(try #require(WebReport(table)).html().contains("data-mark=\"?\""))
        guard case .array(let policies)? = table.json["policies"], let first = policies.first else { return }
        #expect(first["accepts"] == .null && first["fetchable_at"] == .string("http://ca.test/i.cer"))
        evidence.pins = []
        #expect(diagnosis().result == .undecided)
        #expect(diagnosis().verdict.english.contains("http://ca.test/i.cer"))
        // With the certificate it is decided.
        evidence.chain.append(world.intermediate.certificate)
        #expect(diagnosis().result == .connects)
    }

    /// V28: a leaf that the user has trusted itself may be valid for ten years, and its key may be short.
    @Test func aLeafThatTheUserTrustsItself() throws {
        let world = try SampleWorld.world()
        let key = try #require(PublishedKeys.rsaPublic(bits: 1024))
        for info in [nil, SubjectKeyInfo(rsa: key)] {
            let leaf = try world.certificate("ten years \(info == nil)", by: world.root, key: info, isLogged: false) {
                $0.notAfter = $0.notBefore + 3652 * CivilTime.day
            }
            var trust = SecTrust(
                certificates: [leaf], policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [],
                userSettings: [SecTrust.TrustSetting(leaf, isTrusted: true)])
            #expect(trust.evaluate(at: ScenarioWorld.time).result == .proceed)
            // The app's trust excuses nothing.
            trust.setAnchorCertificates([leaf])
            #expect(trust.evaluate(at: ScenarioWorld.time).error != nil)
        }
    }

    /// The dates as Apple's program reads them, and as RFC 5280 demands them.
    @Test(arguments: [
        (DERTag.utcTime, "240110000000Z", true, true), (.utcTime, "2401100000Z", true, false),
        (.utcTime, "240110013000+0130", true, false), (.generalizedTime, "20240110000000Z", true, true),
        (.generalizedTime, "20240109233000-0030", true, false), (.generalizedTime, "20240110000000.5Z", false, true),
    ])
    func dates(tag: DERTag, text: String, isReadBySecTrust: Bool, isReadByRFC: Bool) throws {
        let world = try SampleWorld.world()
        let issued = try #require(CivilTime.seconds(rfc3339: "2024-01-10T00:00:00Z"))
        let root = try CertificateAuthority.root(
            .root(named: "Vector Root", at: issued), key: .ecdsa(world.key(of: "vector root")),
            serialNumber: world.serial("dates"))
        var contents: TBSCertificate?
        _ = try world.certificate("dates \(text)", by: root, isLogged: false) {
            $0.notBefore = issued
            $0.notAfter = issued + 90 * CivilTime.day
            contents = $0
        }
        let content = try #require(contents)
        // The date stands for the same second in every form, so all octets but those of the date are the same.
        let old = DERWriter.sequence(DERWriter.time(issued), DERWriter.time(content.notAfter))
        let new = DERWriter.sequence(DERWriter.element(tag, Array(text.utf8)), DERWriter.time(content.notAfter))
        var parts = try DERElement(try content.encoded()).parts(.sequence)
        var fields: [UInt8] = []
        while let part = parts.nextIfAny() { fields += part.encoded.elementsEqual(old) ? new : Array(part.encoded) }
        let tbs = DERWriter.sequence(fields)
        let signature = try content.algorithm.sign(tbs, with: root.key)
        let leaf = DERWriter.sequence(tbs, content.algorithm.encoded, DERWriter.bitString(signature))
        #expect(try CertificateStructure(leaf).notBefore == issued)
        var question = ChainQuestion(hostName: ScenarioWorld.host, time: issued)
        let evaluator = Evaluator(store: TrustStore(anchors: [root.certificate], kind: .app))
        #expect(evaluator.evaluate(chain: [leaf], question: question).isTrusted == isReadByRFC)
        question = question.askedBySecTrust
        #expect(evaluator.evaluate(chain: [leaf], question: question).isTrusted == isReadBySecTrust)
    }
}
