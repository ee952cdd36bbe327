import Trace

/// What changes in the messages of a handshake.
enum MessageNote: ComparisonNote {
    case serverKeyExchangeAdded
    /// ServerKeyExchange is gone. `isInHello`: the server's public value is in ServerHello; else it has none.
    case serverKeyExchangeDropped(isInHello: Bool)
    /// ClientKeyExchange is gone. `isInHello`: the client's public value is in ClientHello; else no keys are exchanged.
    case clientKeyExchangeDropped(isInHello: Bool)
    case serverHelloDoneDropped
    case certificateDropped
    case certificateVerifyAdded
    case encryptedExtensionsAdded
    case endOfEarlyDataAdded
    case publicValueForPremaster
    case changeCipherSpecIdle
    case finishedFirst(Role)
    /// A message is gone for which no other case exists; its sender and its name.
    case dropped(Role, String, isTLS13: Bool)
    /// A message is new for which no other case exists; its sender and its name.
    case added(Role, String, isTLS13: Bool)

    var step: String {
        switch self {
        case .serverKeyExchangeAdded, .serverKeyExchangeDropped: "compare.server_key_exchange"
        case .clientKeyExchangeDropped, .publicValueForPremaster: "compare.client_key_exchange"
        case .serverHelloDoneDropped: "compare.server_hello_done"
        case .certificateDropped: "compare.certificate"
        case .certificateVerifyAdded: "compare.certificate_verify"
        case .encryptedExtensionsAdded: "compare.encrypted_extensions"
        case .endOfEarlyDataAdded: "compare.end_of_early_data"
        case .changeCipherSpecIdle: "compare.change_cipher_spec"
        case .finishedFirst: "compare.finished_first"
        case .dropped: "compare.message_dropped"
        case .added: "compare.message_added"
        }
    }

    var cite: Citation {
        switch self {
        case .serverKeyExchangeAdded, .serverKeyExchangeDropped(isInHello: false): .rfc(5246, "7.4.3")
        case .serverKeyExchangeDropped(isInHello: true), .clientKeyExchangeDropped: .rfc(8446, "4.2.8")
        case .serverHelloDoneDropped: .rfc(8446, "2")
        case .certificateDropped: .rfc(8446, "2.2")
        case .certificateVerifyAdded: .rfc(8446, "4.4.3")
        case .encryptedExtensionsAdded: .rfc(8446, "4.3.1")
        case .endOfEarlyDataAdded: .rfc(8446, "4.5")
        case .publicValueForPremaster: .rfc(5246, "7.4.7")
        case .changeCipherSpecIdle: .rfc(8446, "D.4")
        case .finishedFirst(.server): .rfc(8446, "4.4.4")
        case .finishedFirst(.client): .rfc(5246, "7.4.9")
        case .dropped(_, _, let isTLS13), .added(_, _, let isTLS13):
            isTLS13 ? .rfc(8446, "4") : .rfc(5246, "7.3")
        }
    }

