import Trace

// The sentences about challenges and their answers.

extension ChallengeScenario.Kind: Remark {
    /// The situation: the server that answers, and its certificate, or its question to the client.
    package var english: String {
        switch self {
        case .genuine: "The server that the app wants. An authority that came with the system has certified it."
        case .ownServer: "The server that the app wants. It has signed its certificate itself; only the app knows it."
        case .denied:
            "The server that the app wants. The user has denied the authority above it (\"Never Trust\" in macOS)."
        case .interceptor:
            "An interceptor answers. The authority that has certified it is installed on the device: a debugging proxy's, an "
                + "employer's or an attacker's."
        case .impostor: "An impostor answers with a certificate that it has signed itself."
        case .clientCertificate: "The server asks for a certificate of the client's (CertificateRequest)."
        case .password: "The server asks for a name and a password: 401 with WWW-Authenticate: Basic."
        }
    }
}

extension AuthChallengeDisposition: Remark {
    package var english: String {
        switch self {
        case .useCredential:
            "The app says: I have checked the server, and I accept it."
        case .performDefaultHandling: "The app leaves the decision to the system, as if it had no delegate."
        case .cancelAuthenticationChallenge: "The app refuses. The task ends, and its error does not say why."
        case .rejectProtectionSpace:
            "The app asks for another method. For a server's certificate there is none, so the system decides: it is no refusal. "
                + "AFNetworking 3.0 answered so when a pin did not fit, and interceptors passed (AFNetworking #3287, #3417)."
        }
    }
}

extension ChallengeConsequence: Remark {
    /// The error that the app sees. Nil if it sees no error.
    package var error: AppleError? {
        switch self {
        case .cancelled: .cancelled
        case .handshakeFailed: .certificateUntrusted
        case .serverBelieved, .identityPresented, .emptyCertificate, .requestRepeated, .unauthorized, .nextMethod: nil
        }
    }

    /// A sentence that names the error, to be appended. Empty if the app sees no error.
    var englishError: String { error.map { " The app sees \($0.text)." } ?? "" }

    package var english: String {
        switch self {
        case .serverBelieved: "The handshake is completed, and the request is sent."
        case .handshakeFailed(let result):
            "SecTrust says \(result.rawValue). The connection is closed, and no request is sent."
        case .cancelled: "The task ends, and nothing more is sent."
        case .identityPresented:
            "The client sends its certificate, and signs with its key (CertificateVerify). The request is sent."
        case .emptyCertificate:
            "The client sends a Certificate message without a certificate. The server decides whether the handshake goes on."
        case .requestRepeated: "The request is sent again, with an Authorization header."
        case .unauthorized: "The task ends without an error. The app gets the server's answer, 401."
        case .nextMethod: "The delegate is asked again, about the next method that the server offers."
        }
    }
}

extension ChallengeScenario.Answer: Wording {
    /// The consequence, and the exception from App Transport Security that it needs.
    package var english: String {
        guard needsException else { return consequence.english }
        return consequence.english
            + " That needs an exception in Info.plist: while App Transport Security is on for the host, the system refuses this "
            + "chain, whatever the delegate answers."
    }

    /// The consequence, and the error that the app sees.
    package var whole: Words { Words(english: english + consequence.englishError) }
}

extension AnchorSetting: Remark {
    package var english: String {
        switch self {
        case .none: "The anchors of the system and of the user count."
        case .own: "Only the app's anchors count. The system's and the user's anchors do not count any more."
        case .ownAndSystem: "The app's anchors count, and beside them those of the system and of the user."
        }
    }
}
