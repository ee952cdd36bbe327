import Crypto
import TestSupport
import Testing

@testable import PKI
@testable import TrustLab

/// The scenarios' one world; its keys take time to make.
enum SampleWorld {
    private static let made = Result { try ScenarioWorld(seed: 7) }

    private static let all = Result {
        let world = try made.get()
        return try Dictionary(
            uniqueKeysWithValues: TrustScenario.all.map { ($0.name, try $0.evidence(in: world)) })
    }

    static func world() throws -> ScenarioWorld { try made.get() }

    /// What there is in the scenario of that name.
    static func evidence(_ name: String) throws -> TrustEvidence { try #require(all.get()[name]) }
}

@Suite struct ScenarioTests {
    @Test func namesAreUniqueAndInKebabCase() {
        let names = TrustScenario.all.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }, "\(name)")
        }
        #expect(names.count > 90)
    }

    @Test func everyScenarioIsASentenceAndHasAnOrigin() {
        for scenario in TrustScenario.all {
            #expect(scenario.english.hasSuffix("."), "\(scenario.name)")
            #expect(!scenario.origins.isEmpty, "\(scenario.name)")
        }
    }

    @Test func theSameSeedGivesTheSameOctets() throws {
        let again = try ScenarioWorld(seed: 7)
        for scenario in TrustScenario.all {
            #expect(
                (try scenario.evidence(in: again) == SampleWorld.evidence(scenario.name)) as Bool, "\(scenario.name)")
        }
        let other = try ScenarioWorld(seed: 8)
        #expect(try other.genuine() != SampleWorld.world().genuine())
        #expect(other.root.certificate != again.root.certificate)
    }

    @Test(arguments: TrustScenario.all.map(\.name))
    func thePlatformDecidesAsExpected(name: String) throws {
        let scenario = try #require(TrustScenario.named(name))
        let evidence = try SampleWorld.evidence(name)
        let verdict = Evaluator(store: evidence.platformStore).evaluate(
            chain: evidence.chain, question: evidence.platformQuestion)
        switch scenario.expectation.platform {
        case .trusted:
            #expect(verdict.isTrusted, "\(verdict.refusal?.reason ?? "")")
        case .refused(let kind), .open(let kind):
            let kinds = verdict.findings.compactMap(\.refusal)
            #expect(!verdict.isTrusted && kinds.contains(kind), "\(kinds)")
        }
    }
}
