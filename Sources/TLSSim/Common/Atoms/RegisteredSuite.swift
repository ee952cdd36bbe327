import Trace

/// A cipher suite of IANA's registry, implemented here or not: a code point, and what its name says.
///
/// An onlooker and a policy meet suites that no endpoint of this module speaks. ``CipherSuite`` is a suite that one does
/// speak; ``implemented`` leads from here to there.
public struct RegisteredSuite: Hashable, Sendable, CustomStringConvertible {
    /// How keys are agreed, which alone decides what a stolen key opens.
    public enum Agreement: Hashable, Sendable {
        /// Encrypted to the server's RSA key.
        case rsa
        /// Ephemeral Diffie–Hellman, signed with RSA.
        case dheRSA
        /// Ephemeral Diffie–Hellman on an elliptic curve, signed with the key in the certificate.
        case ecdhe
        /// Ephemeral in every handshake with a certificate: the suites of TLS 1.3 do not name it (RFC 8446 section B.4).
        case tls13
        /// The code point is not in this table, or the exchange is another one.
        case unknown
    }

    /// The two octets on the wire.
    public let codePoint: UInt16
    /// The registry's name; nil for a code point that is not in this table.
    public let name: String?
    /// How keys are agreed.
    public let agreement: Agreement

    /// The suite of that code point.
    public init(_ codePoint: UInt16) {
        self.codePoint = codePoint
        if let suite = CipherSuite.withCodePoint(codePoint) {
            name = suite.name
            agreement =
                switch suite.keyExchange {
                case .rsa: .rsa
                case .dheRSA: .dheRSA
                case .ecdheRSA, .ecdheECDSA: .ecdhe
                }
        } else if let suite = TLS13.CipherSuite.withCodePoint(codePoint) {
            name = suite.name
            agreement = .tls13
        } else if let row = Self.table.first(where: { $0.codePoint == codePoint }) {
            name = row.name
            agreement = Self.agreement(of: row.name)
        } else {
            name = nil
            agreement = .unknown
        }
    }

    /// The suite of that name in the registry; nil for a name that is not in this table.
    public static func named(_ name: String) -> RegisteredSuite? {
        let codePoint =
            CipherSuite.named(name)?.codePoint ?? TLS13.CipherSuite.named(name)?.codePoint
            ?? table.first { $0.name == name }?.codePoint
        return codePoint.map(RegisteredSuite.init)
    }

    /// The same suite where it is implemented here; nil where it is not.
    public var implemented: CipherSuite? { CipherSuite.withCodePoint(codePoint) }

    /// "TLS_RSA_WITH_AES_128_CBC_SHA (0x002f)", or the number alone.
    public var description: String {
        let number = Hex.number(codePoint)
        return name.map { "\($0) (\(number))" } ?? number
    }

    /// The names of TLS 1.2 begin with the key exchange; those of TLS 1.3 leave it out.
    private static func agreement(of name: String) -> Agreement {
        if name.hasPrefix("TLS_ECDHE_RSA_") || name.hasPrefix("TLS_ECDHE_ECDSA_") { return .ecdhe }
        if name.hasPrefix("TLS_DHE_RSA_") { return .dheRSA }
        if name.hasPrefix("TLS_RSA_") { return .rsa }
        return name.contains("_WITH_") ? .unknown : .tls13
    }

    /// Suites that are met in practice and not implemented here, by code point.
    private static let table: [(codePoint: UInt16, name: String)] = [
        (0x0004, "TLS_RSA_WITH_RC4_128_MD5"),
        (0x0005, "TLS_RSA_WITH_RC4_128_SHA"),
        (0x000a, "TLS_RSA_WITH_3DES_EDE_CBC_SHA"),
        (0x0016, "TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA"),
        (0x0041, "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA"),
        (0x0084, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA"),
        (0x1304, "TLS_AES_128_CCM_SHA256"),
        (0x1305, "TLS_AES_128_CCM_8_SHA256"),
        (0xc009, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"),
        (0xc00a, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA"),
        (0xc013, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"),
        (0xc014, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA"),
        (0xc023, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"),
        (0xc024, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384"),
        (0xc027, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256"),
        (0xc028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"),
        (0xc09c, "TLS_RSA_WITH_AES_128_CCM"),
        (0xc09d, "TLS_RSA_WITH_AES_256_CCM"),
        (0xc09e, "TLS_DHE_RSA_WITH_AES_128_CCM"),
        (0xc09f, "TLS_DHE_RSA_WITH_AES_256_CCM"),
    ]
}
