import Trace

/// What the card of truncation says.
struct TruncationCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The end that was not"
        case .act: "Cuts an answer short, and the client takes the part for the whole"
        case .mistake: "The client takes the end of the TCP stream for the end of the answer."
        case .goal: "She wants the client to read a part of an answer and to take it for the whole."
        case .defence:
            "An end without close_notify is reported as a truncation (RFC 5246 section 7.2.1). close_notify is a record, and "
                + "she cannot make one."
        case .cost: "A server that does not send close_notify makes its honest clients report an error."
        case .remains: "She can still cut the connection at any octet. It is noticed now."
        case .misreading:
            "\"Closing TCP closes TLS\", and \"TLS protects the stream, so it protects its end\": only close_notify is protected."
        case .limit:
            "The answer has no length of its own. An answer of HTTP with Content-Length or chunks shows by itself that it is cut."
        }
    }

    var chinese: String {
        switch part {
        case .title: "不是结尾的结尾"
        case .act: "截短应答，客户端把一部分当作全部"
        case .mistake: "客户端把 TCP 字节流的结束当作应答的结束。"
        case .goal: "她想让客户端只读到应答的一部分，并把它当作全部。"
        case .defence:
            "没有 close_notify 就结束，会报告为截断（RFC 5246 7.2.1 节）。close_notify 是一条记录，她造不出来。"
        case .cost: "不发送 close_notify 的服务器，会使诚实的客户端报告错误。"
        case .remains: "她仍然可以在任何一个字节处切断连接。但现在会被发现。"
        case .misreading:
            "“关闭 TCP 就关闭了 TLS”，以及“TLS 保护字节流，所以也保护它的结束”：受保护的只有 close_notify。"
        case .limit:
            "这个应答没有自己的长度。带有 Content-Length 或分块的 HTTP 应答，自己就能表明它被截断了。"
        }
    }
}

/// What is done and found in truncation.
enum TruncationNote: Remark {
    case waits(Int)
    case forges
    case believed([UInt8])
    case reported(Words)

    var english: String {
        switch self {
        case .waits(let count):
            "She counts the records that pass. She cannot read them, but types, lengths and TCP's numbers are in clear. The first record "
                + "of the answer has passed, in a segment of \(counted(count, "octet"))."
        case .forges: "She sends one FIN in the server's name, with the number that comes next."
        case .believed(let octets):
            "The client's program has read \"\(String(decoding: octets, as: UTF8.self))\" and takes it for the whole answer. What the server "
                + "sends afterwards has numbers behind the FIN: TCP drops it."
        case .reported(let error): "The client's TLS reports: \(error.english)."
        }
    }

    var chinese: String {
        switch self {
        case .waits(let count):
            "她数着经过的记录。她读不懂，但类型、长度和 TCP 的序号都是明文。应答的第一条记录已经通过，"
                + "在一个 \(count) 字节的报文段中。"
        case .forges: "她以服务器的名义发送一个 FIN，使用接下来的序号。"
        case .believed(let octets):
            "客户端的程序读到 \"\(String(decoding: octets, as: UTF8.self))\"，并把它当作全部应答。"
                + "服务器后来发送的内容，序号在 FIN 之后：TCP 将其丢弃。"
        case .reported(let error): "客户端的 TLS 报告：\(error.chinese)。"
        }
    }
}
