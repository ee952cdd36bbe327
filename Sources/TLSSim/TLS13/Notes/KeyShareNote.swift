import Trace

/// What there is to say about the exchange: the shares, and the secret that they make.
public enum KeyShareNote: StepNote, Hashable {
    case share(Role, NamedGroup)
    case spareShare(NamedGroup)
    case sharedSecret(Role, NamedGroup)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .share(.client, _): ("tls.calc.client_share", .rfc(8446, "4.2.8"))
        case .share(.server, _): ("tls.calc.server_share", .rfc(8446, "4.2.8"))
        case .spareShare: ("tls.calc.client_share", .rfc(8446, "4.2.9"))
        case .sharedSecret: ("tls.calc.shared_secret", .rfc(8446, "7.4"))
        }
    }

    public var english: String {
        switch self {
        case .share(let side, .x25519MLKEM768):
            """
            The \(side) makes two keys, one of ML-KEM-768 and one of X25519, and sends both public halves in one share of 1,216 \
            octets. A quantum computer would break X25519. No attack on ML-KEM is known, but it is young. An attacker has to \
            break both.
            """
        case .share(let side, let group):
            """
            The \(side) draws a private value and computes its public value in \(group.name). The private value serves this \
            connection only. Then it is deleted. Forward secrecy depends on this deletion.
            """
        case .spareShare(let group):
            """
            The client draws a private value and computes its public value in \(group.name). It is for a server that does not take the \
            secret that is offered and makes a full handshake. If the server takes the secret, this value enters no key.
            """
        case .sharedSecret(let side, .x25519MLKEM768):
            """
            \(side == .client ? "The client decrypts the secret of ML-KEM that the server has encrypted to it."
                : "The server draws a secret and encrypts it to the client's key of ML-KEM.") \
            Behind it stands the shared secret of X25519. Both enter the key schedule as one value of 64 octets.
            """
        case .sharedSecret(let side, let group):
            """
            The \(side) combines its private value with the other side's share in \(group.name). Both sides compute the same value; \
            it never crosses the wire. Without a pre-shared key it is the only secret that enters the key schedule.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .share(let side, .x25519MLKEM768):
            """
            \(side.inChinese)产生两个密钥，一个是 ML-KEM-768 的，一个是 X25519 的，并把两个密钥的公开部分放在同一个密钥份额中发送，共 1,216 字节。量子计算机能攻破 X25519。对 ML-KEM 还没有已知的攻\
            击，但它还年轻。攻击者必须把两个都攻破。
            """
        case .share(let side, let group):
            "\(side.inChinese)随机取一个私有值，在 \(group.name) 中计算公开值。私有值只为这次连接服务，用完就删除。前向保密靠的就是这次删除。"
        case .spareShare(let group):
            "客户端随机取一个私有值，在 \(group.name) 中计算公开值。它是为另一种服务器准备的：不接受所提供的秘密值，而做完整的握手。如果服务器接受那个秘密值，这个公开值就不进入任何密钥。"
        case .sharedSecret(let side, .x25519MLKEM768):
            """
            \(side == .client ? "客户端解密服务器加密给它的 ML-KEM 秘密值。" : "服务器随机取一个秘密值，用客户端的 ML-KEM 密钥加密给它。")\
            后面接着 X25519 的共享秘密。两者作为一个 64 字节的值进入密钥编排。
            """
        case .sharedSecret(let side, let group):
            "\(side.inChinese)用自己的私有值和对方在 \(group.name) 中的密钥份额计算。双方算出同一个值，它从不经过线路。没有预共享密钥时，进入密钥编排的秘密值只有它。"
        }
    }
}
