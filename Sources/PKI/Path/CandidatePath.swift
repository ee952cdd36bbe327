import Trace

/// A path from the leaf towards an anchor, with all that was found about it so far.
///
/// It grows from the leaf upwards, an issuer at a time. The findings about the newest certificate depend only on the
/// certificates below it. So a search can turn back at the first certificate that fails.
struct CandidatePath {
    /// A certificate and its place.
    struct Member {
        /// The place in the chain as sent, then in the pool; the number of certificates sent for an anchor.
        let index: Int
        let role: Finding.Role
        let structure: CertificateStructure
        /// Whether the certificate is an anchor.
        let isAnchor: Bool
        /// The kind of the anchor; nil where it is not known, and for a certificate that is no anchor.
        let anchorKind: AnchorKind?

        /// The name by which sentences call it.
        var label: String { structure.label }
        /// Whether it is issued under its own name, which does not count for path lengths (RFC 5280 section 3.2).
        var isSelfIssued: Bool { structure.isSelfIssued }
    }

    /// The leaf first.
    private(set) var members: [Member] = []
    /// The findings so far, each with the place of its policy in ``Policies/all``.
    private var found: [(policy: Int, finding: Finding)] = []
    /// How many findings speak against the path.
    private(set) var failures = 0
    /// The result for the signature on the certificate below the newest one; nil for the leaf.
    private(set) var lastSignature: SignatureCheck.Outcome?

    /// The newest certificate.
    var tip: Member? { members.last }
    /// Whether the path has reached an anchor.
    var isComplete: Bool { members.last?.isAnchor == true }
    /// The intermediates below the newest certificate, without the self-issued ones (RFC 5280 section 6.1.4 (l)).
    var intermediatesBelowTip: Int { members.dropFirst().dropLast().count { !$0.isSelfIssued } }

    /// Appends a certificate and examines it.
    ///
    /// - Parameter signature: whether its key verifies the signature of the one below; nil for the leaf, and where another
    ///   certificate may come between them.
    mutating func append(_ member: Member, signature: SignatureCheck.Outcome?, _ question: Question) {
        members.append(member)
        lastSignature = signature
        for (place, policy) in Policies.all.enumerated() {
            let news = policy.examine(self, question)
            guard !news.isEmpty else { continue }
            add(news, of: place)
        }
    }

    private mutating func add(_ news: [Finding], of policy: Int) {
        for finding in news {
            failures += finding.passed ? 0 : 1
            found.append((policy, finding))
        }
    }

    /// The findings of the policies, in the order in which they were made.
    var findings: some Sequence<Finding> { found.lazy.map(\.finding) }

    /// The findings of the policies, in the order of ``Policies/all``.
    var findingsByPolicy: [Finding] {
        var sorted: [Finding] = []
        sorted.reserveCapacity(found.count)
        for policy in Policies.all.indices {
            for entry in found where entry.policy == policy { sorted.append(entry.finding) }
        }
        return sorted
    }

    /// Adds the findings that can be made only when the path is complete.
    mutating func conclude(_ question: Question) {
        for (place, policy) in Policies.all.enumerated() {
            add(policy.conclude(self, question), of: place)
        }
    }
}
