import Crypto
internal import SwiftCrypto

/// The hash functions that signatures in certificates are made over.
public enum DigestFunction: Hashable, Sendable {
    /// MD5 (RFC 1321). In 2008 a collision turned one certificate into another that was an authority's.
    case md5
    /// One that TLS uses as well.
    case common(HashAlgorithm)

    /// The name: "SHA-256".
    public var name: String {
        switch self {
        case .md5: "MD5"
        case .common(let hash): hash.name
        }
    }

    /// The name as `openssl dgst` takes it: "sha256".
    public var opensslName: String { name.replacing("-", with: "").lowercased() }

    /// The object identifier's content octets.
    var identifier: [UInt8] {
        switch self {
        case .md5: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05]
        case .common(.sha1): [0x2b, 0x0e, 0x03, 0x02, 0x1a]
        case .common(.sha256): DigestFunction.sha2 + [1]
        case .common(.sha384): DigestFunction.sha2 + [2]
        case .common(.sha512): DigestFunction.sha2 + [3]
        case .common(.sha224): DigestFunction.sha2 + [4]
        }
    }

    private static let sha2: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]

    /// The digest of a message.
    public func digest(_ message: [UInt8]) -> [UInt8] {
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

    /// DigestInfo: the hash function's name and the digest, in DER (RFC 8017 section 9.2).
    func digestInfo(_ digest: [UInt8]) -> [UInt8] {
        let algorithm = [0x06, UInt8(identifier.count)] + identifier + [0x05, 0x00]
        let content = [0x30, UInt8(algorithm.count)] + algorithm + [0x04, UInt8(digest.count)] + digest
        return [0x30, UInt8(content.count)] + content
    }
}

/// How a signature is made, by the identifiers in signatureAlgorithm.
enum SigningMethod: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2).
    case pkcs1(DigestFunction)
    /// RSASSA-PSS with its parameters (RFC 8017 section 8.1, RFC 4055 section 3.1).
    case pss(hash: HashAlgorithm, maskHash: HashAlgorithm, saltLength: Int)
    /// ECDSA (FIPS 186-5 section 6).
    case ecdsa(HashAlgorithm)
    /// Ed25519 (RFC 8032).
    case ed25519

    /// The scheme of a certificate; nil for one that is not known here.
    init?(of certificate: AnnotatedCertificate) {
        guard let element = certificate.elements.first?.children.first(where: { $0.part == .signatureAlgorithm }),
            let identifier = element.first(.algorithm)?.identifier
        else { return nil }
        switch identifier {
        case "1.2.840.113549.1.1.4": self = .pkcs1(.md5)
        case "1.2.840.113549.1.1.5": self = .pkcs1(.common(.sha1))
        case "1.2.840.113549.1.1.11": self = .pkcs1(.common(.sha256))
        case "1.2.840.113549.1.1.12": self = .pkcs1(.common(.sha384))
        case "1.2.840.113549.1.1.13": self = .pkcs1(.common(.sha512))
        case "1.2.840.113549.1.1.14": self = .pkcs1(.common(.sha224))
        case "1.2.840.10045.4.1": self = .ecdsa(.sha1)
        case "1.2.840.10045.4.3.1": self = .ecdsa(.sha224)
        case "1.2.840.10045.4.3.2": self = .ecdsa(.sha256)
        case "1.2.840.10045.4.3.3": self = .ecdsa(.sha384)
        case "1.2.840.10045.4.3.4": self = .ecdsa(.sha512)
        case "1.3.101.112": self = .ed25519
        case "1.2.840.113549.1.1.10":
            // What is absent is SHA-1 with a salt of 20 octets (RFC 4055 section 3.1).
            let hash = SigningMethod.hash(in: element.first(.hashAlgorithmTag))
            let mask = SigningMethod.hash(in: element.first(.maskGenAlgorithmTag))
            let salt = element.first(.saltLength).map { Int($0.value) } ?? 20
            guard let hash, let mask, let salt, salt >= 0 else { return nil }
            self = .pss(hash: hash, maskHash: mask, saltLength: salt)
        default: return nil
        }
    }

    private static func hash(in element: AnatomyElement?) -> HashAlgorithm? {
        guard let element else { return .sha1 }
        guard let name = element.first(.hashFunction)?.value else { return nil }
        return HashAlgorithm.allCases.first { $0.name == name }
    }
}
