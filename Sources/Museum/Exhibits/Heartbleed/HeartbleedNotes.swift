import Trace

/// What the card of heartbleed says.
struct HeartbleedCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The length that she says"
        case .act: "Reads a server's memory by announcing a wrong length"
        case .mistake:
            "The server believes the payload_length of a heartbeat and copies as many octets, whatever it has received."
        case .goal: "She is a client. She wants the private key of the server. She finishes no handshake."
        case .defence:
            "A heartbeat that announces more than its record holds is discarded silently (RFC 6520 section 4)."
        case .cost: "One comparison."
        case .remains:
            "What has leaked stays leaked. The server needs a new key and a new certificate, and its users new "
                + "passwords."
        case .misreading:
            "\"A flaw of TLS\": one comparison was missing in one program. \"Forward secrecy would have saved the "
                + "key\": it saves the connections of the past."
        case .limit:
            "The memory is a model: 262,144 octets in a ring, with one prime factor in it, and each request comes to "
                + "lie anywhere. In a real server she needs more patience or less."
        }
    }

    var chinese: String {
        switch part {
        case .title: "她说出的长度"
        case .act: "谎报长度，读取服务器的内存"
        case .mistake: "服务器相信心跳的 payload_length，不管实际收到多少，都照它复制那么多字节。"
        case .goal: "她是一个客户端，想要服务器的私钥。她不完成任何握手。"
        case .defence: "声称的长度超过记录内容的心跳，悄悄丢弃（RFC 6520 4 节）。"
        case .cost: "一次比较。"
        case .remains: "已经泄漏的收不回来。服务器需要新的密钥和新的证书，它的用户需要新的密码。"
        case .misreading:
            "“TLS 的缺陷”：其实是一个程序里少了一次比较。“有前向保密，这个密钥就保住了”：前向保密保住的是过去的连接。"
        case .limit:
            "内存是一个模型：262,144 字节的环，里面有一个素因子，每个请求落在任意位置。"
                + "对真实的服务器，她需要的耐心可能更多，也可能更少。"
        }
    }
}

/// What is done and found in heartbleed.
enum HeartbleedNote: Remark {
    case begins
    case asks(Int)
    case divides(Int, place: Int, isLittle: Bool)
    case silence(Int)

    var english: String {
        switch self {
        case .begins:
            "She sends a ClientHello. The server agrees to heartbeats and shows its certificate. All this is in clear, "
                + "and she has the modulus n."
        case .asks(let length):
            "She sends a heartbeat with a payload of one octet and says that it has \(length). The server sends back "
                + "her octet, and \(length - 1) octets of its memory that lie behind it."
        case .divides(let tries, let place, let isLittle):
            "She takes every piece of 128 octets for a number and divides n by it. In the answer to heartbeat "
                + "\(tries), at octet \(place), the division comes "
                + "out\(isLittle ? ", with the octets read from the last to the first" : ""). The piece is a prime "
                + "factor of n. With it she has the private key."
        case .silence(let count):
            "She sends \(counted(count, "heartbeat")), and no answer comes. The connection stays open."
        }
    }

    var chinese: String {
        switch self {
        case .begins: "她发送 ClientHello。服务器同意使用心跳，并出示证书。这些都是明文，她由此得到模数 n。"
        case .asks(let length):
            "她发送一个心跳，载荷只有一个字节，却说有 \(length) 字节。服务器发回她的那个字节，还有其后 \(length - 1) 字节的内存内容。"
        case .divides(let tries, let place, let isLittle):
            "她把每一段 128 字节当作一个数，用它去除 n。在对心跳 \(tries) 的应答中，字节 \(place) 处的一段"
                + "\(isLittle ? "（字节从后往前读）" : "")整除了 n。这一段是 n 的素因子。有了它，她就有了私钥。"
        case .silence(let count): "她发送 \(count) 个心跳，没有任何应答。连接一直开着。"
        }
    }
}
