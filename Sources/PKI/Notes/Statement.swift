import Trace

/// What a check found about a certificate, with the names and numbers of the case: a topic a case, and each topic in a file
/// of its own with its cases and their sentences.
public enum Statement: Hashable, Sendable {
    /// Whether the certificates that were sent can be read and are wanted.
    case reading(ReadingStatement)
    /// The signatures along the path, and its end (RFC 5280 section 6.1).
    case path(PathStatement)
    /// The proof in a stapled response (RFC 6066 section 8, RFC 6960).
    case revocation(StapleStatement)
    /// Whether the moment is within the dates (RFC 5280 section 4.1.2.5).
    case dates(DateStatement)
    /// Whether an issuer may issue (RFC 5280 section 4.2.1.9).
    case authority(AuthorityStatement)
    /// The uses of the certificate and of its key (RFC 5280 sections 4.2.1.3 and 4.2.1.12).
    case usage(UsageStatement)
    /// Whether the certificate names the host that was asked for (RFC 9525).
    case name(NameStatement)
    /// Whether a key of the path is one that is known beforehand.
    case pin(PinStatement)
    /// Whether keys and signatures are strong enough.
    case strength(StrengthStatement)
    /// Whether the certificate is written as RFC 5280 and the rules of the Web PKI have it.
    case form(FormStatement)
    /// Whether a certificate policy that is required is there (RFC 5280 section 6.1.2).
    case policy(PolicyStatement)
    /// Whether the names are within the limits of the authorities (RFC 5280 section 4.2.1.10).
    case nameConstraint(NameConstraintStatement)
    /// How the search for a path has ended.
    case search(SearchStatement)
    /// Whether the certificate was shown to logs (RFC 6962).
    case transparency(TransparencyStatement)
    /// The opinion of swift-certificates on the path.
    case library(LibraryStatement)

    /// One or two sentences on what was found about the certificate in that role.
    ///
    /// - Parameter side: the owner of the certificate; the other side judges it.
    func english(about role: Finding.Role, of side: Role) -> String {
        topic.english(StatementSubject(role: role, owner: side))
    }

    private var topic: any StatementTopic {
        switch self {
        case .reading(let topic): topic
        case .path(let topic): topic
        case .revocation(let topic): topic
        case .dates(let topic): topic
        case .authority(let topic): topic
        case .usage(let topic): topic
        case .name(let topic): topic
        case .pin(let topic): topic
        case .strength(let topic): topic
        case .form(let topic): topic
        case .policy(let topic): topic
        case .nameConstraint(let topic): topic
        case .search(let topic): topic
        case .transparency(let topic): topic
        case .library(let topic): topic
        }
    }
}

/// A topic of statements: its cases, and their sentences in every language.
protocol StatementTopic: Hashable, Sendable {
    /// One or two sentences on what was found about `subject`.
    func english(_ subject: StatementSubject) -> String
}
