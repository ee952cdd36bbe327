import TCPSim
import Trace

/// What the card of challenge-ack says.
struct ChallengeACKCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The defence that told"
        case .act: "Learns the numbers of a hidden connection through a shared limit"
        case .mistake:
            "A host sends at most 100 challenge ACKs a second, and all its connections share this limit, as in Linux 3.6 to 4.6."
        case .goal:
            "She wants to learn the client's port and the server's RCV.NXT of a connection that she does not see, and then to reset it."
        case .defence:
            "Each connection has a limit of its own. What a forged segment uses up on one connection is not missing on another (RFC 5961 "
                + "section 7, RFC 9293 section 3.10.7.4)."
        case .cost: "A counter for each connection in place of one for the host."
        case .remains:
            "Whatever else connections share can tell: the identification of IP datagrams, the limit on ICMP messages. An attacker "
                + "on the path needs none of this."
        case .misreading:
            "\"A rate limit can do no harm\": a limit that strangers share is a channel between them. \"Without seeing a packet one learns "
                + "nothing\": she learns from what she does not receive."
        case .limit:
            "No datagram is lost, and the client sends nothing meanwhile. A lost answer would look like a hit, so the real attack asks "
                + "twice. She knows the size of the window."
        }
    }

    var chinese: String {
        switch part {
        case .title: "泄密的防御"
        case .act: "通过共用的限额，得知一个看不见的连接的序号"
        case .mistake: "一台主机每秒最多发送 100 个质询 ACK，所有连接共用这个限额，Linux 3.6 到 4.6 就是这样。"
        case .goal: "有一个连接她看不到，她想得知客户端的端口和服务器的 RCV.NXT，然后把它复位。"
        case .defence: "每个连接有自己的限额。伪造的报文段在一个连接上用掉的，不会使另一个连接减少（RFC 5961 7 节，RFC 9293 3.10.7.4 节）。"
        case .cost: "每个连接一个计数器，代替整台主机一个。"
        case .remains: "连接之间共用的其他东西也会泄密：IP 数据报的标识、ICMP 消息的限额。攻击者若在路径上，这些都不需要。"
        case .misreading: "“限速不会有害处”：陌生人共用的限额，就是他们之间的一条信道。“看不到数据包就什么也学不到”：她从没有收到的东西里学到。"
        case .limit: "没有数据报丢失，客户端在此期间也不发送。丢失的回答看上去就像猜中，所以真正的攻击会问两次。她知道窗口的大小。"
        }
    }
}

/// What is done and found in challenge-ack.
enum ChallengeACKNote: Remark {
    case own
    case forged
    case guess(ChallengeSearch.RoundQuestion)
    case synchronized([Int], Int)
    case port(UInt16, answers: [Int])
    case window(SequenceNumber, rounds: Int)
    case edge(SequenceNumber, next: SequenceNumber, rounds: Int)
    case hit(SequenceNumber)
    case missed

    var english: String {
        switch self {
        case .own:
            "She sends a reset on her own connection. It lies in the window, but not at RCV.NXT, so it draws a challenge ACK."
        case .forged: "She sends the reset that should fit, in the client's name."
        case .guess(.port): "She asks in the client's name whether this port has a connection."
        case .guess(.window), .guess(.edge): "She asks in the client's name whether this number lies in the window."
        case .synchronized(let counts, let limit):
            "She looks for the server's seconds. She sends \(2 * limit) bad resets on a connection of her own within a second, and counts the "
                + "answers: \(counts.map(String.init).joined(separator: ", then ")). At \(limit) all resets lay in one second of the server."
        case .port(let port, let got):
            "Each second she sends a SYN,ACK from each of one half of the ports, then 100 resets on her own connection. The answers: "
                + "\(got.map(String.init).joined(separator: ", ")). 99 says that one challenge ACK went to the client: the port is in this half. "
                + "100 says that it is in the other half. Port \(port) is left after \(counted(got.count, "round"))."
        case .window(let number, let rounds):
            "In the same way she asks with resets that lie a window apart. After \(counted(rounds, "round")) one number is left: \(number)."
        case .edge(let edge, let number, let rounds):
            "With one reset in each round she looks for the upper edge of the window. After \(counted(rounds, "round")) she has it: "
                + "\(edge) is the first number beyond the window. So RCV.NXT should be \(number)."
        case .hit(let number):
            "A reset at exactly \(number) must be obeyed, by a careful TCP as well. The server's connection is gone."
        case .missed:
            "Her own connection always had its 100 answers. So all her conclusions were wrong, and the reset hits nothing. The "
                + "connection goes on."
        }
    }

    var chinese: String {
        switch self {
        case .own: "她在自己的连接上发送一个复位。它在窗口内，但不在 RCV.NXT 上，所以引来一个质询 ACK。"
        case .forged: "她以客户端的名义发送应当吻合的复位。"
        case .guess(.port): "她以客户端的名义询问：这个端口上有没有连接。"
        case .guess(.window), .guess(.edge): "她以客户端的名义询问：这个序号是否在窗口内。"
        case .synchronized(let counts, let limit):
            "她寻找服务器的秒从何时开始。她在自己的一个连接上，一秒之内发送 \(2 * limit) 个不吻合的复位，再数回答："
                + "\(counts.map(String.init).joined(separator: "，然后 "))。得到 \(limit) 时，所有复位都落在服务器的同一秒里。"
        case .port(let port, let got):
            "她每秒从一半端口中的每一个发送一个 SYN,ACK，再在自己的连接上发送 100 个复位。回答数：\(got.map(String.init).joined(separator: "、"))。"
                + "99 表示有一个质询 ACK 发给了客户端：端口在这一半里。100 表示它在另一半里。\(got.count) 轮之后，剩下端口 \(port)。"
        case .window(let number, let rounds): "她用同样的办法询问，所用的复位彼此相隔一个窗口。\(rounds) 轮之后，剩下一个序号：\(number)。"
        case .edge(let edge, let number, let rounds):
            "她每轮用一个复位寻找窗口的上沿。\(rounds) 轮之后她找到了：\(edge) 是窗口之外的第一个序号。所以 RCV.NXT 应当是 \(number)。"
        case .hit(let number): "恰好在 \(number) 处的复位必须遵从，小心的 TCP 也不例外。服务器的连接没有了。"
        case .missed: "她自己的连接每次都得到 100 个回答。所以她的结论全都错了，复位什么也没有打中。连接继续。"
        }
    }
}
