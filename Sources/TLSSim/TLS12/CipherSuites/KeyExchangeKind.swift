/// How the premaster secret is agreed, and whose signature vouches for it (RFC 5246 section 7.4.7, RFC 8422 section 2).
public enum KeyExchangeKind: Hashable, Sendable, CaseIterable {
    /// The client encrypts it to the server's certified RSA key.
    case rsa
    /// Both sides contribute an ephemeral Diffie–Hellman value; the RSA key only signs.
    case dheRSA
    /// The same on an elliptic curve; the RSA key only signs.
    case ecdheRSA
    /// The same on an elliptic curve; the certified key is on a curve too, and only signs.
    case ecdheECDSA
    /// Both sides contribute an ephemeral Diffie–Hellman value, and no key signs. A relic: no suite of ``CipherSuite/all`` has it.
    case dhAnon

    /// Whether a recording stays closed when the certified key is stolen.
    public var isForwardSecret: Bool { self != .rsa }

    /// Whether the exchange runs on an elliptic curve.
    public var usesCurve: Bool { self == .ecdheRSA || self == .ecdheECDSA }

    /// The kind of key that the server's certificate has to hold; nil where the server shows none.
    public var certifiedAlgorithm: KeyAlgorithm? {
        switch self {
        case .rsa, .dheRSA, .ecdheRSA: .rsa
        case .ecdheECDSA: .ecdsa
        case .dhAnon: nil
        }
    }

    /// The name in the registry's suites: "ECDHE_RSA".
    public var name: String {
        switch self {
        case .rsa: "RSA"
        case .dheRSA: "DHE_RSA"
        case .ecdheRSA: "ECDHE_RSA"
        case .ecdheECDSA: "ECDHE_ECDSA"
        case .dhAnon: "DH_anon"
        }
    }
}
