/// An object identifier: a name made of numbers, each a branch of one tree that is administered world-wide (ITU-T X.660). Algorithms,
/// curves, certificate extensions and attributes of names have one.
public struct OID: Hashable, Sendable {
    /// The content octets of its DER encoding (X.690 section 8.19). Each octet has seven bits of a number. If its highest bit is set,
    /// the number continues in the next octet.
    public let octets: [UInt8]

    /// The identifier with these content octets of an OBJECT IDENTIFIER.
    ///
    /// - Returns: nil if the last number is incomplete, a number begins with zeros or has more than 63 bits, or there are no octets.
    public init?(octets: some Sequence<UInt8>) {
        let octets = Array(octets)
        guard let last = octets.last, last < 0x80 else { return nil }
        var number: UInt64 = 0
        var begins = true
        for octet in octets {
            guard !(begins && octet == 0x80), number < 1 << 56 else { return nil }
            number = number << 7 | UInt64(octet & 0x7f)
            begins = octet < 0x80
            if begins { number = 0 }
        }
        self.octets = octets
    }

    /// The identifier with these numbers, at least two. The first is 0, 1 or 2, and the second below 40 unless the first is 2.
    init(arcs: [UInt64]) {
        precondition(arcs.count >= 2, "an object identifier has at least two numbers")
        octets = ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(OID.groups)
    }

    /// A number in groups of seven bits, the highest first.
    private static func groups(_ number: UInt64) -> [UInt8] {
        var groups = [UInt8(number & 0x7f)]
        var rest = number >> 7
        while rest > 0 {
            groups.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return groups.reversed()
    }

    /// The numbers, beginning at the root of the tree.
    public var arcs: [UInt64] {
        var arcs: [UInt64] = []
        var number: UInt64 = 0
        for octet in octets {
            number = number << 7 | UInt64(octet & 0x7f)
            guard octet < 0x80 else { continue }
            if arcs.isEmpty {
                // The first number of the encoding contains two numbers. The first of these is 0, 1 or 2.
                let first = min(number / 40, 2)
                arcs = [first, number - first * 40]
            } else {
                arcs.append(number)
            }
            number = 0
        }
        return arcs
    }

    /// Whether the identifier begins with the numbers of `branch` and has more.
    public func isBelow(_ branch: OID) -> Bool {
        octets.count > branch.octets.count && octets.starts(with: branch.octets)
    }
}

extension OID: ExpressibleByArrayLiteral {
    /// The identifier with these numbers, at least two: `[1, 2, 840, 113549]`.
    public init(arrayLiteral arcs: UInt64...) { self.init(arcs: arcs) }
}

extension OID: CustomStringConvertible {
    /// "1.2.840.113549".
    public var description: String { arcs.map { String($0) }.joined(separator: ".") }
}

// MARK: - Identifiers of keys and signatures

extension OID {
    /// rsaEncryption (RFC 8017 appendix A.1).
    public static let rsaEncryption: OID = [1, 2, 840, 113549, 1, 1, 1]
    /// id-RSASSA-PSS (RFC 8017 appendix A.2.3).
    public static let rsassaPSS: OID = [1, 2, 840, 113549, 1, 1, 10]
    /// id-ecPublicKey (RFC 5480 section 2.1.1).
    public static let ecPublicKey: OID = [1, 2, 840, 10045, 2, 1]
    /// id-X25519 (RFC 8410 section 3).
    public static let x25519: OID = [1, 3, 101, 110]
    /// id-X448 (RFC 8410 section 3).
    public static let x448: OID = [1, 3, 101, 111]
    /// id-Ed25519 (RFC 8410 section 3).
    public static let ed25519: OID = [1, 3, 101, 112]
    /// id-Ed448 (RFC 8410 section 3).
    public static let ed448: OID = [1, 3, 101, 113]
    /// id-dsa (RFC 3279 section 2.3.2).
    public static let dsa: OID = [1, 2, 840, 10040, 4, 1]
    /// dhKeyAgreement (PKCS #3).
    public static let dhKeyAgreement: OID = [1, 2, 840, 113549, 1, 3, 1]
    /// secp256r1, which ANSI X9.62 calls prime256v1 (RFC 5480 section 2.1.1.1).
    public static let secp256r1: OID = [1, 2, 840, 10045, 3, 1, 7]
    /// secp384r1 (RFC 5480 section 2.1.1.1).
    public static let secp384r1: OID = [1, 3, 132, 0, 34]
    /// secp521r1 (RFC 5480 section 2.1.1.1).
    public static let secp521r1: OID = [1, 3, 132, 0, 35]
    /// secp224r1 (RFC 5480 section 2.1.1.1).
    public static let secp224r1: OID = [1, 3, 132, 0, 33]
    /// secp256k1 (SEC 2 section A.2).
    public static let secp256k1: OID = [1, 3, 132, 0, 10]
    /// brainpoolP256r1 (RFC 5639 section 4.1).
    public static let brainpoolP256r1: OID = [1, 3, 36, 3, 3, 2, 8, 1, 1, 7]
    /// brainpoolP384r1 (RFC 5639 section 4.1).
    public static let brainpoolP384r1: OID = [1, 3, 36, 3, 3, 2, 8, 1, 1, 11]
    /// brainpoolP512r1 (RFC 5639 section 4.1).
    public static let brainpoolP512r1: OID = [1, 3, 36, 3, 3, 2, 8, 1, 1, 13]
}

extension HashAlgorithm {
    /// The function's object identifier (RFC 4055 section 2.1).
    public var identifier: OID {
        switch self {
        case .sha1: [1, 3, 14, 3, 2, 26]
        case .sha224: [2, 16, 840, 1, 101, 3, 4, 2, 4]
        case .sha256: [2, 16, 840, 1, 101, 3, 4, 2, 1]
        case .sha384: [2, 16, 840, 1, 101, 3, 4, 2, 2]
        case .sha512: [2, 16, 840, 1, 101, 3, 4, 2, 3]
        }
    }

    /// The function with an object identifier; nil for any other identifier.
    public init?(identifier: OID) {
        guard let function = HashAlgorithm.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = function
    }
}

extension NamedCurve {
    /// The curve's object identifier (RFC 5480 section 2.1.1.1).
    public var identifier: OID {
        switch self {
        case .p256: .secp256r1
        case .p384: .secp384r1
        case .p521: .secp521r1
        }
    }
}
