import PKI

/// A range of addresses as a key of NSExceptionDomains: "10.0.0.0/8" (iOS 17).
///
/// It is read as Apple's published source reads it (SecProtocolConfiguration.m): missing parts are zero ("10/8", "2001:db8/32"), and bits
/// behind the prefix do not matter. The source has limits and habits that no document names. A key that meets one is an ``Oddity``.
package struct ATSAddressRange: Hashable, Sendable {
    /// The first octets of the range: 4 of IPv4 or 16 of IPv6.
    package let octets: [UInt8]
    /// The length of the prefix in bits.
    package let prefix: Int
    /// What makes the key odd. Nil for a key of which source and documents say the same.
    package let oddity: Oddity?

    /// How a key is read that source and documents read differently.
    package enum Oddity: Hashable, Sendable {
        /// The address has more characters than the source has room for: 13 of IPv4, 37 of IPv6. The source does not take it for a range.
        case tooLong
        /// The length begins with 0 or is missing. The source reads it as C does: 010 is 8, and nothing is 0.
        case octalPrefix
    }

    /// The range in `text`. Nil for a text that is no range.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let digits = parts.last, let address = parts.first, !address.isEmpty,
            digits.utf8.count <= 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            address.utf8.allSatisfy({ $0 == 0x2e || $0 == 0x3a || Character(UnicodeScalar($0)).isHexDigit })
        else { return nil }
        let isOctal = digits.isEmpty || digits.hasPrefix("0") && digits.utf8.count > 1
        let bits = isOctal ? Int(digits.prefix { $0 < "8" }, radix: 8) ?? 0 : Int(digits) ?? .max
        let isIPv4 = !address.contains(":") && address.utf8.allSatisfy { $0 < 0x3a }
        guard bits <= (isIPv4 ? 32 : 128), !address.hasSuffix(".") || !isIPv4, !address.hasPrefix("."),
            isIPv4 || !address.contains(".")
        else { return nil }
        var padded = String(address)
        var isTooLong = address.utf8.count > (isIPv4 ? 13 : 37)
        if isIPv4 {
            padded += String(repeating: ".0", count: max(0, 4 - address.split(separator: ".").count))
        } else if !address.contains("::"), address.split(separator: ":").count < 8 {
            guard !address.hasSuffix(":") else { return nil }
            padded += "::"
            isTooLong = isTooLong || address.utf8.count > 35
        }
        guard case .address(let octets)? = HostName(padded), octets.count == (isIPv4 ? 4 : 16) else { return nil }
        (self.octets, prefix) = (octets, bits)
        oddity = isTooLong ? .tooLong : isOctal ? .octalPrefix : nil
    }

    /// Whether the range contains the address of these octets. An address of the other family is in no range.
    package func contains(_ address: [UInt8]) -> Bool {
        guard address.count == octets.count else { return false }
        return zip(address, octets).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, prefix - 8 * index))
            let mask = UInt8(truncatingIfNeeded: 0xff00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }
}
