import TCPSim
import Trace

/// What the card of icmp-reset says.
struct ICMPResetCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A message about a message"
        case .act: "Ends a connection of two other hosts with a forged ICMP message"
        case .mistake:
            "TCP ends a connection because of an ICMP message that quotes its four-tuple. It does not compare the quoted sequence number."
        case .goal: "She wants to end a connection of two other hosts. She sees none of its segments."
        case .defence:
            "A connection that is open outlives the message. A connection that is being opened believes it only if the quoted number is "
                + "that of its SYN (RFC 5927 sections 4 and 5)."
        case .cost:
            "A host that really cannot be reached any more is noticed later, when retransmissions stay without an answer. RFC 9293 section "
                + "3.9.2.2 still says that TCP should abort (SHLD-26)."
        case .remains:
            "Messages about the path's MTU cannot be ignored. A forged one makes a connection slow (RFC 5927 section 7)."
        case .misreading: "\"Only TCP segments can end a TCP connection\": that is so only with the rule."
        case .limit:
            "She knows the server's port and that the client's port is one of 1024. If she knew the client's port, one message would do."
        }
    }

    var chinese: String {
        switch part {
        case .title: "关于消息的消息"
        case .act: "用伪造的 ICMP 消息结束另外两台主机的连接"
        case .mistake: "ICMP 消息引用了某个连接的四元组，TCP 就因此结束这个连接，并不比较所引用的序号。"
        case .goal: "她想结束另外两台主机的连接。她看不到这个连接的任何报文段。"
        case .defence:
            "已经打开的连接不受这条消息影响。正在打开的连接，只有引用的序号正是自己 SYN 的序号时才相信它（RFC 5927 4 节和 5 节）。"
        case .cost:
            "真的再也到达不了的主机，要等重传一直没有回应才会发现。RFC 9293 3.9.2.2 节仍然说 TCP 应当中止连接（SHLD-26）。"
        case .remains: "关于路径 MTU 的消息不能忽略。伪造一条，就能让连接变慢（RFC 5927 7 节）。"
        case .misreading: "“只有 TCP 报文段能结束 TCP 连接”：有了这条规则才是这样。"
        case .limit: "她知道服务器的端口，也知道客户端的端口是 1024 个之一。如果她知道客户端的端口，一条消息就够了。"
        }
    }
}

/// What is done and found in icmp-reset.
enum ICMPResetNote: Remark {
    case forged
    case sent(Int, of: Int, in: IPv4Address)
    case believed(UInt16)
    case ignored

    var english: String {
        switch self {
        case .forged: "She sends \"port unreachable\" in the server's name. It quotes a segment that she has invented."
        case .sent(let count, let ports, let client):
            "She sends \(counted(count, "message")) \"port unreachable\" to \(client), one for each of up to \(ports) client ports. Each quotes an IP "
                + "header and 8 octets of TCP: the two ports and a sequence number that she has drawn."
        case .believed(let port):
            "The last message quotes port \(port). The client finds a connection with this four-tuple and aborts it: it sends a "
                + "reset to the server. The quoted number was never sent on it."
        case .ignored:
            "One message quoted the right four-tuple. The connection is open, so the client ignores it. The connection goes on."
        }
    }

    var chinese: String {
        switch self {
        case .forged: "她以服务器的名义发送 \"port unreachable\"，其中引用了一个她编造的报文段。"
        case .sent(let count, let ports, let client):
            "她向 \(client) 发送 \(count) 条 \"port unreachable\" 消息，最多 \(ports) 个客户端端口，每个端口一条。"
                + "每条引用一个 IP 首部和 8 字节 TCP：两个端口和一个她自己选取的序号。"
        case .believed(let port):
            "最后一条消息引用了端口 \(port)。客户端找到有这个四元组的连接，并中止它：它向服务器发送复位。所引用的序号从未在这个连接上发送过。"
        case .ignored: "有一条消息引用了正确的四元组。连接已经打开，所以客户端忽略这条消息。连接继续。"
        }
    }
}
