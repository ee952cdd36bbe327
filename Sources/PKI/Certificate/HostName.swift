import Trace

/// The host that a client asks for: a name of DNS, or an address. The two never fit each other (RFC 9525 section 6.3).
package enum HostName: Hashable {
    /// The labels of a name in lower case: "www", "example", "com".
    case dns([String])
    /// The 4 octets of an IPv4 address or the 16 of an IPv6 address.
    case address([UInt8])

    /// Reads a name or an address as a person writes it; nil for a text that is neither.
    ///
    /// Names from other scripts have to be given in their ASCII form ("xn--…"): turning one into the other is not the job of
    /// a certificate check.
    package init?(_ text: String) {
        // A name has at most 253 octets and a dot (RFC 1035 section 2.3.4), and no address has as many.
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
    /// A wildcard stands for exactly one label, the leftmost, and for all of it: *.example.com fits www.example.com, and not
    /// example.com, a.b.example.com or, as "w*.example.com", anything. At least two labels must follow. The RFC leaves that
    /// to others; browsers are stricter still and refuse wildcards below every registry, such as *.co.uk.
    ///
    /// An underscore is no character of the preferred name syntax. Names with one are compared all the same, as Apple's SecTrust, OpenSSL and Go
    /// compare them; ``NameStatement`` says so.
    package static func dnsName(_ presented: String, fits labels: [String]) -> Bool {
        // Only a reference may have the root's dot. RFC 5280 section 4.2.1.6 has the preferred name syntax, which ends in a letter or digit.
        guard !presented.hasSuffix(".") else { return false }
        guard presented.hasPrefix("*.") else { return HostName.labels(presented) == labels }
        guard let rest = HostName.labels(String(presented.dropFirst(2))), rest.count >= 2 else { return false }
        return Array(labels.dropFirst()) == rest
    }

    /// The labels of a name of letters, digits, hyphens and, since hosts have them, underscores; a dot at the end is the
    /// root's and says nothing (RFC 1034 section 3.1).
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
        // No top-level domain is a number: what ends in one is a mistyped address.
        return endsInNumber ? nil : labels
    }

    // MARK: - Addresses

    /// Four decimal numbers. Other notations ("127.1", "0x7f000001") are refused: programs disagree on what they mean.
    private static func ipv4(_ text: String) -> [UInt8]? {
        // Most names begin with a letter, and no address does.
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

    /// Eight groups of hexadecimal digits, of which "::" stands for as many zero ones as are missing; the last two may be
    /// written as an IPv4 address (RFC 4291 section 2.2).
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

    /// The octets of groups with colons between them.
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

    /// An address as text; the octets in hexadecimal where they are neither 4 nor 16.
    package static func text(address octets: [UInt8]) -> String {
        AddressText.text(octets) ?? octets.map { String($0, radix: 16) }.joined(separator: " ")
    }
}
