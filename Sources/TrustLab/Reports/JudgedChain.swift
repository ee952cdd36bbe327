import PKI

/// A chain with its verdict, for a report. It has a result of SecTrust only if SecTrust made the evaluation.
package struct JudgedChain: Hashable, Sendable {
    /// Every check, and whether the chain is trusted.
    package private(set) var verdict: Verdict
    /// SecTrust's evaluation. Nil if SecTrust was not asked.
    package let secTrust: SecTrust.Evaluation?

    /// Judges a chain as SecTrust does if `bySecTrust` is true; otherwise by the rules of the question.
    package init(
        of chain: [[UInt8]], besides extra: [[UInt8]] = [], asking question: ChainQuestion, in store: TrustStore,
        bySecTrust: Bool
    ) {
        secTrust = bySecTrust ? SecTrust.Evaluation(of: chain, besides: extra, asking: question, in: store) : nil
        verdict = secTrust?.verdict ?? Evaluator(store: store).evaluate(chain: chain, extra: extra, question: question)
    }

    /// Why it cannot be told whether SecTrust accepts the chain. Nil if it can, and if SecTrust was not asked.
    var doubt: Verdict.Doubt? { secTrust?.doubt }

    /// Whether it cannot be told whether SecTrust accepts the chain.
    package var isOpen: Bool { doubt != nil }

    /// Adds a second verifier's opinion to the checks.
    package mutating func add(_ opinion: SecondOpinion) { verdict = verdict.adding(opinion) }
}
