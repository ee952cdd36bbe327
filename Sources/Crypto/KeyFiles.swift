internal import SwiftASN1

// RSA keys in files, in every form that OpenSSL reads and writes:
//
//   PEM label            DER structure                       defined in
//   RSA PRIVATE KEY      RSAPrivateKey, "PKCS#1"             RFC 8017 appendix A.1.2
//   PRIVATE KEY          PrivateKeyInfo, "PKCS#8"            RFC 5208, RFC 5958
//   RSA PUBLIC KEY       RSAPublicKey, "PKCS#1"              RFC 8017 appendix A.1.1
//   PUBLIC KEY           SubjectPublicKeyInfo, "SPKI"        RFC 5280 section 4.1
//
// PKCS#8 and SPKI are envelopes: the name of an algorithm, and the PKCS#1 structure as octets.

// MARK: - Private keys

extension RSAPrivateKey {
    /// The first private key in a PEM text, in either form. Certificates and public keys beside it are passed over.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        for document in try PEMDocument.keys(in: text, wanted: "private key") {
            switch document.discriminator {
            case "RSA PRIVATE KEY":
                try self.init(pkcs1DER: document.derBytes)
                return
            case "PRIVATE KEY":
                try self.init(pkcs8DER: document.derBytes)
                return
            default: continue
            }
        }
        throw .noSuchKey(wanted: "private key", found: try PEMDocument.labels(in: text))
    }

    /// A key in the PKCS#1 structure.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs1DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "RSAPrivateKey")
        guard try fields.integer("version") == 0 else { throw .unsupportedVersion(field: "RSAPrivateKey.version") }
        let n = try fields.integer("modulus")
        let e = try fields.integer("publicExponent")
        let d = try fields.integer("privateExponent")
        let p = try fields.integer("prime1")
        let q = try fields.integer("prime2")
        let dP = try fields.integer("exponent1")
        let dQ = try fields.integer("exponent2")
        let qInv = try fields.integer("coefficient")
        try fields.end()
        do {
            try self.init(n: n, e: e, d: d, p: p, q: q)
        } catch {
            throw .invalidKey(error)
        }
        guard self.dP == dP, self.dQ == dQ, self.qInv == qInv else {
            throw .invalidKey(.inconsistentPrivateKey(.chineseRemainderParts))
        }
    }

    /// A key in the PKCS#8 structure. Attributes and a public key that may follow the private key are passed over.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs8DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "PrivateKeyInfo")
        // Version 1 of RFC 5958 differs in that a public key may follow.
        guard try fields.integer("version") <= 1 else { throw .unsupportedVersion(field: "PrivateKeyInfo.version") }
        try fields.rsaEncryption("privateKeyAlgorithm")
        let key = try fields.octetString("privateKey")
        try self.init(pkcs1DER: key)
    }

    /// The PKCS#1 structure.
    public var pkcs1DER: [UInt8] {
        der { serializer in
            try serializer.appendConstructedNode(identifier: .sequence) { structure in
                try structure.serialize(0)
                for number in [n, e, d, p, q, dP, dQ, qInv] { try structure.serialize(number.bigEndian[...]) }
            }
        }
    }

    /// The PKCS#8 structure.
    public var pkcs8DER: [UInt8] {
        der { serializer in
            try serializer.appendConstructedNode(identifier: .sequence) { structure in
                try structure.serialize(0)
                try structure.serializeRSAEncryption()
                try structure.serialize(ASN1OctetString(contentBytes: pkcs1DER[...]))
            }
        }
    }

    /// The PKCS#1 structure as PEM, with the label RSA PRIVATE KEY.
    public var pkcs1PEM: String { pem("RSA PRIVATE KEY", pkcs1DER) }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY, the form that OpenSSL writes nowadays.
    public var pkcs8PEM: String { pem("PRIVATE KEY", pkcs8DER) }
}

// MARK: - Public keys