    var english: String {
        switch self {
        case .serverKeyExchangeAdded:
            """
            ServerKeyExchange is new. The server draws a value for this connection only, and this message carries the public value made \
            from it, with a signature.
            """
        case .serverKeyExchangeDropped(isInHello: true):
            "ServerKeyExchange is gone. The server's public value stands in ServerHello, in the extension key_share."
        case .serverKeyExchangeDropped(isInHello: false):
            "ServerKeyExchange is gone. The server has no public value of its own in this exchange."
        case .clientKeyExchangeDropped(isInHello: true):
            "ClientKeyExchange is gone. The client's public value stands in ClientHello, in the extension key_share."
        case .clientKeyExchangeDropped(isInHello: false): "ClientKeyExchange is gone: no keys are exchanged."
        case .serverHelloDoneDropped:
            "ServerHelloDone is gone. The server's flight ends with its Finished, so the client sees the end there."
        case .certificateDropped:
            """
            The server sends no certificate. The ticket comes from an earlier connection, in which the certificate was checked. A server \
            that has the ticket's secret is the server of that connection.
            """
        case .certificateVerifyAdded:
            "CertificateVerify is new for the server. It carries the server's signature. In TLS 1.2 only a client sends this message."
        case .encryptedExtensionsAdded:
            """
            EncryptedExtensions is new. Some answers of the server are not needed to make keys. They leave ServerHello and are encrypted.
            """
        case .endOfEarlyDataAdded:
            "EndOfEarlyData is new. It says where the early data ends, because the client changes its keys there."
        case .publicValueForPremaster:
            "ClientKeyExchange carries the client's public value, no longer a premaster secret that is encrypted to the server's key."
        case .changeCipherSpecIdle:
            """
            ChangeCipherSpec is still sent, and it has no meaning: the receiver drops it. It is there for devices on the path that \
            expect TLS 1.2. Certain handshake messages change the keys, such as the hellos and each Finished.
            """
        case .finishedFirst(.server):
            """
            The server says Finished first. It has both public values before the client has, so it can prove the handshake in the same \
            flight.
            """
        case .finishedFirst(.client): "The client says Finished first. The server answers with its own."
        case .dropped(let who, let label, _): "\(label) of the \(who) is not sent."
        case .added(let who, let label, _): "\(label) of the \(who) is sent."
        }
    }

    var chinese: String {
        switch self {
        case .serverKeyExchangeAdded:
            """
            ServerKeyExchange 是新增的。服务器抽取一个只用于这次连接的值，这条消息带着由它得到的公开值，并有签名。
            """
        case .serverKeyExchangeDropped(isInHello: true):
            "ServerKeyExchange 没有了。服务器的公开值在 ServerHello 中，在扩展 key_share 里。"
        case .serverKeyExchangeDropped(isInHello: false):
            "ServerKeyExchange 没有了。在这种密钥交换中，服务器没有自己的公开值。"
        case .clientKeyExchangeDropped(isInHello: true):
            "ClientKeyExchange 没有了。客户端的公开值在 ClientHello 中，在扩展 key_share 里。"
        case .clientKeyExchangeDropped(isInHello: false): "ClientKeyExchange 没有了：不交换密钥。"
        case .serverHelloDoneDropped:
            "ServerHelloDone 没有了。服务器的这一批消息以它的 Finished 结束，客户端从那里看出结尾。"
        case .certificateDropped:
            """
            服务器不发送证书。票据来自先前的一次连接，证书在那里检查过。谁持有票据的秘密，谁就是那次连接的服务器。
            """
        case .certificateVerifyAdded:
            "CertificateVerify 对服务器是新增的，它带着服务器的签名。在 TLS 1.2 中，只有客户端发送这种消息。"
        case .encryptedExtensionsAdded:
            """
            EncryptedExtensions 是新增的。服务器的一些回答不是产生密钥所必需的，它们离开 ServerHello，改为加密传送。
            """
        case .endOfEarlyDataAdded:
            "EndOfEarlyData 是新增的。它指明早期数据到哪里为止，因为客户端在那里更换密钥。"
        case .publicValueForPremaster:
            "ClientKeyExchange 带的是客户端的公开值，不再是用服务器的公钥加密的预主密钥。"
        case .changeCipherSpecIdle:
            """
            ChangeCipherSpec 仍然发送，但没有意义：接收方把它丢弃。它是为路径上那些只认 TLS 1.2 的设备准备的。\
            密钥的更换由某些握手消息引起，例如 Hello 消息和每个 Finished。
            """
        case .finishedFirst(.server):
            """
            先发送 Finished 的是服务器。它比客户端更早得到两个公开值，所以能在同一批消息中证明这次握手。
            """
        case .finishedFirst(.client): "先发送 Finished 的是客户端，服务器用自己的 Finished 回应。"
        case .dropped(let who, let label, _): "\(Chinese.name(who))不发送 \(label)。"
        case .added(let who, let label, _): "\(Chinese.name(who))发送 \(label)。"
        }
    }
}
