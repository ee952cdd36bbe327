internal import SwiftASN1

/// A reader of the fields of a SEQUENCE, one after another. Its errors name the field.
struct DERFields {
    private let structure: String
    private var nodes: ASN1NodeCollection.Iterator

    /// The fields of a structure that is exactly `octets`.
    ///
    /// - Throws: ``KeyFileError`` if `octets` is not the DER of one SEQUENCE.
    init(_ octets: [UInt8], of structure: String) throws(KeyFileError) {
        guard octets.first == 0x30 else { throw .notDER }
        if let length = DERFields.length(octets) {
            guard octets.count >= length else { throw .truncated(count: octets.count, needed: length) }
            guard octets.count == length else { throw .trailingBytes(count: octets.count - length, after: length) }
        }
        guard let node = try? DER.parse(octets), case .constructed(let nodes) = node.content else {
            throw .malformed(field: structure)
        }
        self.init(nodes, of: structure)
    }

    private init(_ nodes: ASN1NodeCollection, of structure: String) {
        self.structure = structure
        self.nodes = nodes.makeIterator()
    }

    /// The length of the outermost element with its header; nil if it has no length that fits in four octets.
    ///
    /// The ASN.1 library says only *that* octets are missing or left over. A person with a broken file needs to know how
    /// many.
    private static func length(_ octets: [UInt8]) -> Int? {
        guard octets.count >= 2 else { return 2 }
        guard octets[1] >= 0x80 else { return 2 + Int(octets[1]) }
        let count = Int(octets[1] & 0x7f)
        guard (1...4).contains(count) else { return nil }
        guard octets.count >= 2 + count else { return 2 + count }
        return octets[2..<2 + count].reduce(0) { $0 << 8 | Int($1) } + 2 + count
    }

    /// The next field, read as a type of the ASN.1 library.
    ///
    /// - Throws: ``KeyFileError/malformed(field:)`` if there is no field or it has another type. So do the functions below.
    mutating func next<Value: DERParseable>(_ name: String, _: Value.Type) throws(KeyFileError) -> Value {
        guard let node = nodes.next(), let value = try? Value(derEncoded: node) else {
            throw .malformed(field: "\(structure).\(name)")
        }
        return value
    }

    /// The next field, which must be an INTEGER that is not negative.
    mutating func integer(_ name: String) throws(KeyFileError) -> Integer {
        Integer(bigEndian: try next(name, ArraySlice<UInt8>.self))
    }

    /// The content of the next field, which must be an OCTET STRING.
    mutating func octetString(_ name: String) throws(KeyFileError) -> [UInt8] {
        Array(try next(name, ASN1OctetString.self).bytes)
    }

    /// The content of the next field, which must be a BIT STRING of whole octets.
    mutating func bitString(_ name: String) throws(KeyFileError) -> [UInt8] {
        let bits = try next(name, ASN1BitString.self)
        guard bits.paddingBits == 0 else { throw .malformed(field: "\(structure).\(name)") }
        return Array(bits.bytes)
    }

    /// The fields of the next field, which must be a SEQUENCE.
    mutating func sequence(_ name: String) throws(KeyFileError) -> DERFields {
        guard let node = nodes.next(), node.identifier == .sequence, case .constructed(let parts) = node.content else {
            throw .malformed(field: "\(structure).\(name)")
        }
        return DERFields(parts, of: "\(structure).\(name)")
    }

    /// The content of the next field if it has this context-specific tag, in explicit tagging; nil if there is no such
    /// field.
    mutating func explicitlyTagged<Value: DERParseable>(
        _ tag: UInt, _ name: String, _: Value.Type
    ) throws(KeyFileError) -> Value? {
        guard let node = optional(tag) else { return nil }
        guard case .constructed(let parts) = node.content else { throw .malformed(field: "\(structure).\(name)") }
        var content = DERFields(parts, of: structure)
        let value = try content.next(name, Value.self)
        try content.end()
        return value
    }

    /// The content of the next field if it is a BIT STRING of whole octets with this context-specific tag, in implicit tagging; nil if
    /// there is no such field.
    mutating func implicitBitString(_ tag: UInt, _ name: String) throws(KeyFileError) -> [UInt8]? {
        guard let node = optional(tag) else { return nil }
        guard let bits = try? ASN1BitString(derEncoded: node, withIdentifier: node.identifier), bits.paddingBits == 0
        else { throw .malformed(field: "\(structure).\(name)") }
        return Array(bits.bytes)
    }

    /// Passes over the next field if it has this context-specific tag.
    mutating func skip(_ tag: UInt) { _ = optional(tag) }

    /// The next field if it has this context-specific tag.
    private mutating func optional(_ tag: UInt) -> ASN1Node? {
        var rest = nodes
        guard let node = rest.next(),
            node.identifier == ASN1Identifier(tagWithNumber: tag, tagClass: .contextSpecific)
        else { return nil }
        nodes = rest
        return node
    }

    /// The next field, which must be an OBJECT IDENTIFIER.
    mutating func identifier(_ name: String) throws(KeyFileError) -> OID {
        OID(try next(name, ASN1ObjectIdentifier.self))
    }

    /// Reads the next field, which must be the object identifier of `wanted`.
    ///
    /// - Throws: ``KeyFileError/otherAlgorithm(_:wanted:)`` if it is another identifier.
    mutating func algorithm(for wanted: KeyAlgorithm) throws(KeyFileError) {
        let algorithm = try identifier("algorithm")
        guard algorithm == wanted.identifier else {
            throw .otherAlgorithm(DERFields.names[algorithm] ?? "\(algorithm)", wanted: wanted.name)
        }
    }

    /// Checks that no field is left.
    ///
    /// - Throws: ``KeyFileError/unexpectedField(in:)``.
    mutating func end() throws(KeyFileError) {
        guard nodes.next() == nil else { throw .unexpectedField(in: structure) }
    }

    /// The names of common algorithms of keys, by their object identifiers.
    private static let names: [OID: String] = [
        .rsaEncryption: KeyAlgorithm.rsa.name, .ecPublicKey: KeyAlgorithm.ellipticCurve.name,
        .rsassaPSS: "RSASSA-PSS only", .x25519: "X25519", .x448: "X448",
        .ed25519: KeyAlgorithm.ed25519.name, .ed448: "Ed448", .dsa: "DSA", .dhKeyAgreement: "Diffie-Hellman",
    ]
}

extension OID {
    /// An identifier from the form of the ASN.1 library.
    init(_ identifier: ASN1ObjectIdentifier) {
        self.init(arcs: identifier.oidComponents.map { UInt64($0) })
    }
}

extension ASN1ObjectIdentifier {
    /// An identifier in the form of the ASN.1 library.
    init(_ identifier: OID) throws {
        try self.init(elements: identifier.arcs.map { UInt($0) })
    }
}

extension DER {
    /// A SEQUENCE of the fields that `write` appends.
    static func sequence(_ write: (inout DER.Serializer) throws -> Void) -> [UInt8] {
        var serializer = DER.Serializer()
        do {
            try serializer.appendConstructedNode(identifier: .sequence, write)
        } catch {
            preconditionFailure("numbers and octets always have a DER encoding: \(error)")
        }
        return serializer.serializedBytes
    }
}
