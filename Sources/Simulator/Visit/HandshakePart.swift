import TLSSim
import Trace

/// The parts of a handshake, with what a reader should know before each: its titles in a story.
enum HandshakePart: Remark, Hashable {
    /// TLS 1.2: what each side can do, and the randoms.
    case hellos
    /// TLS 1.2: the server's certificate, and what goes with it where keys are agreed on in this way.
    case proof(KeyExchangeKind)
    /// TLS 1.2: from the premaster secret to the keys.
    case keys(KeyExchangeKind)
    /// TLS 1.2: new keys from an earlier session.
    case resumedKeys
    /// TLS 1.2: the change to the keys, and what shows that both sides saw the same messages.
    case finished
    /// TLS 1.3: hellos with shares; whether the client has a ticket.
    case helloShares(resumes: Bool)
    /// TLS 1.3: hellos of a handshake without an exchange (psk_ke).
    case helloForSecretAlone
    /// TLS 1.3: the first secrets of the chain.
    case handshakeKeys
    /// TLS 1.3: certificate and signature.
    case encryptedProof
    /// TLS 1.3: the server's Finished, and the keys for data.
    case serverFinished
    /// TLS 1.3: the client reads and answers.
    case clientSide

    /// The parts of a full handshake of TLS 1.2.
    static func tls12(_ kind: KeyExchangeKind) -> [Journal.Part] {
        [
            .init([Chapter.handshakeStep], hellos), .init(["tls.certificate"], proof(kind)),
            .init(["reads.tls.server_hello_done"], keys(kind)), .init(["tls.change_cipher_spec"], finished),
        ]
    }

    /// The parts of an abbreviated handshake of TLS 1.2.
    static let resumed12: [Journal.Part] = [
        .init([Chapter.handshakeStep], hellos), .init(["tls.calc.key_block"], resumedKeys),
        .init(["tls.change_cipher_spec"], finished),
    ]

    /// The parts of a handshake of TLS 1.3; one that resumes has no certificate.
    static func tls13(_ newer: Visit.Newer) -> [Journal.Part] {
        let keys: Set = ["tls.calc.early_secret", "tls.calc.handshake_secret"]
        let proof = Journal.Part(
            ["tls.calc.record", "tls.encrypted_extensions"], after: "tls.calc.handshake_secret", encryptedProof)
        return [
            .init(
                [Chapter.handshakeStep],
                newer.usesSecretAlone ? helloForSecretAlone : helloShares(resumes: newer.resumes)),
            .init(keys, after: "tls.server_hello", handshakeKeys),
        ] + (newer.resumes ? [] : [proof]) + [
            .init(["tls.calc.server_verify_data"], serverFinished), .init(["reads.tls.server_hello"], clientSide),
        ]
    }

    /// The title.
    func topic(in language: Language) -> String {
        switch language {
        case .english: englishTitle
        }
    }

    /// What to know before the part.
    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var englishTitle: String {
        switch self {
        case .hellos, .helloForSecretAlone: "the hellos"
        case .proof(.rsa): "the certificate"
        case .proof, .encryptedProof: "the proof"
        case .keys, .resumedKeys: "the keys"
        case .finished: "Finished"
        case .helloShares: "the hellos, each with a share"
        case .handshakeKeys: "the keys for the handshake"
        case .serverFinished: "the server's Finished, and the keys for data"
        case .clientSide: "the client computes and answers"
        }
    }

    private var english: String {
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
            All handshake messages so far are the transcript. Each side changes to the new keys. Then it sends a value made from the \
            master secret and the hash of the transcript: proof that both saw the same messages.
            """
        case .helloShares(let resumes):
            """
            Each side sends 32 random octets and a public value, its share. From its own private value and the other side's share each \
            computes the same secret.\(resumes ? " The client also offers its ticket." : "")
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
        }
    }
}
