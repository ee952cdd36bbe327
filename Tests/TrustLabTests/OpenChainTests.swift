import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// One verdict in five programs where a device may still get or know something: the verdict is certain where that makes no difference, and
/// open where it does, in `trust evaluate`, `trust matrix`, `trust ats` and `doctor` alike.
@Suite struct OpenChainTests {
    /// A chain, and whether SecTrust accepts it; nil where that is open.
    struct Situation: Sendable, CustomTestStringConvertible {
        let name: String
        /// The chain lacks the issuer, or has a certificate of its name with another key.
        var hasNamesake = false
        var days: Int64 = 90
        var logs = 2
        var sent = SentTimestamps.seen(nil)
        var host = ScenarioWorld.host
        /// Changes the device.
        var device: @Sendable (inout TrustEvidence, ScenarioWorld) throws -> Void = { _, _ in }
        let isAccepted: Bool?

        var testDescription: String { name }

        func evidence() throws -> TrustEvidence {
            let world = try SampleWorld.world()
            let leaf = try Self.leaf(self, in: world)
            let chain = [leaf] + (hasNamesake ? [try world.namesake()] : [])
            return try world.evidence(chain, asked: host, pins: []) { evidence in
                evidence.sentTimestamps = sent
                try device(&evidence, world)
            }
        }

        private static func leaf(_ situation: Situation, in world: ScenarioWorld) throws -> [UInt8] {
            try world.certificate("open: \(situation.name)", isLogged: false) { content in
                content.notAfter = content.notBefore + situation.days * CivilTime.day
                content.extensions.append(.issuerAddress("http://ca.test/i.cer"))
                guard situation.logs > 0 else { return }
                content.extensions.append(
                    TransparencyLog.promises(
                        of: Array(world.logs.prefix(situation.logs)), content: try content.encoded(),
                        issuer: SubjectKeyInfo(world.intermediate.key.publicKey), time: content.notBefore))
            }
        }
    }

    static let situations = [
        Situation(name: "the issuer is missing", isAccepted: nil),
        Situation(name: "a namesake is sent", hasNamesake: true, isAccepted: nil),
        Situation(name: "missing, for another host", host: ScenarioWorld.otherHost, isAccepted: false),
        Situation(name: "missing, and the leaf is valid too long", days: 900, logs: 3, isAccepted: false),
        Situation(
            name: "a namesake, and the leaf is valid too long", hasNamesake: true, days: 900, logs: 3, isAccepted: false
        ),
        Situation(
            name: "missing, valid too long for the system's authorities and not for the user's", days: 500, logs: 3,
            device: { $0.userAnchors = [$1.stranger.certificate] }, isAccepted: nil),
        Situation(
            name: "missing, valid too long for the user's authorities too", days: 900, logs: 3,
            device: { $0.userAnchors = [$1.stranger.certificate] }, isAccepted: false),
        Situation(name: "missing, and no log", logs: 0, isAccepted: false),
        Situation(name: "a namesake, and no log", hasNamesake: true, logs: 0, isAccepted: false),
        Situation(name: "missing, one log", logs: 1, isAccepted: false),
        Situation(name: "missing, no log, and no handshake seen", logs: 0, sent: .notSeen, isAccepted: nil),
        Situation(
            name: "missing, no log, and a device with authorities of an app", logs: 0,
            device: { evidence, _ in evidence.systemKind = .app }, isAccepted: nil),
        Situation(
            name: "missing, and the device trusts another server alone",
            device: { $0.systemAnchors = [try $1.selfSigned("alone", key: $1.otherKey)] }, isAccepted: false),
        Situation(
            name: "missing, and the device trusts nothing", device: { evidence, _ in evidence.systemAnchors = [] },
            isAccepted: false),
    ]

