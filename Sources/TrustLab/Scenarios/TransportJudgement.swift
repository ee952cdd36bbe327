import PKI
import TLSSim

extension TrustEvidence {
    /// The judgement of App Transport Security in an app whose Info.plist has no exception, when server and app agree on TLS 1.2
    /// and a suite that ATS lists: the certificates remain to be judged.
    ///
    /// - Parameter rules: what the app's Info.plist asks for, if it says something.
    /// - Returns: nil for a client, and for what is no host's name.
    package func transportJudgement(by rules: ATSRules? = nil) -> ATSJudgement? {
        guard case .server(let name) = asked, let host = ATSHost(name) else { return nil }
        let evaluation = evaluation()
        let isRSA = chain.first.flatMap { try? CertifiedKey.key(inCertificate: $0) }?.rsa != nil
        let suite = RegisteredSuite((isRSA ? CipherSuite.ecdheRSAAES128GCM : .ecdheECDSAAES128GCM).codePoint)
        return ATSPolicy(anchorKind: evaluation.anchorKind ?? systemKind).judge(
            ATSConnection(version: .tls12, suite: suite, chain: chain, evaluation: evaluation),
            by: rules ?? ATSDictionary().rules(forHost: host))
    }
}
