internal import SwiftASN1

// RSA keys in files, in every form that OpenSSL reads and writes:
//
//   PEM label            DER structure                       defined in
//   RSA PRIVATE KEY      RSAPrivateKey, "PKCS#1"             RFC 8017 appendix A.1.2
//   PRIVATE KEY          PrivateKeyInfo, "PKCS#8"            RFC 5208, RFC 5958
//   RSA PUBLIC KEY       RSAPublicKey, "PKCS#1"              RFC 8017 appendix A.1.1
//   PUBLIC KEY           SubjectPublicKeyInfo, "SPKI"        RFC 5280 section 4.1
//
// PKCS#8 and SPKI are envelopes: they contain the identifier of an algorithm, and the PKCS#1 structure as octets.

// MARK: - Private keys

extension RSAPrivateKey {
    /// The first private key in a PEM text, in either form. Certificates and public keys in the text are skipped.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEMDocument.first(
            "private key", in: text, for: .rsa,
            ["RSA PRIVATE KEY": Self.init(pkcs1DER:), "PRIVATE KEY": Self.init(pkcs8DER:)])
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

    /// A key in the PKCS#8 structure. Attributes and a public key that may follow the private key are ignored.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs8DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "PrivateKeyInfo")
        // In version 1 (RFC 5958) a public key may follow.
        guard try fields.integer("version") <= 1 else { throw .unsupportedVersion(field: "PrivateKeyInfo.version") }
        try fields.rsaEncryption("privateKeyAlgorithm")
        let key = try fields.octetString("privateKey")
        try self.init(pkcs1DER: key)
    }

    /// The PKCS#1 structure.
    public var pkcs1DER: [UInt8] {
        DER.sequence { structure in
            try structure.serialize(0)
            for number in [n, e, d, p, q, dP, dQ, qInv] { try structure.serialize(number.bigEndian[...]) }
        }
    }

    /// The PKCS#8 structure.
    public var pkcs8DER: [UInt8] {
        DER.sequence { structure in
            try structure.serialize(0)
            try structure.serializeRSAEncryption()
            try structure.serialize(ASN1OctetString(contentBytes: pkcs1DER[...]))
        }
    }

    /// The PKCS#1 structure as PEM, with the label RSA PRIVATE KEY.
    public var pkcs1PEM: String { PEMDocument.text("RSA PRIVATE KEY", pkcs1DER) }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY, the form that OpenSSL writes nowadays.
    public var pkcs8PEM: String { PEMDocument.text("PRIVATE KEY", pkcs8DER) }
}

// MARK: - Public keys

extension RSAPublicKey {
    /// The first public key in a PEM text, in either form.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEMDocument.first(
            "public key", in: text, for: .rsa,
            ["RSA PUBLIC KEY": Self.init(pkcs1DER:), "PUBLIC KEY": Self.init(spkiDER:)])
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
        DER.sequence { structure in
            try structure.serialize(n.bigEndian[...])
            try structure.serialize(e.bigEndian[...])
        }
    }

    /// The SubjectPublicKeyInfo structure. Its SHA-256 is what public-key pins are made of.
    public var spkiDER: [UInt8] {
        DER.sequence { structure in
            try structure.serializeRSAEncryption()
            try structure.serialize(ASN1BitString(bytes: pkcs1DER[...]))
        }
    }

    /// The PKCS#1 structure as PEM, with the label RSA PUBLIC KEY.
    public var pkcs1PEM: String { PEMDocument.text("RSA PUBLIC KEY", pkcs1DER) }

    /// The SubjectPublicKeyInfo structure as PEM, with the label PUBLIC KEY.
    public var spkiPEM: String { PEMDocument.text("PUBLIC KEY", spkiDER) }
}

extension DER.Serializer {
    /// The AlgorithmIdentifier of RSA keys: the identifier and NULL (RFC 8017 appendix A.1).
    fileprivate mutating func serializeRSAEncryption() throws {
        try appendConstructedNode(identifier: .sequence) { identifier in
            try identifier.serialize(ASN1ObjectIdentifier(.rsaEncryption))
            try identifier.serialize(ASN1Null())
        }
    }
}

extension DERFields {
    /// Reads the next field, which must be the AlgorithmIdentifier of RSA keys.
    fileprivate mutating func rsaEncryption(_ name: String) throws(KeyFileError) {
        var identifier = try sequence(name)
        try identifier.algorithm(for: .rsa)
        _ = try identifier.next("parameters", ASN1Null.self)
        try identifier.end()
    }
}
