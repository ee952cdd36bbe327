import Crypto
import PKI
import Simulator
import Trace
import TrustLab

/// Lesson 24: certificates when they go wrong.
extension Exercise {
    static let renewal: [Exercise] = [
        Exercise(lesson: 24, number: 1, answer: .letters(through: "d")) { seed, key in
            let kinds: [PresentedChain] = [.wrongHost, .notYetValid, .missingIntermediate, .selfSigned]
            let letters = try Exercise.letters(of: kinds) { kind in
                try Visit.journal(seed) { $0.serverChain = kind }.alert(of: .client) == "certificate_expired"
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "One alert stands for both: expired, or not currently valid (RFC 5246 section 7.2.2). So a "
                    + "clock that is wrong looks like a certificate that is old.",
                chinese: "一个警报代表两种情况：已经过期，或当前无效（RFC 5246 7.2.2 节）。所以时钟不准，看起来就像证书旧了。")
            key.hint = Words(
                english: "This alert is about dates. Ask for each of the four what is wrong with it.",
                chinese: "这个警报与日期有关。对四个里的每一个问一问，它有什么问题。")
            key[.letters([])] = Words(
                english: "A certificate that is not valid yet has no alert of its own. Ask which of the others comes "
                    + "nearest.",
                chinese: "尚未生效的证书没有专门的警报。想一想其他警报里哪个最接近。")
            key[.letters(letters.union(["a"]))] = Words(
                english: "A wrong name has nothing to do with the dates.",
                chinese: "名称不对与日期无关。")
            key[.letters(letters.union(["d"])), .letters(letters.union(["c"]))] = Words(
                english: "Here the client finds no authority that it knows. The alert for that is another one.",
                chinese: "这里客户端找不到它知道的 CA。那有另一个警报。")
        },
        Exercise(lesson: 24, number: 2, answer: .letters(through: "d")) { seed, key in
            let working = try working(
                on: "renewed, same key", bundle: { _ in 0 },
                policies: [
                    "default handling", "AFSecurityPolicy certificate", "AFSecurityPolicy publicKey", "TrustKit",
                ], seed)
            key.right = [.letters(working)]
            key.because = Words(
                english: "Only the app that compares whole certificates is locked out. The key has stayed, and the "
                    + "system compares nothing.",
                chinese: "只有比较整张证书的应用连不上。公钥没有变，而系统什么也不比较。")
            key.hint = Words(
                english: "Ask of each app what it compares, and whether the renewal has changed that.",
                chinese: "对每个应用问一问它比较什么，续签有没有改变那个。")
            key[.letters(working.union(["b"]))] = Words(
                english: "The dates and the serial number are new, so the certificate is another one, octet for octet.",
                chinese: "日期和序列号是新的，所以逐字节来看，这是另一张证书。")
            key[.letters(["a"]), .letters([])] = Words(
                english: "The key is the old one. An app that compares keys finds it.",
                chinese: "公钥还是旧的。比较公钥的应用能找到它。")
        },
        Exercise(lesson: 24, number: 3, answer: .letters(through: "d")) { seed, key in
            let working = try working(
                on: "another authority, same key", bundle: { $0 },
                policies: ["TrustKit", "TrustKit", "TrustKit", "TrustKit"], seed)
            key.right = [.letters(working)]
            key.because = Words(
                english: "On that day the server has the spare key, and takes it along to the new authority. The "
                    + "keys of the old authority are gone from the chain.",
                chinese: "那一天，服务器用的是备用密钥，并把它带到新的 CA。旧 CA 的公钥不再在证书链里。")
            key.hint = Words(
                english: "Ask whose key each bundle names: the server's own, or one of the authority that was left.",
                chinese: "想一想每个包里写的是谁的公钥：服务器自己的，还是离开的那个 CA 的。")
            let authorityIsLeft = Words(
                english: "The old authority's keys are in no certificate of the new chain.",
                chinese: "新证书链的哪张证书里都没有旧 CA 的公钥。")
            key[.letters(["d"]), .letters(["c", "d"])] = authorityIsLeft
            key[.letters(["a"]), .letters(working.union(["a"]))] = Words(
                english: "The server's first key was replaced by the spare one before that day. This bundle has the "
                    + "first key alone.",
                chinese: "在那一天之前，服务器的第一个密钥已经换成备用密钥。这个包只有第一个密钥。")
            key[.letters(working.union(["d"]))] = authorityIsLeft
        },
        Exercise(lesson: 24, number: 4, answer: .digest) { seed, key in
            let chain = try Visit.Cast(Visit.Options(seed: seed)).server.chain
            guard chain.count > 1 else { throw ExerciseError.noStep("an intermediate") }
            key.right = [.octets(try PublicKeyPin(ofCertificate: chain[1]).digest)]
            key.because = Words(
                english: "The intermediate signs the next leaf as well, so its key stays in the chain when the "
                    + "server's key changes.",
                chinese: "中间证书的密钥也给下一张叶子证书签名，所以服务器的密钥改变时，它的公钥仍在证书链里。")
            key.hint = Words(
                english: "The chain has two certificates. The second one belongs to the authority that has signed "
                    + "the first.",
                chinese: "证书链有两张证书。第二张属于给第一张签名的 CA。")
            key[.octets(try PublicKeyPin(ofCertificate: chain[0]).digest)] = Words(
                english: "This is the server's own key. On that day it is replaced.", chinese: "这是服务器自己的公钥。那一天它会换掉。")
            key[.octets(HashAlgorithm.sha256.hash(chain[1]))] = Words(
                english: "This is the digest of the certificate. A pin is the digest of the key in it.",
                chinese: "这是证书的摘要。锁定值是证书里公钥的摘要。")
        },
    ]

    /// The letters of the policies that let an app connect on `day` of the usual story.
    ///
    /// - Parameter bundle: for the place of a policy in `policies`, the place of the pins that it has in ``StoryDay/bundles``.
    private static func working(
        on day: String, bundle: (Int) -> Int, policies: [String], _ seed: UInt64
    ) throws -> Set<String> {
        let story = try StoryDay(day, seed)
        return try letters(of: Array(policies.enumerated())) { index, policy in
            guard story.bundles.indices.contains(bundle(index)) else { throw ExerciseError.noStep("bundle") }
            return try story.decision(of: policy, story.bundles[bundle(index)].pins).accepts
        }
    }
}
