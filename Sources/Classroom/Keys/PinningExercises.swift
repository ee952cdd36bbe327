import Crypto
import Simulator
import Trace
import TrustLab

/// Lesson 8: pinning and renewal.
extension Exercise {
    static let pinning: [Exercise] = [
        Exercise(lesson: 8, number: 1, answer: .letters(through: "d")) { seed, key in
            let names = ["expired", "other-site-same-ca", "self-signed-impostor", "installed-root"]
            let accepted = try Exercise.letters(of: names) { name in
                let decision = try TrustEvidence.scenario(name, seed).decision(of: "default handling")
                return decision.accepts || decision.result == .recoverableTrustFailure
            }
            key.right = [.letters(accepted)]
            key.because = Words(
                english: "One word stands for many faults, and some deceits are no fault at all to SecTrust. The "
                    + "line lets them all in.")
            key.hint = Words(
                english: "Ask for each scenario which word SecTrust has for it. The line accepts a success, too.")
            key[.letters(["a"])] = Words(
                english: "SecTrust has the same word for other faults. Run the other scenarios.")
        },
        Exercise(lesson: 8, number: 2, answer: .letters(through: "d")) { seed, key in
            let accepting = try TrustEvidence.scenario("injected-pinned-ca", seed).letters(ofThoseWhoAccept: [
                "default handling", "TrustKit", "AFSecurityPolicy publicKey", "Alamofire public keys",
            ])
            key.right = [.letters(accepting)]
            key.because = Words(
                english: "A policy that compares its pins with the built path does not see the appended certificate.")
            key.hint = Words(
                english: "The pins are compared with certificates. Ask of each policy with which: those sent, or "
                    + "those of the path.")
            key[.letters(["a", "b", "c", "d"])] = Words(
                english: "The appended certificate is sent, but it is not on the path from the leaf to its anchor.")
        },
        Exercise(lesson: 8, number: 3, answer: .digest) { seed, key in
            let leaf = try leaf(seed)
            key.right = [.octets(try PublicKeyPin(ofCertificate: leaf).digest)]
            key.because = Words(
                english: "It is the digest of SubjectPublicKeyInfo, and stays the same as long as the key does.")
            key.hint = Words(
                english: "Take the public key out of the leaf, in DER, and digest that with SHA-256. Then write it "
                    + "in base 64.")
            key[.octets(HashAlgorithm.sha256.hash(leaf))] = Words(
                english: "That is the digest of the whole certificate. The next renewal changes it, even with the "
                    + "same key.")
        },
        Exercise(lesson: 8, number: 4, answer: .letters(through: "d")) { seed, key in
            let day = try StoryDay("new intermediate, same root", seed)
            let working = try Exercise.letters(of: day.bundles) { try day.decision(of: "TrustKit", $0.pins).accepts }
            key.right = [.letters(working)]
            key.because = Words(
                english: "A pin works as long as its key is on the path: the key in reserve and the root's are, the "
                    + "others are not.")
            key.hint = Words(
                english: "On that day the leaf has the key that was kept in reserve. Ask which pinned key is still "
                    + "on the path.")
            key[.letters(["c"])] = Words(english: "The pinned intermediate is the one that goes away.")
        },
    ]
}
