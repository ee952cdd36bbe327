import Trace

/// The proof in a stapled OCSP response (RFC 6066 section 8, RFC 6960).
public enum StapleStatement: StatementTopic {
    /// The response says that the certificate is not revoked; the signer, and the first and last second for which the answer
    /// holds, since 1970.
    case notRevoked(by: String, from: Int64, to: Int64)
    /// The response says that the certificate was revoked; the signer, the time in seconds since 1970, and the name of the
    /// CRLReason (RFC 5280 section 5.3.1), nil if none is given.
    case revoked(by: String, since: Int64, reason: String?)
    /// The response proves nothing.
    case stapleProvesNothing(StapleFault)
    /// The certificate demands a response (RFC 7633), and none counts; whether no response can come any more.
    case stapleMissing(hasSeenAll: Bool)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .notRevoked(let responder, let from, let to):
            "\(it) is not revoked. The stapled response of \(responder) says so, for \(English.date(from)) to \(English.date(to))."
        case .revoked(let responder, let since, let reason):
            "\(it) was revoked on \(English.date(since))\(reason.map { " (\($0))" } ?? ""). The stapled response says so, and "
                + "\(responder) has signed it. The \(it.owner) that shows the certificate now may be a thief."
        case .stapleMissing(true):
            "\(it) demands a stapled response (status_request in its TLS features), and the \(it.owner) has sent no valid one. This rule "
                + "stops a thief of the key, who would leave the response out."
        case .stapleMissing(false):
            "\(it) demands a stapled response (status_request in its TLS features). No valid response is given here. In a handshake "
                + "the response must be there."
        case .stapleProvesNothing(let fault):
            "The stapled response proves nothing about \(it.inSentence): \(fault.english). It is treated like a missing "
                + "response, because an attacker who can damage a response can also remove it."
        }
    }
}
