import PKI
import Trace

extension EndpointSession {
    /// Applies a finding about a chain that a judge has accepted before, and records it in the trace.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)`` if the finding refuses the chain.
    mutating func apply(_ finding: CheckResult) throws(TLSError) {
        trace(.checked(finding.policy, passed: finding.passed, .trust(.finding(finding))))
        if let kind = finding.refusal { throw .certificateRefused(kind, reason: Words(finding)) }
    }

    /// The verified chain of a verdict about the peer, which is recorded in the trace.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)`` if the verdict refuses the chain; ``TLSError/internalFault(_:)`` if such a
    ///   verdict gives no reason.
    mutating func accepted(_ verdict: Verdict) throws(TLSError) -> VerifiedChain {
        trace(.judged(verdict))
        guard let chain = verdict.chain else { throw verdict.error }
        return chain
    }
}

extension Verdict {
    /// The error that ends the handshake if the chain is refused.
    var error: TLSError {
        guard let refusal, let kind = refusalKind else { return .internalFault("a chain refused without a reason") }
        return .certificateRefused(kind, reason: Words(refusal))
    }

    /// The outputs that explain the verdict to a reader: each check that is not routine, then the result.
    public var explanation: [Output] {
        let findings = findingsByCertificate.filter { !$0.isRoutine }
        var outputs = findings.map { finding in
            Output.checked(finding.policy, passed: finding.passed, .trust(.finding(finding)))
        }
        if let chain {
            if chain.isUnverified {
                outputs.append(.note(.trust(.careless)))
            } else if let side = findings.first?.side {
                outputs.append(
                    .checked("verdict", passed: true, .trust(.trusted(chain.hostName, side, checks: findings.count))))
            }
        } else if let refusal {
            let failed = findings.count { !$0.passed }
            outputs.append(
                .checked(
                    "verdict", passed: false,
                    .trust(.refused(refusal, failed: failed, of: findings.count, alert: error.alert))))
        }
        return outputs
    }
}
