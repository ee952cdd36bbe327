import Trace

/// The content of a certificate that the authority decides on: all but the key.
///
/// The ready-made profiles are right. Each part can be changed, to make certificates that have to be refused.
public struct CertificateProfile: Hashable, Sendable {
    /// The common name of the subject. A label for people: nothing is decided by it (RFC 9525).
    public var commonName: String
    /// The names of hosts that the certificate is for, as dNSName entries of the subjectAltName extension; no extension if
    /// both lists are empty (RFC 5280 section 4.2.1.6).
    public var dnsNames: [String]
    /// The addresses that it is for, each of 4 or 16 octets, as iPAddress entries.
    public var ipAddresses: [[UInt8]]
    /// The first second of validity, counted from 1970 (RFC 5280 section 4.1.2.5).
    public var notBefore: Int64
    /// The last second of validity.
    public var notAfter: Int64
    /// The value of basicConstraints; nil for no such extension (RFC 5280 section 4.2.1.9).
    public var constraints: Constraints?
    /// The value of keyUsage; nil for no such extension (RFC 5280 section 4.2.1.3).
    public var keyUsage: Set<KeyPurpose>?
    /// The value of extKeyUsage; nil for no such extension (RFC 5280 section 4.2.1.12).
    public var extendedKeyUsage: [ExtendedPurpose]?
    /// Whether the authority signs with SHA-1, which is no longer accepted, instead of SHA-256.
    public var usesSHA1: Bool
    /// Whether a critical extension is added that no program knows.
    public var hasUnknownCriticalExtension: Bool

    /// A value of basicConstraints.
    public enum Constraints: Hashable, Sendable {
        /// The subject may issue certificates, with at most `pathLength` intermediates between it and a leaf.
        case authority(pathLength: Int?)
        /// The subject may not issue certificates.
        case notAnAuthority
    }

    /// A use of the key.
    public enum KeyPurpose: String, Hashable, Sendable, CaseIterable {
        /// To sign handshakes: ServerKeyExchange of DHE_RSA and ECDHE_RSA.
        case digitalSignature
        /// To be encrypted to: the premaster secret of RSA key transport.
        case keyEncipherment
        /// To agree on keys: static Diffie-Hellman.
        case keyAgreement
        /// To sign certificates.
        case keyCertSign
        /// To sign lists of revoked certificates.
        case cRLSign
    }

    /// A use of the certificate.
    public enum ExtendedPurpose: String, Hashable, Sendable, CaseIterable {
        /// To be a TLS server.
        case serverAuth
        /// To be a TLS client.
        case clientAuth
        /// To sign programs.
        case codeSigning
        /// Anything.
        case any = "anyExtendedKeyUsage"
    }

    /// An authority's own certificate, by which it is known to those who trust it; valid from a year before `time` to ten
    /// years after.
    public static func root(named commonName: String, at time: Int64) -> CertificateProfile {
        authority(
            commonName, pathLength: nil, notBefore: time - 365 * CivilTime.day, notAfter: time + 3650 * CivilTime.day)
    }

    /// An authority under another one; valid from half a year before `time` to five years after.
    ///
    /// - Parameter pathLength: the number of authorities that may follow below it; 0 by default.
    public static func intermediate(
        named commonName: String, pathLength: Int? = 0, at time: Int64
    ) -> CertificateProfile {
        authority(
            commonName, pathLength: pathLength, notBefore: time - 180 * CivilTime.day,
            notAfter: time + 1825 * CivilTime.day)
    }

    /// A TLS server; valid from a day before `time` to ninety days after.
    ///
    /// The usages let the key serve both key exchanges of TLS 1.2: keyEncipherment for RSA key transport, digitalSignature
    /// for DHE_RSA (RFC 5246 section 7.4.2).
    public static func server(hostName: String, at time: Int64) -> CertificateProfile {
        CertificateProfile(
            commonName: hostName, dnsNames: [hostName], ipAddresses: [], notBefore: time - CivilTime.day,
            notAfter: time + 90 * CivilTime.day,
            constraints: .notAnAuthority, keyUsage: [.digitalSignature, .keyEncipherment],
            extendedKeyUsage: [.serverAuth], usesSHA1: false, hasUnknownCriticalExtension: false)
    }

    /// A TLS client; valid from a day before `time` to ninety days after.
    ///
    /// The key signs and does nothing else, and the certificate names no host: who the client is, is for the server's
    /// application to make something of.
    public static func client(named commonName: String, at time: Int64) -> CertificateProfile {
        CertificateProfile(
            commonName: commonName, dnsNames: [], ipAddresses: [], notBefore: time - CivilTime.day,
            notAfter: time + 90 * CivilTime.day,
            constraints: .notAnAuthority, keyUsage: [.digitalSignature], extendedKeyUsage: [.clientAuth],
            usesSHA1: false, hasUnknownCriticalExtension: false)
    }

    private static func authority(
        _ commonName: String, pathLength: Int?, notBefore: Int64, notAfter: Int64
    ) -> CertificateProfile {
        CertificateProfile(
            commonName: commonName, dnsNames: [], ipAddresses: [], notBefore: notBefore, notAfter: notAfter,
            constraints: .authority(pathLength: pathLength), keyUsage: [.keyCertSign, .cRLSign], extendedKeyUsage: nil,
            usesSHA1: false, hasUnknownCriticalExtension: false)
    }
}
