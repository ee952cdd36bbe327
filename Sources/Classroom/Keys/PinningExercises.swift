import Crypto
import Simulator
import Trace
import TrustLab

/// Lesson 8: pinning and renewal.
extension Exercise {
    static let pinning: [Exercise] = [
        Exercise(8, 1, .letters(through: "d")) { seed in
            var accepted: Set<Character> = []
            for (letter, name) in zip(
                "abcd", ["expired", "other-site-same-ca", "self-signed-impostor", "installed-root"])
            {
                let decision = try TrustEvidence.scenario(name, seed).decision(of: "default handling")
                if decision.accepts || decision.result == .recoverableTrustFailure { accepted.insert(letter) }
            }
            return Solution(
                .letters(accepted), because: PinningHint.oneWord, hint: PinningHint.askForTheWord,
                slips: [(.letters(["a"]), PinningHint.sameWord)])
        },
        Exercise(8, 2, .letters(through: "d")) { seed in
            let accepting = try TrustEvidence.scenario("injected-pinned-ca", seed).letters(ofThoseWhoAccept: [
                "default handling", "TrustKit", "AFSecurityPolicy publicKey", "Alamofire public keys",
            ])
            return Solution(
                .letters(accepting), because: PinningHint.builtPath, hint: PinningHint.sentOrBuilt,
                slips: [(.letters(["a", "b", "c", "d"]), PinningHint.notOnThePath)])
        },
        Exercise(8, 3, .digest) { seed in
            let leaf = try leaf(seed)
            return Solution(
                .octets(try PublicKeyPin(ofCertificate: leaf).digest), because: PinningHint.digestOfTheKey,
                hint: PinningHint.fourSteps,
                slips: [(.octets(HashAlgorithm.sha256.hash(leaf)), PinningHint.wholeCertificate)])
        },
        Exercise(8, 4, .letters(through: "d")) { seed in
            let story = try Storyline.usual(in: ScenarioWorld(seed: seed))
            guard let moment = story.moments.first(where: { $0.event == "new intermediate, same root" }) else {
                throw ExerciseError.noStep("new intermediate, same root")
            }
            var working: Set<Character> = []
            for (letter, bundle) in zip("abcd", story.bundles) {
                var evidence = moment.evidence
                evidence.pins = bundle.pins
                if try evidence.decision(of: "TrustKit").accepts { working.insert(letter) }
            }
            return Solution(
                .letters(working), because: PinningHint.whatStays, hint: PinningHint.whatChanges,
                slips: [(.letters(["c"]), PinningHint.intermediateIsReplaced)])
        },
    ]
}
