import Trace

/// What the card of padding-oracle says.
struct PaddingOracleCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The clock talks"
        case .act: "Finds a cookie by measuring how soon a server refuses changed records"
        case .mistake:
            "The server decrypts before it checks anything. If the padding is wrong it does not compute the MAC, and "
                + "so it answers sooner."
        case .goal: "She wants the cookie in the requests of another's browser. She has no key."
        case .defence:
            "The server does the same work whatever the padding says, and has one answer (RFC 5246 section 6.2.3.2). "
                + "With encrypt-then-MAC (RFC 7366) or an AEAD cipher it looks at the padding of genuine records only."
        case .cost: "A MAC is computed for every record that is refused."
        case .remains:
            "A record with less data takes fewer compressions of the hash. This difference is the exhibit lucky13."
        case .misreading:
            "\"She reads the alert\": after ChangeCipherSpec alerts are encrypted, and each has the same length. \"AES was broken\": AES is "
                + "not touched. \"Another alert is the fix\": she measures the time."
        case .limit:
            "The network has no jitter. With jitter σ and a difference δ a guess takes about (2σz/δ)² measurements, "
                + "with z = 3.7 for one error in 10,000. Both ends keep a session after a fatal alert, against RFC "
                + "5246 section 7.2.2, so that a connection is short."
        }
    }

    var chinese: String {
        switch part {
        case .title: "时钟会说话"
        case .act: "测量服务器多快拒绝改动过的记录，由此找出 cookie"
        case .mistake: "服务器先解密，再检查。如果填充错误，它就不计算 MAC，所以应答得更早。"
        case .goal: "她想要别人浏览器的请求中的 cookie。她没有密钥。"
        case .defence:
            "不管填充怎样，服务器都做同样的工作，并且只有一种应答（RFC 5246 6.2.3.2 节）。"
                + "使用 encrypt-then-MAC（RFC 7366）或 AEAD 密码时，它只看真正的记录的填充。"
        case .cost: "每拒绝一条记录，都要计算一次 MAC。"
        case .remains: "数据较少的记录，哈希的压缩次数也较少。这个差别就是展品 lucky13。"
        case .misreading:
            "“她读到了警报”：ChangeCipherSpec 之后警报是加密的，长度也都相同。“AES 被攻破了”：AES 毫发无损。"
                + "“换一种警报就修好了”：她测量的是时间。"
        case .limit:
            "网络没有抖动。抖动为 σ、差别为 δ 时，猜一次所需的测量次数约为：(2σz/δ)²，每 10,000 次错一次时 z = 3.7。"
                + "发生致命警报之后，两端仍然保留会话，这违反 RFC 5246 7.2.2 节；这样每个连接可以很短。"
        }
    }
}

/// What is done and found in padding-oracle.
enum PaddingOracleNote: Remark {
    case costs(microseconds: Int64)
    case aligned(digits: Int, offset: Int)
    case asks
    case hit(guess: UInt8, after: Int64, others: Int64)
    case next
    case times([Int64: Int])
    case read(String)
    case nothing

    var english: String {
        switch self {
        case .costs(let microseconds):
            "Computing takes time on the server: one compression of SHA-1 takes \(microseconds) µs. HMAC takes three "
                + "of them, and one for each block of 64 octets of the text and SHA-1's own padding. Everything else takes no time here. The way "
                + "from one end to the other takes 10 ms. She stands halfway, so from her to the server and back it takes 10 ms, too."
        case .aligned(let digits, let offset):
            "A script in the victim's browser sends one request again and again, each in a connection of its own. The "
                + "script cannot read the cookie, but it chooses the path: so long that the \(digits) digits of the "
                + "cookie, from octet \(offset) on, end where a block of the cipher ends."
        case .asks:
            "She replaces the last two blocks of the record: by a block of hers, and by a copy of the cookie's block. "
                + "Under CBC the plaintext of a block is its decryption XOR the block before it. Her block is the one "
                + "that stood before the cookie's block, XOR what turns a guess of the last octet into padding. She "
                + "asks with all guesses, from 0 on, each in a connection of its own."
        case .hit(let guess, let time, let others):
            "The guess \(Hex.string([guess])) is answered after \(time) µs, and others after \(others) µs: the server "
                + "has computed a MAC. So the padding was right. She asks again with other noise in front, to exclude "
                + "a longer padding by chance."
        case .next:
            "Now she makes the last octet 01 and guesses the octet before it, until the record ends in 01 01. Then "
                + "comes 02 02 02, and so on."
        case .times(let times):
            "The times of all answers: "
                + times.sorted { $0.key < $1.key }
                .map { "\($0.key) µs \($0.value == 1 ? "once" : "\($0.value) times")" }.joined(separator: ", ") + "."
        case .read(let cookie): "Each octet fell at its own guess. The cookie is \"\(cookie)\"."
        case .nothing:
            "All 256 guesses of the last octet are answered after the same time. No answer tells anything, and she "
                + "gives up."
        }
    }

    var chinese: String {
        switch self {
        case .costs(let microseconds):
            "在服务器上，计算要花时间：SHA-1 的一次压缩需要 \(microseconds) µs。HMAC 需要三次压缩，"
                + "此外文本和 SHA-1 自己的填充每 64 字节的块再加一次。其他的一切在这里都不花时间。"
                + "从一端到另一头需要 10 ms。她站在中间，所以从她那里到服务器再回来，也需要 10 ms。"
        case .aligned(let digits, let offset):
            "受害者浏览器中的一个脚本反复发送同一个请求，每次用一个单独的连接。脚本读不到 cookie，但它选择路径：路径的长度"
                + "使 cookie 的 \(digits) 位数字（从字节 \(offset) 开始）正好在密码的一个块的末尾结束。"
        case .asks:
            "她替换记录的最后两个块：换成她的一个块，再加上复制的 cookie 块。在 CBC 中，一个块的明文等于它解密的结果 XOR 前一个块。"
                + "她的块就是原来在 cookie 块之前的那个块，再 XOR 一个值，这个值把对最后一个字节的猜测变成填充。"
                + "她从 0 开始试遍所有猜测，每次用一个单独的连接。"
        case .hit(let guess, let time, let others):
            "猜测 \(Hex.string([guess])) 在 \(time) µs 后得到应答，其他的在 \(others) µs 后：服务器计算了 MAC。所以填充是对的。"
                + "她在前面换上别的噪声再问一次，排除碰巧填充更长的情况。"
        case .next:
            "现在她让最后一个字节成为 01，去猜它前面的字节，直到记录以 01 01 结尾。然后是 02 02 02，依此类推。"
        case .times(let times):
            "所有应答的时间："
                + times.sorted { $0.key < $1.key }
                .map { "\($0.key) µs \($0.value == 1 ? "一次" : "\($0.value) 次")" }.joined(separator: "，") + "。"
        case .read(let cookie): "每个字节都有一次猜测命中。cookie 是 \"\(cookie)\"。"
        case .nothing:
            "最后一个字节的全部 256 次猜测，都在相同的时间后得到应答。没有一个应答透露任何东西，她只好放弃。"
        }
    }
}
