import Trace

/// The result of a check in detail, with the names and numbers that belong to it. Each case holds a topic; each topic has a file
/// with its cases and their sentences.
public enum Statement: Hashable, Sendable {
    /// Whether the certificates that were sent can be read and are needed.
    case reading(ReadingStatement)
    /// The signatures along the path, and its end (RFC 5280 section 6.1).
    case path(PathStatement)
    /// The proof in a stapled OCSP response (RFC 6066 section 8, RFC 6960).
    case revocation(StapleStatement)
    /// Whether the time of the question is within the dates (RFC 5280 section 4.1.2.5).
    case dates(DateStatement)
    /// Whether an issuer may issue certificates (RFC 5280 section 4.2.1.9).
    case authority(AuthorityStatement)
    /// The uses of the certificate and of its key (RFC 5280 sections 4.2.1.3 and 4.2.1.12).
    case usage(UsageStatement)
    /// Whether the certificate names the host that was asked for (RFC 9525).
    case name(NameStatement)
    /// Whether a key of the path is pinned (RFC 7469 section 2.6).
    case pin(PinStatement)
    /// Whether keys and signatures are strong enough.
    case strength(StrengthStatement)
    /// Whether the certificate has the form that RFC 5280 and the rules of the Web PKI prescribe.
    case form(FormStatement)
    /// Whether the path has a certificate policy where an authority requires one (RFC 5280 section 6.1).
    case policy(PolicyStatement)
    /// Whether the names are within the name constraints of the authorities (RFC 5280 section 4.2.1.10).
    case nameConstraint(NameConstraintStatement)
    /// The length of the path, and the end of the search for it.
    case search(SearchStatement)
    /// Whether logs have promised to publish the certificate (RFC 6962).
    case transparency(TransparencyStatement)
    /// The opinion of swift-certificates on the path.
    case library(LibraryStatement)

    /// The statement in one or more English sentences.
    ///
    /// - Parameters:
    ///   - role: the role of the certificate in the path.
    ///   - side: the owner of the chain. The other side judges it.
    func english(about role: CheckResult.Role, of side: Role) -> String {
        topic.english(StatementSubject(role: role, owner: side))
    }

    /// The statement in one or more Chinese sentences.
    func chinese(about role: CheckResult.Role, of side: Role) -> String {
        topic.chinese(StatementSubject(role: role, owner: side))
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
    /// The statement about `subject` in one or more English sentences.
    func english(_ subject: StatementSubject) -> String
    /// The statement about `subject` in one or more Chinese sentences.
    func chinese(_ subject: StatementSubject) -> String
}