extension RSAPublicKey {
    /// The first public key in a PEM text, in either form.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        for document in try PEMDocument.keys(in: text, wanted: "public key") {
            switch document.discriminator {
            case "RSA PUBLIC KEY":
                try self.init(pkcs1DER: document.derBytes)
                return
            case "PUBLIC KEY":
                try self.init(spkiDER: document.derBytes)
                return
            default: continue
            }
        }
        throw .noSuchKey(wanted: "public key", found: try PEMDocument.labels(in: text))
    }

    /// A key in the PKCS#1 structure.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs1DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "RSAPublicKey")
        let n = try fields.integer("modulus")
        let e = try fields.integer("publicExponent")
        try fields.end()
        do {
            try self.init(modulus: n, exponent: e)
        } catch {
            throw .invalidKey(error)
        }
    }

    /// A key in the SubjectPublicKeyInfo structure, the form that certificates carry.
    ///
    /// - Throws: ``KeyFileError``.
    public init(spkiDER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "SubjectPublicKeyInfo")
        try fields.rsaEncryption("algorithm")
        let key = try fields.bitString("subjectPublicKey")
        try fields.end()
        try self.init(pkcs1DER: key)
    }

    /// The PKCS#1 structure.
    public var pkcs1DER: [UInt8] {
        der { serializer in
            try serializer.appendConstructedNode(identifier: .sequence) { structure in
                try structure.serialize(n.bigEndian[...])
                try structure.serialize(e.bigEndian[...])
            }
        }
    }

    /// The SubjectPublicKeyInfo structure. Its SHA-256 is what public-key pins are made of.
    public var spkiDER: [UInt8] {
        der { serializer in
            try serializer.appendConstructedNode(identifier: .sequence) { structure in
                try structure.serializeRSAEncryption()
                try structure.serialize(ASN1BitString(bytes: pkcs1DER[...]))
            }
        }
    }

    /// The PKCS#1 structure as PEM, with the label RSA PUBLIC KEY.
    public var pkcs1PEM: String { pem("RSA PUBLIC KEY", pkcs1DER) }

    /// The SubjectPublicKeyInfo structure as PEM, with the label PUBLIC KEY.
    public var spkiPEM: String { pem("PUBLIC KEY", spkiDER) }
}

// MARK: - PEM

extension PEMDocument {
    /// The documents of a text, if there may be an RSA key among them.
    fileprivate static func keys(in text: String, wanted: String) throws(KeyFileError) -> [PEMDocument] {
        // OpenSSL's older encrypted form keeps the label and adds this header (RFC 1421 section 4.6.1.1).
        guard !text.contains("Proc-Type: 4,ENCRYPTED") else { throw .encrypted }
        let documents = try parse(text)
        for document in documents {
            switch document.discriminator {
            case "ENCRYPTED PRIVATE KEY": throw .encrypted
            case "EC PRIVATE KEY", "EC PARAMETERS": throw .otherAlgorithm("elliptic curves")
            case "DSA PRIVATE KEY": throw .otherAlgorithm("DSA")
            default: continue
            }
        }
        return documents
    }

    /// What the documents of a text are labelled as, in their order.
    fileprivate static func labels(in text: String) throws(KeyFileError) -> [String] {
        try parse(text).map(\.discriminator)
    }

    private static func parse(_ text: String) throws(KeyFileError) -> [PEMDocument] {
        do {
            let documents = try parseMultiple(pemString: text)
            if !documents.isEmpty { return documents }
        } catch {
            throw .malformedPEM
        }
        throw text.contains("-----BEGIN") ? .malformedPEM : .notPEM
    }
}

/// A PEM text, with the line end at its end that OpenSSL's have.
private func pem(_ label: String, _ octets: [UInt8]) -> String {
    PEMDocument(type: label, derBytes: octets).pemString + "\n"
}

// MARK: - DER

/// What a serializer was made to write.
private func der(_ write: (inout DER.Serializer) throws -> Void) -> [UInt8] {
    var serializer = DER.Serializer()
    do {
        try write(&serializer)
    } catch {
        preconditionFailure("numbers and octets always have a DER encoding: \(error)")
    }
    return serializer.serializedBytes
}

