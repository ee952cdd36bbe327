import Simulator
import TLSSim
import Trace

/// Lesson 13: harvest now, decrypt later.
extension Exercise {
    static let harvest: [Exercise] = [
        Exercise(lesson: 13, number: 1, answer: .letters(through: "d")) { seed, key in
            let group = NamedGroup.x25519MLKEM768
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(group: group) }
            let ledger = Ledger(journal)
            let thefts: [(loot: [SecretID], rules: [Derivation])] = [
                ([Knowledge.serverPrivateKey], []), ([], Knowledge.quantumDerivations(group)),
                ([Knowledge.privateValue(of: .client, group)], []), ([Knowledge.privateValue(of: .server, group)], []),
            ]
            let letters = Exercise.letters(of: thefts) { loot, rules in
                ledger.reach(.eavesdropper, with: loot, under: journal.derivations + rules)
                    .contains(Knowledge.applicationData)
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "Each side has drawn values for both halves, and with the shares on the wire they give the "
                    + "whole secret. So both sides have to forget them. The machine has one half, and the private "
                    + "key has none.",
                chinese: "双方各自为两半抽取了值，用这些值和线路上的密钥份额就能得到整个秘密。所以双方都必须忘掉这些值。那台机器有一半，私钥一半也没有。")
            key.hint = Words(
                english: "Look at what enters handshake_secret: one value of two halves. Ask for each item whether "
                    + "it gives both halves, together with what went over the wire.",
                chinese: "看什么进入 handshake_secret：一个由两半组成的值。对每一项问一问：用它和经过线路的内容，能不能得到两半。")
            let halfIsMissing = Words(
                english: "Such a machine breaks X25519. It does not break ML-KEM, and half of the input gives no key.",
                chinese: "这样的机器攻破 X25519，但攻不破 ML-KEM，而一半输入得不出密钥。")
            key[.letters(letters.union(["b"]))] = halfIsMissing
            key[.letters(letters.union(["a"]))] = Words(
                english: "The key has signed the handshake. No secret of the key schedule has it as an input.",
                chinese: "这个密钥用来给握手签名。密钥编排里没有哪个秘密值以它为输入。")
            key[.letters(["b"])] = halfIsMissing
            key[.letters(["c"])] = Words(
                english: "These values are enough. But the other side has computed the same secret from values of "
                    + "its own.",
                chinese: "这些值够了。但对方也用自己的值算出了同一个秘密。")
            key[.letters([])] = Words(
                english: "The exchange hides the secret from those who listen. Each side has it, and each side has "
                    + "drawn values that give it.",
                chinese: "密钥交换对窃听者隐藏这个秘密。双方都有它，双方都抽取过能得到它的值。")
        },
        Exercise(lesson: 13, number: 2, answer: .number) { seed, key in
            let growth = try Visit.growthOfHello(of: .server, seed)
            key.right = [.number(UInt64(growth))]
            key.because = Words(
                english: "The server sends a ciphertext of ML-KEM, \(growth) octets: a secret that is encrypted to "
                    + "the client's key.",
                chinese: "服务器发送 ML-KEM 的密文，\(growth) 字节：用客户端的密钥加密的一个秘密。")
            key.hint = Words(
                english: "Ask what the server sends for ML-KEM. It makes no key of its own: it answers to the "
                    + "client's key.",
                chinese: "想一想服务器为 ML-KEM 发送什么。它不产生自己的密钥，而是对客户端的密钥作出回应。")
            key[.number(1_184)] = Words(
                english: "That is the length of the client's key. The server sends no key of ML-KEM.",
                chinese: "这是客户端的密钥的长度。服务器不发送 ML-KEM 密钥。")
            key[.number(UInt64(growth + 32))] = Words(
                english: "That is the whole share. The share of x25519 was there before.",
                chinese: "这是整个密钥份额。x25519 的密钥份额以前就有。")
        },
        Exercise(lesson: 13, number: 3, answer: .number) { seed, key in
            let count = try segmentsOfHello(seed)
            key.right = [.number(UInt64(count))]
            key.because = Words(
                english: "ClientHello takes \(count) segments. The one of x25519 alone takes a single one.",
                chinese: "ClientHello 占用 \(count) 个报文段。只用 x25519 时，一个就够了。")
            key.hint = Words(
                english: "Divide the length of the record with ClientHello by what one segment may carry, and round "
                    + "up.",
                chinese: "用 ClientHello 那条记录的长度除以一个报文段能带的字节数，再向上取整。")
            key[.number(UInt64(count - 1))] = Words(
                english: "The rest at the end needs a segment, too.",
                chinese: "末尾剩下的也需要一个报文段。")
            key[.number(1)] = Words(
                english: "A segment may carry 536 octets here. The hello is longer than that.",
                chinese: "这里一个报文段可以带 536 字节。Hello 消息比这更长。")
        },
    ]

    /// The number of segments that carry octets of ClientHello with a key of ML-KEM, if no segment may carry more than
    /// 536 octets.
    private static func segmentsOfHello(_ seed: UInt64) throws -> Int {
        let journal = try Visit.journal(seed) {
            $0.tls13 = Visit.TLS13Options(group: .x25519MLKEM768)
            $0.wire.mss = 536
        }
        let hello = try journal.message("tls.client_hello", of: .client).stream
        return journal.sent(by: .client).count { $0.packet.stream.overlaps(hello) }
    }
}
