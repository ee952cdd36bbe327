import PKI

extension TrustEvidence {
    /// What App Transport Security makes of it in an app whose Info.plist says nothing, when server and app agree on TLS 1.2
    /// and a suite that nobody objects to: what is left is the certificates.
    ///
    /// - Returns: nil for a client, and for what is no host's name.
    public func transportJudgement() -> ATSJudgement? {
        guard case .server(let name) = asked, let host = ATSHost(name) else { return nil }
        let verdict = Evaluator(store: platformStore).evaluate(chain: chain, question: platformQuestion)
        let isRSA = chain.first.flatMap { try? CertifiedKey.key(inCertificate: $0) }?.rsa != nil
        // TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256.
        let suite = ATSSuite(isRSA ? 0xc02f : 0xc02b)
        let isUsers = verdict.path.last.map { userAnchors.contains($0) && !systemAnchors.contains($0) } ?? false
        return ATSPolicy(anchorIsPublic: !isUsers).judge(
            ATSConnection(version: .tls12, suite: suite, chain: chain, verdict: verdict),
            by: ATSDictionary().rules(forHost: host))
    }
}
