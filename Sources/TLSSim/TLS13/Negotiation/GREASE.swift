import Crypto

/// Reserved values without a meaning. A client offers them to make sure that servers ignore values that they do not know (RFC 8701).
///
/// A client that sends them needs no new rule for answers. It refuses an answer that chooses such a value, as it refuses every value that
/// it does not support.
public struct GREASE: Hashable, Sendable {
    private let octets: [UInt8]

    /// Draws the values of one connection. A second hello has the same ones.
    init<R: RandomSource>(using random: inout R) { octets = random.octets(6) }

    /// Whether a number is a GREASE value for suites, groups, versions, extensions and schemes (section 2).
    public static func holds(_ number: some BinaryInteger) -> Bool {
        number & 0x0f0f == 0x0a0a && number >> 8 == number & 0xff
    }

    /// One of 0x0a0a, 0x1a1a to 0xfafa: for suites, groups, versions, extensions and schemes (section 2).
    private func number(_ index: Int) -> UInt16 {
        let digit = UInt16(octets.indices.contains(index) ? octets[index] >> 4 : 0)
        return (digit << 4 | 0xa) * 0x0101
    }

    /// A GREASE value for PSK modes: 0x0b, 0x2a, 0x49 to 0xe4 (section 2).
    private var mode: UInt8 { 0x0b + 0x1f * ((octets.last ?? 0) >> 5) }

    /// The hello with GREASE values before its own values, and with two GREASE extensions, one first and one last.
    func added(to hello: ClientHello) -> ClientHello {
        var hello = hello
        hello.cipherSuites.insert(number(0), at: 0)
        let first = number(3)
        let last = number(4) == first ? first ^ 0x1010 : number(4)
        let group = NamedGroup(rawValue: number(1))
        hello.extensions = hello.extensions.map { item in
            switch item {
            case .supportedGroups(let groups): .supportedGroups([group] + groups)
            case .keyShares(let shares): .keyShares([KeyShareEntry(group: group, value: [0])] + shares)
            case .supportedVersions(let versions):
                .supportedVersions([ProtocolVersion(rawValue: number(2))] + versions)
            case .signatureAlgorithms(let schemes):
                .signatureAlgorithms([SignatureScheme(rawValue: number(2))] + schemes)
            case .pskKeyExchangeModes(let modes): .pskKeyExchangeModes([PSKKeyExchangeMode(rawValue: mode)] + modes)
            case .applicationProtocols(let names):
                .applicationProtocols([[UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: first)]] + names)
            default: item
            }
        }
        hello.extensions.insert(.other(type: first, body: []), at: 0)
        hello.extensions.append(.other(type: last, body: [0]))
        return hello
    }
}
