/// The answer to a ``Question``: trusted or refused, with everything that was checked on the way.
public enum Verdict: Sendable, Hashable {
    /// Every check was passed.
    case trusted(VerifiedChain, [Finding])
    /// At least one was not.
    case refused([Finding])

    /// Everything that was checked, passed or not, in order.
    public var findings: [Finding] {
        switch self {
        case .trusted(_, let findings), .refused(let findings): findings
        }
    }

    /// The first check that was not passed; nil for a chain that is trusted.
    public var refusal: Finding? { findings.first { !$0.passed } }

    /// Of what kind the refusal is; nil for a chain that is trusted.
    public var refusalKind: RefusalKind? { refusal?.refusal }

    /// The proof, where there is one.
    public var chain: VerifiedChain? {
        guard case .trusted(let chain, _) = self else { return nil }
        return chain
    }
}