extension DER.Serializer {
    /// The AlgorithmIdentifier of RSA keys: the identifier and NULL (RFC 8017 appendix A.1).
    fileprivate mutating func serializeRSAEncryption() throws {
        try appendConstructedNode(identifier: .sequence) { identifier in
            try identifier.serialize(ASN1ObjectIdentifier.AlgorithmIdentifier.rsaEncryption)
            try identifier.serialize(ASN1Null())
        }
    }
}

/// The parts of a SEQUENCE, taken one after another; errors name the part.
private struct DERFields {
    private let structure: String
    private var nodes: ASN1NodeCollection.Iterator

    /// The parts of a structure that fills `octets` from the first to the last.
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
    /// The ASN.1 library says only *that* something is left over or missing. How much is what someone who looks at a broken
    /// file wants to know.
    private static func length(_ octets: [UInt8]) -> Int? {
        guard octets.count >= 2 else { return 2 }
        guard octets[1] >= 0x80 else { return 2 + Int(octets[1]) }
        let count = Int(octets[1] & 0x7f)
        guard (1...4).contains(count) else { return nil }
        guard octets.count >= 2 + count else { return 2 + count }
        return octets[2..<2 + count].reduce(0) { $0 << 8 | Int($1) } + 2 + count
    }

    /// The next part, read as a type of the ASN.1 library.
    private mutating func next<Value: DERParseable>(_ name: String, _: Value.Type) throws(KeyFileError) -> Value {
        guard let node = nodes.next(), let value = try? Value(derEncoded: node) else {
            throw .malformed(field: "\(structure).\(name)")
        }
        return value
    }

    /// The next part, which is an INTEGER that is not negative.
    mutating func integer(_ name: String) throws(KeyFileError) -> Integer {
        Integer(bigEndian: try next(name, ArraySlice<UInt8>.self))
    }

    /// The content of the next part, which is an OCTET STRING.
    mutating func octetString(_ name: String) throws(KeyFileError) -> [UInt8] {
        Array(try next(name, ASN1OctetString.self).bytes)
    }

    /// The content of the next part, which is a BIT STRING of whole octets.
    mutating func bitString(_ name: String) throws(KeyFileError) -> [UInt8] {
        let bits = try next(name, ASN1BitString.self)
        guard bits.paddingBits == 0 else { throw .malformed(field: "\(structure).\(name)") }
        return Array(bits.bytes)
    }

    /// The next part, which is the AlgorithmIdentifier of RSA keys.
    mutating func rsaEncryption(_ name: String) throws(KeyFileError) {
        guard let node = nodes.next(), node.identifier == .sequence, case .constructed(let parts) = node.content else {
            throw .malformed(field: "\(structure).\(name)")
        }
        var identifier = DERFields(parts, of: "\(structure).\(name)")
        let algorithm = try identifier.next("algorithm", ASN1ObjectIdentifier.self)
        guard algorithm == .AlgorithmIdentifier.rsaEncryption else {
            throw .otherAlgorithm(DERFields.names[algorithm] ?? "\(algorithm)")
        }
        _ = try identifier.next("parameters", ASN1Null.self)
        try identifier.end()
    }

    /// Makes sure that nothing is left.
    mutating func end() throws(KeyFileError) {
        guard nodes.next() == nil else { throw .unexpectedField(in: structure) }
    }

    /// Algorithms that keys are often for, by their object identifiers.
    private static let names: [ASN1ObjectIdentifier: String] = [
        .AlgorithmIdentifier.idEcPublicKey: "elliptic curves",
        .AlgorithmIdentifier.rsaPSS: "RSASSA-PSS only",
        [1, 3, 101, 110]: "X25519",
        [1, 3, 101, 111]: "X448",
        [1, 3, 101, 112]: "Ed25519",
        [1, 3, 101, 113]: "Ed448",
        [1, 2, 840, 10040, 4, 1]: "DSA",
        [1, 2, 840, 113549, 1, 3, 1]: "Diffie-Hellman",
    ]
}
