import TCPSim
import Trace

/// The remarks of a scenario, beside those of the machines.
enum ScenarioCaption: Remark {
    case before
    case figure
    case summary(Words)
    case reboot
    case duplicate
    case stranger
    case loaded(octets: Int)
    case forged
    case tooBig(octets: Int, mtu: Int)
    case told
    case replaced
    case nowhere
    case scripted

    var english: String {
        switch self {
        case .before: "Before: what the figure assumes"
        case .figure: "What happens, and why"
        case .summary(let text): text.english
        case .reboot: "The host reboots and forgets its connections. The other side does not learn of it."
        case .duplicate:
            "The network has made a second copy of a segment and keeps the copy for a while. The two are equal, octet for octet."
        case .loaded(let octets):
            """
            The same SYN with \(counted(octets, "octet")) of data on it. This machine sends no data before the connection is open. A TCP may send \
            such a SYN, and every TCP must take it: TCP Fast Open (RFC 7413) puts data on a SYN.
            """
        case .forged:
            """
            An attacker forged this SYN, with the address of a host that does not exist. Only the answer could show the forgery, and \
            the answer will be lost.
            """
        case .tooBig(let octets, let mtu):
            """
            The router tells the sender: a datagram of \(counted(octets, "octet")) came, and the next network takes \(mtu). The message quotes the \
            beginning of the datagram, with the ports and SEG.SEQ. So the sender can find the connection that it belongs to.
            """
        case .told:
            "The router tells the sender by ICMP, so the sender need not wait until a timer runs out."
        case .scripted:
            "The script decides when a segment arrives. The machines decide what is in it and what follows."
        case .replaced: "Nothing is missing afterwards: the other segment has the same numbers."
        case .nowhere:
            "The answer goes to the address that the SYN names. That host does not exist, so no ACK will come."
        case .stranger:
            """
            Neither side has sent this segment in this run: it comes from an earlier connection, or an attacker has forged it. To its \
            receiver it looks like any other segment. Only its numbers can show the difference.
            """
        }
    }

    var chinese: String {
        switch self {
        case .before: "之前：图所假定的情况"
        case .figure: "发生什么，为什么"
        case .summary(let text): text.chinese
        case .reboot: "主机重启，忘掉了它的连接。对方不会得知。"
        case .duplicate:
            "网络把一个报文段复制了第二份，并暂时留住。两份逐字节相同。"
        case .loaded(let octets):
            """
            同一个 SYN，上面带有 \(octets) 字节数据。本机器在连接打开之前不发送数据。TCP 可以发送这样的 SYN，\
            并且每个 TCP 都必须接受它：TCP Fast Open（RFC 7413）把数据放在 SYN 上。
            """
        case .forged:
            """
            攻击者伪造了这个 SYN，用的地址不属于任何主机。只有应答才能暴露伪造，而应答会丢失。
            """
        case .tooBig(let octets, let mtu):
            """
            路由器告诉发送方：来了一个 \(octets) 字节的数据报，而下一个网络只接受 \(mtu)。这条消息引用数据报的开头，\
            其中有端口和 SEG.SEQ。所以发送方能找到它所属的连接。
            """
        case .told:
            "路由器用 ICMP 告诉发送方，所以发送方不必等计时器到时。"
        case .scripted:
            "报文段何时到达由脚本决定。其中有什么、接下来发生什么，由机器决定。"
        case .replaced: "之后什么也不缺：另一个报文段的序号相同。"
        case .nowhere:
            "应答发往 SYN 中写明的地址。那台主机不存在，所以 ACK 不会来。"
        case .stranger:
            """
            在这次运行中，双方都没有发送过这个报文段：它来自先前的连接，或者是攻击者伪造的。在接收方看来，\
            它与其他报文段没有两样。只有它的序号能显出不同。
            """
        }
    }
}

/// Why a segment is lost for another reason than the faults and rules of a wire.
package enum ScenarioLoss: Remark {
    case scripted
    case replaced
    case searched
    case noSuchHost(IPv4Address)
    case filtered(IPv4Address)
    case tooBig(octets: Int, mtu: Int, isSilent: Bool)

    /// What follows from the loss, if it differs from what follows from the loss of any segment; else nil.
    var meaning: ScenarioCaption? {
        switch self {
        case .replaced: .replaced
        case .noSuchHost: .nowhere
        case .tooBig(_, _, isSilent: false): .told
        case .scripted, .searched, .filtered, .tooBig(_, _, isSilent: true): nil
        }
    }

    package var english: String {
        switch self {
        case .scripted: "the script says so"
        case .replaced: "the script sends the same segment with data on it instead"
        case .searched: "the search tries this loss"
        case .noSuchHost(let address): "no host has the address \(address)"
        case .filtered(let address):
            "a router drops it, because its sender does not have the address \(address) (RFC 2827)"
        case .tooBig(let octets, let mtu, let isSilent):
            "\(counted(octets, "octet")) do not fit into the MTU of \(mtu)\(isSilent ? ", and no router says so" : "")"
        }
    }

    package var chinese: String {
        switch self {
        case .scripted: "脚本这样规定"
        case .replaced: "脚本改发同一个报文段，但带有数据"
        case .searched: "搜索在尝试这次丢失"
        case .noSuchHost(let address): "没有主机使用地址 \(address)"
        case .filtered(let address):
            "路由器丢弃它，因为它的发送方不使用地址 \(address)（RFC 2827）"
        case .tooBig(let octets, let mtu, let isSilent):
            "\(octets) 字节装不进 \(mtu) 的 MTU\(isSilent ? "，而且没有路由器说明" : "")"
        }
    }
}
