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

    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let member = path.tip else { return [] }
        let cite = Citation.rfc(5280, "4.2")
        let critical = member.structure.meaning.critical
        if let unknown = critical.first(where: { !CriticalExtensionsPolicy.understood.contains($0.identifier) }) {
            let statement = Statement.usage(.criticalExtensionUnknown(unknown.identifier.label))
            return [
                member.failed(
                    .criticalExtensions, statement, cite: cite, refusal: .unsupportedExtension, at: unknown.place)
            ]
        }
        // RFC 5280 section 4.2 goes on: "or a critical extension that contains information that it cannot process."
        if let unreadable = member.structure.meaning.unreadable {
            let name = unreadable.identifier.label
            return [member.unreadable(name, for: .criticalExtensions, cite: cite, at: unreadable.place)]
        }
        let names = critical.map { $0.identifier.label }
        return [member.passed(.criticalExtensions, .usage(.criticalExtensionsUnderstood(names)), cite: cite)]
    }
}
