import PKI
import TLSSim

extension TrustEvidence {
    /// The judgement of ATS on the certificates. It assumes that server and app negotiate TLS 1.2 with a suite that ATS lists.
    ///
    /// - Parameter rules: the rules of the app's Info.plist; if nil, the defaults of ATS.
    /// - Returns: nil for a client, and for a text that is not the name or address of a host.
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
