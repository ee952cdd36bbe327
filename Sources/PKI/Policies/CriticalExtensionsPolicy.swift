import Crypto
import Trace

/// Every critical extension is understood and can be read (RFC 5280 section 4.2).
struct CriticalExtensionsPolicy: Policy {
    /// The extensions that may be critical, because the policies of this module enforce them. cRLDistributionPoints is among them
    /// although nothing is fetched here: it gives the address of revocation lists and restricts nothing.
    package static let understood: [OID] = [
        .basicConstraints, .keyUsage, .extKeyUsage, .subjectAltName, .nameConstraints, .subjectKeyIdentifier,
        .authorityKeyIdentifier, .cRLDistributionPoints, .certificatePolicies, .policyMappings, .policyConstraints,
        .inhibitAnyPolicy,
    ]

    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let member = path.tip else { return [] }
        let cite = Citation.rfc(5280, "4.2")
        let critical = member.structure.meaning.critical
        if let unknown = critical.first(where: { !CriticalExtensionsPolicy.understood.contains($0.identifier) }) {
            let statement = Statement.usage(.criticalExtensionUnknown(unknown.identifier.label))
            if question.profile == .secTrust, member.isAnchor {
                return [member.noted(.criticalExtensions, statement, cite: .rfc(5280, "6.1.1"), at: unknown.place)]
            }
            return [
                member.failed(
                    .criticalExtensions, statement, cite: cite, refusal: .unsupportedExtension, at: unknown.place)
            ]
        }
        if let policies = member.structure.meaning.certificatePolicies, policies.isCritical,
            let unknown = member.structure.meaning.unknownQualifier
        {
            // "MUST be able to interpret this extension (including the optional qualifier), or MUST reject the certificate."
            let statement = Statement.policy(.unknownQualifier(unknown.label))
            let cite = Citation.rfc(5280, "4.2.1.4")
            return [
                question.profile == .secTrust
                    ? member.noted(.criticalExtensions, statement, cite: cite, at: policies.place)
                    : member.failed(
                        .criticalExtensions, statement, cite: cite, refusal: .unsupportedExtension, at: policies.place)
            ]
        }
        // RFC 5280 section 4.2 goes on: "or a critical extension that contains information that it cannot process."
        if let unreadable = member.structure.meaning.unreadable {
            let name = unreadable.identifier.label
            return [member.unreadable(name, for: .criticalExtensions, cite: cite, at: unreadable.place)]
        }
        if question.profile == .secTrust, let unreadable = member.structure.meaning.unreadableNotCritical {
            let statement = Statement.usage(.extensionUnreadable(unreadable.identifier.label))
            return [
                member.failed(
                    .criticalExtensions, statement, cite: .secTrust("UnparseableExtension"), refusal: .badCertificate,
                    at: unreadable.place)
            ]
        }
        let names = critical.map { $0.identifier.label }
        return [member.passed(.criticalExtensions, .usage(.criticalExtensionsUnderstood(names)), cite: cite)]
    }
}
