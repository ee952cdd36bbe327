import TLSSim
import Trace

/// How the keys follow from the premaster secret, and what proves them.
package enum DerivedKeysFinding: Remark, Hashable {
    case masterSecret(extended: Bool)
    case keyBlock
    case finishedVerified(Role)
    case finishedWrong(Role)
    case finishedMissing(Role)
    case nothingProved

    package var english: String {
        switch self {
        case .masterSecret(true):
            """
            The master secret follows by the PRF from the premaster secret and the hash of all handshake messages up to \
            ClientKeyExchange, which were recorded too (RFC 7627 section 4). The extended master secret binds the keys to this \
            handshake. It does not protect against a thief with a recording.
            """
        case .masterSecret(false):
            """
            The master secret follows by the PRF from the premaster secret and the two randoms, which were sent in clear \
            (RFC 5246 section 8.1).
            """
        case .keyBlock: "The master secret and the randoms make the keys of both directions (RFC 5246 section 6.3)."
        case .finishedVerified(let side):
            """
            The \(side)'s Finished decrypts, and its verify_data is right for these keys and this handshake. This proves that these are \
            the keys of the connection.
            """
        case .finishedWrong(let side):
            "The \(side)'s first protected record does not decrypt to the right Finished under these keys."
        case .finishedMissing(let side): "The \(side)'s Finished is not in the recording."
        case .nothingProved:
            """
            Neither side's Finished could be verified. So nothing proves that these are the keys. The recording is incomplete or \
            damaged.
            """
        }
    }

    package var chinese: String {
        switch self {
        case .masterSecret(true):
            "用 PRF 从预主密钥以及直到 ClientKeyExchange 的全部握手消息的哈希得到主密钥，这些消息也录下了（RFC 7627 4 节）。"
                + "扩展主密钥把各个密钥与这次握手绑定。它防不住有录下的流量的窃贼。"
        case .masterSecret(false): "用 PRF 从预主密钥和两个随机数得到主密钥，这两个随机数是明文发送的（RFC 5246 8.1 节）。"
        case .keyBlock: "由主密钥和随机数得到两个方向的密钥（RFC 5246 6.3 节）。"
        case .finishedVerified(let side):
            "\(Chinese.name(side))的 Finished 解密成功，其中的 verify_data 与这些密钥和这次握手相符。这证明它们就是这个连接的密钥。"
        case .finishedWrong(let side): "用这些密钥解密\(Chinese.name(side))的第一条受保护的记录，得不到正确的 Finished。"
        case .finishedMissing(let side): "录下的流量里没有\(Chinese.name(side))的 Finished。"
        case .nothingProved: "双方的 Finished 都无法验证。所以没有什么能证明它们就是这个连接的密钥。录下的流量不完整，或者已经损坏。"
        }
    }
}
