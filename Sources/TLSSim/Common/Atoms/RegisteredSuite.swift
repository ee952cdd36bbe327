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
        /// The code point has no name, or the exchange is another one.
        case unknown
    }

    /// The two octets on the wire.
    public let codePoint: UInt16
    /// The registry's name; nil for a code point without a name.
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
                case .dhAnon: .unknown
                }
        } else if let suite = TLS13.CipherSuite.withCodePoint(codePoint) {
            name = suite.name
            agreement = .tls13
        } else if let name = SuiteNames.name(of: codePoint) {
            self.name = name
            agreement = Self.agreement(of: name)
        } else {
            name = nil
            agreement = .unknown
        }
    }

    /// The suite of that name in the registry; nil for a name that is not in it.
    public static func named(_ name: String) -> RegisteredSuite? {
        let codePoint =
            CipherSuite.named(name)?.codePoint ?? TLS13.CipherSuite.named(name)?.codePoint
            ?? SuiteNames.codePoint(of: name)
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
        if name.hasPrefix("TLS_RSA_WITH_") { return .rsa }
        return name.contains("_WITH_") || name.hasSuffix("_SCSV") ? .unknown : .tls13
    }
}
