internal import SwiftCrypto

/// The hash functions over which a certificate's signature may be made: those of TLS 1.2, and MD5.
///
/// MD5 (RFC 1321) is not a ``HashAlgorithm``: certificates were signed with it until 2008, when one was forged with a collision. It is
/// here to be recognised in old certificates.
public enum DigestFunction: Hashable, Sendable {
    /// MD5 (RFC 1321). In 2008 a collision turned one certificate into another that was an authority's.
    case md5
    /// A function that TLS uses as well.
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

    /// DigestInfo: the name of the function and a digest, in DER (RFC 8017 section 9.2, note 1).
    ///
    ///     SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, NULL }, OCTET STRING }
    public func digestInfo(_ digest: [UInt8]) -> [UInt8] {
        // The longest, SHA-512's, has 83 octets: every length fits into one octet.
        func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
        return element(0x30, element(0x30, element(0x06, identifier.octets) + [0x05, 0x00]) + element(0x04, digest))
    }
}
