import Crypto
import Trace

/// The parts of a certificate, a line for each.
public enum CertificateSummary {
    /// One line of the summary.
    public struct Entry: Hashable, Sendable {
        /// The part's name in RFC 5280, such as "notAfter".
        public let name: String
        /// The value as text for people.
        public let value: String
    }

    /// The parts of a certificate in the order in which they stand in it.
    ///
    /// Certificates that no policy accepts are read too: with small keys, MD5 signatures or unknown algorithms.
    /// - Throws: ``TrustError/malformedCertificate(_:)`` if the octets are no certificate.
    public static func fields(of der: [UInt8]) throws(TrustError) -> [Entry] {
        let certificate = try CertificateStructure(der)
        var entries = [
            Entry(name: "version", value: "\(certificate.version)"),
            Entry(name: "serialNumber", value: Hex.string(certificate.serialNumber)),
            Entry(name: "signatureAlgorithm", value: certificate.signatureAlgorithm.label),
            Entry(name: "issuer", value: "\(certificate.issuer)"),
            Entry(name: "notBefore", value: CivilTime.text(certificate.notBefore)),
            Entry(name: "notAfter", value: CivilTime.text(certificate.notAfter)),
            Entry(name: "subject", value: "\(certificate.subject)"),
            Entry(name: "subjectPublicKeyInfo", value: key(of: certificate)),
        ]
        entries += certificate.extensions.map { item in
            let name = item.identifier.label + (item.isCritical ? " (critical)" : "")
            return Entry(name: name, value: value(of: item, in: certificate.meaning))
        }
        let signature = certificate.signature
        entries.append(
            Entry(
                name: "signatureValue",
                value: "\(Hex.string(signature.prefix(8)))… (\(counted(signature.count, "octet")))"))
        return entries
    }

    private static func key(of certificate: CertificateStructure) -> String {
        do throws(TrustError) {
            switch try certificate.certifiedKey() {
            case .rsa(let key): return "RSA, \(key.n.bitWidth) bits, exponent \(key.e)"
            case .ecdsa(let key): return "ECDSA on \(key.curve.name)"
            case .ed25519: return "Ed25519"
            }
        } catch {
            return certificate.keyAlgorithm.label
        }
    }

    private static func value(of item: CertificateExtension, in meaning: KnownExtensions) -> String {
        let text: String? =
            switch item.identifier {
            case .basicConstraints: (meaning.basicConstraints?.value).map(text)
            case .keyUsage: meaning.keyUsage?.value?.purposes.joined(separator: ", ")
            case .extKeyUsage: meaning.extendedKeyUsage?.value?.map(\.label).joined(separator: ", ")
            case .subjectAltName: meaning.subjectAlternativeNames?.value?.map(HostName.text).joined(separator: ", ")
            case .subjectKeyIdentifier: (meaning.subjectKeyIdentifier?.value).map { Hex.string($0) }
            case .authorityKeyIdentifier:
                (meaning.authorityKeyIdentifier?.value).map {
                    $0.keyIdentifier.map { Hex.string($0) } ?? "no identifier"
                }
            default: counted(item.value.count, "octet")
            }
        return text ?? "cannot be read"
    }

    private static func text(_ constraints: BasicConstraints) -> String {
        guard constraints.isAuthority else { return "not an authority" }
        guard let limit = constraints.pathLength else { return "an authority" }
        return "an authority, with at most \(limit) further ones below it"
    }
}
