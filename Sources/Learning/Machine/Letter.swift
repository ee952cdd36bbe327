import Trace

/// A message that a puppet can be told to send: a letter of the alphabet of a machine (Angluin 1987).
package enum Letter: String, Hashable, Wording, CaseIterable {
    // MARK: Of a client
    /// A ClientHello with every key exchange, or with a key share of TLS 1.3.
    case clientHello = "client-hello"
    /// A ClientHello that offers only DHE (TLS 1.2).
    case clientHelloDHE = "client-hello-dhe"
    /// A ClientHello that offers only RSA key transport (TLS 1.2).
    case clientHelloRSA = "client-hello-rsa"
    /// A ClientHello without a key share, which asks for a HelloRetryRequest (RFC 8446 section 4.2.8).
    case clientHelloWithoutShare = "client-hello-no-share"
    /// A ClientKeyExchange for the key exchange that was agreed.
    case clientKeyExchange = "client-key-exchange"
    /// A Certificate without certificates, the answer of a client that has none.
    case emptyCertificate = "empty-certificate"

    // MARK: Of a server
    /// A HelloRequest (TLS 1.2).
    case helloRequest = "hello-request"
    /// A ServerHello that takes what the client offers.
    case serverHello = "server-hello"
    /// A HelloRetryRequest for a group of which the client has sent no share (TLS 1.3).
    case helloRetryRequest = "hello-retry-request"
    /// EncryptedExtensions without extensions (TLS 1.3).
    case encryptedExtensions = "encrypted-extensions"
    /// A Certificate with a chain: the server's, or that of a client that has one.
    case certificate = "certificate"
    /// A ServerKeyExchange for the key exchange that was agreed (TLS 1.2).
    case serverKeyExchange = "server-key-exchange"
    /// A CertificateRequest.
    case certificateRequest = "certificate-request"
    /// A CertificateVerify over the transcript as it stands.
    case certificateVerify = "certificate-verify"
    /// A ServerHelloDone (TLS 1.2).
    case serverHelloDone = "server-hello-done"
    /// A NewSessionTicket.
    case newSessionTicket = "new-session-ticket"

    // MARK: Of both
    /// A ChangeCipherSpec; in TLS 1.2 it changes the keys.
    case changeCipherSpec = "change-cipher-spec"
    /// A Finished over the transcript as it stands, with the keys as they are.
    case finished = "finished"
    /// A Finished of zeros.
    case wrongFinished = "wrong-finished"
    /// Application data.
    case data = "data"
    /// An alert of the level warning: user_canceled.
    case warning = "warning"
    /// The alert close_notify.
    case closeNotify = "close-notify"
    /// A KeyUpdate that asks for another (RFC 8446 section 4.6.3).
    case keyUpdate = "key-update"

    /// The name in a table: "ClientHello".
    package var name: String {
        switch self {
        case .clientHello: "ClientHello"
        case .clientHelloDHE: "ClientHello(DHE)"
        case .clientHelloRSA: "ClientHello(RSA)"
        case .clientHelloWithoutShare: "ClientHello(no share)"
        case .clientKeyExchange: "ClientKeyExchange"
        case .emptyCertificate: "Certificate(empty)"
        case .helloRequest: "HelloRequest"
        case .serverHello: "ServerHello"
        case .helloRetryRequest: "HelloRetryRequest"
        case .encryptedExtensions: "EncryptedExtensions"
        case .certificate: "Certificate"
        case .serverKeyExchange: "ServerKeyExchange"
        case .certificateRequest: "CertificateRequest"
        case .certificateVerify: "CertificateVerify"
        case .serverHelloDone: "ServerHelloDone"
        case .newSessionTicket: "NewSessionTicket"
        case .changeCipherSpec: "ChangeCipherSpec"
        case .finished: "Finished"
        case .wrongFinished: "Finished(zeros)"
        case .data: "Data"
        case .warning: "Warning"
        case .closeNotify: "close_notify"
        case .keyUpdate: "KeyUpdate"
        }
    }

    package var english: String { name }

    /// The name in a Chinese table: that of the message stays.
    package var chinese: String {
        switch self {
        case .clientHelloWithoutShare: "ClientHello（无份额）"
        case .emptyCertificate: "Certificate（空）"
        case .wrongFinished: "Finished（全零）"
        case .data: "数据"
        case .warning: "警告"
        case .clientHello, .clientHelloDHE, .clientHelloRSA, .clientKeyExchange, .helloRequest, .serverHello,
            .helloRetryRequest, .encryptedExtensions, .certificate, .serverKeyExchange, .certificateRequest,
            .certificateVerify, .serverHelloDone, .newSessionTicket, .changeCipherSpec, .finished, .closeNotify,
            .keyUpdate:
            name
        }
    }
}

extension [Letter] {
    /// The letters one after the other, those in a row counted: "ClientHello 5×Warning"; "the start" for none.
    package var words: String { isEmpty ? "the start" : map(\.name).counted() }

    /// The letters one after the other, in each language.
    package var told: Words { Words(english: words, chinese: isEmpty ? "开始" : map(\.chinese).counted(joinedBy: "、")) }

    /// The state after the letters: "after ClientHello", "after the start".
    var behind: Words {
        Words(english: "after \(words)", chinese: isEmpty ? "开始时" : spaced(spaced("在", told.chinese), "之后"))
    }

    /// The letters as a list with commas.
    var listed: Words { map { Words($0) }.joined(separator: Words(english: ", ", chinese: "、")) }
}

extension [String] {
    /// The names one after the other. A name that comes several times in a row is counted.
    func counted(joinedBy separator: String = " ") -> String {
        var runs: [(name: String, count: Int)] = []
        for name in self {
            if let last = runs.last, last.name == name {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((name, 1))
            }
        }
        return runs.map { $0.count == 1 ? $0.name : "\($0.count)×\($0.name)" }.joined(separator: separator)
    }
}
