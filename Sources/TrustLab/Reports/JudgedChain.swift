import PKI

/// A chain and what was decided about it, for a report. Only SecTrust's own evaluation has a result of SecTrust.
package enum JudgedChain: Hashable, Sendable {
    /// SecTrust has evaluated the chain.
    case bySecTrust(SecTrust.Evaluation)
    /// The chain was judged by rules that are not SecTrust's: those of the Web PKI, or a client's that demands a staple.
    case byOtherRules(Verdict)

    /// Every check, and whether the chain is trusted.
    package var verdict: Verdict {
        switch self {
        case .bySecTrust(let evaluation): evaluation.verdict
        case .byOtherRules(let verdict): verdict
        }
    }

    /// SecTrust's evaluation; nil where SecTrust was not asked.
    package var secTrust: SecTrust.Evaluation? {
        if case .bySecTrust(let evaluation) = self { evaluation } else { nil }
    }

    /// The same with a second verifier's opinion among the checks.
    package func adding(_ opinion: SecondOpinion) -> JudgedChain {
        switch self {
        case .bySecTrust(let evaluation): .bySecTrust(evaluation.adding(opinion))
        case .byOtherRules(let verdict): .byOtherRules(verdict.adding(opinion))
        }
    }
}
