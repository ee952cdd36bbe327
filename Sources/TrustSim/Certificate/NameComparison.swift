internal import SwiftASN1
internal import X509

/// Whether two distinguished names are the same (RFC 5280 section 7.1): letters count in either case, and spaces once.
enum NameComparison {
    /// Compares octets first, which decides nearly always.
    static func areSame(
        _ a: DistinguishedName, _ aOctets: ArraySlice<UInt8>, _ b: DistinguishedName, _ bOctets: ArraySlice<UInt8>
    ) -> Bool {
        if aOctets.elementsEqual(bOctets) { return true }
        return a.count == b.count && isPrefix(a, of: b)
    }

    /// Whether a name begins with all of another: it is below it in the directory.
    static func isPrefix(_ base: DistinguishedName, of name: DistinguishedName) -> Bool {
        base.count <= name.count && zip(base, name).allSatisfy(areSame)
    }

    private static func areSame(_ a: RelativeDistinguishedName, _ b: RelativeDistinguishedName) -> Bool {
        a.count == b.count
            && a.allSatisfy { attribute in
                b.contains { $0.type == attribute.type && areSame(attribute.value, $0.value) }
            }
    }

    private static func areSame(
        _ a: RelativeDistinguishedName.Attribute.Value, _ b: RelativeDistinguishedName.Attribute.Value
    ) -> Bool {
        if a == b { return true }
        guard let a = String(a), let b = String(b) else { return false }
        return folded(a) == folded(b)
    }

    private static func folded(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
