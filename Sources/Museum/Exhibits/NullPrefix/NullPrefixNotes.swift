import Simulator
import Trace

/// What the card of null-prefix says.
struct NullPrefixCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A name that ends too early"
        case .act: "Poses as a server with a name that contains an octet of zero"
        case .mistake:
            "The client compares the names of a certificate as strings of C, which end at the first octet of zero."
        case .goal: "She wants to pose as the server. She owns another name."
        case .defence:
            "A name in a certificate is octets with a length, and all of them are compared. An octet of zero belongs "
                + "to no host name (RFC 5280 section 4.2.1.6)."
        case .cost: "Nothing."
        case .remains: "An authority should not certify such a name. Since 2009 authorities look for it."
        case .misreading:
            "\"The authority has erred\": it has asked the owner of the name, reading it from its end, and got the "
                + "right answer."
        case .limit:
            "How the authority verifies the name is not shown. The genuine server takes no part: she answers at its "
                + "address."
        }
    }

    var chinese: String {
        switch part {
        case .title: "结束得太早的名称"
        case .act: "用一个含有零字节的名称冒充服务器"
        case .mistake: "客户端把证书中的名称当作 C 的字符串来比较，这种字符串在第一个零字节处结束。"
        case .goal: "她想冒充服务器。她拥有的是另一个名称。"
        case .defence:
            "证书中的名称是带长度的字节，全部都要比较。零字节不属于任何主机名（RFC 5280 4.2.1.6 节）。"
        case .cost: "没有代价。"
        case .remains: "CA 不应当为这样的名称签发证书。从 2009 年起，CA 会查找零字节。"
        case .misreading: "“是 CA 出了错”：它从末尾读起这个名称，问了名称的主人，得到的回答也是对的。"
        case .limit: "没有演示 CA 怎样验证名称。真正的服务器没有参与：她在它的地址上应答。"
        }
    }
}

/// What is done and found in null-prefix.
enum NullPrefixNote: Remark {
    case shows
    case accepted([UInt8])
    case refused(Words)

    var english: String {
        switch self {
        case .shows:
            "She has a certificate for the name \(Visit.hostName), an octet of zero, .\(Impostor.ownHost). It is a "
                + "name below hers, and so the authority has issued it to her."
        case .accepted(let octets):
            "The client's comparison ends at the zero: the name fits. She reads: \(quotedLines(octets))."
        case .refused(let error):
            "The client compares the whole name, and it differs. It ends the handshake: \(error.english)."
        }
    }

    var chinese: String {
        switch self {
        case .shows:
            "她有一张证书，写的名称依次是 \(Visit.hostName)、一个零字节、.\(Impostor.ownHost)。"
                + "它在她的名称之下，所以 CA 给她签发了。"
        case .accepted(let octets):
            "客户端的比较到零为止：名称相符。她读到：\(quotedLines(octets))。"
        case .refused(let error): "客户端比较整个名称，发现不同。它结束握手：\(error.chinese)。"
        }
    }
}
