import Trace

/// The proof in a stapled response (RFC 6066 section 8, RFC 6960).
public enum StapleStatement: StatementTopic {
    /// A stapled response says that it is not revoked, within these seconds since 1970; who says it.
    case notRevoked(by: String, from: Int64, to: Int64)
    /// A stapled response says that it was; when, and why, as RFC 5280 section 5.3.1 calls it.
    case revoked(by: String, since: Int64, reason: String?)
    /// The stapled response proves nothing.
    case stapleProvesNothing(StapleFault)
    /// The certificate demands a stapled response (RFC 7633), and there is none that counts; whether all has been seen.
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
