import PKI
import Trace

extension Glossary {
    /// The names of quantities, calculations and checks.
    static let tlsNames =
        Glossary(names: quantities + Check.allCases.map(\.name)) + Glossary(naming: { nameWithParts($0) })

    private static let quantities = [
        Words(english: "HKDF-Extract(0, 0), which needs only the suite", chinese: "HKDF-Extract(0, 0)，只需要密码套件"),
        Words(english: "early data is no copy", chinese: "早期数据不是复制品"),
        Words(english: "ends with DigestInfo", chinese: "以 DigestInfo 结尾"),
        Words(english: "the end of maskedDB XOR MGF1(H)", chinese: "maskedDB XOR MGF1(H) 的末尾"),
        Words(
            english: "00 ... 00 01 + salt, XOR MGF1(H); its first bits are set to 0, so that EM < n",
            chinese: "00 ... 00 01 + salt, XOR MGF1(H)；开头的位置为 0，使 EM < n"),
        Words(english: "Hash(signed octets)", chinese: "Hash(被签名的字节)"),
        Words(
            english: "64 spaces, a text that names the side, 00, the transcript hash",
            chinese: "64 个空格、说明哪一方的文字、00、握手全文的哈希"),
        Words(english: "g^x mod p, as long as p", chinese: "g^x mod p，与 p 等长"),
        Words(english: "Y^x mod p, as long as p", chinese: "Y^x mod p，与 p 等长"),
        Words(english: "k · G, uncompressed: 04, x, y", chinese: "k · G，不压缩：04, x, y"),
        Words(english: "client_version + 46 random octets", chinese: "client_version + 46 个随机字节"),
        Words(
            english: "EncryptedPreMasterSecret^d mod n, without 00 02 PS 00",
            chinese: "EncryptedPreMasterSecret^d mod n，去掉 00 02 PS 00"),
        Words(
            english: "HMAC(finished_key, Hash(ClientHello without its binders))",
            chinese: "HMAC(finished_key, Hash(ClientHello 去掉 binder))"),
        Words(english: "premaster secret", chinese: "预主密钥"), Words(english: "master secret", chinese: "主密钥"),
        Words(english: "key block", chinese: "密钥块"), Words(english: "shared secret", chinese: "共享秘密"),
        Words(english: "application data", chinese: "应用数据"),
        Words(english: "encrypted application data", chinese: "加密的应用数据"),
        Words(english: "handshake messages", chinese: "握手消息"),
        Words(english: "encrypted handshake messages", chinese: "加密的握手消息"),
        Words(english: "early data", chinese: "早期数据"), Words(english: "encrypted early data", chinese: "加密的早期数据"),
        Words(english: "hellos", chinese: "hello 消息"), Words(english: "session ticket", chinese: "会话票据"),
        Words(english: "session ticket key", chinese: "会话票据密钥"),
        Words(english: "session ticket key at the theft", chinese: "失窃时的会话票据密钥"),
        Words(english: "PSK of the ticket", chinese: "票据的 PSK"), Words(english: "PSK identity", chinese: "PSK 标识"),
        Words(english: "session of the ticket", chinese: "票据的会话"),
        Words(english: "state of the ticket", chinese: "票据的状态"),
        Words(english: "binder of the ticket", chinese: "票据的 binder"), Words(english: "ticket key", chinese: "票据密钥"),
        Words(english: "ticket", chinese: "票据"), Words(english: "signature", chinese: "签名"),
        Words(english: "digest", chinese: "摘要"),
        Words(english: "point", chinese: "点"), Words(english: "share", chinese: "份额"),
        Words(english: "private value", chinese: "私有值"),
        Words(english: "k as a number", chinese: "作为数的 k"), Words(english: "key name", chinese: "密钥名"),
        Words(english: "one-time key", chinese: "一次性密钥"), Words(english: "padding", chinese: "填充"),
        Words(english: "place", chinese: "位置"), Words(english: "plaintext", chinese: "明文"),
        Words(english: "ciphertext", chinese: "密文"),
        Words(english: "random", chinese: "随机数"), Words(english: "salt", chinese: "盐"),
        Words(english: "mask", chinese: "掩码"),
        Words(english: "number", chinese: "编号"), Words(english: "content", chinese: "内容"),
        Words(english: "header", chinese: "首部"),
        Words(english: "record", chinese: "记录"), Words(english: "tag", chinese: "标签"),
        Words(english: "derived", chinese: "派生值"),
        Words(english: "signed octets", chinese: "被签名的字节"), Words(english: "transcript hash", chinese: "握手全文的哈希"),
        Words(english: "that of the session resumed", chinese: "所恢复会话的值"), Words(english: "session", chinese: "会话"),
        Words(english: "secret", chinese: "秘密"), Words(english: "exponent", chinese: "指数"),
        Words(english: "modulus", chinese: "模数"),
        Words(english: "key", chinese: "密钥"), Words(english: "block before it", chinese: "前一块"),
        Words(english: "group and public value", chinese: "群和公开值"),
        Words(english: "signature of CertificateVerify", chinese: "CertificateVerify 的签名"),
        Words(english: "signature of ServerKeyExchange", chinese: "ServerKeyExchange 的签名"),
        Words(english: "verdict", chinese: "结论"),
        Words(english: "curve", chinese: "曲线"), Words(english: "client port", chinese: "客户端端口"),
        Words(english: "seed of the generator", chinese: "随机数生成器的种子"),
        Words(english: "state of the client's generator", chinese: "客户端随机数生成器的状态"),
        Words(english: "server's static ECDH scalar", chinese: "服务器的静态 ECDH 标量"),
        Words(english: "key block of an empty master secret", chinese: "空主密钥的密钥块"),
        Words(english: "first modulus", chinese: "第一个模数"),
        Words(english: "second modulus", chinese: "第二个模数"),
        Words(english: "prime factor of the modulus", chinese: "模数的素因子"),
        Words(english: "authentication key H", chinese: "认证密钥 H"),
        Words(english: "RCV.NXT of the server", chinese: "服务器的 RCV.NXT"),
        Words(english: "secret of ML-KEM", chinese: "ML-KEM 的秘密"),
        Words(english: "secret of X25519", chinese: "X25519 的秘密"),
    ]

