import Trace

// The sentences about names and passwords in HTTP.

extension PasswordExchange.Scene: Remark {
    package var english: String {
        switch self {
        case .basic:
            "Base 64 is no encryption: without TLS, or behind an interceptor, the password can be read (RFC 7617 section 4)."
        case .digest:
            "The password is not sent. H(A1) is the SHA-256 of user, realm and password, H(A2) that of method and path. The response is "
                + "the SHA-256 of both with the nonces between them (RFC 7616 section 3.4.1). An interceptor can try passwords against "
                + "the response, and can ask for Basic in its place."
        case .repeats:
            "The delegate gives the same password each time, and the server asks each time. The program stops after four tries; an app "
                + "would not stop. A server may lock the account meanwhile."
        case .counts:
            "previousFailureCount is 1 when the delegate is asked again: this password was wrong. It cancels, and asks the user."
        }
    }

    package var chinese: String {
        switch self {
        case .basic:
            "Base 64 不是加密：没有 TLS，或者在拦截者后面，密码都能读到（RFC 7617 第 4 节）。"
        case .digest:
            """
            不发送密码。H(A1) 是用户、realm 和密码的 SHA-256，H(A2) 由方法和路径同样得出。响应是两者以及其间的 nonce 的 SHA-256\
            （RFC 7616 3.4.1 节）。拦截者可以用响应来试密码，也可以改为要求 Basic。
            """
        case .repeats:
            "代理每次都给出同一个密码，服务器每次都再要求。程序试了四次就停下；应用不会停。服务器在此期间可能锁定账户。"
        case .counts:
            "再次询问代理时，previousFailureCount 为 1：这个密码不对。代理取消，并询问用户。"
        }
    }
}

/// The sentences before and after the exchanges.
package enum PasswordNote: Remark {
    case introduction
    case others

    package var english: String {
        switch self {
        case .introduction:
            "A password is asked for in HTTP, behind the handshake. TLS knows nothing of it, and a 401 ends no connection. "
                + "The delegate gets the challenge through the same method as the one about the server's certificate."
        case .others:
            "NTLM and Negotiate (Kerberos) use the same status and the same fields, with several messages one after the other on one "
                + "connection (RFC 4559). They are not run here. None of the four is a kind of TLS authentication."
        }
    }

    package var chinese: String {
        switch self {
        case .introduction:
            """
            密码在 HTTP 中要求，在握手之后。TLS 对此一无所知，401 也不结束任何连接。代理得到这个质询的方法，与得到服务器证书的质询的方法相同。
            """
        case .others:
            """
            NTLM 和 Negotiate（Kerberos）使用同一个状态和同样的字段，在一个连接上相继发送几条消息（RFC 4559）。这里不运行它们。\
            这四种都不是 TLS 认证。
            """
        }
    }
}
