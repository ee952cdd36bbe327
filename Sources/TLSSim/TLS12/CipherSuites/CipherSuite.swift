import Crypto
import Trace

/// A cipher suite of TLS 1.2: the combination of a key exchange, a cipher and a hash.
public struct CipherSuite: Hashable, Sendable, CustomStringConvertible {
    /// The two octets on the wire.
    public let codePoint: UInt16
    /// The registry's name.
    public let name: String
    /// How the premaster secret is agreed.
    public let keyExchange: KeyExchangeKind
    /// How records are protected.
    public let cipher: BulkCipher
    /// The hash of the PRF and of the transcript: SHA-256 unless the suite says otherwise (RFC 5246 section 5).
    public let hash: HashAlgorithm
    /// The document and section that define the suite.
    public let cite: Citation

    /// A suite. `suffix` is the end of its name, behind "WITH_". `export` is "EXPORT_" for an export suite, and stands before "WITH_".
    init(
        _ codePoint: UInt16, _ keyExchange: KeyExchangeKind, cipher: BulkCipher, export: String = "",
        suffix: String, hash: HashAlgorithm = .sha256, cite: Citation
    ) {
        self.codePoint = codePoint
        self.name = "TLS_\(keyExchange.name)_\(export)WITH_\(suffix)"
        self.keyExchange = keyExchange
        self.cipher = cipher
        self.hash = hash
        self.cite = cite
    }

    private static let gcm = Citation.rfc(5288, "3")
    private static let gcmOnCurves = Citation.rfc(5289, "3.2")
    private static let chaCha = Citation.rfc(7905, "3")
    private static let cbc = Citation.rfc(5246, "A.5")
    private static let aes128GCM = BulkCipher.aesGCM(keyLength: 16)
    private static let aes256GCM = BulkCipher.aesGCM(keyLength: 32)

    // MARK: With forward secrecy
    /// Elliptic-curve Diffie–Hellman signed with ECDSA, AES-128 in GCM, SHA-256.
    public static let ecdheECDSAAES128GCM = CipherSuite(
        0xc02b, .ecdheECDSA, cipher: aes128GCM, suffix: "AES_128_GCM_SHA256", cite: gcmOnCurves)
    /// Elliptic-curve Diffie–Hellman signed with ECDSA, AES-256 in GCM, SHA-384.
    public static let ecdheECDSAAES256GCM = CipherSuite(
        0xc02c, .ecdheECDSA, cipher: aes256GCM, suffix: "AES_256_GCM_SHA384", hash: .sha384, cite: gcmOnCurves)
    /// Elliptic-curve Diffie–Hellman signed with ECDSA, ChaCha20-Poly1305, SHA-256.
    public static let ecdheECDSAChaCha20 = CipherSuite(
        0xcca9, .ecdheECDSA, cipher: .chaCha20Poly1305, suffix: "CHACHA20_POLY1305_SHA256", cite: chaCha)
    /// Elliptic-curve Diffie–Hellman signed with RSA, AES-128 in GCM, SHA-256.
    public static let ecdheRSAAES128GCM = CipherSuite(
        0xc02f, .ecdheRSA, cipher: aes128GCM, suffix: "AES_128_GCM_SHA256", cite: gcmOnCurves)
    /// Elliptic-curve Diffie–Hellman signed with RSA, AES-256 in GCM, SHA-384.
    public static let ecdheRSAAES256GCM = CipherSuite(
        0xc030, .ecdheRSA, cipher: aes256GCM, suffix: "AES_256_GCM_SHA384", hash: .sha384, cite: gcmOnCurves)
    /// Elliptic-curve Diffie–Hellman signed with RSA, ChaCha20-Poly1305, SHA-256.
    public static let ecdheRSAChaCha20 = CipherSuite(
        0xcca8, .ecdheRSA, cipher: .chaCha20Poly1305, suffix: "CHACHA20_POLY1305_SHA256", cite: chaCha)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-128 in GCM, SHA-256.
    public static let dheRSAAES128GCM = CipherSuite(
        0x009e, .dheRSA, cipher: aes128GCM, suffix: "AES_128_GCM_SHA256", cite: gcm)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-256 in GCM, SHA-384.
    public static let dheRSAAES256GCM = CipherSuite(
        0x009f, .dheRSA, cipher: aes256GCM, suffix: "AES_256_GCM_SHA384", hash: .sha384, cite: gcm)
    /// Ephemeral Diffie–Hellman signed with RSA, ChaCha20-Poly1305, SHA-256.
    public static let dheRSAChaCha20 = CipherSuite(
        0xccaa, .dheRSA, cipher: .chaCha20Poly1305, suffix: "CHACHA20_POLY1305_SHA256", cite: chaCha)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-128 in CBC, SHA-256.
    public static let dheRSAAES128CBCSHA256 = CipherSuite(
        0x0067, .dheRSA, cipher: .aesCBC(keyLength: 16, mac: .sha256), suffix: "AES_128_CBC_SHA256", cite: cbc)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-256 in CBC, SHA-256.
    public static let dheRSAAES256CBCSHA256 = CipherSuite(
        0x006b, .dheRSA, cipher: .aesCBC(keyLength: 32, mac: .sha256), suffix: "AES_256_CBC_SHA256", cite: cbc)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-128 in CBC, SHA-1.
    public static let dheRSAAES128CBCSHA = CipherSuite(
        0x0033, .dheRSA, cipher: .aesCBC(keyLength: 16, mac: .sha1), suffix: "AES_128_CBC_SHA", cite: cbc)
    /// Ephemeral Diffie–Hellman signed with RSA, AES-256 in CBC, SHA-1.
    public static let dheRSAAES256CBCSHA = CipherSuite(
        0x0039, .dheRSA, cipher: .aesCBC(keyLength: 32, mac: .sha1), suffix: "AES_256_CBC_SHA", cite: cbc)

