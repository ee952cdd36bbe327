import Crypto
import Trace

/// An element of DER in the octets in which it lies, read strictly: each value is taken out in the one form that DER and X.509 have
/// for it, and anything else throws.
///
/// The tree below it is ``DERReader``'s, which the annotated certificate shows as well. There every broken rule is named; here one is
/// enough to refuse.
package struct DERElement: Sendable {
    /// The octets of which it is a part.
    package let bytes: [UInt8]
    /// The node: its kind, and its place in the octets.
    package let node: DERNode

    /// The fault of an element.
    package struct Unreadable: Error {
        package init() {}
    }

    package init(_ node: DERNode, in bytes: [UInt8]) {
        self.bytes = bytes
        self.node = node
    }

    /// The element that fills `octets` from the first to the last.
    package init(_ octets: [UInt8]) throws {
        try self.init(filling: 0..<octets.count, of: octets)
    }

    /// The element that fills a range of `octets`, such as the content of an OCTET STRING.
    package init(filling range: Range<Int>, of octets: [UInt8]) throws {
        var reader = DERReader(octets)
        guard let node = reader.element(at: range.lowerBound, before: range.upperBound, depth: 0), reader.isDER,
            node.range == range
        else { throw Unreadable() }
        self.init(node, in: octets)
    }

    /// Its octets with tag and length.
    package var encoded: ArraySlice<UInt8> { bytes[node.range] }
    /// Its octets without tag and length.
    package var content: ArraySlice<UInt8> { bytes[node.content] }

    /// Whether it has a tag. Whether it must be made of elements shows when its value is read.
    package func isTagged(_ tag: DERTag) -> Bool { node.tag.kind == tag.kind && node.tag.number == tag.number }

    // MARK: Structures

    /// The elements inside, in order.
    package var parts: DERParts {
        get throws {
            guard node.tag.isConstructed else { throw Unreadable() }
            return DERParts(node.children, in: bytes)
        }
    }

    /// The elements inside; the element must have this tag.
    package func parts(_ tag: DERTag) throws -> DERParts {
        guard isTagged(tag) else { throw Unreadable() }
        return try parts
    }

    /// The items of a SEQUENCE SIZE (1..MAX).
    package func list<Item>(_ read: (DERElement) throws -> Item) throws -> [Item] {
        let items = try parts(.sequence).all(read)
        guard !items.isEmpty else { throw Unreadable() }
        return items
    }

    // MARK: Values

    /// The content; the element must have this tag and no elements inside.
    private func primitive(_ tag: DERTag) throws -> ArraySlice<UInt8> {
        guard isTagged(tag), !node.tag.isConstructed else { throw Unreadable() }
        return content
    }

    /// The content of an INTEGER, sign and all.
    package func integer(_ tag: DERTag = .integer) throws -> ArraySlice<UInt8> {
        let octets = try primitive(tag)
        guard DERContent.fault(ofInteger: octets) == nil else { throw Unreadable() }
        return octets
    }

    /// An INTEGER of at most eight octets.
    package func number() throws -> Int {
        guard let number = DERContent.number(try integer()) else { throw Unreadable() }
        return number
    }

    /// An INTEGER that is not negative; one that eight octets do not hold counts as the largest number.
    package func count() throws -> Int {
        let octets = try integer()
        guard let first = octets.first, first < 0x80 else { throw Unreadable() }
        return DERContent.number(octets) ?? .max
    }

    /// An ENUMERATED of one octet, as all of OCSP are (RFC 6960).
    package func enumerated() throws -> Int {
        let octets = try primitive(.enumerated)
        guard octets.count == 1, let octet = octets.first else { throw Unreadable() }
        return Int(octet)
    }

    /// A BOOLEAN.
    package func boolean() throws -> Bool {
        let octets = try primitive(.boolean)
        guard octets.elementsEqual([0]) || octets.elementsEqual([0xff]) else { throw Unreadable() }
        return octets.first == 0xff
    }

    /// An OBJECT IDENTIFIER.
    package func identifier(_ tag: DERTag = .objectIdentifier) throws -> OID {
        guard let identifier = OID(octets: try primitive(tag)) else { throw Unreadable() }
        return identifier
    }

    /// The content of an OCTET STRING.
    package func octetString(_ tag: DERTag = .octetString) throws -> ArraySlice<UInt8> { try primitive(tag) }

    /// A BIT STRING.
    package func bits() throws -> DERContent.Bits {
        guard let bits = DERContent.Bits(try primitive(.bitString)), bits.isPadded else { throw Unreadable() }
        return bits
    }

    /// The octets of a BIT STRING without unused bits.
    package func wholeBits() throws -> ArraySlice<UInt8> {
        let bits = try bits()
        guard bits.unused == 0 else { throw Unreadable() }
        return bits.octets
    }

    /// The characters of an IA5String.
    package func ia5(_ tag: DERTag = .ia5String) throws -> String {
        let octets = try primitive(tag)
        guard octets.allSatisfy({ $0 < 0x80 }) else { throw Unreadable() }
        return String(decoding: octets, as: UTF8.self)
    }

    /// A UTCTime or a GeneralizedTime.
    package func time() throws -> DERContent.Time {
        let isUTC = isTagged(.utcTime)
        guard let time = DERContent.Time(try primitive(isUTC ? .utcTime : .generalizedTime), isUTC: isUTC) else {
            throw Unreadable()
        }
        return time
    }
}

/// The elements of a structure, taken one after another.
package struct DERParts: Sendable {
    private let bytes: [UInt8]
    private var rest: ArraySlice<DERNode>

    init(_ nodes: [DERNode], in bytes: [UInt8]) {
        self.bytes = bytes
        rest = nodes[...]
    }

    /// The next element; nil at the end.
    package mutating func nextIfAny() -> DERElement? { rest.popFirst().map { DERElement($0, in: bytes) } }

    /// The next element, which must be there.
    package mutating func next() throws -> DERElement {
        guard let element = nextIfAny() else { throw DERElement.Unreadable() }
        return element
    }

    /// Makes sure that no element is left.
    package func end() throws {
        guard rest.isEmpty else { throw DERElement.Unreadable() }
    }

    /// The next element if it has this tag.
    package mutating func optional(_ tag: DERTag) -> DERElement? {
        guard let node = rest.first, DERElement(node, in: bytes).isTagged(tag) else { return nil }
        return nextIfAny()
    }

    /// The element inside a context-specific tag, if that is next. A tag with octets inside stands for itself.
    package mutating func optional<Value>(
        context number: Int, _ read: (DERElement) throws -> Value
    ) throws -> Value? {
        guard let element = optional(.context(number)) else { return nil }
        guard element.node.tag.isConstructed else { return try read(element) }
        var inner = try element.parts
        return try read(try inner.next())
    }

    /// All that are left.
    package func all<Item>(_ read: (DERElement) throws -> Item) throws -> [Item] {
        try rest.map { try read(DERElement($0, in: bytes)) }
    }
}
