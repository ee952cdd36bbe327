import Trace

/// What the card of e3-forgery says.
struct E3ForgeryCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A signature without a key"
        case .act: "Forges a signature of an authority without its key"
        case .mistake:
            "The client reads the block of an RSA signature from the left, 00 01 ff … ff 00 and the digest, and does "
                + "not ask what follows."
        case .goal: "She wants to pose as the server. She has no key of any authority."
        case .defence:
            "The client makes the block that it expects and compares all of it (RFC 8017 section 8.2.2; RFC 5246 "
                + "appendix D.4 asks about this)."
        case .cost: "Nothing."
        case .remains:
            "Nothing of this kind. Since then authorities use the exponent 65537, for which the trick leaves no room."
        case .misreading:
            "\"To verify is to decrypt and to look for the digest\", and \"without the private key there is no "
                + "signature\": the first makes the second false."
        case .limit:
            "It takes an authority with the public exponent 3. With 1,024 bits such a block would leave too little "
                + "room for this simple form."
        }
    }

    var chinese: String {
        switch part {
        case .title: "没有密钥的签名"
        case .act: "没有 CA 的密钥，却伪造它的签名"
        case .mistake: "客户端从左边读 RSA 签名的块，00 01 ff … ff 00 和摘要，却不问后面是什么。"
        case .goal: "她想冒充服务器。她没有任何 CA 的密钥。"
        case .defence: "客户端自己构造应有的块，并比较整个块（RFC 8017 8.2.2 节；RFC 5246 附录 D.4 也问到这一点）。"
        case .cost: "没有代价。"
        case .remains: "这一类攻击没有了。在那以后，CA 都使用指数 65537，不给这个手法留下余地。"
        case .misreading: "“验证就是解密，再找出摘要”和“没有私钥就没有签名”：前一句使后一句不成立。"
        case .limit: "它要求 CA 的公开指数是 3。若密钥是 1,024 位，这样的块留下的余地太小，用不了这种简单的形式。"
        }
    }
}

/// What is done and found in e3-forgery.
enum E3ForgeryNote: Remark {
    case writes
    case cubes
    case accepted([UInt8])
    case refused(Words)

    var english: String {
        switch self {
        case .writes:
            "She writes a certificate for the server's name with a key of hers, in the name of an authority with e = "
                + "3. The client trusts this authority."
        case .cubes:
            "She makes the block 00 01, eight octets ff, 00, DigestInfo, and fills it up with zeros. Then s is the "
                + "cube root, rounded up. The error falls into the zeros. s^3 is below the modulus, so that neither "
                + "the modulus nor a private key is needed."
        case .accepted(let octets):
            "The client finds the digest where it looks for it and trusts her certificate. She reads: "
                + "\(quotedLines(octets))."
        case .refused(let error):
            "The client compares the whole block, and finds rubbish. It ends the handshake: \(error.english)."
        }
    }

    var chinese: String {
        switch self {
        case .writes: "她用自己的密钥，为服务器的名称写一张证书，署名是一个 e = 3 的 CA。客户端信任这个 CA。"
        case .cubes:
            "她构造一个块：00 01、八个字节 ff、00、DigestInfo，再用零补满。然后取立方根并向上取整，得到 s，误差落在零的位置。s^3 小于模数，所以既不需要模数，"
                + "也不需要私钥。"
        case .accepted(let octets): "客户端在它寻找的地方找到了摘要，于是信任她的证书。她读到：\(quotedLines(octets))。"
        case .refused(let error): "客户端比较整个块，发现后面是垃圾。它结束握手：\(error.chinese)。"
        }
    }
}
