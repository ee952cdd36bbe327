import Crypto

/// What a certified key can do.
public enum KeyAlgorithm: Hashable, Sendable {
    /// Sign, and be encrypted to.
    case rsa
    /// Sign.
    case ecdsa
}

extension PublicKey {
    /// What the key can do.
    var algorithm: KeyAlgorithm {
        switch self {
        case .rsa: .rsa
        case .ecdsa: .ecdsa
        }
    }
}
