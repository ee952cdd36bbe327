import PKI
import TLSSim
import Trace

/// Why a client and this server made no connection, and what to do.
package enum ClientProblem: Hashable, Sendable, Remark {
    /// The client does not speak TLS; what it says.
    case notTLS(ContactProblem.Greeting)
    case certificateRefused(AlertDescription)
    /// The client went away without an alert in the middle of the handshake; whether by a reset.
    case wentAway(isReset: Bool)
    case nothingInCommon
    case noProtocol
    case otherHost
    case noCertificate
    case ownRefused(RefusalKind)
    /// The client has sent nothing; whether it reset the connection.
    case saidNothing(isReset: Bool)
    case stoppedInHello
    case otherSecret

    /// The alerts of a client that refuses a certificate (RFC 5246 section 7.2.2, RFC 8446 section 6.2).
    package static let refusals: [AlertDescription] = [
        .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired, .certificateUnknown,
        .unknownCA,
    ]

    package var english: String {
        switch self {
        case .notTLS(.http): "The client speaks plain HTTP, without TLS."
        case .notTLS(.ssh): "The client speaks SSH, which is not TLS."
        case .notTLS(.mail): "The client speaks as a mail client, without TLS."
        case .notTLS(.other(let octets)):
            "The client begins with the octets \(Hex.string(octets)), which are no record of TLS."
        case .certificateRefused(.unknownCA):
            "The client does not trust the authority of the server's certificate."
        case .certificateRefused(let alert): "The client refuses the server's certificate: its alert is \(alert)."
        case .wentAway(let isReset):
            "The client \(isReset ? "reset" : "ended") the connection in the middle of the handshake, without a fatal alert. Clients do so "
                + "that refuse the certificate, and clients that only look whether a server answers."
        case .nothingInCommon: "The client offers nothing that this server accepts."
        case .noProtocol: "The client offers no application protocol that this server speaks."
        case .otherHost: "The client asks for a host for which the certificate is not valid."
        case .noCertificate: "The client showed no certificate, which --client-ca demands."
        case .ownRefused(.unknownCA):
            "The client's certificate does not come from an authority of --client-ca, or a certificate between them is missing."
        case .ownRefused: "This server refuses the client's certificate."
        case .saidNothing(let isReset):
            "The client \(isReset ? "reset" : "ended") the connection and had sent nothing. Programs do so that only look whether a server is there."
        case .stoppedInHello: "The client ended the connection in the middle of its first message."
        case .otherSecret: "The client knows another secret by the name of --psk-identity."
        }
    }

    package var chinese: String {
        switch self {
        case .notTLS(.http): "客户端说的是普通的 HTTP，没有 TLS。"
        case .notTLS(.ssh): "客户端说的是 SSH，而 SSH 不是 TLS。"
        case .notTLS(.mail): "客户端的表现像邮件客户端，没有 TLS。"
        case .notTLS(.other(let octets)):
            "客户端以字节 \(Hex.string(octets)) 开头，这不是 TLS 的记录。"
        case .certificateRefused(.unknownCA):
            "客户端不信任签发服务器证书的 CA。"
        case .certificateRefused(let alert): "客户端拒绝服务器的证书：它的警报是 \(alert)。"
        case .wentAway(let isReset):
            """
            客户端在握手中途\(isReset ? "复位" : "结束")了连接，没有发致命警报。拒绝证书的客户端会这样做，只看服务器是否应答的客户端也会这样做。
            """
        case .nothingInCommon: "客户端提供的，这台服务器一样也不接受。"
        case .noProtocol: "客户端提供的应用协议，这台服务器一个也不支持。"
        case .otherHost: "客户端要访问的主机，证书对它无效。"
        case .noCertificate: "客户端没有出示 --client-ca 所要求的证书。"
        case .ownRefused(.unknownCA):
            "客户端的证书不是来自 --client-ca 的 CA，或者缺少两者之间的一张证书。"
        case .ownRefused: "这台服务器拒绝客户端的证书。"
        case .saidNothing(let isReset):
            "客户端什么也没有发送就\(isReset ? "复位" : "结束")了连接。只看服务器在不在的程序会这样做。"
        case .stoppedInHello: "客户端在第一条消息的中途结束了连接。"
        case .otherSecret: "客户端以 --psk-identity 的名称知道的是另一个秘密。"
        }
    }

    package var englishRemedy: String {
        switch self {
        case .notTLS(.http): "Use https:// in the URL."
        case .notTLS: "Use a client that speaks TLS from its first octet on."
        case .certificateRefused(.unknownCA), .wentAway:
            "Give the client the authority of the certificate (curl --cacert, openssl -CAfile, connect --ca)."
        case .certificateRefused: "Look at the certificate with HandshakeSim trust show."
        case .nothingInCommon: "Allow more at the server: leave --tls, --cipher and --group out."
        case .noProtocol: "Name a protocol of the client with --alpn, or leave --alpn out."
        case .otherHost: "Get a certificate for that host, or leave --strict-server-name out."
        case .noCertificate:
            "Give the client a certificate of that authority and its key (curl --cert --key, connect --cert --key)."
        case .ownRefused:
            "Give the client a certificate that an authority of --client-ca has issued, that is valid now and that is for clients (clientAuth), with "
                + "the certificates between them."
        case .saidNothing, .stoppedInHello: "Look at the client: this server has nothing to answer."
        case .otherSecret: Remedy.giveSameSecret.english
        }
    }

    package var chineseRemedy: String {
        switch self {
        case .notTLS(.http): "在 URL 中使用 https://。"
        case .notTLS: "使用从第一个字节起就说 TLS 的客户端。"
        case .certificateRefused(.unknownCA), .wentAway:
            "把签发证书的 CA 交给客户端（curl --cacert、openssl -CAfile、connect --ca）。"
        case .certificateRefused: "用 HandshakeSim trust show 查看证书。"
        case .nothingInCommon: "让服务器允许更多：不要写 --tls、--cipher 和 --group。"
        case .noProtocol: "用 --alpn 写出客户端支持的一个协议，或者不要写 --alpn。"
        case .otherHost: "为那台主机申请证书，或者不要写 --strict-server-name。"
        case .noCertificate:
            "给客户端一张那个 CA 签发的证书及其密钥（curl --cert --key、connect --cert --key）。"
        case .ownRefused:
            """
            给客户端一张由 --client-ca 的 CA 签发的、现在有效的、用于客户端（clientAuth）的证书，连同两者之间的证书。
            """
        case .saidNothing, .stoppedInHello: "检查客户端：这台服务器没有什么可应答的。"
        case .otherSecret: Remedy.giveSameSecret.chinese
        }
    }
}
