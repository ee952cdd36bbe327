internal import SwiftASN1
import Trace

/// No certificate demands what is not understood (RFC 5280 section 4.2).
struct CriticalExtensionsPolicy: Policy {
    /// Critical extensions that the policies of this module enforce. certificatePolicies is among them because nobody here
    /// asks for a particular policy; what restricts policies further along a path is not.
    static let understood: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.extendedKeyUsage,
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.nameConstraints,
        .X509ExtensionID.subjectKeyIdentifier, .X509ExtensionID.authorityKeyIdentifier,
        KnownExtensions.certificatePoliciesIdentifier,
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
        let names = critical.map { CertificateAnatomy.extensionName($0.identifier) }
        return [member.passed(.criticalExtensions, .criticalExtensionsUnderstood(names), cite)]
    }
}
