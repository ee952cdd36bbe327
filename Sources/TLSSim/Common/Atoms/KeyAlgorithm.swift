import Crypto

/// The algorithm of the key in a certificate.
public enum KeyAlgorithm: Hashable, Sendable {
    /// RSA: the key can sign, and secrets can be encrypted to it.
    case rsa
    /// ECDSA: the key can only sign.
    case ecdsa
    /// Ed25519: the key can only sign.
    case ed25519

    /// The name in a sentence: "RSA".
    var name: String {
        switch self {
        case .rsa: "RSA"
        case .ecdsa: "ECDSA"
        case .ed25519: "Ed25519"
        }
    }

    /// The algorithm by which suites and certificate types of TLS 1.2 name the key. They have no name of their own for Ed25519: such a key
    /// serves where an ECDSA key does (RFC 8422 sections 5.1.1 and 5.5).
    var nameInTLS12: KeyAlgorithm { self == .ed25519 ? .ecdsa : self }
}

extension PublicKey {
    /// The algorithm of the key.
    var algorithm: KeyAlgorithm {
        switch self {
        case .rsa: .rsa
        case .ecdsa: .ecdsa
        case .ed25519: .ed25519
        }
    }
}
