import TLSSim

/// The groups that Apple's systems offer for the key exchange: X25519, P-256, P-384 and P-521. No finite-field group is among them.
enum ATSGroup {
    /// The groups that are offered, preferred first.
    static let offered: [NamedGroup] = [.x25519, .secp256r1, .secp384r1, .secp521r1]

    /// Whether a server may choose `group`. Newer systems offer the hybrid of X25519 and ML-KEM-768 too.
    static func contains(_ group: NamedGroup) -> Bool { offered.contains(group) || group == .x25519MLKEM768 }
}
