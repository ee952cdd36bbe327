/// Writes DER (X.690): each function gives the octets of one element.
package enum DERWriter {
    /// An element with a tag.
    package static func element(_ tag: DERTag, _ content: [UInt8]) -> [UInt8] {
        // Every tag that is written here has a number below 31.
        let identifier = tag.kind.rawValue << 6 | (tag.isConstructed ? 0x20 : 0) | UInt8(tag.number)
        return [identifier] + length(content.count) + content
    }

    /// Length octets: a length below 128 is one octet; a longer one is the number of its octets and the octets (X.690 sections
    /// 8.1.3 and 10.1).
    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let octets = count.octets.drop { $0 == 0 }
        return [0x80 | UInt8(octets.count)] + octets
    }

    // MARK: Structures

    /// A SEQUENCE, or a SEQUENCE OF.
    package static func sequence(_ parts: [[UInt8]]) -> [UInt8] { element(.sequence, parts.flatMap { $0 }) }

    /// A SEQUENCE, or a SEQUENCE OF.
    package static func sequence(_ parts: [UInt8]...) -> [UInt8] { sequence(parts) }

    /// A SET OF, whose parts are put in ascending order (X.690 section 11.6).
    package static func set(_ parts: [[UInt8]]) -> [UInt8] {
        element(.set, parts.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 })
    }

    /// An explicit context-specific tag around an element.
    package static func tagged(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        element(.contextConstructed(number), content)
    }

    // MARK: Values

    /// A BOOLEAN.
    package static func boolean(_ value: Bool) -> [UInt8] { element(.boolean, [value ? 0xff : 0]) }

    /// An INTEGER with these content octets, which must be two's complement. They are not checked.
    package static func integer(_ octets: [UInt8]) -> [UInt8] { element(.integer, octets) }

    /// An INTEGER that is not negative.
    package static func integer(_ value: Int) -> [UInt8] { integer(magnitude: value.octets) }

    /// An INTEGER that is not negative.
    package static func integer(_ value: Integer) -> [UInt8] { integer(magnitude: value.bigEndian) }

    /// An INTEGER that is not negative: a zero stands before a first bit that would be read as a sign.
    private static func integer(magnitude octets: [UInt8]) -> [UInt8] {
        let significant = Array(octets.drop { $0 == 0 })
        return integer((significant.first ?? 0x80) < 0x80 ? significant : [0] + significant)
    }

    /// An ENUMERATED.
    package static func enumerated(_ value: UInt8) -> [UInt8] { element(.enumerated, [value]) }

    /// NULL.
    package static let null = element(.null, [])

    /// An OBJECT IDENTIFIER.
    package static func identifier(_ oid: OID) -> [UInt8] { element(.objectIdentifier, oid.octets) }

    /// An OCTET STRING.
    package static func octetString(_ octets: [UInt8]) -> [UInt8] { element(.octetString, octets) }

    /// A BIT STRING of whole octets.
    package static func bitString(_ octets: [UInt8]) -> [UInt8] { element(.bitString, [0] + octets) }

    /// A BIT STRING whose bits have names, without the zeros at its end (X.690 section 11.2.2).
    package static func namedBits(_ bits: [Int]) -> [UInt8] {
        guard let last = bits.max() else { return element(.bitString, [0]) }
        var octets = [UInt8](repeating: 0, count: last / 8 + 1)
        for bit in bits { octets[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        return element(.bitString, [UInt8(7 - last % 8)] + octets)
    }
}
