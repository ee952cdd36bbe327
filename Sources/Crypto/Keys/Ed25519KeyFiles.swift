// Keys for Ed25519 in files (RFC 8410):
//
//   label in PEM         DER structure                       defined in
//   PRIVATE KEY          PrivateKeyInfo, "PKCS#8"            RFC 5208, RFC 5958, RFC 8410 section 7
//   PUBLIC KEY           SubjectPublicKeyInfo, "SPKI"        RFC 8410 section 4
//
// The identifier of the algorithm says everything, so its parameters are absent.

// MARK: - Private keys

extension Ed25519PrivateKey {
    /// A key in the PKCS#8 structure. Version 2 of it may contain the public key too (RFC 5958 section 2), which must be the right one.
    /// Attributes are ignored.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs8DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try KeyFields(octets, of: "PrivateKeyInfo")
        guard try fields.integer("version") <= 1 else { throw .unsupportedVersion(field: "PrivateKeyInfo.version") }
        try fields.ed25519("privateKeyAlgorithm")
        // CurvePrivateKey is an OCTET STRING inside of the OCTET STRING.
        let inner = try fields.octetString("privateKey")
        guard let seed = try? DERElement(inner).octetString() else {
            throw .malformed(field: "PrivateKeyInfo.privateKey")
        }
        fields.skip(0)
        let point = try fields.implicitBitString(1, "publicKey")
        do {
            try self.init(seed: Array(seed))
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
        DERWriter.sequence(
            DERWriter.integer(0), Ed25519PublicKey.algorithm, DERWriter.octetString(DERWriter.octetString(seed)))
    }
}

// MARK: - Public keys

extension Ed25519PublicKey {
    /// A key in the SubjectPublicKeyInfo structure, the form that certificates carry.
    ///
    /// - Throws: ``KeyFileError``.
    public init(spkiDER octets: [UInt8]) throws(KeyFileError) {
        var fields = try KeyFields(octets, of: "SubjectPublicKeyInfo")
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
    public var spkiDER: [UInt8] { DERWriter.sequence(Self.algorithm, DERWriter.bitString(octets)) }

    /// The AlgorithmIdentifier of keys for Ed25519: the identifier alone (RFC 8410 section 3).
    fileprivate static let algorithm = DERWriter.sequence(DERWriter.identifier(.ed25519))
}

extension KeyFields {
    /// Reads the next field, which must be the AlgorithmIdentifier of keys for Ed25519.
    fileprivate mutating func ed25519(_ name: String) throws(KeyFileError) {
        try algorithm(name, for: .ed25519) { _ throws(KeyFileError) in }
    }
}