    @Test(arguments: situations) func everyProgramSaysTheSame(situation: Situation) throws {
        let evidence = try situation.evidence()
        let evaluation = evidence.evaluation()
        #expect(evaluation.decision.isAccepted == situation.isAccepted, "\(evaluation.verdict.refusal?.reason ?? "")")
        try PlatformRulesTests.expectAgreement(on: evidence)
        let answers: [Bool?: (ATSJudgement.Result, Diagnosis.Result)] = [
            true: (.loads, .connects), false: (.refused, .refuses), nil: (.undecided, .undecided),
        ]
        let answer = try #require(answers[situation.isAccepted])
        #expect(evidence.transportJudgement()?.result == answer.0)
        let host = try #require(ATSHost(situation.host))
        let diagnosis = Diagnosis(Examination(of: host, sight: .certificates, evidence: evidence))
        #expect(diagnosis.result == answer.1, "\(diagnosis.verdict.english)")
    }

    // MARK: Pins

    /// What an app has pinned.
    enum Pin: CaseIterable {
        case nothing, leaf, sameKey, otherServer, issuer, root, otherRoot, keyOfLeaf, otherKey

        func pin(_ evidence: inout TrustEvidence, in world: ScenarioWorld) throws {
            let leaf = evidence.chain.first ?? []
            func key(_ certificate: [UInt8]) throws -> [PublicKeyPin] { [try PublicKeyPin(ofCertificate: certificate)] }
            evidence.pins =
                switch self {
                case .nothing, .keyOfLeaf, .otherKey: []
                case .leaf: [leaf]
                case .sameKey: [try world.genuine()]
                case .otherServer: [try world.otherSite("pinned", by: world.otherRoot)]
                case .issuer: [world.intermediate.certificate]
                case .root: [world.root.certificate]
                case .otherRoot: [world.otherRoot.certificate]
                }
            evidence.pinnedKeys =
                switch self {
                case .keyOfLeaf: try key(leaf)
                case .otherKey: try key(world.stranger.certificate)
                case .nothing, .leaf, .sameKey, .otherServer, .issuer, .root, .otherRoot: []
                }
        }
    }

    /// A chain of which it is only open whether other timestamps are sent.
    private static func unseen() throws -> TrustEvidence {
        try OutsideTimestampsTests.evidence(OutsideTimestampsTests.Row(name: "pins", isEnough: nil))
    }

    /// `doctor` with a policy says what `trust matrix` says of it, where the system lets the app decide: App Transport Security is on.
    static func expectAgreement(on evidence: TrustEvidence, _ column: PolicyColumn) throws {
        guard case .server(let name) = evidence.asked, let host = ATSHost(name),
            let decision = column.decision(on: evidence)
        else { return }
        var examination = Examination(of: host, sight: .certificates, evidence: evidence)
        examination.policy = column
        let system = evidence.transportJudgement()?.result
        let expected: Diagnosis.Result =
            if system == .refused || decision.isAccepted == false {
                .refuses
            } else {
                system == .loads && decision.isAccepted == true ? .connects : .undecided
            }
        let diagnosis = Diagnosis(examination)
        #expect(diagnosis.result == expected, "\(column.name): \(decision.english) \(diagnosis.verdict.english)")
    }

    @Test(arguments: Pin.allCases) func doctorAndMatrixAgreeOnPins(pin: Pin) throws {
        let world = try SampleWorld.world()
        let chains = try Self.situations.map { try $0.evidence() } + [Self.unseen(), SampleWorld.evidence("genuine")]
        for var evidence in chains {
            try pin.pin(&evidence, in: world)
            try TrustMemory.during { for column in PolicyColumn.all { try Self.expectAgreement(on: evidence, column) } }
        }
    }

