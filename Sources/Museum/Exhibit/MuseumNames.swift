import Simulator
import TLSSim
import Trace

extension Glossary {
    /// The meanings of the fields of TLS, and the names that the journals of the museum use: of quantities, operations and settings.
    package static let attacks =
        tls + settings + Glossary(names: [ofAttacks, operations, groups].flatMap { $0 })

    private static let ofAttacks: [Words] = [
        Words(english: "defence", chinese: "防御"), Words(english: "on", chinese: "开"),
        Words(english: "off", chinese: "关"), Words(english: "Mallory's certificate", chinese: "Mallory 的证书"),
        Words(english: "the victim checks", chinese: "受害者检查"), Words(english: "TLS 1.2 with", chinese: "TLS 1.2 使用"),
        Words(english: "changed", chinese: "改动"), Words(english: "scene", chinese: "情形"),
        Words(english: "anti-replay", chinese: "防重放"), Words(english: "connection", chinese: "连接"),
        Words(english: "client", chinese: "客户端"), Words(english: "victim", chinese: "受害者"),
    ]

    private static let operations: [Words] =
        [
            Words(english: "decryption", chinese: "解密"), Words(english: "RSA decryption", chinese: "RSA 解密"),
            Words(english: "the generator", chinese: "随机数生成器"),
            Words(english: "a guess that the server's Finished confirms", chinese: "由服务器的 Finished 证实的猜测"),
        ] + ExhibitName.allCases.map { Words(english: "the attack \($0)", chinese: "攻击 \($0)") }

    /// The groups of IPsec, which TLS servers have used.
    private static let groups: [Words] =
        [2409: [1, 2], 3526: [5, 14, 15, 16, 17, 18]].flatMap { document, numbers -> [Words] in
            numbers.map { number in
                Words(english: "group \(number) of RFC \(document)", chinese: "RFC \(document) 的 \(number) 号群")
            }
        }

    /// The names of the values that the steps of an attack show.
    package static let values = Glossary(names: [shown, sides, tried, ofConnections].flatMap { $0 }) + attacks

    private static let shown: [Words] = [
        Words(english: "28 octets quoted by the last", chinese: "最后一条引用的 28 字节"),
        Words(english: "block before it", chinese: "它前面的分组"),
        Words(english: "block before the copied one", chinese: "被复制的分组前面的分组"),
        Words(english: "block before the last", chinese: "最后一个分组前面的分组"),
        Words(english: "block before the one", chinese: "其中一个前面的分组"),
        Words(english: "block before the other", chinese: "另一个前面的分组"),
        Words(english: "equal block", chinese: "相同的分组"), Words(english: "forged block", chinese: "伪造的分组"),
        Words(english: "the cookie's block", chinese: "cookie 的分组"),
        Words(english: "known text", chinese: "已知的文本"), Words(english: "piece of the cookie", chinese: "cookie 的一段"),
        Words(english: "ciphertext XOR ciphertext", chinese: "密文 XOR 密文"),
        Words(english: "tag XOR tag", chinese: "认证标签 XOR 认证标签"),
        Words(english: "tag in the record", chinese: "记录中的认证标签"),
        Words(english: "tag under this key", chinese: "用这个密钥得到的认证标签"),
        Words(english: "record of the server", chinese: "服务器的记录"),
        Words(english: "record in its place", chinese: "取而代之的记录"),
        Words(english: "heartbeat request", chinese: "心跳请求"),
        Words(english: "what came back, its beginning", chinese: "返回内容的开头"),
        Words(english: "exponent x", chinese: "指数 x"),
        Words(english: "x in hexadecimal", chinese: "x 的十六进制"),
        Words(english: "x modulo the product", chinese: "x 模乘积的余数"),
        Words(english: "dh_Ys towards the victim", chinese: "发给受害者的 dh_Ys"),
        Words(english: "first prime of the key", chinese: "密钥的第一个素数"),
        Words(english: "modulus in the certificate", chinese: "证书中的模数"),
        Words(english: "modulus of the key", chinese: "密钥的模数"),
        Words(english: "the server's point", chinese: "服务器的点"),
        Words(english: "the point that she sent", chinese: "她发送的点"),
        Words(english: "the b of its curve", chinese: "它的曲线的 b"),
        Words(english: "key tried", chinese: "试用的密钥"), Words(english: "key of the tickets", chinese: "票据的密钥"),
        Words(english: "key block from it", chinese: "由它得到的密钥块"),
        Words(english: "handshake_secret tried", chinese: "试用的 handshake_secret"),
        Words(english: "half of the secret", chinese: "秘密的一半"),
        Words(english: "master secret with the victim", chinese: "与受害者的主密钥"),
        Words(english: "master secret with the server", chinese: "与服务器的主密钥"),
        Words(english: "tls-unique at the victim", chinese: "受害者一端的 tls-unique"),
        Words(english: "tls-unique at the server", chinese: "服务器一端的 tls-unique"),
        Words(english: "state", chinese: "状态"), Words(english: "its end", chinese: "它的末尾"),
        Words(english: "the server's random", chinese: "服务器的随机数"),
        Words(english: "the random that the client reads", chinese: "客户端读到的随机数"),
        Words(english: "the same, by Mallory", chinese: "同一条，由 Mallory 写出"),
    ]

    /// The values of either side.
    private static let sides: [Words] = Role.allCases.flatMap { side -> [Words] in
        let name = Chinese.name(side)
        return [
            Words(english: "\(side)'s share", chinese: "\(name)的密钥份额"),
            Words(english: "master_secret of the \(side)", chinese: "\(name)的 master_secret"),
            Words(english: "hash of what the \(side) has seen", chinese: "\(name)看到的内容的哈希"),
            Words(english: "Finished of the \(side)", chinese: "\(name)的 Finished"),
            Words(english: "the \(side)'s Hash(handshake_messages)", chinese: "\(name)的 Hash(handshake_messages)"),
        ]
    }

    /// The secrets of a connection and of the copy of its early data.
    private static let tried: [Words] = SecretName.allCases.flatMap { name -> [Words] in
        [
            Words(english: "\(name) then", chinese: "\(name)（当时）"),
            Words(english: "\(name) now", chinese: "\(name)（现在）"),
        ]
    }

    /// The values of several connections.
    private static let ofConnections: [Words] = (1...16).map { number in
        Words(english: "client_random of connection \(number)", chinese: "第 \(number) 个连接的 client_random")
    }
}
