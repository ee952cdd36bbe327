import PKI
import Testing
import Trace

@testable import TrustLab

/// The diagnosis rests on the rules of the other commands, and never contradicts them.
@Suite struct DoctorTests {
    /// The scenarios about servers with a host that can be asked for.
    private static func examinations() throws -> [(name: String, examination: Examination)] { try made.get() }

    private static let world = Result { try ScenarioWorld(seed: 7) }

    private static let made = Result {
        try TrustScenario.all.compactMap { scenario -> (name: String, examination: Examination)? in
            let evidence = try scenario.evidence(in: world.get())
            guard case .server(let host) = evidence.asked, let name = ATSHost(host) else { return nil }
            return (scenario.name, Examination(of: name, sight: .certificates, evidence: evidence))
        }
    }

    @Test func anAppWithoutPinsFaresAsTheSystemAndATSDecide() throws {
        let all = try Self.examinations()
        #expect(all.count > 50)
        for (name, examination) in all {
            var examination = examination
            examination.evidence.pins = []
            let diagnosis = Diagnosis(examination)
            let platform = try #require(PolicyColumn.platform.decision(on: examination.evidence))
            let transport = try #require(examination.evidence.transportJudgement())
            let connects = platform.accepts && transport.result == .loads
            #expect((diagnosis.result == .connects) == connects, "\(name): \(diagnosis.verdict)")
            #expect(diagnosis.reasons.isEmpty == connects, "\(name)")
        }
    }

    @Test func eachPolicyFaresAsTheMatrixHasIt() throws {
        for (name, examination) in try Self.examinations() {
            try TrustMemory.during { try expectEachPolicyToFareAsTheMatrixHasIt(name, examination) }
        }
    }

    private func expectEachPolicyToFareAsTheMatrixHasIt(_ name: String, _ examination: Examination) throws {
        let platform = try #require(PolicyColumn.platform.decision(on: examination.evidence))
        let transport = try #require(examination.evidence.transportJudgement())
        let groundwork = Groundwork(examination)
        for column in PolicyColumn.all {
            guard let decision = column.decision(on: examination.evidence) else { continue }
            var examination = examination
            examination.policy = column
            let diagnosis = Diagnosis(examination, on: groundwork)
            // While ATS is on, code of the app's own may refuse more, never less.
            let isATSOn = !examination.dictionary.rules(forHost: examination.host).letsAppDecide
            let connects =
                isATSOn
                ? decision.accepts && platform.accepts && transport.result == .loads
                : decision.accepts
            #expect(
                (diagnosis.result == .connects) == connects,
                "\(name), \(column.name): \(diagnosis.verdict.sentence(in: .english))")
            if diagnosis.result == .refuses { #expect(!diagnosis.reasons.isEmpty, "\(name), \(column.name)") }
        }
    }

    /// A memory makes a table faster, and changes nothing in it.
    @Test(arguments: ["genuine", "expired", "renewed-new-key", "installed-root", "self-signed-pinned"])
    func whatIsRememberedIsWhatWouldBeAnsweredAgain(scenario: String) throws {
        let evidence = try #require(TrustScenario.named(scenario)).evidence(in: Self.world.get())
        let remembered = TrustMemory.during {
            // The second time each answer comes from memory.
            (0..<2).map { _ in PolicyColumn.all.map { $0.decision(on: evidence) } }
        }
        let anew = PolicyColumn.all.map { $0.decision(on: evidence) }
        #expect(remembered == [anew, anew])
    }

    @Test func reasonsStandInTheOrderOfTheirWeight() throws {
        for (name, examination) in try Self.examinations() {
            let weights = Diagnosis(examination).reasons.map(\.refusal.weight)
            #expect(weights == weights.sorted(), "\(name)")
        }
        #expect(RefusalReason.Weight.allCases == RefusalReason.Weight.allCases.sorted())
    }

    @Test(
        arguments: [
            ("renewed-same-key", Diagnosis.Result.depends, "renewed with the same key"),
            ("renewed-new-key", .refuses, "renewed with a new key"),
            ("genuine", .connects, nil), ("backup-pin", .depends, "renewed with the same key"),
            ("pinned-issuer", .connects, nil),
        ] as [(String, Diagnosis.Result, String?)])
    func aRenewalIsCalledOne(scenario: String, result: Diagnosis.Result, reason: String?) throws {
        let examination = try #require(try Self.examinations().first { $0.name == scenario }).examination
        let diagnosis = Diagnosis(examination)
        #expect(diagnosis.result == result)
        #expect(diagnosis.reasons.first?.refusal.name == reason)
    }

    @Test func theMatrixSaysThatACertificateWasRenewed() throws {
        let scenario = try #require(TrustScenario.named("renewed-same-key"))
        let evidence = try scenario.evidence(in: Self.world.get())
        for name in ["AFSecurityPolicy certificate", "Alamofire pinned certificates"] {
            let reason = try #require(PolicyColumn.named(name)?.decision(on: evidence)?.sentence(in: .english))
            #expect(reason.contains("is not the one that is shown"), "\(reason)")
            #expect(reason.contains("it was renewed with the same key"))
            #expect(!reason.contains("not at hand"))
        }
    }

    @Test func aDisorderBehindTheLeafIsARemarkAndNoAilment() throws {
        let remarks = try ["reversed-chain", "four-certificates"].map { name in
            var examination = try #require(try Self.examinations().first { $0.name == name }).examination
            examination.evidence.pins = []
            let diagnosis = Diagnosis(examination)
            #expect(diagnosis.result == .connects && diagnosis.reasons.isEmpty, "\(name)")
            return diagnosis.remarks.map(\.english).filter { $0.contains("but the next certificate belongs to") }
        }
        #expect(
            remarks == [
                [
                    "The leaf names Good Issuing CA 3 as its issuer, but the next certificate belongs to Good Policy CA. In TLS 1.2 each "
                        + "certificate must certify the one before it; in TLS 1.3 it should. In both versions the server's own must be "
                        + "the first. The path was found all the same."
                ], [],
            ])
    }

    @Test func noErrorOfApplesIsThereTwice() {
        #expect(Set(AppleError.allCases.map(\.name)).count == AppleError.allCases.count)
        for error in AppleError.allCases {
            #expect((error.domain == .url) == error.name.hasPrefix("NSURLError"))
            #expect((error.domain == .url) == (error.localizedDescription(host: "a.example") != nil))
        }
    }

    @Test func whatIsNoTLSIsRecognised() {
        #expect(ContactProblem.Greeting(Array("HTTP/1.1 400 Bad Request".utf8)) == .http)
        #expect(ContactProblem.Greeting(Array("SSH-2.0-x".utf8)) == .ssh)
        #expect(ContactProblem.Greeting(Array("220 mail.example ESMTP".utf8)) == .mail)
        #expect(ContactProblem.Greeting([1, 2, 3]) == .other([1, 2, 3]))
        #expect(ContactProblem.Greeting([]) == .other([]))
    }

    @Test func aBundledFileThatIsNoCertificateBreaksNothing() throws {
        var examination = try #require(try Self.examinations().first).examination
        examination.evidence.pins = [[], [0x30, 0], Array(repeating: 0xff, count: 100)]
        examination.earlier = [[1], []]
        examination.evidence.chain.append([2])
        let diagnosis = Diagnosis(examination)
        #expect(diagnosis.bundled.isEmpty && diagnosis.changes.isEmpty)
        #expect(!diagnosis.report.text().isEmpty)
        examination.evidence.chain = [[]]
        #expect(Diagnosis(examination).result == .refuses)
    }
}
