import Trace

/// What the card of triple-handshake says.
struct TripleHandshakeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "One secret, two conversations"
        case .act: "Logs in to a server in the name of a victim who visits her site"
        case .mistake:
            "The master secret comes from the premaster secret and two randoms, and from nothing that names the server. So two "
                + "handshakes with two certificates can have the same one."
        case .goal:
            "The victim visits her site. She wants to use the visit to log in to another server as the victim."
        case .defence:
            "The extended master secret comes from a hash over the whole handshake up to ClientKeyExchange, certificates included "
                + "(RFC 7627 section 4)."
        case .cost: "One hash that is computed anyway. Both sides have to offer the extension."
        case .remains: "Nothing of this kind. TLS 1.3 has every secret depend on the transcript."
        case .misreading:
            "\"Equal keys need equal certificates\": RSA key transport gives the premaster secret to the server, who can use it again. \"The "
                + "extension makes the key longer\": it has 48 octets as before."
        case .limit:
            "The original attack had a third handshake, a renegotiation with a client certificate. Here a signature over tls-unique proves who "
                + "the client is, at every site with the same key. The server does not mind that the hello names another host."
        }
    }

    var chinese: String {
        switch part {
        case .title: "一个秘密，两场对话"
        case .act: "以访问她网站的受害者的身份登录一台服务器"
        case .mistake:
            "主密钥来自预主密钥和两个随机数，其中没有任何一项说明是哪台服务器。所以两次握手的证书不同，主密钥却可以相同。"
        case .goal: "受害者访问她的网站。她想利用这次访问，以受害者的身份登录另一台服务器。"
        case .defence:
            "扩展主密钥来自到 ClientKeyExchange 为止整个握手的哈希，证书也在其中（RFC 7627 4 节）。"
        case .cost: "一次哈希，而它反正要计算。双方都必须提供这个扩展。"
        case .remains: "没有这类攻击。TLS 1.3 的每个秘密都依赖握手全文。"
        case .misreading:
            "“密钥相同，证书就必须相同”：RSA 密钥传输把预主密钥交给服务器，服务器可以再次使用它。"
                + "“这个扩展使密钥更长”：它和以前一样是 48 字节。"
        case .limit:
            "原来的攻击还有第三次握手，即带客户端证书的重新协商。这里，客户端用对 tls-unique 的签名证明自己是谁，在每个网站都用同一个密钥。"
                + "hello 消息写着另一台主机，服务器并不在意。"
        }
    }
}

/// What is done and found in triple-handshake.
enum TripleHandshakeNote: Remark {
    case visits(String)
    case first(areEqual: Bool)
    case resumption(areEqual: Bool)
    case welcome
    case refused

    var english: String {
        switch self {
        case .visits(let site):
            "The victim visits \(site). The site is hers, with a good certificate. She passes the victim's hello on to another server, and that "
                + "server's hello back: both connections have the same two randoms."
        case .first(areEqual: true):
            "The victim has encrypted its premaster secret to her key. She has decrypted it, and has encrypted it again to the server's key. Both "
                + "master secrets are equal. The certificates differ, and so do the Finished messages."
        case .first(areEqual: false):
            "The victim has encrypted its premaster secret to her key. She has decrypted it, and has encrypted it again to the server's key. Both "
                + "sides have agreed on the extended master secret: the certificates differ, and so do the two master secrets. She has both."
        case .resumption(areEqual: true):
            "The victim resumes its session, and she resumes the other one. A resumption shows no certificate: now every message is the same on "
                + "both connections, and so is the first Finished. That is the channel binding tls-unique."
        case .resumption(areEqual: false):
            "The victim resumes its session, and she resumes the other one. The messages are the same, but the secrets are not. So the first "
                + "Finished differs, and with it the channel binding tls-unique."
        case .welcome:
            "The victim logs in with a signature over its tls-unique. She passes it on. It is right for her connection with the server, which "
                + "welcomes her as the victim."
        case .refused:
            "The victim logs in with a signature over its tls-unique. She passes it on. The server's tls-unique is another one: the proof is not for "
                + "this connection, and the server says so."
        }
    }

    var chinese: String {
        switch self {
        case .visits(let site):
            "受害者访问 \(site)。网站是她的，有一张真的证书。她把受害者的 hello 消息转给另一台服务器，"
                + "再把那台服务器的 hello 消息转回来：两个连接使用同样的两个随机数。"
        case .first(areEqual: true):
            "受害者用她的密钥加密自己的预主密钥。她解密出来，再用服务器的密钥加密。两个主密钥相等。证书不同，Finished 消息也不同。"
        case .first(areEqual: false):
            "受害者用她的密钥加密自己的预主密钥。她解密出来，再用服务器的密钥加密。双方商定了扩展主密钥："
                + "证书不同，两个主密钥也就不同。这两个主密钥她都有。"
        case .resumption(areEqual: true):
            "受害者恢复自己的会话，她恢复另一个会话。会话恢复不出示证书：现在两个连接上的每条消息都相同，第一条 Finished 也相同。"
                + "它就是通道绑定 tls-unique。"
        case .resumption(areEqual: false):
            "受害者恢复自己的会话，她恢复另一个会话。消息相同，但秘密不同。所以第一条 Finished 不同，"
                + "通道绑定 tls-unique 也随之不同。"
        case .welcome:
            "受害者给自己的 tls-unique 签名，用这个签名登录。她把签名转交给服务器。对她与服务器的连接来说，这个签名是对的，"
                + "服务器把她当作受害者来欢迎。"
        case .refused:
            "受害者给自己的 tls-unique 签名，用这个签名登录。她把签名转交给服务器。服务器的 tls-unique 却是另一个："
                + "这个证明不适用于这个连接，服务器也指出了这一点。"
        }
    }
}
