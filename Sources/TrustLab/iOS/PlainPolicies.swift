/// The policy of an app without a delegate: NSURLSession evaluates the chain itself, with the name.
package struct DefaultHandling: TrustPolicyModel, Hashable {
    /// "default handling".
    package var name: String { "default handling" }

    /// Accepts the chains that SecTrust accepts for the host of the attempt.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        attempt.serverTrust.decision(at: attempt.time)
    }
}

/// A delegate that evaluates with the basic X.509 policy: it accepts any certificate of any trusted authority, for any name.
package struct NoHostName: TrustPolicyModel, Hashable {
    /// "no host name".
    package var name: String { "no host name" }

    /// Accepts the chains that SecTrust accepts for any host: the delegate replaces the policy before the evaluation.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        var trust = attempt.serverTrust
        trust.policy = .basicX509
        let set = TrustStep(.whichPolicy, answer: nil, because: .policySet(.basicX509))
        return trust.decision(at: attempt.time).after([set])
    }
}

/// A delegate that makes a credential of every trust that it gets: `[NSURLCredential credentialForTrust:]`.
///
/// Some articles say that this line verifies the server with the server's own certificate. In fact it verifies nothing.
package struct TrustAnything: TrustPolicyModel, Hashable {
    /// "trust anything".
    package var name: String { "trust anything" }

    /// Accepts every chain without an evaluation.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        TrustDecision(
            accepts: true, steps: [TrustStep(.anything, answer: false, because: .everythingAccepted)], result: nil)
    }
}

extension SecTrust {
    /// The evaluation at `time`, in seconds since 1970, as a decision of one step.
    func decision(at time: Int64) -> TrustDecision { evaluate(at: time).decision }
}

extension SecTrust.Evaluation {
    /// The evaluation as a decision of one step.
    var decision: TrustDecision {
        let step = TrustStep(.isChainTrusted, answer: result.isSuccess, because: .evaluated(self))
        return TrustDecision(accepts: result.isSuccess, steps: [step], result: result, doubt: doubt)
    }
}

extension TrustDecision {
    /// The same decision with `earlier` steps before its own.
    func after(_ earlier: [TrustStep]) -> TrustDecision {
        TrustDecision(
            accepts: accepts, steps: earlier + steps, result: result, doubt: doubt, resultDoubt: resultDoubt)
    }
}
