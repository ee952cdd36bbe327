/// NSURLAuthenticationChallenge: the question that NSURLSession asks its delegate before the connection goes on.
package struct AuthenticationChallenge: Hashable, Sendable {
    /// The host of the protection space.
    package let host: String
    /// The end that is to be authenticated, and how.
    package let method: AuthenticationMethod
    /// The server's certificates. Nil for a challenge that authenticates the client.
    package let serverTrust: SecTrust?

    /// A challenge about the certificates of the server in `attempt`.
    package init(serverTrustOf attempt: ConnectionAttempt) {
        host = attempt.host ?? ""
        method = .serverTrust
        serverTrust = attempt.serverTrust
    }

    /// A challenge of another kind, from `host`.
    package init(_ method: AuthenticationMethod, host: String) {
        self.host = host
        self.method = method
        serverTrust = nil
    }

    /// The reaction of NSURLSession when its delegate answers with `disposition`.
    ///
    /// - Parameter time: in seconds since 1970, for the system's own evaluation.
    package func consequence(of disposition: AuthChallengeDisposition, at time: Int64) -> ChallengeConsequence {
        switch (disposition, method.proves, serverTrust) {
        case (.cancelAuthenticationChallenge, _, _): return .cancelled
        case (.useCredential, .server, _): return .serverBelieved
        case (.useCredential, .clientInTLS, _): return .identityPresented
        case (.useCredential, .clientInHTTP, _): return .requestRepeated
        // Rejecting the protection space asks for the next method. A server's identity has only one method, so the system decides.
        case (.performDefaultHandling, .server, let trust?), (.rejectProtectionSpace, .server, let trust?):
            let evaluation = trust.evaluate(at: time)
            return evaluation.result.isSuccess ? .serverBelieved : .handshakeFailed(evaluation.result)
        case (_, .server, nil): return .handshakeFailed(.invalid)
        case (.performDefaultHandling, .clientInTLS, _), (.rejectProtectionSpace, .clientInTLS, _):
            return .emptyCertificate
        case (.performDefaultHandling, .clientInHTTP, _): return .unauthorized
        case (.rejectProtectionSpace, .clientInHTTP, _): return .nextMethod
        }
    }
}

/// NSURLAuthenticationMethod…: all challenges come through the same delegate method. Only the first two methods belong to TLS.
package enum AuthenticationMethod: String, Hashable, Sendable, CaseIterable {
    /// The server's certificates are to be judged.
    case serverTrust = "NSURLAuthenticationMethodServerTrust"
    /// The server asks for a certificate of the client.
    case clientCertificate = "NSURLAuthenticationMethodClientCertificate"
    /// Microsoft's NTLM challenge and response, in HTTP header fields (RFC 4559).
    case ntlm = "NSURLAuthenticationMethodNTLM"
    /// Kerberos or NTLM, as client and server agree, in HTTP header fields (RFC 4559).
    case negotiate = "NSURLAuthenticationMethodNegotiate"
    /// Name and password in every request (RFC 7617).
    case httpBasic = "NSURLAuthenticationMethodHTTPBasic"
    /// A digest of name, password and a nonce (RFC 7616).
    case httpDigest = "NSURLAuthenticationMethodHTTPDigest"

    /// The end that is authenticated, and in which protocol.
    package enum Proof: Hashable, Sendable {
        /// The server, in the TLS handshake.
        case server
        /// The client, in the TLS handshake.
        case clientInTLS
        /// The client, in HTTP after the handshake: a response 401, which TLS does not see.
        case clientInHTTP
    }

    /// The end that the method authenticates, and in which protocol.
    package var proves: Proof {
        switch self {
        case .serverTrust: .server
        case .clientCertificate: .clientInTLS
        case .ntlm, .negotiate, .httpBasic, .httpDigest: .clientInHTTP
        }
    }
}

/// NSURLSessionAuthChallengeDisposition: the four answers of a delegate.
package enum AuthChallengeDisposition: String, Hashable, Sendable, CaseIterable {
    /// Go on with the credential. For a server trust this means that the app has checked the server and accepts it. The credential
    /// never leaves the device, and the system checks nothing after it.
    case useCredential
    /// Do what NSURLSession does without a delegate.
    case performDefaultHandling
    /// Give up. The task ends with NSURLErrorCancelled (-999), which does not tell the reason.
    case cancelAuthenticationChallenge
    /// Refuse this authentication method and ask for the next one.
    case rejectProtectionSpace
}

/// The consequence of a delegate's answer.
package enum ChallengeConsequence: Hashable, Sendable {
    /// The handshake goes on with the server's key.
    case serverBelieved
    /// The system refuses the chain. The task ends with NSURLErrorServerCertificateUntrusted (-1202) or a neighbouring number.
    case handshakeFailed(SecTrustResult)
    /// The task ends with NSURLErrorCancelled (-999).
    case cancelled
    /// The client sends its certificate, and signs for it in CertificateVerify (RFC 5246 section 7.4.8).
    case identityPresented
    /// The client sends a Certificate message without a certificate. The server decides whether it goes on (RFC 5246
    /// section 7.4.6).
    case emptyCertificate
    /// The request is sent again with an Authorization header.
    case requestRepeated
    /// The task gets the server's response 401.
    case unauthorized
    /// NSURLSession asks the delegate about the next method that the server offers.
    case nextMethod
}
