import TLSSim
import Trace

/// The parts of a handshake: their titles in a story, with an introduction to each for the reader.
package enum HandshakePart: Remark, Hashable {
    case hellos
    case proof(KeyExchangeKind)
    case keys(KeyExchangeKind)
    case resumedKeys
    case finished
    /// TLS 1.3: hellos with key shares; whether the client has a ticket.
    case helloShares(resumes: Bool)
    case helloForSecretAlone
    case handshakeKeys
    case encryptedProof
    case serverFinished
    case clientSide
    case opening
    case firstSecrets
    case finishedAtClient
    case clientAnswer
    case data

    /// The parts of a full handshake of TLS 1.2.
    static func tls12(_ kind: KeyExchangeKind) -> [Journal.Part] {
        [
            .init([Chapter.handshakeStep], hellos), .init(["tls.certificate"], proof(kind)),
            .init(["reads.tls.server_hello_done"], keys(kind)), .init(["tls.change_cipher_spec"], finished),
        ]
    }

    /// The parts of an abbreviated handshake of TLS 1.2.
    static let resumedTLS12: [Journal.Part] = [
        .init([Chapter.handshakeStep], hellos), .init(["tls.calc.key_block"], resumedKeys),
        .init(["tls.change_cipher_spec"], finished),
    ]

    /// The parts of a handshake of TLS 1.3; one that resumes has no certificate.
    static func tls13(_ tls13: Visit.TLS13Options) -> [Journal.Part] {
        let keys: Set = ["tls.calc.early_secret", "tls.calc.handshake_secret"]
        return [
            .init(
                [Chapter.handshakeStep],
                tls13.usesSecretAlone ? helloForSecretAlone : helloShares(resumes: tls13.resumes)),
            .init(keys, after: "tls.server_hello", handshakeKeys),
        ] + (tls13.resumes ? [] : [proofTLS13]) + [
            .init(["tls.calc.server_verify_data"], serverFinished), .init(["reads.tls.server_hello"], clientSide),
        ]
    }

    /// The part of TLS 1.3 with the server's certificate and signature.
    private static let proofTLS13 = Journal.Part(
        ["tls.calc.record", "tls.encrypted_extensions"], after: "tls.calc.handshake_secret", encryptedProof)

    /// The parts of a handshake in the journal of one end, which has no events of the other end.
    ///
    /// - Parameters:
    ///   - step: the end's first step id, with which the hellos begin.
    ///   - following: the parts after the hellos; empty until ServerHello has decided the version.
    package static func live(from step: String, _ following: [Journal.Part]) -> [Journal.Part] {
        [.init([step], opening)] + following + [.init(["tls.application_data"], after: "tls.established", data)]
    }

    /// The parts of TLS 1.2 after the hellos, at one end; `kind` is nil for an abbreviated handshake.
    package static func liveTLS12(_ kind: KeyExchangeKind?, at role: Role) -> [Journal.Part] {
        let hello = "tls.server_hello"
        let beginning = role == .client ? "reads.tls.server_hello_done" : "reads.tls.client_key_exchange"
        let keys: [Journal.Part] =
            kind.map { [.init(["tls.certificate"], after: hello, proof($0)), .init([beginning], self.keys($0))] }
            ?? [.init(["tls.calc.key_block"], after: hello, resumedKeys)]
        return keys + [.init(["tls.change_cipher_spec"], after: hello, finished)]
    }

    /// The parts of TLS 1.3 after the hellos, at one end. A handshake with a pre-shared key, such as that of a ticket, has no certificate.
    package static func liveTLS13(hasCertificate: Bool, at role: Role) -> [Journal.Part] {
        let secrets: Set = ["tls.calc.shared_secret", "tls.calc.early_secret", "tls.calc.handshake_secret"]
        // A client with early data sends its ChangeCipherSpec before it has read anything.
        let answer: Set = ["reads.tls.certificate", "reads.tls.finished"]
        let end: [Journal.Part] =
            role == .client
            ? [.init(["reads.tls.finished"], finishedAtClient)]
            : [
                .init(["tls.calc.server_verify_data"], serverFinished),
                .init(answer, after: "tls.finished", clientAnswer),
            ]
        return [.init(secrets, after: "tls.server_hello", firstSecrets)] + (hasCertificate ? [proofTLS13] : []) + end
    }

    package var englishTopic: String {
        switch self {
        case .hellos, .helloForSecretAlone, .opening: "the hellos"
        case .proof(.rsa): "the certificate"
        case .proof, .encryptedProof: "the proof"
        case .keys, .resumedKeys: "the keys"
        case .finished, .finishedAtClient: "Finished"
        case .helloShares: "the hellos, each with a share"
        case .handshakeKeys, .firstSecrets: "the keys for the handshake"
        case .serverFinished: "the server's Finished, and the keys for data"
        case .clientSide: "the client computes and answers"
        case .clientAnswer: "the client's answer"
        case .data: "data"
        }
    }

    package var chineseTopic: String {
        switch self {
        case .hellos, .helloForSecretAlone, .opening: "Hello 消息"
        case .proof(.rsa): "证书"
        case .proof, .encryptedProof: "证明"
        case .keys, .resumedKeys: "密钥"
        case .finished, .finishedAtClient: "Finished"
        case .helloShares: "Hello 消息，各带一个密钥份额"
        case .handshakeKeys, .firstSecrets: "握手用的密钥"
        case .serverFinished: "服务器的 Finished，以及数据用的密钥"
        case .clientSide: "客户端计算并应答"
        case .clientAnswer: "客户端的应答"
        case .data: "数据"
        }
    }

    /// What records are (RFC 5246 section 6.2.1, RFC 8446 section 5.1).
    private static let record = "Messages travel in records: five octets of header, then the content."
    private static let chineseRecord = "消息装在记录里传送：先是五个字节的首部，然后是内容。"

    package var english: String {
        switch self {
        case .hellos: "Each side says what it can do and sends 32 random octets. Nothing is secret yet."
        case .proof(.rsa):
            """
            The server shows its certificate. It proves nothing yet: only in the last part can the client see that the server was able \
            to decrypt.
            """
        case .proof:
            """
            The server shows its certificate and signs its half of the key exchange. The signature shows whether the \
            server has the certified key.
            """
        case .keys(.rsa):
            """
            The client draws the premaster secret and encrypts it to the key in the certificate. From this secret comes the master \
            secret, and from the master secret come the keys.
            """
        case .keys:
            """
            The client makes its half of the exchange. From both halves comes the premaster secret, from this the master secret, and \
            from the master secret come the keys.
            """
        case .resumedKeys:
            "Both sides have the master secret of the earlier session. With two new randoms it makes new keys."
        case .finished:
            """
            All handshake messages so far are the transcript. \(Self.record) Each side changes to the new keys. Then it sends a value made \
            from the master secret and the hash of the transcript: proof that both saw the same messages.
            """
        case .helloShares(let resumes):
            """
            Each side sends 32 random octets and a public value, its share. From its own private value and the other side's share each \
            computes the same secret.\(resumes ? " The client also offers its ticket." : "") \(Self.record)
            """
        case .helloForSecretAlone:
            """
            Each side sends 32 random octets. The client offers its ticket; its share is only for a server that does not take it.
            """
        case .handshakeKeys:
            "The server computes the first secrets of the chain. Nothing new is sent. With keys from them it encrypts the rest of its handshake messages."
        case .encryptedProof:
            """
            All handshake messages so far are the transcript. The server sends its certificate and signs the hash of the transcript. Both \
            go encrypted.
            """
        case .serverFinished:
            """
            The server ends its flight with a MAC over the hash of the transcript, which is all handshake messages so far. Then it \
            computes the keys for data, before it hears from the client.
            """
        case .clientSide:
            """
            The client reads the server's flight. It computes the same secrets, checks what the server has sent, and answers.
            """
        case .opening: "A hello says what its sender can do, and has 32 random octets in it."
        case .firstSecrets:
            """
            Each side computes the first secrets of the chain for itself. Nothing is sent for it. With keys from them the rest of the \
            handshake is encrypted.
            """
        case .finishedAtClient:
            """
            All handshake messages so far are the transcript. The server ends its flight with a MAC over its hash. The client checks this \
            MAC. If it is right, the client answers with its own and computes the keys for data.
            """
        case .clientAnswer:
            """
            The client has read the server's flight. With its answer the server can check that the client has the same keys and saw the \
            same messages.
            """
        case .data: "The handshake is over. What the two applications send is encrypted with the new keys."
        }
    }

    package var chinese: String {
        switch self {
        case .hellos: "双方各自说明自己能做什么，并发送 32 个随机字节。这时还没有任何秘密。"
        case .proof(.rsa):
            """
            服务器出示它的证书。这还什么都证明不了：要到最后一部分，客户端才看得出服务器能够解密。
            """
        case .proof:
            """
            服务器出示它的证书，并给密钥交换中自己的一半签名。这个签名表明服务器是否持有证书所认证的密钥。
            """
        case .keys(.rsa):
            """
            客户端抽取预主密钥，用证书中的公钥加密。由这个秘密得到主密钥，再由主密钥得到各个密钥。
            """
        case .keys:
            """
            客户端产生密钥交换中自己的一半。由两半得到预主密钥，由预主密钥得到主密钥，再由主密钥得到各个密钥。
            """
        case .resumedKeys:
            "双方都有先前会话的主密钥。它和两个新的随机数产生新的密钥。"
        case .finished:
            """
            到此为止的全部握手消息就是握手全文。\(Self.chineseRecord)双方各自换用新的密钥，然后发送一个值，\
            它由主密钥和握手全文的哈希得到：这证明双方看到的消息相同。
            """
        case .helloShares(let resumes):
            """
            双方各发送 32 个随机字节和一个公开值，即密钥份额。双方各用自己的私有值和对方的密钥份额，\
            算出同一个秘密。\(resumes ? "客户端还出示它的票据。" : "")\(Self.chineseRecord)
            """
        case .helloForSecretAlone:
            """
            双方各发送 32 个随机字节。客户端出示它的票据；它的密钥份额只留给不接受票据的服务器。
            """
        case .handshakeKeys:
            "服务器算出链上最初的几个秘密值。没有发送任何新东西。它用由此得到的密钥加密其余的握手消息。"
        case .encryptedProof:
            """
            到此为止的全部握手消息就是握手全文。服务器发送它的证书，并给握手全文的哈希签名。两者都加密传送。
            """
        case .serverFinished:
            """
            握手全文就是到此为止的全部握手消息。服务器对握手全文的哈希计算 MAC，以它结束这一批消息，\
            然后不等客户端应答，就算出数据用的密钥。
            """
        case .clientSide:
            """
            客户端读取服务器的这一批消息。它算出同样的秘密值，检查服务器发来的内容，然后应答。
            """
        case .opening: "Hello 消息说明发送方能做什么，其中有 32 个随机字节。"
        case .firstSecrets:
            """
            双方各自算出链上最初的几个秘密值，为此不用发送任何东西。其余的握手消息用由此得到的密钥加密。
            """
        case .finishedAtClient:
            """
            到此为止的全部握手消息就是握手全文。服务器对握手全文的哈希计算 MAC，以它结束这一批消息。客户端检查这个 \
            MAC。如果正确，客户端用自己的 MAC 应答，并算出数据用的密钥。
            """
        case .clientAnswer:
            """
            客户端已经读完服务器的这一批消息。有了它的应答，服务器就能检查：客户端是否有同样的密钥，\
            看到的消息是否相同。
            """
        case .data: "握手已经完成。两边应用程序发送的内容都用新的密钥加密。"
        }
    }
}
