import Crypto
import Trace

/// Judges whether a chain of certificates proves whose key a key is.
///
/// Every policy is examined and none stops another: the verdict has every reason. At the end the verifier of
/// swift-certificates is asked as well, which also enforces name constraints; a chain is trusted only if both find nothing
/// wrong. What a server sends can be anything: it leads to a refusal, never to a crash, and the work is bounded.
public struct Evaluator: Sendable {
    /// The authorities that are trusted.
    public let store: TrustStore

    /// Judges by what the owner of `store` trusts.
    public init(store: TrustStore) {
        self.store = store
    }

    /// Answers a question about a chain.
    ///
    /// - Parameter chain: certificates in DER as they were sent, the leaf first. At most ten are looked at.
    /// - Returns: trusted with a proof, or refused; either way with everything that was checked, in the order in which a
    ///   client would want to stop: reading, signatures, dates, authorities, usage, name, anchor.
    public func judge(chain: [[UInt8]], question: Question) async -> Verdict {
        let verdict = await examine(chain, question)
        guard question.subject == .client else { return verdict }
        // Who judges whom is for the sentences only.
        let findings = verdict.findings.map { finding in
            var finding = finding
            finding.side = .client
            return finding
        }
        return verdict.chain.map { .trusted($0, findings) } ?? .refused(findings, path: verdict.path)
    }

    private func examine(_ chain: [[UInt8]], _ question: Question) async -> Verdict {
        var findings: [Finding] = []
        guard let candidate = CandidateChain(chain, store: store, findings: &findings) else {
            return .refused(findings)
        }
        let policies: [any Policy] = [
            SignaturePolicy(), ValidityPolicy(), AuthorityPolicy(), UsagePolicy(), HostNamePolicy(), AnchorPolicy(),
        ]
        for policy in policies { findings += policy.examine(candidate, question) }
        let path = (candidate.path + (candidate.last.map { [$0] } ?? [])).map(\.der)
        guard findings.allSatisfy(\.passed) else { return .refused(findings, path: path) }

        findings += await SecondOpinion().examine(candidate, question)
        guard findings.allSatisfy(\.passed), let proof = proof(candidate, question) else {
            return .refused(findings, path: path)
        }
        return .trusted(proof, findings)
    }

    private func proof(_ chain: CandidateChain, _ question: Question) -> VerifiedChain? {
        guard let leaf = chain.path.first, let key = try? leaf.structure.certifiedKey(),
            let usage = try? leaf.certificate.extensions.keyUsage.map(Optional.some) ?? .some(nil)
        else { return nil }
        return VerifiedChain(
            verified: (chain.path + (chain.last.map { [$0] } ?? [])).map(\.der), leafKey: key,
            hostName: question.hostName, allowsSignatures: usage?.digitalSignature ?? true,
            allowsKeyEncipherment: usage?.keyEncipherment ?? true)
    }
}
