import Crypto
import Trace

/// No certificate demands what is not understood (RFC 5280 section 4.2).
struct CriticalExtensionsPolicy: Policy {
    /// Critical extensions that the policies of this module enforce. cRLDistributionPoints is among them although nothing is
    /// fetched here: it says where revocations are published and restricts nothing.
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
            let name = unknown.identifier.label
            return [
                member.failed(
                    .criticalExtensions, .usage(.criticalExtensionUnknown(name)), cite, .unsupportedExtension,
                    at: unknown.place
                )
            ]
        }
        // The section goes on: "or a critical extension that contains information that it cannot process."
        if let unreadable = member.structure.meaning.unreadable {
            let name = unreadable.identifier.label
            return [
                member.failed(
                    .criticalExtensions, .usage(.extensionUnreadable(name)), cite, .badCertificate, at: unreadable.place
                )
            ]
        }
        let names = critical.map { $0.identifier.label }
        return [member.passed(.criticalExtensions, .usage(.criticalExtensionsUnderstood(names)), cite)]
    }
}
