import TLSSim

/// The groups that Apple's systems offer for the key exchange. Apple publishes one of them, X25519MLKEM768 (iOS 26). The others stand in
/// recorded ClientHellos of iOS 14, Safari 16 and Safari 26. No finite-field group is among them.
enum ATSGroup {
    /// The groups that are offered to a server which is asked, preferred first.
    static let offered: [NamedGroup] = [.x25519, .secp256r1, .secp384r1, .secp521r1]

    /// What is known about a group.
    enum Standing {
        case offered
        /// It is not known whether it is offered in these versions of iOS.
        case open
        /// It is not offered.
        case absent
    }

    /// Whether the systems of a period offer `group`. Recordings of Safari 16 have P-521, and one of Safari 26 has it no more. Of versions
    /// before iOS 13 there is no recording.
    static func standing(of group: NamedGroup, on period: ATSPeriod) -> Standing {
        switch group {
        case .secp256r1, .secp384r1: .offered
        case .x25519: period < .thirteen ? .open : .offered
        case .secp521r1: period < .thirteen || period >= .seventeen ? .open : .offered
        case .x25519MLKEM768: period < .eighteen ? .open : .offered
        default: .absent
        }
    }
}

/// The signature schemes that Apple's systems offer, by the same recordings. ECDSA on P-521 (0x0603) and Ed25519 (0x0807) never stand there.
enum ATSScheme {
    private static let offered: Set<UInt16> = [
        0x0403, 0x0804, 0x0401, 0x0503, 0x0203, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201,
    ]

    /// Whether one of these schemes is offered.
    static func offers(oneOf schemes: [UInt16]) -> Bool { !offered.isDisjoint(with: schemes) }
}
