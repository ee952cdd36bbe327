internal import SwiftCrypto

/// The hash functions of signatures of certificates: those of TLS 1.2, and MD5.
///
/// MD5 (RFC 1321) is not a ``HashAlgorithm``. Certificates were signed with it until 2008, when a certificate was forged with a
/// collision. MD5 is here so that old certificates can be recognised.
public enum DigestFunction: Hashable, Sendable {
    /// MD5 (RFC 1321). In 2008 a collision turned the certificate of a server into that of a certificate authority.
    case md5
    /// A hash function that TLS uses as well.
    case common(HashAlgorithm)

    /// The name: "SHA-256".
    public var name: String {
        switch self {
        case .md5: "MD5"
        case .common(let hash): hash.name
        }
    }

    /// The object identifier (RFC 8017 appendix B.1).
    public var identifier: OID {
        switch self {
        case .md5: [1, 2, 840, 113549, 2, 5]
        case .common(let hash): hash.identifier
        }
    }

    /// The length of a digest in octets.
    public var outputLength: Int {
        switch self {
        case .md5: 16
        case .common(let hash): hash.outputLength
        }
    }

    /// The digest of a message, ``outputLength`` octets.
    public func hash(_ message: [UInt8]) -> [UInt8] {
        switch self {
        case .md5:
            unsafe message.withUnsafeBytes { octets in
                var function = Insecure.MD5()
                unsafe function.update(bufferPointer: octets)
                return Array(function.finalize())
            }
        case .common(let hash): hash.hash(message)
        }
    }

    /// DigestInfo: the identifier of the function and a digest, in DER (RFC 8017 section 9.2, note 1).
    ///
    ///     SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, NULL }, OCTET STRING }
    public func digestInfo(_ digest: [UInt8]) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.sequence(DERWriter.identifier(identifier), DERWriter.null), DERWriter.octetString(digest))
    }
}
