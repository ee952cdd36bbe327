import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 17: an article, read by the machine.
extension Exercise {
    static let article: [Exercise] = [
        Exercise(lesson: 17, number: 1, answer: .letters(through: "e")) { seed, key in
            let journal = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let loot = [
                Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.encryptedPremaster, Knowledge.premasterSecret,
                Knowledge.serverPrivateKey,
            ]
            let letters = journal.letters(of: loot, opening: Knowledge.applicationData)
            key.right = [.letters(letters)]
            key.because = Words(
                english: "She has both hello randoms. What she lacks is the premaster secret: by itself, or by the "
                    + "key that decrypts it.",
                chinese: "两条 Hello 消息的随机数她都有。她缺少的是预主密钥：可以是它本身，也可以是能解密它的密钥。")
            key.hint = Words(
                english: "First cross out what she has anyway: everything that was sent in clear. Then ask which of "
                    + "the rest gives the third random.",
                chinese: "先划掉她本来就有的：明文发送的一切。再想一想其余的哪些能得出第三个随机数。")
            key[.letters(["d"])] = Words(
                english: "This one is enough. Another one is too: it opens what was sent encrypted.",
                chinese: "这一个够了。另一个也够：它能解开加密后发送的内容。")
            key[.letters(["e"])] = Words(
                english: "This one is enough. Another one is too: what the key would give her.",
                chinese: "这一个够了。另一个也够：就是这个密钥能给她的东西。")
            key[.letters(letters.union(["a", "b"]))] = Words(
                english: "Both hello randoms are in the recording. They add nothing to it.",
                chinese: "两条 Hello 消息的随机数都在录下的流量里，再有这些也没有增加什么。")
            key[.letters(letters.union(["c"]))] = Words(
                english: "EncryptedPreMasterSecret is in the recording. Without a key it stays closed.",
                chinese: "EncryptedPreMasterSecret 在录下的流量里。没有密钥就打不开。")
        },
        Exercise(lesson: 17, number: 2, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.group = .toy5 }
            func number(of secret: SecretID) throws -> UInt64 {
                // In a toy group the number is smaller than 2^16.
                try journal.value(secret).reduce(0) { $0 << 8 | UInt64($1) }
            }
            let shared = try number(of: Knowledge.premasterSecret)
            let (server, client) = (
                try number(of: Knowledge.serverPublicValue), try number(of: Knowledge.clientPublicValue)
            )
            key.right = [.number(shared)]
            key.because = Words(
                english: "The premaster secret is \(shared). There are so few powers that a list of them opens the "
                    + "connection. With a large prime the list would never end.",
                chinese: "预主密钥是 \(shared)。幂这么少，列一张表就能解开连接。素数很大的话，这张表永远列不完。")
            key.hint = Words(
                english: "Write down the powers of 7 modulo 5: 7, 7 · 7, and so on, each divided by 5. The rest is "
                    + "what counts. Then look for the two public values among them.",
                chinese: "写下 7 的各次幂，模 5：7、7 · 7，等等，每个都除以 5，只看余数。再从中找出两个公开值。")
            key[.number(server * client)] = Words(
                english: "That is the product of the public values. A power of a public value is asked for.",
                chinese: "这是两个公开值的积。要求的是公开值的幂。")
            key[.number(7)] = Words(
                english: "7 is the generator. The shared secret is a power of it, and smaller than 5.",
                chinese: "7 是生成元。共享秘密是它的幂，并且小于 5。")
        },
        Exercise(lesson: 17, number: 3, answer: .order(through: "d")) { seed, key in
            let journal = try Visit.journal(seed)
            let events: [(letter: String, event: Event)] = [
                ("a", try journal.writing(of: "tls.finished", by: .server)),
                ("b", try journal.writing(of: "tls.finished", by: .client)),
                ("c", try journal.event("tls.calc.master_secret", of: .client)),
                ("d", try journal.event("tls.check.params_signature", of: .client)),
            ]
            let order = events.sorted { $0.event.number < $1.event.number }.map(\.letter)
            key.right = [.order(order)]
            key.because = Words(
                english: "The signature says whose public value it is. From the value follow the keys, and under the "
                    + "keys go both Finished: the client's first (RFC 5246 7.3).",
                chinese: "签名说明这是谁的公开值。由公开值得到密钥，用这些密钥发送两个 Finished：客户端的在先（RFC 5246 7.3）。")
            key.hint = Words(
                english: "Ask of each step what it needs: Finished needs a key, and a value of the server is of use "
                    + "only when it is verified.",
                chinese: "对每一步问一问它需要什么：Finished 需要密钥，而服务器的公开值要验证过才能用。")
            key[.order(["d", "c", "a", "b"])] = Words(
                english: "In a full handshake the client's Finished is first. The server's is first where a session "
                    + "is resumed.",
                chinese: "在完整握手里，客户端的 Finished 在先。会话恢复时，服务器的在先。")
            key[.order(["c", "d", "b", "a"])] = Words(
                english: "A public value whose signature is not verified may be an attacker's. So the client "
                    + "verifies it first.",
                chinese: "没有验证过签名的公开值，可能是攻击者的。所以客户端先验证它。")
        },
    ]
}
