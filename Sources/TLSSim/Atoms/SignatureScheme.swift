import Crypto
import Trace

/// A hash and a signature algorithm as a pair (RFC 5246 section 7.4.1.4.1): hash in the high octet, signature in the low.
public struct SignatureScheme: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The two octets on the wire.
    public let rawValue: UInt16

    /// The pair with that wire value.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// RSASSA-PKCS1-v1_5 over SHA-256.
    public static let rsaPKCS1SHA256 = SignatureScheme(rawValue: 0x0401)
    /// RSASSA-PKCS1-v1_5 over SHA-384.
    public static let rsaPKCS1SHA384 = SignatureScheme(rawValue: 0x0501)
    /// RSASSA-PKCS1-v1_5 over SHA-512.
    public static let rsaPKCS1SHA512 = SignatureScheme(rawValue: 0x0601)

    /// What is implemented, preferred first.
    public static let all: [SignatureScheme] = [.rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512]

    /// The hash to sign over; nil for a pair that is not implemented.
    public var hash: HashAlgorithm? {
        switch self {
        case .rsaPKCS1SHA256: .sha256
        case .rsaPKCS1SHA384: .sha384
        case .rsaPKCS1SHA512: .sha512
        default: nil
        }
    }

    /// The names TLS 1.3 gave the same code points (RFC 8446 section 4.2.3), implemented here or not.
    private static let names: [UInt16: String] = [
        0x0201: "rsa_pkcs1_sha1", 0x0401: "rsa_pkcs1_sha256", 0x0501: "rsa_pkcs1_sha384", 0x0601: "rsa_pkcs1_sha512",
        0x0203: "ecdsa_sha1", 0x0403: "ecdsa_secp256r1_sha256", 0x0503: "ecdsa_secp384r1_sha384",
        0x0603: "ecdsa_secp521r1_sha512", 0x0804: "rsa_pss_rsae_sha256", 0x0805: "rsa_pss_rsae_sha384",
        0x0806: "rsa_pss_rsae_sha512", 0x0807: "ed25519", 0x0808: "ed448", 0x0809: "rsa_pss_pss_sha256",
        0x080a: "rsa_pss_pss_sha384", 0x080b: "rsa_pss_pss_sha512",
    ]

    /// "0x0401 rsa_pkcs1_sha256".
    public var description: String {
        let number = Hex.number(rawValue)
        return Self.names[rawValue].map { "\(number) \($0)" } ?? number
    }
}
