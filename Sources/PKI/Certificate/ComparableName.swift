/// A distinguished name as it is compared (RFC 5280 section 7.1): letters count in either case, spaces once and not at the
/// ends, and it does not matter which kind of string a text is. Two names are the same if these are equal.
struct ComparableName: Hashable, Sendable {
    /// The relative names, the topmost first.
    let parts: [[UInt8]]

    /// Reads a Name.
    init(_ element: DERElement) throws {
        parts = try element.parts(.sequence).all { name in
            // The order in a set says nothing.
            let attributes = try name.parts(.set).all(ComparableName.comparable)
            return attributes.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
        }
    }

    /// The type and the value, with the length before it, so that one attribute cannot look like two.
    private static func comparable(_ attribute: DERElement) throws -> [UInt8] {
        var parts = try attribute.parts(.sequence)
        let type = try parts.next().encoded
        let value = try parts.next()
        let isText = [DERTag.utf8String, .printableString, .ia5String].contains(value.node.tag)
        let octets = isText ? [0] + folded(value.content) : Array(value.encoded)
        let length = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: octets.count >> $0) }
        return Array(type) + length + octets
    }

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
