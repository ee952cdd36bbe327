import Trace

/// A rule about paths. Every policy examines every certificate, whatever the other policies find, so that a learner sees every reason.
protocol Policy: Sendable {
    /// The findings about the newest certificate of a path, given the certificates below it.
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult]

    /// The findings that can be made only at the end of the path.
    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult]
}

extension Policy {
    /// Most rules have nothing to add at the end.
    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] { [] }
}

/// The list of all policies.
enum Policies {
    /// All policies. Findings are reported in this order: signatures, dates, authorities, usage, form, name, anchor.
    static let all: [any Policy] = [
        SignaturePolicy(), RevocationPolicy(), AlgorithmPolicy(), ValidityPolicy(), AuthorityPolicy(),
        NameConstraintsPolicy(), DepthPolicy(), UsagePolicy(), ExtendedUsagePolicy(), ServerRulesPolicy(),
        TransparencyPolicy(), CriticalExtensionsPolicy(),
        CertificatePoliciesPolicy(), FormPolicy(), IdentifierPolicy(), SubjectPolicy(), HostNamePolicy(),
        AdmissionPolicy(), AnchorPolicy(),
    ]
}
