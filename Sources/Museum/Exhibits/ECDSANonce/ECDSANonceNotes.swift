import Trace

/// What the card of ecdsa-nonce says.
struct ECDSANonceCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "One nonce, two signatures"
        case .act: "Computes a server's private key from two signatures with one nonce"
        case .mistake:
            "The nonce of the server's ECDSA signatures comes from few values, so that it repeats: 1,024 in this run, "
                + "64 in the short variant."
        case .goal: "She wants the server's private key, and then to pose as the server."
        case .defence:
            "The nonce is computed from the private key and the message, so that another message has another nonce "
                + "(RFC 6979 section 3.2)."
        case .cost: "One HMAC or a few more for each signature."
        case .remains:
            "A nonce that is only biased, so that some of its bits can be guessed, gives the key away as well, with a "
                + "lattice."
        case .misreading:
            "\"To sign takes a secret key and nothing else\": with ECDSA it also takes a secret number for each "
                + "signature. \"Forward secrecy protects\": it protects what was said before the theft, and not the "
                + "server's name."
        case .limit:
            "How the last visitor is led to her address is not shown: a false answer of DNS, or a router, can do it. "
                + "The careless server makes its few nonces from its key, so that she cannot simply try them all."
        }
    }

    var chinese: String {
        switch part {
        case .title: "一个 nonce，两个签名"
        case .act: "由两个 nonce 相同的签名算出服务器的私钥"
        case .mistake: "服务器的 ECDSA 签名所用的 nonce 只有不多的取值，所以会重复：这次运行有 1,024 个值，变体 short 有 64 个。"
        case .goal: "她想得到服务器的私钥，然后冒充服务器。"
        case .defence: "nonce 由私钥和消息算出，所以消息不同，nonce 就不同（RFC 6979 3.2 节）。"
        case .cost: "每个签名多算一次或几次 HMAC。"
        case .remains: "nonce 即使只是有偏差，使人能猜出其中几位，也会用格的方法暴露密钥。"
        case .misreading: "“签名只需要一个保密的密钥”：ECDSA 的每个签名还需要一个保密的数。“前向保密会保护”：它保护失窃以前说过的内容，不保护服务器的名称。"
        case .limit: "最后一位访客怎样被引到她的地址，这里不演示：DNS 的假应答或路由器都能做到。这台粗心的服务器由它的密钥得到那几个 nonce，所以她不能简单地把它们全部试一遍。"
        }
    }
}

/// What is done and found in ecdsa-nonce.
enum ECDSANonceNote: Remark {
    case waits
    case reads
    case couldPose
    case repeats(Int)
    case computes
    case poses([UInt8])
    case noRepeat(Int)

    var english: String {
        switch self {
        case .reads:
            "She reads the handshakes of the recording one after the other, and keeps of each the signature of ServerKeyExchange and what "
                + "it covers."
        case .couldPose:
            "With this key she can pose as the server. For that she has to be in the path of a client: a recording is not enough."
        case .waits:
            "She records handshakes and keeps the signature of each ServerKeyExchange. It is a pair of numbers, r and "
                + "s. The number r depends on the nonce alone."
        case .repeats(let count):
            "In handshake \(count) she sees an r for the second time. Two signatures have one nonce k: s1 · k = z1 + r "
                + "· d and s2 · k = z2 + r · d, where z is the digest of what was signed. She can compute both digests."
        case .computes:
            "k = (z1 - z2) / (s1 - s2) and d = (s1 · k - z1) / r, modulo the order of the curve. d · G is the public "
                + "key in the certificate."
        case .poses(let octets):
            "The next visitor is led to her address. She shows the server's certificate and signs her own parameters "
                + "with d. The client verifies everything and finds nothing wrong. It says: \(quotedLines(octets))."
        case .noRepeat(let count):
            "She has recorded \(counted(count, "handshake")), and no r came twice. Each signature is of other octets "
                + "and so has another nonce."
        }
    }

    var chinese: String {
        switch self {
        case .reads: "她依次读录下的流量中的握手，保存每次握手中 ServerKeyExchange 的签名和它覆盖的内容。"
        case .couldPose: "有了这个密钥，她可以冒充服务器。为此她必须在客户端的路径中间，只有录下的流量还不够。"
        case .waits: "她录下握手，保存每条 ServerKeyExchange 的签名。签名是一对数 r 和 s，其中 r 只取决于 nonce。"
        case .repeats(let count):
            "在第 \(count) 次握手中，她第二次看到同一个 r。两个签名用了同一个 nonce k："
                + "s1 · k = z1 + r · d 和 s2 · k = z2 + r · d，其中 z 是签名内容的摘要。两个摘要她都能计算。"
        case .computes: "k = (z1 - z2) / (s1 - s2)，d = (s1 · k - z1) / r，都对曲线的阶取模。d · G 就是证书中的公钥。"
        case .poses(let octets):
            "下一位访客被引到她的地址。她出示服务器的证书，用 d 给自己的参数签名。客户端验证了一切，没有发现问题。它说：\(quotedLines(octets))。"
        case .noRepeat(let count): "她录下了 \(count) 次握手，没有一个 r 出现两次。每个签名针对的字节都不同，所以 nonce 也不同。"
        }
    }
}
