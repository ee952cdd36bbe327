/// An element of DER, together with the octets in which it stands, read strictly: a value must have the one form that DER and
/// X.509 have for it. Any other form throws ``Unreadable``.
///
/// ``DERReader`` makes the tree of nodes below the element. The annotated certificate shows the same tree and names every rule
/// that is broken; here one broken rule is enough to refuse the element.
package struct DERElement: Sendable {
    /// The octets of which the element is a part.
    package let bytes: [UInt8]
    /// The node of the element: its tag, and its place in the octets.
    package let node: DERNode

    /// The error for an element that does not have the form that is asked for.
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

    /// The octets of the element with tag and length.
    package var encoded: ArraySlice<UInt8> { bytes[node.range] }
    /// The octets of the element without tag and length.
    package var content: ArraySlice<UInt8> { bytes[node.content] }

    /// Whether the element has the class and the number of `tag`. Reading its value checks whether it is constructed.
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
    package func primitive(_ tag: DERTag) throws -> ArraySlice<UInt8> {
        guard isTagged(tag), !node.tag.isConstructed else { throw Unreadable() }
        return content
    }

    /// The content of an INTEGER: two's complement, with the sign.
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

    /// The content of an INTEGER that is not negative.
    func magnitude() throws -> ArraySlice<UInt8> {
        let octets = try integer()
        guard let first = octets.first, first < 0x80 else { throw Unreadable() }
        return octets
    }

    /// An INTEGER that is not negative. A number of more than eight octets counts as the largest `Int`.
    package func count() throws -> Int { DERContent.number(try magnitude()) ?? .max }

    /// An ENUMERATED of one octet. All values of OCSP fit in one octet (RFC 6960 section 4.2.1).
    package func enumerated() throws -> Int {
        let octets = try primitive(.enumerated)
        guard octets.count == 1, let octet = octets.first else { throw Unreadable() }
        return Int(octet)
    }

    /// Checks that the element is NULL.
    package func null() throws {
        guard try primitive(.null).isEmpty else { throw Unreadable() }
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
    package func bits(_ tag: DERTag = .bitString) throws -> DERContent.Bits {
        guard let bits = DERContent.Bits(try primitive(tag)), bits.isPadded else { throw Unreadable() }
        return bits
    }

    /// The octets of a BIT STRING without unused bits.
    package func wholeBits(_ tag: DERTag = .bitString) throws -> ArraySlice<UInt8> {
        let bits = try bits(tag)
        guard bits.unused == 0 else { throw Unreadable() }
        return bits.octets
    }

    /// The characters of an IA5String.
    package func ia5(_ tag: DERTag = .ia5String) throws -> String {
        let octets = try primitive(tag)
        guard octets.allSatisfy({ $0 < 0x80 }) else { throw Unreadable() }
        return String(decoding: octets, as: UTF8.self)
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

    /// Throws ``DERElement/Unreadable`` if an element is left.
    package func end() throws {
        guard rest.isEmpty else { throw DERElement.Unreadable() }
    }

    /// Takes the next element if it has this tag; nil otherwise.
    package mutating func optional(_ tag: DERTag) -> DERElement? {
        guard let node = rest.first, DERElement(node, in: bytes).isTagged(tag) else { return nil }
        return nextIfAny()
    }

    /// Takes the next element if it has the context-specific tag `number`; nil otherwise. In explicit tagging `read` gets the
    /// element inside the tag; a primitive element is implicitly tagged, and `read` gets that element itself.
    package mutating func optional<Value>(
        context number: Int, _ read: (DERElement) throws -> Value
    ) throws -> Value? {
        guard let element = optional(.context(number)) else { return nil }
        guard element.node.tag.isConstructed else { return try read(element) }
        var inner = try element.parts
        return try read(try inner.next())
    }

    /// What `read` makes of each element that is left.
    package func all<Item>(_ read: (DERElement) throws -> Item) throws -> [Item] {
        try rest.map { try read(DERElement($0, in: bytes)) }
    }
}
