import Crypto
import Trace

/// An element of a certificate with its name and its value: one line of the annotated certificate.
public struct AnatomyElement: Hashable, Sendable {
    /// Which part of the certificate it is.
    public let part: Part
    /// The element of DER; nil for octets inside an element, such as the coordinates of a point.
    public let node: DERNode?
    /// The octets it covers, header included, counted from the start of the certificate.
    public let range: Range<Int>
    /// The number of elements around it, wrapped elements included.
    public let depth: Int
    /// The value in words; empty for an element that is made of elements.
    public let value: String
    /// A remark behind the value: "2048 bits", the numbers of an object identifier.
    public let remark: String
    /// The object identifier in it.
    public let identifier: OID?
    /// The elements inside.
    public let children: [AnatomyElement]
    /// Whether ``children`` stand inside octets that DER itself does not look into: an OCTET STRING or a BIT STRING.
    public let isWrapper: Bool

    /// The octets of tag and length; an empty range where there is no header.
    public var header: Range<Int> { range.lowerBound..<range.lowerBound + (node?.headerLength ?? 0) }
    /// The octets behind the header.
    public var content: Range<Int> { header.upperBound..<range.upperBound }

    /// The element as an annotated range whose leaves cover every octet: the header, then the content.
    public var field: Field {
        let name = "x509." + part.name
        // Beside its octets a long value in hexadecimal says nothing new.
        let value = self.value.count > 64 && !self.value.contains(" ") ? remark : self.value
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

    /// The first element that is this part, itself included.
    public func first(_ wanted: Part) -> AnatomyElement? {
        if part == wanted { return self }
        for child in children {
            if let found = child.first(wanted) { return found }
        }
        return nil
    }

    /// The elements directly below that are this part.
    package func children(_ wanted: Part) -> [AnatomyElement] { children.filter { $0.part == wanted } }
}
