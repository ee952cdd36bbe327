/// How the premaster secret is agreed, and which key signs (RFC 5246 section 7.4.7, RFC 8422 section 2).
public enum KeyExchangeKind: Hashable, Sendable, CaseIterable {
    /// RSA key transport: the client encrypts the premaster secret to the RSA key in the server's certificate.
    case rsa
    /// Both sides contribute an ephemeral Diffie–Hellman value. The server's RSA key only signs.
    case dheRSA
    /// Both sides contribute an ephemeral point on an elliptic curve. The server's RSA key only signs.
    case ecdheRSA
    /// Both sides contribute an ephemeral point on an elliptic curve. The server's ECDSA or Ed25519 key only signs.
    case ecdheECDSA
    /// Both sides contribute an ephemeral Diffie–Hellman value, and no key signs. No suite of ``CipherSuite/all`` uses it.
    case dhAnon

    /// Whether a thief of the server's certified key still cannot decrypt a recording.
    public var isForwardSecret: Bool { self != .rsa }

    /// Whether the exchange runs on an elliptic curve.
    public var usesCurve: Bool { self == .ecdheRSA || self == .ecdheECDSA }

    /// The algorithm of the key in the server's certificate, by the name that it has in TLS 1.2 (``KeyAlgorithm/nameInTLS12``); nil if the server has no certificate.
    public var certifiedAlgorithm: KeyAlgorithm? {
        switch self {
        case .rsa, .dheRSA, .ecdheRSA: .rsa
        case .ecdheECDSA: .ecdsa
        case .dhAnon: nil
        }
    }

    /// The name as it stands in the names of suites: "ECDHE_RSA".
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
