import PKI
import Trace

/// The notes on the authentication of a client.
public enum ClientAuthenticationNote: StepNote, Hashable {
    /// The server requests a certificate and names so many authorities. `required` says whether it refuses a client without one; nil if the
    /// endpoint does not know, because only the server does.
    case certificateRequest(authorities: Int, required: Bool?)
    case clientCertificate(count: Int)
    /// The client sends an empty list. `hasOne` says whether it has a certificate; nil if the endpoint does not know.
    case noClientCertificate(hasOne: Bool?)
    case clientAnonymous
    case clientMaySign
    case handshakeSigned(SignatureScheme)
    case certificateVerify(SignatureScheme)
    case verifyingMessages(SignatureScheme)
    case clientProved(SignatureScheme)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .certificateRequest: ("tls.certificate_request", .rfc(5246, "7.4.4"))
        case .clientCertificate, .noClientCertificate: ("tls.certificate", .rfc(5246, "7.4.6"))
        case .clientAnonymous: ("tls.check.client_anonymous", .rfc(5246, "7.4.6"))
        case .clientMaySign: ("tls.check.key_usage", .rfc(5246, "7.4.6"))
        case .handshakeSigned: ("tls.calc.certificate_verify", .rfc(5246, "7.4.8"))
        case .certificateVerify: ("tls.certificate_verify", .rfc(5246, "7.4.8"))
        case .verifyingMessages: ("tls.calc.certificate_verification", .rfc(5246, "7.4.8"))
        case .clientProved: ("tls.check.certificate_verify", .rfc(5246, "7.4.8"))
        }
    }

    /// The sentence: why the server asks, and what the client's answer proves.
    public var english: String {
        switch self {
        case .certificateRequest(let authorities, let required):
            """
            Now the server asks who the client is. The message lists the kinds of key and signature that the server can verify, and \
            \(authorities == 0 ? "no authorities: the client may choose" : "the names of the authorities it trusts (\(authorities))"). \
            \(Self.consequence(required))
            """
        case .clientCertificate(let count):
            """
            The client's chain, \(count) \(count == 1 ? "certificate" : "certificates"). In TLS 1.2 it goes in clear: everyone on \
            the path reads who the client is. Anyone can copy it. So, like the server's, it proves nothing by itself.
            """
        case .noClientCertificate(let hasOne):
            """
            An empty list: \(Self.reason(hasOne)). The client must send this message all the same; to leave it out is an error.
            """
        case .clientAnonymous:
            "The client does not say who it is, and it need not. The handshake goes on without the client's signature."
        case .clientMaySign:
            "The client's certificate lets its key sign (digitalSignature), as CertificateVerify needs."
        case .handshakeSigned:
            """
            The client's private key is used once, here. It only signs; the keys of the connection do not depend on it. A later \
            thief of this key can pose as the client, but decrypts no recording.
            """
        case .certificateVerify(let scheme):
            """
            The proof that belongs to the client's certificate: a signature (\(scheme)) over all handshake messages so far, from \
            ClientHello to ClientKeyExchange. Only the certified key can make it. Both randoms are in those messages, so a \
            signature from another handshake does not fit.
            """
        case .verifyingMessages(let scheme):
            """
            The server \
            \(scheme.english(hashing: "the messages that it has sent and received itself", keyIn: "the client's certificate")) \
            \(scheme.englishTest)
            """
        case .clientProved(let scheme):
            """
            The signature (\(scheme)) over all handshake messages verifies with the key in the client's certificate. So the other \
            end has that key, now and in this handshake. An attacker with a copied certificate fails here.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .certificateRequest(let authorities, let required):
            """
            现在服务器问客户端是谁。这条消息列出服务器能验证的密钥和签名的种类，\
            \(authorities == 0 ? "没有写 CA：客户端可以自己选择" : "以及它信任的 CA 的名称（\(authorities)）")。\
            \(Self.chineseConsequence(required))
            """
        case .clientCertificate(let count):
            """
            客户端的证书链，\(count) 张证书。在 TLS 1.2 中它以明文发送：路径上的人都能读到客户端是谁。\
            谁都能复制它，所以它与服务器的证书链一样，本身什么也证明不了。
            """
        case .noClientCertificate(let hasOne):
            "一个空的列表：\(Self.chineseReason(hasOne))。尽管如此，客户端必须发送这条消息；省略它就是错误。"
        case .clientAnonymous:
            "客户端没有说明自己是谁，也不必说明。握手继续进行，没有客户端的签名。"
        case .clientMaySign:
            "客户端的证书允许它的密钥签名（digitalSignature），这正是 CertificateVerify 需要的。"
        case .handshakeSigned:
            """
            客户端的私钥只在这里用一次。它只用来签名，连接的密钥并不取决于它。\
            以后偷走这个密钥的窃贼可以冒充客户端，但解密不了任何录下的流量。
            """
        case .certificateVerify(let scheme):
            """
            与客户端证书配套的证明：对从 ClientHello 到 ClientKeyExchange 的所有握手消息的签名（\(scheme)）。\
            只有经过认证的密钥才能生成它。两个随机数都在这些消息里，所以别的握手的签名不适合这里。
            """
        case .verifyingMessages(let scheme):
            """
            服务器\(scheme.chinese(hashing: "它自己发送和收到的消息", keyIn: "客户端证书"))\
            \(scheme.chineseTest)
            """
        case .clientProved(let scheme):
            """
            用客户端证书中的密钥验证，对所有握手消息的签名（\(scheme)）有效。所以此刻在这次握手中，对方持有这个密钥。\
            攻击者如果只有复制来的证书，到这里就会失败。
            """
        }
    }

    /// What happens to a client without a certificate.
    private static func consequence(_ isRequired: Bool?) -> String {
        switch isRequired {
        case true?: "A client without a certificate is not served."
        case false?: "A client without a certificate is served too."
        case nil: "The message does not tell whether a client without a certificate is served."
        }
    }

    /// What happens to a client without a certificate, in Chinese.
    private static func chineseConsequence(_ isRequired: Bool?) -> String {
        switch isRequired {
        case true?: "没有证书的客户端得不到服务。"
        case false?: "没有证书的客户端也能得到服务。"
        case nil: "从这条消息看不出没有证书的客户端能否得到服务。"
        }
    }

    /// Why a client sends no certificate.
    private static func reason(_ hasOne: Bool?) -> String {
        switch hasOne {
        case true?: "the client has a certificate, but none that the server asked for"
        case false?: "the client has no certificate"
        case nil: "the client has no certificate, or none that the server asked for"
        }
    }

    /// Why a client sends no certificate, in Chinese.
    private static func chineseReason(_ hasOne: Bool?) -> String {
        switch hasOne {
        case true?: "客户端有证书，但没有服务器要求的那种"
        case false?: "客户端没有证书"
        case nil: "客户端没有证书，或者没有服务器要求的那种"
        }
    }
}
