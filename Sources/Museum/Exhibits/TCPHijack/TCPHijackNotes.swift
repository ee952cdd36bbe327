import TCPSim
import TLSSim
import Trace

/// What the card of tcp-hijack says.
struct TCPHijackCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The next line is hers"
        case .act: "Puts a line of her own into a connection of two others"
        case .mistake:
            "TCP takes a segment with the right numbers, and nothing in the segment shows who has sent it."
        case .goal: "She wants the server to take a line of hers for the client's next line."
        case .defence:
            "TLS over the connection: every record is authenticated. Her octets are no record of this connection, and the server "
                + "ends it with bad_record_mac (RFC 5246 section 6.2.3)."
        case .cost: "A handshake, and some octets in each record."
        case .remains:
            "With TLS she can still end the connection: one forged octet is enough. The ACK storm is shortened by a limit on challenge ACKs "
                + "(RFC 5961 section 7)."
        case .misreading:
            "\"Session hijacking is stealing a cookie\": that is another attack with the same name. \"TLS prevents injection\": TLS "
                + "detects it."
        case .limit:
            "Both hosts have no limit on challenge ACKs. The wire loses 2 % of all datagrams, from her segment on. Her own segments are "
                + "not lost."
        }
    }

    var chinese: String {
        switch part {
        case .title: "下一行是她的"
        case .act: "在另外两方的连接中插入自己的一行"
        case .mistake: "序号正确的报文段，TCP 就接受，而报文段里没有任何东西表明是谁发送的。"
        case .goal: "她想让服务器把她的一行当作客户端的下一行。"
        case .defence:
            "在连接之上使用 TLS：每条记录都经过认证。她的字节不是这个连接的记录，服务器用 bad_record_mac 结束连接"
                + "（RFC 5246 6.2.3 节）。"
        case .cost: "一次握手，以及每条记录多出的一些字节。"
        case .remains:
            "有了 TLS，她仍然可以结束连接：一个伪造的字节就够了。限制质询 ACK 的数量，可以缩短 ACK 风暴（RFC 5961 7 节）。"
        case .misreading:
            "“会话劫持就是窃取 cookie”：那是另一种同名的攻击。“TLS 防止注入”：TLS 做到的是发现注入。"
        case .limit:
            "两台主机都不限制质询 ACK。从她的报文段开始，线路丢失全部数据报的 2 %。她自己的报文段不会丢失。"
        }
    }
}

/// What is done and found in tcp-hijack.
enum TCPHijackNote: Remark {
    case reads(SequenceNumber, SequenceNumber)
    case forges
    case sent([UInt8], inRecord: Bool)
    case storm(Int, Double)
    case tooLate(SequenceNumber, Int)
    case refused(AlertDescription)

    var english: String {
        switch self {
        case .reads(let sequence, let acknowledgment):
            "She has read the connection. The client's last segment says that its next octet is \(sequence) and that it expects "
                + "\(acknowledgment)."
        case .forges: "She sends the next octets in the client's name."
        case .sent(let payload, let inRecord):
            "She sends a segment with these numbers in the client's name. It carries \"\(Self.line(payload))\""
                + (inRecord ? ", in a record of type application_data, since the two speak TLS." : ".")
        case .storm(1, _):
            "The server acknowledges octets that the client has not sent. The client would answer this with an ACK, and the server would answer "
                + "that ACK, on and on. In this run the wire loses the server's acknowledgment at once, so no storm comes of it."
        case .storm(let count, let loss):
            "The server acknowledges octets that the client has not sent. The client answers this with an ACK. This ACK has a number before the "
                + "server's window, and the server answers it with an ACK. This goes on until the wire loses a segment: it took \(counted(count, "ACK")). "
                + "The wire loses one in \(Int((1 / loss).rounded()))."
        case .tooLate(let number, let count):
            "The client's own next line has \(counted(count, "octet")) from \(number) on. These numbers are used up: the server drops the line as "
                + "a duplicate. The client and the server cannot understand each other any more."
        case .refused(let alert):
            "TCP has taken her octets, and TLS has not. The server's TLS answers with \(alert) and closes. No application hears her line."
        }
    }

    var chinese: String {
        switch self {
        case .reads(let sequence, let acknowledgment):
            "她读过这个连接。客户端的最后一个报文段表明，它的下一个字节是 \(sequence)，它等待的是 \(acknowledgment)。"
        case .forges: "她以客户端的名义发送后面的字节。"
        case .sent(let payload, let inRecord):
            "她以客户端的名义发送带有这些序号的报文段。它携带 \"\(Self.line(payload))\""
                + (inRecord ? "，放在类型为 application_data 的记录中，因为双方使用 TLS。" : "。")
        case .storm(1, _):
            "服务器确认了客户端没有发送过的字节。客户端会用 ACK 应答，服务器又会应答这个 ACK，如此反复。"
                + "在这次运行中，线路随即丢失了服务器的确认，所以没有形成风暴。"
        case .storm(let count, let loss):
            "服务器确认了客户端没有发送过的字节。客户端用 ACK 应答。这个 ACK 的序号在服务器的窗口之前，服务器又用 ACK 应答它。"
                + "这样一直继续，直到线路丢失一个报文段：一共用了 \(count) 个 ACK。"
                + "线路每 \(Int((1 / loss).rounded())) 个丢失一个。"
        case .tooLate(let number, let count):
            "客户端自己的下一行从 \(number) 开始，有 \(count) 字节。这些序号已经用掉：服务器把这一行当作重复数据丢弃。"
                + "客户端和服务器再也无法互相理解。"
        case .refused(let alert):
            "TCP 接受了她的字节，TLS 没有。服务器的 TLS 用 \(alert) 应答并关闭。没有应用程序听到她的那一行。"
        }
    }

    private static func line(_ octets: [UInt8]) -> String {
        String(decoding: octets.prefix { $0 >= 32 }, as: UTF8.self)
    }
}
