import Trace

/// What the card of optimistic-ack says.
struct OptimisticACKCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Acknowledged before it arrives"
        case .act: "Acknowledges what has not arrived, so that a server sends too fast"
        case .mistake:
            "The sender takes an acknowledgment for a proof that the segment has arrived. It is only a number."
        case .goal:
            "She wants the server to send a file at least ten times as fast as it may send it to a client with such a line."
        case .defence:
            "The sender leaves a segment out now and then. A client that acknowledges it lies, and the connection is aborted (Savage and "
                + "others 1999)."
        case .cost:
            "An honest client sees a loss that was none: the segment comes a round trip later, and the congestion window is halved."
        case .remains:
            "She can acknowledge a little ahead and stop where a segment is missing. That gains her little. RFC 5681 section 5 knows the attack "
                + "and asks for no check."
        case .misreading:
            "\"An ACK proves receipt\": in TCP it proves nothing. \"Congestion control protects the network\": it does as far as receivers "
                + "are honest."
        case .limit:
            "She knows the length of the file. The server's own line has no limit here, and what others lose by the flood is not shown."
        }
    }

    var chinese: String {
        switch part {
        case .title: "还没到达就已确认"
        case .act: "确认尚未到达的数据，使服务器发得太快"
        case .mistake: "发送方把确认当作报文段已经到达的证明。其实它只是一个数。"
        case .goal: "向线路这样的客户端，服务器本来只能以一定的速度发送文件。她想让速度至少达到它的十倍。"
        case .defence:
            "发送方不时漏发一个报文段。确认了它的客户端是在说谎，连接就会中止（Savage 等人，1999）。"
        case .cost: "诚实的客户端会看到一次并不存在的丢失：那个报文段晚一个往返才到，拥塞窗口减半。"
        case .remains:
            "她可以只提前一点点确认，遇到缺少的报文段就停下。这样她得益不多。RFC 5681 5 节知道这种攻击，但不要求检查。"
        case .misreading:
            "“ACK 证明已经收到”：在 TCP 中它什么也证明不了。“拥塞控制保护网络”：只有接收方诚实才是这样。"
        case .limit: "她知道文件的长度。这里服务器自己的线路没有上限，也没有演示别人因洪流受到的损失。"
        }
    }
}

/// What is done and found in optimistic-ack.
enum OptimisticACKNote: Remark {
    case honest(octets: Int, seconds: Double?, speed: Int, isServed: Bool)
    case plan(Int)
    case acknowledges
    case sent(Int)
    case fast(Int, Double, of: Int)
    case caught(Int)

    var english: String {
        switch self {
        case .honest(let octets, let seconds, let speed, let isServed):
            "An honest client asks for a file of \(octets) octets over a line of \(speed) octets a second. \(Self.englishTime(seconds)) until "
                + "the last octet has left the server: the server sends as the acknowledgments come back."
                + (isServed ? "" : " It does not get all of it.")
        case .plan(let size):
            "She has a line of the same speed. She opens a connection and asks for the same file. She does not wait for it: she knows that the "
                + "server begins with ten segments of \(size) octets and sends two more for each that is acknowledged."
        case .acknowledges: "She acknowledges a segment that must have left the server. It has not reached her."
        case .sent(let count):
            "Each millisecond she acknowledges all segments that the server must have sent: \(counted(count, "ACK")) in all."
        case .fast(let octets, let seconds, let speed):
            "\(Self.englishTime(seconds)) until all \(octets) octets have left the server. Her line carries \(speed) a second, so most of the "
                + "segments are lost before it. She does not need them: the flood is what she wants."
        case .caught(let number):
            "The server has left out segment number \(number) of her connection. She acknowledges it. An honest client could not have: the "
                + "server aborts the connection."
        }
    }

    var chinese: String {
        switch self {
        case .honest(let octets, let seconds, let speed, let isServed):
            "诚实的客户端通过每秒 \(speed) 字节的线路，请求一个 \(octets) 字节的文件。\(Self.chineseTime(seconds))，"
                + "最后一个字节才离开服务器：确认回来多快，服务器就发多快。"
                + (isServed ? "" : "它没有得到全部内容。")
        case .plan(let size):
            "她的线路速度相同。她打开一个连接，请求同一个文件。她不等待文件：她知道服务器先发十个 \(size) 字节的报文段，"
                + "此后每确认一个就再发两个。"
        case .acknowledges: "她确认一个想必已经离开服务器的报文段。它还没有到她这里。"
        case .sent(let count): "每一毫秒，她都确认服务器想必已经发送的所有报文段：总共 \(count) 个 ACK。"
        case .fast(let octets, let seconds, let speed):
            "\(Self.chineseTime(seconds))，全部 \(octets) 字节就离开了服务器。她的线路每秒只能传 \(speed) 字节，"
                + "所以大多数报文段在线路之前就丢失了。她不需要它们：她要的就是洪流。"
        case .caught(let number):
            "服务器漏发了她的连接的第 \(number) 个报文段，她却确认了它。诚实的客户端不可能这样做：服务器中止连接。"
        }
    }

    private static func englishTime(_ seconds: Double?) -> String {
        guard let seconds else { return "More than a minute passes" }
        let milliseconds = Int((seconds * 1_000).rounded())
        return milliseconds < 1_000
            ? "It takes \(counted(milliseconds, "millisecond"))" : "It takes \(milliseconds / 1_000) seconds"
    }

    private static func chineseTime(_ seconds: Double?) -> String {
        guard let seconds else { return "过了一分多钟" }
        let milliseconds = Int((seconds * 1_000).rounded())
        return milliseconds < 1_000 ? "过了 \(milliseconds) 毫秒" : "过了 \(milliseconds / 1_000) 秒"
    }
}
