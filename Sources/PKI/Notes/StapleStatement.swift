import Trace

/// The proof in a stapled OCSP response (RFC 6066 section 8, RFC 6960).
public enum StapleStatement: StatementTopic {
    /// The response says that the certificate is not revoked; the signer, and the first and last second for which the answer
    /// holds, since 1970.
    case notRevoked(by: String, from: Int64, to: Int64)
    /// The response says that the certificate was revoked; the signer, the time in seconds since 1970, and the name of the
    /// CRLReason (RFC 5280 section 5.3.1), nil if none is given.
    case revoked(by: String, since: Int64, reason: String?)
    /// The response proves nothing.
    case stapleProvesNothing(StapleFault)
    /// The certificate demands a response (RFC 7633), and none counts; whether no response can come any more.
    case stapleMissing(hasSeenAll: Bool)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .notRevoked(let responder, let from, let to):
            "\(it) is not revoked. The stapled response of \(responder) says so, for \(English.date(from)) to \(English.date(to))."
        case .revoked(let responder, let since, let reason):
            "\(it) was revoked on \(English.date(since))\(reason.map { " (\($0))" } ?? ""). The stapled response says so, and "
                + "\(responder) has signed it. The \(it.owner) that shows the certificate now may be a thief."
        case .stapleMissing(true):
            "\(it) demands a stapled response (status_request in its TLS features), and the \(it.owner) has sent no valid one. This rule "
                + "stops a thief of the key, who would leave the response out."
        case .stapleMissing(false):
            "\(it) demands a stapled response (status_request in its TLS features). No valid response is given here. In a handshake "
                + "the response must be there."
        case .stapleProvesNothing(let fault):
            "The stapled response proves nothing about \(it.inSentence): \(fault.english). It is treated like a missing "
                + "response, because an attacker who can damage a response can also remove it."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .notRevoked(let responder, let from, let to):
            it.chinese("没有吊销。\(responder) 的装订响应这样说，有效时间从 \(CivilTime.text(from)) 到 \(CivilTime.text(to))。")
        case .revoked(let responder, let since, let reason):
            it.chinese(
                "已在 \(CivilTime.text(since)) 吊销\(reason.map { "（\($0)）" } ?? "")。装订的响应这样说，给它签名的是 \(responder)。"
                    + "现在出示这张证书的\(it.ownerInChinese)可能是窃贼。")
        case .stapleMissing(true):
            it.chinese(
                "要求有装订的响应（TLS 特性中的 status_request），而\(it.ownerInChinese)没有发送有效的响应。"
                    + "偷到密钥的窃贼会省略响应，这条规则就是为了阻止他。")
        case .stapleMissing(false):
            it.chinese("要求有装订的响应（TLS 特性中的 status_request）。这里没有给出有效的响应。在握手中必须有这个响应。")
        case .stapleProvesNothing(let fault):
            it.chinese(
                "关于", "，装订的响应什么也不能证明：\(fault.chinese)。它与没有响应同样处理，因为能损坏响应的攻击者，也能把响应去掉。")
        }
    }
}