    /// Pins, a policy, and whether it lets a connection go on whose chain lacks the issuer, and one whose timestamps were not seen; nil where that
    /// is open.
    static let decisions: [(pin: Pin, policy: String, missing: Bool?, unseen: Bool?)] = [
        (.leaf, "default handling", nil, nil),
        // No certificate of another server is an authority.
        (.otherServer, "AFSecurityPolicy certificate", false, false),
        (.otherServer, "Alamofire pinned certificates", false, false),
        (.sameKey, "Alamofire pinned certificates", false, false),
        (.leaf, "AFSecurityPolicy certificate", nil, nil),
        (.issuer, "Alamofire pinned certificates", nil, nil),
        // The key of what is fetched is not known.
        (.otherServer, "AFSecurityPolicy publicKey", nil, false), (.otherKey, "Alamofire public keys", nil, false),
        (.otherRoot, "AFSecurityPolicy certificate", nil, false), (.otherKey, "TrustKit", nil, false),
        (.otherKey, "TrustKit, not enforced", nil, nil), (.keyOfLeaf, "TrustKit", nil, nil),
        // It is not the leaf.
        (.otherKey, "NSPinnedDomains, leaf identities", false, false),
        (.root, "NSPinnedDomains, leaf identities", false, false),
        (.keyOfLeaf, "NSPinnedDomains, leaf identities", nil, nil),
        (.otherKey, "NSPinnedDomains, CA identities", nil, false), (.root, "NSPinnedDomains, CA identities", nil, nil),
        // Nothing is fetched for the basic policy, and timestamps are not asked for.
        (.nothing, "no host name", false, true),
    ]

    @Test(arguments: decisions.indices) func whatIsOpenDependsOnThePolicy(place: Int) throws {
        let row = try #require(Self.decisions.indices.contains(place) ? Self.decisions[place] : nil)
        let column = try #require(PolicyColumn.named(row.policy))
        let world = try SampleWorld.world()
        for (var evidence, expected) in [
            (try #require(Self.situations.first).evidence(), row.missing), (try Self.unseen(), row.unseen),
        ] {
            try row.pin.pin(&evidence, in: world)
            let decision = try #require(column.decision(on: evidence))
            #expect(decision.isAccepted == expected, "\(row.pin), \(row.policy): \(decision.english)")
        }
    }

    /// Whatever is wrong with the name is told by a policy that asks without the name first.
    @Test func aWrongNameIsNoOpenQuestion() throws {
        let situation = try #require(Self.situations.first { $0.host == ScenarioWorld.otherHost })
        var evidence = try situation.evidence()
        evidence.pinnedKeys = [try PublicKeyPin(ofCertificate: evidence.chain.first ?? [])]
        let column = try #require(PolicyColumn.named("Alamofire public keys"))
        #expect(column.decision(on: evidence)?.isAccepted == false)
    }

    /// NSPinnedDomains in an Info.plist: `trust ats`, `doctor` and `trust matrix` say the same.
    @Test(arguments: [PinnedKind.leaves, .authorities], [Pin.nothing, .leaf, .root, .otherRoot])
    func aDictionarysPinsDecideAlike(kind: PinnedKind, pin: Pin) throws {
        let world = try SampleWorld.world()
        let host = try #require(ATSHost(ScenarioWorld.host))
        let open = try #require(Self.situations.first).evidence()
        for var evidence in [open, try Self.unseen(), try SampleWorld.evidence("genuine")] {
            try pin.pin(&evidence, in: world)
            let list = try evidence.pins.map { certificate in
                let pin = try PublicKeyPin(ofCertificate: certificate)
                return PropertyValue.dictionary(["SPKI-SHA256-BASE64": .string(pin.base64)])
            }
            evidence.pins = []
            let domains = PropertyValue.dictionary([ScenarioWorld.host: .dictionary([kind.rawValue: .array(list)])])
            let dictionary = try #require(
                ATSDictionary(
                    infoPlist: .dictionary(["NSAppTransportSecurity": .dictionary(["NSPinnedDomains": domains])])))
            let decision = try #require(evidence.attempt.flatMap { dictionary.pinning?.decide($0) })
            let judgement = try #require(evidence.transportJudgement(by: dictionary.rules(forHost: host)))
            let pinning = ATSPinning(dictionary, host: host, attempt: evidence.attempt)
            var examination = Examination(of: host, sight: .certificates, evidence: evidence)
            examination.dictionary = dictionary
            let diagnosis = Diagnosis(examination)
            let report = judgement.report(of: dictionary, remedy: nil, remarks: [], pinning: pinning)
            switch decision.isAccepted {
            case true?:
                #expect(judgement.result(with: pinning) == .loads && diagnosis.result == .connects)
                #expect(report.text().contains("They fit."))
            case false?:
                #expect(judgement.result(with: pinning) == .refused && diagnosis.result == .refuses)
                #expect(report.text().contains("None fits."))
            case nil:
                #expect(judgement.result(with: pinning) == .undecided && diagnosis.result == .undecided)
                #expect(report.text().contains("They decide nothing"))
            }
            #expect(report.json["result"] == .string(judgement.result(with: pinning).rawValue))
        }
    }

