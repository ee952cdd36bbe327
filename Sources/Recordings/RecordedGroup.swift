import Crypto
import Trace

/// A Diffie–Hellman group as an onlooker recognises it.
package struct RecordedGroup: Hashable, Sendable {
    /// Bits of the modulus.
    package let bits: Int
    /// The name in each language, such as "ffdhe2048" or "group 14 of RFC 3526"; nil for a group that is in no table here.
    package let words: Words?
    /// The group of this program with these parameters, one of RFC 7919 or a toy group; nil for any other group.
    package let known: FiniteFieldGroup?

    /// The name in English.
    package var name: String? { words?.english }

    /// Whether logarithms in the group can be computed with little effort: in the toy groups, and for moduli of fewer than 512 bits. Logjam
    /// (Adrian and others, 2015) broke groups of 512 bits, after a week of preparation for each group.
    package var isWithinReach: Bool { known?.isToy == true || bits < 512 }

    /// The group of these parameters.
    package init(p: Integer, g: Integer) {
        bits = p.bitWidth
        known = FiniteFieldGroup.all.first { $0.p == p && $0.g == g }
        let digest = HashAlgorithm.sha256.hash(p.bigEndian)
        words =
            known.map { Words(same: $0.name) }
            ?? Self.internetKeyExchange.first { g == 2 && $0.digest == Integer(bigEndian: digest).hex }.map(Self.words)
    }

    /// The groups that were made for IPsec (RFC 2409, RFC 3526), which TLS servers used before RFC 7919 defined groups for TLS. A prime is
    /// recognised by its SHA-256.
    private static let internetKeyExchange: [(digest: String, number: Int, rfc: Int)] = [
        ("b52ba6a3026520a6c49d37e4587601801bee500123b3259b6bf03e7cecc3e63d", 1, 2409),
        ("3f35a3f5f6c4376a744acad409bb22f8d897f949d2311d885adaa890981b67a0", 2, 2409),
        ("64fcc83ec403930bf18393dbc883ccaa1fbb08ac876f77f7aa99748ca945019b", 5, 3526),
        ("d66436f79bbd6b2e38c0ffbd079be904d2641415e2e67140e09448be9a60890e", 14, 3526),
        ("48cf8b092fbce4359d9871abf74f98e25b6163379eaa15cd9087e800c6d1c55c", 15, 3526),
        ("4ee95187682bcb230ad26a95205f6920e84708f6251b3894329b09ec23919e33", 16, 3526),
        ("d1bfe6d0925ce7e4da262b62861514a7755e35831e429f343e7b864848657efd", 17, 3526),
        ("39ab4feab950a3128fb71accb9fc3965d857012e081998a85996e3ea8b3c3bcf", 18, 3526),
    ]

    private static func words(_ row: (digest: String, number: Int, rfc: Int)) -> Words {
        Words(english: "group \(row.number) of RFC \(row.rfc)", chinese: "RFC \(row.rfc) 的 \(row.number) 号群")
    }
}
