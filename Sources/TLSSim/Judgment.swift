import TrustSim

extension Session {
    /// Shows what was found about a chain that is trusted otherwise.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)``, if it speaks against the chain.
    mutating func heed(_ finding: Finding) throws(TLSError) {
        trace(.checked(finding.policy, passed: finding.passed, .finding(finding)))
        if let kind = finding.refusal { throw .certificateRefused(kind, reason: finding.reason) }
    }

    /// Shows what a judge found about the peer's chain, and takes the proof out of the verdict.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)``.
    mutating func accepted(_ verdict: Verdict) throws(TLSError) -> VerifiedChain {
        for finding in verdict.findingsByCertificate where !finding.isRoutine {
            trace(.checked(finding.policy, passed: finding.passed, .finding(finding)))
        }
        guard let chain = verdict.chain else {
            let error = TLSError.certificateRefused(
                verdict.refusalKind ?? .badCertificate, reason: verdict.refusal?.reason ?? "no reason was given")
            if let refusal = verdict.refusal {
                let failed = verdict.findings.count { !$0.passed }
                let note = Note.refused(refusal, failed: failed, of: verdict.findings.count, alert: error.alert)
                trace(.checked("verdict", passed: false, note))
            }
            throw error
        }
        if !chain.isUnverified {
            let side = verdict.findings.first?.side ?? .server
            trace(.checked("verdict", passed: true, .trusted(chain.hostName, side, checks: verdict.findings.count)))
        }
        if chain.isUnverified { trace(.note(.careless)) }
        return chain
    }
}
