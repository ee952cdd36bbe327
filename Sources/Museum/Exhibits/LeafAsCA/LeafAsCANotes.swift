import Trace

/// What the card of leaf-as-ca says.
struct LeafAsCACard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Every leaf an authority"
        case .act: "Signs a certificate for the server's name with the key of a leaf"
        case .mistake:
            "The client verifies each signature of the chain and never asks whether an issuer is an authority."
        case .goal: "She wants to pose as the server. She has a good certificate for a name of her own."
        case .defence:
            "Every issuer must be an authority: its basicConstraints has cA, its keyUsage has keyCertSign, and its "
                + "path length is kept (RFC 5280 section 6.1.4 (k) to (n))."
        case .cost: "Nothing: three fields that stand in the certificates."
        case .remains:
            "An authority that errs can certify her for the server's name. Certificate Transparency makes such a "
                + "certificate public (RFC 9162)."
        case .misreading:
            "\"A certificate that leads to an authority means the right server\": only if each one on the way may "
                + "certify."
        case .limit:
            "The genuine server takes no part. She answers at its address, as an attacker in the path can."
        }
    }

    var chinese: String {
        switch part {
        case .title: "每张叶子证书都是 CA"
        case .act: "用叶子证书的密钥签发写着服务器名称的证书"
        case .mistake: "客户端验证证书链中的每个签名，却从不问颁发者是不是 CA。"
        case .goal: "她想冒充服务器。她有一张真的证书，写的是她自己的名称。"
        case .defence:
            "每个颁发者都必须是 CA：它的 basicConstraints 有 cA，它的 keyUsage 有 keyCertSign，"
                + "路径长度也没有超出（RFC 5280 6.1.4 节 k 至 n 项）。"
        case .cost: "没有代价：就是证书里已有的三个字段。"
        case .remains: "CA 出错时，可能为她签发写着服务器名称的证书。证书透明度使这样的证书公开（RFC 9162）。"
        case .misreading: "“证书通向一个 CA，服务器就没错”：只有路上的每一个都有权签发才是这样。"
        case .limit: "真正的服务器没有参与。她在它的地址上应答，路径上的攻击者做得到这一点。"
        }
    }
}

/// What is done and found in leaf-as-ca.
enum LeafAsCANote: Remark {
    case signs
    case accepted([UInt8])
    case refused(Words)

    var english: String {
        switch self {
        case .signs:
            "She has a certificate for \(Impostor.ownHost), honestly issued. With its key she signs a certificate for "
                + "the server's name. She shows the forged one, then her own, then that of the authority."
        case .accepted(let octets):
            "All signatures verify, the name fits, and the last issuer is trusted. The client goes on. She reads: "
                + "\(quotedLines(octets))."
        case .refused(let error):
            "The client sees that the second certificate belongs to no authority. It ends the handshake: \(error.english)."
        }
    }

    var chinese: String {
        switch self {
        case .signs:
            "她有一张 \(Impostor.ownHost) 的证书，是正当签发的。她用它的密钥签发一张写着服务器名称的证书。"
                + "她依次出示伪造的证书、自己的证书和 CA 的证书。"
        case .accepted(let octets):
            "所有签名都验证通过，名称相符，最后的颁发者受信任。客户端继续。她读到：\(quotedLines(octets))。"
        case .refused(let error): "客户端发现第二张证书不属于任何 CA。它结束握手：\(error.chinese)。"
        }
    }
}
