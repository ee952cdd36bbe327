import PKI
import TrustLab

/// What exercises ask of the laboratory of trust.
extension TrustEvidence {
    /// A scenario in the world of a seed.
    static func scenario(_ name: String, _ seed: UInt64) throws -> TrustEvidence {
        guard let scenario = TrustScenario.named(name) else { throw ExerciseError.noStep(name) }
        return try scenario.evidence(in: ScenarioWorld(seed: seed))
    }

    /// What a policy decides about it.
    func decision(of policy: String) throws(ExerciseError) -> TrustDecision {
        guard let decision = PolicyColumn.named(policy)?.decision(on: self) else { throw .noStep(policy) }
        return decision
    }

    /// The letters, from a on, of the policies that accept it.
    func letters(ofThoseWhoAccept policies: [String]) throws(ExerciseError) -> Set<Character> {
        var letters: Set<Character> = []
        for (letter, policy) in zip("abcdefgh", policies) where try decision(of: policy).accepts {
            letters.insert(letter)
        }
        return letters
    }
}
