import Trace

/// What the card of record-replay says.
struct RecordReplayCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Why records are counted when TCP counts octets"
        case .act: "Sends a record once more, and the server carries out the order twice"
        case .mistake: "The sequence number is not in what the record's tag covers."
        case .goal:
            "She wants the server to carry out the client's order twice. She cannot read it, and has no key."
        case .defence:
            "Each record has a number, which goes into its MAC or into the additional data of its AEAD cipher and is "
                + "not taken from the wire (RFC 5246 section 6.2.3.1)."
        case .cost: "Nothing: both sides count for themselves."
        case .remains: "Nothing of this kind within a connection. Between connections see the exhibit replay."
        case .misreading:
            "\"TCP removes duplicates already\": TCP's numbers are in clear and not authenticated. With the next numbers her copy is new data."
        case .limit:
            "After her copy the two TCPs disagree about numbers and answer each other again and again, as in "
                + "tcp-hijack. The run ends soon after it."
        }
    }

    var chinese: String {
        switch part {
        case .title: "TCP 已经数字节，为什么还要数记录"
        case .act: "把一条记录再发一次，服务器就把指令执行了两次"
        case .mistake: "记录的认证标签所包含的内容里没有序号。"
        case .goal: "她想让服务器把客户端的指令执行两次。她读不懂指令，也没有密钥。"
        case .defence:
            "每条记录有一个序号，它进入 MAC，或进入 AEAD 密码的附加数据，而不从线路上读取（RFC 5246 6.2.3.1 节）。"
        case .cost: "没有代价：双方各自计数。"
        case .remains: "在一个连接之内，没有这类攻击。连接之间的，见展品 replay。"
        case .misreading:
            "“TCP 已经去掉重复数据”：TCP 的序号是明文，也没有认证。换上后面的序号，她复制的记录就是新数据。"
        case .limit:
            "在她复制之后，两边的 TCP 对序号的看法不一致，互相应答个不停，和 tcp-hijack 一样。这次运行不久就结束。"
        }
    }
}

/// What is done and found in record-replay.
enum RecordReplayNote: Remark {
    case sees(Int)
    case sends
    case twice([UInt8])
    case refused(Words)

    var english: String {
        switch self {
        case .sees(let count):
            "The client's first record of application data passes her, in a segment of \(counted(count, "octet")). She "
                + "cannot read it. She guesses that it is an order."
        case .sends: "She sends the same octets once more, in a segment that begins where the first one ended."
        case .twice(let order):
            "The tag is right, and the server's program reads \"\(String(decoding: order, as: UTF8.self))\" for the "
                + "second time."
        case .refused(let error):
            "For the server this is the record after the one that it has read, and the tag does not fit this number. "
                + "Its TLS reports: \(error.english)."
        }
    }

    var chinese: String {
        switch self {
        case .sees(let count):
            "客户端的第一条应用数据记录经过她这里，在一个 \(count) 字节的报文段中。她读不懂它，但猜测这是一条指令。"
        case .sends: "她把同样的字节再发一次，所用的报文段从前一个结束的地方开始。"
        case .twice(let order):
            "认证标签是对的，服务器的程序第二次读到 \"\(String(decoding: order, as: UTF8.self))\"。"
        case .refused(let error):
            "对服务器来说，这是它读过的那条记录之后的一条，而认证标签与这个序号不符。它的 TLS 报告：\(error.chinese)。"
        }
    }
}
