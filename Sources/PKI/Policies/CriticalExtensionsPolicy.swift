internal import SwiftASN1
import Trace

/// No certificate demands what is not understood (RFC 5280 section 4.2).
struct CriticalExtensionsPolicy: Policy {
    /// Critical extensions that the policies of this module enforce. cRLDistributionPoints is among them although nothing is
    /// fetched here: it says where revocations are published and restricts nothing.
    static let understood: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.extendedKeyUsage,
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.nameConstraints,
        .X509ExtensionID.subjectKeyIdentifier, .X509ExtensionID.authorityKeyIdentifier,
        KnownExtensions.distributionPointsIdentifier, KnownExtensions.certificatePoliciesIdentifier,
        KnownExtensions.policyMappingsIdentifier, KnownExtensions.policyConstraintsIdentifier,
        KnownExtensions.inhibitAnyPolicyIdentifier,
    ]

    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let member = path.tip else { return [] }
        let cite = Citation.rfc(5280, "4.2")
        let critical = member.structure.meaning.critical
        if let unknown = critical.first(where: { !CriticalExtensionsPolicy.understood.contains($0.identifier) }) {
            let name = CertificateAnatomy.extensionName(unknown.identifier)
            return [
                member.failed(
                    .criticalExtensions, .criticalExtensionUnknown(name), cite, .unsupportedExtension, at: unknown.place
                )
            ]
        }
        // The section goes on: "or a critical extension that contains information that it cannot process."
        if let unreadable = member.structure.meaning.unreadable {
            let name = CertificateAnatomy.extensionName(unreadable.identifier)
            return [
                member.failed(
                    .criticalExtensions, .extensionUnreadable(name), cite, .badCertificate, at: unreadable.place)
            ]
        }
        let names = critical.map { CertificateAnatomy.extensionName($0.identifier) }
        return [member.passed(.criticalExtensions, .criticalExtensionsUnderstood(names), cite)]
    }
}
