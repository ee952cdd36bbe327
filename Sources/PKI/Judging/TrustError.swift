import Crypto

/// The reason why a certificate cannot be made or read.
///
/// A certificate that can be read and must not be trusted is no error: the answer is then a ``Verdict``.
public enum TrustError: Error, Hashable, Sendable {
    /// The octets are no certificate (RFC 5280 section 4.1); the text names the part that is wrong.
    case malformedCertificate(String)
    /// The octets are no OCSP response (RFC 6960 section 4.2.1); the text names the part that is wrong.
    case malformedStatus(String)
    /// The chain has no certificate.
    case emptyChain
    /// The text is no PEM with certificates (RFC 7468 section 5); the text says what is wrong.
    case malformedPEM(String)
    /// An RSA key of `bits` bits is not certified; `least` bits are needed (``CertificateAuthority/leastKeyBits``).
    case keyTooSmall(bits: Int, least: Int)
    /// The time, in seconds since 1970, is outside the years that a certificate can express: 1 to 9999.
    case timeOutOfRange(Int64)
    /// The key of the certificate is for an algorithm, or on a curve, that is not known here; its name.
    case unsupportedKey(String)
    /// The private key does not belong to the certificate.
    case keyMismatch
    /// The private key belongs to a certificate that is not the first of the chain; the place of that certificate, from 1.
    case leafNotFirst(place: Int)
    /// The RSA arithmetic failed.
    case rsa(RSAError)
    /// The certificate cannot be issued; the text says why.
    case cannotIssue(String)
}

extension TrustError: CustomStringConvertible {
    /// The error in one phrase.
    public var description: String {
        switch self {
        case .malformedCertificate(let why): "malformed certificate: \(why)"
        case .malformedStatus(let why): "malformed OCSP response: \(why)"
        case .emptyChain: "the chain holds no certificate"
        case .malformedPEM(let why): "malformed PEM: \(why)"
        case .keyTooSmall(let bits, let least):
            "an RSA key of \(bits) bits is too small for a certificate; \(least) at least"
        case .timeOutOfRange(let time): "second \(time) since 1970 is outside the years 1 to 9999"
        case .unsupportedKey(let algorithm):
            "the certificate's key, for \(algorithm), is of a kind that is not known here"
        case .keyMismatch: "the private key does not belong to the certificate"
        case .leafNotFirst(let place):
            "the chain is in the wrong order: the certificate of the private key is number \(place). It must be the first; after each "
                + "certificate comes the one that issued it, and the root can be left out"
        case .rsa(let error): "RSA: \(error)"
        case .cannotIssue(let why): "the certificate cannot be issued: \(why)"
        }
    }
}
