import Trace

/// What changes in how the server proves itself.
enum ProofNote: ComparisonNote {
    case serverProof(from: SideProof, to: SideProof)
    /// The server signs with another scheme, one of RSA-PSS. `isTLS13`: whether the second visit speaks TLS 1.3, which has no other scheme
    /// for RSA.
    case scheme(from: String, to: String, isTLS13: Bool)
    case afterEarlyData
    /// Finished has another length, in octets.
    case finishedLength(from: Int, to: Int)

    var step: String {
        switch self {
        case .serverProof: "compare.server_proof"
        case .scheme: "compare.signature_scheme"
        case .afterEarlyData: "compare.proof_after_data"
        case .finishedLength: "compare.finished_length"
        }
    }

    var cite: Citation {
        switch self {
        case .serverProof(_, .decryption): .rfc(5246, "F.1.1.2")
        case .serverProof(_, .signedParameters): .rfc(5246, "7.4.3")
        case .serverProof(_, .signedTranscript): .rfc(8446, "4.4.3")
        case .serverProof(_, .ticketSecret): .rfc(8446, "2.2")
        case .serverProof(_, .nothing): .rfc(5246, "F.1.1.1")
        case .scheme: .rfc(8446, "4.2.3")
        case .afterEarlyData: .rfc(8446, "2.3")
        case .finishedLength: .rfc(8446, "4.4.4")
        }
    }

    var english: String {
        switch self {
        case .serverProof(_, .decryption):
            "The server proves who it is because it decrypts: only the owner of the private key gets the premaster secret."
        case .serverProof(_, .signedParameters):
            """
            The server proves who it is by a signature over both randoms and its public value. The key in the certificate only signs, so \
            the keys of the connection do not depend on it.
            """
        case .serverProof(.signedParameters, .signedTranscript):
            """
            The server signs the whole handshake so far, no longer its parameters alone. So the lists of suites and groups that the client \
            has offered stand under the signature, too.
            """
        case .serverProof(_, .signedTranscript):
            "The server proves who it is by a signature over the whole handshake so far. Its key no longer decrypts anything."
        case .serverProof(_, .ticketSecret):
            """
            The server proves who it is by the ticket's secret: its Finished can be made with that secret alone. No private key is used.
            """
        case .serverProof(_, .nothing): "The server proves nothing about who it is."
        case .scheme(let from, let to, let isTLS13):
            """
            The server signs with \(to) in place of \(from). \
            \(isTLS13 ? "TLS 1.3 signs with RSA in the form of PSS only."
                : "TLS 1.2 allows both forms, PKCS#1 v1.5 and PSS. The client's signature_algorithms offers PSS here.")
            """
        case .afterEarlyData:
            """
            The early data has left before the server has proved anything: the server's Finished comes later. But only a server that \
            has the ticket's secret can read the data.
            """
        case .finishedLength(let from, let to):
            """
            Finished has \(counted(to, "octet")) in place of \(from). It is a whole HMAC, under a key of its own for each side. In TLS 1.2 it is the \
            beginning of an output of the PRF.
            """
        }
    }

    var chinese: String {
        switch self {
        case .serverProof(_, .decryption):
            "服务器靠解密证明自己是谁：只有持有私钥的一方才能得到预主密钥。"
        case .serverProof(_, .signedParameters):
            """
            服务器用签名证明自己是谁，签名覆盖两个随机数和它的公开值。证书中的密钥只用来签名，所以连接的密钥不依赖它。
            """
        case .serverProof(.signedParameters, .signedTranscript):
            """
            服务器给到此为止的整个握手签名，不再只给自己的参数签名。所以签名也覆盖客户端提出的密码套件列表和群列表。
            """
        case .serverProof(_, .signedTranscript):
            "服务器用签名证明自己是谁，签名覆盖到此为止的整个握手。它的密钥不再解密任何东西。"
        case .serverProof(_, .ticketSecret):
            """
            服务器用票据的秘密证明自己是谁：只有用这个秘密才能产生它的 Finished。不使用任何私钥。
            """
        case .serverProof(_, .nothing): "服务器没有证明自己是谁。"
        case .scheme(let from, let to, let isTLS13):
            """
            服务器用 \(to) 签名，以前用 \(from)。\
            \(isTLS13 ? "TLS 1.3 用 RSA 签名时只用 PSS 形式。"
                : "TLS 1.2 允许两种形式：PKCS#1 v1.5 和 PSS。这里客户端的 signature_algorithms 提出了 PSS。")
            """
        case .afterEarlyData:
            """
            早期数据发出时，服务器还什么都没有证明：服务器的 Finished 在后面才来。但只有持有票据的秘密的服务器，\
            才能读懂这些数据。
            """
        case .finishedLength(let from, let to):
            """
            Finished 有 \(to) 字节，以前是 \(from)。它是一个完整的 HMAC，双方各用自己的密钥。在 TLS 1.2 中，\
            它是 PRF 输出的开头。
            """
        }
    }
}
