import Trace

/// The notes on smaller things that the hellos settle.
public enum NegotiationNote: StepNote, Hashable {
    case applicationProtocol(String)
    case maximumFragment(MaximumFragment)
    case noRenegotiationInfo
    /// The server's random ends with a downgrade sentinel; `toTLS12` says whether it is the one for TLS 1.2.
    case downgradeSentinel(toTLS12: Bool)
    case downgradeSentinelPassedOver

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .applicationProtocol: ("tls.alpn", .rfc(7301, "3.2"))
        case .maximumFragment: ("tls.max_fragment_length", .rfc(6066, "4"))
        case .noRenegotiationInfo: ("tls.renegotiation_info", .rfc(5746, "4.1"))
        case .downgradeSentinel, .downgradeSentinelPassedOver: ("tls.downgrade_sentinel", .rfc(8446, "4.1.3"))
        }
    }

    /// The sentence: what the hellos have settled, or what one of them lacks.
    public var english: String {
        switch self {
        case .applicationProtocol(let name):
            "The protocol inside is \(name.quotable). The server chose it from the client's list, without an extra round trip."
        case .maximumFragment(let limit):
            "No record of either side carries more than \(limit.octets) octets. The limit holds for the whole session."
        case .noRenegotiationInfo:
            """
            The server does not answer renegotiation_info. So the client cannot tell whether the server allows insecure \
            renegotiation, in which an attacker puts data of his own before the client's. Many servers never renegotiate and are \
            safe; this client goes on.
            """
        case .downgradeSentinel(let toTLS12):
            toTLS12
                ? """
                The last eight octets of the server's random are "DOWNGRD" and 01: the server speaks TLS 1.3 too. A client that \
                offered TLS 1.3 must stop here, because an attacker must have changed its hello. This client offered TLS 1.2.
                """
                : """
                The last eight octets of the server's random are "DOWNGRD" and 00. They stand for TLS 1.1 or below, but this hello \
                agrees on TLS 1.2. So nothing was taken away.
                """
        case .downgradeSentinelPassedOver:
            """
            The last octets of the server's random are "DOWNGRD" and a number: the server speaks a newer version too. This client \
            offered TLS 1.3 and should stop here, but it does not look at these octets. It breaks the rule, and goes on with TLS 1.2.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .applicationProtocol(let name):
            "连接内使用的协议是 \(name.quotable)。服务器从客户端的列表中选定它，没有多用一次往返。"
        case .maximumFragment(let limit):
            "双方的每条记录最多携带 \(limit.octets) 字节。这个限制在整个会话中有效。"
        case .noRenegotiationInfo:
            """
            服务器没有回应 renegotiation_info，所以客户端看不出服务器是否允许不安全的重新协商：攻击者可以借此\
            把自己的数据放在客户端的数据之前。许多服务器从不重新协商，因此是安全的；这个客户端继续握手。
            """
        case .downgradeSentinel(let toTLS12):
            toTLS12
                ? """
                服务器随机数的最后八个字节是 "DOWNGRD" 和 01：服务器也支持 TLS 1.3。\
                提供过 TLS 1.3 的客户端必须在这里停止，因为一定有攻击者改动了它的 hello 消息。这个客户端提供的是 TLS 1.2。
                """
                : """
                服务器随机数的最后八个字节是 "DOWNGRD" 和 00。它们表示 TLS 1.1 或更低版本，\
                但这条 hello 消息商定的是 TLS 1.2，所以并没有降低什么。
                """
        case .downgradeSentinelPassedOver:
            """
            服务器随机数的最后几个字节是 "DOWNGRD" 和一个数字：服务器还支持更新的版本。这个客户端提供过 TLS 1.3，\
            应当在这里停止，但它不看这些字节。它违反规则，继续使用 TLS 1.2。
            """
        }
    }
}
