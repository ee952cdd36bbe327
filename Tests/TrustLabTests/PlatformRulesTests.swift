import Crypto
import Render
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// What Apple's systems ask of servers' certificates besides RFC 5280: one set of rules for `trust evaluate`, `trust matrix` and
/// `trust ats`.
@Suite struct PlatformRulesTests {
    /// The commands look at one thing from several sides: what SecTrust says is the same in each.
    @Test(arguments: TrustScenario.all.map(\.name))
    func noCommandContradictsAnother(name: String) throws {
        try Self.expectAgreement(on: SampleWorld.evidence(name))
    }

    /// The commands `trust evaluate`, `trust matrix`, `doctor` and `trust ats` say the same of the chain.
    static func expectAgreement(on evidence: TrustEvidence) throws {
        // trust evaluate: SecTrust asks its own question, whatever it is given.
        let store = evidence.platformStore
        var question = evidence.platformQuestion
        question.profile = .webPKI
        question.serverRules = nil
        let evaluation = SecTrust.Evaluation(of: evidence.chain, asking: question, in: store)
        let (verdict, evaluated) = (evaluation.verdict, evaluation.result)
        #expect(evaluated.isSuccess == verdict.isTrusted)
        try expectOneWord(
            JudgedChain(of: evidence.chain, asking: question, in: store, bySecTrust: true), evaluated)
        #expect(evaluation.errors.isEmpty == verdict.isTrusted)
        // trust evaluate --profile web-pki
        try expectOneWord(
            JudgedChain(of: evidence.chain, asking: question, in: store, bySecTrust: false), nil)
        // trust matrix
        let decision = try #require(PolicyColumn.platform.decision(on: evidence))
        #expect(decision.accepts == verdict.isTrusted)
        #expect(decision.isAccepted == (evaluation.doubt == nil ? verdict.isTrusted : nil))
        #expect(decision.result == evaluated)
        // doctor
        if case .server(let host) = evidence.asked, let asked = ATSHost(host), !evidence.chain.isEmpty {
            var plain = evidence
            (plain.pins, plain.pinnedKeys) = ([], [])
            let diagnosis = Diagnosis(Examination(of: asked, sight: .certificates, evidence: plain))
            let refusals = diagnosis.reasons.map(\.refusal)
            let answers: [ATSJudgement.Result: Diagnosis.Result] = [
                .loads: .connects, .refused: .refuses, .undecided: .undecided,
            ]
            #expect(answers[try #require(evidence.transportJudgement()).result] == diagnosis.result)
            let blamesChain = refusals.contains { if case .chain = $0 { true } else { false } }
            #expect(blamesChain == !verdict.isTrusted)
        }
        // trust ats
        guard let judgement = evidence.transportJudgement() else { return }
        func outcome(_ requirement: ATSRequirement) -> ATSFinding.Outcome? {
            judgement.findings.first { $0.requirement == requirement }?.outcome
        }
        func fails(_ check: Check) -> Bool {
            verdict.findings.contains { $0.check == check && $0.role == .leaf && !$0.passed }
        }
        let isOpen = evaluation.doubt != nil
        #expect(verdict.isTrusted || isOpen || judgement.result == (evidence.chain.isEmpty ? .undecided : .refused))
        // What is open to SecTrust is refused only by a rule that SecTrust does not have.
        #expect(!isOpen || judgement.result != .loads && !judgement.failures.contains { $0.requirement.isTrust })
        #expect(evidence.chain.isEmpty || (outcome(.trust) == .met) == verdict.isTrusted)
        let rows: [(ATSRequirement, Check)] = [
            (.extendedKeyUsage, .extendedKeyUsage), (.lifetime, .lifetime), (.transparency, .transparency),
        ]
        for (requirement, check) in rows {
            #expect(outcome(requirement) != .failed || !verdict.isTrusted, "\(requirement) and SecTrust")
            // A path that reaches an anchor has been asked everything.
            guard verdict.builtPath.last.flatMap(store.kind) != nil else { continue }
            // Timestamps are asked of a certificate within its dates alone.
            if requirement == .transparency, fails(.dates) { continue }
            // Too few timestamps decide nothing where others were not seen.
            let isUndecided =
                requirement == .transparency
                && verdict.findings.contains { if case .transparency(.open) = $0.statement { true } else { false } }
            #expect(
                (outcome(requirement) == (isUndecided ? .unknown : .failed)) == fails(check),
                "\(requirement) and \(check)")
        }
    }

    /// `connect` judges by RFC 5280 and RFC 9525, and not by the rules of Apple's systems. Where it accepts a chain that SecTrust refuses,
    /// each reason cites Apple or the rules of the Web PKI that Apple has taken over. Where it refuses one that SecTrust accepts, no
    /// handshake can use the key, or the leaf's keyUsage excludes it.
    @Test(arguments: TrustScenario.all.map(\.name))
    func connectDiffersOnlyByRulesThatItDoesNotHave(name: String) throws {
        try Self.expectKnownDifferences(on: SampleWorld.evidence(name))
    }

    /// `connect` and SecTrust say the same of the chain, or differ by a rule that one of them has.
    static func expectKnownDifferences(on evidence: TrustEvidence) throws {
        guard case .server(let host) = evidence.asked else { return }
        let own = Evaluator(store: evidence.platformStore).judge(
            chain: evidence.chain, question: ChainQuestion(hostName: host, time: evidence.time))
        let evaluation = evidence.evaluation()
        let reasons = evaluation.findings.filter { !$0.passed && $0.check != .revocation }
        if own.isTrusted {
            for reason in reasons {
                let document = reason.cite.document
                #expect(document.hasPrefix("Apple") || document.hasPrefix("CA/Browser"), "\(reason.reason)")
            }
        } else if evaluation.verdict.isTrusted {
            for finding in own.findings where !finding.passed {
                // SecTrust does not look at unknown critical extensions of an anchor, nor at the leaf's keyUsage.
                let isOfAnchor = if case .anchor = finding.role { true } else { false }
                let isKnown = finding.check == .key || finding.check == .keyUsage && finding.role == .leaf
                #expect(isKnown || finding.check == .criticalExtensions && isOfAnchor, "\(finding.reason)")
            }
        }
    }

    /// The page and the JSON of `trust evaluate`, and with it the answer of `--batch`, agree on whether the chain is trusted. Only SecTrust's own
    /// evaluation is told as its word.
    private static func expectOneWord(_ chain: JudgedChain, _ result: SecTrustResult?) throws {
        let json = chain.report(asked: "it", tellsAll: false).json
        let isTrusted = chain.verdict.isTrusted
        #expect(json["verdict"] == .string(isTrusted ? "trusted" : "rejected"))
        guard case .string(let word)? = json["secTrustResult"] else { throw SecTrustIsNotTold() }
        #expect(try #require(SecTrustResult(rawValue: word)).isSuccess == isTrusted)
        #expect(result == nil || word == result?.rawValue)
        #expect((json["errors"] != nil) == (result != nil))
        let page = chain.report(asked: "it", tellsAll: false).text(style: PageStyle(columns: 1_000))
        if let doubt = chain.secTrust?.doubt {
            let condition =
                doubt.address == nil ? "SecTrust says recoverableTrustFailure" : "Without that certificate an app sees"
            #expect(page.contains("Cannot tell.") && page.contains(condition))
            return
        }
        let decision =
            (isTrusted ? "Trusted." : "Refused.") + (result.map { " SecTrust would say \($0.rawValue)." } ?? "")
        #expect(page.split(separator: "\n").first?.hasSuffix(decision) == true, "\(page.prefix(200))")
        #expect(page.contains("SecTrust would say") == (result != nil))
        #expect(page.contains("An app sees") == (result != nil && !isTrusted))
    }

    private struct SecTrustIsNotTold: Error {}

    /// A server's certificate and what SecTrust says of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let kind: AnchorKind
        let issued: String
        var days: Int64 = 90
        /// The seconds of its lifetime besides the days.
        var seconds: Int64 = 0
        var usages: [OID]? = [.serverAuth]
        var logs = 2
        /// The check that refuses it; nil for none.
        let refused: Check?

        var testDescription: String {
            "\(kind), \(issued), \(days) days and \(seconds) s, \(usages.map { "\($0.map(\.label))" } ?? "no usage"), \(logs) logs"
        }
    }

    static let rows: [Row] = [
        // Apple's program: the system's anchors always, the app's since the last hour before July 2019, the user's never.
        Row(kind: .app, issued: "2019-06-30T23:00:00Z", usages: nil, refused: nil),
        Row(kind: .app, issued: "2019-06-30T23:00:01Z", usages: nil, refused: .extendedKeyUsage),
        Row(kind: .user, issued: "2019-07-01T00:00:00Z", usages: nil, refused: nil),
        Row(kind: .system, issued: "2018-01-01T00:00:00Z", usages: nil, logs: 0, refused: .extendedKeyUsage),
        Row(
            kind: .system, issued: "2018-01-01T00:00:00Z", usages: [.anyExtendedKeyUsage], logs: 0,
            refused: .extendedKeyUsage),
        Row(kind: .app, issued: "2019-06-30T23:00:00Z", usages: [.anyExtendedKeyUsage], refused: nil),
        Row(kind: .app, issued: "2019-06-30T23:00:01Z", usages: [.anyExtendedKeyUsage], refused: .extendedKeyUsage),
        Row(kind: .app, issued: "2019-07-01T00:00:00Z", usages: [.clientAuth, .serverAuth], refused: nil),
        Row(kind: .user, issued: "2019-07-01T00:00:00Z", usages: [.clientAuth], refused: .extendedKeyUsage),
        // 825 days and an hour, and 398 days to the second.
        Row(kind: .system, issued: "2018-02-28T23:59:59Z", days: 2_000, logs: 0, refused: nil),
        Row(kind: .system, issued: "2018-03-01T00:00:00Z", days: 825, seconds: 3_600, logs: 0, refused: nil),
        Row(kind: .system, issued: "2018-03-01T00:00:00Z", days: 825, seconds: 3_601, logs: 0, refused: .lifetime),
        Row(kind: .system, issued: "2020-08-31T23:59:59Z", days: 825, logs: 3, refused: nil),
        Row(kind: .system, issued: "2020-09-01T00:00:00Z", days: 398, refused: nil),
        Row(kind: .system, issued: "2020-09-01T00:00:00Z", days: 398, seconds: 1, refused: .lifetime),
        Row(kind: .app, issued: "2019-06-30T22:59:59Z", days: 2_000, refused: nil),
        Row(kind: .app, issued: "2019-06-30T23:00:00Z", days: 826, refused: .lifetime),
        Row(kind: .app, issued: "2020-09-01T00:00:00Z", days: 825, seconds: 3_600, refused: nil),
        Row(kind: .user, issued: "2020-09-01T00:00:00Z", days: 825, refused: nil),
        Row(kind: .user, issued: "2020-09-01T00:00:00Z", days: 826, refused: .lifetime),
        // Published since 16 October 2018, by whole months at first, and since 21 April 2021 by days.
        Row(kind: .system, issued: "2018-10-15T23:59:59Z", logs: 0, refused: nil),
        Row(kind: .system, issued: "2018-10-16T00:00:00Z", logs: 0, refused: .transparency),
        Row(kind: .system, issued: "2018-10-16T00:00:00Z", logs: 1, refused: .transparency),
        Row(kind: .system, issued: "2018-10-16T00:00:00Z", refused: nil),
        Row(kind: .system, issued: "2019-01-01T00:00:00Z", days: 455, refused: nil),
        Row(kind: .system, issued: "2019-01-01T00:00:00Z", days: 456, refused: .transparency),
        Row(kind: .system, issued: "2019-01-01T00:00:00Z", days: 456, logs: 3, refused: nil),
        Row(kind: .system, issued: "2021-04-21T00:00:00Z", days: 180, refused: nil),
        Row(kind: .system, issued: "2021-04-21T00:00:00Z", days: 180, seconds: 1, refused: .transparency),
        Row(kind: .system, issued: "2021-04-21T00:00:00Z", days: 181, logs: 3, refused: nil),
        Row(kind: .system, issued: "2021-04-20T23:59:59Z", days: 181, refused: nil),
        Row(kind: .system, issued: "2024-01-10T00:00:00Z", days: 398, refused: .transparency),
        Row(kind: .app, issued: "2025-01-01T00:00:00Z", logs: 0, refused: nil),
        Row(kind: .user, issued: "2025-01-01T00:00:00Z", logs: 0, refused: nil),
    ]

    @Test(arguments: rows) func datesAndAnchorsDecide(row: Row) throws {
        let world = try SampleWorld.world()
        let issued = try #require(CivilTime.seconds(rfc3339: row.issued))
        let root = try CertificateAuthority.root(
            .root(named: "Old Root CA", at: issued), key: world.root.key, serialNumber: world.serial("Old Root CA"))
        let leaf = try world.certificate("\(row.testDescription)", by: root, isLogged: false) {
            $0.notBefore = issued
            $0.notAfter = issued + row.days * CivilTime.day + row.seconds
            $0.remove(.extKeyUsage)
            if let usages = row.usages {
                $0.extensions.append(
                    CertificateExtension(
                        .extKeyUsage, critical: false, value: DERWriter.sequence(usages.map(DERWriter.identifier))))
            }
            guard row.logs > 0 else { return }
            $0.extensions.append(
                TransparencyLog.promises(
                    of: Array(world.logs.prefix(row.logs)), content: try $0.encoded(),
                    issuer: SubjectKeyInfo(root.key.publicKey), time: issued))
        }
        var trust = SecTrust(
            certificates: [leaf], policy: .ssl(hostName: ScenarioWorld.host),
            systemAnchors: row.kind == .user ? [] : [root.certificate],
            userSettings: [SecTrust.TrustSetting(root.certificate, isTrusted: true)])
        trust.systemKind = row.kind
        trust.knownLogs = try world.knownLogs()
        let evaluation = trust.evaluate(at: issued + CivilTime.day)
        let failed = evaluation.findings.filter { !$0.passed }.map(\.check)
        #expect(failed == (row.refused.map { [$0] } ?? []), "\(evaluation.verdict.refusal?.reason ?? "")")
        // The basic policy has none of these rules.
        trust.policy = .basicX509
        #expect(trust.evaluate(at: issued + CivilTime.day).result.isSuccess)
    }

    @Test func anAppsAnchorThatCameWithTheSystemStaysTheSystems() throws {
        let world = try SampleWorld.world()
        let leaf = try world.certificate("not logged", isLogged: false)
        let chain = [leaf, world.intermediate.certificate]
        var trust = SecTrust(
            certificates: chain, policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [world.root.certificate])
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .recoverableTrustFailure)
        trust.setAnchorCertificates([world.root.certificate])
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .recoverableTrustFailure)
        trust.setAnchorCertificates([world.intermediate.certificate])
        #expect(trust.evaluate(at: ScenarioWorld.time).result == .unspecified)
    }
}
