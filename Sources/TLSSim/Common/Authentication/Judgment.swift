import PKI

extension EndpointSession {
    /// Shows what was found about a chain that is trusted otherwise.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)``, if it speaks against the chain.
    mutating func heed(_ finding: Finding) throws(TLSError) {
        trace(.checked(finding.policy, passed: finding.passed, .trust(.finding(finding))))
        if let kind = finding.refusal { throw .certificateRefused(kind, reason: finding.reason) }
    }

    /// Shows what a judge found about the peer's chain, and takes the proof out of the verdict.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)``.
    mutating func accepted(_ verdict: Verdict) throws(TLSError) -> VerifiedChain {
        trace(.judged(verdict))
        guard let chain = verdict.chain else { throw verdict.error }
        return chain
    }
}

extension Verdict {
    /// What a handshake ends with where the chain is refused.
    var error: TLSError {
        guard let refusal, let kind = refusalKind else { return .internalFault("a chain refused without a reason") }
        return .certificateRefused(kind, reason: refusal.reason)
    }

    /// What a reader is told of the verdict: each check that is not routine, then how it ended.
    public var told: [Output] {
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
