/// The policy of the recipe: AFSecurityPolicy with the roots as pins, and an excuse.
///
/// Where AFSecurityPolicy refuses and the last certificate of the chain is pinned, the policy evaluates again under the pins and
/// treats recoverableTrustFailure as a success, "because the certificate has expired". But a wrong name has the same result. So the
/// policy accepts any certificate of a pinned authority for any host.
package struct PinnedRootsPolicy: Hashable, Sendable {
    /// The roots in DER.
    package let roots: [[UInt8]]
}

extension PinnedRootsPolicy: TrustPolicyModel {
    /// "pinned roots with an excuse".
    package var name: String { "pinned roots with an excuse" }

    /// Decides as AFSecurityPolicy does with the roots as pins. Where it refuses and the last certificate of the chain is one of the
    /// roots, the excuse applies.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        let strict = AFSecurityPolicy(pinningMode: .certificate, pinnedCertificates: roots)
        let first = strict.decide(attempt)
        guard !first.accepts else { return first }
        var trust = attempt.serverTrust
        let chain = trust.evaluate(at: attempt.time).certificateChain
        guard let last = chain.last, roots.contains(last) else {
            let why = PolicyReason.noCertificatePinned(chain: chain.count, pins: roots.count, renewal: nil)
            let steps = first.steps + [TrustStep(.isCertificatePinned, answer: false, because: why)]
            return TrustDecision(accepts: false, steps: steps, result: first.result, doubt: first.doubt)
        }
        trust.setAnchorCertificates(roots)
        let evaluation = trust.evaluate(at: attempt.time)
        let accepts = evaluation.result.isSuccess || evaluation.result == .recoverableTrustFailure
        let steps =
            first.steps + [
                TrustStep(.isCertificatePinned, answer: true, because: .certificatePinned(last.nameInWords)),
                TrustStep(.isChainTrusted, answer: accepts, because: .recoverableExcused(evaluation)),
            ]
        return TrustDecision(accepts: accepts, steps: steps, result: evaluation.result)
    }
}
