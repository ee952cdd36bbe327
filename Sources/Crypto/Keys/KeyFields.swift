/// A reader of the fields of a SEQUENCE in a key's file, one after another. Its errors name the field.
struct KeyFields {
    private let structure: String
    private var parts: DERParts

    /// The fields of a structure that is exactly `octets`.
    ///
    /// - Throws: ``KeyFileError`` if `octets` is not the DER of one SEQUENCE.
    init(_ octets: [UInt8], of structure: String) throws(KeyFileError) {
        guard octets.first == 0x30 else { throw .notDER }
        if let length = KeyFields.length(octets) {
            guard octets.count >= length else { throw .truncated(count: octets.count, needed: length) }
            guard octets.count == length else { throw .trailingBytes(count: octets.count - length, after: length) }
        }
        guard let parts = try? DERElement(octets).parts else { throw .malformed(field: structure) }
        self.init(parts, of: structure)
    }

    private init(_ parts: DERParts, of structure: String) {
        self.structure = structure
        self.parts = parts
    }

    /// The length of the outermost element with its header; nil if it has no length that fits in four octets.
    ///
    /// A person with a broken file needs to know how many octets are missing or left over.
    private static func length(_ octets: [UInt8]) -> Int? {
        guard octets.count >= 2 else { return 2 }
        guard octets[1] >= 0x80 else { return 2 + Int(octets[1]) }
        let count = Int(octets[1] & 0x7f)
        guard (1...4).contains(count) else { return nil }
        guard octets.count >= 2 + count else { return 2 + count }
        return octets[2..<2 + count].reduce(0) { $0 << 8 | Int($1) } + 2 + count
    }

    /// What `read` makes of an element.
    ///
    /// - Throws: ``KeyFileError/malformed(field:)`` if there is no element or it has another form. So do the functions below.
    private func value<Value>(
        _ element: DERElement?, _ name: String, _ read: (DERElement) throws -> Value
    ) throws(KeyFileError) -> Value {
        guard let element, let value = try? read(element) else { throw .malformed(field: "\(structure).\(name)") }
        return value
    }

    /// What `read` makes of the next field.
    mutating func next<Value>(
        _ name: String, _ read: (DERElement) throws -> Value
    ) throws(KeyFileError) -> Value {
        try value(parts.nextIfAny(), name, read)
    }

    /// The next field, which must be an INTEGER that is not negative.
    mutating func integer(_ name: String) throws(KeyFileError) -> Integer {
        try next(name) { Integer(bigEndian: try $0.magnitude()) }
    }

    /// The content of the next field, which must be an OCTET STRING.
    mutating func octetString(_ name: String) throws(KeyFileError) -> [UInt8] {
        try next(name) { Array(try $0.octetString()) }
    }

    /// The content of the next field, which must be a BIT STRING of whole octets.
    mutating func bitString(_ name: String) throws(KeyFileError) -> [UInt8] {
        try next(name) { Array(try $0.wholeBits()) }
    }

    /// The fields of the next field, which must be a SEQUENCE.
    mutating func sequence(_ name: String) throws(KeyFileError) -> KeyFields {
        KeyFields(try next(name) { try $0.parts(.sequence) }, of: "\(structure).\(name)")
    }

    /// The content of the next field if it has this context-specific tag, in explicit tagging; nil if there is no such
    /// field.
    mutating func explicitlyTagged<Value>(
        _ tag: Int, _ name: String, _ read: (DERElement) throws -> Value
    ) throws(KeyFileError) -> Value? {
        guard let element = parts.optional(.context(tag)) else { return nil }
        var content = KeyFields(try value(element, name) { try $0.parts }, of: structure)
        let value = try content.next(name, read)
        try content.end()
        return value
    }

    /// The content of the next field if it is a BIT STRING of whole octets with this context-specific tag, in implicit tagging; nil if
    /// there is no such field.
    mutating func implicitBitString(_ tag: Int, _ name: String) throws(KeyFileError) -> [UInt8]? {
        guard let element = parts.optional(.context(tag)) else { return nil }
        return try value(element, name) { Array(try $0.wholeBits(.context(tag))) }
    }

    /// Passes over the next field if it has this context-specific tag.
    mutating func skip(_ tag: Int) { _ = parts.optional(.context(tag)) }

    /// Reads the next field, which must be the AlgorithmIdentifier of keys for `wanted`.
    ///
    /// - Parameter parameters: reads what stands behind the identifier.
    /// - Throws: ``KeyFileError/otherAlgorithm(_:wanted:)`` if it is that of another algorithm.
    mutating func algorithm<Parameters>(
        _ name: String, for wanted: KeyFileAlgorithm,
        _ parameters: (inout KeyFields) throws(KeyFileError) -> Parameters
    ) throws(KeyFileError) -> Parameters {
        var fields = try sequence(name)
        let algorithm = try fields.next("algorithm") { try $0.identifier() }
        guard algorithm == wanted.identifier else {
            throw .otherAlgorithm(KeyFields.names[algorithm] ?? "\(algorithm)", wanted: wanted.name)
        }
        let read = try parameters(&fields)
        try fields.end()
        return read
    }

    /// Checks that no field is left.
    ///
    /// - Throws: ``KeyFileError/unexpectedField(in:)``.
    mutating func end() throws(KeyFileError) {
        guard parts.nextIfAny() == nil else { throw .unexpectedField(in: structure) }
    }

    /// The names of common algorithms of keys, by their object identifiers.
    private static let names: [OID: String] = [
        .rsaEncryption: KeyFileAlgorithm.rsa.name, .ecPublicKey: KeyFileAlgorithm.ellipticCurve.name,
        .rsassaPSS: "RSASSA-PSS only", .x25519: "X25519", .x448: "X448",
        .ed25519: KeyFileAlgorithm.ed25519.name, .ed448: "Ed448", .dsa: "DSA", .dhKeyAgreement: "Diffie-Hellman",
    ]
}

/// The algorithms of the keys that this project reads from files.
package enum KeyFileAlgorithm {
    /// RSA (RFC 8017).
    case rsa
    /// Elliptic curves (RFC 5915).
    case ellipticCurve
    /// Ed25519 (RFC 8410).
    case ed25519

    /// The identifier in a PrivateKeyInfo or a SubjectPublicKeyInfo.
    var identifier: OID {
        switch self {
        case .rsa: .rsaEncryption
        case .ellipticCurve: .ecPublicKey
        case .ed25519: .ed25519
        }
    }

    /// The name in a message.
    package var name: String {
        switch self {
        case .rsa: "RSA"
        case .ellipticCurve: "elliptic curves"
        case .ed25519: "Ed25519"
        }
    }
}
