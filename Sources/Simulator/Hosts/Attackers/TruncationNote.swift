import TCPSim
import Trace

/// What an attacker in the path does to cut off a connection.
enum TruncationNote: Remark {
    case withheld
    case fin(SequenceNumber)
    case reset(SequenceNumber)

    /// A stable id for the step, such as "path.forged_fin".
    var step: String {
        switch self {
        case .withheld: "path.withheld"
        case .fin: "path.forged_fin"
        case .reset: "path.forged_reset"
        }
    }

    /// The rule that the attacker misuses.
    var cite: Citation {
        switch self {
        case .withheld, .fin: .rfc(5246, "7.2.1")
        case .reset: .rfc(9293, "3.10.7.4")
        }
    }

    var english: String {
        switch self {
        case .withheld: "an attacker on the path keeps it"
        case .fin(let number):
            """
            An attacker on the path sends a FIN in the server's name. The FIN has the number \(number), where the kept octets \
            begin, so it fits exactly. No key is needed: a FIN is part of TCP, and TLS protects nothing of TCP.
            """
        case .reset(let number):
            """
            The attacker also ends the connection for the server: a reset in the client's name, with the number \(number) that the \
            server expects next. The server now sends nothing again.
            """
        }
    }

    var chinese: String {
        switch self {
        case .withheld: "路径上的攻击者扣下它"
        case .fin(let number):
            """
            路径上的攻击者以服务器的名义发送 FIN。这个 FIN 的序号是 \(number)，扣下的字节正从这里开始，所以它完全吻合。\
            这不需要密钥：FIN 是 TCP 的一部分，而 TLS 不保护 TCP 的任何东西。
            """
        case .reset(let number):
            """
            攻击者也为服务器结束连接：以客户端的名义发送复位报文段，序号 \(number) 正是服务器接下来等待的。\
            现在服务器什么也不再次发送。
            """
        }
    }
}
