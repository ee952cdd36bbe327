// RSA keys in files, in every form that OpenSSL reads and writes:
//
//   label in PEM         DER structure                       defined in
//   RSA PRIVATE KEY      RSAPrivateKey, "PKCS#1"             RFC 8017 appendix A.1.2
//   PRIVATE KEY          PrivateKeyInfo, "PKCS#8"            RFC 5208, RFC 5958
//   RSA PUBLIC KEY       RSAPublicKey, "PKCS#1"              RFC 8017 appendix A.1.1
//   PUBLIC KEY           SubjectPublicKeyInfo, "SPKI"        RFC 5280 section 4.1
//
// PKCS#8 and SPKI are envelopes: they contain the identifier of an algorithm, and the PKCS#1 structure as octets.

// MARK: - Private keys

extension RSAPrivateKey {
    /// A key in the PKCS#1 structure.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs1DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try KeyFields(octets, of: "RSAPrivateKey")
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
        var fields = try KeyFields(octets, of: "PrivateKeyInfo")
        // In version 1 (RFC 5958) a public key may follow.
        guard try fields.integer("version") <= 1 else { throw .unsupportedVersion(field: "PrivateKeyInfo.version") }
        try fields.rsaEncryption("privateKeyAlgorithm")
        let key = try fields.octetString("privateKey")
        try self.init(pkcs1DER: key)
    }

    /// The PKCS#1 structure.
    public var pkcs1DER: [UInt8] {
        DERWriter.sequence([0, n, e, d, p, q, dP, dQ, qInv].map { DERWriter.integer($0) })
    }

    /// The PKCS#8 structure.
    public var pkcs8DER: [UInt8] {
        DERWriter.sequence(DERWriter.integer(0), RSAPublicKey.algorithm, DERWriter.octetString(pkcs1DER))
    }
}

// MARK: - Public keys

extension RSAPublicKey {
    /// A key in the PKCS#1 structure.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs1DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try KeyFields(octets, of: "RSAPublicKey")
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
        var fields = try KeyFields(octets, of: "SubjectPublicKeyInfo")
        try fields.rsaEncryption("algorithm")
        let key = try fields.bitString("subjectPublicKey")
        try fields.end()
        try self.init(pkcs1DER: key)
    }

    /// The PKCS#1 structure.
    public var pkcs1DER: [UInt8] { DERWriter.sequence(DERWriter.integer(n), DERWriter.integer(e)) }

    /// The SubjectPublicKeyInfo structure. Its SHA-256 is what public-key pins are made of.
    public var spkiDER: [UInt8] { DERWriter.sequence(Self.algorithm, DERWriter.bitString(pkcs1DER)) }

    /// The AlgorithmIdentifier of RSA keys: the identifier and NULL (RFC 8017 appendix A.1).
    fileprivate static let algorithm = DERWriter.sequence(DERWriter.identifier(.rsaEncryption), DERWriter.null)
}

extension KeyFields {
    /// Reads the next field, which must be the AlgorithmIdentifier of RSA keys.
    fileprivate mutating func rsaEncryption(_ name: String) throws(KeyFileError) {
        try algorithm(name, for: .rsa) { fields throws(KeyFileError) in try fields.next("parameters") { try $0.null() }
        }
    }
}
