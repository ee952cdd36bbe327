import TLSSim
import Trace

/// The outcome of a handshake with a server. The handshake was tried by this program or recorded.
package enum HandshakeTrial: Hashable, Sendable, Remark {
    case completed(RegisteredSuite, RequestTrial)
    case recorded(RegisteredSuite)
    /// The handshake could not be completed here, for this reason; the server's signature over its parameters verifies.
    case proved(Obstacle)
    case failed(HandshakeFailure)
    case untried(Obstacle)
    case unseen(Unseen)

    /// Why a handshake could not be completed here.
    package enum Obstacle: Hashable, Sendable {
        /// The suite is not implemented here.
        case suite(RegisteredSuite)
        /// The version is not implemented here.
        case version(ProtocolVersion)
        /// The group is not implemented here.
        case group(NamedGroup)
        /// The key in the certificate is of a kind that cannot be used here.
        case key(Words)
    }

    /// Why the outcome of a handshake is not known.
    package enum Unseen: Hashable, Sendable {
        case recordingEnds
        /// The server's answer to a client without a certificate is encrypted in the recording.
        case answerSealed
        /// No server was contacted; there are only certificates or a description of a server.
        case noServer
    }

    /// Why the handshake failed. Nil for any other outcome.
    package var failure: HandshakeFailure? { if case .failed(let failure) = self { failure } else { nil } }

    /// The first request, if it is not known that an app without a certificate is served. Nil for any other outcome.
    package var doubt: RequestTrial? {
        if case .completed(_, let request) = self, request.isDoubtful { request } else { nil }
    }

    /// That a whole handshake was made. Nil for any other outcome.
    package var proof: Words? {
        guard case .completed(let suite, _) = self else { return nil }
        let name = suite.name ?? suite.description
        return Words(
            english: "A whole handshake with \(name) was made: the server has the key to its certificate.",
            chinese: "用 \(name) 完成了一次完整的握手：服务器持有其证书的密钥。")
    }

    package var english: String {
        switch self {
        case .completed(_, let request): (proof?.english ?? "") + " " + request.english
        case .recorded(let suite):
            "The recorded handshake with \(suite.name ?? suite.description) is complete, as far as an onlooker can see."
        case .proved(let obstacle):
            "No whole handshake was made: \(Self.words(obstacle)) The server's signature over its parameters verifies: the server has the "
                + "key to its certificate."
        case .failed(let failure): failure.english
        case .unseen(.noServer):
            "No handshake was examined. So it is not known whether the server has the key to its certificate."
        case .unseen(.recordingEnds):
            "The recording does not have the whole handshake. Whether it succeeded is not known."
        case .unseen(.answerSealed):
            "The recorded server asked for a certificate, and the client showed none. Whether the server accepted that is encrypted."
        case .untried(let obstacle):
            "No whole handshake was made: \(Self.words(obstacle)) Whether the server has the key to its certificate was not examined."
        }
    }

    package var chinese: String {
        switch self {
        case .completed(_, let request): (proof?.chinese ?? "") + request.chinese
        case .recorded(let suite):
            "就旁观者所能看到的，录下的使用 \(suite.name ?? suite.description) 的握手是完整的。"
        case .proved(let obstacle):
            "没有完成完整的握手：\(Self.chinese(obstacle))服务器对其参数的签名可以验证：服务器持有其证书的密钥。"
        case .failed(let failure): failure.chinese
        case .unseen(.noServer):
            "没有检查握手。所以不知道服务器是否持有其证书的密钥。"
        case .unseen(.recordingEnds):
            "录下的流量中没有整个握手。不知道它是否成功。"
        case .unseen(.answerSealed):
            "录下的服务器要求证书，客户端没有出示证书。服务器是否接受这一点，是加密的。"
        case .untried(let obstacle):
            "没有完成完整的握手：\(Self.chinese(obstacle))没有检查服务器是否持有其证书的密钥。"
        }
    }

    private static func words(_ obstacle: Obstacle) -> String {
        switch obstacle {
        case .suite(let suite): "\(suite.description) is not implemented here."
        case .version(let version): "\(version.name ?? version.description) is not implemented here."
        case .group(let group): "the group \(group.name) is not implemented here."
        case .key(let name): "a key of this kind (\(name.english)) cannot be used here."
        }
    }

    private static func chinese(_ obstacle: Obstacle) -> String {
        switch obstacle {
        case .suite(let suite): "这里没有实现 \(suite.description)。"
        case .version(let version): "这里没有实现 \(version.name ?? version.description)。"
        case .group(let group): "这里没有实现群 \(group.name)。"
        case .key(let name): "这一种密钥（\(name.chinese)）在这里无法使用。"
        }
    }
}

