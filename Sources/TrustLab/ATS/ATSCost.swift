import TLSSim
import Trace

/// The cost of an exception.
package enum ATSCost: Hashable, Sendable, Remark {
    case olderVersion(ProtocolVersion)
    case noForwardSecrecy
    case plainHTTP
    case everything

    /// Whether App Review asks for a justification.
    package var needsJustification: Bool { self != .noForwardSecrecy }

    package var english: String {
        switch self {
        case .olderVersion(let version):
            """
            \(version.name ?? version.description) is deprecated (RFC 8996). Its handshake depends on MD5 and SHA-1, and it has no \
            authenticated encryption.
            """
        case .noForwardSecrecy:
            "Without forward secrecy, a thief of the server's private key can decrypt every recorded connection, also old ones."
        case .plainHTTP:
            "Anyone on the path can read and change the data. For https the app's delegate may then also accept chains that the system "
                + "does not trust."
        case .everything:
            "ATS is off for every host of the app without an entry of its own. Then plain HTTP, old versions and suites without forward "
                + "secrecy are allowed."
        }
    }

    package var chinese: String {
        switch self {
        case .olderVersion(let version):
            """
            \(version.name ?? version.description) 已弃用（RFC 8996）。它的握手依赖 MD5 和 SHA-1，而且没有带认证的加密。
            """
        case .noForwardSecrecy:
            "没有前向保密，偷到服务器私钥的窃贼就能解密录下的每一次连接，以前的连接也一样。"
        case .plainHTTP:
            "路径上的人都能读取和篡改数据。对于 https，应用的代理这时还可以接受系统不信任的证书链。"
        case .everything:
            "对于应用的每台没有自己条目的主机，ATS 都关闭。这时允许普通的 HTTP、旧版本和没有前向保密的密码套件。"
        }
    }
}
