import TCPSim
import Trace

/// What the card of rst-injection says.
struct RSTInjectionCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "One segment out of 4,096"
        case .act: "Ends a connection of two other hosts with a forged reset"
        case .mistake: "TCP takes a reset whose number lies anywhere in the receive window, as RFC 793 had it."
        case .goal: "She wants to end a connection of two other hosts. She sees none of its segments."
        case .defence:
            "Only a reset with exactly the next expected number ends the connection. Any other reset in the window is answered "
                + "with a challenge ACK (RFC 5961 section 3.2, RFC 9293 section 3.10.7.4)."
        case .cost: "A peer that has really lost the connection needs one round trip more to say so."
        case .remains:
            "An attacker on the path reads the number and needs one reset. TLS does not help: it lives above TCP. Without "
                + "the rule a larger window makes the attack shorter."
        case .misreading:
            "\"She needs the exact number\": that is so only since the rule. \"HTTPS cannot be cut\": a reset ends the TCP below it."
        case .limit:
            "She knows the ports. If she had to try P client ports, it would take up to P times as many segments."
        }
    }

    var chinese: String {
        switch part {
        case .title: "4,096 个报文段中的一个"
        case .act: "用伪造的复位结束另外两台主机的连接"
        case .mistake: "复位的序号只要落在接收窗口之内，TCP 就接受，RFC 793 就是这样规定的。"
        case .goal: "她想结束另外两台主机的连接。她看不到这个连接的任何报文段。"
        case .defence:
            "只有序号恰好是下一个期待的序号，复位才结束连接。窗口之内的其他复位，用质询 ACK 应答"
                + "（RFC 5961 3.2 节，RFC 9293 3.10.7.4 节）。"
        case .cost: "真的丢失了连接的对方，要多用一个往返才能说明这一点。"
        case .remains:
            "路径上的攻击者能读到序号，只需一个复位。TLS 没有用：它在 TCP 之上。没有这条规则时，窗口越大，攻击越快。"
        case .misreading:
            "“她需要准确的序号”：有了这条规则之后才是这样。“HTTPS 切不断”：复位结束的是它下面的 TCP。"
        case .limit: "她知道端口。如果她必须试 P 个客户端端口，报文段最多要 P 倍。"
        }
    }
}

/// What is done and found in rst-injection.
enum RSTInjectionNote: Remark {
    case knows(client: Socket, server: Socket, window: Int, steps: Int)
    case forged
    case swept(Int)
    case hit(SequenceNumber)
    case challenged

    var english: String {
        switch self {
        case .knows(let client, let server, let window, let steps):
            "She knows the four-tuple \(client), \(server), and the window of the client's system: W = \(window) octets. "
                + "So \(steps) resets, W apart, leave no number out. She begins anywhere."
        case .forged: "She sends a reset that bears the server's address."
        case .swept(let count): "She has sent \(counted(count, "reset"))."
        case .hit(let number):
            "The last reset, at \(number), lies in the client's window. The client's connection is gone. The server does not "
                + "know it yet."
        case .challenged:
            "Her resets are one window apart, so one of them lay in the window. The client answered it with a challenge ACK to the server, and "
                + "the server has a connection there: nothing happens. The next data goes through."
        }
    }

    var chinese: String {
        switch self {
        case .knows(let client, let server, let window, let steps):
            "她知道四元组 \(client)、\(server)，也知道客户端系统的窗口：W = \(window) 字节。"
                + "所以 \(steps) 个复位，彼此相距 W，不会漏掉任何序号。她从任意一处开始。"
        case .forged: "她发送一个复位，上面写着服务器的地址。"
        case .swept(let count): "她已经发送 \(count) 个复位。"
        case .hit(let number):
            "最后一个复位的序号是 \(number)，落在客户端的窗口之内。客户端的连接没有了。服务器还不知道。"
        case .challenged:
            "她的复位彼此相距一个窗口，所以其中一个落在窗口之内。客户端用质询 ACK 应答，发给服务器，"
                + "而服务器在那里有一个连接：什么也没有发生。下一批数据照常通过。"
        }
    }
}
