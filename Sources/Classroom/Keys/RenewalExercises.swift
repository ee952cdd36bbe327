import Crypto
import PKI
import Simulator
import Trace
import TrustLab

/// Lesson 24: certificates when they go wrong.
extension Exercise {
    static let renewal: [Exercise] = [
        Exercise(24, 1, .letters(through: "d")) { seed in
            let kinds: [PresentedChain] = [.wrongHost, .notYetValid, .missingIntermediate, .selfSigned]
            let dated = try zip("abcd", kinds).filter { _, kind in
                try Visit.journal(seed) { $0.serverChain = kind }.alert(of: .client) == "certificate_expired"
            }
            let letters = Set(dated.map(\.0))
            return Solution(
                .letters(letters), because: RenewalHint.oneWordForDates, hint: RenewalHint.whatTheAlertMeans,
                slips: [
                    (.letters([]), RenewalHint.noWordForTooEarly),
                    (.letters(letters.union(["a"])), RenewalHint.nameIsNoDate),
                    (.letters(letters.union(["d"])), RenewalHint.selfSignedIsAuthority),
                    (.letters(letters.union(["c"])), RenewalHint.selfSignedIsAuthority),
                ])
        },
        Exercise(24, 2, .letters(through: "d")) { seed in
            let working = try working(
                on: "renewed, same key", bundle: { _ in 0 },
                policies: [
                    "default handling", "AFSecurityPolicy certificate", "AFSecurityPolicy publicKey", "TrustKit",
                ], seed)
            return Solution(
                .letters(working), because: RenewalHint.keyOrCertificate, hint: RenewalHint.whatStaysOnRenewal,
                slips: [
                    (.letters(working.union(["b"])), RenewalHint.certificateIsNew),
                    (.letters(["a"]), RenewalHint.keyIsTheSame), (.letters([]), RenewalHint.keyIsTheSame),
                ])
        },
        Exercise(24, 3, .letters(through: "d")) { seed in
            let working = try working(
                on: "another authority, same key", bundle: { $0 },
                policies: ["TrustKit", "TrustKit", "TrustKit", "TrustKit"], seed)
            return Solution(
                .letters(working), because: RenewalHint.ownKeyMoves, hint: RenewalHint.whoseKeyIsIt,
                slips: [
                    (.letters(["d"]), RenewalHint.authorityIsLeft),
                    (.letters(["c", "d"]), RenewalHint.authorityIsLeft),
                    (.letters(["a"]), RenewalHint.spareBesides),
                    (.letters(working.union(["a"])), RenewalHint.spareBesides),
                    (.letters(working.union(["d"])), RenewalHint.authorityIsLeft),
                ])
        },
        Exercise(24, 4, .digest) { seed in
            let chain = try Visit.Cast(Visit.Options(seed: seed)).server.chain
            guard chain.count > 1 else { throw ExerciseError.noStep("an intermediate") }
            return Solution(
                .octets(try PublicKeyPin(ofCertificate: chain[1]).digest), because: RenewalHint.keyOfTheAuthority,
                hint: RenewalHint.secondOfTheChain,
                slips: [
                    (.octets(try PublicKeyPin(ofCertificate: chain[0]).digest), RenewalHint.leafsKeyIsNew),
                    (.octets(HashAlgorithm.sha256.hash(chain[1])), RenewalHint.keyAndNotCertificate),
                ])
        },
    ]

    /// The letters of the policies that let an app connect on a day of the usual story, with the bundle of that place in its list.
    private static func working(
        on day: String, bundle: (Int) -> Int, policies: [String], _ seed: UInt64
    ) throws -> Set<Character> {
        let story = try Storyline.usual(in: ScenarioWorld(seed: seed))
        guard let moment = story.moments.first(where: { $0.event == day }) else { throw ExerciseError.noStep(day) }
        var letters: Set<Character> = []
        for (index, (letter, policy)) in zip("abcd", policies).enumerated() {
            guard story.bundles.indices.contains(bundle(index)) else { throw ExerciseError.noStep("bundle") }
            var evidence = moment.evidence
            evidence.pins = story.bundles[bundle(index)].pins
            if try evidence.decision(of: policy).accepts { letters.insert(letter) }
        }
        return letters
    }
}
