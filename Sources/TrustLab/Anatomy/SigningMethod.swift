import Crypto

extension DigestFunction {
    /// The name as `openssl dgst` takes it: "sha256".
    public var opensslName: String { name.replacing("-", with: "").lowercased() }
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
