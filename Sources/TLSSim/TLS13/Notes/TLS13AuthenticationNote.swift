import Trace

/// What there is to say about how the two sides prove who they are, and that they saw the same handshake.
public enum TLS13AuthenticationNote: StepNote, Hashable {
    case certificateRequest
    /// A side sends a Certificate with `count` certificates.
    case certificate(Role, count: Int)
    case signing(Role, SignatureScheme)
    case certificateVerify(Role, SignatureScheme)
    /// The other side verifies the signature of that side; the computation.
    case verifying(Role, SignatureScheme)
    case verified(Role, SignatureScheme)
    /// A side sends Finished with verify_data of `octets` octets. `psk` is the kind of the PSK that is used in place of a certificate.
    case finished(Role, octets: Int, psk: PSKKind?)
    case finishedVerified(Role)
    case established(Role, Secrecy, psk: PSKKind?)

    /// The protection of the data against a later thief of keys.
    public enum Secrecy: Hashable, Sendable {
        /// No protection: no exchange has entered the keys (psk_ke).
        case none
        /// The exchange in a group.
        case group
        /// The exchange in a hybrid group.
        case hybrid
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .certificateRequest: ("tls.certificate_request", .rfc(8446, "4.3.2"))
        case .certificate: ("tls.certificate", .rfc(8446, "4.4.2"))
        case .signing: ("tls.calc.transcript_signature", .rfc(8446, "4.4.3"))
        case .certificateVerify: ("tls.certificate_verify", .rfc(8446, "4.4.3"))
        case .verifying: ("tls.calc.transcript_verification", .rfc(8446, "4.4.3"))
        case .verified: ("tls.check.transcript_signature", .rfc(8446, "4.4.3"))
        case .finished: ("tls.finished", .rfc(8446, "4.4.4"))
        case .finishedVerified(let side): ("tls.check.\(side)_finished", .rfc(8446, "4.4.4"))
        case .established: ("tls.established", .rfc(8446, "E.1"))
        }
    }

    public var english: String {
        switch self {
        case .certificateRequest:
            """
            The server asks the client for a certificate, too. The question stands in the server's first flight and is encrypted. In \
            TLS 1.2 everyone could read it.
            """
        case .certificate(let side, 0):
            "The \(side) has no certificate that fits, and says so with an empty list."
        case .certificate(let side, let count):
            """
            \(count == 1 ? "One certificate, the \(side)'s own (the leaf)" : "\(count) certificates, the \(side)'s own (the leaf) first"). An onlooker sees only a length. \
            \(side == .server ? "An attacker who acts as the client can read it: the client has proved nothing yet."
                : "The client has checked the server's signature and Finished first, so an attacker who acts as the server, without a key "
                + "that the client trusts, never gets it.") \
            Anyone can copy a certificate. The next message proves that the \(side) has the key.
            """
        case .signing(let side, let scheme):
            """
            The \(side)'s private key signs here (\(scheme)), and does nothing else. The signature covers the hash of all messages so \
            far, among them the hellos with both shares and the certificate. \(side == .server ? "In TLS 1.2 the server signed only the randoms and its parameters. " : "")\
            What is signed begins with 64 spaces and a text that names TLS 1.3 and the side. So the signature serves nowhere else.
            """
        case .certificateVerify(let side, let scheme):
            """
            The signature (\(scheme)) over the whole handshake so far. In TLS 1.2 only clients sent a CertificateVerify. If an attacker \
            in the middle has put in shares of its own, the transcripts of client and server differ. Then the \(side)'s signature does not \
            verify, and the attacker cannot make one that does.
            """
        case .verifying(let side, let scheme):
            """
            The \(side.peer) puts the same spaces and text before its own transcript hash, and \
            \(scheme.english(hashing: "that", keyIn: "the certificate")) \
            \(scheme.englishTest)
            """
        case .verified(_, let scheme):
            """
            The signature (\(scheme)) over the transcript verifies with the key in the certificate. So the owner of this key has seen the \
            same hellos with the same shares. An attacker in the middle who does not have the key is found here.
            """
        case .finished(.server, let octets, let psk):
            """
            \(counted(octets, "octet")): the proof that the server has the handshake's keys and has seen the same messages. \
            \(psk.map { "It also proves that the server has \($0.english). " } ?? "")\
            In TLS 1.3 the server's Finished always comes first. It ends the server's flight, which began with ServerHello: the server has \
            not waited for the client.
            """
        case .finished(.client, let octets, _):
            """
            \(counted(octets, "octet")): the client's proof of the same. Data can follow in the same flight. In TLS 1.2 the client of a \
            full handshake had to wait for the server's Finished first.
            """
        case .finishedVerified(let side):
            """
            The \(side)'s verify_data is the value that this side computed. Both sides have seen the same messages in the same order, \
            and both have the same handshake secret.
            """
        case .established(let side, let secrecy, let psk):
            """
            \(side == .client ? "The client has the keys for data. Since its last hello it has waited for one flight of the server." : "The server knows now that the client "
                + "has the keys.") \
            \(Self.english(secrecy, psk))
            """
        }
    }

    public var chinese: String {
        switch self {
        case .certificateRequest:
            "服务器也请客户端出示证书。这个请求在服务器的第一批消息中，是加密的。在 TLS 1.2 中，谁都能读到它。"
        case .certificate(let side, 0):
            "\(side.inChinese)没有合适的证书，用一个空列表说明这一点。"
        case .certificate(let side, let count):
            """
            \(count == 1 ? "一张证书，是\(side.inChinese)自己的（叶子证书）" : "\(count) 张证书，\(side.inChinese)自己的（叶子证书）在前")。旁观者只看到长度。\
            \(side == .server ? "自己充当客户端的攻击者可以读到它：客户端还什么都没有证明。"
                : "客户端已经先检查了服务器的签名和 Finished，所以冒充服务器的攻击者如果没有客户端信任的密钥，就永远得不到它。")\
            证书谁都可以复制。下一条消息证明\(side.inChinese)持有密钥。
            """
        case .signing(let side, let scheme):
            """
            \(side.inChinese)的私钥在这里签名（\(scheme)），此外不做别的。签名覆盖到目前为止所有消息的哈希，\
            其中有带着双方密钥份额的 hello 消息，也有证书。\(side == .server ? "在 TLS 1.2 中，服务器只对随机数和自己的参数签名。" : "")\
            签名的内容以 64 个空格和一段文字开头，文字写明 TLS 1.3 和签名的一方。所以这个签名在别处没有用。
            """
        case .certificateVerify(let side, let scheme):
            """
            对到目前为止的整个握手的签名（\(scheme)）。在 TLS 1.2 中，只有客户端发送 CertificateVerify。\
            如果中间的攻击者换上了自己的密钥份额，客户端和服务器的握手全文就不同。这时\(side.inChinese)的签名通不过验证，\
            而攻击者也造不出能通过验证的签名。
            """
        case .verifying(let side, let scheme):
            """
            \(side.peer.inChinese)在自己的握手全文的哈希前面加上同样的空格和文字，再\
            \(scheme.chinese(hashing: "这些内容", keyIn: "证书"))\
            \(scheme.chineseTest)
            """
        case .verified(_, let scheme):
            """
            对握手全文的签名（\(scheme)）用证书中的密钥验证通过。所以持有这个密钥的一方看到了同样的 hello 消息和同样的密钥份额。\
            中间的攻击者如果没有这个密钥，在这里就会暴露。
            """
        case .finished(.server, let octets, let psk):
            """
            \(octets) 字节：证明服务器持有握手的密钥，并且看到了同样的消息。\
            \(psk.map { "它还证明服务器持有\($0.chinese)。" } ?? "")\
            在 TLS 1.3 中，服务器的 Finished 总是在前。它结束服务器从 ServerHello 开始的这一批消息：服务器没有等客户端。
            """
        case .finished(.client, let octets, _):
            "\(octets) 字节：客户端对同样内容的证明。数据可以在同一批消息中跟着发送。在 TLS 1.2 的完整握手中，客户端必须先等服务器的 Finished。"
        case .finishedVerified(let side):
            "\(side.inChinese)的 verify_data 与我们算出的值相同。双方看到的消息相同，顺序也相同，握手秘密也相同。"
        case .established(let side, let secrecy, let psk):
            """
            \(side == .client ? "客户端有了数据的密钥。从它最后一条 hello 消息到现在，它等了服务器的一批消息。" : "服务器现在知道客户端有了密钥。")\
            \(Self.chinese(secrecy, psk))
            """
        }
    }

    private static func english(_ secrecy: Secrecy, _ psk: PSKKind?) -> String {
        switch secrecy {
        case .none:
            """
            The connection has no forward secrecy. Its keys come from \(psk?.english ?? "a pre-shared key") and from what is on the wire. Who gets this \
            secret later\(psk == .resumption ? ", from the client's memory or with the key of the tickets," : " from one of the two sides") \
            opens a recording of all data.
            """
        case .group, .hybrid:
            """
            The connection has forward secrecy: once both sides have deleted \
            the private values, the secrets of the chain and the keys, nothing that they still have opens a recording\
            \(psk == nil ? "" : ", except of early data"). \(secrecy == .hybrid ? "A future quantum computer does not open it, either, as long as ML-KEM holds."
                : "Only an attacker who breaks the group can decrypt it.")
            """
        }
    }

    private static func chinese(_ secrecy: Secrecy, _ psk: PSKKind?) -> String {
        switch secrecy {
        case .none:
            """
            这次连接没有前向保密。它的密钥来自\(psk?.chinese ?? "预共享密钥")和线路上的内容。以后谁\
            \(psk == .resumption ? "从客户端的内存中，或者用票据的密钥，" : "从双方之一")得到这个秘密值，就能解开录下的全部数据。
            """
        case .group, .hybrid:
            """
            这次连接具有前向保密：双方一旦删除私有值、密钥编排这条链上的秘密值和密钥，手里剩下的任何东西都解不开录下的流量\
            \(psk == nil ? "" : "，早期数据除外")。\(secrecy == .hybrid ? "只要 ML-KEM 还没有攻破，未来的量子计算机也解不开。"
                : "只有攻破这个群的攻击者才能解密。")
            """
        }
    }
}
