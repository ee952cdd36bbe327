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

    /// What records are (RFC 5246 section 6.2.1, RFC 8446 section 5.1).
    private static let record = "Messages travel in records: five octets of header, then the content."

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
}
