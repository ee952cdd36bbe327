import PKI
import Simulator
import TLSSim
import Trace

/// What the card of mitm says.
struct MITMCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The machine in the middle"
        case .act: "Reads as the man in the middle where the client leaves out a check"
        case .mistake:
            "The client leaves out a check of the server's certificate. In no-check it checks nothing. In no-hostname it does not compare the "
                + "name. In installed-ca it has no pin, though the device trusts an authority of hers."
        case .defence:
            "The client verifies the chain up to an authority that it trusts (RFC 5280 section 6.1), and compares the name that it wanted "
                + "with the names in the leaf (RFC 9525 section 6). In installed-ca the leaf must also have the pinned key (RFC 7469 "
                + "section 2.6)."
        case .cost:
            "One verification of a signature for each certificate of the chain, in each full handshake. A pin costs more: when the server's key is replaced, an app "
                + "without a backup pin reaches the server no more (RFC 7469 section 4.3)."
        case .remains:
            "An authority that errs can certify her for the server's name. Certificate Transparency makes such a certificate public (RFC 9162), "
                + "and a pin refuses it. A thief of the server's key needs no other certificate."
        case .misreading:
            "\"Diffie–Hellman, three randoms or Finished stop a man in the middle\": each of the two handshakes is complete and right. \"The "
                + "padlock means the right server\": it means that this client has found nothing wrong."
        case .goal, .limit: UnsignedDHCard(part: part).english
        }
    }

    var chinese: String {
        switch part {
        case .title: "中间的那台机器"
        case .act: "客户端漏掉一项检查，她就作为中间人读取内容"
        case .mistake:
            "客户端漏掉了对服务器证书的一项检查。在 no-check 中它什么也不检查。在 no-hostname 中它不比较名称。"
                + "在 installed-ca 中它没有锁定值，而设备信任她的一个 CA。"
        case .defence:
            "客户端验证证书链，一直到它信任的 CA（RFC 5280 6.1 节），并把要访问的名称与叶子证书中的名称比较（RFC 9525 6 节）。"
                + "在 installed-ca 中，叶子证书还必须带有锁定的密钥（RFC 7469 2.6 节）。"
        case .cost:
            "每次完整握手中，证书链的每张证书验证一次签名。锁定的代价更大：服务器更换密钥后，"
                + "没有备用锁定值的应用就连不上服务器了（RFC 7469 4.3 节）。"
        case .remains:
            "CA 出错时，可能为她签发写着服务器名称的证书。证书透明度使这样的证书公开（RFC 9162），锁定则会拒绝它。"
                + "窃取了服务器密钥的窃贼，不需要别的证书。"
        case .misreading:
            "“Diffie–Hellman、三个随机数或 Finished 能挡住中间人”：两次握手各自都是完整而正确的。"
                + "“挂锁表示服务器没错”：它只表示这个客户端没有发现问题。"
        case .goal, .limit: UnsignedDHCard(part: part).chinese
        }
    }
}

/// What is found in mitm.
enum MITMNote: Remark {
    case accepted(MITM.MissingCheck, checks: Int)
    case refused(CheckResult?, AlertDescription?)

    var english: String {
        switch self {
        case .accepted(.unchecked, _):
            "The client does not look at the chain. It takes the key from her certificate and verifies the signature of ServerKeyExchange with "
                + "it. The signature is right: she has made it with this key."
        case .accepted(.anyName, let checks):
            "The client verifies the chain up to an authority that it trusts: \(counted(checks, "check")), and none compares the name. The "
                + "chain passes them all. It asked for \(Visit.hostName), and does not see that the certificate is for another name."
        case .accepted(.unpinned, let checks):
            "The client verifies the chain and the name: \(counted(checks, "check")). The chain passes them all. The authority is one that "
                + "the device trusts, and the client does not know which key to expect."
        case .refused(let finding, let alert):
            "The client's check \"\(finding?.policy ?? "chain")\" fails: \(finding?.english ?? "no reason was given.") It ends the handshake "
                + "at the Certificate message\(alert.map { ", with the alert \($0)" } ?? ""). She has learned the client's hello, and nothing "
                + "else."
        }
    }

    var chinese: String {
        switch self {
        case .accepted(.unchecked, _):
            "客户端不看证书链。它从她的证书中取出密钥，用它验证 ServerKeyExchange 的签名。签名是对的：她就是用这个密钥签名的。"
        case .accepted(.anyName, let checks):
            "客户端验证证书链，一直到它信任的 CA：共 \(checks) 项检查，没有一项比较名称。证书链全部通过。"
                + "它要访问的是 \(Visit.hostName)，却没有看到证书写的是另一个名称。"
        case .accepted(.unpinned, let checks):
            "客户端验证证书链和名称：共 \(checks) 项检查。证书链全部通过。这个 CA 是设备信任的，而客户端不知道应当是哪个密钥。"
        case .refused(let finding, let alert):
            "客户端的检查“\(finding?.check.name.chinese ?? "证书链")”失败：\(finding?.chinese ?? "没有给出原因。")"
                + "它在 Certificate 消息处结束握手\(alert.map { "，警报是 \($0)" } ?? "")。她只得知客户端的 hello 消息，别无所获。"
        }
    }
}