    /// A key that is pinned in the wrong list is in the chain, and the doctor says so.
    @Test(arguments: [PinnedKind.leaves, .authorities]) func aPinInTheOtherListIsTold(kind: PinnedKind) throws {
        var evidence = try SampleWorld.evidence("genuine")
        let (leaf, issuer) = (try #require(evidence.chain.first), try SampleWorld.world().intermediate.certificate)
        let (wrong, name) = kind == .leaves ? (issuer, "Good Issuing CA") : (leaf, ScenarioWorld.host)
        evidence.pins = []
        evidence.pinnedKeys = [try PublicKeyPin(ofCertificate: wrong)]
        let column = kind == .leaves ? "NSPinnedDomains, leaf identities" : "NSPinnedDomains, CA identities"
        var examination = Examination(
            of: try #require(ATSHost(ScenarioWorld.host)), sight: .certificates, evidence: evidence)
        examination.policy = PolicyColumn.named(column)
        let diagnosis = Diagnosis(examination)
        #expect(diagnosis.result == .refuses)
        #expect(diagnosis.reasons.map(\.refusal) == [.pins(.elsewhere(name, kind))])
        #expect(diagnosis.verdict.english.hasSuffix("is that of \(name), which is not compared with \(kind.rawValue)."))
        #expect(diagnosis.remedies == [.movePin(name, from: kind)])
        #expect(try #require(diagnosis.remedies.first).english.contains("under \(kind.other.rawValue)"))
        // The system compares them, and what an app then sees is not published.
        #expect(diagnosis.reasons.flatMap(\.errors).isEmpty)
    }

    /// A pinned key that may be that of the missing certificate is not told to be absent.
    @Test func aMissingCertificateIsNotToldToLackAKey() throws {
        var evidence = try #require(Self.situations.first).evidence()
        evidence.pinnedKeys = [try PublicKeyPin(ofCertificate: try SampleWorld.world().intermediate.certificate)]
        var examination = Examination(
            of: try #require(ATSHost(ScenarioWorld.host)), sight: .certificates, evidence: evidence)
        examination.policy = PolicyColumn.named("NSPinnedDomains, leaf identities")
        let diagnosis = Diagnosis(examination)
        #expect(diagnosis.result == .refuses)
        #expect(diagnosis.reasons.map(\.refusal.name) == ["policy", "missing intermediate"])
    }

    /// An issuer that SecTrust drops is not part of the chain that an app compares.
    @Test func aDroppedIssuerIsNotCompared() throws {
        var evidence = try SampleWorld.evidence("namesake-and-address")
        evidence.pins = []
        evidence.pinnedKeys = [try PublicKeyPin(ofCertificate: try #require(evidence.chain.last))]
        let column = try #require(PolicyColumn.named("Alamofire public keys, nothing evaluated"))
        // The certificate that is fetched may have the pinned key; the one that is sent is dropped.
        #expect(column.decision(on: evidence)?.accepts == false)
        // Nor are timestamps asked of a chain that reaches no anchor.
        #expect(evidence.evaluation().error == .createChainFailed)
        evidence = try SampleWorld.evidence("namesake-intermediate")
        evidence.pinnedKeys = [try PublicKeyPin(ofCertificate: try #require(evidence.chain.last))]
        evidence.pins = []
        #expect(column.decision(on: evidence)?.isAccepted == false)
    }
}
