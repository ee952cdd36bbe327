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
        case key(String)
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

    package var englishProof: String? {
        guard case .completed(let suite, _) = self else { return nil }
        return
            "A whole handshake with \(suite.name ?? suite.description) was made: the server has the key to its certificate."
    }

    package var english: String {
        switch self {
        case .completed(_, let request): (englishProof ?? "") + " " + request.english
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

    private static func words(_ obstacle: Obstacle) -> String {
        switch obstacle {
        case .suite(let suite): "\(suite.description) is not implemented here."
        case .version(let version): "\(version.name ?? version.description) is not implemented here."
        case .group(let group): "the group \(group.name) is not implemented here."
        case .key(let name): "a key of this kind (\(name)) cannot be used here."
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
        case violation(String)
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

    package var english: String {
        (isRecorded
            ? "The recorded handshake failed. "
            : "A whole handshake with \(suite.name ?? suite.description) was tried and failed. ") + englishEvent
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
        case .violation(let what): return "The reason: \(what)."
        }
    }

    private static func named(_ alert: AlertDescription?) -> String {
        alert.map { "the alert \($0)" } ?? "an alert, which is encrypted"
    }
}
