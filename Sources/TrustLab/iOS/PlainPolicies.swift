/// The policy of an app without a delegate: NSURLSession evaluates by itself, with the name.
package struct DefaultHandling: TrustPolicyModel, Hashable {
    /// The system's own handling.
    package init() {}

    /// "default handling".
    package var name: String { "default handling" }

    /// Accepts what SecTrust accepts for the host of the attempt.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        attempt.serverTrust.decision(at: attempt.time)
    }
}

/// A delegate that evaluates with the basic X.509 policy: any certificate of any trusted authority is believed.
package struct NoHostName: TrustPolicyModel, Hashable {
    /// The delegate of an app that reads "domain name" as a nuisance.
    package init() {}

    /// "no host name".
    package var name: String { "no host name" }

    /// Accepts what SecTrust accepts for any host: the policy is replaced before the evaluation.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        var trust = attempt.serverTrust
        trust.policy = .basicX509
        let set = TrustStep(.whichPolicy, nil, .policySet(.basicX509))
        let decision = trust.decision(at: attempt.time)
        return TrustDecision(accepts: decision.accepts, steps: [set] + decision.steps, result: decision.result)
    }
}

/// A delegate that makes a credential of whatever trust it gets: `[NSURLCredential credentialForTrust:]`.
///
/// The line does not verify the server with the server's own certificate, as some articles have it; it verifies nothing.
package struct TrustAnything: TrustPolicyModel, Hashable {
    /// The delegate that is copied most.
    package init() {}

    /// "trust anything".
    package var name: String { "trust anything" }

    /// Accepts every chain, and does not evaluate it.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        TrustDecision(accepts: true, steps: [TrustStep(.anything, false, .everythingAccepted)], result: nil)
    }
}

extension SecTrust {
    /// An evaluation as a decision of one step.
    func decision(at time: Int64, source: String? = nil) -> TrustDecision {
        let evaluation = evaluate(at: time)
        let step = TrustStep(.isChainTrusted, evaluation.result.isSuccess, .evaluated(evaluation), source: source)
        return TrustDecision(accepts: evaluation.result.isSuccess, steps: [step], result: evaluation.result)
    }
}
