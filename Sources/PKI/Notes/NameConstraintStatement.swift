import Trace

/// Whether the names are within the name constraints of the authorities (RFC 5280 section 4.2.1.10).
public enum NameConstraintStatement: StatementTopic {
    /// The authority sets no limits to the names below it.
    case namesUnconstrained
    /// All names below are allowed.
    case namesAllowed
    /// A name is within a subtree whose names an authority must not certify; the name, the subtree and the authority.
    case nameExcluded(Phrase, from: Phrase, by: String)
    /// A name is outside the subtrees whose names an authority may certify; the name and the authority.
    case nameNotPermitted(Phrase, by: String)
    /// A name cannot be compared with constraints on names of its kind; the name and the authority.
    case nameIncomparable(Phrase, by: String)
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

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .namesUnconstrained: it.chinese("不限制下面的名称。")
        case .namesAllowed: it.chinese("限制下面的名称，这些名称都在限制之内。")
        case .nameExcluded(let name, let base, let authority):
            it.chinese("有这个名称：\(name.chinese)。\(authority) 不能给这个范围内的名称签发证书：\(base.chinese)。")
        case .nameNotPermitted(let name, let authority):
            it.chinese("有这个名称：\(name.chinese)。它不在 \(authority) 可以签发的名称之中。")
        case .nameIncomparable(let name, let authority):
            it.chinese("有这个名称：\(name.chinese)。\(authority) 限制这一类名称，而这个名称无法与限制比较，所以不允许。")
        case .tooManyNames(let authority):
            it.chinese("的名称太多：把它们全部与 \(authority) 的限制比较，要花太长时间。")
        case .constraintWithDot: it.chinese("限制主机名，并在名称前面写了一个点。RFC 5280 没有定义这种写法。")
        case .constraintsOfNoAuthority: it.chinese("限制别人的名称，但它不属于 CA。")
        }
    }
}
