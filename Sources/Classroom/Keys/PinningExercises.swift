import Crypto
import Simulator
import Trace
import TrustLab

/// Lesson 8: pinning and renewal.
extension Exercise {
    static let pinning: [Exercise] = [
        Exercise(lesson: 8, number: 1, answer: .letters(through: "d")) { seed in
            let names = ["expired", "other-site-same-ca", "self-signed-impostor", "installed-root"]
            let accepted = try Exercise.letters(of: names) { name in
                let decision = try TrustEvidence.scenario(name, seed).decision(of: "default handling")
                return decision.accepts || decision.result == .recoverableTrustFailure
            }
            return Solution(
                .letters(accepted), because: PinningHint.oneWord, hint: .askForTheWord,
                slips: [(.letters(["a"]), .sameWord)])
        },
        Exercise(lesson: 8, number: 2, answer: .letters(through: "d")) { seed in
            let accepting = try TrustEvidence.scenario("injected-pinned-ca", seed).letters(ofThoseWhoAccept: [
                "default handling", "TrustKit", "AFSecurityPolicy publicKey", "Alamofire public keys",
            ])
            return Solution(
                .letters(accepting), because: PinningHint.builtPath, hint: .sentOrBuilt,
                slips: [(.letters(["a", "b", "c", "d"]), .notOnThePath)])
        },
        Exercise(lesson: 8, number: 3, answer: .digest) { seed in
            let leaf = try leaf(seed)
            return Solution(
                .octets(try PublicKeyPin(ofCertificate: leaf).digest), because: PinningHint.digestOfTheKey,
                hint: .fourSteps,
                slips: [(.octets(HashAlgorithm.sha256.hash(leaf)), .wholeCertificate)])
        },
        Exercise(lesson: 8, number: 4, answer: .letters(through: "d")) { seed in
            let day = try StoryDay("new intermediate, same root", seed)
            let working = try Exercise.letters(of: day.bundles) { try day.decision(of: "TrustKit", $0.pins).accepts }
            return Solution(
                .letters(working), because: PinningHint.whatStays, hint: .whatChanges,
                slips: [(.letters(["c"]), .intermediateIsReplaced)])
        },
    ]
}
