import Crypto
import Museum
import Simulator
import TLSSim
import Trace

/// Lesson 22: the extended master secret.
extension Exercise {
    static let sessionHash: [Exercise] = [
        Exercise(lesson: 22, number: 1, answer: .letters(through: "f")) { seed, key in
            let journal = try Visit.bound(seed)
            let steps = [
                "tls.client_hello", "tls.certificate", "tls.server_hello_done", "tls.client_key_exchange",
                "tls.change_cipher_spec", "tls.finished",
            ]
            let end = try journal.event("tls.calc.master_secret", of: .client).number
            let covered = try Exercise.letters(of: steps) { step in
                try journal.writing(of: step).number < end
            }
            key.right = [.letters(covered)]
            key.because = Words(
                english: "The hash is over all handshake messages from ClientHello to ClientKeyExchange, both "
                    + "included (RFC 7627 section 3).",
                chinese: "哈希覆盖从 ClientHello 到 ClientKeyExchange 的所有握手消息，两者都包括在内（RFC 7627 3 节）。")
            key.hint = Words(
                english: "Ask which messages have been written when both sides need the master secret for the first "
                    + "time.",
                chinese: "想一想双方第一次需要主密钥时，已经写出了哪些消息。")
            key[.letters(covered.subtracting(["d"]))] = Words(
                english: "ClientKeyExchange is the last message that goes in: it carries the premaster secret or a "
                    + "public value.",
                chinese: "ClientKeyExchange 是包含在内的最后一条消息：它带着预主密钥或公开值。")
            key[.letters(covered.union(["e"]))] = Words(
                english: "ChangeCipherSpec is no message of the handshake, and it comes later.",
                chinese: "ChangeCipherSpec 不是握手消息，而且在后面才有。")
            key[.letters(covered.union(["f"]))] = Words(
                english: "Finished is computed with the master secret, so it cannot go into it.",
                chinese: "Finished 要用主密钥计算，所以它不可能包含在内。")
            key[.letters(["a"])] = Words(
                english: "The randoms stand in the hellos. The hash also covers what names the server.",
                chinese: "随机数在两条 Hello 消息里。哈希还覆盖写明服务器是谁的内容。")
        },
        Exercise(lesson: 22, number: 2, answer: .octets) { seed, key in
            let journal = try Visit.bound(seed)
            let premaster = try journal.value(Knowledge.premasterSecret)
            let inputs = try journal.calculation("tls.calc.master_secret").inputs
            let hash = try inputs.first { $0.name == "session_hash" }.orThrow(.noStep("session_hash")).octets
            func secret(_ label: String) -> [UInt8] {
                PRF.compute(hash: CipherSuite.rsaAES128GCM.hash, secret: premaster, label: label, seed: hash, count: 4)
            }
            key.right = [.octets(secret("master secret"))]
            key.because = Words(
                english: "Another label makes another secret of the same inputs. So a side that has the extension "
                    + "and a side that has not never agree by chance.",
                chinese: "同样的输入，标签不同，得到的秘密就不同。所以有这个扩展的一方和没有它的一方，绝不会碰巧一致。")
            key.hint = Words(
                english: "The text in hexseed begins with the label in ASCII, and 32 octets of hash follow. Take the "
                    + "label's first word and the space behind it away.",
                chinese: "hexseed 里的文本以 ASCII 标签开头，后面是 32 字节的哈希。去掉标签的第一个单词和它后面的空格。")
            key[.octets(secret("extended master secret"))] = Words(
                english: "This is the secret of the run. Change the label, and leave the hash as it is.",
                chinese: "这是这次运行的秘密。改变标签，哈希不动。")
        },
        Exercise(lesson: 22, number: 3, answer: .letters(through: "d")) { seed, key in
            var equal: Set<String> = []
            for (letters, isDefended) in [("ac", false), ("bd", true)] {
                let run = try MuseumQuestion("triple-handshake").performed(seed, isDefended: isDefended)
                let pairs = [
                    ("master secret with the victim", "master secret with the server"),
                    ("tls-unique at the victim", "tls-unique at the server"),
                ]
                for (letter, pair) in zip(letters, pairs) where try run.quantity(pair.0) == run.quantity(pair.1) {
                    equal.insert(String(letter))
                }
            }
            key.right = [.letters(equal)]
            key.because = Words(
                english: "Without the rule premaster secret and randoms are all that goes in, and she makes them "
                    + "equal. With the rule the certificates go in, and the two differ.",
                chinese: "没有这条规则时，输入只有预主密钥和随机数，她使它们相同。有这条规则时，证书也是输入，两者就不同。")
            key.hint = Words(
                english: "Ask what goes into each secret, and whether she can make it the same on both of her "
                    + "connections.",
                chinese: "想一想每个秘密的输入是什么，她能不能使它在自己的两个连接上相同。")
            key[.letters(["a"])] = Words(
                english: "Look at the resumption again: it shows no certificate, so with one master secret all its "
                    + "messages can be the same.",
                chinese: "再看会话恢复：它不出示证书，所以主密钥相同时，它的消息可以全都相同。")
            key[.letters(["a", "b", "c", "d"])] = Words(
                english: "The hash covers the certificates, and her certificate is not the server's.",
                chinese: "哈希覆盖证书，而她的证书不是服务器的。")
            key[.letters([])] = Words(
                english: "She is an end of both connections. She can pass the randoms on, and the premaster secret "
                    + "as well.",
                chinese: "她是两个连接的一端。她可以转发随机数，也可以转发预主密钥。")
        },
    ]
}

extension Visit {
    /// A visit with RSA key transport and the extended master secret.
    fileprivate static func bound(_ seed: UInt64) throws -> Journal {
        try Visit.journal(seed) {
            $0.suite = .rsaAES128GCM
            $0.extendedMasterSecret = true
        }
    }
}
