import Trace

/// What the card of zero-window says.
struct ZeroWindowCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A client that takes nothing"
        case .act: "Takes all places of a server with connections that read nothing"
        case .mistake:
            "The server's program gives a place to each client as long as there is one, and waits as long as TCP waits. TCP waits for ever for "
                + "a peer that answers probes (RFC 9293 section 3.8.6.1, MUST-37)."
        case .goal: "She wants all places of the server, and to keep them at no cost."
        case .defence:
            "The program gives one address only a few of its places. She needs the answers of the server, so she cannot take another "
                + "host's address."
        case .cost: "Many honest clients can share an address, behind a NAT. They share the few places as well."
        case .remains:
            "She keeps her few places. A program may end a connection that makes no progress: RFC 6429 says that TCP's rule does not forbid "
                + "it. With many addresses the attack works again."
        case .misreading:
            "\"A timeout will end it\": a peer that answers probes is there, so no timer of TCP runs out."
        case .limit:
            "The server's program has 64 places, and no limit of time of its own."
        }
    }

    var chinese: String {
        switch part {
        case .title: "什么也不收的客户端"
        case .act: "用什么也不读的连接占满服务器的位置"
        case .mistake:
            "服务器的程序只要还有位置，就给每个客户端一个，而且 TCP 等多久，它就等多久。"
                + "对方只要应答探测，TCP 就永远等下去（RFC 9293 3.8.6.1 节，MUST-37）。"
        case .goal: "她想占有服务器的所有位置，并且不花代价地一直占着。"
        case .defence: "程序只给一个地址几个位置。她需要服务器的应答，所以不能使用别的主机的地址。"
        case .cost: "许多诚实的客户端可能在 NAT 后面共用一个地址。它们也就共用那几个位置。"
        case .remains:
            "她仍占着那几个位置。程序可以结束没有进展的连接：RFC 6429 说 TCP 的规则并不禁止。有了许多地址，攻击又会成功。"
        case .misreading: "“超时会结束它”：应答探测的对方还在，所以 TCP 的计时器都不会到期。"
        case .limit: "服务器的程序有 64 个位置，没有自己的时间限制。"
        }
    }
}

/// What is done and found in zero-window.
enum ZeroWindowNote: Remark {
    case asks
    case answers
    case asked(Int, refused: Int)
    case held(Int, probes: Int, octets: Int)
    case turnedAway
    case served(Int)

    var english: String {
        switch self {
        case .asks: "She asks for the file and says that she has no room for it."
        case .answers: "She acknowledges the probe, and still has no room."
        case .asked(let count, let refused):
            "She opens \(counted(count, "connection")) and asks for the file on each, with a window of 0. "
                + (refused == 0
                    ? "The server takes them all."
                    : "The server resets \(refused) of them: one address may have only a few.")
        case .held(let count, let probes, let octets):
            "For ten minutes the server probes her \(counted(count, "window")), at most once a minute in the end. She has answered "
                + "\(counted(probes, "probe")). The server keeps \(octets) octets for each connection, \(count * octets) in all."
        case .turnedAway:
            "An honest client opens a connection and asks. No place is free, so the server's program resets the connection."
        case .served(let count):
            "An honest client opens a connection and asks. It gets a place, and all \(count) octets."
        }
    }

    var chinese: String {
        switch self {
        case .asks: "她请求文件，并说自己没有空间接收。"
        case .answers: "她确认探测，仍然没有空间。"
        case .asked(let count, let refused):
            "她打开 \(count) 个连接，在每个连接上请求文件，窗口为 0。"
                + (refused == 0 ? "服务器全部接受。" : "服务器复位其中 \(refused) 个：一个地址只能有几个。")
        case .held(let count, let probes, let octets):
            "在十分钟里，服务器探测她的 \(count) 个窗口，到最后最多每分钟一次。她应答了 \(probes) 次探测。"
                + "服务器为每个连接保留 \(octets) 字节，总共 \(count * octets) 字节。"
        case .turnedAway:
            "诚实的客户端打开一个连接并请求。没有空位置，所以服务器的程序复位这个连接。"
        case .served(let count):
            "诚实的客户端打开一个连接并请求。它得到一个位置，以及全部 \(count) 字节。"
        }
    }
}
