import Trace

/// The contents of a certificate that the authority decides: everything but the key and the serial number.
///
/// The ready-made profiles are correct. Each property can be changed to make a certificate that must be refused.
public struct CertificateProfile: Hashable, Sendable {
    /// The common name of the subject. It is a label for people; no check uses it (RFC 9525 section 2).
    public var commonName: String
    /// The host names that the certificate is for, as dNSName entries of subjectAltName (RFC 5280 section 4.2.1.6). Without host
    /// names and addresses there is no such extension.
    public var dnsNames: [String] = []
    /// The addresses that the certificate is for, each of 4 or 16 octets, as iPAddress entries of subjectAltName.
    public var ipAddresses: [[UInt8]] = []
    /// The first second of validity, in seconds since 1970 (RFC 5280 section 4.1.2.5).
    public var notBefore: Int64
    /// The last second of validity, in seconds since 1970.
    public var notAfter: Int64
    /// The value of basicConstraints; nil for no such extension (RFC 5280 section 4.2.1.9).
    public var constraints: Constraints?
    /// The value of keyUsage; nil for no such extension (RFC 5280 section 4.2.1.3).
    public var keyUsage: Set<KeyPurpose>?
    /// The value of extKeyUsage; nil for no such extension (RFC 5280 section 4.2.1.12).
    public var extendedKeyUsage: [ExtendedPurpose]?
    /// Whether the authority signs with SHA-1, which is no longer accepted, instead of the usual hash function for its key.
    public var usesSHA1 = false
    /// Whether the certificate gets a critical extension that no program knows.
    public var hasUnknownCriticalExtension = false

    /// A value of basicConstraints.
    public enum Constraints: Hashable, Sendable {
        /// The subject may issue certificates, with at most `pathLength` intermediates between it and a leaf.
        case authority(pathLength: Int?)
        /// The subject may not issue certificates.
        case notAnAuthority
    }

    /// A use of the key.
    public enum KeyPurpose: String, Hashable, Sendable, CaseIterable {
        /// To sign handshakes: ServerKeyExchange in TLS 1.2, CertificateVerify in TLS 1.3 and for clients.
        case digitalSignature
        /// To encrypt other keys with it: the premaster secret of RSA key transport.
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

    /// A root: the certificate of an authority that certifies itself; valid from a year before `time` to ten years after.
    public static func root(named commonName: String, at time: Int64) -> CertificateProfile {
        authority(
            commonName, pathLength: nil, notBefore: time - 365 * CivilTime.day, notAfter: time + 3650 * CivilTime.day)
    }

    /// An authority that another authority certifies; valid from half a year before `time` to five years after.
    ///
    /// - Parameter pathLength: the number of authorities that may stand below this one; 0 by default, nil for no limit.
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
            commonName: hostName, dnsNames: [hostName], notBefore: time - CivilTime.day,
            notAfter: time + 90 * CivilTime.day, constraints: .notAnAuthority,
            keyUsage: [.digitalSignature, .keyEncipherment], extendedKeyUsage: [.serverAuth])
    }

    /// A TLS client; valid from a day before `time` to ninety days after.
    ///
    /// The key may only sign. The certificate names no host: the application of the server decides what the client's name means.
    public static func client(named commonName: String, at time: Int64) -> CertificateProfile {
        CertificateProfile(
            commonName: commonName, notBefore: time - CivilTime.day, notAfter: time + 90 * CivilTime.day,
            constraints: .notAnAuthority, keyUsage: [.digitalSignature], extendedKeyUsage: [.clientAuth])
    }

    private static func authority(
        _ commonName: String, pathLength: Int?, notBefore: Int64, notAfter: Int64
    ) -> CertificateProfile {
        CertificateProfile(
            commonName: commonName, notBefore: notBefore, notAfter: notAfter,
            constraints: .authority(pathLength: pathLength), keyUsage: [.keyCertSign, .cRLSign])
    }
}
