import Trace

/// What the card of ccs-injection says.
struct CCSInjectionCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Too early"
        case .act: "Inserts a message too early, so that both ends use keys she can compute"
        case .mistake:
            "Both ends take a ChangeCipherSpec before the key exchange. The key block is then made from an empty master secret, and it stays."
        case .goal: "She wants to read a request, whatever the key exchange is."
        case .defence:
            "ChangeCipherSpec has one place: behind the key exchange (RFC 5246 section 7.1). Anywhere else it is answered with "
                + "unexpected_message."
        case .cost: "Nothing."
        case .remains: "Nothing of this kind. One careful end is enough: its alert ends the connection."
        case .misreading:
            "\"ChangeCipherSpec is a formality\": it brings the keys into force that are there. \"Finished would notice\": ChangeCipherSpec is "
                + "no handshake message, so it is in no transcript."
        case .limit:
            "The keys stay the first ones here, as in OpenSSL before 1.0.1h, which made its key block only once."
        }
    }

    var chinese: String {
        switch part {
        case .title: "来得太早"
        case .act: "提早插入一条消息，使两端都用她能算出的密钥"
        case .mistake: "两端在密钥交换之前就接受 ChangeCipherSpec。密钥块于是由空的主密钥得到，而且不再改变。"
        case .goal: "无论密钥交换是哪一种，她都想读到请求。"
        case .defence: "ChangeCipherSpec 只有一个位置：在密钥交换之后（RFC 5246 7.1 节）。出现在别处，就用 unexpected_message 回答。"
        case .cost: "没有代价。"
        case .remains: "这一类攻击没有了。只要有一端小心就够了：它的警报会结束连接。"
        case .misreading:
            "“ChangeCipherSpec 只是走形式”：它使当时已有的密钥生效。“Finished 会发现”：ChangeCipherSpec 不是握手消息，所以不在任何握手全文里。"
        case .limit: "这里一直使用最早的密钥，与 1.0.1h 之前的 OpenSSL 一样：它的密钥块只计算一次。"
        }
    }
}

/// What is done and found in ccs-injection.
enum CCSInjectionNote: Remark {
    case inserted
    case early
    case finished
    case reads(octets: Int)
    case refused(String)

    var english: String {
        switch self {
        case .inserted: "She sends a ChangeCipherSpec in the client's name."
        case .early:
            "ServerHello has passed. She inserts a ChangeCipherSpec behind it for the client, and sends one to the server in the client's name. "
                + "Only the two randoms are settled. Both are public, and so is the key block that comes from them and an empty master secret. "
                + "From now on she encrypts what goes on to each end, and decrypts what comes under these keys."
        case .finished:
            "The key exchange goes on, and both ends compute the real master secret. Both Finished are made from it and are right. "
                + "She has swallowed the two real ChangeCipherSpecs. The keys of the records stay those of the empty master secret."
        case .reads(let octets):
            "She has read the request of \(counted(octets, "octet")). The server has answered it. Diffie–Hellman, the certificate and the "
                + "signature were all right."
        case .refused(let alert):
            "A ChangeCipherSpec that comes before the key exchange is refused with the alert \(alert). The handshake is over, and no request has been sent."
        }
    }

    var chinese: String {
        switch self {
        case .inserted: "她以客户端的名义发送一条 ChangeCipherSpec。"
        case .early:
            "ServerHello 已经通过。她在它后面给客户端插入一条 ChangeCipherSpec，又以客户端的名义给服务器发一条。这时定下来的只有两个随机数。它们是公开的，"
                + "由它们和空的主密钥得到的密钥块也就是公开的。从现在起，发往每一端的内容她用这些密钥加密，收到的内容她用这些密钥解密。"
        case .finished: "密钥交换继续进行，两端算出真正的主密钥。两条 Finished 都由它得到，都是对的。她吞掉了两条真正的 ChangeCipherSpec。记录的密钥仍然来自空的主密钥。"
        case .reads(let octets): "她读到了 \(octets) 字节的请求，服务器已经应答。Diffie–Hellman、证书和签名全都没有问题。"
        case .refused(let alert): "在密钥交换之前到来的 ChangeCipherSpec 被拒绝，警报是 \(alert)。握手到此结束，请求没有发出。"
        }
    }
}
