import Crypto
import Trace

/// A way to sign. In TLS 1.2 it is a pair: the hash in the high octet, the signature algorithm in the low octet (RFC 5246 section
/// 7.4.1.4.1). TLS 1.3 gives one name to both octets together, also for RSASSA-PSS (RFC 8446 section 4.2.3).
public struct SignatureScheme: CodePoint {
    /// The two octets on the wire.
    public let rawValue: UInt16

    /// The scheme with that wire value.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// RSASSA-PKCS1-v1_5 over SHA-256.
    public static let rsaPKCS1SHA256 = SignatureScheme(rawValue: 0x0401)
    /// RSASSA-PKCS1-v1_5 over SHA-384.
    public static let rsaPKCS1SHA384 = SignatureScheme(rawValue: 0x0501)
    /// RSASSA-PKCS1-v1_5 over SHA-512.
    public static let rsaPKCS1SHA512 = SignatureScheme(rawValue: 0x0601)
    /// RSASSA-PSS with SHA-256, by a key certified as rsaEncryption.
    public static let rsaPSSSHA256 = SignatureScheme(rawValue: 0x0804)
    /// RSASSA-PSS with SHA-384, by a key certified as rsaEncryption.
    public static let rsaPSSSHA384 = SignatureScheme(rawValue: 0x0805)
    /// RSASSA-PSS with SHA-512, by a key certified as rsaEncryption.
    public static let rsaPSSSHA512 = SignatureScheme(rawValue: 0x0806)
    /// ECDSA over SHA-256. In TLS 1.2 the scheme does not fix the curve: the certificate's key does.
    public static let ecdsaSHA256 = SignatureScheme(rawValue: 0x0403)
    /// ECDSA over SHA-384.
    public static let ecdsaSHA384 = SignatureScheme(rawValue: 0x0503)
    /// ECDSA over SHA-512.
    public static let ecdsaSHA512 = SignatureScheme(rawValue: 0x0603)

    /// Ed25519. It signs the octets themselves, not a digest of them.
    public static let ed25519 = SignatureScheme(rawValue: 0x0807)

    /// The implemented schemes, preferred first.
    public static let all = usual + [.ed25519]

    /// The schemes that an endpoint offers and uses if nothing else is asked for: all but Ed25519, for which public authorities certify no
    /// keys.
    public static let usual: [SignatureScheme] = [
        .ecdsaSHA256, .rsaPSSSHA256, .rsaPKCS1SHA256, .ecdsaSHA384, .rsaPSSSHA384, .rsaPKCS1SHA384, .ecdsaSHA512,
        .rsaPSSSHA512, .rsaPKCS1SHA512,
    ]

    /// The schemes of the lessons: the signatures of RFC 5246 with RSA keys.
    public static let lessons: [SignatureScheme] = [.rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512]

    /// The algorithm that makes a signature, with the hash function whose digest it signs.
    public enum Method: Hashable, Sendable {
        /// RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2).
        case pkcs1(HashAlgorithm)
        /// RSASSA-PSS (RFC 8017 section 8.1).
        case pss(HashAlgorithm)
        /// ECDSA (FIPS 186-5 section 6).
        case ecdsa(HashAlgorithm)
        /// Ed25519 (RFC 8032 section 5.1). It signs the octets themselves.
        case ed25519
    }

    /// The algorithm; nil for a scheme that is not implemented.
    public var method: Method? {
        switch self {
        case .rsaPKCS1SHA256: .pkcs1(.sha256)
        case .rsaPKCS1SHA384: .pkcs1(.sha384)
        case .rsaPKCS1SHA512: .pkcs1(.sha512)
        case .rsaPSSSHA256: .pss(.sha256)
        case .rsaPSSSHA384: .pss(.sha384)
        case .rsaPSSSHA512: .pss(.sha512)
        case .ecdsaSHA256: .ecdsa(.sha256)
        case .ecdsaSHA384: .ecdsa(.sha384)
        case .ecdsaSHA512: .ecdsa(.sha512)
        case .ed25519: .ed25519
        default: nil
        }
    }

    /// Whether the scheme is one of RSASSA-PKCS1-v1_5, which sign no handshake of TLS 1.3 (RFC 8446 section 4.2.3).
    var isPKCS1: Bool {
        if case .pkcs1 = method { true } else { false }
    }

    /// The algorithm of the key that the scheme needs; nil for a scheme that is not implemented.
    public var keyAlgorithm: KeyAlgorithm? {
        switch method {
        case .pkcs1, .pss: .rsa
        case .ecdsa: .ecdsa
        case .ed25519: .ed25519
        case nil: nil
        }
    }

    /// The hash function whose digest is signed; nil for Ed25519, and for a scheme that is not implemented.
    public var hash: HashAlgorithm? {
        switch method {
        case .pkcs1(let hash), .pss(let hash), .ecdsa(let hash): hash
        case .ed25519, nil: nil
        }
    }

    /// The names that TLS 1.3 gives these code points (RFC 8446 section 4.2.3). Not all schemes are implemented here.
    private static let names: [UInt16: String] = [
        0x0201: "rsa_pkcs1_sha1", 0x0401: "rsa_pkcs1_sha256", 0x0501: "rsa_pkcs1_sha384", 0x0601: "rsa_pkcs1_sha512",
        0x0203: "ecdsa_sha1", 0x0403: "ecdsa_secp256r1_sha256", 0x0503: "ecdsa_secp384r1_sha384",
        0x0603: "ecdsa_secp521r1_sha512", 0x0804: "rsa_pss_rsae_sha256", 0x0805: "rsa_pss_rsae_sha384",
        0x0806: "rsa_pss_rsae_sha512", 0x0807: "ed25519", 0x0808: "ed448", 0x0809: "rsa_pss_pss_sha256",
        0x080a: "rsa_pss_pss_sha384", 0x080b: "rsa_pss_pss_sha512", 0x0708: "sm2sig_sm3",
        0x081a: "ecdsa_brainpoolP256r1tls13_sha256", 0x081b: "ecdsa_brainpoolP384r1tls13_sha384",
        0x081c: "ecdsa_brainpoolP512r1tls13_sha512", 0x0904: "mldsa44", 0x0905: "mldsa65", 0x0906: "mldsa87",
    ]

    /// "rsa_pkcs1_sha256"; the code point in hexadecimal for a scheme without a name here.
    public var name: String { Self.names[rawValue] ?? Hex.number(rawValue) }

    /// "0x0401 rsa_pkcs1_sha256".
    public var description: String {
        let number = Hex.number(rawValue)
        return Self.names[rawValue].map { "\(number) \($0)" } ?? number
    }
}
