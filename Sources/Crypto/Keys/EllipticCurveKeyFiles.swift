// Keys on the curves of NIST in files, in every form that OpenSSL reads and writes:
//
//   label in PEM         DER structure                       defined in
//   EC PRIVATE KEY       ECPrivateKey, "SEC 1"               RFC 5915, SEC 1 appendix C.4
//   PRIVATE KEY          PrivateKeyInfo, "PKCS#8"            RFC 5208, RFC 5958
//   PUBLIC KEY           SubjectPublicKeyInfo, "SPKI"        RFC 5480
//
// The object identifier names the curve. Formerly a file could contain the parameters of a curve instead. So a forger could
// choose a generator that fitted the forger's key (CVE-2020-0601). RFC 5480 forbids such parameters, and they are refused
// here.

// MARK: - Private keys

extension EllipticCurvePrivateKey {
    /// A key in the structure of SEC 1, which must name the curve.
    ///
    /// - Throws: ``KeyFileError``.
    public init(sec1DER octets: [UInt8]) throws(KeyFileError) {
        try self.init(sec1DER: octets, on: nil)
    }

    /// A key in the structure of SEC 1.
    ///
    /// - Parameter known: the curve that the PKCS#8 structure around it has named; nil if there is none around it.
    private init(sec1DER octets: [UInt8], on known: NamedCurve?) throws(KeyFileError) {
        var fields = try KeyFields(octets, of: "ECPrivateKey")
        guard try fields.integer("version") == 1 else { throw .unsupportedVersion(field: "ECPrivateKey.version") }
        let secret = try fields.octetString("privateKey")
        let curve = try fields.explicitlyTagged(0, "parameters") { try $0.identifier() }
        let named = try curve.map { oid throws(KeyFileError) in try NamedCurve.known(oid) }
        if let named, let known, named != known { throw .malformed(field: "ECPrivateKey.parameters") }
        guard let arithmetic = (known ?? named)?.arithmetic else {
            throw .malformed(field: "ECPrivateKey.parameters")
        }
        let point = try fields.explicitlyTagged(1, "publicKey") { try $0.bits().octets }
        try fields.end()
        do {
            let size = arithmetic.scalarSize
            guard secret.count == size else {
                throw EllipticCurveError.wrongPrivateKeyLength(count: secret.count, needed: size)
            }
            try self.init(Integer(bigEndian: secret), on: arithmetic)
            // No signature of the private key would verify with another public key.
            if let point, try EllipticCurvePublicKey(Array(point), on: arithmetic) != publicKey {
                throw EllipticCurveError.publicKeyDoesNotMatch
            }
        } catch let error as EllipticCurveError {
            throw .invalidCurveKey(error)
        } catch {
            throw .malformed(field: "ECPrivateKey.privateKey")
        }
    }

    /// A key in the PKCS#8 structure. Attributes that may follow the private key are ignored.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pkcs8DER octets: [UInt8]) throws(KeyFileError) {
        var fields = try KeyFields(octets, of: "PrivateKeyInfo")
        guard try fields.integer("version") <= 1 else { throw .unsupportedVersion(field: "PrivateKeyInfo.version") }
        let curve = try fields.namedCurve("privateKeyAlgorithm")
        try self.init(sec1DER: try fields.octetString("privateKey"), on: curve)
    }

    /// The structure of SEC 1, with the name of the curve and the public key.
    public var sec1DER: [UInt8] { sec1(namingCurve: true) }

    private func sec1(namingCurve: Bool) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.integer(1), DERWriter.octetString(octets),
            namingCurve ? DERWriter.tagged(0, DERWriter.identifier(NamedCurve.identifier(of: curve))) : [],
            DERWriter.tagged(1, DERWriter.bitString(publicKey.octets)))
    }

    /// The PKCS#8 structure.
    public var pkcs8DER: [UInt8] {
        DERWriter.sequence(
            DERWriter.integer(0), NamedCurve.algorithm(of: curve), DERWriter.octetString(sec1(namingCurve: false)))
    }
}

// MARK: - Public keys

extension EllipticCurvePublicKey {
    /// A key in the SubjectPublicKeyInfo structure, the form that certificates carry.
    ///
    /// - Throws: ``KeyFileError``.
    public init(spkiDER octets: [UInt8]) throws(KeyFileError) {
        var fields = try KeyFields(octets, of: "SubjectPublicKeyInfo")
        let curve = try fields.namedCurve("algorithm")
        let point = try fields.bitString("subjectPublicKey")
        try fields.end()
        do {
            try self.init(point, on: curve.arithmetic)
        } catch {
            throw .invalidCurveKey(error)
        }
    }

    /// The SubjectPublicKeyInfo structure. Its SHA-256 is what public-key pins are made of.
    public var spkiDER: [UInt8] {
        DERWriter.sequence(NamedCurve.algorithm(of: curve), DERWriter.bitString(octets))
    }
}

// MARK: - The name of the curve

extension NamedCurve {
    /// The curve with this identifier.
    ///
    /// - Throws: ``KeyFileError/otherCurve(_:)``, with the curve's name if it is known.
    fileprivate static func known(_ identifier: OID) throws(KeyFileError) -> NamedCurve {
        guard let curve = allCases.first(where: { $0.identifier == identifier }) else {
            throw .otherCurve(otherNames[identifier].map { "\($0) (\(identifier))" } ?? "\(identifier)")
        }
        return curve
    }

    /// The identifier of a curve, which must be a ``NamedCurve``.
    fileprivate static func identifier(of curve: EllipticCurve) -> OID {
        guard let named = NamedCurve(curve) else { preconditionFailure("a key file names its curve") }
        return named.identifier
    }

    /// The AlgorithmIdentifier of keys on a curve: the identifier and the curve (RFC 5480 section 2.1.1).
    fileprivate static func algorithm(of curve: EllipticCurve) -> [UInt8] {
        DERWriter.sequence(DERWriter.identifier(.ecPublicKey), DERWriter.identifier(identifier(of: curve)))
    }

    /// The names of other curves that keys in files use.
    private static let otherNames: [OID: String] = {
        var names: [OID: String] = [[1, 2, 840, 10045, 3, 1, 1]: "prime192v1"]
        for other in EllipticCurve.others { names[other.identifier] = other.curve.name }
        return names
    }()
}

extension KeyFields {
    /// The curve in the next field, which must be the AlgorithmIdentifier of a key on a curve (RFC 5480 section 2.1.1).
    fileprivate mutating func namedCurve(_ name: String) throws(KeyFileError) -> NamedCurve {
        try algorithm(name, for: .ellipticCurve) { fields throws(KeyFileError) in
            try NamedCurve.known(try fields.next("parameters") { try $0.identifier() })
        }
    }
}
