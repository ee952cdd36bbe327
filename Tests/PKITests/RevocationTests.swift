import Crypto
import TestPKI
import TestSupport
import Testing

@testable import PKI

/// What a stapled response does to a verdict; every response is OpenSSL's.
@Suite struct RevocationTests {
    @Test(arguments: [
        ("revoked", "Authority"), ("revoked, bare", "Authority"), ("revoked, SHA-256", "Authority"),
        ("revoked, by a delegate", "Delegate"), ("revoked, by the delegate's key", "Delegate"),
    ])
    func aProvedRevocationRefuses(name: String, responder: String) async throws {
        let made = try await MadeResponses.shared.value
        let time = try made.moment(name)
        #expect(made.verdict(nil, at: time).isTrusted)
        #expect(made.verdict(nil, at: time).findings.allSatisfy { $0.check != .revocation })
        let verdict = made.verdict(made[name], at: time)
        expectRefusal(
            verdict, .revoked,
            "The leaf was revoked on 2025-01-01 00:00:00 UTC (keyCompromise). The stapled response says so, and \(responder) has "
                + "signed it. The server that shows the certificate now may be a thief.")
        #expect(verdict.findings.count { !$0.passed } == 1)
        #expect(verdict.isFatal)
    }

    @Test(arguments: [("good", "Authority"), ("good, bare", "Authority"), ("good, by a delegate", "Delegate")])
    func aGoodOneIsSaid(name: String, responder: String) async throws {
        let made = try await MadeResponses.shared.value
        let verdict = made.verdict(made[name], at: try made.moment(name))
        #expect(verdict.isTrusted)
        let finding = try #require(verdict.findings.first { $0.check == .revocation })
        #expect(finding.outcome == .passed)
        guard case .revocation(.notRevoked(responder, let from, let to)) = finding.statement else {
            Issue.record("\(finding)")
            return
        }
        #expect(to - from == 7 * 86_400)
    }

    static let worthless: [(name: String, fault: StapleFault)] = [
        ("another", .aboutAnother), ("another issuer's", .aboutAnother), ("unknown", .aboutAnother),
        ("unentitled", .signerNotEntitled("Unentitled")), ("stranger", .signerOfAnother("Stranger")),
        ("stranger, bare", .signerMissing), ("impostor", .signerOfAnother("Authority")),
        ("impostor, bare", .signatureFails(by: "Authority")), ("open-ended", .openEnded),
        ("SHA-1", .unsoundAlgorithm("sha1WithRSAEncryption")),
    ]

    @Test(arguments: worthless.map(\.name))
    func whatProvesNothingCountsAsNone(name: String) async throws {
        let made = try await MadeResponses.shared.value
        let fault = try #require(RevocationTests.worthless.first { $0.name == name }?.fault)
        try expect(fault, made.verdict(made[name], at: try made.moment(name)))
    }