/// Why a handshake with a server failed.
package struct HandshakeFailure: Hashable, Sendable, Remark {
    package let cause: Cause
    /// The negotiated version.
    package let version: ProtocolVersion
    /// The negotiated cipher suite.
    package let suite: RegisteredSuite
    /// Whether the handshake was recorded. If not, this program made it.
    package let isRecorded: Bool

    /// A failure in a handshake with this version and suite.
    package init(
        _ cause: Cause, in version: ProtocolVersion, with suite: RegisteredSuite, isRecorded: Bool = false
    ) {
        self.cause = cause
        self.version = version
        self.suite = suite
        self.isRecorded = isRecorded
    }

    /// A cause that stops a handshake after both hellos.
    package enum Cause: Hashable, Sendable {
        /// The server's signature does not verify with the key in its certificate.
        case badProof
        /// The server demands a certificate of the client; its alert, if one was seen.
        case certificateDemanded(AlertDescription?)
        /// The server refuses the certificate that the client has shown; its alert, if one was seen.
        case certificateRefused(AlertDescription?)
        /// In RSA key transport the server does not have the premaster secret: it answers the client's Finished with this alert.
        case notDecrypted(AlertDescription)
        /// The server ended the handshake with an alert, nil if it is encrypted; whether the client had sent its last flight.
        case serverAlert(AlertDescription?, isLate: Bool)
        /// The recorded client ended the handshake with an alert; nil if the alert is encrypted.
        case clientAlert(AlertDescription?)
        /// The server ended the connection; the arrived part of its answer, whether it was a reset, and whether the client's last flight was sent.
        case serverEnded(AnswerProgress, isReset: Bool, isLate: Bool)
        /// The recorded client ended the connection without an alert; the part of the server's answer that had arrived.
        case clientEnded(AnswerProgress)
        /// No further octet came from the server; the part of its answer that had arrived, and whether the client had sent its last flight.
        case silence(AnswerProgress, isLate: Bool)
        /// The server broke a rule of TLS; the error in words.
        case violation(Words)
    }

    /// A short name for JSON.
    package var name: String {
        switch cause {
        case .badProof: "key not proved"
        case .certificateDemanded: "client certificate demanded"
        case .certificateRefused: "client certificate refused"
        case .notDecrypted: "premaster secret not decrypted"
        case .serverAlert: "alert of the server"
        case .clientAlert: "alert of the client"
        case .serverEnded: "ended by the server"
        case .clientEnded: "ended by the client"
        case .silence: "handshake not finished"
        case .violation: "rule of TLS broken"
        }
    }

    /// The name in Chinese.
    package var chineseName: String {
        switch cause {
        case .badProof: "密钥未得到证明"
        case .certificateDemanded: "要求客户端证书"
        case .certificateRefused: "拒绝客户端证书"
        case .notDecrypted: "预主密钥未能解密"
        case .serverAlert: "服务器的警报"
        case .clientAlert: "客户端的警报"
        case .serverEnded: "服务器结束了连接"
        case .clientEnded: "客户端结束了连接"
        case .silence: "握手没有完成"
        case .violation: "违反 TLS 的规则"
        }
    }

    /// Whether the client ended the handshake. A fault of the certificate may then explain the failure.
    package var isByClient: Bool {
        switch cause {
        case .clientAlert, .clientEnded: true
        case .badProof, .certificateDemanded, .certificateRefused, .notDecrypted, .serverAlert, .serverEnded, .silence,
            .violation:
            false
        }
    }

    /// The error that an app sees. Nil if it is not known for certain.
    var error: AppleError? {
        switch cause {
        case .certificateDemanded: .clientCertificateRequired
        case .badProof, .notDecrypted, .serverAlert, .violation: .secureConnectionFailed
        case .silence: .timedOut
        case .certificateRefused, .serverEnded, .clientEnded, .clientAlert: nil
        }
    }

    /// The document with the rule that applies to the failure. Nil if no rule does.
    package var cite: Citation? {
        let isNew = version == .tls13
        return switch cause {
        case .badProof: isNew ? .rfc(8446, "4.4.3") : .rfc(5246, "7.4.3")
        case .certificateDemanded, .certificateRefused: isNew ? .rfc(8446, "4.4.2") : .rfc(5246, "7.4.6")
        case .notDecrypted: .rfc(5246, "7.4.7.1")
        case .serverAlert, .clientAlert: isNew ? .rfc(8446, "6.2") : .rfc(5246, "7.2.2")
        case .serverEnded, .clientEnded, .silence, .violation: nil
        }
    }

    /// The remedies, the best first.
    package var remedies: [Remedy] {
        switch cause {
        case .badProof, .notDecrypted: [.installKey]
        case .certificateDemanded: [.showClientCertificate, .demandNoCertificate]
        case .certificateRefused: [.showOtherCertificate, .readServerLog]
        case .serverAlert(.unrecognizedName?, _): [.serveName, .askForServedName]
        case .serverAlert, .serverEnded, .silence, .violation: [.readServerLog]
        case .clientAlert, .clientEnded: [.compareClient]
        }
    }

    var englishRepair: String? { remedies.first { $0.place == .server }?.english }

    var chineseRepair: String? { remedies.first { $0.place == .server }?.chinese }

    var englishClause: String {
        switch cause {
        case .badProof, .notDecrypted: "it cannot prove that it has the key to its certificate"
        case .certificateDemanded: "it demands a certificate of the client"
        case .certificateRefused: "it refuses the certificate of the client"
        case .serverAlert(let alert, _): "it ends the handshake with \(Self.named(alert))"
        case .clientAlert(let alert): "the recorded client ended the handshake with \(Self.named(alert))"
        case .serverEnded(_, let isReset, _):
            isReset ? "it resets the connection during the handshake" : "it ends the connection during the handshake"
        case .clientEnded: "the recorded client ended the connection during the handshake"
        case .silence: "it falls silent during the handshake"
        case .violation: "its handshake breaks a rule of TLS"
        }
    }

    var chineseClause: String {
        switch cause {
        case .badProof, .notDecrypted: "它无法证明自己持有其证书的密钥"
        case .certificateDemanded: "它要求客户端证书"
        case .certificateRefused: "它拒绝客户端的证书"
        case .serverAlert(let alert, _): "它用\(Self.chinese(alert))结束握手"
        case .clientAlert(let alert): "录下的客户端用\(Self.chinese(alert))结束了握手"
        case .serverEnded(_, let isReset, _):
            isReset ? "它在握手期间复位连接" : "它在握手期间结束连接"
        case .clientEnded: "录下的客户端在握手期间结束了连接"
        case .silence: "它在握手期间没有动静了"
        case .violation: "它的握手违反 TLS 的一条规则"
        }
    }

    package var english: String {
        (isRecorded
            ? "The recorded handshake failed. "
            : "A whole handshake with \(suite.name ?? suite.description) was tried and failed. ") + englishEvent
    }

    package var chinese: String {
        (isRecorded
            ? "录下的握手失败了。"
            : "试着用 \(suite.name ?? suite.description) 做一次完整的握手，失败了。") + chineseEvent
    }

    package var englishEvent: String {
        switch cause {
        case .badProof:
            let message = version == .tls13 ? "CertificateVerify" : "ServerKeyExchange"
            return
                "The signature in \(message) does not verify with the key in the certificate. So the server does not have "
                + "the private key of this certificate: another key is installed there, or another party shows a copy of the "
                + "certificate."
                + (version == .tls13
                    ? ""
                    : " Or something on the way has changed the hellos or the server's parameters: they are signed too.")
        case .certificateDemanded(let alert):
            return "The server asked for a certificate, the client showed none, and the server "
                + (alert.map { "answered with the alert \($0)." } ?? "ended the connection.")
        case .certificateRefused(let alert):
            return "The server asked for a certificate, the client showed one, and the server "
                + (alert.map { "answered with the alert \($0)." } ?? "ended the connection.")
        case .notDecrypted(let alert):
            return
                "In RSA key transport the server must decrypt the premaster secret. Its answer was the alert \(alert): it "
                + "does not have the keys that the client has computed. Another private key than that of the certificate is "
                + "installed there, or another party shows a copy of the certificate. Or something on the way has changed a hello."
        case .serverAlert(.decryptError?, isLate: true):
            return
                "The server answered the client's last messages with the alert decrypt_error. It could decrypt them, and the handshake that it has "
                + "seen is another one than the client's: something on the way has changed a message, or one side computes wrongly."
        case .serverAlert(let alert, let isLate):
            return "The server answered \(isLate ? "the client's last messages" : "the ClientHello") with "
                + "\(Self.named(alert))."
        case .clientAlert(let alert):
            return "The client ended it with \(Self.named(alert))."
        case .serverEnded(let progress, let isReset, let isLate):
            return "\(progress.english). Then the server "
                + (isReset ? "reset the connection" : "ended the connection")
                + (isLate ? ", after the client had sent its Finished." : ".")
        case .clientEnded(let progress):
            return
                "\(progress.english). Then the client ended the connection without an alert that can be read. An "
                + "app does so whose own code refuses the certificate."
        case .silence(let progress, let isLate):
            return "\(progress.english)"
                + (isLate ? ", and nothing after the client had sent its Finished." : ", then nothing more.")
        case .violation(let what): return "The reason: \(what.english)."
        }
    }

    package var chineseEvent: String {
        switch cause {
        case .badProof:
            let message = version == .tls13 ? "CertificateVerify" : "ServerKeyExchange"
            return
                "用证书中的密钥验证不了 \(message) 中的签名。所以服务器没有这张证书的私钥：那里安装的是另一个密钥，或者另有一方出示这张证书的复制品。"
                + (version == .tls13
                    ? "" : "也可能是途中有什么改动了两个 hello 或服务器的参数：它们也在签名范围之内。")
        case .certificateDemanded(let alert):
            return "服务器要求证书，客户端没有出示证书，服务器就" + (alert.map { "用警报 \($0) 应答。" } ?? "结束了连接。")
        case .certificateRefused(let alert):
            return "服务器要求证书，客户端出示了一张，服务器就" + (alert.map { "用警报 \($0) 应答。" } ?? "结束了连接。")
        case .notDecrypted(let alert):
            return """
                在 RSA 密钥传输中，服务器必须解密预主密钥。它的应答是警报 \(alert)：它没有客户端算出的密钥。那里安装的私钥不是证书的私钥，\
                或者另有一方出示这张证书的复制品。也可能是途中有什么改动了一个 hello。
                """
        case .serverAlert(.decryptError?, isLate: true):
            return """
                服务器用警报 decrypt_error 应答客户端最后的消息。它能解密这些消息，但它看到的握手与客户端的不同：途中有什么改动了一条消息，\
                或者有一方算错了。
                """
        case .serverAlert(let alert, let isLate):
            return "服务器用\(Self.chinese(alert))应答" + (isLate ? "客户端最后的消息。" : "了 ClientHello。")
        case .clientAlert(let alert):
            return "客户端用\(Self.chinese(alert))结束了它。"
        case .serverEnded(let progress, let isReset, let isLate):
            return "\(progress.chinese)。然后服务器" + (isLate ? "在客户端发送 Finished 之后" : "")
                + (isReset ? "复位了连接。" : "结束了连接。")
        case .clientEnded(let progress):
            return "\(progress.chinese)。然后客户端结束了连接，没有可以读取的警报。如果应用自己的代码拒绝证书，应用就会这样做。"
        case .silence(let progress, let isLate):
            return "\(progress.chinese)" + (isLate ? "，客户端发送 Finished 之后什么也没有收到。" : "，然后再没有动静。")
        case .violation(let what): return "原因：\(what.chinese)。"
        }
    }

    private static func named(_ alert: AlertDescription?) -> String {
        alert.map { "the alert \($0)" } ?? "an alert, which is encrypted"
    }

    /// The alert between two Han characters.
    private static func chinese(_ alert: AlertDescription?) -> String {
        alert.map { "警报 \($0) " } ?? "一个加密的警报"
    }
}
