import Trace

/// What the card of downgrade says.
struct DowngradeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "What Finished is for"
        case .act: "Changes the hellos, so that both ends agree on the weakest suite"
        case .mistake: "Both ends read verify_data in Finished and do not compare it with their own."
        case .goal:
            "She wants the two to agree on the weakest suite that both speak. She has no key, and needs none for it."
        case .defence:
            "Each end computes verify_data over the handshake messages that it has sent and received, and compares (RFC 5246 section "
                + "7.4.9). What differs is answered with decrypt_error."
        case .cost: "Two messages of 16 octets, and one hash over the handshake at each end."
        case .remains:
            "Finished is protected by the keys that were agreed on. If she can break those keys during the handshake, Finished does not "
                + "help: see logjam."
        case .misreading:
            "\"Finished is the encrypted hash\": the PRF makes verify_data from the hash, and only then is it encrypted. \"The signature in "
                + "ServerKeyExchange covers the suite\": it covers the two randoms and the parameters."
        case .limit:
            "The weak suite of the run is not broken here. The run shows that the two have agreed on it without wanting to. A search needs fewer moves of "
                + "hers: HandshakeSim explore --tls 1.2 --variant finished-unchecked finds an attack with 1."
        }
    }

    var chinese: String {
        switch part {
        case .title: "Finished 有什么用"
        case .act: "改动双方的 hello 消息，使两端商定最弱的密码套件"
        case .mistake: "两端读了 Finished 中的 verify_data，却不与自己的比较。"
        case .goal: "她想让双方商定两边都支持的最弱的密码套件。她没有密钥，为此也不需要密钥。"
        case .defence: "每一端对自己发送和收到的握手消息计算 verify_data，并比较（RFC 5246 7.4.9 节）。不同就用 decrypt_error 回答。"
        case .cost: "两条 16 字节的消息，每一端对握手计算一次哈希。"
        case .remains: "保护 Finished 的正是刚商定的密钥。如果她能在握手期间攻破这些密钥，Finished 就不起作用：见 logjam。"
        case .misreading:
            "“Finished 就是加密的哈希”：PRF 由哈希得到 verify_data，然后才加密。“ServerKeyExchange 中的签名覆盖密码套件”："
                + "它覆盖的是两个随机数和参数。"
        case .limit:
            "这里不攻破这次运行中的弱密码套件。运行演示的是：双方并不愿意，却商定了它。用搜索的话，她需要的步数更少："
                + "HandshakeSim explore --tls 1.2 --variant finished-unchecked 找到的攻击只要 1 步。"
        }
    }
}

/// What is done and found in downgrade.
enum DowngradeNote: Remark {
    case takesOut(from: [String], leaves: String)
    case accepted(String)
    case twoTranscripts
    case believed(String)
    case refused

    var english: String {
        switch self {
        case .takesOut(let all, let left):
            "The ClientHello is in clear. It offers \(all.joined(separator: ", then ")). She sends it on with one suite: \(left). She changes "
                + "nothing else."
        case .accepted(let suite):
            "The server chooses \(suite). She passes that on. The client has offered this suite, so it goes on."
        case .twoTranscripts:
            "The two have the same keys. But the client's hash has the hello that it sent, and the server's hash the hello that it received."
        case .believed(let suite):
            "Neither end compares verify_data. Both take the handshake for complete, and the request and its answer pass under \(suite)."
        case .refused:
            "The client's Finished comes first. The server compares its verify_data, which is not what the server has computed. It ends the "
                + "handshake with decrypt_error, and no request has been sent."
        }
    }

    var chinese: String {
        switch self {
        case .takesOut(let all, let left):
            "ClientHello 是明文。它提出 \(all.joined(separator: "，然后 "))。她把它转发出去，只留一个密码套件：\(left)。别的她都不改。"
        case .accepted(let suite): "服务器选择 \(suite)。她把这个选择转交出去。客户端提出过这个密码套件，所以继续。"
        case .twoTranscripts: "双方的密钥相同。但客户端的哈希包含它发送的 hello 消息，服务器的哈希包含它收到的 hello 消息。"
        case .believed(let suite): "两端都不比较 verify_data。双方都认为握手已经完成，请求和应答用 \(suite) 传送。"
        case .refused:
            "客户端的 Finished 先到。服务器比较其中的 verify_data，它与服务器算出的不同。服务器用 decrypt_error 结束握手，请求没有发出。"
        }
    }
}
