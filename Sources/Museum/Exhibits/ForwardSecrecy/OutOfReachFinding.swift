import TLSSim
import Trace

/// Why a recording cannot be attacked here, for reasons that have nothing to do with the key.
package enum OutOfReachFinding: Remark, Hashable {
    case resumed
    case versionNotRead(ProtocolVersion)
    case suiteUnknown(RegisteredSuite)
    case compressed(method: UInt8)

    package var english: String {
        switch self {
        case .resumed:
            """
            This handshake is abbreviated. It resumes an earlier session with a master secret that both sides have kept. It has no key \
            exchange, so a private key does not help. The recording of the first handshake may help, or the key with which the server \
            seals its tickets.
            """
        case .versionNotRead(let version):
            "The version is \(version); only TLS 1.2 is read here. Its key exchange decides in the same way."
        case .suiteUnknown(let suite): "The suite \(suite) and its key exchange are not known here."
        case .compressed(let method):
            "The records are compressed (method \(method)), and only the null method is implemented here."
        }
    }

    package var chinese: String {
        switch self {
        case .resumed: "这次握手是简化的。它恢复以前的会话，用的是双方保留的主密钥。它没有密钥交换，所以私钥没有用。也许有用的是录下的第一次握手，或者服务器密封票据的密钥。"
        case .versionNotRead(let version): "版本是 \(version)；这里只读 TLS 1.2。同样由它的密钥交换决定。"
        case .suiteUnknown(let suite): "这里不认识密码套件 \(suite) 和它的密钥交换。"
        case .compressed(let method): "这些记录是压缩的（方法 \(method)），而这里只实现了空方法。"
        }
    }
}
