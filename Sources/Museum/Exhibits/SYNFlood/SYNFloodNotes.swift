import TCPSim
import Trace

/// What the card of syn-flood says.
struct SYNFloodCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A server that is idle, and full"
        case .act: "Fills a server's backlog, so that honest clients get no answer"
        case .mistake:
            "The server keeps a place in its backlog for each SYN, before the sender has shown that it receives anything."
        case .goal: "She wants the server to answer no honest client."
        case .defence:
            "SYN cookies (RFC 4987 section 3.6): the server keeps nothing. What it has to remember is in the sequence number of "
                + "the SYN,ACK, and the third segment brings it back."
        case .cost:
            "A cookie has no room for options other than the MSS, and a lost SYN,ACK is not sent again. A blind guess fits a cookie "
                + "with a chance of 2⁻²⁸."
        case .remains:
            "She can still fill the server's line with traffic. Cookies protect memory, not bandwidth."
        case .misreading:
            "\"A bigger backlog solves it\": it takes as many SYNs more. \"The server is overloaded\": it has nothing to do, it waits."
        case .limit:
            "The forged addresses belong to no host. A host that is there would answer the SYN,ACK with a reset and so free the "
                + "place. In this run cookies are used for each SYN, not only with a full backlog."
        }
    }

    var chinese: String {
        switch part {
        case .title: "空闲而又满员的服务器"
        case .act: "填满服务器的半连接队列，使诚实的客户端得不到应答"
        case .mistake: "发送方还没有证明自己能收到任何东西，服务器就为每个 SYN 在半连接队列中保留一个位置。"
        case .goal: "她想让服务器不应答任何诚实的客户端。"
        case .defence:
            "SYN cookie（RFC 4987 3.6 节）：服务器什么也不保留。它要记住的内容在 SYN,ACK 的序号里，由第三个报文段带回来。"
        case .cost:
            "cookie 里放不下 MSS 以外的选项，丢失的 SYN,ACK 也不会再次发送。盲目猜中一个 cookie 的概率是 2⁻²⁸。"
        case .remains: "她仍然可以用流量填满服务器的线路。cookie 保护内存，不保护带宽。"
        case .misreading:
            "“半连接队列大一点就解决了”：那只是需要同样多出来的 SYN。“服务器过载了”：它没有事做，它在等待。"
        case .limit:
            "伪造的地址不属于任何主机。如果主机存在，它会用复位应答 SYN,ACK，从而腾出位置。"
                + "在这次运行中，每个 SYN 都使用 cookie，而不是只在半连接队列满时使用。"
        }
    }
}

/// What is done and found in syn-flood.
enum SYNFloodNote: Remark {
    case forged
    case filled(Int)
    case refused(Socket, times: Int)
    case held(Int, retries: Int, again: Int)
    case served(sent: Int, again: Int)

    var english: String {
        switch self {
        case .forged: "She sends a SYN in the name of a host that does not exist."
        case .filled(let count):
            "She sends \(counted(count, "SYN")), each in the name of another host. None of these hosts exists, so none answers the SYN,ACK. The "
                + "server's backlog has \(count) places."
        case .refused(let client, let times):
            "The honest client \(client) asks for a connection, \(counted(times, "time")). The server drops each SYN without an answer. The "
                + "client gives up."
        case .held(let seconds, let retries, let again):
            "The server sends each SYN,ACK again \(retries) times, and keeps the place for \(counted(seconds, "second")). She sends the SYNs "
                + "again when the places come free: \(again) in this run. About one SYN a second keeps the server shut."
        case .served(let sent, again: 0):
            "She has sent \(counted(sent, "SYN")) in all. The server has answered each with one SYN,ACK, and has sent none a second time: it "
                + "keeps nothing that it could send again. The honest client has its connection at once."
        case .served(let sent, let again):
            "She has sent \(counted(sent, "SYN")) in all. The server has sent each SYN,ACK again, at most \(counted(again, "time")). The honest "
                + "client has its connection all the same."
        }
    }

    var chinese: String {
        switch self {
        case .forged: "她以一台不存在的主机的名义发送 SYN。"
        case .filled(let count):
            "她发送 \(count) 个 SYN，每个都以另一台主机的名义。这些主机都不存在，所以没有一台应答 SYN,ACK。"
                + "服务器的半连接队列有 \(count) 个位置。"
        case .refused(let client, let times):
            "诚实的客户端 \(client) 请求连接 \(times) 次。服务器丢弃每个 SYN，不作应答。客户端放弃。"
        case .held(let seconds, let retries, let again):
            "服务器把每个 SYN,ACK 再次发送 \(retries) 次，把位置保留 \(seconds) 秒。位置空出来时，她再次发送 SYN："
                + "在这次运行中共 \(again) 个。大约每秒一个 SYN，就能让服务器一直关门。"
        case .served(let sent, again: 0):
            "她总共发送了 \(sent) 个 SYN。服务器对每个都用一个 SYN,ACK 应答，没有一个发送第二次：它没有保留任何可以再次发送的东西。"
                + "诚实的客户端立刻得到连接。"
        case .served(let sent, let again):
            "她总共发送了 \(sent) 个 SYN。服务器再次发送每个 SYN,ACK，最多 \(again) 次。诚实的客户端照样得到连接。"
        }
    }
}
