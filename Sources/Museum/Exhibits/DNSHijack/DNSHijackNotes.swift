import Simulator
import Trace

/// What the card of dns-hijack says.
struct DNSHijackCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The right authority, the wrong name"
        case .act: "Poses as a server with a certificate for another name"
        case .mistake: "The client verifies the chain of certificates and does not compare the name."
        case .goal: "She wants to pose as the server. She has a good certificate for a name of her own."
        case .defence:
            "The client compares the name that it wanted with the names in the certificate (RFC 9525 section 6)."
        case .cost: "Nothing."
        case .remains:
            "An authority that errs can certify her for the server's name. The genuine certificate alone does not help "
                + "her: without its private key she can neither open a premaster secret nor sign."
        case .misreading:
            "\"A certificate of an authority means the right server\"; \"DNSSEC or a VPN would replace the check\": "
                + "they protect the way to an address, and not who answers there; \"it is enough to copy the "
                + "certificate\"."
        case .limit:
            "The false answer of DNS is not shown. The run begins when the client has her address and takes it for the "
                + "server's."
        }
    }

    var chinese: String {
        switch part {
        case .title: "CA 对，名称不对"
        case .act: "用属于另一个名称的证书冒充服务器"
        case .mistake: "客户端验证证书链，却不比较名称。"
        case .goal: "她想冒充服务器。她有一张好证书，属于她自己的名称。"
        case .defence: "客户端把它要访问的名称与证书中的名称比较（RFC 9525 6 节）。"
        case .cost: "没有代价。"
        case .remains: "犯错的 CA 可能给她签发服务器名称的证书。只有真正的证书对她没有用：没有它的私钥，她既不能打开预主密钥，也不能签名。"
        case .misreading: "“有 CA 的证书，就是对的服务器”；“DNSSEC 或 VPN 可以代替这项检查”：它们保护通往一个地址的路，而不管那里由谁应答；“复制证书就够了”。"
        case .limit: "这里不演示 DNS 的假应答。运行开始时，客户端已经有她的地址，并把它当作服务器的地址。"
        }
    }
}

/// What is done and found in dns-hijack.
enum DNSHijackNote: Remark {
    case leads
    case accepted([UInt8])
    case refused(Words)

    var english: String {
        switch self {
        case .leads:
            "A false answer of DNS has led the client to her address. It asks for \(Visit.hostName). She shows her "
                + "certificate for \(Impostor.ownHost), honestly issued by an authority that the client trusts."
        case .accepted(let octets):
            "The chain is good, and the client asks no more. She reads: \(quotedLines(octets))."
        case .refused(let error): "The client compares the names. It ends the handshake: \(error.english)."
        }
    }

    var chinese: String {
        switch self {
        case .leads:
            "DNS 的假应答把客户端引到她的地址。客户端要访问的是 \(Visit.hostName)。她出示自己的证书，它属于 \(Impostor.ownHost)，"
                + "由客户端信任的 CA 正当签发。"
        case .accepted(let octets): "证书链没有问题，客户端不再多问。她读到：\(quotedLines(octets))。"
        case .refused(let error): "客户端比较名称。它结束握手：\(error.chinese)。"
        }
    }
}
