import Trace

/// What a stapled response proves (RFC 6066 section 8, RFC 6960).
public enum StapleStatement: StatementTopic {
    /// A stapled response says that it is not revoked, within these seconds since 1970; who says it.
    case notRevoked(by: String, from: Int64, to: Int64)
    /// A stapled response says that it is; since when, and why, as RFC 5280 section 5.3.1 calls it.
    case revoked(by: String, since: Int64, reason: String?)
    /// The stapled response says nothing that counts.
    case stapleProvesNothing(StapleFault)
    /// The certificate demands a stapled response (RFC 7633), and there is none that counts; whether all has been seen.
    case stapleMissing(hasSeenAll: Bool)

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .notRevoked(let responder, let from, let to):
            "\(it) is not revoked: \(responder) says so in the stapled response, from \(English.date(from)) to \(English.date(to))."
        case .revoked(let responder, let since, let reason):
            "\(it) has been revoked since \(English.date(since))\(reason.map { " (\($0))" } ?? ""): \(responder) says so in the stapled "
                + "response, and has signed it. Who shows it now need not be its owner."
        case .stapleMissing(true):
            "\(it) demands a stapled response (status_request among its TLS features), and the \(it.owner) has shown none that "
                + "counts. Who has stolen its key cannot leave the response out."
        case .stapleMissing(false):
            "\(it) demands a stapled response (status_request among its TLS features). None that counts is at hand here; in a "
                + "handshake it must be there."
        case .stapleProvesNothing(let fault):
            "The stapled response proves nothing about \(it.inSentence): \(fault.reason(in: .english)). It counts as none, since whoever can "
                + "damage one can leave it out."
        }
    }
}
