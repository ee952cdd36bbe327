import Trace

/// What the card of lucky13 says.
struct Lucky13Card: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Thirteen octets and a hash"
        case .act: "Finds a cookie by the time that a hash takes"
        case .mistake:
            "The server computes a MAC whatever the padding says, but over as many octets as the padding leaves. More "
                + "octets can take one compression of the hash more."
        case .defence:
            "A record of one length takes the same number of compressions whatever its padding says. With "
                + "encrypt-then-MAC (RFC 7366) or an AEAD cipher there is nothing to hide."
        case .cost: "The server compresses idle blocks. The code is hard to write and to keep."
        case .remains: "Code that takes constant time in the source and not in the machine."
        case .misreading:
            "RFC 5246 section 6.2.3.2 says of this very channel: \"it is not believed to be large enough to be exploitable\"."
        case .goal, .limit: PaddingOracleCard(part: part).english
        }
    }

    var chinese: String {
        switch part {
        case .title: "十三个字节和一个哈希"
        case .act: "根据计算哈希所用的时间找出 cookie"
        case .mistake:
            "不管填充怎样，服务器都计算 MAC，但计算的只是填充之外的字节。字节多了，哈希就可能多一次压缩。"
        case .defence:
            "同样长度的记录，不管填充怎样，压缩的次数都相同。使用 encrypt-then-MAC（RFC 7366）或 AEAD 密码时，没有什么需要掩盖。"
        case .cost: "服务器要压缩多余的块。这样的代码难写，也难维护。"
        case .remains: "在源代码里用时恒定、在机器上却不恒定的代码。"
        case .misreading: "RFC 5246 6.2.3.2 节谈到的正是这个信道：“人们认为它没有大到可以利用的程度”。"
        case .goal, .limit: PaddingOracleCard(part: part).chinese
        }
    }
}

/// What is done and found in lucky13.
enum Lucky13Note: Remark {
    case cuts
    case pair
    case hit(String, after: Int64)
    case nothing

    var english: String {
        switch self {
        case .cuts:
            "As in padding-oracle, a script repeats a request whose cookie ends where a block ends, and she puts the "
                + "cookie's block behind a block of hers. She makes the record shorter: an IV and four blocks, 64 "
                + "octets. The MAC covers 13 octets more: sequence number, type, version and length. With wrong "
                + "padding the server takes 43 octets for data, and 13 + 43 = 56 octets take two compressions. With "
                + "two octets of padding or more it takes 42 or fewer, and one compression is enough."
        case .pair:
            "A padding of one octet makes no difference, so she guesses the last two digits together: 256 pairs. Then "
                + "each digit before them takes up to 16 guesses."
        case .hit(let guess, let time):
            "The guess \"\(guess)\" is answered after \(time) µs, sooner than others: one compression less. So the "
                + "record ended in 01 01."
        case .nothing:
            "All 256 pairs are answered after the same time, though the MAC covers more or fewer octets. She learns "
                + "nothing, and gives up."
        }
    }

    var chinese: String {
        switch self {
        case .cuts:
            "和 padding-oracle 一样，脚本反复发送一个请求，其中的 cookie 在一个块的末尾结束；她把 cookie 的块放在她自己的一个块后面。"
                + "她把记录缩短：一个 IV 和四个块，64 字节。MAC 还包含另外 13 字节：序号、类型、版本和长度。"
                + "填充错误时，服务器把 43 字节当作数据，13 + 43 = 56 字节，需要两次压缩。"
                + "填充有两个字节或更多时，它当作数据的是 42 字节或更少，一次压缩就够了。"
        case .pair:
            "只填充一个字节看不出差别，所以她把最后两位数字一起猜：256 对。然后前面的每位数字最多猜 16 次。"
        case .hit(let guess, let time):
            "猜测 \"\(guess)\" 在 \(time) µs 后得到应答，比其他的早：少一次压缩。所以这条记录以 01 01 结尾。"
        case .nothing:
            "全部 256 对都在相同的时间后得到应答，尽管 MAC 包含的字节有多有少。她什么也没有得知，只好放弃。"
        }
    }
}
