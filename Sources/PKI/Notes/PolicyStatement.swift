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

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .policiesInOrder: it.chinese("具有上面的 CA 所要求的证书策略。")
        case .noPolicyLeft: it.chinese("上面有一个 CA 要求证书策略，而没有一个策略在整条路径上都有效。")
        case .mapsAnyPolicy: it.chinese("把一个策略映射到 anyPolicy，或者把 anyPolicy 映射到一个策略。RFC 5280 两者都禁止。")
        case .unknownQualifier(let name):
            it.chinese(
                "把它的策略标为关键，而其中一个策略的限定符 \(name) 在这里无法理解。"
                    + "关键的意思是：不理解限定符的程序必须拒绝这张证书。")
        case .policyTwice(let policy): it.chinese("两次写明策略 \(policy)。")
        }
    }
}
