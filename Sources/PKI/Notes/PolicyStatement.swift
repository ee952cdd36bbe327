import Trace

/// Whether a certificate policy that is required is there (RFC 5280 section 6.1.2).
public enum PolicyStatement: StatementTopic {
    /// A required policy is valid along the path.
    case policiesInOrder
    /// An authority requires a policy, and no policy is valid along the path.
    case noPolicyLeft
    /// anyPolicy is one side of a mapping.
    case mapsAnyPolicy
    /// A certificate names a policy twice.
    case policyTwice(String)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .policiesInOrder: "\(it) has the certificate policies that the authorities above require."
        case .noPolicyLeft:
            "An authority above \(it.inSentence) requires a certificate policy, and no policy is valid on the whole way down."
        case .mapsAnyPolicy: "\(it) maps a policy to anyPolicy, or anyPolicy to a policy. RFC 5280 forbids both."
        case .policyTwice(let policy): "\(it) names the policy \(policy) twice."
        }
    }
}