    // MARK: Without forward secrecy
    /// RSA key transport, AES-128 in GCM, SHA-256.
    public static let rsaAES128GCM = CipherSuite(
        0x009c, .rsa, cipher: aes128GCM, suffix: "AES_128_GCM_SHA256", cite: gcm)
    /// RSA key transport, AES-256 in GCM, SHA-384.
    public static let rsaAES256GCM = CipherSuite(
        0x009d, .rsa, cipher: aes256GCM, suffix: "AES_256_GCM_SHA384", hash: .sha384, cite: gcm)
    /// RSA key transport, AES-128 in CBC, SHA-256.
    public static let rsaAES128CBCSHA256 = CipherSuite(
        0x003c, .rsa, cipher: .aesCBC(keyLength: 16, mac: .sha256), suffix: "AES_128_CBC_SHA256", cite: cbc)
    /// RSA key transport, AES-256 in CBC, SHA-256.
    public static let rsaAES256CBCSHA256 = CipherSuite(
        0x003d, .rsa, cipher: .aesCBC(keyLength: 32, mac: .sha256), suffix: "AES_256_CBC_SHA256", cite: cbc)
    /// RSA key transport, AES-128 in CBC, SHA-1: the suite that every TLS 1.2 implementation must have (RFC 5246 section 9).
    public static let rsaAES128CBCSHA = CipherSuite(
        0x002f, .rsa, cipher: .aesCBC(keyLength: 16, mac: .sha1), suffix: "AES_128_CBC_SHA", cite: cbc)
    /// RSA key transport, AES-256 in CBC, SHA-1.
    public static let rsaAES256CBCSHA = CipherSuite(
        0x0035, .rsa, cipher: .aesCBC(keyLength: 32, mac: .sha1), suffix: "AES_256_CBC_SHA", cite: cbc)

    /// The suites of a visit, preferred first: forward secrecy before key transport, AEAD before CBC. ``live`` has some more.
    public static let all: [CipherSuite] = [
        .ecdheECDSAAES128GCM, .ecdheECDSAAES256GCM, .ecdheECDSAChaCha20,
        .ecdheRSAAES128GCM, .ecdheRSAAES256GCM, .ecdheRSAChaCha20,
        .dheRSAAES128GCM, .dheRSAAES256GCM, .dheRSAChaCha20,
        .dheRSAAES128CBCSHA256, .dheRSAAES256CBCSHA256, .dheRSAAES128CBCSHA, .dheRSAAES256CBCSHA,
        .rsaAES128GCM, .rsaAES256GCM,
        .rsaAES128CBCSHA256, .rsaAES256CBCSHA256, .rsaAES128CBCSHA, .rsaAES256CBCSHA,
    ]

    /// The four suites of the lessons, in which every step can be computed by hand.
    public static let lessons: [CipherSuite] = [.dheRSAAES128GCM, .dheRSAAES256GCM, .rsaAES128GCM, .rsaAES256GCM]

    /// The implemented suite of that code point; nil if there is none.
    public static func withCodePoint(_ codePoint: UInt16) -> CipherSuite? {
        live.first { $0.codePoint == codePoint }
    }

    /// The implemented suite of that registry name; nil if there is none.
    public static func named(_ name: String) -> CipherSuite? {
        live.first { $0.name == name }
    }

    /// TLS_EMPTY_RENEGOTIATION_INFO_SCSV: a signal that replaces an empty renegotiation_info extension (RFC 5746 section 3.3).
    public static let emptyRenegotiationInfo: UInt16 = 0x00ff
    /// TLS_FALLBACK_SCSV: a signal that the client has tried a higher version before (RFC 7507 section 2).
    public static let fallback: UInt16 = 0x5600

    /// A code point with the name of its suite, if the suite is implemented or is one of the two signals.
    public static func describe(_ codePoint: UInt16) -> String {
        let number = Hex.number(codePoint)
        if let suite = withCodePoint(codePoint) { return "\(number) \(suite.name)" }
        if let suite = TLS13.CipherSuite.withCodePoint(codePoint) { return "\(number) \(suite.name)" }
        switch codePoint {
        case emptyRenegotiationInfo: return "\(number) TLS_EMPTY_RENEGOTIATION_INFO_SCSV"
        case fallback: return "\(number) TLS_FALLBACK_SCSV"
        default: return number
        }
    }

    /// "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256".
    public var description: String { Self.describe(codePoint) }
}