    /// The name of a side; nil for another word.
    private static func side(_ word: Substring) -> String? { Role(rawValue: String(word))?.inChinese }

    /// Names with a number, a side or another name in them.
    private static func nameWithParts(_ name: String) -> String? {
        if let parts = name.parts("protected record ", " of the ", " (", ")"), let side = side(parts[1]) {
            return "\(side)受保护的记录 \(parts[0])（\(parts[2])）"
        }
        if let parts = name.parts("", ", leading zero octets dropped") { return "\(parts[0])，去掉开头的零字节" }
        if let parts = name.parts("", "; the same with ", "") { return "\(parts[0])；同样计算 \(parts[1])" }
        if let parts = name.parts("x-coordinate of ", ", mod n", "") {
            return "\(parts[0]) 的 x 坐标，mod n\(parts[1])"
        }
        if let parts = name.parts("x-coordinate of ", "") { return "\(parts[0]) 的 x 坐标" }
        if let parts = name.parts("verification of ", "") { return "验证 \(parts[0])" }
        if let parts = name.parts("", " of the ", ""), ownedBySide.contains(String(parts[0])), let side = side(parts[1])
        {
            return spaced(side + "的", named[String(parts[0])] ?? String(parts[0]))
        }
        if let parts = name.parts("", " ", " key and IV"), let side = side(parts[0]),
            let stretch = stretches[String(parts[1])]
        {
            return "\(side)\(stretch)密钥和 IV"
        }
        if let parts = name.parts("", " ", " ", ""), let side = side(parts[0]), let kind = kinds[String(parts[2])] {
            return "\(side) \(parts[1]) \(kind)"
        }
        if let parts = name.parts("", ", connection ", ""), parts[1].isDecimal {
            return "\(Glossary.tlsNames.name(String(parts[0])).chinese)，连接 \(parts[1])"
        }
        if let parts = name.parts("attacker's ", "") {
            return spaced("攻击者的", Glossary.tlsNames.name(String(parts[0])).chinese)
        }
        if let parts = name.parts("block ", "") ?? name.parts("piece ", ""), parts[0].isDecimal {
            return "块 \(parts[0])"
        }
        if let parts = name.parts("", " octets, ", " to ", ""), parts[0].isDecimal {
            return "\(parts[0]) 字节，从 \(parts[1]) 到 \(parts[2])"
        }
        if let parts = name.parts("", " bits"), parts[0].isDecimal { return "\(parts[0]) 位" }
        if let parts = name.parts("", " second") ?? name.parts("", " seconds"), parts[0].isDecimal {
            return "\(parts[0]) 秒"
        }
        return nil
    }

    /// What belongs to a side: "share of the client".
    private static let ownedBySide: Set = ["point", "share", "verify_data", "Finished"]
    private static let named = Dictionary(quantities.map { ($0.english, $0.chinese) }) { first, _ in first }
    private static let stretches = ["handshake": "握手", "application": "应用数据", "early data": "早期数据"]
    private static let kinds = [
        "private value": "私有值", "share": "份额", "private key": "私钥", "exponent": "指数", "point": "点", "scalar": "标量",
    ]
}
