import Trace

/// A path from the leaf towards an anchor, with all findings about it so far.
///
/// The path grows from the leaf upwards, an issuer at a time. The findings about the newest certificate depend only on it and on
/// the certificates below it. So a search can turn back at the first certificate that fails.
struct CandidatePath {
    /// A certificate of the path.
    struct Member {
        /// The number of the certificate, as in ``CheckResult/subject``.
        let index: Int
        let role: CheckResult.Role
        let structure: CertificateStructure
        /// Whether the certificate is an anchor.
        let isAnchor: Bool
        /// The kind of the anchor; nil for an anchor whose kind is not known, and for a certificate that is no anchor.
        let anchorKind: AnchorKind?

        /// The name of the certificate in sentences.
        var label: String { structure.label }
        /// Whether issuer and subject have the same name. A self-issued certificate does not count for path lengths (RFC 5280
        /// section 4.2.1.9).
        var isSelfIssued: Bool { structure.isSelfIssued }
        /// Whether the certificate is signed with its own key. A certificate that only has one name for issuer and subject need not be: an
        /// authority that changes its key issues one.
        var isSelfSigned: Bool {
            structure.isSelfSigned && SignatureCheck.isWorthwhile(structure.key)
                && SignatureCheck(of: structure, by: structure.key).outcome == .verifies
        }
    }

    /// The certificates, the leaf first.
    private(set) var members: [Member] = []
    /// The findings so far, each with the place of its policy in ``Policies/all``.
    private var found: [(policy: Int, finding: CheckResult)] = []
    /// The number of failed checks.
    private(set) var failures = 0
    /// Whether the newest certificate's key verifies the signature on the one below. Nil for the leaf, and for a certificate that
    /// was appended without a signature.
    private(set) var lastSignature: SignatureCheck.Outcome?

    /// The newest certificate.
    var tip: Member? { members.last }
    /// Whether the path has reached an anchor.
    var isComplete: Bool { members.last?.isAnchor == true }
    /// The intermediates below the newest certificate, without the self-issued ones (RFC 5280 section 6.1.4 (l)).
    var intermediatesBelowTip: Int { members.dropFirst().dropLast().count { !$0.isSelfIssued } }

    /// Appends a certificate and examines it.
    ///
    /// - Parameter signature: whether the key of `member` verifies the signature on the certificate below; nil for the leaf, and
    ///   if other certificates may come between the two.
    mutating func append(_ member: Member, signature: SignatureCheck.Outcome?, _ question: ChainQuestion) {
        members.append(member)
        lastSignature = signature
        for (place, policy) in Policies.all.enumerated() {
            add(policy.examine(self, question), of: place)
        }
    }

    private mutating func add(_ findings: [CheckResult], of policy: Int) {
        for finding in findings {
            failures += finding.passed ? 0 : 1
            found.append((policy, finding))
        }
    }

    /// The findings of the policies, in the order in which they were made.
    var findings: some Sequence<CheckResult> { found.lazy.map(\.finding) }

    /// The findings of the policies, in the order of ``Policies/all``.
    var findingsByPolicy: [CheckResult] {
        var sorted: [CheckResult] = []
        sorted.reserveCapacity(found.count)
        for policy in Policies.all.indices {
            for entry in found where entry.policy == policy { sorted.append(entry.finding) }
        }
        return sorted
    }

    /// Adds the findings that can be made only when the path is complete.
    mutating func conclude(_ question: ChainQuestion) {
        for (place, policy) in Policies.all.enumerated() {
            add(policy.conclude(self, question), of: place)
        }
    }
}
