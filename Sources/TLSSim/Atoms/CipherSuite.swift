import Crypto
import Trace

/// How the premaster secret is agreed (RFC 5246 section 7.4.7).
public enum KeyExchangeKind: Hashable, Sendable {
    /// The client encrypts it to the server's certified RSA key.
    case rsa
    /// Both sides contribute an ephemeral Diffie–Hellman value; the RSA key only signs.
    case dheRSA
}

/// A cipher suite: which key exchange, cipher and hash work together. A row of a table, with nothing computed.
public struct CipherSuite: Hashable, Sendable, CustomStringConvertible {
    /// The two octets on the wire.
    public let codePoint: UInt16
    /// The registry's name.
    public let name: String
    /// How keys are agreed.
    public let keyExchange: KeyExchangeKind
    /// Octets of the AES key.
    public let keyLength: Int
    /// The hash of the PRF and of the transcript.
    public let hash: HashAlgorithm
    /// The document that defines it.
    public let cite: Citation

    /// Octets of the implicit part of the GCM nonce, the "salt" (RFC 5288 section 3).
    public static let fixedIVLength = 4
    /// Octets of the explicit part, which each record carries (RFC 5288 section 3).
    public static let recordIVLength = 8
    /// Octets of the authentication tag (RFC 5288 section 3).
    public static let tagLength = 16

    private static let gcm = Citation.rfc(5288, "3")

    /// RSA key transport, AES-128 in GCM, SHA-256.
    public static let rsaAES128GCM = CipherSuite(
        codePoint: 0x009c, name: "TLS_RSA_WITH_AES_128_GCM_SHA256", keyExchange: .rsa, keyLength: 16, hash: .sha256,
        cite: gcm)
    /// RSA key transport, AES-256 in GCM, SHA-384.
    public static let rsaAES256GCM = CipherSuite(
        codePoint: 0x009d, name: "TLS_RSA_WITH_AES_256_GCM_SHA384", keyExchange: .rsa, keyLength: 32, hash: .sha384,
        cite: gcm)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-128 in GCM, SHA-256.
    public static let dheRSAAES128GCM = CipherSuite(
        codePoint: 0x009e, name: "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", keyExchange: .dheRSA, keyLength: 16,
        hash: .sha256, cite: gcm)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-256 in GCM, SHA-384.
    public static let dheRSAAES256GCM = CipherSuite(
        codePoint: 0x009f, name: "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", keyExchange: .dheRSA, keyLength: 32,
        hash: .sha384, cite: gcm)

    /// Every suite that is implemented, strongest habit first: forward secrecy before key transport.
    public static let all: [CipherSuite] = [.dheRSAAES128GCM, .dheRSAAES256GCM, .rsaAES128GCM, .rsaAES256GCM]

    /// The implemented suite of that code point; nil if there is none.
    public static func withCodePoint(_ codePoint: UInt16) -> CipherSuite? {
        all.first { $0.codePoint == codePoint }
    }

    /// The implemented suite of that registry name; nil if there is none.
    public static func named(_ name: String) -> CipherSuite? {
        all.first { $0.name == name }
    }

    /// A code point in a reader's words, also for suites that are not implemented here.
    public static func describe(_ codePoint: UInt16) -> String {
        let number = Hex.number(codePoint)
        if let suite = withCodePoint(codePoint) { return "\(number) \(suite.name)" }
        switch codePoint {
        case 0x00ff: return "\(number) TLS_EMPTY_RENEGOTIATION_INFO_SCSV"
        case 0x5600: return "\(number) TLS_FALLBACK_SCSV"
        default: return number
        }
    }

    /// "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256".
    public var description: String { Self.describe(codePoint) }
}
