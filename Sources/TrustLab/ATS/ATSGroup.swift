import TLSSim

/// The groups in which Apple's systems agree on keys: the curves X25519, P-256, P-384 and P-521. No finite field is among them.
enum ATSGroup {
    /// The groups that are offered, preferred first.
    static let offered: [NamedGroup] = [.x25519, .secp256r1, .secp384r1, .secp521r1]

    /// Whether a server may choose `group`; the hybrid of X25519 and ML-KEM-768 is offered by newer systems.
    static func contains(_ group: NamedGroup) -> Bool { offered.contains(group) || group == .x25519MLKEM768 }
}
