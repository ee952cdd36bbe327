import Trace

/// The notes on the derivation of the keys from the premaster secret.
public enum KeyScheduleNote: StepNote, Hashable {
    /// The master secret is computed. `extended` says whether it is the extended master secret (RFC 7627).
    case masterSecret(extended: Bool)
    case keyBlock(BulkCipher)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .masterSecret(let extended): ("tls.calc.master_secret", PRFUse.masterSecret(extended: extended).row.cite)
        case .keyBlock: ("tls.calc.key_block", PRFUse.keyBlock.row.cite)
        }
    }

    public var englishBackground: String {
        "The PRF is a pseudorandom function: without its key, its output cannot be told from random octets."
    }

    public var chineseBackground: String {
        "PRF 是伪随机函数：没有它的密钥，就无法区分它的输出与随机字节。"
    }

    /// The sentence: the inputs of the PRF, and the use of its output.
    public var english: String {
        switch self {
        case .masterSecret(let extended):
            extended
                ? """
                The extended master secret: the hash of all messages so far goes in, instead of the two hello randoms. So the secret \
                belongs to this handshake and to no other. Without it an attacker between two RSA connections could give both the \
                same master secret.
                """
                : """
                Three inputs become 48 octets. The premaster secret is the key of the PRF. The client's random and the server's \
                random, in this order, are the seed. Only the premaster secret is secret.
                """
        case .keyBlock(let cipher):
            """
            The same function again, now with the server's random first. This order is easily confused. The result is \
            cut into \(cipher.mac == nil ? "a key and a nonce part" : "a MAC key and an encryption key") for each direction.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .masterSecret(let extended):
            extended
                ? """
                扩展主密钥：输入的是此前所有消息的哈希，而不是两个 hello 随机数。所以这个秘密只属于这次握手，\
                不属于任何别的握手。没有它，处在两个 RSA 连接之间的攻击者，就能让两个连接有同一个主密钥。
                """
                : """
                三个输入变成 48 字节。预主密钥是 PRF 的密钥。客户端的随机数和服务器的随机数，按这个顺序，是种子。\
                三者之中，只有预主密钥是保密的。
                """
        case .keyBlock(let cipher):
            """
            还是同一个函数，但这次服务器的随机数在前。这个顺序很容易弄混。\
            结果按两个方向切开，每个方向\(cipher.mac == nil ? "一个密钥和一个 nonce 部分" : "一个 MAC 密钥和一个加密密钥")。
            """
        }
    }
}
