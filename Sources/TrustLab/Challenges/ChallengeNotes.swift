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

    package var chinese: String {
        switch self {
        case .genuine: "应用想要的服务器。它的证书由系统自带的 CA 签发。"
        case .ownServer: "应用想要的服务器。它的证书由它自己签名；只有应用认识这张证书。"
        case .denied:
            "应用想要的服务器。用户拒绝了它上面的 CA（macOS 中的“Never Trust”）。"
        case .interceptor:
            "应答的是拦截者。给它签发证书的 CA 装在设备上：来自调试代理服务器、雇主或攻击者。"
        case .impostor: "应答的是冒充者，证书由它自己签名。"
        case .clientCertificate: "服务器要求客户端证书（CertificateRequest）。"
        case .password: "服务器要求名称和密码：401，带有 WWW-Authenticate: Basic。"
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

    package var chinese: String {
        switch self {
        case .useCredential:
            "应用说：我检查了服务器，我接受它。"
        case .performDefaultHandling: "应用让系统决定，就像它没有代理一样。"
        case .cancelAuthenticationChallenge: "应用拒绝。任务结束，它的错误不说明原因。"
        case .rejectProtectionSpace:
            """
            应用要求换一种方法。对于服务器的证书没有别的方法，所以由系统决定：这不是拒绝。AFNetworking 3.0 在锁定值不相符时这样应答，\
            拦截者就通过了（AFNetworking #3287、#3417）。
            """
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

    var chineseError: String { error.map { "应用看到 \($0.text)。" } ?? "" }

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

    package var chinese: String {
        switch self {
        case .serverBelieved: "握手完成，请求发送出去。"
        case .handshakeFailed(let result):
            "SecTrust 的结果是 \(result.rawValue)。连接关闭，不发送请求。"
        case .cancelled: "任务结束，不再发送任何内容。"
        case .identityPresented:
            "客户端发送它的证书，并用它的密钥签名（CertificateVerify）。请求发送出去。"
        case .emptyCertificate:
            "客户端发送一条没有证书的 Certificate 消息。握手是否继续，由服务器决定。"
        case .requestRepeated: "请求再次发送，带有 Authorization 首部。"
        case .unauthorized: "任务结束，没有错误。应用得到服务器的应答：401。"
        case .nextMethod: "再次询问代理，关于服务器提供的下一种方法。"
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

    /// The same in Chinese.
    package var chinese: String {
        guard needsException else { return consequence.chinese }
        return consequence.chinese
            + "这需要在 Info.plist 中有一个例外：只要对这台主机启用 App Transport Security，无论代理怎样应答，系统都拒绝这条证书链。"
    }

    /// The consequence, and the error that the app sees.
    package var whole: Words {
        Words(english: english + consequence.englishError, chinese: chinese + consequence.chineseError)
    }
}

extension AnchorSetting: Remark {
    package var english: String {
        switch self {
        case .none: "The anchors of the system and of the user count."
        case .own: "Only the app's anchors count. The system's and the user's anchors do not count any more."
        case .ownAndSystem: "The app's anchors count, and beside them those of the system and of the user."
        }
    }

    package var chinese: String {
        switch self {
        case .none: "系统的锚点和用户的锚点算数。"
        case .own: "只有应用的锚点算数。系统的锚点和用户的锚点不再算数。"
        case .ownAndSystem: "应用的锚点算数，此外系统的锚点和用户的锚点也算数。"
        }
    }
}
