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
                    + "line lets them all in.",
                chinese: "一个词代表许多毛病，有些欺骗在 SecTrust 看来根本不是毛病。这行代码把这一切都放了进来。")
            key.hint = Words(
                english: "Ask for each scenario which word SecTrust has for it. The line accepts a success, too.",
                chinese: "对每个场景问一问，SecTrust 用的是哪个词。这行代码也接受成功。")
            key[.letters(["a"])] = Words(
                english: "SecTrust has the same word for other faults. Run the other scenarios.",
                chinese: "SecTrust 对别的毛病用的是同一个词。运行其他场景。")
        },
        Exercise(lesson: 8, number: 2, answer: .letters(through: "d")) { seed, key in
            let accepting = try TrustEvidence.scenario("injected-pinned-ca", seed).letters(ofThoseWhoAccept: [
                "default handling", "TrustKit", "AFSecurityPolicy publicKey", "Alamofire public keys",
            ])
            key.right = [.letters(accepting)]
            key.because = Words(
                english: "A policy that compares its pins with the built path does not see the appended certificate.",
                chinese: "把锁定值与建成的路径比较的策略，看不到附加的证书。")
            key.hint = Words(
                english: "The pins are compared with certificates. Ask of each policy with which: those sent, or "
                    + "those of the path.",
                chinese: "锁定值要与证书比较。对每个策略问一问与哪些证书比较：发送的，还是路径上的。")
            key[.letters(["a", "b", "c", "d"])] = Words(
                english: "The appended certificate is sent, but it is not on the path from the leaf to its anchor.",
                chinese: "附加的证书发送了，但不在从叶子证书到锚点的路径上。")
        },
        Exercise(lesson: 8, number: 3, answer: .digest) { seed, key in
            let leaf = try leaf(seed)
            key.right = [.octets(try PublicKeyPin(ofCertificate: leaf).digest)]
            key.because = Words(
                english: "It is the digest of SubjectPublicKeyInfo, and stays the same as long as the key does.",
                chinese: "它是 SubjectPublicKeyInfo 的摘要，只要公钥不变，它就不变。")
            key.hint = Words(
                english: "Take the public key out of the leaf, in DER, and digest that with SHA-256. Then write it "
                    + "in base 64.",
                chinese: "从叶子证书取出公钥，用 DER 形式，用 SHA-256 计算摘要，再写成 base 64。")
            key[.octets(HashAlgorithm.sha256.hash(leaf))] = Words(
                english: "That is the digest of the whole certificate. The next renewal changes it, even with the "
                    + "same key.",
                chinese: "这是整张证书的摘要。即使用同一个密钥，下次续签也会改变它。")
        },
        Exercise(lesson: 8, number: 4, answer: .letters(through: "d")) { seed, key in
            let day = try StoryDay("new intermediate, same root", seed)
            let working = try Exercise.letters(of: day.bundles) { try day.decision(of: "TrustKit", $0.pins).accepts }
            key.right = [.letters(working)]
            key.because = Words(
                english: "A pin works as long as its key is on the path: the key in reserve and the root's are, the "
                    + "others are not.",
                chinese: "只要锁定的公钥在路径上，锁定值就有效：备用密钥的和根证书的在路径上，其他的不在。")
            key.hint = Words(
                english: "On that day the leaf has the key that was kept in reserve. Ask which pinned key is still "
                    + "on the path.",
                chinese: "那一天，叶子证书用的是留作备用的密钥。想一想哪个锁定的公钥还在路径上。")
            key[.letters(["c"])] = Words(
                english: "The pinned intermediate is the one that goes away.",
                chinese: "锁定的中间证书，正是要离开的那张。")
        },
    ]
}
