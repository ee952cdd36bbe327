internal import SwiftASN1

// Keys on the curves of NIST in files, in every form that OpenSSL reads and writes:
//
//   PEM label            DER structure                       defined in
//   EC PRIVATE KEY       ECPrivateKey, "SEC 1"               RFC 5915, SEC 1 appendix C.4
//   PRIVATE KEY          PrivateKeyInfo, "PKCS#8"            RFC 5208, RFC 5958
//   PUBLIC KEY           SubjectPublicKeyInfo, "SPKI"        RFC 5480
//
// The object identifier names the curve. Formerly a file could contain the parameters of a curve instead. So a forger could
// choose a generator that fitted the forger's key (CVE-2020-0601). RFC 5480 forbids such parameters, and they are refused
// here.

// MARK: - Private keys

extension EllipticCurvePrivateKey {
    /// The first private key in a PEM text, in either form. Parameters, certificates and public keys in the text are
    /// skipped.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEMDocument.first(
            "private key", in: text, for: .ellipticCurve,
            ["EC PRIVATE KEY": Self.init(sec1DER:), "PRIVATE KEY": Self.init(pkcs8DER:)])
    }

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
        var fields = try DERFields(octets, of: "ECPrivateKey")
        guard try fields.integer("version") == 1 else { throw .unsupportedVersion(field: "ECPrivateKey.version") }
        let secret = try fields.octetString("privateKey")
        let curve = try fields.explicitlyTagged(0, "parameters", ASN1ObjectIdentifier.self)
        let named = try curve.map { oid throws(KeyFileError) in try NamedCurve.known(OID(oid)) }
        if let named, let known, named != known { throw .malformed(field: "ECPrivateKey.parameters") }
        guard let arithmetic = (known ?? named)?.arithmetic else {
            throw .malformed(field: "ECPrivateKey.parameters")
        }
        let point = try fields.explicitlyTagged(1, "publicKey", ASN1BitString.self)
        try fields.end()
        do {
            let size = arithmetic.scalarSize
            guard secret.count == size else {
                throw EllipticCurveError.wrongPrivateKeyLength(count: secret.count, needed: size)
            }
            try self.init(Integer(bigEndian: secret), on: arithmetic)
            // No signature of the private key would verify with another public key.
            if let point, try EllipticCurvePublicKey(Array(point.bytes), on: arithmetic) != publicKey {
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
        var fields = try DERFields(octets, of: "PrivateKeyInfo")
        guard try fields.integer("version") <= 1 else { throw .unsupportedVersion(field: "PrivateKeyInfo.version") }
        let curve = try fields.namedCurve("privateKeyAlgorithm")
        try self.init(sec1DER: try fields.octetString("privateKey"), on: curve)
    }

    /// The structure of SEC 1, with the name of the curve and the public key.
    public var sec1DER: [UInt8] { sec1(namingCurve: true) }

    private func sec1(namingCurve: Bool) -> [UInt8] {
        DER.sequence { structure in
            try structure.serialize(1)
            try structure.serialize(ASN1OctetString(contentBytes: octets[...]))
            if namingCurve {
                try structure.serialize(
                    ASN1ObjectIdentifier(NamedCurve.identifier(of: curve)), explicitlyTaggedWithTagNumber: 0,
                    tagClass: .contextSpecific)
            }
            try structure.serialize(
                ASN1BitString(bytes: publicKey.octets[...]), explicitlyTaggedWithTagNumber: 1,
                tagClass: .contextSpecific)
        }
    }

    /// The PKCS#8 structure.
    public var pkcs8DER: [UInt8] {
        DER.sequence { structure in
            try structure.serialize(0)
            try structure.serialize(curve)
            try structure.serialize(ASN1OctetString(contentBytes: sec1(namingCurve: false)[...]))
        }
    }

    /// The structure of SEC 1 as PEM, with the label EC PRIVATE KEY.
    public var sec1PEM: String { PEMDocument.text("EC PRIVATE KEY", sec1DER) }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY, the form that OpenSSL writes nowadays.
    public var pkcs8PEM: String { PEMDocument.text("PRIVATE KEY", pkcs8DER) }
}

// MARK: - Public keys

extension EllipticCurvePublicKey {
    /// The first public key in a PEM text.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEMDocument.first(
            "public key", in: text, for: .ellipticCurve, ["PUBLIC KEY": Self.init(spkiDER:)])
    }

    /// A key in the SubjectPublicKeyInfo structure, the form that certificates carry.
    ///
    /// - Throws: ``KeyFileError``.
    public init(spkiDER octets: [UInt8]) throws(KeyFileError) {
        var fields = try DERFields(octets, of: "SubjectPublicKeyInfo")
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
        DER.sequence { structure in
            try structure.serialize(curve)
            try structure.serialize(ASN1BitString(bytes: octets[...]))
        }
    }

    /// The SubjectPublicKeyInfo structure as PEM, with the label PUBLIC KEY.
    public var spkiPEM: String { PEMDocument.text("PUBLIC KEY", spkiDER) }
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

    /// The names of other curves that keys in files use.
    private static let otherNames: [OID: String] = {
        var names: [OID: String] = [[1, 2, 840, 10045, 3, 1, 1]: "prime192v1"]
        for other in EllipticCurve.others { names[other.identifier] = other.curve.name }
        return names
    }()
}

extension DER.Serializer {
    /// The AlgorithmIdentifier of keys on a curve: the identifier and the curve (RFC 5480 section 2.1.1).
    fileprivate mutating func serialize(_ curve: EllipticCurve) throws {
        try appendConstructedNode(identifier: .sequence) { identifier in
            try identifier.serialize(ASN1ObjectIdentifier(.ecPublicKey))
            try identifier.serialize(ASN1ObjectIdentifier(NamedCurve.identifier(of: curve)))
        }
    }
}

extension DERFields {
    /// The curve in the next field, which must be the AlgorithmIdentifier of a key on a curve (RFC 5480 section 2.1.1).
    fileprivate mutating func namedCurve(_ name: String) throws(KeyFileError) -> NamedCurve {
        var identifier = try sequence(name)
        try identifier.algorithm(for: .ellipticCurve)
        let curve = try identifier.identifier("parameters")
        let known = try NamedCurve.known(curve)
        try identifier.end()
        return known
    }
}
