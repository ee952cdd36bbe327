import PKI
import Simulator
import TLSSim
import Trace
import TrustLab

/// Queries on the laboratory of trust that several exercises make.
extension TrustEvidence {
    /// The evidence of the scenario `name` in the world of a seed.
    static func scenario(_ name: String, _ seed: UInt64) throws -> TrustEvidence {
        guard let scenario = TrustScenario.named(name) else { throw ExerciseError.noStep(name) }
        return try scenario.evidence(in: ScenarioWorld(seed: seed))
    }

    /// The decision of the policy with that name on this evidence.
    func decision(of policy: String) throws(ExerciseError) -> TrustDecision {
        guard let decision = PolicyColumn.named(policy)?.decision(on: self) else { throw .noStep(policy) }
        return decision
    }

    /// The letters, from a on, of the policies that accept this evidence.
    func letters(ofThoseWhoAccept policies: [String]) throws -> Set<String> {
        try Exercise.letters(of: policies) { try decision(of: $0).accepts }
    }
}

/// A day of the usual story of a server's certificates, in the world of a seed.
struct StoryDay {
    /// The sets of pins that an app of the story may have been shipped with.
    let bundles: [Storyline.Bundle]
    private let evidence: TrustEvidence

    /// The day on which `event` happens.
    init(_ event: String, _ seed: UInt64) throws {
        let story = try Storyline.usual(in: ScenarioWorld(seed: seed))
        bundles = story.bundles
        evidence = try story.moments.first { $0.event.english == event }.orThrow(.noStep(event)).evidence
    }

    /// The decision of a policy on that day in an app with these pins.
    func decision(of policy: String, _ pins: [[UInt8]]) throws -> TrustDecision {
        var evidence = evidence
        evidence.pins = pins
        return try evidence.decision(of: policy)
    }
}

extension ATSPolicy {
    /// The policy of an app that brings its own trust anchors: the authority of a visit comes from a file.
    static let ofVisit = ATSPolicy(anchorKind: .app)
}

extension ATSHost {
    static var ofVisit: ATSHost {
        get throws(ExerciseError) { try ATSHost(Visit.hostName).orThrow(.noStep(Visit.hostName)) }
    }
}

extension ATSServer {
    /// The server of a visit on 2026-01-15T00:00:00Z, under the assumption that it accepts `suite` of TLS 1.2 and
    /// nothing else.
    static func ofVisit(_ seed: UInt64, _ suite: CipherSuite, host: String = Visit.hostName) throws -> ATSServer {
        let cast = try Visit.Cast(Visit.Options(seed: seed))
        let store = TrustStore(anchors: cast.pki.trustStore.anchors, kind: .app)
        let question = ChainQuestion(hostName: host, time: Visit.epoch + 14 * CivilTime.day)
        let evaluation = SecTrust.Evaluation(of: cast.server.chain, asking: question, in: store)
        return ATSServer(
            versions: [.tls12], suites: [RegisteredSuite(suite.codePoint)], chain: cast.server.chain,
            evaluation: evaluation)
    }
}
