import Trace

/// What the card of ticket-key says.
struct StolenTicketKeyCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The key that outlives the secrets"
        case .act: "Opens a recording with a key for tickets that she stole later"
        case .mistake: "The server seals its tickets under one key for as long as it runs."
        case .goal: "She has a recording, and a week later she steals the key. She wants to read the recording."
        case .defence:
            "The key for tickets is changed regularly, here after some hours, and then forgotten (RFC 9325 section 3.4)."
        case .cost: "A client that comes back after that needs a full handshake."
        case .remains:
            "A ticket of TLS 1.2 has the master secret of the session in it, and it crosses the wire. A theft within "
                + "those hours opens the sessions of those hours."
        case .misreading:
            "\"It is ECDHE, so it has forward secrecy\": the exponents are gone, but the master secret itself was sent "
                + "along, sealed."
        case .limit:
            "How she steals the key is not shown. The time between is virtual: nothing is sent in that week."
        }
    }

    var chinese: String {
        switch part {
        case .title: "比秘密活得更久的密钥"
        case .act: "用后来窃取的票据密钥解开录下的流量"
        case .mistake: "服务器只要还在运行，就一直用同一个密钥密封票据。"
        case .goal: "她录下了流量，一周后窃取了密钥。她想读到录下的内容。"
        case .defence: "票据密钥定期更换，这里是几小时之后，然后忘掉（RFC 9325 3.4 节）。"
        case .cost: "在那之后回来的客户端，需要一次完整握手。"
        case .remains:
            "TLS 1.2 的票据里有会话的主密钥，而且票据经过线路。在那几小时之内窃取，就能解开那几小时的会话。"
        case .misreading:
            "“用的是 ECDHE，所以有前向保密”：指数已经没有了，但主密钥本身却密封着一起发送了。"
        case .limit: "没有演示她怎样窃取密钥。中间的时间是虚拟的：那一周里什么也没有发送。"
        }
    }
}

/// What is done and found in ticket-key.
enum StolenTicketKeyNote: Remark {
    case records
    case steals
    case opens([UInt8])
    case keyNameDiffers(hours: Int)

    var english: String {
        switch self {
        case .records:
            "She records a visit with ephemeral Diffie–Hellman. The server sends a ticket, before its change of keys "
                + "and so in clear: the name of a key, a nonce, and the session, sealed."
        case .steals: "A week later she steals the key for tickets that the server has then. It has no other."
        case .opens(let octets):
            "The key's name is the one in the ticket, and the ticket opens. The master secret is in it. With the two "
                + "randoms of the recording it makes the keys, and both Finished are right. The client has said: "
                + "\(quotedLines(octets))."
        case .keyNameDiffers(let hours):
            "The key's name is not the one in the ticket. The server changes its key every \(hours) hours, and the key "
                + "of that day is gone. The recording stays closed."
        }
    }

    var chinese: String {
        switch self {
        case .records:
            "她录下一次使用临时 Diffie–Hellman 的访问。服务器在启用密钥之前发送票据，所以是明文：密钥的名称、一个 nonce，"
                + "以及密封的会话。"
        case .steals: "一周后，她窃取服务器当时的票据密钥。它没有别的票据密钥。"
        case .opens(let octets):
            "密钥的名称正是票据中的名称，票据打开了。里面有主密钥。由它和录下的两个随机数得到各个密钥，两条 Finished 都是对的。"
                + "客户端说的是：\(quotedLines(octets))。"
        case .keyNameDiffers(let hours):
            "密钥的名称不是票据中的名称。服务器每 \(hours) 小时更换密钥，那一天的密钥已经没有了。录下的流量仍然解不开。"
        }
    }
}
