import Trace

/// Whether the names are within the limits of the authorities (RFC 5280 section 4.2.1.10).
public enum NameConstraintStatement: StatementTopic {
    /// The authority sets no limits to the names below it.
    case namesUnconstrained
    /// All names below are allowed.
    case namesAllowed
    /// One is not.
    case nameNotAllowed(String, by: String)
    /// A constraint for hosts begins with a dot.
    case constraintWithDot
    /// A subject that is no authority has nameConstraints.
    case constraintsOfNoAuthority

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .namesUnconstrained: "\(it) sets no limit to the names below it."
        case .namesAllowed: "\(it) limits the names below it, and all of them are within the limits."
        case .nameNotAllowed(let name, let authority): "\(it) has the name \(name): \(authority) must not certify that."
        case .constraintWithDot: "\(it) limits host names with a dot before the name, which RFC 5280 does not know."
        case .constraintsOfNoAuthority: "\(it) limits the names of others without being an authority."
        }
    }
}
