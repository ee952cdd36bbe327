import TCPSim
import Trace

/// What the card of blind-data says.
struct BlindDataCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "In the window, not in order"
        case .act: "Puts octets of hers into a stream that she does not see"
        case .mistake:
            "TCP takes data with any acknowledgment of something that was ever sent, however old, as RFC 793 had it. So one of every two "
                + "invented acknowledgment numbers will do."
        case .goal:
            "She wants octets of hers in the stream between two other hosts. She sees none of its segments."
        case .defence:
            "An acknowledgment number older than the largest window ever offered is refused, and the data with it (RFC 5961 section "
                + "5.2, RFC 9293 MAY-12)."
        case .cost: "A variable, MAX.SND.WND, and one comparison for each segment."
        case .remains:
            "The rule makes the attack 2³²/MAX.SND.WND times as long and does not end it. Under TLS her octets are no record: one of them "
                + "ends the connection."
        case .misreading: "\"TCP checks that data comes from the peer\": it checks that numbers fit."
        case .limit:
            "She knows the ports and the size of the window, and the client is silent while she tries. Where a pair fits, the run stops her. "
                + "Another order of the queue, in which the newer octets count, would need another moment."
        }
    }

    var chinese: String {
        switch part {
        case .title: "在窗口内，却乱了序"
        case .act: "把自己的字节放进一条她看不到的字节流"
        case .mistake: "只要确认的是曾经发送过的内容，不论多旧，TCP 都接受随之而来的数据，RFC 793 就是这样规定的。所以随便编两个确认号，就有一个能用。"
        case .goal: "她想把自己的字节放进另外两台主机之间的字节流。她看不到其中任何报文段。"
        case .defence: "如果确认号比曾经通告过的最大窗口还要旧，就拒绝它，数据也一并拒绝（RFC 5961 5.2 节，RFC 9293 MAY-12）。"
        case .cost: "一个变量 MAX.SND.WND，每个报文段比较一次。"
        case .remains: "这条规则使攻击的时间变为 2³²/MAX.SND.WND 倍，但不能根除它。在 TLS 之下，她的字节不成记录：只要一个字节就会结束连接。"
        case .misreading: "“TCP 检查数据是否来自对方”：它只检查序号是否吻合。"
        case .limit: "她知道端口和窗口的大小，而她尝试的时候客户端不说话。遇到吻合的一对，运行就让她停下。如果队列换一种顺序，以较新的字节为准，就需要另一个时机。"
        }
    }
}

/// What is done and found in blind-data.
enum BlindDataNote: Remark {
    case forged
    case swept(pairs: Int, octets: Int)
    case waits(SequenceNumber, after: Int)
    case replaced(Int)
    case refused(Int)

    var english: String {
        switch self {
        case .forged:
            "She sends octets in the client's name, at a number and with an acknowledgment that she has invented."
        case .swept(let count, let octets):
            "She sends the same \(octets) octets \(counted(count, "time")) at numbers a window apart, and each time with two acknowledgment "
                + "numbers, 2³¹ apart. Of these two, one lies before the server's SND.NXT. This is \(counted(count, "pair")) of segments."
        case .waits(let number, let place):
            "The octets at \(number) lie in the server's window, \(place) octets after the next that it expects. They are taken, and "
                + "wait in the queue for their turn."
        case .replaced(let count):
            "The client sends its list. When the list comes to that place, her octets are already there. A genuine segment that begins "
                + "before them is taken whole. From then on \(count) octets of hers stand in the stream, in the place of the client's."
        case .refused(let count):
            "One pair lay in the window. The server has refused both acknowledgment numbers, with the data, and sent the client a challenge "
                + "ACK. The client sends its list: all \(count) octets that the application has read are the client's."
        }
    }

    var chinese: String {
        switch self {
        case .forged: "她以客户端的名义发送字节，序号和确认号都是她编的。"
        case .swept(let count, let octets):
            "她把同样的 \(octets) 字节发送 \(count) 次，序号每次相隔一个窗口；每次又用两个确认号，相距 2³¹。这两个之中，有一个在服务器的 SND.NXT 之前。"
                + "这样一共有 \(count) 对报文段。"
        case .waits(let number, let place):
            "序号 \(number) 处的字节在服务器的窗口内，比它等待的下一个字节靠后 \(place) 字节。服务器收下它们，让它们在队列里等候。"
        case .replaced(let count):
            "客户端发送它的清单。清单到达那个位置时，她的字节已经在那里。真正的报文段如果从它们之前开始，就整个收下。从那以后，字节流里有 \(count) 字节是她的，占了客户端字节的位置。"
        case .refused(let count):
            "有一对落在窗口内。服务器拒绝了两个确认号以及数据，并向客户端发送一个质询 ACK。客户端发送它的清单：应用程序读到的 \(count) 字节全部来自客户端。"
        }
    }
}
