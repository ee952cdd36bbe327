import Trace

/// What the card of unsigned-dh says.
struct UnsignedDHCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Diffie–Hellman with a stranger"
        case .act: "Exchanges keys with a client that checks no signature"
        case .mistake:
            "The client does not verify the signature of the server's public value, or the suite (DH_anon) has no signature at all."
        case .goal: "She wants to read a request, and to change the answer."
        case .defence:
            "Only suites with a signature are spoken. The client verifies it over both randoms and the parameters, with the key of "
                + "the certificate (RFC 5246 section 7.4.3). A wrong one is answered with decrypt_error."
        case .cost: "One verification of a signature in each handshake, and a certificate for the server."
        case .remains:
            "Nothing of this kind, as long as the server's private key is secret. A wrong certificate is another attack: see attack mitm."
        case .misreading:
            "\"Diffie–Hellman makes a man in the middle hard\": it does not say with whom one agrees. \"Finished would notice\": each "
                + "Finished covers its own handshake, and both handshakes are honest ones with her."
        case .limit:
            "She is in the path from the beginning. How she got there (a wireless network, ARP, DNS) is left out. A search needs fewer moves of hers: "
                + "HandshakeSim explore --tls 1.2 --variant unsigned-dh finds an attack with 2."
        }
    }

    var chinese: String {
        switch part {
        case .title: "和陌生人做 Diffie–Hellman"
        case .act: "与不检查签名的客户端交换密钥"
        case .mistake: "客户端不验证服务器公开值的签名，或者密码套件（DH_anon）根本没有签名。"
        case .goal: "她想读到请求，并改动应答。"
        case .defence:
            "只使用带签名的密码套件。客户端用证书中的密钥验证签名，签名包含两个随机数和参数（RFC 5246 7.4.3 节）。"
                + "签名错误，就用 decrypt_error 应答。"
        case .cost: "每次握手验证一次签名，服务器还需要一张证书。"
        case .remains: "只要服务器的私钥保密，就没有这类攻击。错误的证书是另一种攻击：见 attack mitm。"
        case .misreading:
            "“有了 Diffie–Hellman，中间人就难做了”：它并不说明是在和谁商定。"
                + "“Finished 会发现”：每条 Finished 包含的是自己那次握手，而两次握手都是与她进行的诚实握手。"
        case .limit:
            "她从一开始就在路径上。她怎样到了那里（无线网络、ARP、DNS）略去不讲。搜索只需她更少的动作："
                + "HandshakeSim explore --tls 1.2 --variant unsigned-dh 用 2 个动作就找到一次攻击。"
        }
    }
}

/// What is done and found in unsigned-dh.
enum UnsignedDHNote: Remark {
    case offersForeign(bits: Int)
    case offersUnsigned
    case refused(Words)

    var english: String {
        switch self {
        case .offersForeign(let bits):
            "The client offers a suite with a signature. So she shows the server's own certificate, which is public. She draws an exponent x "
                + "and sends g^x as dh_Ys. She signs it with an RSA key of \(bits) bits that has nothing to do with the certificate."
        case .offersUnsigned:
            "The client offers DH_anon. So she sends no certificate and no signature. She draws an exponent x and sends g^x as dh_Ys."
        case .refused(let why):
            "The client verifies the signature with the key of the certificate. It has ended the handshake. Her TLS reports: \(why.english). She has "
                + "learned the client's hello, and nothing else."
        }
    }

    var chinese: String {
        switch self {
        case .offersForeign(let bits):
            "客户端提供一个带签名的密码套件。所以她出示服务器自己的证书，证书是公开的。她选取一个指数 x，把 g^x 作为 dh_Ys 发送。"
                + "她用一个 \(bits) 位的 RSA 密钥给它签名，这个密钥与证书毫无关系。"
        case .offersUnsigned:
            "客户端提供 DH_anon。所以她不发送证书，也不发送签名。她选取一个指数 x，把 g^x 作为 dh_Ys 发送。"
        case .refused(let why):
            "客户端用证书中的密钥验证签名。它结束了握手。她的 TLS 报告：\(why.chinese)。她只得知客户端的 hello 消息，别无所获。"
        }
    }
}
