import TLSSim
import Trace

/// What the card of forward-secrecy says.
struct ForwardSecrecyCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Recorded today, read in a year"
        case .act: "Records connections and reads them with a key that she steals later"
        case .mistake:
            "The keys of a connection follow from the recording and one long-lived key of the server: RSA carries the premaster secret, or in "
                + "the variant tls13-psk a ticket's secret is used without an exchange (psk_ke)."
        case .goal:
            "She records connections. A year later she steals the key. She wants to read what she has recorded."
        case .defence:
            "Ephemeral Diffie–Hellman: the server's key only signs, and both exponents are forgotten (RFC 5246 appendix F.1.1.3). In TLS 1.3 a "
                + "ticket's secret goes together with an exchange (psk_dhe_ke, RFC 8446 section 2.2)."
        case .cost: "An exchange of public values and the arithmetic for it in each connection."
        case .remains:
            "With the key she can pose as the server from the theft on, until the certificate is replaced. An attacker who can compute "
                + "discrete logarithms opens the recording without any key."
        case .misreading:
            "\"The stolen key opens everything\": it opens what was encrypted to it. \"Forward secrecy protects the future\": it protects "
                + "connections that are over. \"A long RSA key helps\": it was stolen, not computed."
        case .limit:
            "How she steals the key is not shown. The year between is virtual. HandshakeSim attack forward-secrecy --capture --key "
                + "attacks a capture of your own."
        }
    }

    var chinese: String {
        switch part {
        case .title: "今天录下，一年后读"
        case .act: "录下连接的记录，以后再用窃取的密钥读出内容"
        case .mistake:
            "由录下的流量和服务器的一个长期密钥，就能得到连接的密钥：RSA 携带着预主密钥；在变体 tls13-psk 中，使用票据的秘密值而没有密钥交换（psk_ke）。"
        case .goal: "她录下连接的记录。一年后她窃取密钥，想读她录下的内容。"
        case .defence:
            "临时 Diffie–Hellman：服务器的密钥只用来签名，两个指数都忘掉（RFC 5246 附录 F.1.1.3）。在 TLS 1.3 中，"
                + "票据的秘密值与一次密钥交换一起使用（psk_dhe_ke，RFC 8446 2.2 节）。"
        case .cost: "每个连接都要交换公开值，并为此计算。"
        case .remains: "有了密钥，从失窃时起，她可以冒充服务器，直到证书更换。能计算离散对数的攻击者不需要任何密钥，就能打开录下的流量。"
        case .misreading:
            "“窃取的密钥能打开一切”：它打开的是加密给它的内容。“前向保密保护以后”：它保护已经结束的连接。“长的 RSA 密钥有帮助”：密钥是偷来的，不是算出来的。"
        case .limit:
            "她怎样窃取密钥，这里不演示。中间的一年是虚拟的。HandshakeSim attack forward-secrecy --capture --key 攻击你自己的抓包文件。"
        }
    }
}

/// What is done and found in forward-secrecy.
enum ForwardSecrecyNote: Remark {
    case records(Int, CipherSuite)
    case steals(bits: Int)
    case decrypts
    case opens([[UInt8]])
    case onlySigned(isRight: Bool)
    case needsExponents
    case resumes(hasExchange: Bool)
    case stealsTicketKey
    case opensTicket
    case needsExchange

    var english: String {
        switch self {
        case .records(let count, let suite):
            "On \(count) days she records a connection of the client with the server, \(suite.name). She cannot read them, and keeps the "
                + "packets."
        case .steals(let bits):
            "A year later she steals the file with the server's private key, RSA of \(bits) bits. She has the recording and this file."
        case .decrypts:
            "In each connection the client has encrypted the premaster secret to this key, and it is in the recording. The key decrypts it "
                + "today as it did then. It begins with the client's version, 0303."
        case .opens(let said):
            "She derives the keys, and every Finished is right under them. The client has said: "
                + "\(said.map(quotedLines).joined(separator: ", "))."
                + (said.count > 1
                    ? " Each connection had keys of its own, and that did not help: all of them follow from what she has stolen."
                    : "")
        case .onlySigned(let isRight):
            "Nothing in the recording is encrypted to this key. The key has signed the server's public value"
                + "\(isRight ? ", and the signature is right" : ""). To verify a signature she needed no private key."
        case .needsExponents:
            "The premaster secret follows from one of the two exponents. They were never sent and are in no file, and both sides have forgotten "
                + "them. The connections stay closed."
        case .resumes(let hasExchange):
            "She records two connections of TLS 1.3. The second one is resumed with a ticket, which is sent in clear, sealed. "
                + (hasExchange
                    ? "In its ServerHello is a share: a new exchange goes into the keys as well."
                    : "Its ServerHello has no share: the ticket's secret is the only secret of the keys.")
        case .stealsTicketKey: "A year later she steals the key with which the server has sealed its tickets."
        case .opensTicket: "The ticket opens. The secret that it names, the PSK, is in it."
        case .needsExchange:
            "The PSK is one half of what the keys follow from. The other half is the shared secret of the exchange, and its private values are "
                + "forgotten. The first record of the server that is under keys does not open. The connection stays closed."
        }
    }

    var chinese: String {
        switch self {
        case .records(let count, let suite):
            "她在 \(count) 天里，每天录下客户端与服务器一个连接的记录，密码套件是 \(suite.name)。她读不懂，但保存了数据包。"
        case .steals(let bits): "一年后，她窃取了存有服务器私钥的文件，RSA，\(bits) 位。她手里有录下的流量和这个文件。"
        case .decrypts: "在每个连接中，客户端都把预主密钥加密给这个密钥，它就在录下的流量里。这个密钥当时能解密它，今天也能。它以客户端的版本 0303 开头。"
        case .opens(let said):
            "她推导出各个密钥，用它们验证，每一条 Finished 都是对的。客户端说了：\(said.map(quotedLines).joined(separator: "、"))。"
                + (said.count > 1 ? "每个连接都有自己的密钥，但这没有用：它们全都能由她窃取的东西得到。" : "")
        case .onlySigned(let isRight):
            "录下的流量里，没有任何内容是加密给这个密钥的。它给服务器的公开值签了名\(isRight ? "，签名是对的" : "")。验证签名不需要私钥。"
        case .needsExponents: "由两个指数中的任何一个可以得到预主密钥。它们从未发送，不在任何文件里，双方也都忘掉了。这些连接仍然打不开。"
        case .resumes(let hasExchange):
            "她录下 TLS 1.3 两个连接的记录。第二个连接用票据恢复会话，票据是明文发送的，但本身密封。"
                + (hasExchange
                    ? "它的 ServerHello 中有一个密钥份额：新的密钥交换也进入各个密钥。"
                    : "它的 ServerHello 中没有密钥份额：各个密钥的秘密来源只有票据的秘密值。")
        case .stealsTicketKey: "一年后，她窃取了服务器密封票据的密钥。"
        case .opensTicket: "票据打开了。它指明的秘密值 PSK 就在里面。"
        case .needsExchange: "PSK 只是各个密钥的来源的一半。另一半是密钥交换的共享秘密，它的私有值已经忘掉。服务器第一条用密钥保护的记录打不开。这个连接仍然打不开。"
        }
    }
}
