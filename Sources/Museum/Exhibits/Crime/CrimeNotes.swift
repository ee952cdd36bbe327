import Trace

/// What the card of crime says.
struct CrimeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Length is information"
        case .act: "Finds a cookie from the lengths of compressed records"
        case .mistake: "TLS compresses what the attacker chooses together with what she must not learn."
        case .goal:
            "She wants the cookie in the requests of another's browser. She sees only how long the records are."
        case .defence: "No compression in TLS: method 0 alone (RFC 9325 section 3.3). TLS 1.3 has no other."
        case .cost: "Long texts are sent at their full length, where the application does not compress by itself."
        case .remains:
            "Compression above TLS, such as that of HTTP, does the same to secrets in answers (BREACH, 2013). There "
                + "the secret has to be masked anew each time."
        case .misreading:
            "\"Encryption hides what was said\": it does not hide how much. \"Compress first, it is safer\": here it is the leak."
        case .limit:
            "The compressor is one of this program: DEFLATE with fixed Huffman codes, each record by itself. Her own "
                + "compressor is the same."
        }
    }

    var chinese: String {
        switch part {
        case .title: "长度就是信息"
        case .act: "由压缩后的记录的长度得到 cookie"
        case .mistake: "TLS 把攻击者选择的内容和不能让她知道的内容放在一起压缩。"
        case .goal: "她想得到别人的浏览器在请求中发送的 cookie。她只看得到记录的长度。"
        case .defence: "TLS 中不压缩：只有方法 0（RFC 9325 3.3 节）。TLS 1.3 没有别的方法。"
        case .cost: "如果应用程序自己不压缩，长的文本就按原来的长度发送。"
        case .remains: "TLS 之上的压缩，例如 HTTP 的压缩，对应答中的秘密有同样的作用（BREACH，2013）。那里每次都要用新的掩码把秘密遮住。"
        case .misreading: "“加密把说了什么藏起来”：它不隐藏说了多少。“先压缩更安全”：泄露正是由此而来。"
        case .limit: "压缩用的是本程序自己的：DEFLATE，固定的 Huffman 编码，每条记录单独压缩。她自己的压缩程序也一样。"
        }
    }
}

/// What is done and found in crime.
enum CrimeNote: Remark {
    case asks
    case reckons
    case lengths([(text: String, length: Int)])
    case doubts(Int)
    case read(String)
    case nothing(Int)

    var english: String {
        switch self {
        case .asks:
            "A script in the victim's browser sends requests whose path it chooses. She puts \"Cookie: id=\" and a guess into the path, then 300 "
                + "octets that occur nowhere else. Where TLS compresses, DEFLATE replaces what occurs again by its length and its "
                + "distance. If the guess is right, the piece that is replaced in the real line is longer, and the record "
                + "is shorter by an octet."
        case .reckons:
            "The guess also compresses with other parts of the request. So she reckons with a compressor of her own "
                + "what the length would be with another cookie, and looks at the difference. The digit whose "
                + "difference is unlike that of the others is the right one."
        case .lengths(let lengths):
            "The lengths of the first sixteen records: "
                + lengths.map { "\($0.length) for \"\($0.text.suffix(1))\"" }.joined(separator: ", ") + "."
        case .doubts(let count):
            "\(counted(count, "time")) the lengths did not settle the digit. Then she asked again for all sixteen with one to "
                + "seven octets of nine bits in front, and added the lengths up: so she sees single bits."
        case .read(let cookie): "Digit after digit follows. The cookie is \"\(cookie)\"."
        case .nothing(let count):
            "All \(counted(count, "record")) are as long as the requests in them, with a nonce and a tag. The lengths "
                + "tell nothing, and she gives up."
        }
    }

    var chinese: String {
        switch self {
        case .asks:
            "受害者的浏览器里有一个脚本，它发送请求，路径由它选择。她在路径里放入 \"Cookie: id=\" 和一个猜测，再加上 300 字节别处没有的内容。TLS 压缩时，"
                + "DEFLATE 把再次出现的内容换成它的长度和距离。如果猜对了，真正的那一行里被替换的一段就更长，记录就短一个字节。"
        case .reckons: "这个猜测与请求的其他部分也会一起压缩。所以她用自己的压缩程序计算：换一个 cookie，长度会是多少，然后看差值。哪一位数字的差值与其他的不同，哪一位就是对的。"
        case .lengths(let lengths):
            "前十六条记录的长度："
                + lengths.map { "\($0.length)（\"\($0.text.suffix(1))\"）" }.joined(separator: "、") + "。"
        case .doubts(let count): "有 \(count) 次，长度没有定出这一位数字。她就把十六个全部再问一遍，前面放上一到七个占九位的字节，再把长度加起来：这样她能看到单个的位。"
        case .read(let cookie): "数字一位一位得到。cookie 是 \"\(cookie)\"。"
        case .nothing(let count): "全部 \(count) 条记录的长度，都等于其中的请求加上 nonce 和认证标签。长度没有透露任何东西，她放弃了。"
        }
    }
}
