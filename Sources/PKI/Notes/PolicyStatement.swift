import Trace

/// Whether the path has a certificate policy where an authority requires one (RFC 5280 section 6.1).
public enum PolicyStatement: StatementTopic {
    /// A policy is valid along the path, or none is required.
    case policiesInOrder
    /// An authority requires a policy, and no policy is valid along the path.
    case noPolicyLeft
    /// A mapping has anyPolicy on one side.
    case mapsAnyPolicy
    /// The policies are critical, and one of them has a qualifier that is not understood here; the qualifier.
    case unknownQualifier(String)
    /// A certificate names a policy twice; the name of the policy.
    case policyTwice(String)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .policiesInOrder: "\(it) has the certificate policies that the authorities above require."
        case .noPolicyLeft:
            "An authority above \(it.inSentence) requires a certificate policy, and no policy is valid on the whole way down."
        case .mapsAnyPolicy: "\(it) maps a policy to anyPolicy, or anyPolicy to a policy. RFC 5280 forbids both."
        case .unknownQualifier(let name):
            "\(it) marks its policies as critical, and one of them has a qualifier that is not understood here, \(name). Critical means: a "
                + "program that does not understand a qualifier must refuse the certificate."
        case .policyTwice(let policy): "\(it) names the policy \(policy) twice."
        }
    }
}
