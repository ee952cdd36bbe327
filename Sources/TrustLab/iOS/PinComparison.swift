import PKI

// One rule for all policies with pins: what a device may still get or know makes a decision open only where the decision depends on it.
// A refusal for certain outranks an open question, whichever of them the app asks first.

extension TrustDecision {
    /// Whether the connection does not go on, whatever a device still gets or knows.
    var isRefused: Bool { isAccepted == false }

    /// This decision, and then the next one: the connection goes on if both let it.
    ///
    /// Where this decision is open, the next one counts only if it refuses for certain. Then the connection is refused for certain.
    ///
    /// - Parameter next: the decision about the same chain that the app makes next. It is not asked after a refusal for certain.
    func and(_ next: () -> TrustDecision) -> TrustDecision {
        guard !isRefused else { return self }
        let next = next()
        guard accepts || next.isRefused else { return self }
        return TrustDecision(
            accepts: next.accepts, steps: steps + next.steps, result: next.result ?? result, doubt: next.doubt,
            resultDoubt: next.result == nil ? doubt : next.resultDoubt)
    }

    /// A decision that lets the connection go on and only notes a step.
    static func noted(_ step: TrustStep) -> TrustDecision { TrustDecision(accepts: true, steps: [step], result: nil) }
}

extension SecTrust.Evaluation {
    /// A comparison of pins with the path, as a decision of one step. It is open where no pin fits, and a certificate that a device may still
    /// fetch could have one.
    ///
    /// - Parameters:
    ///   - isFound: whether a pin fits a certificate of the path.
    ///   - mayFitAbove: whether a pin could fit a certificate that stands above those of the path. No certificate that is fetched is the leaf,
    ///     and where nothing is pinned, none fits.
    ///   - result: the result of SecTrust if the comparison is its own and no pin fits.
    func comparison(
        _ asked: PolicyQuestion, isFound: Bool, because why: PolicyReason, mayFitAbove: Bool,
        result: SecTrustResult? = nil
    ) -> TrustDecision {
        let doubt = isFound || !mayFitAbove ? nil : doubtAboutPath
        let reason = doubt?.address.map { PolicyReason.unlessFetched(why, at: $0) } ?? why
        return TrustDecision(
            accepts: isFound, steps: [TrustStep(asked, answer: isFound, because: reason)],
            result: isFound ? nil : result, doubt: doubt)
    }
}
