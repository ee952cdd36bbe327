import Trace

/// A rule about paths. It is examined for every certificate, whatever the others find: a learner wants every reason.
protocol Policy: Sendable {
    /// The findings about the newest certificate of a path, given the certificates below it.
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding]

    /// The findings about a path that is complete.
    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding]
}

extension Policy {
    /// Most rules have nothing to add at the end.
    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding] { [] }
}

/// All rules.
enum Policies {
    /// In the order in which a client would want to stop: signatures, dates, authorities, usage, form, name, anchor.
    static let all: [any Policy] = [
        SignaturePolicy(), RevocationPolicy(), AlgorithmPolicy(), ValidityPolicy(), AuthorityPolicy(),
        NameConstraintsPolicy(), DepthPolicy(), UsagePolicy(), ExtendedUsagePolicy(), ServerRulesPolicy(),
        TransparencyPolicy(), CriticalExtensionsPolicy(),
        CertificatePoliciesPolicy(), FormPolicy(), IdentifierPolicy(), SubjectPolicy(), HostNamePolicy(),
        AdmissionPolicy(), AnchorPolicy(),
    ]
}
