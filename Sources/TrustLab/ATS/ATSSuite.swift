import TLSSim

/// The lists of cipher suites by which App Transport Security decides (Apple, NSAppTransportSecurity).
///
/// The lists decide, not the properties of a suite: a suite that is on no list is not offered.
package enum ATSSuite {
    /// The suites of TLS 1.2 that Apple's reference lists: six with ECDSA certificates, five with RSA.
    /// TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA is not among them.
    package static let forwardSecret: [RegisteredSuite] = registered([
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    ])

    /// The suites that NSExceptionRequiresForwardSecrecy = NO adds to them.
    package static let withoutForwardSecrecy: [RegisteredSuite] = registered([
        "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA",
    ])

    /// The suites of TLS 1.3 that Apple's systems offer (RFC 8446 appendix B.4).
    package static let tls13: [RegisteredSuite] = registered([
        "TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256",
    ])

    /// The suites of these names. Each name above is in the table of registered suites; a test counts the lists.
    private static func registered(_ names: [String]) -> [RegisteredSuite] { names.compactMap(RegisteredSuite.named) }

    /// The list on which a suite stands.
    package enum Standing: Hashable, Sendable, CaseIterable {
        /// One of the eleven suites that ATS asks for in TLS 1.2.
        case forwardSecret
        /// One of the six suites that NSExceptionRequiresForwardSecrecy = NO adds.
        case withoutForwardSecrecy
        /// A suite of TLS 1.3, where every key exchange is ephemeral.
        case tls13
        /// A suite with finite-field Diffie–Hellman. It has forward secrecy and is on no list.
        case finiteField
        /// Any other suite, which is on no list.
        case unlisted
    }

    /// The list on which `suite` stands.
    package static func standing(of suite: RegisteredSuite) -> Standing {
        if forwardSecret.contains(suite) { return .forwardSecret }
        if withoutForwardSecrecy.contains(suite) { return .withoutForwardSecrecy }
        if tls13.contains(suite) { return .tls13 }
        return suite.agreement == .dheRSA ? .finiteField : .unlisted
    }
}
