/// IP addresses as they are written.
public enum AddressText {
    /// Four octets in decimal ("192.0.2.1"), or sixteen as RFC 5952 section 4 writes them ("2001:db8::1"); nil for any other
    /// number of octets.
    public static func text(_ address: some Collection<UInt8>) -> String? {
        let octets = Array(address)
        switch octets.count {
        case 4: return octets.map { String($0) }.joined(separator: ".")
        case 16: break
        default: return nil
        }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
        let text = groups.map { String($0, radix: 16) }
        let zeros = longestZeros(groups)
        guard !zeros.isEmpty else { return text.joined(separator: ":") }
        return text[..<zeros.lowerBound].joined(separator: ":") + "::"
            + text[zeros.upperBound...].joined(separator: ":")
    }

    /// The longest run of two or more zeros, the first of several: "::" stands for it (RFC 5952 section 4.2).
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int> {
        var longest = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 { start = index + 1 }
            if index + 1 - start > max(1, longest.count) { longest = start..<(index + 1) }
        }
        return longest
    }
}
