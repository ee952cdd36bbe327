import Trace

/// A cipher suite as App Transport Security sees it: a number and a name, and on which list they stand.
public struct ATSSuite: Hashable, Sendable, CustomStringConvertible {
    /// The two octets on the wire.
    public let codePoint: UInt16
    /// IANA's name; nil where it is not known.
    public let name: String?

    /// A suite of that number and name; a name that is on one of the lists here need not be given.
    public init(_ codePoint: UInt16, name: String? = nil) {
        self.codePoint = codePoint
        self.name = name ?? Self.listed.first { $0.codePoint == codePoint }?.name
    }

    private init(listed codePoint: UInt16, _ name: String) {
        self.codePoint = codePoint
        self.name = name
    }

    /// On which list a suite stands.
    public enum Standing: Hashable, Sendable, CaseIterable {
        /// The eleven that ATS asks for in TLS 1.2.
        case forwardSecret
        /// The six that NSExceptionRequiresForwardSecrecy = NO adds.
        case withoutForwardSecrecy
        /// A suite of TLS 1.3, where every key exchange is ephemeral.
        case tls13
        /// Finite-field Diffie–Hellman: forward secret, and on neither list.
        case finiteField
        /// On none.
        case unlisted
    }

    /// On which list it stands. ATS goes by the list, not by properties: what is not on it is not offered.
    public var standing: Standing {
        if Self.forwardSecret.contains(where: { $0.codePoint == codePoint }) { return .forwardSecret }
        if Self.withoutForwardSecrecy.contains(where: { $0.codePoint == codePoint }) { return .withoutForwardSecrecy }
        if Self.tls13.contains(where: { $0.codePoint == codePoint }) { return .tls13 }
        return name?.hasPrefix("TLS_DHE_") == true ? .finiteField : .unlisted
    }

    /// "TLS_RSA_WITH_AES_128_CBC_SHA (0x002f)", or the number alone.
    public var description: String {
        let number = Hex.number(codePoint)
        return name.map { "\($0) (\(number))" } ?? number
    }

    /// Two suites are one if their numbers are.
    public static func == (left: ATSSuite, right: ATSSuite) -> Bool { left.codePoint == right.codePoint }

    public func hash(into hasher: inout Hasher) { hasher.combine(codePoint) }

    // MARK: The lists

    /// The suites of TLS 1.2 that Apple's NSAppTransportSecurity reference lists: six with ECDSA certificates, five with RSA.
    /// TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA is not among them.
    public static let forwardSecret: [ATSSuite] = [
        ATSSuite(listed: 0xc02c, "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"),
        ATSSuite(listed: 0xc02b, "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
        ATSSuite(listed: 0xc024, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384"),
        ATSSuite(listed: 0xc00a, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA"),
        ATSSuite(listed: 0xc023, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"),
        ATSSuite(listed: 0xc009, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"),
        ATSSuite(listed: 0xc030, "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"),
        ATSSuite(listed: 0xc02f, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
        ATSSuite(listed: 0xc028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"),
        ATSSuite(listed: 0xc027, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256"),
        ATSSuite(listed: 0xc013, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"),
    ]

    /// What NSExceptionRequiresForwardSecrecy = NO adds to them.
    public static let withoutForwardSecrecy: [ATSSuite] = [
        ATSSuite(listed: 0x009d, "TLS_RSA_WITH_AES_256_GCM_SHA384"),
        ATSSuite(listed: 0x009c, "TLS_RSA_WITH_AES_128_GCM_SHA256"),
        ATSSuite(listed: 0x003d, "TLS_RSA_WITH_AES_256_CBC_SHA256"),
        ATSSuite(listed: 0x0035, "TLS_RSA_WITH_AES_256_CBC_SHA"),
        ATSSuite(listed: 0x003c, "TLS_RSA_WITH_AES_128_CBC_SHA256"),
        ATSSuite(listed: 0x002f, "TLS_RSA_WITH_AES_128_CBC_SHA"),
    ]

    /// The suites of TLS 1.3 that Apple's systems offer (RFC 8446 appendix B.4).
    public static let tls13: [ATSSuite] = [
        ATSSuite(listed: 0x1302, "TLS_AES_256_GCM_SHA384"),
        ATSSuite(listed: 0x1301, "TLS_AES_128_GCM_SHA256"),
        ATSSuite(listed: 0x1303, "TLS_CHACHA20_POLY1305_SHA256"),
    ]

    private static let listed = forwardSecret + withoutForwardSecrecy + tls13
}
