import Trace

/// What the card of poodle says.
struct PoodleCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Padding that is not checked"
        case .act: "Finds a cookie through padding that a server does not check"
        case .mistake:
            "The server looks at the last octet of the padding, its length, and not at the octets before it. SSL 3.0 "
                + "leaves them undefined."
        case .goal: "She wants the cookie in the requests of another's browser. She has no key."
        case .defence:
            "Every octet of the padding has to hold its length (RFC 5246 section 6.2.3.2). SSL 3.0 cannot ask that, so "
                + "it is not spoken any more (RFC 7568), and a client does not fall back to it (RFC 7507)."
        case .cost: "Nothing, but clients that know only SSL 3.0."
        case .remains:
            "The time that the check takes must not tell anything either: the exhibits padding-oracle and lucky13."
        case .misreading:
            "\"It is an attack on SSL 3.0 alone\": some servers of TLS made the same mistake (CVE-2014-8730), as this one does. "
                + "\"Padding carries no data, so it needs no check\": she puts data there."
        case .limit:
            "The connection speaks TLS 1.2 with an explicit IV. She does not have to bring it down to SSL 3.0 first. "
                + "Both ends keep a "
                + "session after a fatal alert, against RFC 5246 section 7.2.2, so that a connection is short."
        }
    }

    var chinese: String {
        switch part {
        case .title: "不检查的填充"
        case .act: "利用服务器不检查的填充找出 cookie"
        case .mistake:
            "服务器只看填充的最后一个字节，即填充长度，不看它前面的字节。SSL 3.0 没有规定这些字节的值。"
        case .goal: "她想要别人浏览器的请求中的 cookie。她没有密钥。"
        case .defence:
            "填充的每个字节都必须等于填充长度（RFC 5246 6.2.3.2 节）。SSL 3.0 不能要求这一点，所以不再使用它（RFC 7568），"
                + "客户端也不回退到它（RFC 7507）。"
        case .cost: "没有代价，只是失去那些只懂 SSL 3.0 的客户端。"
        case .remains: "检查所用的时间也不能透露任何东西：见展品 padding-oracle 和 lucky13。"
        case .misreading:
            "“这种攻击只针对 SSL 3.0”：有些 TLS 服务器犯了同样的错误（CVE-2014-8730），这台服务器也是。"
                + "“填充不带数据，所以不需要检查”：她把数据放在那里。"
        case .limit:
            "连接使用带显式 IV 的 TLS 1.2。她不必先把它降级到 SSL 3.0。"
                + "发生致命警报之后，两端仍然保留会话，这违反 RFC 5246 7.2.2 节；这样每个连接可以很短。"
        }
    }
}

/// What is done and found in poodle.
enum PoodleNote: Remark {
    case aligned
    case swaps
    case accepted(after: Int, octet: UInt8)
    case read(String)
    case refused(Int)

    var english: String {
        switch self {
        case .aligned:
            "A script in the victim's browser sends requests, each in a connection of its own. It chooses path and "
                + "body of such lengths that the wanted octet of the cookie is the last of a block, and that the last "
                + "block is nothing but padding: fifteen octets and their length, 15."
        case .swaps:
            "She replaces the last block of the record by a copy of the block with the wanted octet. Request and MAC "
                + "stay as they are. The server decrypts the copy. Its last octet comes out as 15 once in 256 records, "
                + "because each connection has other keys and another IV. A server that looks at this octet alone then "
                + "removes the block as padding, and the MAC is right."
        case .accepted(let count, let octet):
            "Record \(count) is answered, and not with an alert. So 15 = (last octet of the decrypted block) XOR (last "
                + "octet of the block before the last). The same decrypted block XOR the block before the original one "
                + "is the cookie's octet: \(Hex.string([octet]))."
        case .read(let cookie):
            "Each further octet costs her as much: she shifts the request by one and goes on. The cookie is "
                + "\"\(cookie)\"."
        case .refused(let count):
            "The server has refused all \(counted(count, "record")). Sixteen octets are never right by chance."
        }
    }

    var chinese: String {
        switch self {
        case .aligned:
            "受害者浏览器中的一个脚本发送请求，每个请求用一个单独的连接。它选择路径和正文的长度，"
                + "使想要的那个 cookie 字节成为一个块的最后一个字节，并使最后一个块全是填充：十五个字节和它们的长度 15。"
        case .swaps:
            "她把记录的最后一个块换成想要的字节所在的块。请求和 MAC 保持原样。服务器解密这个换上的块。"
                + "因为每个连接的密钥和 IV 都不同，最后一个字节解出来是 15 的情况，256 条记录中有一次。"
                + "只看这个字节的服务器就把这个块当作填充去掉，MAC 也是对的。"
        case .accepted(let count, let octet):
            "第 \(count) 条记录得到应答，而且应答不是警报。所以 15 =（解密的块的最后一个字节）XOR（倒数第二个块的最后一个字节）。"
                + "同一个解密的块 XOR 原来那个块之前的块，就得到 cookie 的字节：\(Hex.string([octet]))。"
        case .read(let cookie):
            "以后每个字节的代价相同：她把请求移动一个字节，继续下去。cookie 是 \"\(cookie)\"。"
        case .refused(let count): "服务器拒绝了全部 \(count) 条记录。十六个字节不会碰巧都对。"
        }
    }
}
