import Testing

@testable import PKI
@testable import TrustLab

/// Scenarios before the policies of apps.
@Suite struct ScenarioPolicyTests {
    /// The truth table of AFNetworking's AFSecurityPolicy, derived from its source: for None, PublicKey and Certificate, each
    /// without and with allowInvalidCertificates, each with and without validatesDomainName.
    static let table: [(row: String, accepts: String)] = [
        ("A", "yyny yyyy yyyy"), ("B", "yyny yyyy nnnn"), ("C", "yyny nnnn nnnn"), ("D", "yyny yyyy yyyy"),
        ("E", "nyny nyyy nyny"), ("F", "nyny nnnn nnnn"), ("G", "yyny nnnn nnnn"), ("H", "nnny nnnn nnnn"),
        ("I", "nnny nnyy nnyy"), ("J", "nnny nnyy nnny"), ("K", "nnny nnyy nnnn"),
    ]

    @Test(arguments: table.map(\.row))
    func securityPolicyDecidesAsItsSourceHasIt(row: String) async throws {
        let scenario = try #require(TrustScenario.all.first { $0.origins.contains(.securityPolicy(row: row)) })
        let expected = try #require(ScenarioPolicyTests.table.first { $0.row == row }).accepts.filter { $0 != " " }
        let evidence = try SampleWorld.evidence(scenario.name)
        let columns = PolicyColumn.all.filter { $0.name.hasPrefix("AFSecurityPolicy") }
        #expect(columns.count == 12)
        var found = ""
        for column in columns { found += try #require(column.decision(on: evidence)).accepts ? "y" : "n" }
        #expect(found == expected, "\(scenario.name)")
    }

    @Test func columnsHaveNamesOfTheirOwn() {
        #expect(Set(PolicyColumn.all.map(\.name)).count == PolicyColumn.all.count)
    }

    /// TrustKit's own tests (TSKPinningValidatorTests.m).
    @Test(arguments: [
        ("pinned-issuer", true), ("backup-pin", true), ("pinning-test", false), ("pinned-ca-bad-name", false),
        ("injected-pinned-ca", false), ("genuine", true),
    ]) func trustKitDecidesAsItsTestsSay(name: String, accepts: Bool) async throws {
        let column = try #require(PolicyColumn.named("TrustKit"))
        let decision = column.decision(on: try SampleWorld.evidence(name))
        #expect(decision?.accepts == accepts)
    }

    @Test func onlyThePlatformJudgesClients() async throws {
        let evidence = try SampleWorld.evidence("client")
        for column in PolicyColumn.all {
            let decision = column.decision(on: evidence)
            #expect(decision?.accepts == (column.name == PolicyColumn.platform.name ? true : nil))
        }
    }

    @Test(arguments: TrustScenario.all.filter { $0.expectation.transport != .unspecified }.map(\.name))
    func transportSecurityDecidesAsExpected(name: String) throws {
        let scenario = try #require(TrustScenario.named(name))
        guard let judgement = try SampleWorld.evidence(name).transportJudgement() else { return }
        #expect(
            (judgement.result == .loads) == (scenario.expectation.transport == .pass),
            "\(judgement.failures.map { $0.sentence(in: .english) })")
    }

    // MARK: The storyline

    /// Ballot SC-081 of the CA/Browser Forum: 398 days, then 200, 100 and 47 from 2026-03-15, 2027-03-15 and 2029-03-15 on.
    @Test func theStorylineRenewsAsPublicAuthoritiesMay() throws {
        let limits: [(since: Int64, days: Int64)] = [
            (.min, 398), (1_773_532_800, 200), (1_805_068_800, 100), (1_868_227_200, 47),
        ]
        var lives: Set<Int64> = []
        var end = Int64.max
        for moment in try Storyline.usual(in: SampleWorld.world()).moments where moment.isGenuine {
            let leaf = try CertificateStructure(try #require(moment.evidence.chain.first))
            let (start, last) = (leaf.notBefore, leaf.notAfter)
            let limit = try #require(limits.last { $0.since <= start }).days
            #expect(last - start + 1 == limit * TrustScenario.day, "\(moment.event.english)")
            lives.insert(limit)
            // A server renews before the certificate has expired, but for the one time when that is the story.
            if !moment.event.english.hasPrefix("renewed again"), moment.deservesTrust {
                #expect(start <= end, "\(moment.event.english)")
            }
            end = last
        }
        #expect(lives == [398, 200, 100])
    }

    /// Who connects at each of the moments, for what the app has bundled.
    @Test(arguments: [
        ("AFSecurityPolicy certificate", "the leaf", "ynnnnnnnn"),
        ("AFSecurityPolicy certificate", "the intermediate", "yyynnnynn"),
        ("AFSecurityPolicy certificate", "the root", "yyyynnynn"),
        ("AFSecurityPolicy publicKey", "the leaf", "yynnnnnnn"),
        ("AFSecurityPolicy publicKey", "the leaf and a spare key", "yyyyynynn"),
        ("AFSecurityPolicy publicKey", "the root", "yyyynnynn"),
        ("TrustKit", "the leaf and a spare key", "yyyyynynn"),
        ("default handling", "the leaf", "yyyyynyyy"),
    ]) func yearsPass(policy: String, bundled: String, connects: String) async throws {
        let story = try Storyline.usual(in: SampleWorld.world())
        let bundle = try #require(story.bundles.first { $0.name.english == bundled })
        let column = try #require(PolicyColumn.named(policy))
        var found = ""
        for moment in story.moments {
            var evidence = moment.evidence
            evidence.pins = bundle.pins
            found += try #require(column.decision(on: evidence)).accepts ? "y" : "n"
        }
        #expect(found == connects)
    }
}
