internal import SwiftASN1

// Keys for Ed25519 in files (RFC 8410):
//
//   PEM label            DER structure                       defined in
//   PRIVATE KEY          PrivateKeyInfo, "PKCS#8"            RFC 5208, RFC 5958, RFC 8410 section 7
//   PUBLIC KEY           SubjectPublicKeyInfo, "SPKI"        RFC 8410 section 4
//
// The identifier of the algorithm says everything, so its parameters are absent.

// MARK: - Private keys

extension Ed25519PrivateKey {
    /// The first private key in a PEM text. Certificates and public keys in the text are skipped.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEMDocument.first(
            "private key", in: text, for: .ed25519, ["PRIVATE KEY": Self.init(pkcs8DER:)])
    }

    /// A key in the PKCS#8 structure. Version 2 of it may contain the public key too (RFC 5958 section 2), which must be the right one.
    /// Attributes are ignored.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs8DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "PrivateKeyInfo")
        guard try fields.integer("version") <= 1 else { throw .unsupportedVersion(field: "PrivateKeyInfo.version") }
        try fields.ed25519("privateKeyAlgorithm")
        // CurvePrivateKey is an OCTET STRING inside of the OCTET STRING.
        let inner = try fields.octetString("privateKey")
        guard let seed = try? ASN1OctetString(derEncoded: inner) else {
            throw .malformed(field: "PrivateKeyInfo.privateKey")
        }
        fields.skip(0)
        let point = try fields.implicitBitString(1, "publicKey")
        do {
            try self.init(seed: Array(seed.bytes))
            // With another public key in its hash, a signature would reveal the secret number.
            if let point, point != publicKey.octets { throw EllipticCurveError.publicKeyDoesNotMatch }
        } catch let error as EllipticCurveError {
            throw .invalidCurveKey(error)
        } catch {
            throw .malformed(field: "PrivateKeyInfo.privateKey")
        }
    }

    /// The PKCS#8 structure.
    public var pkcs8DER: [UInt8] {
        DER.sequence { structure in
            try structure.serialize(0)
            try structure.serializeEd25519()
            var inner = DER.Serializer()
            try inner.serialize(ASN1OctetString(contentBytes: seed[...]))
            try structure.serialize(ASN1OctetString(contentBytes: inner.serializedBytes[...]))
        }
    }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY, as OpenSSL writes it.
    public var pkcs8PEM: String { PEMDocument.text("PRIVATE KEY", pkcs8DER) }
}

// MARK: - Public keys

extension Ed25519PublicKey {
    /// A key in the SubjectPublicKeyInfo structure, the form that certificates carry.
    ///
    /// - Throws: ``KeyFileError``.
    public init(spkiDER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "SubjectPublicKeyInfo")
        try fields.ed25519("algorithm")
        let point = try fields.bitString("subjectPublicKey")
        try fields.end()
        do {
            try self.init(point)
        } catch {
            throw .invalidCurveKey(error)
        }
    }

    /// The SubjectPublicKeyInfo structure. Its SHA-256 is what public-key pins are made of.
    public var spkiDER: [UInt8] {
        DER.sequence { structure in
            try structure.serializeEd25519()
            try structure.serialize(ASN1BitString(bytes: octets[...]))
        }
    }
}

extension DER.Serializer {
    /// The AlgorithmIdentifier of keys for Ed25519: the identifier alone (RFC 8410 section 3).
    fileprivate mutating func serializeEd25519() throws {
        try appendConstructedNode(identifier: .sequence) { identifier in
            try identifier.serialize(ASN1ObjectIdentifier(.ed25519))
        }
    }
}

extension DERFields {
    /// Reads the next field, which must be the AlgorithmIdentifier of keys for Ed25519.
    fileprivate mutating func ed25519(_ name: String) throws(KeyFileError) {
        var identifier = try sequence(name)
        try identifier.algorithm(for: .ed25519)
        try identifier.end()
    }
}
