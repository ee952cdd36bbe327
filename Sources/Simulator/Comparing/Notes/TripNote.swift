import Trace

/// What changes in the time that the handshake takes.
enum TripNote: ComparisonNote {
    case trips(from: Int, to: Int, Reason)
    case flights(from: Int, to: Int, Reason)

    /// Why there are fewer or more round trips.
    enum Reason {
        case publicValueFirst
        case earlyData
        case choiceFirst
        case noEarlyData
    }

    var step: String {
        switch self {
        case .trips: "compare.trips"
        case .flights: "compare.flights"
        }
    }

    var cite: Citation {
        switch self {
        case .trips(_, _, .publicValueFirst), .flights(_, _, .publicValueFirst): .rfc(8446, "2")
        case .trips(_, _, .earlyData), .flights(_, _, .earlyData): .rfc(8446, "2.3")
        case .trips(_, _, .noEarlyData), .flights(_, _, .noEarlyData): .rfc(8446, "2")
        case .trips(_, _, .choiceFirst), .flights(_, _, .choiceFirst): .rfc(5246, "7.3")
        }
    }

    var english: String {
        switch self {
        case .trips(let from, let to, let reason):
            """
            The request leaves after \(counted(to, "round trip")) of TLS; in the visit before, after \(from). With TCP's own round \
            trip that makes \(to + 1) in place of \(from + 1). \(reason.english)
            """
        case .flights(let from, let to, _):
            "The handshake has \(counted(to, "flight")) in place of \(from). Each flight takes half a round trip."
        }
    }

    var chinese: String {
        switch self {
        case .trips(let from, let to, let reason):
            """
            TLS 往返 \(to) 次之后发出请求；前一种访问要 \(from) 次。加上 TCP 自己的一次往返，共 \(to + 1) 次，\
            以前是 \(from + 1) 次。\(reason.chinese)
            """
        case .flights(let from, let to, _):
            "握手有 \(to) 批消息，以前是 \(from) 批。每批消息用半个往返。"
        }
    }
}

extension TripNote.Reason {
    fileprivate var english: String {
        switch self {
        case .publicValueFirst:
            """
            The client does not wait for the server's choice. It sends its public value in ClientHello. The server's answer brings the \
            other public value, so both sides have the shared secret after one round trip.
            """
        case .earlyData:
            """
            The request travels together with ClientHello, under a key from the ticket's secret alone. The whole handshake still \
            takes place. Only the request does not wait for it.
            """
        case .choiceFirst:
            """
            The client first learns what the server has chosen, then sends what the keys are made of. That costs a second round trip.
            """
        case .noEarlyData: "The request waits until both sides have keys from a fresh exchange."
        }
    }

    fileprivate var chinese: String {
        switch self {
        case .publicValueFirst:
            """
            客户端不等服务器作选择，就在 ClientHello 中发送公开值。服务器的应答带来另一个公开值，\
            所以一次往返之后双方就有了共享秘密。
            """
        case .earlyData:
            """
            请求和 ClientHello 一起发出，用只由票据的秘密得到的密钥保护。握手仍然完整进行，只是请求不等它。
            """
        case .choiceFirst:
            """
            客户端先得知服务器选择了什么，再发送产生密钥所用的值。这要多用第二次往返。
            """
        case .noEarlyData: "请求要等到双方由新的密钥交换得到密钥之后。"
        }
    }
}
