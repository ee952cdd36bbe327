import Trace

/// What the card of skip-messages says.
struct SkipMessagesCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The short way"
        case .act: "Poses as a server by leaving out the key exchange"
        case .mistake: "The client takes Finished where the key exchange belongs, and is then done without keys."
        case .goal: "She wants to pose as the server, without its private key."
        case .defence:
            "A client takes the messages that RFC 5246 section 7.3 shows, in that order. Another one is answered with unexpected_message."
        case .cost: "Nothing: a state for each message that is awaited."
        case .remains:
            "States that the programmer did not think of. A search through all orders of messages finds them."
        case .misreading:
            "\"A lock in the browser means that something was encrypted\": it means that the program took the handshake for complete."
        case .limit:
            "Libraries differed in what they let pass. Here one step is missing: the client does not ask whether there was a key exchange. A search needs "
                + "fewer moves of hers: HandshakeSim explore --tls 1.2 --variant skip-messages finds an attack with 1."
        }
    }

    var chinese: String {
        switch part {
        case .title: "捷径"
        case .act: "省去密钥交换，冒充服务器"
        case .mistake: "客户端在本该进行密钥交换的地方接受 Finished，于是没有密钥就完成了。"
        case .goal: "她想冒充服务器，却没有它的私钥。"
        case .defence: "客户端按 RFC 5246 7.3 节所示的消息和顺序接受。来了别的消息，就用 unexpected_message 应答。"
        case .cost: "没有代价：每条等待的消息一个状态。"
        case .remains: "程序员没有想到的状态。搜索消息的所有顺序，就能找到它们。"
        case .misreading: "“浏览器里的锁表示有东西加了密”：它只表示程序认为握手已经完成。"
        case .limit:
            "各个库放行的内容不同。这里缺少一步：客户端不问是否有过密钥交换。搜索只需她更少的动作："
                + "HandshakeSim explore --tls 1.2 --variant skip-messages 用 1 个动作就找到一次攻击。"
        }
    }
}

/// What is done and found in skip-messages.
enum SkipMessagesNote: Remark {
    case takes
    case skips
    case reads(octets: Int)
    case refused(String)

    var english: String {
        switch self {
        case .takes: "She takes the victim's connection in the server's place. The ClientHello is in clear."
        case .skips:
            "She answers with ServerHello, the server's own certificate, which is public, and then at once Finished, in clear. There is no "
                + "ServerKeyExchange, no ServerHelloDone and no ChangeCipherSpec. No secret is agreed on, so she computes verify_data from an empty one."
        case .reads(let octets):
            "The client takes the handshake for complete. It has found the certificate good and verify_data right. It has no keys: it sends its "
                + "request of \(counted(octets, "octet")) as application data in clear. She has answered it."
        case .refused(let alert):
            "The client awaits ServerKeyExchange. It answers Finished with the alert \(alert), and sends no request."
        }
    }

    var chinese: String {
        switch self {
        case .takes: "她代替服务器接下受害者的连接。ClientHello 是明文。"
        case .skips:
            "她用 ServerHello 应答，再出示服务器自己的证书（证书是公开的），紧接着就是明文的 Finished。没有 ServerKeyExchange，"
                + "没有 ServerHelloDone，也没有 ChangeCipherSpec。双方没有商定任何秘密，所以她用空的秘密计算 verify_data。"
        case .reads(let octets):
            "客户端认为握手已经完成。它认为证书没有问题，verify_data 也是对的。它没有密钥：它把 \(octets) 字节的请求"
                + "作为应用数据以明文发送。她作了应答。"
        case .refused(let alert): "客户端等待 ServerKeyExchange。它用警报 \(alert) 应答 Finished，不发送请求。"
        }
    }
}
