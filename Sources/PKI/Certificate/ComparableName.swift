import Crypto

/// A distinguished name in the form in which names are compared (RFC 5280 section 7.1). Two names are the same if their
/// comparable forms are equal.
///
/// In this form the letters of a UTF8String, a PrintableString or an IA5String are in lower case, several spaces are one, spaces at the
/// ends are removed, and it does not matter which of the three types the string has. A value of another type counts octet for octet.
struct ComparableName: Hashable, Sendable {
    /// The relative names, the topmost first.
    let parts: [[UInt8]]

    /// Reads a Name.
    init(_ element: DERElement) throws {
        parts = try element.parts(.sequence).all { name in
            // The order of the attributes in a set has no meaning.
            let attributes = try name.parts(.set).all(ComparableName.comparable)
            return attributes.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
        }
    }

    /// The type of an attribute, the length of its value and the value. Because of the length one attribute cannot look like two.
    private static func comparable(_ attribute: DERElement) throws -> [UInt8] {
        var parts = try attribute.parts(.sequence)
        let type = try parts.next().encoded
        let value = try parts.next()
        let isText = [DERTag.utf8String, .printableString, .ia5String].contains(value.node.tag)
        let octets = isText ? [0] + folded(value.content) : Array(value.encoded)
        let length = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: octets.count >> $0) }
        return Array(type) + length + octets
    }

    /// The text of a string in lower case, with one space for several and none at the ends, in UTF-8.
    private static func folded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.allSatisfy({ $0 < 0x80 }) else {
            let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            return Array(words.joined(separator: " ").lowercased().utf8)
        }
        var folded: [UInt8] = []
        var isAfterSpace = false
        for octet in text {
            guard octet != 0x20, !(0x09...0x0d).contains(octet) else {
                isAfterSpace = !folded.isEmpty
                continue
            }
            if isAfterSpace { folded.append(0x20) }
            isAfterSpace = false
            folded.append((0x41...0x5a).contains(octet) ? octet + 0x20 : octet)
        }
        return folded
    }
}
