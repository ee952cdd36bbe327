/// The host that a text means, whichever of the common spellings it has.
///
/// Programs that compare names take one spelling only. To tell two spellings of one host from two hosts, this reads letters in
/// either case, a name in another script and its ASCII form ("xn--…", RFC 3492), an IPv4 address in decimal, octal or
/// hexadecimal, and an IPv6 address in any of its forms.
package enum HostSpelling: Hashable {
    /// A DNS name in lower case, each label in its own script.
    case name(String)
    /// The 4 octets of an IPv4 address or the 16 of an IPv6 address.
    case address([UInt8])

    /// The longest text that is looked at, in octets. A longer one is no DNS name.
    private static let longestName = 1024

    /// The hosts that a text can mean: "010.0.0.1" is one address in decimal and another in octal.
    static func meanings(of text: String) -> [HostSpelling] {
        guard text.utf8.count <= longestName else { return [] }
        if case .address(let octets)? = HostName(text) { return [.address(octets)] }
        let addresses = [10, 8].compactMap { ipv4(text, leadingZeroMeans: $0).map(HostSpelling.address) }
        return addresses.isEmpty ? [.name(name(text[...]))] : addresses
    }

    /// The host that an alternative name means; nil for a name that is neither a DNS name nor an address.
    init?(_ name: GeneralName) {
        switch name {
        case .dnsName(let text) where text.utf8.count <= HostSpelling.longestName:
            self = .name(HostSpelling.name(text[...]))
        case .ipAddress(let octets): self = .address(octets)
        default: return nil
        }
    }

    /// A DNS name in the form in which names are compared: in lower case, without the dot of the root, each label in its own script.
    package static func name(_ text: Substring) -> String {
        let name = text.hasSuffix(".") ? text.dropLast() : text
        return name.lowercased().split(separator: ".", omittingEmptySubsequences: false).map { label in
            label.hasPrefix("xn--") ? Punycode.decode(label.dropFirst(4).utf8) ?? String(label) : String(label)
        }.joined(separator: ".")
    }

    /// The octets of one to four numbers, read like inet_aton of POSIX: the last number fills the octets that are left.
    ///
    /// - Parameter radix: the base of a number that begins with 0.
    private static func ipv4(_ text: String, leadingZeroMeans radix: Int) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var numbers: [UInt32] = []
        for part in parts {
            let number =
                part.hasPrefix("0x") || part.hasPrefix("0X")
                ? digits(part.dropFirst(2), 16) : digits(part, part.hasPrefix("0") ? radix : 10)
            guard let number else { return nil }
            numbers.append(number)
        }
        // A single number without "0x" is a label, not an address.
        guard let last = numbers.popLast(), parts.count > 1 || text.lowercased().hasPrefix("0x"),
            numbers.allSatisfy({ $0 < 256 })
        else { return nil }
        let rest = 4 - numbers.count
        guard UInt64(last) < 1 << UInt64(8 * rest) else { return nil }
        return numbers.map { UInt8($0) }
            + (0..<rest).reversed().map { UInt8(truncatingIfNeeded: last >> UInt32(8 * $0)) }
    }

    private static func digits(_ text: Substring, _ radix: Int) -> UInt32? {
        text.first == "+" || text.first == "-" ? nil : UInt32(text, radix: radix)
    }
}
