/// How the content octets of the basic types are read. ``DERElement`` takes the values for judging a certificate, and the
/// annotated certificate shows the octets and the rules that they break.
package enum DERContent {
    // MARK: INTEGER (X.690 section 8.3)

    /// The rule that the content of an INTEGER breaks; nil if it breaks none.
    package static func fault(ofInteger octets: ArraySlice<UInt8>) -> DERRule? {
        guard let first = octets.first else { return .emptyInteger }
        guard let second = octets.dropFirst().first else { return nil }
        return first == 0 && second < 0x80 || first == 0xff && second >= 0x80 ? .integerNotMinimal : nil
    }

    /// The value of an INTEGER, which may be negative; nil for content of no octets or of more than eight.
    package static func number(_ octets: ArraySlice<UInt8>) -> Int? {
        guard let first = octets.first, octets.count <= 8 else { return nil }
        return Int(octets.reduce(Int64(first >= 0x80 ? -1 : 0)) { $0 << 8 | Int64($1) })
    }

    // MARK: BIT STRING (X.690 section 8.6)

    /// The content of a BIT STRING.
    package struct Bits: Hashable, Sendable {
        /// The number of unused bits at the end: 0 to 7.
        package let unused: Int
        /// The octets of the bits, without the first octet of the content, which counts the unused bits.
        package let octets: ArraySlice<UInt8>

        /// Nil if the count of unused bits is missing or impossible.
        package init?(_ content: ArraySlice<UInt8>) {
            guard let unused = content.first, unused < 8, content.count > 1 || unused == 0 else { return nil }
            self.unused = Int(unused)
            octets = content.dropFirst()
        }

        /// Whether the unused bits are zero, as DER has them (X.690 section 11.2.1).
        package var isPadded: Bool { (octets.last ?? 0) & ~(UInt8(0xff) << UInt8(unused)) == 0 }
        /// The number of bits that are used.
        package var count: Int { octets.count * 8 - unused }
        /// The numbers of the bits that are set; the first bit of the first octet is number 0.
        package var set: [Int] {
            octets.enumerated().flatMap { index, octet in
                (0..<8).filter { octet & (0x80 >> UInt8($0)) != 0 }.map { index * 8 + $0 }
            }
        }
    }

    // MARK: SET OF (X.690 section 11.6)

    /// Whether encodings stand in ascending order.
    package static func isAscending(_ encodings: [ArraySlice<UInt8>]) -> Bool {
        zip(encodings, encodings.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
    }
}
