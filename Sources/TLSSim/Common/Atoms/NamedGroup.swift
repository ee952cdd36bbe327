import Crypto
import Trace

/// The code point of a group in the supported_groups extension: curves (RFC 8422 section 5.1.1) and finite fields (RFC 7919
/// section 2) share one registry.
public struct NamedGroup: CodePoint {
    /// The two octets on the wire.
    public let rawValue: UInt16

    /// The group with that code point.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The curve that NIST calls P-256.
    public static let secp256r1 = NamedGroup(rawValue: 23)
    /// The curve that NIST calls P-384.
    public static let secp384r1 = NamedGroup(rawValue: 24)
    /// The curve that NIST calls P-521.
    public static let secp521r1 = NamedGroup(rawValue: 25)
    /// Curve25519 in the form of RFC 7748.
    public static let x25519 = NamedGroup(rawValue: 29)

    /// X25519 and ML-KEM-768 combined: a key exchange that no known attack of a quantum computer breaks (draft-ietf-tls-ecdhe-mlkem).
    public static let x25519MLKEM768 = NamedGroup(rawValue: 0x11ec)

    /// The curves that an endpoint of TLS 1.2 offers and accepts by default, preferred first.
    public static let curves: [NamedGroup] = [.x25519, .secp256r1]

    /// The groups that a client of TLS 1.2 offers by default, preferred first.
    public static let all: [NamedGroup] = curves + finiteFields

    /// Every group that is implemented, preferred first.
    public static let implemented: [NamedGroup] = [.x25519MLKEM768] + curves + [.secp384r1, .secp521r1] + finiteFields

    /// The groups that an endpoint on a real network offers and accepts by default if it speaks TLS 1.2 only.
    ///
    /// The larger groups of RFC 7919 are left out: a power in ffdhe8192 takes about thirty times as long as a power in ffdhe2048, while a
    /// peer that asks for it has almost no work. A peer could use that for an attack.
    ///
    /// P-384 and P-521 are in the list because a server of TLS 1.2 may only send a certificate whose curve the client has named here (RFC
    /// 8422 section 5.1).
    public static let affordable: [NamedGroup] =
        curves + [.secp384r1, .secp521r1]
        + [FiniteFieldGroup.ffdhe2048, .ffdhe3072].compactMap { $0.codePoint.map(NamedGroup.init) }

    /// The default groups of an endpoint on a real network that speaks TLS 1.3: ``affordable`` and the hybrid group.
    public static let affordableInTLS13: [NamedGroup] = [.x25519MLKEM768] + affordable

    /// The groups of RFC 7919. The smallest group is the first, because it is strong enough.
    public static let finiteFields: [NamedGroup] =
        FiniteFieldGroup.all.compactMap { $0.codePoint.map(NamedGroup.init) }

    /// The group of that name, "x25519", "secp256r1" or "ffdhe2048"; nil if there is none.
    public static func named(_ name: String) -> NamedGroup? { implemented.first { $0.name == name } }

    /// The finite-field group of this code point; nil for curves and unknown code points.
    public var finiteField: FiniteFieldGroup? {
        FiniteFieldGroup.all.first { $0.codePoint == rawValue }
    }

    /// Whether the code point lies in the range that is reserved for finite-field groups (RFC 7919 section 2).
    public var isFiniteField: Bool { (0x0100...0x01ff).contains(rawValue) }

    /// Whether TLS 1.2 has no messages for the group. A hello for both versions may still offer it, for TLS 1.3.
    var isOfTLS13Alone: Bool { Self.hybridNames[rawValue] != nil }

    /// Whether the group is a curve of RFC 8422. It need not be implemented here.
    var isCurve: Bool { Self.curveNames[rawValue] != nil }

    /// The names of the curves of RFC 8422. Not all of them are implemented here.
    private static let curveNames: [UInt16: String] = [
        23: "secp256r1", 24: "secp384r1", 25: "secp521r1", 29: "x25519", 30: "x448",
    ]

    /// The names of hybrid groups: a curve and an ML-KEM, where the ML-KEM resists a quantum computer.
    private static let hybridNames: [UInt16: String] = [0x11ec: "X25519MLKEM768"]

    /// The names of groups that no endpoint here uses: older curves, ML-KEM alone, and other hybrid groups.
    private static let otherNames: [UInt16: String] = [
        1: "sect163k1", 2: "sect163r1", 3: "sect163r2", 4: "sect193r1", 5: "sect193r2", 6: "sect233k1", 7: "sect233r1",
        8: "sect239k1", 9: "sect283k1", 10: "sect283r1", 11: "sect409k1", 12: "sect409r1", 13: "sect571k1",
        14: "sect571r1", 15: "secp160k1", 16: "secp160r1", 17: "secp160r2", 18: "secp192k1", 19: "secp192r1",
        20: "secp224k1", 21: "secp224r1", 22: "secp256k1", 26: "brainpoolP256r1", 27: "brainpoolP384r1",
        28: "brainpoolP512r1", 31: "brainpoolP256r1tls13", 32: "brainpoolP384r1tls13", 33: "brainpoolP512r1tls13",
        41: "curveSM2", 0x0200: "MLKEM512", 0x0201: "MLKEM768", 0x0202: "MLKEM1024", 0x11eb: "SecP256r1MLKEM768",
        0x11ed: "SecP384r1MLKEM1024", 0x6399: "X25519Kyber768Draft00",
    ]

    /// "x25519"; the code point in hexadecimal for a group without a name here.
    public var name: String {
        Self.curveNames[rawValue] ?? finiteField?.name ?? Self.hybridNames[rawValue] ?? Self.otherNames[rawValue]
            ?? Hex.number(rawValue)
    }

    /// "0x0100 ffdhe2048".
    public var description: String {
        let number = Hex.number(rawValue)
        return name == number ? number : "\(number) \(name)"
    }
}
