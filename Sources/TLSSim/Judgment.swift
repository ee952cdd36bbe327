import TrustSim

extension Session {
    /// Shows what a judge found about the peer's chain, and takes the proof out of the verdict.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)``.
    mutating func accepted(_ verdict: Verdict) throws(TLSError) -> VerifiedChain {
        for finding in verdict.findings where !finding.isRoutine {
            trace(.checked(finding.policy, passed: finding.passed, .finding(finding)))
        }
        guard let chain = verdict.chain else {
            throw .certificateRefused(
                verdict.refusalKind ?? .badCertificate, reason: verdict.refusal?.reason ?? "no reason was given")
        }
        if chain.isUnverified { trace(.note(.careless)) }
        return chain
    }
}
