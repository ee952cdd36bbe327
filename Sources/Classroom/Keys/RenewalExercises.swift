import Crypto
import PKI
import Simulator
import Trace
import TrustLab

/// Lesson 24: certificates when they go wrong.
extension Exercise {
    static let renewal: [Exercise] = [
        Exercise(lesson: 24, number: 1, answer: .letters(through: "d")) { seed in
            let kinds: [PresentedChain] = [.wrongHost, .notYetValid, .missingIntermediate, .selfSigned]
            let letters = try Exercise.letters(of: kinds) { kind in
                try Visit.journal(seed) { $0.serverChain = kind }.alert(of: .client) == "certificate_expired"
            }
            return Solution(
                .letters(letters), because: RenewalHint.oneWordForDates, hint: .whatTheAlertMeans,
                slips: [
                    (.letters([]), .noWordForTooEarly),
                    (.letters(letters.union(["a"])), .nameIsNoDate),
                    (.letters(letters.union(["d"])), .selfSignedIsAuthority),
                    (.letters(letters.union(["c"])), .selfSignedIsAuthority),
                ])
        },
        Exercise(lesson: 24, number: 2, answer: .letters(through: "d")) { seed in
            let working = try working(
                on: "renewed, same key", bundle: { _ in 0 },
                policies: [
                    "default handling", "AFSecurityPolicy certificate", "AFSecurityPolicy publicKey", "TrustKit",
                ], seed)
            return Solution(
                .letters(working), because: RenewalHint.keyOrCertificate, hint: .whatStaysOnRenewal,
                slips: [
                    (.letters(working.union(["b"])), .certificateIsNew),
                    (.letters(["a"]), .keyIsTheSame), (.letters([]), .keyIsTheSame),
                ])
        },
        Exercise(lesson: 24, number: 3, answer: .letters(through: "d")) { seed in
            let working = try working(
                on: "another authority, same key", bundle: { $0 },
                policies: ["TrustKit", "TrustKit", "TrustKit", "TrustKit"], seed)
            return Solution(
                .letters(working), because: RenewalHint.ownKeyMoves, hint: .whoseKeyIsIt,
                slips: [
                    (.letters(["d"]), .authorityIsLeft),
                    (.letters(["c", "d"]), .authorityIsLeft),
                    (.letters(["a"]), .spareBesides),
                    (.letters(working.union(["a"])), .spareBesides),
                    (.letters(working.union(["d"])), .authorityIsLeft),
                ])
        },
        Exercise(lesson: 24, number: 4, answer: .digest) { seed in
            let chain = try Visit.Cast(Visit.Options(seed: seed)).server.chain
            guard chain.count > 1 else { throw ExerciseError.noStep("an intermediate") }
            return Solution(
                .octets(try PublicKeyPin(ofCertificate: chain[1]).digest), because: RenewalHint.keyOfTheAuthority,
                hint: .secondOfTheChain,
                slips: [
                    (.octets(try PublicKeyPin(ofCertificate: chain[0]).digest), .leafsKeyIsNew),
                    (.octets(HashAlgorithm.sha256.hash(chain[1])), .keyAndNotCertificate),
                ])
        },
    ]

    /// The letters of the policies that let an app connect on `day` of the usual story.
    ///
    /// - Parameter bundle: for the place of a policy in `policies`, the place of the pins that it has in ``StoryDay/bundles``.
    private static func working(
        on day: String, bundle: (Int) -> Int, policies: [String], _ seed: UInt64
    ) throws -> Set<Character> {
        let story = try StoryDay(day, seed)
        return try letters(of: Array(policies.enumerated())) { index, policy in
            guard story.bundles.indices.contains(bundle(index)) else { throw ExerciseError.noStep("bundle") }
            return try story.decision(of: policy, story.bundles[bundle(index)].pins).accepts
        }
    }
}
