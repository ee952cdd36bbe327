import Crypto
internal import SwiftASN1
import Trace
internal import X509

/// What is in a certificate, for someone who reads it rather than judges it.
public enum CertificateAnatomy {
    /// One line of the summary.
    public struct Entry: Hashable, Sendable {
        /// The part's name in RFC 5280, such as "notAfter".
        public let name: String
        /// What it says, for people.
        public let value: String
    }

    /// The parts of a certificate in the order in which they stand in it.
    ///
    /// Certificates that no policy would accept can be read as well: small keys, MD5 signatures, unknown algorithms.
    /// - Throws: ``TrustError/malformedCertificate(_:)``.
    public static func fields(of der: [UInt8]) throws(TrustError) -> [Entry] {
        let certificate = try CertificateStructure(der)
        var entries = [
            Entry(name: "version", value: "\(certificate.version)"),
            Entry(name: "serialNumber", value: Hex.string(certificate.serialNumber)),
            Entry(name: "signatureAlgorithm", value: AlgorithmNames.name(certificate.signatureAlgorithm)),
            Entry(name: "issuer", value: "\(certificate.issuer)"),
            Entry(name: "notBefore", value: CertificateTime.text(certificate.notBefore)),
            Entry(name: "notAfter", value: CertificateTime.text(certificate.notAfter)),
            Entry(name: "subject", value: "\(certificate.subject)"),
            Entry(name: "subjectPublicKeyInfo", value: key(of: certificate)),
        ]
        entries += certificate.extensions.map { item in
            let name = extensionName(item.oid) + (item.critical ? " (critical)" : "")
            return Entry(name: name, value: value(of: item))
        }
        let signature = certificate.signature
        entries.append(
            Entry(name: "signatureValue", value: "\(Hex.string(signature.prefix(8)))… (\(signature.count) octets)"))
        return entries
    }

    /// The name of an extension in RFC 5280 section 4.2; the identifier's numbers where it has none there.
    static func extensionName(_ identifier: ASN1ObjectIdentifier) -> String {
        switch identifier {
        case .X509ExtensionID.authorityKeyIdentifier: "authorityKeyIdentifier"
        case .X509ExtensionID.subjectKeyIdentifier: "subjectKeyIdentifier"
        case .X509ExtensionID.keyUsage: "keyUsage"
        case .X509ExtensionID.subjectAlternativeName: "subjectAltName"
        case .X509ExtensionID.basicConstraints: "basicConstraints"
        case .X509ExtensionID.nameConstraints: "nameConstraints"
        case .X509ExtensionID.extendedKeyUsage: "extKeyUsage"
        case .X509ExtensionID.authorityInformationAccess: "authorityInfoAccess"
        case KnownExtensions.distributionPointsIdentifier: "cRLDistributionPoints"
        case KnownExtensions.certificatePoliciesIdentifier: "certificatePolicies"
        case KnownExtensions.policyMappingsIdentifier: "policyMappings"
        case KnownExtensions.policyConstraintsIdentifier: "policyConstraints"
        case KnownExtensions.inhibitAnyPolicyIdentifier: "inhibitAnyPolicy"
        default: "\(identifier)"
        }
    }

    private static func key(of certificate: CertificateStructure) -> String {
        do throws(TrustError) {
            switch try certificate.certifiedKey() {
            case .rsa(let key): return "RSA, \(key.n.bitWidth) bits, exponent \(key.e)"
            case .ecdsa(let key): return "ECDSA on \(key.curve.name)"
            }
        } catch {
            return AlgorithmNames.name(certificate.keyAlgorithm)
        }
    }

    private static func value(of item: Certificate.Extension) -> String {
        do {
            switch item.oid {
            case .X509ExtensionID.basicConstraints:
                return switch try BasicConstraints(item) {
                case .isCertificateAuthority(nil): "an authority"
                case .isCertificateAuthority(let limit?): "an authority, with at most \(limit) further ones below it"
                case .notCertificateAuthority: "not an authority"
                }
            case .X509ExtensionID.keyUsage: return try KeyUsage(item).purposes.joined(separator: ", ")
            case .X509ExtensionID.extendedKeyUsage:
                return try ExtendedKeyUsage(item).map { "\($0)" }.joined(separator: ", ")
            case .X509ExtensionID.subjectAlternativeName:
                return try SubjectAlternativeNames(item).map(HostName.text).joined(separator: ", ")
            case .X509ExtensionID.subjectKeyIdentifier:
                return Hex.string(try SubjectKeyIdentifier(item).keyIdentifier)
            case .X509ExtensionID.authorityKeyIdentifier:
                return try AuthorityKeyIdentifier(item).keyIdentifier.map { Hex.string($0) } ?? "no identifier"
            default: return "\(item.value.count) octets"
            }
        } catch {
            return "cannot be read"
        }
    }
}
