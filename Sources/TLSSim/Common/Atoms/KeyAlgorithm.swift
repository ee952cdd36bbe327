import Crypto

/// The algorithm of the key in a certificate.
public enum KeyAlgorithm: Hashable, Sendable {
    /// RSA: the key can sign, and secrets can be encrypted to it.
    case rsa
    /// ECDSA: the key can only sign.
    case ecdsa
}

extension PublicKey {
    /// The algorithm of the key.
    var algorithm: KeyAlgorithm {
        switch self {
        case .rsa: .rsa
        case .ecdsa: .ecdsa
        }
    }
}
