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

    /// "0x0401 rsa_pkcs1_sha256"; the names are those TLS 1.3 gave the same code points.
    public var description: String {
        let number = Hex.number(rawValue)
        return hash.map { "\(number) rsa_pkcs1_\($0.name.lowercased().replacing("-", with: ""))" } ?? number
    }
}
