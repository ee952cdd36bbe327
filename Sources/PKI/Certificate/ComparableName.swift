internal import SwiftASN1
internal import X509

/// A distinguished name as it is compared (RFC 5280 section 7.1): letters count in either case, spaces once and not at the
/// ends, and it does not matter which kind of string a text is. Two names are the same if these are equal.
struct ComparableName: Hashable, Sendable {
    /// The relative names, the topmost first.
    let parts: [[UInt8]]

    /// Reads a Name.
    init(_ node: ASN1Node) throws {
        var parts: [[UInt8]] = []
        var names = try Parts(node, tagged: .sequence)
        while let name = names.nextIfAny() {
            var attributes: [[UInt8]] = []
            var set = try Parts(name, tagged: .set)
            while let attribute = set.nextIfAny() { attributes.append(try ComparableName.comparable(attribute)) }
            // The order in a set says nothing.
            attributes.sort { $0.lexicographicallyPrecedes($1) }
            parts.append(attributes.flatMap { $0 })
        }
        self.parts = parts
    }

    /// The type and the value, with the length before it, so that one attribute cannot look like two.
    private static func comparable(_ attribute: ASN1Node) throws -> [UInt8] {
        var parts = try Parts(attribute, tagged: .sequence)
        let type = try parts.next().encodedBytes
        let value = try parts.next()
        var octets = Array(value.encodedBytes)
        if [.utf8String, .printableString, .ia5String].contains(value.identifier),
            case .primitive(let text) = value.content
        {
            octets = [0] + folded(text)
        }
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