    @Test func itHoldsFromItsFirstSecondToItsLast() async throws {
        let made = try await MadeResponses.shared.value
        let response = made["revoked"]
        let first = try made.moment("revoked", after: 0)
        let last = first + 7 * 86_400
        #expect(made.verdict(response, at: last).refusalKind == .revoked)
        try expect(.tooLate(to: last, at: last + 1), made.verdict(response, at: last + 1))
        // The leaf is as old as the response: before, it is not in force either.
        let early = made.verdict(response, at: first - 1)
        let finding = try #require(early.findings.first { $0.check == .revocation })
        #expect(finding.statement == .revocation(.stapleProvesNothing(.tooEarly(from: first, at: first - 1))))
        // The delegate's certificate is over before the leaf's is asked about.
        let year: Int64 = 366 * 86_400
        let late = made.verdict(made["revoked, by a delegate"], at: first + 3 * year)
        #expect(
            late.findings.first { $0.check == .revocation }?.statement
                == .revocation(.stapleProvesNothing(.signerOutOfDate("Delegate"))))
    }

    /// SecTrust allows clocks 4500 seconds, and takes a response without nextUpdate for a day. A revocation counts whatever its dates.
    @Test func secTrustHasItsOwnLimits() async throws {
        let made = try await MadeResponses.shared.value
        func outcome(_ name: String, _ seconds: Int64) throws -> CheckResult.Outcome? {
            let verdict = made.verdict(made[name], at: try made.moment(name, after: seconds), by: .secTrust)
            return verdict.findings.first { $0.check == .revocation }?.outcome
        }
        let (week, day): (Int64, Int64) = (7 * 86_400, 86_400)
        #expect(try outcome("good", week + 4_500) == .passed)
        #expect(try outcome("good", week + 4_501) == .noted)
        #expect(try outcome("good", -4_500) == .passed)
        #expect(try outcome("good", -4_502) == .noted)
        #expect(try outcome("good, open-ended", 20 * 3_600) == .passed)
        #expect(try outcome("good, open-ended", day + 4_500) == .passed)
        #expect(try outcome("good, open-ended", 26 * 3_600) == .noted)
        for name in ["revoked", "open-ended"] {
            #expect(try outcome(name, 3 * day) == .failed)
            #expect(try outcome(name, 300 * day) == .failed)
        }
    }

    /// SecTrust does not look at a response about a leaf with id-pkix-ocsp-nocheck, nor is a chain of one certificate asked about.
    @Test func secTrustDoesNotAskAboutALeafThatIsNotToBeChecked() throws {
        let world = RuleWorld()
        let root = try world.root()
        for isMarked in [false, true] {
            let leaf = try world.server(by: root) {
                if isMarked { $0.extensions.append(Raw.item(.ocspNoCheck, [5, 0])) }
            }
            let serial = Array(try CertificateStructure(leaf).serialNumber)
            let response = try RevocationStatement.revoked(
                serialNumber: serial, by: root, since: RuleWorld.time - 10, at: RuleWorld.time - 5)
            for (profile, anchor) in [
                (ChainQuestion.Profile.platform, root.certificate), (.secTrust, root.certificate), (.secTrust, leaf),
            ] {
                var question = ChainQuestion(hostName: RuleWorld.host, time: RuleWorld.time)
                question.stapledResponse = response
                question.profile = profile
                let verdict = Evaluator(store: TrustStore(anchors: [anchor])).evaluate(
                    chain: [leaf], question: question)
                let isAsked = anchor != leaf && !(isMarked && profile == .secTrust)
                #expect((verdict.refusalKind == .revoked) == isAsked, "\(isMarked), \(profile)")
            }
        }
    }

    /// Of several answers about one certificate SecTrust takes the latest, and everybody else the worst.
    @Test func ofSeveralAnswersSecTrustTakesTheLatest() throws {
        let world = RuleWorld()
        let root = try world.root()
        let leaf = try world.server(by: root)
        let serial = Array(try CertificateStructure(leaf).serialNumber)
        for (good, isRevoked) in [(RuleWorld.time - 5, false), (RuleWorld.time - 500, true)] {
            let response = try RevocationStatement.revoked(
                serialNumber: serial, by: root, since: RuleWorld.time - 1_000, at: RuleWorld.time - 100, goodAt: good)
            for (profile, expected) in [(ChainQuestion.Profile.secTrust, isRevoked), (.platform, true)] {
                var question = ChainQuestion(hostName: RuleWorld.host, time: RuleWorld.time)
                question.stapledResponse = response
                question.profile = profile
                let verdict = Evaluator(store: TrustStore(anchors: [root.certificate])).evaluate(
                    chain: [leaf], question: question)
                #expect((verdict.refusalKind == .revoked) == expected, "\(good), \(profile)")
            }
        }
    }

    @Test func whatCannotBeReadCountsAsNone() async throws {
        let made = try await MadeResponses.shared.value
        let response = made["revoked"]
        let time = try made.moment("revoked")
        // tryLater (RFC 6960 section 4.2.1).
        try expect(.noAnswer(status: 3), made.verdict([0x30, 0x03, 0x0a, 0x01, 0x03], at: time))
        for octets in [
            [], [1, 2, 3], Array(response.dropLast()), response + [0], Array(repeating: 0x30, count: 70_000),
        ] {
            let verdict = made.verdict(octets, at: time)
            #expect(verdict.isTrusted)
            let finding = try #require(verdict.findings.first { $0.check == .revocation })
            guard case .revocation(.stapleProvesNothing(.unreadable)) = finding.statement else {
                Issue.record("\(finding)")
                continue
            }
        }
    }

    @Test func noOctetMakesGoodOfRevokedNorRevokedOfGood() async throws {
        let made = try await MadeResponses.shared.value
        let time = try made.moment("revoked, bare")
        let chain = try #require(
            Evaluator(store: TrustStore(anchors: [made.authority])).judge(
                chain: [made.leaf], question: ChainQuestion(hostName: "www.example.com", time: time)
            ).chain)
        for (name, outcome, never) in [
            ("revoked, bare", CheckResult.Outcome.failed, CheckResult.Outcome.passed), ("good, bare", .passed, .failed),
        ] {
            let response = made[name]
            let moment = try made.moment(name)
            #expect(chain.revocation(stapledResponse: response, at: moment)?.outcome == outcome)
            var random = SplitMix64(seed: 1)
            for place in response.indices {
                var damaged = response
                damaged[place] ^= UInt8.random(in: 1...255, using: &random)
                #expect(chain.revocation(stapledResponse: damaged, at: moment)?.outcome != never, "octet \(place)")
            }
            for count in response.indices {
                let outcome = chain.revocation(stapledResponse: Array(response.prefix(count)), at: moment)?.outcome
                #expect(outcome == .noted, "\(count) octets")
            }
        }
        let unverified = try VerifiedChain.acceptedWithoutAnyCheck([made.leaf])
        #expect(unverified.revocation(stapledResponse: made["revoked"], at: time) == nil)
    }

    private func expect(
        _ fault: StapleFault, _ verdict: Verdict, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(verdict.isTrusted, "\(String(describing: verdict.refusal))", sourceLocation: sourceLocation)
        let finding = try #require(verdict.findings.first { $0.check == .revocation }, sourceLocation: sourceLocation)
        #expect(finding.outcome == .noted, sourceLocation: sourceLocation)
        #expect(finding.statement == .revocation(.stapleProvesNothing(fault)), sourceLocation: sourceLocation)
        #expect(finding.reason.contains("treated like a missing response"), sourceLocation: sourceLocation)
    }

    // MARK: A response that is demanded

    /// A leaf that lists these TLS features (RFC 7633), judged with what its server has shown.
    private func verdict(_ features: [Int], hasSeenAll: Bool, response: [UInt8]? = nil) throws -> Verdict {
        let world = RuleWorld()
        let root = try world.root()
        let leaf = try world.server(by: root) {
            let list = features.flatMap { DERWriter.integer($0) }
            $0.extensions.append(Raw.item(.tlsFeature, Raw.node(0x30, list)))
        }
        var question = ChainQuestion(hostName: RuleWorld.host, time: RuleWorld.time)
        question.stapledResponse = response
        question.hasSeenStaple = hasSeenAll
        return Evaluator(store: TrustStore(anchors: [root.certificate])).evaluate(chain: [leaf], question: question)
    }

    @Test func aLeafThatDemandsAResponseIsRefusedWithoutOne() throws {
        expectRefusal(
            try verdict([5], hasSeenAll: true), .badCertificate,
            "The leaf demands a stapled response (status_request in its TLS features), and the server has sent no valid one. This rule "
                + "stops a thief of the key, who would leave the response out.")
        #expect(try verdict([17, 5], hasSeenAll: true, response: [1, 2, 3]).refusalKind == .badCertificate)
        #expect(try verdict([17], hasSeenAll: true).isTrusted)
        // From a file nobody knows what the server would have shown.
        let unseen = try verdict([5], hasSeenAll: false)
        #expect(unseen.isTrusted)
        #expect(unseen.findings.contains { $0.check == .revocation && $0.outcome == .noted })
    }

    @Test func theResponseThatIsDemandedSettlesIt() async throws {
        let made = try await MadeResponses.shared.value
        let time = try made.moment("good")
        #expect(made.verdict(made["good"], at: time, of: made.demandingLeaf, hasSeenAll: true).isTrusted)
        #expect(!made.verdict(nil, at: time, of: made.demandingLeaf, hasSeenAll: true).isTrusted)
    }
}
