import PKI
import Trace

/// The notes on the peer's chain and its judgment.
public enum TrustNote: StepNote, Hashable {
    /// The server staples an OCSP response of `octets` octets.
    case certificateStatus(octets: Int)
    /// The client reads the stapled response; nil if it cannot be parsed.
    case statusStapled(octets: Int, StapledResponse?)
    case finding(CheckResult)
    case trusted(String?, Role, checks: Int)
    /// The chain is refused because of that finding, which decides the alert. `failed` of all checks, `of`, have failed.
    case refused(CheckResult, failed: Int, of: Int, alert: AlertDescription?)
    case careless
    case keyUsage(KeyExchangeKind)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .certificateStatus: ("tls.certificate_status", .rfc(6066, "8"))
        case .statusStapled: ("tls.check.status", .rfc(6066, "8"))
        case .finding(let finding): ("tls.check.chain", finding.cite)
        case .trusted: ("tls.check.verdict", .rfc(5280, "6.1"))
        case .refused: ("tls.check.verdict", .rfc(5246, "7.2.2"))
        case .careless: ("tls.check.careless", .rfc(5246, "F.1.1"))
        case .keyUsage: ("tls.check.key_usage", .rfc(5246, "7.4.2"))
        }
    }

    /// The certificate to which a finding belongs; empty for every other note.
    public var englishTopic: String {
        switch self {
        case .finding(let finding): finding.englishTopic
        case .certificateStatus, .statusStapled, .trusted, .refused, .careless, .keyUsage: ""
        }
    }

    /// The certificate to which a finding belongs, in Chinese; empty for every other note.
    public var chineseTopic: String {
        switch self {
        case .finding(let finding): finding.chineseTopic
        case .certificateStatus, .statusStapled, .trusted, .refused, .careless, .keyUsage: ""
        }
    }

    /// The sentence: what was checked, and the result.
    public var english: String {
        switch self {
        case .certificateStatus(let octets):
            """
            An OCSP response of \(counted(octets, "octet")) is stapled to the certificate: the authority says whether the certificate is \
            revoked. The server fetched it beforehand. Otherwise the client would have to ask the authority, and the authority would \
            learn who visits whom.
            """
        case .statusStapled(let octets, let response):
            "The stapled response has \(counted(octets, "octet")). \(Self.contents(of: response)) So far it is only read; the checks of the "
                + "chain decide whether it proves anything."
        case .finding(let finding): finding.reason
        case .trusted(let name, let side, let checks): Self.trust(in: name, of: side, after: checks)
        case .refused(let finding, let failed, let count, let alert):
            """
            Refused: \(failed) of \(counted(count, "check")) failed. The first failed check, \(finding.policy), decides what the other side \
            is told\(alert.map { ": the alert \($0)" } ?? ""). The handshake ends here, before \
            \(finding.side == .server ? "anything is encrypted to this key or agreed with its owner"
                : "the client proves that the key is its own, and before it is served anything").
            """
        case .careless:
            "The chain was accepted without any check. Everything below is encrypted, but the client does not know to whom."
        case .keyUsage(let kind):
            kind == .rsa
                ? "The certificate lets its key encipher keys (keyEncipherment), as RSA key transport needs."
                : "The certificate lets its key sign (digitalSignature), as a signed key exchange needs."
        }
    }

    public var chinese: String {
        switch self {
        case .certificateStatus(let octets):
            """
            证书上装订了一个 \(octets) 字节的 OCSP 响应：CA 说明证书是否已吊销。响应由服务器事先取来。\
            否则客户端就得去问 CA，CA 就会知道谁访问了谁。
            """
        case .statusStapled(let octets, let response):
            "装订的响应有 \(octets) 字节。\(Self.chineseContents(of: response))到这里只是读取它；它能否证明什么，由证书链的检查决定。"
        case .finding(let finding): finding.chinese
        case .trusted(let name, let side, let checks): Self.chineseTrust(in: name, of: side, after: checks)
        case .refused(let finding, let failed, let count, let alert):
            """
            拒绝：\(count) 项检查中有 \(failed) 项失败。第一项失败的检查是 \(finding.policy)，它决定告诉对方什么\
            \(alert.map { "：\(spaced("警报", $0.inChinese))" } ?? "")。握手到此结束，\
            \(finding.side == .server ? "还没有用这个密钥加密任何内容，也没有与它的持有者商定任何内容"
                : "客户端还没有证明这个密钥是它自己的，也还没有得到任何服务")。
            """
        case .careless:
            "没有做任何检查就接受了证书链。下面的一切都会加密，但客户端不知道加密给谁。"
        case .keyUsage(let kind):
            kind == .rsa
                ? "证书允许用它的密钥加密其他密钥（keyEncipherment），这正是 RSA 密钥传输需要的。"
                : "证书允许用它的密钥签名（digitalSignature），这正是带签名的密钥交换需要的。"
        }
    }

    /// What is known of the peer after its chain has passed every check.
    private static func trust(in name: String?, of side: Role, after checks: Int) -> String {
        let all = "Trusted: the chain passes all \(counted(checks, "check")). "
        if let name { return all + "The key in the leaf belongs to \(name)." }
        return switch side {
        case .client: all + "The server's application decides what the owner of this certificate may do."
        case .server:
            all + "No name was compared. So the certificate may belong to any server."
        }
    }

    /// What is known of the peer after its chain has passed every check, in Chinese.
    private static func chineseTrust(in name: String?, of side: Role, after checks: Int) -> String {
        let all = "受信任：证书链通过了全部 \(checks) 项检查。"
        if let name { return all + "叶子证书中的密钥属于 \(name)。" }
        return switch side {
        case .client: all + "这张证书的持有者可以做什么，由服务器的应用程序决定。"
        case .server: all + "没有比对名称，所以这张证书可能属于任何一台服务器。"
        }
    }

    /// The content of a stapled response.
    private static func contents(of response: StapledResponse?) -> String {
        guard let response else { return "It cannot be read as an OCSP response." }
        guard response.status == 0 else { return "The responder could not answer (status \(response.status))." }
        let states = response.certificates.map(\.rawValue)
        return states.isEmpty
            ? "It names no certificate." : "It says: \(states.joined(separator: ", "))."
    }

    /// The content of a stapled response, in Chinese.
    private static func chineseContents(of response: StapledResponse?) -> String {
        guard let response else { return "它无法读作 OCSP 响应。" }
        guard response.status == 0 else { return "响应者无法回答（状态 \(response.status)）。" }
        let states = response.certificates.map(\.rawValue)
        return states.isEmpty ? "它没有提到任何证书。" : "它的答复是：\(states.joined(separator: "、"))。"
    }
}
