import Trace

/// A cipher suite of IANA's registry, implemented here or not: a code point, and what its name says.
///
/// A recording or a policy can name suites that no endpoint of this module implements. ``CipherSuite`` is a suite that is implemented;
/// ``implemented`` gives the ``CipherSuite`` of a registered suite.
public struct RegisteredSuite: Hashable, Sendable, CustomStringConvertible {
    /// How the keys are agreed. This alone decides what a thief of the server's key can decrypt.
    public enum Agreement: Hashable, Sendable {
        /// RSA key transport: the client encrypts the secret to the server's RSA key.
        case rsa
        /// Ephemeral Diffie–Hellman, signed with RSA.
        case dheRSA
        /// Ephemeral Diffie–Hellman on an elliptic curve, signed with the key in the certificate.
        case ecdhe
        /// A suite of TLS 1.3, whose name says nothing about the key exchange (RFC 8446 section B.4). With a certificate it is always ephemeral.
        case tls13
        /// The code point has no name, or the key exchange is none of the above.
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
        name = SuiteNames.name(of: codePoint)
        agreement = name.map(Self.agreement) ?? .unknown
    }

    /// The suite of that name in the registry; nil for a name that is not in it.
    public static func named(_ name: String) -> RegisteredSuite? {
        SuiteNames.codePoint(of: name).map(RegisteredSuite.init)
    }

    /// The implementation of the suite for TLS 1.2; nil if the suite is not implemented, and for suites of TLS 1.3.
    public var implemented: CipherSuite? { CipherSuite.withCodePoint(codePoint) }

    /// "TLS_RSA_WITH_AES_128_CBC_SHA (0x002f)", or the number alone.
    public var description: String {
        let number = Hex.number(codePoint)
        return name.map { "\($0) (\(number))" } ?? number
    }

    /// Names of suites of TLS 1.2 begin with the key exchange. Names of suites of TLS 1.3 do not contain it.
    private static func agreement(of name: String) -> Agreement {
        if name.hasPrefix("TLS_ECDHE_RSA_") || name.hasPrefix("TLS_ECDHE_ECDSA_") { return .ecdhe }
        if name.hasPrefix("TLS_DHE_RSA_") { return .dheRSA }
        if name.hasPrefix("TLS_RSA_WITH_") { return .rsa }
        return name.contains("_WITH_") || name.hasSuffix("_SCSV") ? .unknown : .tls13
    }
}
