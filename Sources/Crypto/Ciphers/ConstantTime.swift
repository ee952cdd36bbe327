/// Comparison and selection in a time that does not depend on the values.
///
/// A comparison that stops at the first difference takes longer if more octets are right. That has been enough to forge
/// MACs octet by octet and to decrypt RSA messages. Here every octet is read, and no branch or index depends on a value.
/// Lengths are taken to be public.
///
/// Swift allows no more than this: the language promises nothing about time, and a compiler may insert a branch where the
/// source has none. For production code the machine code is inspected.
public enum ConstantTime {
    /// Whether two octet strings are the same. The answer itself, and the lengths, are not hidden.
    public static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { mask(ifEqual: a, b) != 0 }

    /// 0xff if the octet strings are the same, otherwise 0x00. The lengths are not hidden.
    public static func mask(ifEqual a: [UInt8], _ b: [UInt8]) -> UInt8 {
        guard a.count == b.count else { return 0 }
        var difference: UInt8 = 0
        for (x, y) in zip(a, b) { difference |= x ^ y }
        return mask(isZero: difference)
    }

    /// 0xff if the octet is zero, otherwise 0x00.
    public static func mask(isZero octet: UInt8) -> UInt8 {
        // Subtracting 1 borrows from the upper octet only if the octet is zero.
        UInt8(truncatingIfNeeded: (UInt16(octet) &- 1) >> 8)
    }

    /// 0xff if the octets are the same, otherwise 0x00.
    public static func mask(_ a: UInt8, equals b: UInt8) -> UInt8 {
        mask(isZero: a ^ b)
    }

    /// The first octet string where the mask is 0xff, the second where it is 0x00.
    ///
    /// - Precondition: both are of the same length.
    public static func select(_ mask: UInt8, _ a: [UInt8], else b: [UInt8]) -> [UInt8] {
        precondition(a.count == b.count, "a choice between strings of different lengths shows in its length")
        return zip(a, b).map { ($0 & mask) | ($1 & ~mask) }
    }
}
