import Trace

/// What the card of version-downgrade says.
struct VersionDowngradeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "TLS 1.3 taken out of the hello"
        case .act: "Makes two sides that both speak TLS 1.3 agree on TLS 1.2"
        case .mistake:
            "The client offers TLS 1.3 and is answered with TLS 1.2. It does not look for the sign in the server's random, and it takes a weak "
                + "group of TLS 1.2."
        case .goal:
            "Mallory, who is in the path, wants two sides that both speak TLS 1.3 to speak TLS 1.2, where she can compute the keys and read the request."
        case .defence:
            "A server of TLS 1.3 that answers with TLS 1.2 ends its random with \"DOWNGRD\" and 01. A client that has offered TLS 1.3 looks for "
                + "it, and stops with illegal_parameter (RFC 8446 section 4.1.3)."
        case .cost: "Eight octets of the server's random, which has 24 random octets left."
        case .remains:
            "A server that does not speak TLS 1.3 sets no sign. With RSA key transport the random has no signature, so she can take the sign "
                + "out: --changed random --exchange stolen-key shows it."
        case .misreading:
            "\"Finished covers the hello, so the version is safe\": it is as safe as the weakest exchange that both accept. \"She could take "
                + "the sign out\": the random is signed in ServerKeyExchange, and --changed random ends with decrypt_error."
        case .limit:
            "The group has 512 bits and an order of small factors, so that she finds the exponent at once. In a real group of 512 bits an "
                + "attacker works for a week beforehand: see logjam for how."
        }
    }

    var chinese: String {
        switch part {
        case .title: "从 hello 消息中拿掉 TLS 1.3"
        case .act: "使都支持 TLS 1.3 的双方商定使用 TLS 1.2"
        case .mistake:
            "客户端提供 TLS 1.3，得到的应答是 TLS 1.2。它不在服务器的随机数中寻找标记，还接受 TLS 1.2 的一个弱群。"
        case .goal:
            "Mallory 在路径上。双方都支持 TLS 1.3，她想让双方使用 TLS 1.2，这样她就能算出密钥，读到请求。"
        case .defence:
            "支持 TLS 1.3 的服务器用 TLS 1.2 应答时，随机数以 \"DOWNGRD\" 和 01 结尾。提供了 TLS 1.3 的客户端寻找这个标记，"
                + "用 illegal_parameter 停下（RFC 8446 4.1.3 节）。"
        case .cost: "服务器随机数的八个字节，还剩 24 个随机字节。"
        case .remains:
            "不支持 TLS 1.3 的服务器不设标记。使用 RSA 密钥传输时，随机数没有签名，所以她可以去掉标记："
                + "--changed random --exchange stolen-key 会演示。"
        case .misreading:
            "“Finished 包含 hello 消息，所以版本是安全的”：双方都接受的最弱的密钥交换有多安全，版本就有多安全。"
                + "“她可以去掉标记”：随机数在 ServerKeyExchange 中签了名，--changed random 以 decrypt_error 结束。"
        case .limit:
            "群有 512 位，阶是许多小因子的积，所以她立刻找到指数。对真正的 512 位的群，攻击者事先要算一周：怎样算，见 logjam。"
        }
    }
}
