import Trace

/// Whether a certificate policy that is required is there (RFC 5280 section 6.1.2).
public enum PolicyStatement: StatementTopic {
    /// Where a policy is required, there is one.
    case policiesInOrder
    /// An authority requires a policy, and none is left.
    case noPolicyLeft
    /// A policy is mapped to any, or any to one.
    case mapsAnyPolicy
    /// A certificate names a policy twice.
    case policyTwice(String)

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .policiesInOrder: "\(it) is issued under a policy, as far as the authorities above require one."
        case .noPolicyLeft:
            "An authority above \(it.inSentence) requires a certificate policy, and none is valid from there down to it."
        case .mapsAnyPolicy: "\(it) maps a policy to anyPolicy or anyPolicy to one, which RFC 5280 forbids."
        case .policyTwice(let policy): "\(it) names the policy \(policy) twice."
        }
    }
}
