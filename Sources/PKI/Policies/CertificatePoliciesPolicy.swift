import Crypto
import Trace

/// If an authority requires a certificate policy, a policy is valid along the whole path (RFC 5280 section 6.1).
///
/// The question demands no particular policy: user-initial-policy-set is any-policy. So it is enough to keep the set of policies that
/// are expected in the next certificate. The tree of RFC 5280, which can grow exponentially with the certificates, is not needed, and
/// the edges of the graph of RFC 9618 section 4 are not needed either. The policy extensions of the anchor itself are not processed.
struct CertificatePoliciesPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] { [] }

    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        let issued = Array(path.members.dropLast().reversed())
        guard path.isComplete, let leaf = issued.last else { return [] }
        var state = State(count: issued.count)
        for (place, member) in issued.enumerated() {
            let isLeaf = place == issued.count - 1
            if let finding = state.step(member, isLeaf: isLeaf) { return [finding] }
        }
        return [leaf.passed(.certificatePolicies, .policy(.policiesInOrder), cite: .rfc(5280, "6.1"))]
    }

    /// The state variables of RFC 5280 section 6.1.2.
    private struct State {
        /// The policies that are expected in the next certificate. If the set is empty, the valid policy graph is null.
        var expected: Set<OID> = [.anyPolicy]
        var explicitPolicy: Int
        var policyMapping: Int
        var inhibitAnyPolicy: Int

        init(count: Int) {
            explicitPolicy = count + 1
            policyMapping = count + 1
            inhibitAnyPolicy = count + 1
        }

        /// Processes a certificate (RFC 5280 sections 6.1.3 (d) to (f), 6.1.4 (a), (b), (h) to (j), and 6.1.5).
        ///
        /// - Returns: the failure that ends the processing; nil if there is none.
        mutating func step(_ member: CandidatePath.Member, isLeaf: Bool) -> CheckResult? {
            let meaning = member.structure.meaning
            if let unreadable = unreadable(member) { return unreadable }
            narrow(to: meaning.certificatePolicies?.value ?? [], isExempt: !isLeaf && member.isSelfIssued)
            if explicitPolicy == 0, expected.isEmpty { return missing(member) }
            if !isLeaf {
                let mappings = meaning.policyMappings?.value ?? []
                guard !mappings.contains(where: { $0.issuer == .anyPolicy || $0.subject == .anyPolicy })
                else {
                    return member.failed(
                        .certificatePolicies, .policy(.mapsAnyPolicy), cite: .rfc(5280, "6.1.4"),
                        refusal: .badCertificate, at: meaning.policyMappings?.place)
                }
                apply(mappings)
            }
            if isLeaf || !member.isSelfIssued {
                explicitPolicy -= explicitPolicy > 0 ? 1 : 0
                policyMapping -= policyMapping > 0 ? 1 : 0
                inhibitAnyPolicy -= inhibitAnyPolicy > 0 ? 1 : 0
            }
            let constraints = meaning.policyConstraints?.value
            if let limit = constraints?.requireExplicitPolicy, !isLeaf || limit == 0 {
                explicitPolicy = min(explicitPolicy, limit)
            }
            if let limit = constraints?.inhibitPolicyMapping { policyMapping = min(policyMapping, limit) }
            if let limit = meaning.inhibitAnyPolicy?.value { inhibitAnyPolicy = min(inhibitAnyPolicy, limit) }
            return isLeaf && explicitPolicy == 0 && expected.isEmpty ? missing(member) : nil
        }

        /// Keeps the expected policies that the certificate has. A certificate without the extension has none.
        ///
        /// - Parameter isExempt: whether inhibitAnyPolicy does not apply: the certificate is a self-issued intermediate.
        private mutating func narrow(to policies: [OID], isExempt: Bool) {
            let isAny = expected.contains(.anyPolicy)
            var valid = Set(policies.filter { $0 != .anyPolicy && (isAny || expected.contains($0)) })
            if policies.contains(.anyPolicy), inhibitAnyPolicy > 0 || isExempt { valid.formUnion(expected) }
            expected = valid
        }

        /// Replaces expected policies of the issuer by the policies of the subject that count as equal.
        private mutating func apply(_ mappings: [PolicyMapping]) {
            let isAny = expected.contains(.anyPolicy)
            let mapped = mappings.filter { isAny || expected.contains($0.issuer) }
            expected.subtract(mapped.map(\.issuer))
            if policyMapping > 0 { expected.formUnion(mapped.map(\.subject)) }
        }

        private func missing(_ member: CandidatePath.Member) -> CheckResult {
            member.failed(
                .certificatePolicies, .policy(.noPolicyLeft), cite: .rfc(5280, "6.1.5"), refusal: .wrongUsage,
                at: member.structure.meaning.certificatePolicies?.place)
        }

        /// The failure for a restriction that cannot be read, which must not be ignored; nil if all can be read.
        private func unreadable(_ member: CandidatePath.Member) -> CheckResult? {
            let meaning = member.structure.meaning
            let entries: [(String, Range<Int>?)] = [
                ("policyMappings", meaning.policyMappings.flatMap { $0.value == nil ? $0.place : nil }),
                ("policyConstraints", meaning.policyConstraints.flatMap { $0.value == nil ? $0.place : nil }),
                ("inhibitAnyPolicy", meaning.inhibitAnyPolicy.flatMap { $0.value == nil ? $0.place : nil }),
            ]
            guard case (let name, let place?)? = entries.first(where: { $0.1 != nil }) else { return nil }
            return member.unreadable(name, for: .certificatePolicies, cite: .rfc(5280, "4.2.1"), at: place)
        }
    }
}
