import Trace

/// Whether the names are within the name constraints of the authorities (RFC 5280 section 4.2.1.10).
public enum NameConstraintStatement: StatementTopic {
    /// The authority sets no limits to the names below it.
    case namesUnconstrained
    /// All names below are allowed.
    case namesAllowed
    /// A name is within a subtree whose names an authority must not certify; the name, the subtree and the authority.
    case nameExcluded(String, from: String, by: String)
    /// A name is outside the subtrees whose names an authority may certify; the name and the authority.
    case nameNotPermitted(String, by: String)
    /// A name cannot be compared with constraints on names of its kind; the name and the authority.
    case nameIncomparable(String, by: String)
    /// There are too many names and constraints to compare them all; the authority.
    case tooManyNames(by: String)
    /// A constraint on host names begins with a dot.
    case constraintWithDot
    /// A subject that is no authority has nameConstraints.
    case constraintsOfNoAuthority

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .namesUnconstrained: "\(it) sets no limit to the names below it."
        case .namesAllowed: "\(it) limits the names below it, and all of them are within the limits."
        case .nameExcluded(let name, let base, let authority):
            "\(it) has the name \(name). \(authority) must not certify names within \(base)."
        case .nameNotPermitted(let name, let authority):
            "\(it) has the name \(name). This is not among the names that \(authority) may certify."
        case .nameIncomparable(let name, let authority):
            "\(it) has the name \(name). \(authority) limits names of this kind, and this one cannot be compared with a limit. So it is not "
                + "allowed."
        case .tooManyNames(let authority):
            "\(it) has too many names: to compare them all with the limits of \(authority) would take too long."
        case .constraintWithDot:
            "\(it) limits host names and writes a dot before the name. RFC 5280 does not define that."
        case .constraintsOfNoAuthority: "\(it) limits the names of others, but it does not belong to an authority."
        }
    }
}
