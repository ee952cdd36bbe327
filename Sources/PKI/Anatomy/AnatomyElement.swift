import Crypto
import Trace

/// An element of a certificate with its name and its value: one line of the annotated certificate.
public struct AnatomyElement: Hashable, Sendable {
    /// The part of the certificate that the element is.
    public let part: Part
    /// The element of DER; nil for octets inside an element, such as the coordinates of a point.
    public let node: DERNode?
    /// The place of the octets of the element, header included, counted from the start of the certificate.
    public let range: Range<Int>
    /// The number of elements around this one, wrappers included.
    public let depth: Int
    /// The value in words; empty for an element that is made of elements.
    public let value: String
    /// A remark on the value, such as "2048 bits" or the numbers of an object identifier; empty for no remark.
    public let remark: Words
    /// The object identifier that is the value; nil for another value.
    public let identifier: OID?
    /// The elements inside this one.
    public let children: [AnatomyElement]
    /// Whether ``children`` stand inside an OCTET STRING or a BIT STRING, which are octets without parts for DER itself.
    public let isWrapper: Bool

    /// The octets of tag and length; an empty range where there is no header.
    public var header: Range<Int> { range.lowerBound..<range.lowerBound + (node?.headerLength ?? 0) }
    /// The octets behind the header.
    public var content: Range<Int> { header.upperBound..<range.upperBound }

    /// The element as an annotated range. Its leaves cover every octet: the header, then the content.
    public var field: Field {
        let name = "x509." + part.name
        // The octets are shown beside the field, so a long value in hexadecimal would only repeat them.
        let value = self.value.count > 64 && !self.value.contains(" ") ? remark.english : self.value
        var parts: [Field] = []
        if let node, !(children.isEmpty && content.isEmpty) {
            parts.append(
                Field(name: name + ".header", range: header, value: node.tag.name, cite: Citation("X.690", "8.1")))
        }
        if !children.isEmpty {
            parts += children.map(\.field)
        } else if node != nil, !content.isEmpty {
            parts.append(Field(name: name + ".content", range: content, value: value, cite: part.cite))
        }
        return Field(
            name: name, range: range, value: children.isEmpty ? value : self.value, cite: part.cite, children: parts)
    }

    /// This element and all below it, in the order of their octets.
    public var all: [AnatomyElement] { [self] + children.flatMap(\.all) }

    /// The first element that is the part `wanted`, this element included; nil if there is no such element.
    public func first(_ wanted: Part) -> AnatomyElement? {
        if part == wanted { return self }
        for child in children {
            if let found = child.first(wanted) { return found }
        }
        return nil
    }

    /// The elements directly below this one that are the part `wanted`.
    package func children(_ wanted: Part) -> [AnatomyElement] { children.filter { $0.part == wanted } }
}
