import Trace

/// The host that a client asks for: a DNS name or an IP address. A name never matches an address (RFC 9525 section 6.3).
package enum HostName: Hashable {
    /// The labels of a DNS name in lower case: "www", "example", "com".
    case dns([String])
    /// The 4 octets of an IPv4 address or the 16 of an IPv6 address.
    case address([UInt8])

    /// Reads a name or an address as a person writes it; nil for a text that is neither.
    ///
    /// A name in another script must be given in its ASCII form ("xn--…"). ``HostMistake`` computes that form.
    package init?(_ text: String) {
        // A name has at most 253 octets and a dot at the end (RFC 1035 section 2.3.4). Addresses are shorter.
        guard text.utf8.count <= 254 else { return nil }
        if let octets = HostName.ipv4(text) ?? HostName.ipv6(text) {
            self = .address(octets)
        } else if let labels = HostName.labels(text) {
            self = .dns(labels)
        } else {
            return nil
        }
    }

    /// Whether a dNSName of a certificate fits a name (RFC 9525 section 6.3).
    ///
    /// A wildcard stands for exactly one label, the leftmost, and for the whole label: *.example.com fits www.example.com, and neither
    /// example.com nor a.b.example.com. A name with a wildcard in a part of a label, such as w*.example.com, fits nothing.
    ///
    /// At least two labels must follow the wildcard. The RFC has no rule on that. Browsers are stricter: they refuse a wildcard
    /// directly below any registry, such as *.co.uk.
    ///
    /// An underscore is no character of the preferred name syntax. A name with an underscore is compared all the same, as Apple's
    /// SecTrust, OpenSSL and Go do; ``NameStatement`` tells the reader.
    package static func dnsName(_ presented: String, fits labels: [String]) -> Bool {
        // Only the name that is asked for may end in the dot of the root. A dNSName has the preferred name syntax (RFC 5280
        // section 4.2.1.6), which ends in a letter or a digit.
        guard !presented.hasSuffix(".") else { return false }
        guard presented.hasPrefix("*.") else { return HostName.labels(presented) == labels }
        guard let rest = HostName.labels(String(presented.dropFirst(2))), rest.count >= 2 else { return false }
        return Array(labels.dropFirst()) == rest
    }

    /// The labels of a name in lower case; nil for a text that is no name. Letters, digits and hyphens are allowed, and
    /// underscores because real hosts have them. A dot at the end stands for the root and is left out (RFC 1034 section 3.1).
    private static func labels(_ text: String) -> [String]? {
        var name = Array(text.utf8)
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        guard !name.isEmpty, name.count <= 253 else { return nil }
        var labels: [String] = []
        var endsInNumber = true
        for part in name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard (1...63).contains(part.count) else { return nil }
            endsInNumber = true
            for octet in part {
                switch octet {
                case 0x30...0x39: break
                case 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: endsInNumber = false
                default: return nil
                }
            }
            labels.append(String(decoding: part, as: UTF8.self).lowercased())
        }
        // No top-level domain is a number: a text whose last label is a number is a mistyped address.
        return endsInNumber ? nil : labels
    }

    // MARK: - Addresses

    /// The octets of four decimal numbers. Other notations ("127.1", "0x7f000001") are refused: programs read them differently.
    private static func ipv4(_ text: String) -> [UInt8]? {
        // Quick exit: most names begin with a letter, and no IPv4 address does.
        guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { part -> UInt8? in
            guard part.allSatisfy({ $0.isASCII && $0.isNumber }), part == "0" || !part.hasPrefix("0") else {
                return nil
            }
            return UInt8(part)
        }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }

    /// The octets of eight groups of hexadecimal digits. "::" stands for the groups that are missing, which are zero; the last
    /// two groups may be written as an IPv4 address (RFC 4291 section 2.2).
    private static func ipv6(_ text: String) -> [UInt8]? {
        guard text.contains(":"), !text.hasPrefix(":") || text.hasPrefix("::"),
            !text.hasSuffix(":") || text.hasSuffix("::")
        else { return nil }
        let gaps = text.ranges(of: "::")
        guard gaps.count <= 1 else { return nil }
        guard let gap = gaps.first else {
            let octets = groups(Substring(text))
            return octets?.count == 16 ? octets : nil
        }
        guard !text[..<gap.lowerBound].contains("."), let head = groups(text[..<gap.lowerBound]),
            let tail = groups(text[gap.upperBound...])
        else { return nil }
        let missing = 16 - head.count - tail.count
        return missing >= 2 ? head + [UInt8](repeating: 0, count: missing) + tail : nil
    }

    /// The octets of groups with colons between them; nil if one of them is no group.
    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var octets: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            if place == parts.count - 1, let last = ipv4(String(part)) {
                octets += last
                continue
            }
            guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16)
            else {
                return nil
            }
            octets += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
        }
        return octets
    }

    /// An address as text, or an address with its mask as in a name constraint. Octets of other numbers are written in hexadecimal.
    package static func text(address octets: [UInt8]) -> String {
        if let text = AddressText.text(octets) { return text }
        let half = octets.count / 2
        if let address = AddressText.text(octets.prefix(half)), let mask = AddressText.text(octets.dropFirst(half)) {
            return "\(address)/\(mask)"
        }
        return octets.map { String($0, radix: 16) }.joined(separator: " ")
    }
}
