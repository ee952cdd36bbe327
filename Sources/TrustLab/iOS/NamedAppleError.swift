import Trace

/// An error number of Apple that a log or a crash report may show, and that the models here never give: ``AppleError`` has those. A user
/// who looks for the number learns its name.
///
/// The numbers and names are those of Security's SecureTransport.h and of Foundation's NSURLError.h.
package struct NamedAppleError: Hashable, Wording {
    /// The number: negative, as an NSError has it.
    package let number: Int
    /// Apple's name for it.
    package let name: String
    /// What it says, without a full stop.
    package let english: String
    package let chinese: String

    /// The name with the number: "errSSLXCertChainInvalid (-9807)".
    package var text: String { "\(name) (\(number))" }

    package var origin: String { number > -9_000 ? AppleError.Domain.url.rawValue : "Secure Transport" }

    /// All of them, by falling number.
    package static let all: [NamedAppleError] = [
        (
            -1005, "NSURLErrorNetworkConnectionLost", "the connection was lost before the answer was whole",
            "在应答完整之前连接断开"
        ),
        (-1006, "NSURLErrorDNSLookupFailed", "the address of the host was not found", "没有找到主机的地址"),
        (-1009, "NSURLErrorNotConnectedToInternet", "the device has no connection to the internet", "设备没有连接互联网"),
        (-1012, "NSURLErrorUserCancelledAuthentication", "the user has cancelled an authentication", "用户取消了认证"),
        (
            -1201, "NSURLErrorServerCertificateHasBadDate", "the server's certificate has expired, or is not yet valid",
            "服务器的证书已过期，或者尚未生效"
        ),
        (
            -1203, "NSURLErrorServerCertificateHasUnknownRoot", "no known root has signed the server's certificate",
            "服务器的证书不是由已知的根证书签名的"
        ),
        (-1204, "NSURLErrorServerCertificateNotYetValid", "the server's certificate is not yet valid", "服务器的证书尚未生效"),
        (-1205, "NSURLErrorClientCertificateRejected", "the client's certificate was rejected", "客户端的证书遭到拒绝"),
        (-9800, "errSSLProtocol", "an error in the protocol", "协议出错"),
        (-9801, "errSSLNegotiation", "no cipher suite was agreed", "没有商定密码套件"),
        (-9802, "errSSLFatalAlert", "a fatal alert", "致命警报"),
        (-9803, "errSSLWouldBlock", "reading or writing would have to wait; this is no failure", "读或写需要等待；这不是失败"),
        (-9804, "errSSLSessionNotFound", "an unknown session was to be resumed", "要恢复的会话不认识"),
        (-9805, "errSSLClosedGraceful", "the connection was closed in order", "连接正常关闭"),
        (-9806, "errSSLClosedAbort", "the connection was closed because of an error", "连接因错误而关闭"),
        (-9807, "errSSLXCertChainInvalid", "the certificate chain is not valid", "证书链无效"),
        (-9808, "errSSLBadCert", "a certificate cannot be read", "有一张证书无法读取"),
        (-9809, "errSSLCrypto", "an error of the cryptography below", "底层的密码运算出错"),
        (-9810, "errSSLInternal", "an internal error", "内部错误"),
        (-9811, "errSSLModuleAttach", "a module cannot be attached", "无法附加一个模块"),
        (-9812, "errSSLUnknownRootCert", "the chain is valid, and its root is not trusted", "证书链有效，但它的根证书不受信任"),
        (-9813, "errSSLNoRootCert", "the chain does not lead to a root", "证书链不通向根证书"),
        (-9814, "errSSLCertExpired", "a certificate of the chain has expired", "证书链中有一张证书已过期"),
        (-9815, "errSSLCertNotYetValid", "a certificate of the chain is not yet valid", "证书链中有一张证书尚未生效"),
        (
            -9816, "errSSLClosedNoNotify", "the server closed the connection without close_notify",
            "服务器关闭了连接，没有发 close_notify"
        ),
        (-9817, "errSSLBufferOverflow", "the buffer is too small", "缓冲区太小"),
        (-9818, "errSSLBadCipherSuite", "a bad cipher suite", "密码套件不对"),
        (-9819, "errSSLPeerUnexpectedMsg", "the other side reports an unexpected message", "对方报告收到意外的消息"),
        (-9820, "errSSLPeerBadRecordMac", "the other side reports a bad MAC", "对方报告 MAC 不对"),
        (-9821, "errSSLPeerDecryptionFail", "the other side cannot decrypt", "对方无法解密"),
        (-9822, "errSSLPeerRecordOverflow", "the other side reports a record that is too long", "对方报告有一条记录太长"),
        (-9823, "errSSLPeerDecompressFail", "the other side cannot decompress", "对方无法解压"),
        (-9824, "errSSLPeerHandshakeFail", "the other side reports handshake_failure", "对方报告 handshake_failure"),
        (-9825, "errSSLPeerBadCert", "the other side reports a bad certificate", "对方报告证书不对"),
        (-9826, "errSSLPeerUnsupportedCert", "the other side does not support the kind of certificate", "对方不支持这种证书"),
        (-9827, "errSSLPeerCertRevoked", "the other side reports a revoked certificate", "对方报告证书已吊销"),
        (-9828, "errSSLPeerCertExpired", "the other side reports an expired certificate", "对方报告证书已过期"),
        (-9829, "errSSLPeerCertUnknown", "the other side refuses the certificate for another reason", "对方因别的原因拒绝证书"),
        (-9830, "errSSLIllegalParam", "an illegal parameter", "参数不合法"),
        (-9831, "errSSLPeerUnknownCA", "the other side does not know the authority", "对方不认识这个 CA"),
        (-9832, "errSSLPeerAccessDenied", "the other side denies access", "对方拒绝访问"),
        (-9833, "errSSLPeerDecodeError", "the other side cannot decode a message", "对方无法解析一条消息"),
        (
            -9834, "errSSLPeerDecryptError",
            "the other side cannot verify a signature or decrypt a value of the handshake",
            "对方无法验证签名，或者无法解密握手中的一个值"
        ),
        (-9835, "errSSLPeerExportRestriction", "the other side reports a restriction of export", "对方报告有出口限制"),
        (-9836, "errSSLPeerProtocolVersion", "the other side does not accept the version", "对方不接受这个版本"),
        (-9837, "errSSLPeerInsufficientSecurity", "the other side demands stronger cryptography", "对方要求更强的密码技术"),
        (-9838, "errSSLPeerInternalError", "the other side reports an internal error", "对方报告内部错误"),
        (-9839, "errSSLPeerUserCancelled", "the other side's user has cancelled", "对方的用户取消了"),
        (-9840, "errSSLPeerNoRenegotiation", "the other side does not renegotiate", "对方不重新协商"),
        (
            -9841, "errSSLPeerAuthCompleted",
            "the application may judge the other side's certificate now; this is no failure",
            "应用程序现在可以判断对方的证书；这不是失败"
        ),
        (
            -9842, "errSSLClientCertRequested", "the server asks for a certificate of the client; this is no failure",
            "服务器要求客户端的证书；这不是失败"
        ),
        (-9843, "errSSLHostNameMismatch", "the certificate is for another host name", "证书属于另一个主机名"),
        (-9844, "errSSLConnectionRefused", "the other side dropped the connection before it answered", "对方没有应答就断开了连接"),
        (-9845, "errSSLDecryptionFail", "a record cannot be decrypted", "有一条记录无法解密"),
        (-9846, "errSSLBadRecordMac", "a record has a bad MAC", "有一条记录的 MAC 不对"),
        (-9847, "errSSLRecordOverflow", "a record is too long", "有一条记录太长"),
        (-9848, "errSSLBadConfiguration", "an error of the configuration", "配置有错"),
        (-9849, "errSSLUnexpectedRecord", "an unexpected record in DTLS", "DTLS 中有一条意外的记录"),
        (
            -9850, "errSSLWeakPeerEphemeralDHKey", "the other side's Diffie–Hellman group is too weak",
            "对方的 Diffie–Hellman 群太弱"
        ),
        (
            -9851, "errSSLClientHelloReceived", "a ClientHello with a host name has arrived; this is no failure",
            "收到一个带主机名的 ClientHello；这不是失败"
        ),
        (-9852, "errSSLTransportReset", "the connection was reset or closed below TLS", "连接在 TLS 之下复位或关闭"),
        (-9853, "errSSLNetworkTimeout", "the network took too long", "网络耗时太长"),
        (-9854, "errSSLConfigurationFailed", "TLS could not be configured", "无法配置 TLS"),
        (-9855, "errSSLUnsupportedExtension", "an extension is not supported", "不支持一个扩展"),
        (-9856, "errSSLUnexpectedMessage", "an unexpected message", "意外的消息"),
        (-9857, "errSSLDecompressFail", "a record cannot be decompressed", "有一条记录无法解压"),
        (-9858, "errSSLHandshakeFail", "the handshake failed", "握手失败"),
        (-9859, "errSSLDecodeError", "a message cannot be decoded", "有一条消息无法解析"),
        (
            -9860, "errSSLInappropriateFallback", "the client came back with a lower version than the server supports",
            "客户端退回到的版本低于服务器支持的版本"
        ),
        (-9861, "errSSLMissingExtension", "an extension is missing", "缺少一个扩展"),
        (-9862, "errSSLBadCertificateStatusResponse", "a bad OCSP response", "OCSP 响应不对"),
        (-9863, "errSSLCertificateRequired", "a certificate is required", "必须有证书"),
        (-9864, "errSSLUnknownPSKIdentity", "the identity of a pre-shared key is not known", "不认识这个预共享密钥的标识"),
        (-9865, "errSSLUnrecognizedName", "the name of the host is not known", "不认识这个主机名"),
        (-9880, "errSSLATSViolation", "a rule of App Transport Security is broken", "违反了 App Transport Security 的一条规则"),
        (
            -9881, "errSSLATSMinimumVersionViolation", "the version is too low for App Transport Security",
            "版本太低，不符合 App Transport Security"
        ),
        (
            -9882, "errSSLATSCiphersuiteViolation", "App Transport Security does not allow the cipher suite",
            "App Transport Security 不允许这个密码套件"
        ),
        (
            -9883, "errSSLATSMinimumKeySizeViolation", "the key is too small for App Transport Security",
            "密钥太小，不符合 App Transport Security"
        ),
        (
            -9884, "errSSLATSLeafCertificateHashAlgorithmViolation",
            "App Transport Security does not allow the hash in the signature of the server's certificate",
            "App Transport Security 不允许服务器证书的签名所用的哈希"
        ),
        (
            -9885, "errSSLATSCertificateHashAlgorithmViolation",
            "App Transport Security does not allow the hash in the signature of a certificate",
            "App Transport Security 不允许一张证书的签名所用的哈希"
        ),
        (
            -9886, "errSSLATSCertificateTrustViolation",
            "the server's certificate is not from an authority that App Transport Security trusts",
            "服务器的证书不是由 App Transport Security 信任的 CA 签发的"
        ),
        (-9890, "errSSLEarlyDataRejected", "the other side rejected early data", "对方拒绝了早期数据"),
    ].map { NamedAppleError(number: $0.0, name: $0.1, english: $0.2, chinese: $0.3) }
}
